"""What a step makes due: triggers whose condition held, run in order when the step is done.

One that can come up once is a flag with its numbers. What comes up in a loop is kept in a list, in order.
"""

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from gekido_dsl.model import nodes as m
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

if TYPE_CHECKING:
    from gekido_dsl.lowering.writer import Writer


WIDE: Final = 8
"""So many numbers are kept of an entry of a list: which, and what it is given."""


@dataclass(slots=True)
class _Once:
    """What may be due once."""

    function: ir.Function
    flag: ir.Local
    numbers: list[ir.Local]


@dataclass(slots=True)
class _Many:
    """What comes up in one loop: the number of the function in `functions`, and what it is given."""

    region: int
    entries: ir.Array
    count: ir.Local
    functions: list[tuple[ir.Function, int]] = field(default_factory=list)


class Due:
    """What one step makes due."""

    def __init__(self) -> None:
        self.parts: list[_Once | _Many] = []

    def add(self, w: "Writer", function: ir.Function, trigger: m.Decl, given: tuple[ir.Expr, ...]) -> None:
        """Makes something due, here."""
        code = w.code
        if not w.region:
            flag = w.lowering.cleared(code, "due")
            numbers = [code.local("given") for _ in given]
            code.set(flag, 1)
            for local, number in zip(numbers, given, strict=True):
                code.set(local, number)
            w.lowering.begins(code, *(ir.Set(local, ir.Const(-1)) for local in numbers))
            self.parts.append(_Once(function, flag, numbers))
            return
        last = self.parts[-1] if self.parts else None
        if not isinstance(last, _Many) or last.region != w.region:
            most = 64 + 4 * w.layout.count
            last = _Many(w.region, code.frame("due", WIDE * most), w.lowering.cleared(code, "dues"))
            self.parts.append(last)
        assert len(given) < WIDE
        with code.if_(x.ge(last.count, last.entries.length // WIDE)):
            w.error("far too much follows at once", w.span)
        at = x.mul(last.count, WIDE)
        code.store(last.entries, at, len(last.functions))
        for k, number in enumerate(given, 1):
            code.store(last.entries, x.add(at, k), number)
        last.functions.append((function, len(given)))
        code.set(last.count, x.add(last.count, 1))

    def run(self, w: "Writer") -> None:
        """Runs what is due, in order."""
        code = w.code
        for part in self.parts:
            if isinstance(part, _Once):
                with code.if_(part.flag):
                    code.set(part.flag, 0)
                    w.call(part.function, *part.numbers)
                continue
            number = code.variable(0, "due")
            with code.block("due") as done, code.loop("due", bound=part.entries.length) as again:
                code.br(done, x.ge(number, part.count))
                self._run_one(w, part, x.mul(number, WIDE))
                code.set(number, x.add(number, 1))
                code.br(again)
            code.set(part.count, 0)

    def _run_one(self, w: "Writer", part: _Many, at: ir.Expr) -> None:
        def run(function: ir.Function, given: int) -> None:
            w.call(function, *(x.load(part.entries, x.add(at, k)) for k in range(1, given + 1)))

        if len(part.functions) == 1:
            run(*part.functions[0])
            return
        bodies = [partial(run, *one) for one in part.functions]
        w.code.cases(x.load(part.entries, at), bodies)

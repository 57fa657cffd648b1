"""What a step makes due: triggers whose condition held, run in order when the step is done.

One that can come up once is a flag with its numbers. What comes up in a loop is kept in a list, in order.
"""

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from gekido_dsl.ground.limits import MOST_DUE, TOO_MUCH_DUE
from gekido_dsl.lowering.same_time import run_in_order
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

if TYPE_CHECKING:
    from gekido_dsl.lowering.writer import Writer


WIDE: Final = 8
"""So many numbers are kept of an entry of a list: which, and what it is given."""
EVERYWHERE: Final = -1
"""The region of a list of all that a step makes due, where the player on turn decides the order."""


@dataclass(slots=True)
class _Once:
    """What may be due once."""

    function: ir.Function
    flag: ir.Local
    numbers: list[ir.Local]


@dataclass(slots=True)
class Many:
    """What comes up in one loop: the number of the function in `functions`, and what it is given."""

    region: int
    entries: ir.Array
    count: ir.Local
    functions: list[tuple[ir.Function, int]] = field(default_factory=list)
    triggers: list[m.Decl] = field(default_factory=list)
    """What each of them is of."""


class Due:
    """What one step makes due."""

    def __init__(self) -> None:
        self.parts: list[_Once | Many] = []

    def add(self, w: "Writer", function: ir.Function, trigger: m.Decl, given: tuple[ir.Expr, ...]) -> None:
        """Makes something due, here."""
        code = w.code
        region = EVERYWHERE if w.game.order_span is not None else w.region
        if not region:
            flag = w.lowering.cleared(code, "due")
            numbers = [code.local("given") for _ in given]
            code.set(flag, 1)
            for local, number in zip(numbers, given, strict=True):
                code.set(local, number)
            w.lowering.begins(code, *(ir.Set(local, ir.Const(-1)) for local in numbers))
            self.parts.append(_Once(function, flag, numbers))
            return
        last = self.parts[-1] if self.parts else None
        if not isinstance(last, Many) or last.region != region:
            last = Many(region, code.frame("due", WIDE * MOST_DUE), w.lowering.cleared(code, "dues"))
            self.parts.append(last)
        assert len(given) < WIDE
        with code.if_(x.ge(last.count, last.entries.length // WIDE)):
            w.error(TOO_MUCH_DUE, w.span)
        if (function, len(given)) not in last.functions:
            last.functions.append((function, len(given)))
            last.triggers.append(trigger)
        at = x.mul(last.count, WIDE)
        code.store(last.entries, at, last.functions.index((function, len(given))))
        for k, number in enumerate(given, 1):
            code.store(last.entries, x.add(at, k), number)
        for k in range(len(given) + 1, WIDE if region == EVERYWHERE else 0):
            code.store(last.entries, x.add(at, k), NONE)
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
            if part.region == EVERYWHERE:
                run_in_order(w, part)
                continue
            number = code.variable(0, "due")
            with code.block("due") as done, code.loop("due", bound=part.entries.length) as again:
                code.br(done, x.ge(number, part.count))
                run_one(w, part, x.mul(number, WIDE))
                code.set(number, x.add(number, 1))
                code.br(again)
            code.set(part.count, 0)


def run_one(w: "Writer", part: Many, at: ir.Expr) -> None:
    """Runs the entry of a list that begins somewhere."""

    def run(function: ir.Function, given: int) -> None:
        w.call(function, *(x.load(part.entries, x.add(at, k)) for k in range(1, given + 1)))

    if len(part.functions) == 1:
        run(*part.functions[0])
        return
    bodies = [partial(run, *one) for one in part.functions]
    w.code.cases(x.load(part.entries, at), bodies)

"""A part of a body as a function of its own, so that it can be run again or only be tried.

What the locals of the body hold is handed over in memory, and handed back.
"""

from gekido_dsl.lowering.sets.sets import Frozen, Set
from gekido_dsl.lowering.writing.writer import Held, Writer
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.build import FunctionBuilder


class Apart:
    """What the body and the function share."""

    def __init__(self, outer: Writer, name: str) -> None:
        self.outer = outer
        self.name = name
        self._cells: dict[tuple[int, str], ir.Array] = {}

    def _cell(self, local: int, what: str, length: int = 1) -> ir.Array:
        key = (local, what)
        if key not in self._cells:
            program = self.outer.lowering.program
            self._cells[key] = program.scratch(f"{self.name} {what}{local}", max(length, 1))
        return self._cells[key]

    def hand_over(self) -> None:
        """Writes that the function gets what the locals of the body hold."""
        self._put(self.outer, "given")

    def hand_back(self, own: Writer) -> None:
        """Writes, in the function, that the body gets what its locals hold."""
        self._put(own, "left")

    def _put(self, w: Writer, what: str) -> None:
        for local, held in _at_hand(w).items():
            if not isinstance(held, Set):
                w.code.store(self._cell(local, what), 0, held)
                continue
            array, count = self._cell(local, f"list {what}", held.most), self._cell(local, f"count {what}")
            number = w.code.variable(0, "n")

            def keep(one: ir.Expr, _: ir.Label, array: ir.Array = array, number: ir.Local = number) -> None:
                w.code.store(array, number, one)
                w.code.set(number, x.add(number, 1))

            held.each(w, keep)
            w.code.store(count, 0, number)

    def writer(self, code: FunctionBuilder, what: str = "given") -> Writer:
        """Gives a writer of a function whose locals hold what was handed over, or what was `left`."""
        outer = self.outer
        own = Writer(outer.lowering, code, outer.decl, {}, outer.rule)
        own.span, own.cites, own.standing = outer.span, outer.cites, outer.standing
        for local, held in _at_hand(outer).items():
            if isinstance(held, Set):
                own.assign_several(local, self._list(code, local, what, held))
            elif local:
                own.assign(local, x.load(self._cell(local, what)))
            else:
                own.locals[0] = code.let(x.load(self._cell(0, what)))
        return own

    def _list(self, code: FunctionBuilder, local: int, what: str, like: Set) -> Frozen:
        number = code.let(x.load(self._cell(local, f"count {what}")))
        return Frozen(self._cell(local, f"list {what}", like.most), number, like.most, like.sure)

    def take_back(self, own: Writer) -> None:
        """Writes, in the body, that its locals hold what those of the function did when they were handed back."""
        w = self.outer
        for local in own.variables:
            w.assign(local, x.load(self._cell(local, "left")))
        for local, held in own.lists.items():
            w.assign_several(local, self._list(w.code, local, "left", held))


def _at_hand(w: Writer) -> dict[int, Held]:
    """Gives the locals of a body that hold something; what an expression went through is none of them."""
    kept = {0, *w.given, *w.variables, *w.lists}
    return {local: held for local, held in w.locals.items() if local in kept}

"""A group of things that stand on the spaces of a board."""

from collections.abc import Callable

from gekido_dsl.lowering.sets.composed_sets import Filtered
from gekido_dsl.lowering.sets.pen import Pen
from gekido_dsl.lowering.sets.sets import Set, Visit
from gekido_dsl.lowering.sets.words import Words
from gekido_dsl.program import nodes as ir


class Touched(Filtered):
    """Those of some things that stand on spaces which are known as bits."""

    def __init__(
        self,
        base: Set,
        test: Callable[[ir.Expr], ir.Expr],
        spots: Words,
        *,
        alone: bool,
        in_order: Callable[[Pen, Words, Visit, bool], None] | None = None,
    ) -> None:
        super().__init__(base, test)
        self.in_order = in_order
        """Goes through what stands on some spaces, in the order of the things; None where that is not known."""
        self.spots = spots
        self.alone = alone
        """Whether at most one of them stands on each space."""

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        if self.in_order is None:
            super()._each(w, visit, backwards)
        else:
            self.in_order(w, self.spots, visit, backwards)

    def count(self, w: Pen) -> ir.Expr:
        """As many as there are spaces, where on each stands one."""
        return self.spots.count() if self.alone else super().count(w)

    def some(self, w: Pen) -> ir.Expr:
        """Whether there is any space."""
        return self.spots.some()

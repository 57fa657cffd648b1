"""Between which numbers a number lies, also where what it is asked of may be none: a fact of none is -1.

Invariants:
    What a body calls by a word, or goes through, is there.
"""

from functools import lru_cache

from gekido_dsl.model import nodes as m
from gekido_dsl.model.bounds import Bounds
from gekido_dsl.model.conditions import Literal
from gekido_dsl.model.kernel.operator import Nothing
from gekido_dsl.model.kernel.operator import Range as Told
from gekido_dsl.model.ranges import EVERYTHING, Range, hull
from gekido_dsl.model.types import NONE

_SUBJECT = 1
"""The local of what an amount is asked of."""


class OfNothing(Bounds):
    """Bounds of numbers that may be asked of none."""

    def __init__(self, game: m.Game) -> None:
        super().__init__(game)
        self._of_none: dict[m.Amount, Range] = {}
        self._asked: list[bool] = []
        """Of each amount that is being worked out, whether it is asked of none."""

    def _plain(self, expr: m.Expr, guards: tuple[Literal, ...]) -> Range:
        told = expr.record.range
        if told not in (Told.FACT, Told.AMOUNT) or not expr.args:
            return super()._plain(expr, guards)
        of_none = self._may_be_none(expr.args[0])
        if told is Told.FACT:
            found = super()._plain(expr, guards)
            return hull(found, (NONE, NONE)) if of_none else found
        self._asked.append(False)
        found = self.amount(expr.ref)
        self._asked[-1] = True
        if of_none:
            found = hull(found, self._amount_of_none(expr.ref))
        self._asked.pop()
        return found

    def _amount_of_none(self, amount: m.Amount) -> Range:
        if amount in self._busy:
            return EVERYTHING
        if amount not in self._of_none:
            known = self._amounts.pop(amount)
            self._of_none[amount] = self.amount(amount)
            self._amounts[amount] = known
        return self._of_none[amount]

    def _may_be_none(self, expr: m.Expr) -> bool:
        match expr:
            case m.ops.Local():
                return expr.value == _SUBJECT and bool(self._asked) and self._asked[-1]
            case m.ops.Field() | m.ops.Cell():
                return bool(getattr(expr.ref, "optional", True))
            case m.ops.Mine():
                return expr.ref.whole().each_player is None
            case _:
                return expr.record.nothing is Nothing.MAYBE


@lru_cache(maxsize=2)
def of(game: m.Game) -> OfNothing:
    """Gives the bounds of a game."""
    return OfNothing(game)

"""Standing orders: a player has the table pass for them whenever the same is asked.

Invariants:
    An order passes whatever else could be chosen, so that a pass tells nothing of what the player holds.
    Only the player is shown it.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from gekido_dsl.diagnostics.render.screen import safe
from gekido_dsl.engine import Decision, Seat
from gekido_dsl.languages import ENGLISH, Language, authored

_PASSING: Final = ("pass", "no")
_Question = tuple[str, str]
"""The rule that asks, and its prompt."""


def may_pass(decision: Decision) -> bool:
    """Tells whether a question can be passed."""
    return _passes(decision) is not None


def _passes(decision: Decision) -> int | None:
    """Gives the number of the choice that passes, or says no; to be done with several is not to pass."""
    return next((n for n, choice in enumerate(decision.choices) if choice.id in _PASSING), None)


class StandingOrders:
    """The orders of all players of a match."""

    def __init__(self, kept: Sequence[Sequence[Sequence[str]]] = ()) -> None:
        """Begins with those that were kept of a match, or with none."""
        self._orders: dict[Seat, list[_Question]] = {
            seat: [(rule, prompt) for rule, prompt in orders] for seat, orders in enumerate(kept)
        }

    def kept(self, players: int) -> list[list[list[str]]]:
        """Gives them by seat, to begin with them again."""
        return [[list(one) for one in self._orders.get(seat, ())] for seat in range(players)]

    def begin(self, decision: Decision) -> None:
        """Passes this question from now on."""
        orders = self._orders.setdefault(decision.seat, [])
        if (asked := (decision.rule, decision.prompt)) not in orders:
            orders.append(asked)

    def end(self, seats: Iterable[Seat], question: Any = None, language: Language = ENGLISH) -> None:
        """Asks again; all questions, if none is named by its prompt."""
        for seat in seats:
            orders = self._orders.pop(seat, [])
            self._orders[seat] = [
                one for one in orders if question is not None and language.value(safe(one[1])) != question
            ]

    def choice(self, decision: Decision) -> int | None:
        """Gives the number of the choice that passes, if the player said so."""
        if (decision.rule, decision.prompt) not in self._orders.get(decision.seat, ()):
            return None
        return _passes(decision)

    def of(self, seat: Seat | None) -> list[str]:
        """Lists the questions that are passed for a player, by their prompts."""
        return (
            [authored(safe(prompt)) for _, prompt in self._orders.get(seat, ())] if seat is not None else []
        )

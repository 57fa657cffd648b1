"""How long a bot's answer is held back, so that its time does not tell what the bot had to choose from.

Invariants:
    Where others cannot work out what is offered, an answer comes a fixed time after the question: no sooner if there
    was one choice only, and no later if there were many. Where thinking took longer the time grows by half, as often
    as it takes, and then stays: answers come later than those before a few times at most, whatever bots hold.
    What a bot decides in secret, one choice after the other, takes as long as one answer.
"""

from collections.abc import Callable
from math import ceil
from typing import Final

from gekido_dsl.engine import Decision, RuleError, Seat
from gekido_dsl.table.opening import Due

_GRAIN_S: Final = 0.25
"""Times are multiples of this."""
_GROWS: Final = 1.5
"""By how much the time grows: of answers within ten seconds eight at most come later than all before."""
_READY_S: Final = 0.35
"""What a bot that thinks for a time needs besides."""


class Pace:
    """Says when bots answer."""

    def __init__(self, least_s: float, is_open: Callable[[Decision], bool]) -> None:
        """Sets the pace.

        Args:
            least_s: how long a decision can be looked at before the next; 0 holds nothing back.
            is_open: tells whether everybody can work out what a question offers.
        """
        self.least_s = least_s
        self._is_open = is_open
        self._times: dict[tuple[str, bool], float] = {}
        self._secret: Seat | None = None
        """Who has gone on in secret; their time began with the first of these questions."""
        self._began = 0.0

    @property
    def goes_on(self) -> bool:
        """Whether somebody goes on in secret, so that there is nothing to show before they think."""
        return self._secret is not None

    def asked(self, due: Due, now: float) -> None:
        """Notes when a bot was asked."""
        if due.seat != self._secret:
            self._began = now
        self._secret = None

    def answers_at(self, due: Due, choice: int, now: float) -> float:
        """Gives the moment for an answer that was found just now."""
        if not self.least_s:
            return now
        if self._is_open(due.decision):
            return max(now, self._began + self.least_s)
        if self._goes_on_in_secret(due, choice):
            self._secret = due.seat
            return now
        key = (due.kind, due.decision.secret)
        time_s = self._times.get(key, self._at_first(due))
        took_s = now - self._began
        while took_s > time_s:
            time_s *= _GROWS
        self._times[key] = time_s
        return self._began + time_s

    def _at_first(self, due: Due) -> float:
        """Gives the time that is set before a bot of this kind has been seen to think."""
        seconds = getattr(due.bot, "seconds", 0.0) if getattr(due.bot, "playouts", 0) is None else 0.0
        return max(self.least_s, ceil((seconds + _READY_S) / _GRAIN_S) * _GRAIN_S if seconds else 0.0)

    def _goes_on_in_secret(self, due: Due, choice: int) -> bool:
        """Tells whether the bot is asked again in secret, which nobody else sees."""
        if not due.decision.secret:
            return False
        after = due.state.copy()
        try:
            due.executor.apply(after, choice)
        except RuleError:
            return False
        following = due.executor.decision(after)
        if following is None or not following.secret or following.seat != due.seat:
            return False
        # The next secret part may have begun already; what came of this one is seen then.
        seats: list[Seat | None] = [None, *(one.seat for one in due.executor.observe(after, None).players)]
        return all(
            due.executor.observe(after, seat) == due.executor.observe(due.state, seat)
            for seat in seats
            if seat != due.seat
        )

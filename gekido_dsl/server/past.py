"""What stood on a table a while ago, for those who look on later.

Invariants:
    A moment is shown as it was when it came: what happens to the match afterwards changes nothing about it, be it that
    choices are taken back or that another match begins.
    Before the first moment is old enough there is the set-up of the match that was on the table when it was opened.
"""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from gekido_dsl.server.delayed import Delayed
from gekido_dsl.table import Table, Viewer
from gekido_dsl.table.picture import Watch


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """How a table stood."""

    table: Table
    also: Mapping[str, Any] = field(default_factory=dict)
    """What everybody was told then besides the match: clocks, and the games that were won."""

    def shown(self, viewer: Viewer) -> dict[str, Any]:
        """Gives what somebody who looks on is shown of it."""
        message = self.table.shown(viewer)
        message["shown"] |= self.also
        return message


class Past:
    """The moments of a table that those who look on later have not come to, and the last to which they have."""

    def __init__(self, table: Table, delay_s: float) -> None:
        self._waiting: Delayed[Moment] = Delayed(delay_s)
        self._watches: dict[int | None, Watch] = {}
        """What they have seen: things keep their names from one moment to the next."""
        self._last = Moment(_at_rest(table, self._watches, begins=True))

    def put(self, table: Table, also: Mapping[str, Any], made: float) -> None:
        """Keeps how a table stands; while nobody does anything with it."""
        self.come_to(made)  # so that what waits stays little though nobody looks on
        self._waiting.put(made, Moment(_at_rest(table, self._watches), also))

    def come_to(self, now: float) -> Moment:
        """Gives the last moment that is old enough."""
        self._last = self._waiting.due(now) or self._last
        return self._last

    def next_at(self) -> float | None:
        """Tells when another one is old enough; None where none waits."""
        return self._waiting.next_at()


def _at_rest(table: Table, watches: dict[int | None, Watch], *, begins: bool = False) -> Table:
    """Gives a table as it stands, that stays so.

    Args:
        begins: whether it is to stand as before the first decision.
    """
    made = copy(table)
    made.session = copy(table.session)
    made.session.steps, made.session.notes = list(table.session.steps), list(table.session.notes)
    if begins:
        made.session.steps, made.session.notes = [], []
        made.session.state = table.session.state_after(0)
        made.session.decision = table.session.executor.decision(made.session.state)
    made.seats, made.people = list(table.seats), dict(table.people)
    made.taking_back = table.taking_back.of(made)
    made.watches = watches
    made.forget_drawn()
    return made

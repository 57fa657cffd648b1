"""How matches ended, and what that makes of players: matches, wins, places.

Invariants:
    A match that is not over counts nothing, and neither does one whose end was taken back.
    Those count who sat there when it ended; what happens at the table afterwards changes nothing.
    A person is who gave a name at the table; nobody else is noted but bots, by their level.
"""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl.engine import Outcome
from gekido_dsl.play.kinds import PERSON
from gekido_dsl.table import Table

MOST: Final = 200
"""So many players are listed at most."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended for one seat."""

    seat: int
    name: str
    """What the person was called, or the kind of the bot."""
    is_person: bool
    rank: int
    won: bool


@dataclass(frozen=True, slots=True)
class Ended:
    """How a match ended; without results where it counts nothing, or its end was taken back."""

    match: int
    game: str
    results: Sequence[Result]
    at: int
    """Seconds since 1970."""


@dataclass(slots=True)
class Standing:
    """What the matches of a player come to."""

    name: str
    is_person: bool
    matches: int = 0
    won: int = 0
    places: int = 0
    """The sum of their places."""
    ended_at: int = 0

    @property
    def last(self) -> str:
        """The day of their last match."""
        return datetime.datetime.fromtimestamp(self.ended_at, datetime.UTC).date().isoformat()


def results(table: Table) -> list[Result]:
    """Lists how the match on a table ended, for each seat that counts; none while it goes on."""
    outcome: Outcome | None = table.session.outcome
    if outcome is None or not outcome.finished:
        return []
    found = []
    for seat, kind in enumerate(table.seats):
        person = table.people.get(seat)
        name = (person.name if person is not None else "") if kind == PERSON else kind
        if name and seat < len(outcome.ranks):
            found.append(Result(seat, name, kind == PERSON, outcome.ranks[seat], seat in outcome.winners))
    return found


def standings(kept: Iterable[Standing], kinds: Mapping[str, str]) -> list[Standing]:
    """Adds up what is kept under names that differ in the size of letters alone: who won most first.

    Args:
        kinds: what bots are called.
    """
    made: dict[tuple[bool, str], Standing] = {}
    for one in kept:
        name = one.name if one.is_person else kinds.get(one.name, one.name)
        found = made.setdefault((one.is_person, name.casefold()), Standing(name, one.is_person))
        found.matches += one.matches
        found.won += one.won
        found.places += one.places
        found.ended_at = max(found.ended_at, one.ended_at)
    return sorted(made.values(), key=lambda one: (-one.won, one.places / one.matches, one.name))[:MOST]

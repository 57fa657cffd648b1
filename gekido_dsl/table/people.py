"""What people at a table call themselves, and in which colour they play.

Invariants:
    A name is one line of few letters, and no two people play in one colour.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from gekido_dsl.diagnostics.render.screen import safe
from gekido_dsl.drawing.theme import PLAYERS
from gekido_dsl.engine import Seat

T = TypeVar("T")
MOST_LETTERS: Final = 24


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at a table."""

    name: str = ""
    colour: int = 0
    """Which colour of players, counted from 1; 0 for that of the seat."""


def person(name: Any, colour: Any, *, free: bool = True) -> Person:
    """Reads what somebody says of themselves, as far as it can be so.

    Args:
        free: whether they may choose a colour.
    """
    called = " ".join(safe(name).split())[:MOST_LETTERS].strip() if isinstance(name, str) else ""
    known = isinstance(colour, int) and not isinstance(colour, bool) and 0 < colour <= len(PLAYERS)
    return Person(called, colour if known and free else 0)


def worn(people: Mapping[Seat, Person], seats: int) -> dict[Seat, int]:
    """Gives the colours of seats; empty if everybody has that of their seat.

    Whoever plays in the colour of somebody else's seat gives their own for it.
    """
    chosen = {seat: one.colour for seat, one in people.items() if one.colour and seat < seats}
    if not chosen:
        return {}
    made = dict(chosen)
    for seat in range(seats):
        if seat not in made:
            taken = set(made.values())
            after = [seat + 1, *(one + 1 for one in range(max(seats, len(PLAYERS))))]
            made[seat] = next((one for one in after if one not in taken), seat + 1)
    return made


def moved_on(of_seats: Sequence[T], by: int) -> list[T]:
    """Gives what belongs to seats where all who sit there have moved on: whoever sat at seat `by` sits first."""
    by %= len(of_seats) or 1
    return [*of_seats[by:], *of_seats[:by]]


def kept(people: Mapping[Seat, Person]) -> list[list[Any]]:
    """Writes people down."""
    return [[seat, one.name, one.colour] for seat, one in sorted(people.items())]


def read(lines: Sequence[Sequence[Any]]) -> dict[Seat, Person]:
    """Reads people that were written down."""
    return {int(seat): person(name, colour) for seat, name, colour in lines}

"""The positions to which a match can come, each once, and which choice leads from which to which.

Invariants:
    Positions are numbered as they are found, and opened in that order; so the shortest way to each is known.
"""

from array import array
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

_TELL_EVERY: Final = 1_000
_MOST_CHOICES: Final = 40_000_000
"""As many choices there is room for, whatever the number of positions."""
NOWHERE: Final = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class Place:
    """Where a match stands."""

    key: bytes
    """The same for positions from which the same can follow."""
    seat: int
    """Who decides; of no meaning at the end."""
    count: int
    """Of choices; 0 at the end."""
    worth: int
    """What an end is worth to the first seat."""
    at: Any
    """What the walk goes on from."""


class Walk(Protocol):
    """Goes through the positions of a match."""

    def start(self) -> Place:
        """Gives where it begins."""
        ...

    def after(self, place: Place, choice: int) -> Place:
        """Gives where a choice leads."""
        ...


class Broken(Exception):
    """A choice that cannot be carried out as it should; the interpreter says why."""

    def __init__(self, why: Exception, line: tuple[int, ...]) -> None:
        super().__init__(str(why))
        self.why = why
        self.line = line
        """The numbers of the choices that lead there."""


@dataclass
class Graph:
    """All positions that were found."""

    seats: bytearray = field(default_factory=bytearray)
    """By position, who decides."""
    first: "array[int]" = field(default_factory=lambda: array("I", [0]))
    """By position that was opened, where its choices begin in `after`; then where the last end."""
    after: "array[int]" = field(default_factory=lambda: array("I"))
    """Where each choice leads."""
    ends: dict[int, int] = field(default_factory=dict)
    """By position that is an end, what it is worth to the first seat."""
    parent: "array[int]" = field(default_factory=lambda: array("I"))
    """By position, from where it was found first,"""
    choice: "array[int]" = field(default_factory=lambda: array("I"))
    """and by which choice."""
    opened: int = 0
    """How many were opened, from the first on; ends among them."""

    def __len__(self) -> int:
        return len(self.seats)

    @property
    def complete(self) -> bool:
        """Whether all were opened."""
        return self.opened == len(self)

    def after_of(self, position: int) -> "array[int]":
        """Lists where the choices of a position lead, in order."""
        return self.after[self.first[position] : self.first[position + 1]]

    def choices(self, position: int) -> int:
        """Tells how many choices a position has that was opened."""
        return self.first[position + 1] - self.first[position]

    @property
    def depth(self) -> int:
        """How many decisions away from the start everything was looked at."""
        return len(self.line_to(self.opened)) if not self.complete else len(self)

    def line_to(self, position: int) -> tuple[int, ...]:
        """Gives the numbers of the choices that lead to a position."""
        line: list[int] = []
        while self.parent[position] != NOWHERE:
            line.append(self.choice[position])
            position = self.parent[position]
        return tuple(reversed(line))


def explore(
    walk: Walk, most: int, tell: Callable[[int], None], stopped: Callable[[], bool] = lambda: False
) -> Graph:
    """Finds positions, the nearest first, until there are no more or enough.

    Args:
        most: positions after which none is opened any more.
        tell: is told now and then how many were found.
    Raises:
        Broken: a choice cannot be carried out as it should.
    """
    graph, numbers, waiting = Graph(), dict[bytes, int](), deque[Place]()

    def number_of(place: Place, parent: int, choice: int) -> int:
        known = numbers.setdefault(place.key, len(numbers))
        if known == len(graph):
            graph.seats.append(place.seat)
            graph.parent.append(parent)
            graph.choice.append(choice)
            waiting.append(place)
            if not place.count:
                graph.ends[known] = place.worth
        return known

    number_of(walk.start(), NOWHERE, 0)
    while waiting and len(graph) < most and len(graph.after) < _MOST_CHOICES and not stopped():
        place, own = waiting.popleft(), graph.opened
        for choice in range(place.count):
            try:
                after = walk.after(place, choice)
            except Exception as error:
                raise Broken(error, (*graph.line_to(own), choice)) from error
            graph.after.append(number_of(after, own, choice))
        graph.opened += 1
        graph.first.append(len(graph.after))
        if graph.opened % _TELL_EVERY == 0:
            tell(len(graph))
    while waiting and not waiting[0].count:
        waiting.popleft()
        graph.opened += 1
        graph.first.append(len(graph.after))
    return graph

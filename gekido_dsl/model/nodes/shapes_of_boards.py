"""The shapes of boards: how many positions there are, and which steps lead from one to another.

A position is a number from 0; on a grid row by row from the top left.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final


@dataclass(frozen=True)
class Rim:
    """How the spaces at the rim of a grid follow one another, the bottom row first."""

    closed: bool
    """Whether the first follows the last."""
    clockwise: bool
    """Whether the bottom row leads from right to left."""

    def order(self, rows: int, columns: int) -> list[int]:
        """Lists the positions at the rim of so many rows and columns in their order."""
        bottom = [(rows - 1, column) for column in range(columns)]
        right = [(row, columns - 1) for row in range(rows - 2, 0, -1)]
        top = [(0, column) for column in range(columns - 1, -1, -1)] if rows > 1 else []
        left = [(row, 0) for row in range(1, rows - 1)] if columns > 1 else []
        across = (columns - 1) if self.clockwise else 0
        return [row * columns + abs(across - column) for row, column in (*bottom, *right, *top, *left)]


@dataclass(frozen=True)
class Grid:
    """Rows of equal length; some positions may be left out, and lines may be drawn that steps follow."""

    rows: int
    columns: int
    directions: int
    holes: frozenset[int] = frozenset()
    """The positions where there is no space."""
    links: Mapping[tuple[int, int, int], int] | None = None
    """Where lines are drawn: the position that one leads to from a position, so far down and right; else None."""
    rim: Rim | None = None
    """Whether and how its spaces follow one another round the rim."""

    @property
    def size(self) -> int:
        """How many positions there are, those without a space among them."""
        return self.rows * self.columns

    @cached_property
    def spots(self) -> tuple[int, ...]:
        """The positions that have a space; round the rim, if they follow one another there."""
        order = range(self.size) if self.rim is None else self.rim.order(self.rows, self.columns)
        return tuple(position for position in order if position not in self.holes)

    def row(self, position: int) -> int:
        """Gives the row of a position, from 0 at the top."""
        return position // self.columns

    def column(self, position: int) -> int:
        """Gives the column of a position, from 0 on the left."""
        return position % self.columns


@dataclass(frozen=True)
class Network:
    """Spaces that ways join, and these ways, which are spaces, too.

    First come all spaces that are joined, then all ways, each in the order of its table. It counts as one row of them.
    """

    joined: int
    """How many spaces there are besides the ways."""
    ends: tuple[tuple[int, int], ...]
    """The positions that each way joins."""
    one_way: frozenset[int] = frozenset()
    """The ways that lead from their first end to their second alone."""
    places: tuple[tuple[float, float], ...] = ()
    """Where each space that is joined lies on a picture, from 0 to 1, from the left and from the top."""
    rows: int = 1
    directions: int = 0
    holes: frozenset[int] = frozenset()
    links: None = None
    rim: None = None

    @property
    def size(self) -> int:
        """How many spaces and ways there are."""
        return self.joined + len(self.ends)

    @property
    def columns(self) -> int:
        """As many: they count as one row."""
        return self.size

    @property
    def spots(self) -> tuple[int, ...]:
        """The positions that have a space: all."""
        return tuple(range(self.size))

    def row(self, position: int) -> int:
        """Gives the row of a position: they are all in one."""
        return 0

    def column(self, position: int) -> int:
        """Gives where a position is in that row."""
        return position

    @cached_property
    def near(self) -> list[frozenset[int]]:
        """For each position those that touch it.

        Spaces touch that a way joins, in whichever direction it leads; ways touch that share an end, and a way touches
        both its ends.
        """
        found: list[set[int]] = [set() for _ in range(self.size)]
        at_end: dict[int, list[int]] = {}
        for way, (start, end) in enumerate(self.ends, self.joined):
            found[start].add(end)
            found[end].add(start)
            for one in (start, end):
                found[way].add(one)
                found[one].add(way)
                at_end.setdefault(one, []).append(way)
        for ways in at_end.values():
            for way in ways:
                found[way].update(other for other in ways if other != way)
        return [frozenset(one - {here}) for here, one in enumerate(found)]


Shape = Grid | Network

NO_SHAPE: Final = Grid(0, 0, 4)
"""Of a board that nothing is known of yet."""

"""The shapes of boards: how many positions there are, and which steps lead from one to another.

A position is a number from 0; on a grid row by row from the top left.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import lcm
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
class Round:
    """How the spaces of a board lie round its middle: its rows are rings, the outermost first, or it is one spiral."""

    spiral: bool
    """Whether its one row leads from the outside in."""
    clockwise: bool
    """Whether a step to the right leads clockwise."""


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
    wraps: tuple[bool, bool] = (False, False)
    """Whether a step down from the bottom row leads to the top row, and one right from the last column to the first."""
    round: Round | None = None
    """Whether its rows are rings, or its one row a spiral."""
    starts: tuple[int, ...] = ()
    """Where rows have lengths of their own: the column in which each begins; columns are counted from there."""

    @property
    def size(self) -> int:
        """How many positions there are, those without a space among them."""
        return self.rows * self.columns

    @property
    def longest(self) -> int:
        """How many spaces a straight line has at most; one that comes back to where it began ends there."""
        if self.links is not None:
            return self.size
        return lcm(self.rows, self.columns) if all(self.wraps) else max(self.rows, self.columns)

    @cached_property
    def spots(self) -> tuple[int, ...]:
        """The positions that have a space; round the rim, if they follow one another there."""
        order = (
            range(self.size)
            if self.rim is None or self.round is not None
            else self.rim.order(self.rows, self.columns)
        )
        return tuple(position for position in order if position not in self.holes)

    def row(self, position: int) -> int:
        """Gives the row of a position, from 0 at the top."""
        return position // self.columns

    def column(self, position: int) -> int:
        """Gives the column of a position, from 0 on the left; of a row that begins further right, from there."""
        row, column = divmod(position, self.columns)
        return column - self.starts[row] if self.starts else column

    def at(self, row: int, column: int) -> int:
        """Gives the position in a row and a column, both from 0."""
        return row * self.columns + column + (self.starts[row] if self.starts else 0)


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
    round: None = None
    wraps: tuple[bool, bool] = (False, False)

    @property
    def size(self) -> int:
        """How many spaces and ways there are."""
        return self.joined + len(self.ends)

    @property
    def columns(self) -> int:
        """As many: they count as one row."""
        return self.size

    @property
    def longest(self) -> int:
        """How many spaces a straight line has at most."""
        return max(self.rows, self.columns)

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


_NO_GRID: Final = Grid(0, 0, 4)


@dataclass(frozen=True)
class Mesh(Network):
    """A grid whose corners or edges are spaces, too: first come its own positions, then its corners, then its edges.

    Where both are there, edges are ways that join corners. `rows`, `directions` and `holes` are those of the grid.
    """

    grid: Grid = _NO_GRID
    corners: tuple[tuple[int, int], ...] = ()
    """Where the corners lie that are spaces."""
    edges: tuple[tuple[tuple[int, int], tuple[int, int]], ...] = ()
    """Where the two ends of each edge lie that is a space."""
    middles: tuple[tuple[int, int], ...] = ()
    """Where the middle of each position of the grid lies."""
    outline: tuple[tuple[int, int], ...] = ()
    """How far the corners of a space of the grid are from its middle, clockwise."""

    @property
    def size(self) -> int:
        """How many positions there are, with corners and edges."""
        return self.grid.size + len(self.corners) + len(self.edges)

    @property
    def columns(self) -> int:
        """How many columns the grid has."""
        return self.grid.columns

    @property
    def spots(self) -> tuple[int, ...]:
        """The positions that have a space."""
        return (*self.grid.spots, *range(self.grid.size, self.size))

    def row(self, position: int) -> int:
        """Gives the row of a position; corners and edges count as two rows below the grid."""
        if position < self.grid.size:
            return self.grid.row(position)
        return self.grid.rows + (position >= self.grid.size + len(self.corners))

    def column(self, position: int) -> int:
        """Gives the column of a position, or which of the corners or edges it is, from 0."""
        if position < self.grid.size:
            return self.grid.column(position)
        which = position - self.grid.size
        return which - len(self.corners) if which >= len(self.corners) else which

    @cached_property
    def near(self) -> list[frozenset[int]]:
        """For each position those that touch it; which spaces of the grid touch one another is not told.

        A space touches its corners and edges, an edge its two corners; corners touch that an edge joins, edges that
        share a corner.
        """
        found: list[set[int]] = [set() for _ in range(self.size)]
        groups: dict[tuple[int, int], list[int]] = {}
        corner_at = {spot: self.grid.size + number for number, spot in enumerate(self.corners)}
        edge_at = {ends: self.size - len(self.edges) + number for number, ends in enumerate(self.edges)}
        for here in self.grid.spots:
            ring = self.ring(here)
            for one, other in zip(ring, (*ring[1:], ring[0]), strict=True):
                ends = (min(one, other), max(one, other))
                around = (corner_at.get(one), corner_at.get(other), edge_at.get(ends))
                for left, right in (
                    (here, around[0]),
                    (here, around[2]),
                    around[:2],
                    around[::2],
                    around[1:],
                ):
                    if left is not None and right is not None:
                        found[left].add(right)
                        found[right].add(left)
        for ends, edge in edge_at.items():
            for end in ends:
                groups.setdefault(end, []).append(edge)
        for edges in groups.values():
            for edge in edges:
                found[edge].update(other for other in edges if other != edge)
        return [frozenset(one) for one in found]

    def ring(self, position: int) -> tuple[tuple[int, int], ...]:
        """Lists where the corners of a space of the grid lie, clockwise."""
        x, y = self.middles[position]
        return tuple((x + right, y + down) for right, down in self.outline)


Shape = Grid | Network

NO_SHAPE: Final = Grid(0, 0, 4)
"""Of a board that nothing is known of yet."""

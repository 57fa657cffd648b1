"""A chart of a board: what touches what, worked out once of its shape, its spaces and its borders.

Nothing here depends on a match: a board whose spaces are drawn in a table has a chart for each drawing.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE


@dataclass(frozen=True)
class Chart:
    """What steps meet on a board: where there are spaces, and the borders that no step crosses."""

    board: m.Board
    spaces: frozenset[int] | None = None
    """The positions that have a space; None for all."""
    parted: frozenset[tuple[int, int]] = frozenset()
    """Pairs of positions that touch, each pair both ways."""

    @property
    def size(self) -> int:
        """How many positions there are."""
        return self.board.shape.size

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return self.board.shape.rows

    @property
    def columns(self) -> int:
        """How many columns there are."""
        return self.board.shape.columns

    @property
    def links(self) -> Mapping[tuple[int, int, int], int] | None:
        """Where lines are drawn: the position that one leads to from a position, so far down and right."""
        return self.board.shape.links

    @property
    def directions(self) -> list[tuple[int, int]]:
        """The steps to touching spaces; six are those of a board of hexagons in slanted rows."""
        straight = [(-1, 0), (0, -1), (0, 1), (1, 0)]
        number = self.board.shape.directions
        if number == 0:
            return []
        if number == 4:
            return straight
        if number == 6:
            return [*straight, (-1, 1), (1, -1)]
        return [*straight, (-1, -1), (-1, 1), (1, -1), (1, 1)]

    def step(self, position: int, down: int, right: int) -> int:
        """Gives the position where a step leads; NONE off the board, where there is no space, and across a border."""
        if self.links is not None:
            return self.links.get((position, down, right), NONE)
        there = self.stepped(position, down, right)
        if (position, there) in self.parted or (self.spaces is not None and there not in self.spaces):
            return NONE
        return there

    def stepped(self, position: int, down: int, right: int) -> int:
        """Gives the position so far down and right, whatever lies between; NONE off the board.

        On a board that wraps round it leads on at the other side.
        """
        if isinstance(self.board.shape, m.Mesh) and position >= self.board.shape.grid.size:
            return NONE
        row, column = divmod(position, self.columns)
        row, column = row + down, column + right
        wraps_down, wraps_across = self.board.shape.wraps
        row, column = (
            row % self.rows if wraps_down else row,
            column % self.columns if wraps_across else column,
        )
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return NONE
        return row * self.columns + column

    @cached_property
    def near(self) -> list[frozenset[int]]:
        """For each position those that touch it."""
        shape = self.board.shape
        if isinstance(shape, m.Network) and not isinstance(shape, m.Mesh):
            return shape.near
        around = shape.near if isinstance(shape, m.Mesh) else [frozenset[int]()] * self.size
        return [
            around[here] | {there for way in self.directions if (there := self.step(here, *way)) != NONE}
            for here in range(self.size)
        ]

    @cached_property
    def rays(self) -> list[list[list[int]]]:
        """For each position the positions in each direction up to the rim, the nearest first."""
        return [[self.ray(here, way) for way in self.directions] for here in range(self.size)]

    def ray(self, position: int, way: tuple[int, int]) -> list[int]:
        """Lists the positions from one on in steps so far down and right up to the rim, the nearest first.

        Where the board wraps round, the line ends before it comes back to where it began.
        """
        found: list[int] = []
        start = position
        while (position := self.step(position, *way)) not in (NONE, start):
            found.append(position)
        return found

    @property
    def wraps(self) -> bool:
        """Whether the board wraps round, one way or both."""
        return any(self.board.shape.wraps)

    def leads(self, start: int, end: int, steps: Collection[tuple[int, int]]) -> bool:
        """Tells whether one of some steps leads from one position to another, whatever parts them."""
        if self.wraps:
            return any(self.stepped(start, *way) == end for way in steps)
        return self.way(start, end) in steps

    def way(self, start: int, end: int) -> tuple[int, int]:
        """Gives how far down and right one position is from another; where lines are drawn, by one step of one."""
        if self.links is not None:
            along = (key for key, there in self.links.items() if key[0] == start and there == end)
            return next(((down, right) for _, down, right in along), (0, 0))
        (row, column), (end_row, end_column) = divmod(start, self.columns), divmod(end, self.columns)
        return end_row - row, end_column - column

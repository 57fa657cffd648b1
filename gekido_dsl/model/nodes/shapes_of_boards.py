"""The shapes of boards: how many positions there are, and which steps lead from one to another.

A position is a number from 0; on a grid row by row from the top left.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final


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

    @property
    def size(self) -> int:
        """How many positions there are, those without a space among them."""
        return self.rows * self.columns

    @cached_property
    def spots(self) -> tuple[int, ...]:
        """The positions that have a space."""
        return tuple(position for position in range(self.size) if position not in self.holes)

    def row(self, position: int) -> int:
        """Gives the row of a position, from 0 at the top."""
        return position // self.columns

    def column(self, position: int) -> int:
        """Gives the column of a position, from 0 on the left."""
        return position % self.columns


Shape = Grid

NO_SHAPE: Final = Grid(0, 0, 4)
"""Of a board that nothing is known of yet."""

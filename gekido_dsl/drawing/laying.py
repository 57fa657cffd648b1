"""Where a theme has the spaces of a board drawn: laid by hand, upon a picture or without one.

Invariants:
    What is laid has the same measure as what is not: the longer side of the whole is 1, or what a table makes of it.
"""

from collections.abc import Mapping
from typing import Final

from gekido_dsl.model import nodes as m
from gekido_dsl.model.map_places import bounds_of, measure_of

WHOLE: Final = 1000
"""How many parts a board has across, where no table tells where its spaces are drawn."""
FURTHEST: Final = 100_000
_SQUARES: Final = (4, 8)
"""Directions of boards of squares."""

Spots = Mapping[str, tuple[float, float]]
"""By the label of a space, where it is drawn: across and down."""


def can_be_laid(board: m.Board) -> bool:
    """Tells whether the spaces of a board may lie anywhere: those of maps, and squares without lines or borders."""
    if board.is_map:
        return True
    grid = board.shape
    if not isinstance(grid, m.Grid) or grid.round is not None or grid.links is not None:
        return False
    return grid.directions in _SQUARES and not board.parted and not any(grid.wraps)


def usual(board: m.Board) -> dict[str, tuple[float, float]]:
    """Gives where spaces are drawn that nobody has laid, by their labels, in the numbers that a designer writes."""
    left, top, wide = measured(board)
    if isinstance(board.shape, m.Network):
        rows = zip(board.space.rows, board.shape.places, strict=True)
        return {row.name: (left + x * wide, top + y * wide) for row, (x, y) in rows}
    grid = board.shape
    assert isinstance(grid, m.Grid)
    part = WHOLE / max(grid.rows, grid.columns)
    return {
        board.spot_name(at): ((grid.column(at) + 0.5) * part, (grid.row(at) + 0.5) * part)
        for at in range(grid.size)
        if at not in grid.holes
    }


def measured(board: m.Board) -> tuple[float, float, float]:
    """Gives the least number across and down, and how many go into the whole."""
    return measure_of(board) or (0.0, 0.0, float(WHOLE))


def bounds(board: m.Board) -> tuple[float, float, float, float]:
    """Gives the least and the greatest number that a space may be laid at by hand, across and down."""
    return bounds_of(board) or (0.0, 0.0, float(WHOLE), float(WHOLE))


def placed(board: m.Board, given: Mapping[str, tuple[int, int]]) -> dict[str, tuple[float, float]]:
    """Measures what a theme says of a board as drawings do; what it leaves out lies where it would without it."""
    left, top, wide = measured(board)
    return {name: ((x - left) / wide, (y - top) / wide) for name, (x, y) in {**usual(board), **given}.items()}

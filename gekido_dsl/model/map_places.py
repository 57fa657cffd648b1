"""Where the spaces of a map are drawn, as a table tells, and what a picture below them covers."""

from collections.abc import Sequence

from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import IntType

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


def drawn_by(space: m.Kind) -> tuple[m.Field, ...]:
    """Gives the two facts that tell where spaces are drawn, if they have them."""
    given = [field for name in ("Across", "Down") if (field := space.fields.get(name)) is not None]
    plain = [field for field in given if isinstance(field.type, IntType) and not field.kept]
    return tuple(plain) if len(plain) == 2 else ()


def scaled(spots: Sequence[Sequence[float]]) -> tuple[tuple[float, float], ...]:
    """Moves places so that they lie between 0 and 1, by the same measure in both directions."""
    left, top, wide = _measure(spots)
    return tuple(((spot[0] - left) / wide, (spot[1] - top) / wide) for spot in spots)


def _measure(spots: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    left, top = (min(spot[k] for spot in spots) for k in range(2))
    wide = max(max(spot[k] for spot in spots) - least for k, least in enumerate((left, top))) or 1.0
    return left, top, wide


def measure_of(board: m.Board) -> tuple[float, float, float] | None:
    """Gives the least numbers across and down of a table, and how many it goes over; None where none tells places."""
    given, rows = drawn_by(board.space), board.space.rows
    if not given or not rows or not board.is_map:
        return None
    return _measure([[float(row.values.get(field.name) or 0) for field in given] for row in rows])


def bounds_of(board: m.Board) -> Box | None:
    """Gives the least and the greatest number of Across and Down; None where there are none, or they have no bounds."""
    bounds = [field.type for field in drawn_by(board.space) if isinstance(field.type, IntType)]
    low = [float(one.low) for one in bounds if one.low is not None]
    high = [float(one.high) for one in bounds if one.high is not None]
    if not len(low) == len(high) == 2 or low[0] >= high[0] or low[1] >= high[1]:
        return None
    return low[0], low[1], high[0], high[1]


def box_of(board: m.Board) -> Box | None:
    """Tells what a picture covers whose rims are the least and the greatest number of Across and Down.

    It is measured as the spaces are; None where no table tells places, or a number has no bound.
    """
    bounds, measure = bounds_of(board), measure_of(board)
    if bounds is None or measure is None:
        return None
    left, top, wide = measure
    return (
        (bounds[0] - left) / wide,
        (bounds[1] - top) / wide,
        (bounds[2] - left) / wide,
        (bounds[3] - top) / wide,
    )

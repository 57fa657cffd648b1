"""Pictures are put below each other in a column, and boards side by side in a row of it."""

from collections.abc import Sequence
from typing import Final

from gekido_dsl.drawing.svg import Picture, label, placed

GAP: Final = 3.0


def row_of(row: Sequence[tuple[Picture, float]], width: float, titled: bool) -> Picture:
    """Puts boards side by side, each with its name where there are several."""
    used = sum(drawn.width * scale for drawn, scale in row) + GAP * (len(row) - 1)
    x, top = (width - used) / 2, 6.0 if titled else 0.0
    shapes: list[str] = []
    high = 0.0
    for drawn, scale in row:
        if titled:
            shapes.append(label(drawn.title, x + drawn.width * scale / 2, 2.6, 3.8, bold=True))
        shapes.append(placed(drawn.shapes, x, top, scale))
        high = max(high, top + drawn.height * scale)
        x += drawn.width * scale + GAP
    return Picture(width, high, tuple(shapes), "")


def column(parts: Sequence[Picture], width: float) -> Picture:
    """Puts pictures below each other."""
    shapes: list[str] = []
    y = 0.0
    for one in parts:
        if one.shapes:
            shapes.append(placed(one.shapes, (width - one.width) / 2, y))
            y += one.height + GAP
    return Picture(width, max(y - GAP, 1.0), tuple(shapes), "")

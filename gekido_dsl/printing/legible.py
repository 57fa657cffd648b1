"""How small the letters of a drawing are: from it follows how large the drawing has to stand in a book."""

import re
from typing import Final
from xml.etree import ElementTree

from gekido_dsl.drawing.svg import LEAST_SIZE, document
from gekido_dsl.drawing.theme import PRINT
from gekido_dsl.printing.box import Stock

LEAST_PT: Final = 6.0
"""How small the letters of a drawing may be in a book."""
_NEARLY: Final = 0.93
"""Letters are made smaller in steps; the last one may be a little below the least size."""
_SCALE: Final = re.compile(r"scale\(\s*([\d.]+)")
_SIZE: Final = re.compile(r"[\d.]+")


def least_scale(svg: str, width: float) -> float:
    """Gives how large a drawing has to stand, against its own size, so that all of it can be read; 0 without letters.

    Args:
        width: how wide the drawing is at its own size, in millimetres.
    """
    smallest = smallest_mm(svg, width)
    return round(LEAST_PT * 25.4 / 72 / smallest + 0.0005, 3) if smallest else 0.0


def too_small(things: Stock) -> list[str]:
    """Names the things with letters that are printed too small to be read."""
    found: dict[str, None] = {}
    for group in things.groups:
        for item in group.items:
            picture = item.front
            wide = picture.width if item.part is None else item.part[2]
            smallest = smallest_mm(document(picture, PRINT), picture.width)
            if smallest is not None and smallest * group.size.width / wide < LEAST_SIZE * _NEARLY:
                found[item.name] = None
    return list(found)


def smallest_mm(svg: str, width: float) -> float | None:
    """Gives the size of the smallest letters of a drawing, in millimetres; None where it has none."""
    root = ElementTree.fromstring(svg)
    box = root.get("viewBox", "").replace(",", " ").split()
    unit = width / float(box[2]) if len(box) == 4 and float(box[2]) > 0 else 1.0
    found: list[float] = []
    left: list[tuple[ElementTree.Element, float, float | None]] = [(root, unit, None)]
    while left:
        one, scale, size = left.pop()
        for factor in _SCALE.findall(one.get("transform", "")):
            scale *= float(factor)
        said = _SIZE.match(one.get("font-size", ""))
        size = float(said[0]) if said is not None else size
        tag = one.tag.rpartition("}")[2]
        if tag in ("text", "tspan") and size is not None and (one.text or "").strip():
            found.append(size * scale)
        left += [(each, scale, size) for each in one]
    return min(found, default=None)

"""Tiles with sides, as they lie: their parts reach to the edges, and what stands on a part is drawn there."""

from math import cos, pi, sin
from typing import Final

from gekido_dsl.drawing.look import Look
from gekido_dsl.drawing.svg import label, polygon, shape
from gekido_dsl.engine import Patch, ThingView

_BARE: Final = ("#d5d9df", "#b9c0ca", "#9ea8b5", "#838f9f")
"""What parts are filled with whose values have no colour of their own."""
_NARROW: Final = 0.86
"""How much of its side a part takes."""


def tile(thing: ThingView, x: float, y: float, half: float, look: Look) -> list[str]:
    """Draws a tile.

    Args:
        half: how far its sides are from its middle.
    """
    count = thing.patches[0].directions
    corner = half / cos(pi / count)
    made = [polygon("paper strong-edge", *_around(x, y, corner, count), stroke_width=0.4)]
    plain = sorted({patch.value for patch in thing.patches if (patch.listed, patch.value) not in look.tints})
    for patch in thing.patches:
        fill = look.tints.get((patch.listed, patch.value))
        if fill is None:
            fill = _BARE[plain.index(patch.value) % len(_BARE)]
        made += _patch(patch, x, y, half, fill)
    return made


def _patch(patch: Patch, x: float, y: float, half: float, fill: str) -> list[str]:
    count = patch.directions
    spread, far = pi / count * _NARROW, half / cos(pi / count * _NARROW)
    deep = 0.0 if len(patch.sides) > 1 else half * 0.35
    ink = "ink" if fill in _BARE else "white"
    made = []
    for side in patch.sides:
        angle = 2 * pi * side / count
        points = [_at(x, y, far, angle - spread), _at(x, y, far, angle + spread), _at(x, y, deep, angle)]
        made.append(polygon("line-edge", *points, fill=fill, stroke_width=0.15))
    if not patch.sides:
        made.append(shape("circle", "line-edge", cx=x, cy=y, r=half * 0.34, fill=fill, stroke_width=0.2))
    spots = [_at(x, y, half * 0.7, 2 * pi * side / count) for side in patch.sides] or [(x, y)]
    for at, (across, down) in enumerate(spots):
        standing = patch.held[0] if at == 0 and patch.held else None
        if standing is None:
            made.append(label(patch.value[:1], across, down, half * 0.36, ink, bold=True))
            continue
        seat = standing.owner
        style = "paper strong-edge" if seat is None else f"player{seat % 12 + 1} strong-edge"
        made.append(shape("circle", style, cx=across, cy=down, r=half * 0.27, stroke_width=0.3))
        said = str(seat + 1) if seat is not None else str(len(patch.held))
        made.append(
            label(
                said,
                across,
                down,
                half * 0.36,
                "ink" if seat is None else f"player{seat % 12 + 1}-ink",
                bold=True,
            )
        )
    return made


def _around(x: float, y: float, corner: float, count: int) -> list[tuple[float, float]]:
    return [_at(x, y, corner, 2 * pi * (number + 0.5) / count) for number in range(count)]


def _at(x: float, y: float, far: float, angle: float) -> tuple[float, float]:
    return x + far * sin(angle), y - far * cos(angle)

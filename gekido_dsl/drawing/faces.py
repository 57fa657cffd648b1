"""A picture takes the shape of what is printed: another size, room to be cut, the corners of a hexagon."""

from dataclasses import dataclass
from math import sqrt
from typing import Final

from gekido_dsl.drawing import Picture
from gekido_dsl.drawing.svg import placed, polygon, shape

_NEARLY: Final = 0.02
"""By how much of its height a picture may be of another shape than its paper, and still fill it."""
_OUTLINE: Final = 0.5
_OWN_RIM: Final = 2.0
"""How far from their edge drawn pictures write nothing."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What a piece is cut to, in millimetres."""

    width: float
    height: float
    hexagon: bool = False
    """Whether it has six sides, a corner at the top; the width is from side to side."""


SHAPES: Final = {
    "poker": Shape(63.5, 88.9),
    "bridge": Shape(57.15, 88.9),
    "tarot": Shape(69.85, 120.65),
    "mini": Shape(44.45, 63.5),
    "square": Shape(63.5, 63.5),
    "hex": Shape(round(63.5 * sqrt(3) / 2, 2), 63.5, hexagon=True),
}
"""Sizes that card makers have names for."""


def faced(picture: Picture, cut: Shape, bleed: float = 0.0, safe: float = 0.0) -> Picture:
    """Fits a picture to what is cut out, with so many millimetres more on each side.

    What a picture is filled with goes on to the rim, its outline is left out there: no cut is so exact that it would
    not show. A picture that says nothing of it, as artwork does, is enlarged.

    Args:
        safe: how far from the cut what is written has to stay.
    """
    width, height = cut.width + 2 * bleed, cut.height + 2 * bleed
    if cut.hexagon:
        return _hexagon(picture, cut, bleed)
    scale = min(cut.width / picture.width, cut.height / picture.height)
    fills = abs(cut.width / picture.width - cut.height / picture.height) <= _NEARLY * scale
    if not bleed and fills:
        return _made(picture, width, height, [_middle(picture, picture.shapes, width, height, scale)])
    if picture.ground:
        aside = 2 * max(safe - _OWN_RIM, 0.0)
        scale = min((cut.width - aside) / picture.width, (cut.height - aside) / picture.height)
    else:
        if fills:
            scale = max(width / picture.width, height / picture.height)
        return _made(picture, width, height, [_middle(picture, picture.shapes, width, height, scale)])
    top = (height - picture.height * scale) / 2
    shapes: list[str] = []
    for at, (start, look) in enumerate(picture.ground):
        y = top + start * scale if at else 0.0
        shapes.append(shape("rect", look, x=0, y=y, width=width, height=max(height - y, 0.01)))
    shapes.append(_middle(picture, picture.shapes[1:], width, height, scale))
    if not bleed:
        rim = {"x": 0.3, "y": 0.3, "width": width - 0.6, "height": height - 0.6}
        shapes.append(shape("rect", "none strong-edge", **rim, rx=3, stroke_width=_OUTLINE))
    return _made(picture, width, height, shapes)


def _middle(
    picture: Picture, shapes: tuple[str, ...], width: float, height: float, scale: float, y: float = 0.0
) -> str:
    left, top = (width - picture.width * scale) / 2, (height - picture.height * scale) / 2
    return placed(shapes, left, top + y, scale)


def _made(picture: Picture, width: float, height: float, shapes: list[str]) -> Picture:
    return Picture(width, height, tuple(shapes), picture.title, picture.text)


def _hexagon(picture: Picture, cut: Shape, bleed: float) -> Picture:
    """Draws a picture as large as it fits into six sides; the ground fills them, or the whole sheet to be cut."""
    width, height = cut.width + 2 * bleed, cut.height + 2 * bleed
    radius = cut.height / 2
    ratio = picture.height / picture.width
    inside = radius / (ratio / 2 + 1 / (2 * sqrt(3)))
    scale = min(inside, cut.width) / picture.width
    look = picture.ground[-1][1] if picture.ground else "tint"
    shapes = picture.shapes[1:] if picture.ground else picture.shapes
    content = _middle(picture, shapes, width, height, scale)
    if bleed:
        back = shape("rect", look, x=0, y=0, width=width, height=height)
    else:
        back = polygon(f"{look} strong-edge", *_corners(width, height, 0.3), stroke_width=_OUTLINE)
    return _made(picture, width, height, [back, content])


def _corners(width: float, height: float, inset: float) -> list[tuple[float, float]]:
    across, down = width / 2 - inset, height / 2 - inset
    middle = (width / 2, height / 2)
    parts = ((0, -1), (1, -0.5), (1, 0.5), (0, 1), (-1, 0.5), (-1, -0.5))
    return [(middle[0] + x * across, middle[1] + y * down) for x, y in parts]

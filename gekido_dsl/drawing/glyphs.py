"""Signs become shapes, so that they look the same whatever fonts there are.

A ruleset says with `drawn as` which sign stands for a value. The common geometric signs, suits and arrows are drawn
here; any other sign is left to the fonts.
"""

from math import cos, pi, sin
from typing import Final

from gekido_dsl.drawing.svg import label, number, shape


def _polygon(points: list[tuple[float, float]]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def _regular(sides: int, turn: float = 0.0, inner: float | None = None) -> str:
    """Gives the corners of a regular shape, or of a star, in a circle with the radius 1."""
    steps = sides * (2 if inner is not None else 1)
    points = []
    for step in range(steps):
        radius = inner if inner is not None and step % 2 else 1.0
        angle = 2 * pi * step / steps - pi / 2 + turn
        points.append((radius * cos(angle), radius * sin(angle)))
    return _polygon(points)


_ARROW: Final = "0,-1 .8,0 .32,0 .32,1 -.32,1 -.32,0 -.8,0"
_POLYGONS: Final = {
    "▲△": _regular(3),
    "▼▽": _regular(3, pi),
    "■□": "-.82,-.82 .82,-.82 .82,.82 -.82,.82",
    "◆◇♦": "0,-1 .8,0 0,1 -.8,0",
    "⬟⬠": _regular(5),
    "⬢⬡": _regular(6),
    "★☆": _regular(5, 0.0, 0.42),
    "✚✛": "-.3,-1 .3,-1 .3,-.3 1,-.3 1,.3 .3,.3 .3,1 -.3,1 -.3,.3 -1,.3 -1,-.3 -.3,-.3",
    "✖✕": "-.95,-.55 -.55,-.95 0,-.4 .55,-.95 .95,-.55 .4,0 .95,.55 .55,.95 0,.4 -.55,.95 -.95,.55 -.4,0",
}
_TURNED: Final = {"↑": 0, "↗": 45, "→": 90, "↘": 135, "↓": 180, "↙": 225, "←": 270, "↖": 315}
_PATHS: Final = {
    "♥": "M0 1C-1.4 -.1 -.95 -1 -.5 -.95C-.2 -.93 0 -.65 0 -.5C0 -.65 .2 -.93 .5 -.95C.95 -1 1.4 -.1 0 1Z",
    "♠": "M0 -1C-1.4 .1 -.95 .75 -.5 .7C-.25 .68 -.1 .5 -.06 .4L-.25 1H.25L.06 .4"
    "C.1 .5 .25 .68 .5 .7C.95 .75 1.4 .1 0 -1Z",
    "♣": "M0 -1A.42 .42 0 0 1 .3 -.28A.42 .42 0 1 1 .08 .3L.25 1H-.25L-.08 .3"
    "A.42 .42 0 1 1 -.3 -.28A.42 .42 0 0 1 0 -1Z",
}
_HOLLOW: Final = frozenset("△▽□◇⬠⬡☆✛✕○")


def glyph(sign: str, x: float, y: float, radius: float, look: str = "ink") -> str:
    """Draws a sign around a point."""
    if sign in _HOLLOW:
        look = f"{look}-line"
    measures: dict[str, float | str] = {}
    where = f"translate({number(x)} {number(y)}) scale({number(radius)})"
    if sign in _HOLLOW:
        measures["stroke_width"] = 0.16
    if sign in ("●", "○"):
        return shape("circle", look, r=0.9, transform=where, **measures)
    if sign in _TURNED:
        return shape("polygon", look, points=_ARROW, transform=f"{where} rotate({_TURNED[sign]})")
    if sign in _PATHS:
        return shape("path", look, d=_PATHS[sign], transform=where)
    for signs, points in _POLYGONS.items():
        if sign in signs:
            return shape("polygon", look, points=points, transform=where, **measures)
    return label(sign, x, y, radius * 1.8, look)

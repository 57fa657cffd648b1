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
    "♚": "M-.09 -1H.09V-.87H.24V-.69H.09V-.5C.3 -.5 .3 -.38 .2 -.3C.5 -.5 .85 -.35 .82 0C.8 .25 .6 .35 .55 .45L.62 .6"
    "V.85H-.62V.6L-.55 .45C-.6 .35 -.8 .25 -.82 0C-.85 -.35 -.5 -.5 -.2 -.3C-.3 -.38 -.3 -.5 -.09 -.5V-.69H-.24V-.87"
    "H-.09Z",
    "♛": "M-.85 -.55L-.5 -.05L-.42 -.75L-.15 -.1L0 -.9L.15 -.1L.42 -.75L.5 -.05L.85 -.55L.6 .4V.5L.65 .6V.85H-.65V.6"
    "L-.6 .5V.4Z",
    "♜": "M-.6 -.85H-.35V-.65H-.13V-.85H.13V-.65H.35V-.85H.6V-.4L.4 -.22L.45 .4L.65 .6V.85H-.65V.6L-.45 .4L-.4 -.22"
    "L-.6 -.4Z",
    "♝": "M0 -1A.12 .12 0 0 1 .09 -.8C.4 -.55 .48 -.25 .4 0L.2 .2H.3V.32H.2L.3 .55H.6V.85H-.6V.55H-.3L-.2 .32H-.3V.2"
    "H-.2L-.4 0C-.48 -.25 -.4 -.55 -.09 -.8A.12 .12 0 0 1 0 -1Z",
    "♞": "M-.55 .85V.6C-.5 .3 -.05 .2 -.02 -.12L-.35 .08L-.55 .2L-.72 .02L-.42 -.5C-.3 -.72 -.1 -.8 .02 -.82L.1 -1"
    "L.22 -.78C.55 -.6 .68 -.1 .62 .6V.85Z",
    "♟": "M0 -.85A.34 .34 0 0 1 .2 -.24L.32 -.1H.18C.2 .2 .3 .4 .5 .55L.6 .6V.85H-.6V.6L-.5 .55C-.3 .4 -.2 .2 -.18 -.1"
    "H-.32L-.2 -.24A.34 .34 0 0 1 0 -.85Z",
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

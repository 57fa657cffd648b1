"""Pieces become shapes: discs, stones, pawns, people, cubes and more, each with a mark of its owner.

A theme says which shape a kind has (`pieces`); a kind whose name is that of a shape, such as Pawn or Cube, has it by
itself, and any other is a disc. The mark of an owner tells pieces apart without their colour.
"""

from typing import Final

from gekido_dsl.drawing.glyphs import glyph
from gekido_dsl.drawing.svg import number, shape

_PATHS: Final = {
    "pawn": "M0 -1A.42 .42 0 0 1 .26 -.25L.4 -.13H.24C.26 .2 .36 .42 .62 .6L.7 .68V.95H-.7V.68L-.62 .6"
    "C-.36 .42 -.26 .2 -.24 -.13H-.4L-.26 -.25A.42 .42 0 0 1 0 -1Z",
    "meeple": "M0 -1A.33 .33 0 0 1 .3 -.52C.34 -.42 .92 -.3 .98 -.04C1 .12 .8 .2 .5 .2L.78 .82"
    "C.8 .92 .74 .95 .66 .95H.2L0 .52 -.2 .95H-.66C-.74 .95 -.8 .92 -.78 .82"
    "L-.5 .2C-.8 .2 -1 .12 -.98 -.04C-.92 -.3 -.34 -.42 -.3 -.52"
    "A.33 .33 0 0 1 0 -1Z",
    "cube": "M0 -.98L.86 -.5V.48L0 .96 -.86 .48V-.5Z",
    "house": "M0 -.95L.9 -.25V.85H-.9V-.25Z",
    "ship": "M-.95 .3H.95L.6 .85H-.6ZM-.08 .2V-.95L.75 .1V.2ZM-.22 .2H-.8L-.22 -.6Z",
    "tent": "M0 -.9L.95 .85H-.95Z",
}
_EDGES: Final = {"cube": "M-.86 -.5L0 -.02 .86 -.5M0 -.02V.96", "house": "M-.9 -.25H.9"}
_MIDDLES: Final = {"pawn": 0.66, "meeple": 0.12, "cube": -0.5, "house": 0.3, "ship": 0.58, "tent": 0.42}
"""How far below the middle the mark of the owner is."""
SHAPES: Final = ("disc", "stone", "ring", "mark", *_PATHS)
"""What a theme can name."""
_OTHERS: Final = {
    "worker": "meeple", "person": "meeple", "hut": "house", "cottage": "house", "boat": "ship", "camp": "tent",
    "counter": "disc", "checker": "disc",
}  # fmt: skip
"""Other common words for things of these shapes."""
_MARKS: Final = ("", "●", "▲", "■", "✚", "◆", "★", "▼", "⬟", "✖", "⬢", "♥")
"""What tells the pieces of each seat from those of others without their colour."""


def shape_of(kind: str, named: str = "") -> str:
    """Tells what a kind looks like: as a theme names it, by its own name, or a disc."""
    if named:
        return named
    word = kind.rpartition(" ")[2].lower()
    return word if word in SHAPES else _OTHERS.get(word, "disc")


def piece(kind: str, seat: int, x: float, y: float, radius: float, *, marked: bool = True) -> list[str]:
    """Draws a piece of a player around a point.

    Args:
        kind: one of `SHAPES`.
        marked: whether the mark of the player is on it.
    """
    look, ink = f"player{seat % 12 + 1} strong-edge", f"player{seat % 12 + 1}-ink"
    if kind == "mark":
        return _written(seat, x, y, radius)
    if kind in _PATHS:
        at = f"translate({number(x)} {number(y)}) scale({number(radius)})"
        made = [shape("path", look, d=_PATHS[kind], transform=at, stroke_width=0.07, stroke_linejoin="round")]
        if kind in _EDGES:
            made.append(shape("path", "strong-line", d=_EDGES[kind], transform=at, stroke_width=0.06))
        return [*made, *(mark(seat, x, y + radius * _MIDDLES[kind], radius * 0.22) if marked else [])]
    made = [shape("circle", look, cx=x, cy=y, r=radius, stroke_width=0.4)]
    if kind == "ring":
        made.append(shape("circle", "paper strong-edge", cx=x, cy=y, r=radius * 0.45, stroke_width=0.4))
        return made
    if kind == "disc":
        made.append(
            shape(
                "circle", f"{ink}-line", cx=x, cy=y, r=radius * 0.74, stroke_width=radius * 0.07, opacity=0.6
            )
        )
    return [*made, *(mark(seat, x, y, radius * 0.3) if marked else [])]


def _written(seat: int, x: float, y: float, radius: float) -> list[str]:
    """Draws a mark as it is written by hand: a cross, a circle, and the signs of further players."""
    look, at = f"player{seat % 12 + 1}-line", f"translate({number(x)} {number(y)}) scale({number(radius)})"
    if seat == 1:
        return [shape("circle", look, r=0.72, transform=at, stroke_width=0.28)]
    if seat == 0:
        return [shape("path", look, d="M-.68 -.68L.68 .68M.68 -.68L-.68 .68", transform=at, stroke_width=0.28,
                      stroke_linecap="round")]  # fmt: skip
    return [glyph(marks_of(seat), x, y, radius * 0.8, f"player{seat % 12 + 1}")]


def marks_of(seat: int) -> str:
    """Gives the sign that marks the pieces of a player; the first has none."""
    return _MARKS[seat % len(_MARKS)]


def mark(seat: int, x: float, y: float, radius: float) -> list[str]:
    """Draws the mark of a player, in what can be read on their colour; the first has none."""
    sign = marks_of(seat)
    return [glyph(sign, x, y, radius, f"player{seat % 12 + 1}-ink")] if sign else []


def crown(seat: int, x: float, y: float, radius: float) -> list[str]:
    """Draws a crown on a piece."""
    at = f"translate({number(x)} {number(y)}) scale({number(radius)})"
    d = "M-.9 .6L-1 -.45 -.45 .05 0 -.75 .45 .05 1 -.45 .9 .6Z"
    return [shape("path", "gold strong-edge", d=d, transform=at, stroke_width=0.12, stroke_linejoin="round")]

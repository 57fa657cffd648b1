"""A cube with faces of its own: its six sides as one picture, and the shape that this picture is wrapped around."""

from typing import Final

from gekido_dsl.drawing import Picture
from gekido_dsl.drawing.dice import face_name, face_shapes
from gekido_dsl.drawing.svg import placed, shape
from gekido_dsl.model import nodes as m
from gekido_dsl.printing.nets import around

_EDGE: Final = 16.0
_ACROSS: Final = 3
_RIM: Final = 0.8

TURNED: Final = ((0, 0, 0), (270, 0, 0), (180, 0, 0), (90, 0, 0), (0, 0, 90), (0, 0, 270))
"""How the cube is turned, about x, y and z, when its top, front, bottom, back, left or right looks up."""


def faces(die: m.Kind) -> tuple[int, ...]:
    """Lists the faces: top, front, bottom, back, left, right."""
    return around(die)


def names(die: m.Kind) -> list[str]:
    """Names the faces, in the same order."""
    return [face_name(die, face) for face in around(die)]


def wrap(die: m.Kind) -> Picture:
    """Draws the six faces side by side, three in a row."""
    shapes = [shape("rect", "paper", x=0, y=0, width=_ACROSS * _EDGE, height=2 * _EDGE)]
    for at, face in enumerate(around(die)):
        row, column = divmod(at, _ACROSS)
        drawn = face_shapes(die, face, _EDGE - 2 * _RIM)
        shapes.append(placed(drawn, column * _EDGE + _RIM, row * _EDGE + _RIM))
    return Picture(_ACROSS * _EDGE, 2 * _EDGE, tuple(shapes), die.name)


_CORNERS: Final = (
    ((-1, 1, -1), (1, 1, -1), (1, 1, 1), (-1, 1, 1)),
    ((-1, 1, 1), (1, 1, 1), (1, -1, 1), (-1, -1, 1)),
    ((-1, -1, 1), (1, -1, 1), (1, -1, -1), (-1, -1, -1)),
    ((1, 1, -1), (-1, 1, -1), (-1, -1, -1), (1, -1, -1)),
    ((-1, 1, -1), (-1, 1, 1), (-1, -1, 1), (-1, -1, -1)),
    ((1, 1, 1), (1, 1, -1), (1, -1, -1), (1, -1, 1)),
)
"""Of each face its corners as one sees it, clockwise from the upper left. Up is y, near is z."""


def cube() -> str:
    """Writes the shape of a cube of edge 1, as an OBJ file, with the place of each face in the picture."""
    lines = ["# a cube whose faces lie side by side in its picture, three in a row", "o die"]
    for corners in _CORNERS:
        lines += [f"v {x / 2:g} {y / 2:g} {z / 2:g}" for x, y, z in corners]
    for at in range(len(_CORNERS)):
        row, column = divmod(at, _ACROSS)
        left, right = column / _ACROSS, (column + 1) / _ACROSS
        top, low = 1 - row / 2, 1 - (row + 1) / 2
        lines += [f"vt {x:.5f} {y:.5f}" for x, y in ((left, top), (right, top), (right, low), (left, low))]
    for corners in _CORNERS:
        x, y, z = (sum(corner[axis] for corner in corners) // 4 for axis in range(3))
        lines.append(f"vn {x:g} {y:g} {z:g}")
    for at in range(len(_CORNERS)):
        first = at * 4 + 1
        for one, two, three in ((0, 2, 1), (0, 3, 2)):
            corners_of = " ".join(f"{first + i}/{first + i}/{at + 1}" for i in (one, two, three))
            lines.append(f"f {corners_of}")
    return "\n".join(lines) + "\n"

"""A die becomes the net of a cube that can be cut out, folded and glued, its faces where the ruleset has them."""

from typing import Final

from gekido_dsl.drawing.dice import all_faces, face_name, face_shapes
from gekido_dsl.drawing.svg import Picture, label, number, placed, shape
from gekido_dsl.model import nodes as m

EDGE: Final = 16.0
_FLAP: Final = 4.0
_SIDES: Final = 6
_CROSS: Final = ((1, 0), (1, 1), (1, 2), (1, 3), (0, 1), (2, 1))
"""Column and row of the top, front, bottom, back, left and right face, as they lie unfolded."""


def is_cube(die: m.Kind) -> bool:
    """Tells whether a die can be made as a cube: six faces, or so few that each stands on it as often."""
    return len(all_faces(die)) in (1, 2, 3, 6)


def is_ordinary(die: m.Kind) -> bool:
    """Tells whether any six-sided die will do."""
    return die.faces == (1, _SIDES)


def around(die: m.Kind) -> tuple[int, int, int, int, int, int]:
    """Gives the faces of a cube: top, front, bottom, back, left, right.

    Opposite faces are those of the ruleset, and what lies around a face, if it says so; else opposites add up, or a
    face that comes twice lies opposite itself.
    """
    faces = all_faces(die)
    if len(faces) < _SIDES:
        if len(faces) == 2:
            one, other = faces
            return one, one, other, other, other, one
        a, b, c = (faces * 3)[:3]
        return a, b, a, b, c, c
    across = die.opposite or dict(zip(faces, reversed(faces), strict=True))
    if die.rings:
        top = faces[0]
        north, east, south, west = die.rings[top]
        return top, south, across[top], north, west, east
    top = faces[0]
    bottom = across[top]
    rest = [face for face in faces if face not in (top, bottom)]
    front = rest[0]
    right = next(face for face in rest if face not in (front, across[front]))
    return top, front, bottom, across[front], across[right], right


def net(die: m.Kind, edge: float = EDGE) -> Picture:
    """Draws the net of a cube, with flaps to glue."""
    faces = around(die)
    shapes: list[str] = []
    origin = _FLAP
    for column, row in _CROSS:
        shapes += _flaps(column, row, origin, edge)
    for face, (column, row) in zip(faces, _CROSS, strict=True):
        x, y = origin + column * edge, origin + row * edge
        shapes.append(
            shape("rect", "paper strong-edge", x=x, y=y, width=edge, height=edge, stroke_width=0.25)
        )
        shapes.append(placed(face_shapes(die, face, edge - 1.6), x + 0.8, y + 0.8))
    told = ", ".join(face_name(die, face) for face in faces)
    return Picture(
        3 * edge + 2 * _FLAP, 4 * edge + 2 * _FLAP, tuple(shapes), f"{die.name}, to fold",
        f"top, front, bottom, back, left, right: {told}",
    )  # fmt: skip


_FLAPS: Final = ((1, 0, "up"), (0, 1, "up"), (0, 1, "left"), (0, 1, "down"), (2, 1, "up"), (2, 1, "right"),
                 (2, 1, "down"))  # fmt: skip


def _flaps(column: int, row: int, origin: float, edge: float) -> list[str]:
    """Draws the flaps of a face: one at each edge of the cube that is cut open."""
    made = []
    x, y = origin + column * edge, origin + row * edge
    cut, far = edge * 0.18, _FLAP * 0.85
    corners = {
        "up": ((x, y), (x + cut, y - far), (x + edge - cut, y - far), (x + edge, y)),
        "down": (
            (x, y + edge),
            (x + cut, y + edge + far),
            (x + edge - cut, y + edge + far),
            (x + edge, y + edge),
        ),
        "left": ((x, y), (x - far, y + cut), (x - far, y + edge - cut), (x, y + edge)),
        "right": (
            (x + edge, y),
            (x + edge + far, y + cut),
            (x + edge + far, y + edge - cut),
            (x + edge, y + edge),
        ),
    }
    for one, other, side in _FLAPS:
        if (one, other) == (column, row):
            points = " ".join(f"{number(a)},{number(b)}" for a, b in corners[side])
            made.append(shape("polygon", "tint line-edge", points=points, stroke_width=0.2))
    return made


def chits(die: m.Kind, size: float) -> list[Picture]:
    """Draws each face of a die that is no cube as a chit: drawn from a bag and put back, they roll the same."""
    made = []
    for face in all_faces(die):
        shapes = [*face_shapes(die, face, size), label(die.name, size / 2, size - 1.6, size / 11, "quiet")]
        made.append(Picture(size, size, tuple(shapes), f"{die.name}: {face_name(die, face)}"))
    return made

"""Solid dice: which faces lie around which, worked out from the lines of a die.

Invariants:
    A ring names the side faces clockwise, seen from above; it begins with the first of them in the order of values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gekido_dsl.diagnostics import Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import EnumType

if TYPE_CHECKING:  # whoever plays knows of solids, and loads no syntax
    from gekido_dsl.model.scope import Index
    from gekido_dsl.syntax import nodes as s

Ring = tuple[int, int, int, int]
FACING = "facing"
"""The fact that says how a solid die is turned."""


def rings(kind: m.Kind, written: tuple[s.Ring, ...], index: Index) -> dict[int, Ring]:
    """Works out the faces around every face of a die; none where the lines do not make a solid."""
    made: dict[int, Ring] = {}
    settled_by = written[0].span if written else kind.span
    for line in written:
        top = _face(kind, line.top, index)
        sides = [_face(kind, side, index) for side in line.sides]
        if top is None or None in sides:
            return {}
        ring = tuple(side for side in sides if side is not None)
        wrong = _mistake(kind, top, ring)
        if wrong:
            index.report(
                codes.WRONG_RING,
                f"`{kind.name}` cannot be such a solid: {wrong}",
                line.span,
                "these faces do not lie around that one",
                help="name the four side faces clockwise, seen from above; every face has one opposite it",
            )
            return {}
        if not made:
            made = _solid(kind, top, ring)
        elif made[top] != begun(ring):
            right = ", ".join(_named(kind, side) for side in made[top])
            index.report(
                codes.WRONG_RING,
                f"`{kind.name}` cannot be such a solid: the faces around {_named(kind, top)} are {right}",
                line.span,
                "not like this",
                Label(settled_by, "this line settles the whole solid"),
                help="one line is enough; take this one out or mend one of the two",
            )
            return {}
    return made


def facing(kind: m.Kind, game: m.Game) -> dict[str, m.Field]:
    """Gives the fact that a solid die keeps: where the first face of its ring looks; none without a compass of four.

    Its name is no name of a ruleset, which begin with a capital letter.
    """
    compass = next((enum for enum in game.enums.values() if enum.compass and len(enum.members) == 4), None)
    if compass is None:
        return {}
    way = EnumType(compass)
    start = m.ops.Const(way, kind.span, value=0)
    field = m.Field(FACING, kind.span, kind.name_span, type=way, kept=True, owner=kind, start=start)
    field.used = True
    return {FACING: field}


def begun(ring: tuple[int, ...]) -> Ring:
    """Turns a ring until it begins with its first face in the order of values."""
    at = ring.index(min(ring))
    a, b, c, d = ring[at:] + ring[:at]
    return a, b, c, d


def _mistake(kind: m.Kind, top: int, ring: tuple[int, ...]) -> str:
    opposite = kind.opposite
    if len(opposite) != 6:
        return "it does not have six faces, two and two opposite each other"
    if len(ring) != 4 or len({top, opposite[top], *ring}) != 6:
        return (
            f"four different faces lie around a face, and {_named(kind, opposite[top])} is opposite this one"
        )
    for k in (0, 1):
        if opposite[ring[k]] != ring[k + 2]:
            return f"{_named(kind, ring[k])} and {_named(kind, ring[k + 2])} are not opposite each other"
    return ""


def _solid(kind: m.Kind, top: int, ring: tuple[int, ...]) -> dict[int, Ring]:
    """Rolls the die over each of its edges, until every face has been up."""
    made: dict[int, Ring] = {}
    waiting = [(top, ring)]
    while waiting:
        up, (north, east, south, west) = waiting.pop()
        if up in made:
            continue
        made[up] = begun((north, east, south, west))
        down = kind.opposite[up]
        waiting += [
            (north, (down, east, up, west)),
            (east, (north, down, south, up)),
            (south, (up, east, down, west)),
            (west, (north, up, south, down)),
        ]
    return made


def _face(kind: m.Kind, face: s.Face, index: Index) -> int | None:
    from gekido_dsl.model.scope import Member
    from gekido_dsl.syntax import nodes as s

    if isinstance(kind.faces, m.Enum):
        if face.value in kind.faces.members:
            return kind.faces.members.index(str(face.value))
    elif isinstance(kind.faces, tuple) and isinstance(face.value, int):
        low, high = kind.faces
        if low <= face.value <= high:
            return face.value
    index.unknown(s.Name(face.span, str(face.value)), Member, "face")
    return None


def _named(kind: m.Kind, face: int) -> str:
    return kind.faces.members[face] if isinstance(kind.faces, m.Enum) else str(face)

"""A compass becomes a rose, from which a direction can be picked."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final

from gekido_dsl.drawing.svg import Picture, label, polygon, shape
from gekido_dsl.drawing.tags import tagged
from gekido_dsl.engine.spots import Address, of_value
from gekido_dsl.languages import joined, text
from gekido_dsl.model import nodes as m

_RADIUS: Final = 15.0
_INNER: Final = 4.2
_HALF: Final = 0.3
"""Half of the angle of a point, where there are four or fewer; of more, as much as there is room for."""
_ROOM: Final = 22.0


def rose(game: m.Game, asked: Sequence[Address]) -> Picture | None:
    """Draws the directions of a compass that are among the choices; None where they are about none.

    Args:
        asked: what choices are about.
    """
    values = {(one[1], one[2]) for one in asked if one[0] == "value"}
    for enum in game.enums.values():
        if enum.compass and (names := [name for name in enum.members if (enum.name, name) in values]):
            return _rose(enum, names)
    return None


def _rose(enum: m.Enum, names: Sequence[str]) -> Picture:
    count = len(enum.members)
    half = min(_HALF, pi / count * 0.8)
    shapes = [shape("circle", "tint line-edge", cx=_ROOM, cy=_ROOM, r=_RADIUS + 5.6, stroke_width=0.3)]
    for name in names:
        angle = 2 * pi * enum.members.index(name) / count
        x, y = sin(angle), -cos(angle)
        corners = [
            (_ROOM + _RADIUS * x, _ROOM + _RADIUS * y),
            (_ROOM + _INNER * sin(angle + half * 2.4), _ROOM - _INNER * cos(angle + half * 2.4)),
            (_ROOM + _INNER * sin(angle - half * 2.4), _ROOM - _INNER * cos(angle - half * 2.4)),
        ]
        far = _RADIUS + 2.6
        room = shape(
            "circle",
            "tint",
            cx=_ROOM + _RADIUS * 0.75 * x,
            cy=_ROOM + _RADIUS * 0.75 * y,
            r=min(7.0, 26.0 / count),
        )
        words = label(name[:2] if count > 4 else name[:1], _ROOM + far * x, _ROOM + far * y, 3.6, bold=True)
        arrow = polygon("strong", *corners)
        shapes.append(tagged(" ".join(of_value(enum.name, name)), [room, arrow, words], name))
    return Picture(
        2 * _ROOM, 2 * _ROOM, tuple(shapes), enum.name, text("Directions: {names}", names=joined(", ", names))
    )

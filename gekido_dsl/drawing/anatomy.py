"""The parts of a thing are numbered on its picture, and named below it, as printed rules show a control panel."""

from typing import Final

from gekido_dsl.drawing.dice import face_name
from gekido_dsl.drawing.look import PLAIN, Look
from gekido_dsl.drawing.solids import body
from gekido_dsl.drawing.svg import Picture, Spot, label, lines, placed, shape
from gekido_dsl.drawing.things import thing
from gekido_dsl.engine import ThingView
from gekido_dsl.model import nodes as m

_DISC: Final = 2.3
_TYPE: Final = 3.5
_LINE: Final = 5.8
_MARGIN: Final = 3.0
"""Room at the left, where numbers stand on the edge."""
_BESIDE: Final = 46.0
"""How wide a legend beside a picture is."""
_WIDE: Final = 96.0
"""A picture so wide has its legend below, in two columns."""


def anatomy(game: m.Game, kind: m.Kind, number: int, look: Look = PLAIN) -> Picture | None:
    """Draws a row of a kind with its parts numbered; None where it has none."""
    drawn = carrier(game, kind) or thing(game, kind, number, look)
    return numbered(drawn) if drawn.spots else None


def numbered(drawn: Picture) -> Picture:
    """Puts a number on each part of a picture, and the names beside it, or below where it is wide."""
    names = list(dict.fromkeys(spot.name for spot in drawn.spots))
    shapes = [placed(drawn.shapes, _MARGIN, 0)]
    for spot in drawn.spots:
        shapes += _disc(names.index(spot.name) + 1, spot.x + _MARGIN, spot.y)
    wide = drawn.width >= _WIDE
    across = 2 if wide else 1
    down = -(-len(names) // across)
    left = 0.0 if wide else drawn.width + _MARGIN + 5
    room = (drawn.width + _MARGIN) / across if wide else _BESIDE
    y = drawn.height + 5 if wide else _DISC + 3
    for row in range(down):
        deepest = 1
        for column in range(across):
            at = column * down + row
            if at >= len(names):
                continue
            x = left + column * room + _DISC + 0.4
            shapes += _disc(at + 1, x, y)
            broken = lines(names[at], room - 2 * _DISC - 4, _TYPE)
            shapes += [
                label(line, x + _DISC + 1.6, y + part * _TYPE * 1.2, _TYPE, "ink", "start")
                for part, line in enumerate(broken)
            ]
            deepest = max(deepest, len(broken))
        y += _LINE + (deepest - 1) * _TYPE * 1.2
    told = "; ".join(f"{at + 1} {name}" for at, name in enumerate(names))
    width = drawn.width + _MARGIN if wide else left + _BESIDE
    return Picture(width, max(y - 1, drawn.height), tuple(shapes), f"The parts of {drawn.title}", told)


def _disc(number: int, x: float, y: float) -> list[str]:
    return [
        shape("circle", "accent paper-edge", cx=x, cy=y, r=_DISC, stroke_width=0.5),
        label(str(number), x, y, _DISC * (1.35 if number < 10 else 1.29), "paper", bold=True),
    ]


def carrier(game: m.Game, kind: m.Kind) -> Picture | None:
    """Draws a thing that carries a solid die from above, with its other places; None for all other things."""
    places = [place for place in game.places.values() if place.owner is kind]
    bays = [place for place in places if place.holds.rings]
    if not bays:
        return None
    die = bays[0].holds
    up = next(iter(die.rings))
    ways = ("North", "East", "South", "West")
    sides = {way: face_name(die, face) for way, face in zip(ways, die.rings[up], strict=True)}
    view = ThingView(die.name, "", face=face_name(die, up), sides=sides)
    radius, edge = 17.0, 3.0
    half = radius * 1.12
    x, y = half + edge, half + edge
    shapes = body(view, "", "shade strong-edge", "ink", x, y, radius)
    spots = [
        Spot(x + radius * 0.58, y - radius * 0.58, f"{bays[0].name}, with the {die.name}: the face on top"),
        Spot(x + half, y, "a side face"),
    ]
    others = [place for place in places if place not in bays]
    for at, place in enumerate(others):
        top = edge + 4 + at * 15
        left = x + half + 12
        shapes.append(
            shape("rect", "tint line-edge", x=left, y=top, width=16, height=11, rx=2, stroke_width=0.4,
                  stroke_dasharray="1.4 1")
        )  # fmt: skip
        spots.append(Spot(left, top + 5.5, f"{place.name}, for {place.holds.plural}"))
    width = x + half + (30 if others else edge)
    return Picture(
        width, max(2 * (half + edge), 8 + 15 * len(others)), tuple(shapes), kind.name, "", tuple(spots)
    )

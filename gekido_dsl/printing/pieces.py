"""What only a printed table needs becomes pictures: tokens with their two sides, tiles, backs, sheets to write on."""

import re
from collections.abc import Sequence
from math import ceil
from typing import Final

from gekido_dsl.drawing.art import Art
from gekido_dsl.drawing.glyphs import glyph
from gekido_dsl.drawing.look import Look
from gekido_dsl.drawing.svg import Picture, block, frame, label, number, placed, polygon, shape
from gekido_dsl.drawing.tiles import tile
from gekido_dsl.drawing.values import columns, index_names
from gekido_dsl.engine import Patch, ThingView
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, BoolType, EffectType, EnumType, IntType, item
from gekido_dsl.printing.sorts import kept

_EDGE: Final = 4.0
_LINE: Final = 7.0
_COLOURS: Final = 12
"""How many seats have a colour of their own."""
_RINGS: Final = 4
"""By so many rings at the rim seats are told apart without colour."""


def disc(
    size: float,
    text: str,
    *,
    seat: int | None = None,
    sign: str = "",
    below: str = "",
    art: Art | None = None,
    facing: bool = False,
    own: int | None = None,
) -> Picture:
    """Draws a round token.

    Args:
        size: its diameter in millimetres.
        seat: whose it is; its number and rings at its rim tell so without colour.
        sign: a sign of the ruleset, drawn in place of the text.
        below: a second, smaller line.
        art: artwork of the designer's own, in place of sign and text.
        facing: whether an arrow shows where its front is.
        own: a colour that whoever has it plays in; it is a ring around artwork.
    """
    middle = size / 2
    fill, ink = _coloured(seat)
    made = [shape("circle", f"{fill} strong-edge", cx=middle, cy=middle, r=middle - 0.3, stroke_width=0.5)]
    if own is not None:
        line = f"player{own}-line"
        made.append(shape("circle", line, cx=middle, cy=middle, r=middle - 1.3, stroke_width=1.6))
    for ring in range(seat % _RINGS if seat is not None else 0):
        radius = middle - 1.2 - ring
        made.append(
            shape("circle", "none", cx=middle, cy=middle, r=radius, stroke="#ffffff", stroke_width=0.45)
        )
    if facing:
        corners = ((middle, size * 0.03 + 0.5), (size * 0.62, size * 0.2), (size * 0.38, size * 0.2))
        points = " ".join(f"{number(x)},{number(y)}" for x, y in corners)
        made.append(shape("polygon", "strong" if seat is None else ink, points=points))
    room = size * (0.36 if below else 0.5)
    top = size * (0.24 if below or facing else 0.25)
    if art is not None:
        made.append(art.shape(middle - room * 0.7, top - room * 0.1, room * 1.4, room * 1.2))
    elif sign:
        made.append(glyph(sign, middle, top + room / 2, room * 0.42, ink))
    elif text:
        made += block(text, middle, top, size * 0.78, room, size * 0.3, ink, bold=True)
    if below:
        made += block(below, middle, size * 0.61, size * 0.66, size * 0.22, size * 0.15, ink)
    whose = f", player {seat + 1}" if seat is not None else ""
    return Picture(size, size, tuple(made), f"{text}{', ' + below if below else ''}{whose}")


def _coloured(seat: int | None) -> tuple[str, str]:
    """Gives the looks of a player's token and of what is written on it."""
    if seat is None:
        return "paper", "ink"
    return f"player{seat % _COLOURS + 1}", f"player{seat % _COLOURS + 1}-ink"


AROUND_DIE: Final = 3.5
"""How much of a token is seen on each side of the die on it."""


def bearer(
    size: float, die: float, name: str, seat: int | None, own: int | None, *, facing: bool = False
) -> Picture:
    """Draws a token with a place for a die on it: its name and its front are seen beside the die."""
    fill, ink = (f"player{own}", f"player{own}-ink") if own is not None else _coloured(seat)
    edge, rim = (size - die) / 2, 0.3
    made = [
        shape("rect", f"{fill} strong-edge", x=rim, y=rim, width=size - 2 * rim, height=size - 2 * rim,
              stroke_width=0.5),
        shape("rect", "paper line-edge", x=edge, y=edge, width=die, height=die, rx=1.5, stroke_width=0.3,
              stroke_dasharray="1 .8"),
        *block(name, size / 2, size - edge + 0.2, size - 2, edge - 0.8, 2.6, ink, bold=True),
    ]  # fmt: skip
    if facing:
        half = size / 2
        corners = ((half, 0.7), (half + 2.6, edge - 0.5), (half - 2.6, edge - 0.5))
        points = " ".join(f"{number(x)},{number(y)}" for x, y in corners)
        made.append(shape("polygon", ink, points=points))
    if seat is not None:
        made += [label(str(seat + 1), x, edge / 2 + 0.1, 2.6, ink, bold=True) for x in (2.2, size - 2.2)]
    whose = f", player {seat + 1}" if seat is not None else ""
    return Picture(size, size, tuple(made), f"{name}{whose}", f"with a place for a die{whose}")


STANDEE: Final = (1.4, 0.5)
"""How high the picture of a standee and its foot are, as parts of its width."""


def standee(
    width: float,
    name: str,
    art: Art,
    *,
    seat: int | None = None,
    own: int | None = None,
    facing: bool = False,
) -> Picture:
    """Draws a figure to fold in its middle, both sides alike, and to stand on its two feet, bent outwards.

    Args:
        art: what it shows.
        seat: whose it is.
        own: a colour that whoever has it plays in.
        facing: whether an arrow shows which side is its front.
    """
    high, foot = width * STANDEE[0], width * STANDEE[1]
    whole, rim = 2 * (high + foot), 0.25
    fill, ink = (f"player{own}", f"player{own}-ink") if own is not None else _coloured(seat)
    below = " ".join(filter(None, (str(seat + 1) if seat is not None else "", name)))
    side = (
        art.shape(width * 0.08, width * 0.05, width * 0.84, high - width * 0.1),
        shape(
            "rect",
            f"{fill} line-edge",
            x=rim,
            y=high,
            width=width - 2 * rim,
            height=foot - rim,
            stroke_width=0.2,
        ),
        *block(below, width / 2, high + foot * 0.2, width - 2, foot * 0.6, width * 0.16, ink, bold=True),
    )
    made = [
        shape("rect", "paper strong-edge", x=rim, y=rim, width=width - 2 * rim, height=whole - 2 * rim,
              stroke_width=0.4),
        placed(side, 0, whole / 2),
        f'<g transform="rotate(180 {number(width / 2)} {number(whole / 4)})">{"".join(side)}</g>',
    ]  # fmt: skip
    for y in (foot, whole / 2, whole - foot):
        made.append(
            shape(
                "line", "strong-line", x1=0, y1=y, x2=width, y2=y, stroke_width=0.25, stroke_dasharray="1.5 1"
            )
        )
    if facing:
        tip = whole - foot * 0.08
        corners = ((width / 2, tip), (width * 0.36, tip - foot * 0.2), (width * 0.64, tip - foot * 0.2))
        made.append(polygon(ink, *corners))
    whose = f", player {seat + 1}" if seat is not None else ""
    return Picture(width, whole, tuple(made), f"{name}{whose}, to fold")


def chit(game: m.Game, kind: m.Kind, place: int, size: float, look: Look) -> Picture:
    """Draws a row of a table as a small square: its name, its values and its text."""
    row = kind.rows[place]
    made = [
        shape(
            "rect", "paper strong-edge", x=0.3, y=0.3, width=size - 0.6, height=size - 0.6, stroke_width=0.5
        )
    ]
    values = [
        f"{field.name} {text}"
        for field in look.columns_of(kind)
        if field.index is None
        and not (row.text and isinstance(item(field.type), EffectType))  # the text says it for people
        and (text := look.told(game, kind, field, row.values.get(field.name)))
    ]
    told = "; ".join(filter(None, (row.text or "", *values)))
    art = look.art.get((kind.name, row.name))
    head = 0.2 if art is not None and told else 0.26 if told else 0.8
    made += block(row.name, size / 2, size * 0.06, size * 0.88, size * head, size / 6, bold=True)
    top = 0.34
    if art is not None:
        high = 0.28 if told else 0.6
        made.append(art.shape(size * 0.06, size * 0.25, size * 0.88, size * high))
        top = 0.25 + high + 0.01
    if told:
        made += block(told, size / 2, size * top, size * 0.88, size * (0.94 - top), size / 8.5)
    return Picture(size, size, tuple(made), row.name, told)


def sided(game: m.Game, kind: m.Kind, place: int, size: float, look: Look) -> Picture | None:
    """Draws a tile whose parts reach to its sides, as it lies before it is turned; None where it says nothing."""
    compass = kind.facings()[0].type
    count = len(compass.enum.members) if isinstance(compass, EnumType) else 4
    patches: list[Patch] = []
    for part in game.kinds.values():
        if part.parent is not kind or part.sides is None:
            continue
        shown = next(
            (one for one in columns(part) if one.index is None and isinstance(one.type, EnumType)), None
        )
        if shown is None or not isinstance(shown.type, EnumType):
            continue
        enum = shown.type.enum
        for row in part.rows:
            value = row.values.get(shown.name, NONE)
            if row.parent == place and isinstance(value, int):
                sides = row.values.get(part.sides.name, ())
                patches.append(
                    Patch(
                        enum.members[value] if value != NONE else "",
                        shown.name if enum.anonymous else enum.name,
                        tuple(side for side in sides if isinstance(side, int))
                        if isinstance(sides, tuple)
                        else (),
                        count,
                    )
                )
    if not patches:
        return None
    name = kind.rows[place].name
    shapes = tile(
        ThingView(kind.name, name, patches=tuple(patches)), size / 2, size / 2, size / 2 - 0.3, look
    )
    told = ", ".join(f"{patch.value} to {len(patch.sides)} sides" for patch in patches)
    return Picture(size, size, tuple(shapes), name, told)


BLEED: Final = 3.0
"""How far backs go on beyond where they are cut, since no printer lays the second side exactly behind the first."""


def behind(front: Picture, bleed: float) -> Picture:
    """Makes the back of a round token: its colour goes on beyond the cut, and no rim shows how it lies."""
    if not bleed:
        return front
    width, height = front.width + 2 * bleed, front.height + 2 * bleed
    look = next(iter(re.findall(r'class="(player\d+|paper)', front.shapes[0])), "paper")
    made = (
        shape("rect", look, x=0, y=0, width=width, height=height),
        placed(front.shapes[1:], bleed, bleed),
    )
    return Picture(width, height, made, front.title, front.text)


def back(title: str, name: str, width: float, height: float, bleed: float = 0.0) -> Picture:
    """Draws the back of a card or tile: what it is, on a pattern that looks the same either way up.

    The pattern goes on beyond the cut, and nothing stands near it.
    """
    whole, high = width + 2 * bleed, height + 2 * bleed
    made = [shape("rect", "shade", x=0, y=0, width=whole, height=high)]
    step = 6.0
    for at in range(1, ceil((whole + high) / step)):
        far = at * step
        x1, y1 = (far, 0.0) if far < whole else (whole, far - whole)
        x2, y2 = (0.0, far) if far < high else (far - high, high)
        made.append(shape("line", "line-line", x1=x1, y1=y1, x2=x2, y2=y2, stroke_width=0.2))
    inner = (width * 0.12, height * 0.32, width * 0.76, height * 0.36)
    plate = [
        shape(
            "rect",
            "paper strong-edge",
            x=inner[0],
            y=inner[1],
            width=inner[2],
            height=inner[3],
            rx=2,
            stroke_width=0.4,
        ),
        *block(name, width / 2, height * 0.35, width * 0.7, height * 0.18, min(width * 0.11, 8), bold=True),
        *block(title, width / 2, height * 0.54, width * 0.7, height * 0.11, min(width * 0.06, 4), "quiet"),
    ]
    return Picture(whole, high, (*made, placed(plate, bleed, bleed)), f"The back of {name}")


# ---------------------------------------------------------------- sheets to write on

SHEET_WIDTH: Final = 88.0
_ABREAST: Final = 3
"""How many facts stand side by side."""
_SHORT: Final = 20
_NAMES: Final = 46.0


def noted(kind: m.Kind, look: Look) -> list[m.Field]:
    """Lists the facts of a kind that players note; a theme may say which."""
    facts = kept(kind)
    named = look.shows.get(kind.name)
    if named is None:
        return facts
    return [one for name in named for one in facts if one.name == name]


def score_sheet(kind: m.Kind, name: str, look: Look) -> Picture:
    """Draws a sheet to write down the facts that a match keeps: a box for each, and tables of boxes.

    Facts that have a value for each of the same things stand side by side.
    """
    facts = noted(kind, look)
    width = SHEET_WIDTH
    made: list[str] = []
    y = 16.0
    for field in facts:
        if field.index is None:
            made += _noted(field.name, _extent(field), y, width)
            y += _LINE
    tables: dict[str, list[m.Field]] = {}
    for field in facts:
        if field.index is not None:
            tables.setdefault(field.index.name, []).append(field)
    for fields in tables.values():
        index = fields[0].index
        for at in range(0, len(fields), _ABREAST):
            shapes, y = _table(
                fields[at : at + _ABREAST], index_names(index) if index is not None else [], y, width
            )
            made += shapes
    height = y + _EDGE
    head = [*frame(width, height, 11), *block(name, width / 2, 1.5, width - 2 * _EDGE, 8, 5, bold=True)]
    return Picture(width, height, (*head, *made), name, ", ".join(field.name for field in facts))


def _table(
    fields: Sequence[m.Field], names: Sequence[str], y: float, width: float
) -> tuple[list[str], float]:
    """Draws boxes for some facts of some things; gives where it ends, too."""
    wide = (width - 2 * _EDGE - _NAMES) / len(fields)
    made: list[str] = []
    for at, field in enumerate(fields):
        x = _EDGE + _NAMES + (at + 0.5) * wide
        made += block(field.name, x, y, wide - 1, 4.6, 3.3, "accent", bold=True)
        made.append(label(_extent(field, _SHORT), x, y + 5.8, 2.1, "quiet"))
    y += 7.6
    for one in names:
        made += block(one, _EDGE, y + 1.2, _NAMES - 2, _LINE - 1.6, 3.4, anchor="start")
        made += [
            _box(_EDGE + _NAMES + at * wide + 0.8, y, wide - 1.6, _LINE - 0.8) for at in range(len(fields))
        ]
        y += _LINE
    return made, y + 1


def _noted(name: str, extent: str, y: float, width: float) -> list[str]:
    made = block(name, _EDGE, y + 0.6, _NAMES, _LINE - 1.6, 3.4, anchor="start")
    if extent:
        made.append(label(extent, _EDGE, y + _LINE - 1.4, 2.1, "quiet", "start"))
    return [*made, _box(_EDGE + _NAMES, y, width - 2 * _EDGE - _NAMES, _LINE - 0.8)]


def _box(x: float, y: float, width: float, height: float) -> str:
    return shape("rect", "paper line-edge", x=x, y=y, width=width, height=height, stroke_width=0.3)


def _extent(field: m.Field, most: int = 44) -> str:
    """Says what may be written down, in at most so many letters."""
    match field.type:
        case BoolType():
            return "yes or no"
        case EnumType(enum=enum) if len(", ".join(enum.members)) < most:
            return ", ".join(enum.members)
        case IntType() as whole:
            return whole.extent.removeprefix("goes from ").removeprefix("may be ").removeprefix("is ")
        case _:
            return ""

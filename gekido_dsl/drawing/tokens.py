"""Small things become pictures: tiles with their numbers, tokens, signs of values, tracks."""

from collections.abc import Sequence
from typing import Final

from gekido_dsl.drawing.glyphs import glyph
from gekido_dsl.drawing.look import PLAIN, Look
from gekido_dsl.drawing.sheets import sheet
from gekido_dsl.drawing.svg import Picture, block, label, shape, stripe
from gekido_dsl.model import nodes as m
from gekido_dsl.model.lies import shape_of
from gekido_dsl.model.types import NONE, BoolType, EnumType, IntType

TILE: Final = 50.0
_BESIDE_TEXT: Final = 0.5
"""How much of the room between name and numbers artwork has where there is text as well."""
TOKEN: Final = 26.0
"""How wide they are, in millimetres."""


def tile(game: m.Game, kind: m.Kind, number: int, look: Look = PLAIN) -> Picture:
    """Draws a row of a kind as a square tile: its name, artwork of the theme, its text, its numbers at the corners."""
    row = kind.rows[number]
    shapes = [
        shape(
            "rect",
            "tint strong-edge",
            x=0.4,
            y=0.4,
            width=TILE - 0.8,
            height=TILE - 0.8,
            rx=2,
            stroke_width=0.6,
        ),
        *block(row.name, TILE / 2, 2.2, TILE - 5, 8, 4.6, bold=True),
    ]
    shapes += stripe(look.tints_of(kind, row), 0.7, 0.7, TILE - 1.4, 1.6)
    told: list[str] = []
    numbers: list[tuple[str, str]] = []
    others: list[str] = []
    marks: list[str] = []
    for field in look.columns_of(kind):
        value = row.values.get(field.name)
        text = look.told(game, kind, field, value)
        if not text or field.index is not None or (isinstance(value, int) and value == NONE):
            continue
        told.append(f"{field.name} {text}")
        if isinstance(field.type, IntType):
            low = field.type.low
            numbers.append(
                (
                    field.name,
                    f"+{text}" if low is not None and low < 0 < int(text) else text.replace("-", "−"),
                )
            )
        else:
            others.append(text)
            if isinstance(field.type, EnumType | BoolType):
                marks.append(field.name if isinstance(field.type, BoolType) else text)
    wide = (TILE - 4) / max(len(numbers), 1)
    for at, (name, text) in enumerate(numbers[:4]):
        x = 2 + (at + 0.5) * wide
        shapes.append(label(text, x, TILE - 11, 6.5, bold=True))
        shapes += block(name, x, TILE - 7, wide - 1, 4.6, 2.8, "quiet")
    bottom = TILE - 15 if numbers else TILE - 3
    top = 10.5
    if row.text and marks:  # what tiles are sorted by when they are laid out
        shapes += block(" · ".join(marks), TILE / 2, top - 1, TILE - 6, 3.4, 2.8, "quiet")
        top += 2.6
    if (art := look.art.get((kind.name, row.name))) is not None and not row.art:
        size = (bottom - top) * (_BESIDE_TEXT if row.text or others else 1)
        shapes.append(art.shape((TILE - size) / 2, top, size, size))
        top += size + 0.8
    if row.text:
        shapes += block(row.text, TILE / 2, top, TILE - 6, bottom - top - 0.5, 3.0)
        told.append(row.text)
    elif others:
        shapes += block(" · ".join(others), TILE / 2, top, TILE - 6, bottom - top - 0.5, 3.4)
    text = f"{kind.name} {row.name}: {'; '.join(told)}"
    return Picture(TILE, TILE, tuple(shapes), row.name, text, ground=((0.0, "tint"),))


def token(game: m.Game, kind: m.Kind, number: int, look: Look = PLAIN) -> Picture:
    """Draws a row of a kind as a round token, or as the shape that it is."""
    row = kind.rows[number]
    squares = shape_of(game, kind)
    if squares is not None:
        every = [one for one in squares.rows if one.spot is not None]
        spots = [one.spot for one in every if one.parent in (NONE, number) and one.spot is not None]
        widest = max(max(one.spot) + 1 for one in every if one.spot is not None)
        return _shape(row.name, kind, spots, (TOKEN - 7) / widest)
    middle = TOKEN / 2
    shapes = [
        shape("circle", "paper strong-edge", cx=middle, cy=middle, r=middle - 0.5, stroke_width=0.7),
        shape("circle", "line-line", cx=middle, cy=middle, r=middle - 1.9, stroke_width=0.25),
    ]
    tints = look.tints_of(kind, row)
    if tints:
        at = middle
        shapes.append(shape("circle", "none", cx=at, cy=at, r=at - 1.2, stroke=tints[0], stroke_width=1.4))
    told: list[str] = []
    big = ""
    for field in look.columns_of(kind):
        value = row.values.get(field.name)
        text = look.told(game, kind, field, value)
        if not text:
            continue
        told.append(f"{field.name} {text}")
        if isinstance(field.type, IntType):
            big = big or text
    sign = next(
        (
            field.type.enum.glyphs[int(row.values[field.name])]
            for field in look.columns_of(kind)
            if isinstance(field.type, EnumType)
            and field.type.enum.glyphs
            and row.values.get(field.name, NONE) != NONE
        ),
        "",
    )
    low = bool(big or sign)
    if sign:
        shapes.append(glyph(sign, middle, 8.5, 3.4))
    elif big:
        shapes.append(label(big, middle, 8.5, 7, bold=True))
    shapes += block(row.name, middle, 12.5 if low else 6, TOKEN - 6, 9 if low else 14, 3.9, bold=True)
    text = f"{kind.name} {row.name}" + (f": {'; '.join(told)}" if told else "")
    return Picture(TOKEN, TOKEN, tuple(shapes), row.name, text)


def _shape(name: str, kind: m.Kind, spots: Sequence[tuple[int, int]], cell: float) -> Picture:
    """Draws a shape of several squares above its name."""
    down, across = (max(spot[axis] for spot in spots) + 1 for axis in (0, 1))
    left, top = (TOKEN - across * cell) / 2, (TOKEN - 5 - down * cell) / 2
    shapes = [
        shape(
            "rect",
            "tint strong-edge",
            x=left + column * cell,
            y=top + row * cell,
            width=cell,
            height=cell,
            stroke_width=0.5,
        )
        for row, column in spots
    ]
    shapes += block(name, TOKEN / 2, TOKEN - 5, TOKEN - 2, 4.6, 3.9, bold=True)
    many = "1 square" if len(spots) == 1 else f"{len(spots)} squares"
    return Picture(TOKEN, TOKEN, tuple(shapes), name, f"{kind.name} {name}: {many}")


def value(enum: m.Enum, number: int) -> Picture:
    """Draws the sign of a value."""
    name = enum.members[number]
    return Picture(12, 12, (glyph(enum.glyphs[number], 6, 6, 4.6),), name, f"the sign of {name}")


def values(enum: m.Enum) -> Picture:
    """Draws the signs of a list of values, each with its name."""
    names = enum.members
    wide = max(14.0, max((len(name) for name in names), default=1) * 2.3)
    drawn = [
        Picture(wide, 12, (glyph(enum.glyphs[number], wide / 2, 6, 4.6),), name)
        for number, name in enumerate(names)
    ]
    return sheet(drawn, enum.name, text=f"The signs of {', '.join(names)}", captions=names, width=110)

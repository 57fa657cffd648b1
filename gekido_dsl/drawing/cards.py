"""Rows of a table become cards."""

from typing import Final

from gekido_dsl.drawing.art import Art
from gekido_dsl.drawing.dice import face_name
from gekido_dsl.drawing.glyphs import glyph
from gekido_dsl.drawing.look import PLAIN, Look
from gekido_dsl.drawing.playing_cards import deck_of, large
from gekido_dsl.drawing.solids import unfolded
from gekido_dsl.drawing.svg import (
    Picture,
    Spot,
    block,
    frame,
    label,
    lines,
    placed,
    shape,
    stripe,
    text_width,
)
from gekido_dsl.drawing.values import columns, index_names, said
from gekido_dsl.languages import joined
from gekido_dsl.languages import text as say
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, BoolType, EffectType, EnumType, Type, item
from gekido_dsl.model.walk import declarations, nodes

WIDTH: Final = 63.0
HEIGHT: Final = 88.0
"""The size of a playing card in millimetres."""
_EDGE: Final = 4.0
_HEAD: Final = 12.0
GROUND: Final = ((0.0, "shade"), (_HEAD, "paper"))
"""How a card goes on beyond its edge."""
_CELL: Final = 9.4
_DIE: Final = 27.0
_LINE: Final = 5.6
_VALUE: Final = 3.3
_BESIDE: Final = 5
"""How many values stand beside a die."""
_SIX: Final = 6
_FEW: Final = 4
"""So few values stand large on a card without a text."""
_CORNER: Final = 2
"""So many signs stand in the corner."""
_LEAST_ART: Final = 18.0
_MOST_ART: Final = 46.0
"""How high artwork is at least and at most."""


def card(
    game: m.Game,
    kind: m.Kind,
    number: int,
    look: Look = PLAIN,
    art: Art | None = None,
    height: float = HEIGHT,
) -> Picture:
    """Draws a row of a kind as a card: its name, its values, its text, and the die that it tells to turn.

    Args:
        art: artwork that stands above the values and the text.
        height: how high it is for its width of `WIDTH`.
    """
    row = kind.rows[number]
    deck = deck_of(kind)
    values = {field.name: said(game, field.type, row.values.get(field.name)) for field in columns(kind)}
    if deck is not None and art is None and not row.text and (face := deck.face(values)) is not None:
        return Picture(WIDTH, height, tuple(large(face, WIDTH, height)), row.name, f"{kind.name} {row.name}")
    signs = _signs(kind, row, look)
    shapes = [
        *frame(WIDTH, height, _HEAD),
        *block(row.name, WIDTH / 2, 2, WIDTH - 2 * _EDGE - (14 if signs else 0), 8.5, 5.4, bold=True),
        *signs,
        *stripe(look.tints_of(kind, row), 0.55, _HEAD - 0.2, WIDTH - 1.1, 2.0),
        *_border(look.border_of(kind, row), height),
    ]
    told: list[str] = []
    spots: list[Spot] = []
    y = _HEAD + 3
    cells = _cells(game, kind, row, told, look)
    die = _die_of(game, kind, row)
    if die is not None:
        shapes += _die(*die, WIDTH - _EDGE - _DIE, y)
        told.append(_said_of_die(*die))
        room = WIDTH - 3 * _EDGE - _DIE
        begin = max((_begin(name) for name, _ in cells), default=0.0)
        short = [cell for cell in cells if begin + text_width(cell[1], _VALUE) <= room][:_BESIDE]
        for at, (name, text) in enumerate(short):
            shapes += _line(name, text, _EDGE, y + (at + 0.5) * _LINE, room, begin)
            spots.append(Spot(_EDGE - 3.6, y + (at + 0.5) * _LINE, name))
        spots.append(Spot(WIDTH - _EDGE - _DIE * 0.86, y + _DIE * 0.16, die[0].name))
        y += max(len(short) * _LINE, _DIE + 2)
        for name, text in cells:
            if (name, text) not in short:
                shapes += _line(name, text, _EDGE, y + _LINE / 2, WIDTH - 2 * _EDGE, begin)
                spots.append(Spot(_EDGE - 3.6, y + _LINE / 2, name))
                y += _LINE
        y += 1
    elif art is not None:
        y += _art(shapes, spots, art, cells, row.text or "", y, height)
    elif not row.text and 0 < len(cells) <= _FEW:
        y += _few(shapes, spots, cells, y, height)
    else:
        y += _grid(shapes, spots, cells, _EDGE, y, WIDTH - 2 * _EDGE, 2)
    bottom = height - 8
    if row.text:
        told.append(row.text)
        written = look.with_signs(game, row.text)
        high = min(bottom - y, max(20.0, len(lines(written, WIDTH - 2 * _EDGE - 4, 4.0)) * 4.8 + 5))
        top = max(y, bottom - high - (bottom - y - high) / 2)
        shapes.append(
            shape(
                "rect", "tint", x=_EDGE - 0.5, y=top, width=WIDTH - 2 * _EDGE + 1, height=bottom - top, rx=1.5
            )
        )
        spots.append(Spot(_EDGE - 0.5, top + 2, "what it does"))
        shapes += block(written, WIDTH / 2, top + 1.5, WIDTH - 2 * _EDGE - 3, bottom - top - 3, 4.2)
    elif signs and not cells and art is None:
        shapes += [glyph(sign, WIDTH / 2, (_HEAD + bottom) / 2, 13) for sign in _values(kind, row)[:1]]
    shapes.append(label(kind.name, WIDTH / 2, height - 4.2, 2.96, "quiet"))
    text = f"{kind.name} {row.name}" + (f": {'; '.join(told)}" if told else "")
    return Picture(WIDTH, height, tuple(shapes), row.name, text, tuple(spots), GROUND)


def _border(colour: str, height: float) -> list[str]:
    """Draws a frame in the colour of a value, so wide that it is seen in a hand of cards."""
    if not colour:
        return []
    wide, edge = 2.4, 1.8
    return [
        shape("rect", "none", x=edge, y=edge, width=WIDTH - 2 * edge, height=height - 2 * edge, rx=2, stroke=colour,
              stroke_width=wide)
    ]  # fmt: skip


def _values(kind: m.Kind, row: m.Row) -> list[str]:
    """Lists the signs of the values that have one."""
    found = []
    for field in columns(kind):
        value = row.values.get(field.name)
        if isinstance(field.type, EnumType) and field.type.enum.glyphs and field.index is None:
            if isinstance(value, int) and value != NONE:
                found.append(field.type.enum.glyphs[value])
    return found


def _signs(kind: m.Kind, row: m.Row, look: Look) -> list[str]:
    """Draws the signs of the values that have one in the corner of the head, or the icons that a theme has for them."""
    made: list[str] = []
    for field in look.columns_of(kind):
        value = row.values.get(field.name)
        if len(made) == _CORNER or not isinstance(field.type, EnumType) or field.index is not None:
            continue
        x = WIDTH - _EDGE - 3 - len(made) * 7
        icon = look.icon(field, value)
        if icon is not None:
            made.append(icon.shape(x - 3.1, _HEAD / 2 - 2.9, 6.2, 6.2))
        elif field.type.enum.glyphs and isinstance(value, int) and value != NONE:
            made.append(glyph(field.type.enum.glyphs[value], x, _HEAD / 2 + 0.2, 2.8))
    return made


def _cells(game: m.Game, kind: m.Kind, row: m.Row, told: list[str], look: Look) -> list[tuple[str, str]]:
    """Gives the values of a row with their titles; what is none or no is left out."""
    cells = []
    for field in look.columns_of(kind):
        value = row.values.get(field.name)
        if field.index is not None:
            values = value if isinstance(value, tuple) else ()
            pairs = zip(index_names(field.index), values, strict=False)
            text = joined(
                ", ",
                (say("{name} {value}", name=name, value=said(game, field.type, one)) for name, one in pairs),
            )
        else:
            text = look.told(game, kind, field, value)
        if text:
            told.append(f"{field.name} {text}")
        inside = bool(row.text) and isinstance(item(field.type), EffectType)  # the text says it for people
        if text and not inside and not (isinstance(field.type, BoolType) and not value):
            listed = isinstance(field.type, EnumType) and field.type.enum.name in look.icons
            shown = look.with_signs(game, text) if listed else text
            cells.append((field.name, "✓" if isinstance(field.type, BoolType) else shown))
    return cells


def _grid(
    shapes: list[str],
    spots: list[Spot],
    cells: list[tuple[str, str]],
    x: float,
    y: float,
    width: float,
    across: int,
) -> float:
    """Writes values side by side, each beneath its title; gives how high they are."""
    start, at = y, 0
    wide = width / across
    for name, text in cells:
        full = across > 1 and text_width(text, 3.9) > wide - 2
        if full and at:
            y, at = y + _CELL, 0
        room = (width if full else wide) - 1.5
        left = x + at * wide
        spots.append(Spot(left - 3.6, y + 5.6, name))
        shapes += block(name, left, y, room, 3.8, 2.96, "quiet", "start")
        broken = lines(text, room, 3.9)
        high = 4.8 if len(broken) == 1 else 4.4 * min(len(broken), 3)
        shapes += block(text, left, y + 3.7, room, high, 3.9, anchor="start", bold=True)
        extra = high - 4.8 if high > 4.8 else 0.0
        at = 0 if full else (at + 1) % across
        y += extra + (_CELL if not at else 0)
    return y - start + (_CELL if at else 0)


def _begin(name: str) -> float:
    """Tells where a value can begin behind its title."""
    return text_width(name, _VALUE - 0.3) + 1.6


def _line(name: str, text: str, x: float, y: float, width: float, begin: float) -> list[str]:
    """Writes a value on one line, its title before it; values begin below one another."""
    size = min(_VALUE, _VALUE * (width - begin) / max(text_width(text, _VALUE), 0.1))
    return [
        label(name, x, y, _VALUE - 0.3, "quiet", "start"),
        label(text, x + begin, y, size, "ink", "start", bold=True),
    ]


def _few(
    shapes: list[str], spots: list[Spot], cells: list[tuple[str, str]], y: float, height: float
) -> float:
    """Writes a few values large, one below the other; gives how high they are."""
    high = (height - 9 - y) / len(cells)
    for at, (name, text) in enumerate(cells):
        middle = y + (at + 0.5) * high
        size = 9.0 if len(text) <= len("999") else 6.0
        shapes += block(text, WIDTH / 2, middle - size * 0.8, WIDTH - 2 * _EDGE, size * 1.2, size, bold=True)
        shapes.append(label(name, WIDTH / 2, middle + size * 0.75, 3.2, "quiet"))
        spots.append(Spot(_EDGE, middle, name))
    return len(cells) * high


def _art(
    shapes: list[str],
    spots: list[Spot],
    art: Art,
    cells: list[tuple[str, str]],
    text: str,
    y: float,
    height: float,
) -> float:
    """Draws artwork as high as the values and the text leave room, and the values beneath; gives how high both are."""
    wide = WIDTH - 2 * _EDGE
    values = _grid([], [], cells, _EDGE, 0, wide, 2)
    written = len(lines(text, wide - 4, 4.0)) * 4.8 + 5 if text else 0.0
    high = min(_MOST_ART, max(_LEAST_ART, height - 8 - y - values - written - 3))
    shapes.append(art.shape(_EDGE, y, wide, high))
    return high + 2 + _grid(shapes, spots, cells, _EDGE, y + high + 2, wide, 2)


# ---------------------------------------------------------------- solid dice


def _die_of(game: m.Game, kind: m.Kind, row: m.Row) -> tuple[m.Kind, int] | None:
    """Finds the solid die that some rule turns to a value of the row, and the face that looks up then."""
    for field in columns(kind):
        value = row.values.get(field.name)
        die = turned_to(game, field)
        if die is not None and isinstance(value, int) and value in die.rings:
            return die, value
    return None


def turned_to(game: m.Game, field: m.Field) -> m.Kind | None:
    """Gives the solid die that the rules turn to a field's value."""
    dice = [kind for kind in game.kinds.values() if len(kind.rings) == _SIX]
    if not dice or field.index is not None:
        return None
    for decl in declarations(game):
        for node in nodes(decl):
            if isinstance(node, m.acts.Turn) and _reads(node.face, field):
                return next((die for die in dice if _is_about(node.dice.type, die)), None)
    return None


def _reads(expr: m.Expr, field: m.Field) -> bool:
    return isinstance(expr, m.ops.Field) and expr.ref is field


def _is_about(kind: Type, die: m.Kind) -> bool:
    return getattr(kind, "kind", getattr(getattr(kind, "item", None), "kind", None)) is die


def _die(kind: m.Kind, up: int, x: float, y: float) -> list[str]:
    """Draws a die from above, as large as a card has room for it."""
    return [placed(unfolded(kind, up, _DIE / 2).shapes, x, y)]


def _said_of_die(kind: m.Kind, up: int) -> str:
    sides = ", ".join(face_name(kind, side) for side in kind.rings[up])
    under = face_name(kind, kind.opposite[up])
    return f"{kind.name} showing {face_name(kind, up)}, around it {sides}, under it {under}"

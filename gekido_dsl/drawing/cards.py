"""Rows of a table become cards."""

from typing import Final

from gekido_dsl.drawing.glyphs import glyph
from gekido_dsl.drawing.svg import Picture, block, frame, label, lines, text_width
from gekido_dsl.drawing.values import columns, index_names, said
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import EnumType

WIDTH: Final = 63.0
HEIGHT: Final = 88.0
"""The size of a playing card in millimetres."""
_EDGE: Final = 4.0


def card(game: m.Game, kind: m.Kind, number: int) -> Picture:
    """Draws a row of a kind as a card: its name, its values, and its text."""
    row = kind.rows[number]
    shapes = [
        *frame(WIDTH, HEIGHT, 12),
        *block(row.name, WIDTH / 2, 2, WIDTH - 2 * _EDGE, 9, 5.2, bold=True),
    ]
    y = 17.0
    told = []
    for field in columns(kind):
        value = row.values.get(field.name)
        if field.index is not None:
            names = index_names(field.index)
            values = value if isinstance(value, tuple) else ()
            text = ", ".join(
                f"{name} {said(game, field.type, one)}" for name, one in zip(names, values, strict=False)
            )
        else:
            text = said(game, field.type, value)
        if not text:
            continue
        told.append(f"{field.name} {text}")
        shapes.append(label(field.name, _EDGE, y, 2.9, "quiet", "start"))
        room = WIDTH - 2 * _EDGE - 20
        start = _EDGE + 20
        if field.index is None and isinstance(field.type, EnumType) and field.type.enum.glyphs:
            shapes.append(glyph(field.type.enum.glyphs[int(value or 0)], start + 1.6, y, 1.8))
            start, room = start + 5, room - 5
        broken = lines(text, room, 3.4)
        for at, line in enumerate(broken):
            size = min(3.4, 3.4 * room / max(text_width(line, 3.4), 0.1))
            shapes.append(label(line, start, y + at * 4.1, size, "ink", "start"))
        y += 5.2 + 4.1 * (len(broken) - 1)
    if row.text:
        top = max(y + 1, 40.0)
        shapes += block(row.text, WIDTH / 2, top, WIDTH - 2 * _EDGE, HEIGHT - top - 9, 4.0)
        told.append(row.text)
    shapes.append(label(kind.name, WIDTH / 2, HEIGHT - 4.5, 2.7, "quiet"))
    return Picture(WIDTH, HEIGHT, tuple(shapes), row.name, f"{kind.name} {row.name}: {'; '.join(told)}")

"""Control panels become pictures: tracks with what each die brings, values for each of something, parts, counters."""

from typing import Final

from gekido_dsl.drawing.dice import face_shapes
from gekido_dsl.drawing.glyphs import glyph
from gekido_dsl.drawing.svg import Picture, block, frame, label, lines, placed, shape
from gekido_dsl.drawing.values import columns, index_names, said
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import EnumType, IntType, ListType

WIDTH: Final = 150.0
_EDGE: Final = 5.0
_DIE: Final = 9.0
_LINE: Final = 5.0


def panel(game: m.Game, kind: m.Kind, number: int) -> Picture:
    """Draws a row of a kind as the panel that a player has before him."""
    row = kind.rows[number]
    left, right = _Column(_EDGE, 70.0), _Column(_EDGE + 75.0, 65.0)
    tracks = [track for track in game.tracks.values() if track.owner is kind]
    for track in tracks:
        if track.rows is not None:
            _rows(game, left, track, row)
        else:
            _room(left, track)
    for counter in game.counters.values():
        if counter.owner is kind:
            _slot(left, counter.name, f"{counter.low} to {counter.high}", counter.die)
    _facts(game, right, kind, row, tracks)
    _tables(game, right, kind, row)
    for other in game.kinds.values():
        if other.parent is kind and other.column:
            _parts(game, right, other, number)
    for link in game.links.values():
        if link.origin is kind:
            right.head(f"{link.name} for each other {link.goal.name}")
            right.line(" or ".join(link.sides.members))
    height = max(left.y, right.y) + _EDGE
    head = [
        *frame(WIDTH, height, 13),
        label(row.name, _EDGE, 7, 6.5, anchor="start", bold=True),
        *_signs(kind, row),
    ]
    told = [*left.told, *right.told]
    return Picture(WIDTH, height, (*head, *left.shapes, *right.shapes), row.name, "; ".join(told))


class _Column:
    """Parts of a panel, one below the other."""

    def __init__(self, x: float, width: float) -> None:
        self.x, self.width, self.y = x, width, 17.0
        self.shapes: list[str] = []
        self.told: list[str] = []

    def head(self, text: str) -> None:
        self.shapes.append(label(text, self.x, self.y + 1.5, 3.2, "accent", "start", bold=True))
        self.y += _LINE
        self.told.append(text)

    def line(self, text: str, indent: float = 0.0, size: float = 3.2) -> None:
        for part in lines(text, self.width - indent, size) or [""]:
            self.shapes.append(label(part, self.x + indent, self.y + 1.2, size, "ink", "start"))
            self.y += size * 1.25
        self.y += 0.8
        self.told.append(text)


def _signs(kind: m.Kind, row: m.Row) -> list[str]:
    """Draws the signs of the values that the thing is known by, at the right of its name."""
    made = []
    x = WIDTH - 9
    for field in columns(kind):
        value = row.values.get(field.name)
        if (
            isinstance(field.type, EnumType)
            and field.type.enum.glyphs
            and field.index is None
            and isinstance(value, int)
        ):
            made.append(glyph(field.type.enum.glyphs[value], x, 7, 3.6))
            x -= 10
    return made


def _rows(game: m.Game, column: _Column, track: m.Track, row: m.Row) -> None:
    """Draws a track that has a die for each entry: the die, and what its loss brings."""
    column.head(track.name)
    entries = row.values.get(track.rows.name, ()) if track.rows is not None else ()
    kind = track.rows.type.item if track.rows is not None and isinstance(track.rows.type, ListType) else None
    for entry in entries if isinstance(entries, tuple) else ():
        text = said(game, kind, entry) if kind is not None else ""
        column.shapes.append(placed(face_shapes(track.die, track.showing, _DIE), column.x, column.y - 1))
        broken = lines(text, column.width - _DIE - 4, 3.4)
        for at, part in enumerate(broken):
            middle = column.y - 1 + _DIE / 2 + (at - (len(broken) - 1) / 2) * 4.1
            column.shapes.append(label(part, column.x + _DIE + 3, middle, 3.4, "ink", "start"))
        column.told.append(f"{track.die.name} {track.showing}: {text or 'nothing'}")
        column.y += _DIE + 1.2
    column.y += 1.5


def _room(column: _Column, track: m.Track) -> None:
    """Draws the room of a track that begins empty."""
    spaces = track.spaces
    room = f", up to {spaces.span.text.removeprefix('its ')}" if spaces is not None else ""
    column.head(f"{track.name}{room}")
    column.shapes.append(_hole(column.x, column.y - 1))
    column.y += _DIE + 2.5


def _slot(column: _Column, name: str, text: str, die: m.Kind) -> None:
    column.shapes.append(_hole(column.x, column.y))
    column.shapes.append(label(name, column.x + _DIE + 3, column.y + 2.8, 3.4, "ink", "start", bold=True))
    column.shapes.append(
        label(f"{text}, on a {die.name}", column.x + _DIE + 3, column.y + 7, 2.9, "quiet", "start")
    )
    column.told.append(f"{name} {text}")
    column.y += _DIE + 2


def _hole(x: float, y: float) -> str:
    return shape(
        "rect",
        "tint line-edge",
        x=x + 0.2,
        y=y + 0.2,
        width=_DIE - 0.4,
        height=_DIE - 0.4,
        rx=1.5,
        stroke_width=0.3,
        stroke_dasharray="1 .8",
    )


def _facts(game: m.Game, column: _Column, kind: m.Kind, row: m.Row, tracks: list[m.Track]) -> None:
    """Writes the values that stand alone."""
    taken = {track.rows.name for track in tracks if track.rows is not None}
    for field in columns(kind):
        if field.index is None and field.name not in taken:
            text = said(game, field.type, row.values.get(field.name))
            if text:
                column.shapes.append(label(field.name, column.x, column.y + 1.2, 3.2, "quiet", "start"))
                column.shapes += block(
                    text, column.x + 28, column.y - 0.8, column.width - 28, 4.4, 3.4, anchor="start"
                )
                column.told.append(f"{field.name} {text}")
                column.y += _LINE
    column.y += 1.5


def _tables(game: m.Game, column: _Column, kind: m.Kind, row: m.Row) -> None:
    """Draws the values for each of something as a table, those of one list side by side."""
    groups: dict[str, list[m.Field]] = {}
    for field in columns(kind):
        if field.index is not None:
            groups.setdefault(field.index.name, []).append(field)
    for name, fields in groups.items():
        index = fields[0].index
        if index is None:
            continue
        wide = (column.width - 30) / len(fields)
        column.shapes.append(label(name, column.x, column.y + 1.5, 3.2, "accent", "start", bold=True))
        for at, field in enumerate(fields):
            column.shapes += block(
                field.name, column.x + 30 + (at + 0.5) * wide, column.y - 1, wide - 1, 5, 2.9, "quiet"
            )
        column.y += _LINE + 0.5
        for place, value in enumerate(index_names(index)):
            if place % 2 == 0:
                column.shapes.append(
                    shape(
                        "rect", "tint", x=column.x - 1, y=column.y - 1.6, width=column.width + 1, height=_LINE
                    )
                )
            column.shapes.append(label(value, column.x, column.y + 1, 3.2, "ink", "start"))
            told = []
            for at, field in enumerate(fields):
                values = row.values.get(field.name, ())
                text = (
                    said(game, field.type, values[place])
                    if isinstance(values, tuple) and place < len(values)
                    else ""
                )
                bold = isinstance(field.type, IntType)
                column.shapes.append(
                    label(text, column.x + 30 + (at + 0.5) * wide, column.y + 1, 3.4, bold=bold)
                )
                told.append(f"{field.name} {text}")
            column.told.append(f"{value}: {', '.join(told)}")
            column.y += _LINE
        column.y += 2.5


def _parts(game: m.Game, column: _Column, kind: m.Kind, parent: int) -> None:
    """Draws the parts that the table lists, each with the places of its counters."""
    counters = [counter for counter in game.counters.values() if counter.owner is kind]
    column.head(kind.column)
    for row in kind.rows:
        if row.parent != parent:
            continue
        values = [(field, said(game, field.type, row.values.get(field.name))) for field in columns(kind)]
        first, rest = (values[0][1], values[1:]) if values else (row.name, [])
        if counters:
            column.shapes.append(_hole(column.x, column.y - 1))
        indent = _DIE + 3 if counters else 0.0
        column.shapes.append(label(first, column.x + indent, column.y + 1.4, 3.4, "ink", "start", bold=True))
        more = ", ".join(f"{field.name} {text}" for field, text in rest if text)
        column.shapes.append(label(more, column.x + indent, column.y + 5.6, 2.9, "quiet", "start"))
        column.told.append(f"{first} ({more})" if more else first)
        column.y += _DIE + 1.6

"""Control panels become pictures, as printed games have them: tracks with what each die brings, numbers, tables."""

from dataclasses import dataclass
from typing import Final

from gekido_dsl.drawing.art import Art
from gekido_dsl.drawing.dice import face_shapes, most_dice, pattern_dice, shown_dice
from gekido_dsl.drawing.glyphs import glyph
from gekido_dsl.drawing.look import PLAIN, Look
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
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, EnumType, IntType, ListType, ThingType

WIDTH: Final = 122.0
_EDGE: Final = 4.0
_BESIDE: Final = 33.0
"""How wide texts beside dice are."""
DIE: Final = 8.0
"""How wide the places are where dice lie, in books."""
_LINE: Final = 5.2
_ART: Final = 44.0
"""How high artwork is at most."""
_TYPE: Final = 3.3
_SMALL: Final = 2.96
"""So large that a panel in a column of A4 has letters of six points."""
_SPACES: Final = 24
"""How many spaces of a track are drawn at most."""
_NAME: Final = 20.0
"""How much room the name of a pattern needs at least beside dice that lie on it."""
_NARROW: Final = 13.0
"""How wide a column of numbers is at most beside them."""
_BOLD: Final = 1.15
"""How much wider bold type is."""


@dataclass(frozen=True, slots=True)
class Room:
    """How large a panel is, in millimetres."""

    width: float = WIDTH
    die: float = DIE
    """How wide the places are where dice lie."""
    art: float = _ART
    """How high artwork is at most."""
    patterns: bool = False
    """Whether dice lie on the patterns that they make."""
    height: float = 0.0
    """How high it is at least."""


BOOK: Final = Room()
"""Of panels in books, where nothing lies on them."""


def panel(
    game: m.Game, kind: m.Kind, number: int, look: Look = PLAIN, art: Art | None = None, room: Room = BOOK
) -> Picture:
    """Draws a row of a kind as the panel that a player has before them.

    Args:
        art: artwork that stands above the values.
        room: how large it is, and what lies on it.
    """
    row = kind.rows[number]
    width = room.width
    tracks = [track for track in game.tracks.values() if track.owner is kind]
    counters = [counter for counter in game.counters.values() if counter.owner is kind]
    head = 12.0
    top = head + 2.5
    heading: list[str] = []
    if row.text:
        broken = lines(row.text, width - 2 * _EDGE, _TYPE)
        for at, line in enumerate(broken):
            heading.append(label(line, _EDGE, top + 1.4 + at * 4.2, _TYPE, "quiet", "start"))
        top += len(broken) * 4.2 + 1
    if art is not None and room.art > 0:
        high = min(room.art, (width - 2 * _EDGE) / (art.ratio or 1.0))
        heading.append(art.shape(_EDGE, top, width - 2 * _EDGE, high))
        top += high + 3
    if tracks or counters:
        aside = _BESIDE + room.die
        left = _Column(_EDGE, aside, top, room)
        right = _Column(_EDGE + aside + 4, width - 2 * _EDGE - aside - 4, top, room)
    else:
        left = right = _Column(_EDGE, width - 2 * _EDGE, top, room)
    for track in tracks:
        if track.rows is not None:
            _rows(game, left, track, row)
        else:
            _room(left, track, row)
    for damage in game.damages:
        if damage.kind is kind and len(damage.tracks) > 1:
            left.line(f"Damage: {', then '.join(track.name for track in damage.tracks)}", _SMALL, "quiet")
    for counter in counters:
        _slot(left, counter)
    _facts(game, right, kind, row, tracks, look)
    _tables(game, right, kind, row, look)
    for other in game.kinds.values():
        if other.parent is kind and other.column:
            _parts(game, right, other, number)
    for link in game.links.values():
        if link.origin is kind:
            _link(left if left.y < right.y else right, link)
    height = max(left.y + _EDGE - 1, right.y + _EDGE - 1, room.height)
    shapes = [
        *frame(width, height, head),
        label(row.name, _EDGE, head / 2 + 0.3, 6.2, anchor="start", bold=True),
        *_signs(kind, row, head, width, look),
        *heading,
        *stripe(look.tints_of(kind, row), 0.55, head - 0.2, width - 1.1, 1.6),
    ]
    if left is not right:
        x = _EDGE + _BESIDE + room.die + 2
        shapes.append(shape("line", "shade-line", x1=x, y1=top, x2=x, y2=height - _EDGE, stroke_width=0.4))
    told = [*left.told, *(right.told if right is not left else [])]
    both = (*left.shapes, *(right.shapes if right is not left else ()))
    text = "; ".join([*([row.text] if row.text else []), *told])
    spots = (*left.spots, *(right.spots if right is not left else ()))
    ground = ((0.0, "shade"), (head, "paper"))
    return Picture(width, height, (*shapes, *both), row.name, text, spots, ground)


def part(game: m.Game, which: m.Track | m.Counter | m.Link) -> Picture:
    """Draws a track, counter or link alone, as the first thing that has one has it."""
    column = _Column(1.0, 70.0, 1.0)
    match which:
        case m.Track(rows=None):
            _room(column, which, _first(which.owner))
        case m.Track():
            _rows(game, column, which, _first(which.owner))
        case m.Counter():
            _slot(column, which)
        case m.Link():
            _link(column, which)
    return Picture(72.0, column.y, tuple(column.shapes), which.name, "; ".join(column.told))


def _first(kind: m.Kind) -> m.Row:
    return kind.rows[0] if kind.rows else m.Row(kind.name, kind.span)


class _Column:
    """Parts of a panel, one below the other."""

    def __init__(self, x: float, width: float, top: float, room: Room = BOOK) -> None:
        self.x, self.width, self.y = x, width, top
        self.die, self.patterns = room.die, room.patterns
        self.shapes: list[str] = []
        self.told: list[str] = []
        self.spots: list[Spot] = []

    def head(self, text: str, note: str = "") -> None:
        """Writes a heading, with a note beside or below it."""
        self.spots.append(Spot(self.x - 3.6, self.y + 1.9, text))
        self.shapes.append(label(text, self.x, self.y + 1.9, _TYPE, "accent", "start", bold=True))
        start = self.x + text_width(text, _TYPE) * _BOLD + 2
        self.told.append(f"{text} {note}".strip())
        if note and start + text_width(note, _SMALL) > self.x + self.width:
            self.y += 4.4
            start = self.x
        if note:
            self.shapes.append(label(note, start, self.y + 1.9, _SMALL, "quiet", "start"))
        self.y += _LINE

    def line(self, text: str, size: float = _TYPE, look: str = "ink", indent: float = 0.0) -> None:
        """Writes a text, broken into lines."""
        for part in lines(text, self.width - indent, size):
            self.shapes.append(label(part, self.x + indent, self.y + size * 0.62, size, look, "start"))
            self.y += size * 1.3
        self.told.append(text)


def _signs(kind: m.Kind, row: m.Row, head: float, width: float, look: Look) -> list[str]:
    """Draws the signs of the values that the thing is known by, at the right of its name."""
    made = []
    x = width - 9
    for field in look.columns_of(kind):
        value = row.values.get(field.name)
        if (
            isinstance(field.type, EnumType)
            and field.type.enum.glyphs
            and field.index is None
            and isinstance(value, int)
            and value != NONE
        ):
            made.append(glyph(field.type.enum.glyphs[value], x, head / 2 + 0.2, 3.6))
            x -= 10
    return made


def _rows(game: m.Game, column: _Column, track: m.Track, row: m.Row) -> None:
    """Draws a track that has a die for each entry: the die, and what its loss brings."""
    column.head(track.name, "top die first")
    field = track.rows
    entries = row.values.get(field.name, ()) if field is not None else ()
    entry_type = field.type.item if field is not None and isinstance(field.type, ListType) else None
    values = entries if isinstance(entries, tuple) else ()
    for number, value in enumerate(values):
        text = said(game, entry_type, value) if entry_type is not None else ""
        room = column.width - column.die - 2.5
        size = _TYPE
        parts = [part for item in text.split(", ") for part in lines(item, room, size)] if text else []
        if len(parts) > 2:
            size = _SMALL
            apart = [part for item in text.split(", ") for part in lines(item, room, size)]
            parts = min(apart, lines(text, room, size), key=len)
        if not parts and number == len(values) - 1:
            parts = ["–"]
        high = max(column.die, len(parts) * size * 1.2)
        middle = column.y + high / 2
        column.shapes.append(
            placed(face_shapes(track.die, track.showing, column.die), column.x, middle - column.die / 2)
        )
        for at, part in enumerate(parts):
            y = middle + (at - (len(parts) - 1) / 2) * size * 1.2
            column.shapes.append(label(part, column.x + column.die + 2, y, size, "ink", "start"))
        column.told.append(f"{track.die.name} {track.showing}: {text or 'nothing'}")
        column.y += high + 1.1
    column.y += 1.6


def _room(column: _Column, track: m.Track, row: m.Row) -> None:
    """Draws a track that begins empty: its spaces, as many as the row says."""
    spaces = track.spaces
    count: int | None = None
    if spaces is not None and isinstance(spaces, m.ops.Const):
        count = spaces.value
    elif spaces is not None and isinstance(spaces, m.ops.Field) and spaces.ref is not None:
        found = row.values.get(spaces.ref.name)
        count = found if isinstance(found, int) else None
    note = f"{count} space{'' if count == 1 else 's'}" if count is not None else ""
    column.head(track.name, note)
    if count is None:
        count = 1
    pitch = column.die + 1
    across = max(int((column.width + 1) / pitch), 1)
    for at in range(min(count, _SPACES)):
        down, along = divmod(at, across)
        column.shapes.append(_hole(column.x + along * pitch, column.y + down * pitch, column.die))
    column.y += pitch * -(-min(count, _SPACES) // across) + (2 if count else 3)


def _slot(column: _Column, counter: m.Counter) -> None:
    column.shapes.append(_hole(column.x, column.y, column.die))
    x = column.x + column.die + 2
    column.spots.append(Spot(column.x - 3.6, column.y + column.die / 2, counter.name))
    column.shapes.append(label(counter.name, x, column.y + 2.3, _TYPE, "ink", "start", bold=True))
    text = f"{counter.low} to {counter.high}"
    column.shapes.append(label(text, x, column.y + 6.4, _SMALL, "quiet", "start"))
    column.told.append(f"{counter.name} {text}")
    column.y += column.die + 2


def _hole(x: float, y: float, size: float) -> str:
    return shape(
        "rect",
        "tint line-edge",
        x=x + 0.2,
        y=y + 0.2,
        width=size - 0.4,
        height=size - 0.4,
        rx=1.5,
        stroke_width=0.3,
        stroke_dasharray="1 .8",
    )


def _facts(
    game: m.Game, column: _Column, kind: m.Kind, row: m.Row, tracks: list[m.Track], look: Look
) -> None:
    """Writes the values that stand alone: two side by side where they are short."""
    taken = {track.rows.name for track in tracks if track.rows is not None}
    cells: list[tuple[str, str]] = []
    for field in look.columns_of(kind):
        if field.index is None and field.name not in taken:
            text = look.told(game, kind, field, row.values.get(field.name))
            if text:
                cells.append((field.name, text))
                column.told.append(f"{field.name} {text}")
    half = column.width / 2
    at = 0
    for name, text in cells:
        wide = text_width(text, 3.8) > half - 3
        if wide and at:
            column.y += 10
            at = 0
        x = column.x + at * half
        room = (column.width if wide else half) - 2
        column.spots.append(Spot(x - 3.6, column.y + 5.6, name))
        column.shapes += block(name, x, column.y, room, 3.9, _SMALL, "quiet", "start")
        column.shapes += block(text, x, column.y + 3.7, room, 4.8, 3.8, anchor="start", bold=True)
        at = 0 if wide else 1 - at
        if not at:
            column.y += 10
    column.y += 10 if at else 0
    column.y += 0.8 if cells else 0


def _tables(game: m.Game, column: _Column, kind: m.Kind, row: m.Row, look: Look) -> None:
    """Draws the values for each of something as a table, those of one list side by side."""
    groups: dict[str, list[m.Field]] = {}
    for field in look.columns_of(kind):
        if field.index is not None and not field.on_edges:
            groups.setdefault(field.index.name, []).append(field)
    for name, fields in groups.items():
        index = fields[0].index
        if index is None:
            continue
        sets = [one for one in game.patterns.values() if one.enum is index]
        widths = [max(10.0, text_width(field.name, _SMALL) + 1.5) for field in fields]
        if sum(widths) > column.width * 0.6:
            widths = [column.width * 0.6 / len(fields)] * len(fields)
        spaces = most_dice(sets[0]) * (column.die + 0.6) + 1.5 if sets else 0.0
        narrow = [min(wide, _NARROW) for wide in widths]
        lying = column.patterns and bool(sets) and spaces + sum(narrow) + _NAME <= column.width
        widths = narrow if lying else widths
        line = column.die + 1.2 if lying else _LINE
        drawn = spaces if lying else 15.0 if sets else 0.0
        first = column.width - drawn - sum(widths)
        starts = [column.x + first + drawn + sum(widths[:at]) + wide / 2 for at, wide in enumerate(widths)]
        told_of = " and ".join(field.name for field in fields)
        column.spots.append(Spot(column.x - 3.6, column.y + 1.9, f"{name}, with {told_of}"))
        column.shapes.append(label(name, column.x, column.y + 1.9, _TYPE, "accent", "start", bold=True))
        for at, field in enumerate(fields):
            column.shapes += block(
                field.name, starts[at], column.y - 0.6, widths[at] - 0.4, 5, _SMALL, "quiet"
            )
        column.y += _LINE + 0.2
        longest = max((text_width(value, _TYPE) for value in index_names(index)), default=1.0)
        size = min(_TYPE, max(_SMALL, _TYPE * (first - 0.5) / longest))
        for place, value in enumerate(index_names(index)):
            if place % 2 == 0:
                column.shapes.append(
                    shape("rect", "tint", x=column.x - 1, y=column.y, width=column.width + 1, height=line)
                )
            middle = column.y + line / 2
            if lying:
                column.shapes += block(value, column.x, middle - 4, first - 1, 8, size, anchor="start")
            else:
                column.shapes.append(label(value, column.x, middle, size, "ink", "start"))
            if lying and place < len(sets[0].patterns):
                column.shapes += _lying(
                    sets[0], sets[0].patterns[place], column.x + first, middle, column.die
                )
            elif sets and place < len(sets[0].patterns):
                dice = pattern_dice(sets[0], sets[0].patterns[place], 2.7)
                column.shapes.append(placed(dice, column.x + first, middle - 1.35))
            told = []
            for at, field in enumerate(fields):
                values = row.values.get(field.name, ())
                text = ""
                if isinstance(values, tuple) and place < len(values):
                    text = said(game, field.type, values[place])
                bold = isinstance(field.type, IntType)
                column.shapes.append(label(text, starts[at], middle, 3.7, bold=bold))
                told.append(f"{field.name} {text}")
            column.told.append(f"{value}: {', '.join(told)}")
            column.y += line
        column.y += 3


def _lying(sets: m.PatternSet, which: m.Pattern, x: float, middle: float, die: float) -> list[str]:
    """Draws a space for each die of a pattern, and small in it what lies there."""
    made = []
    small = die * 0.55
    for face in shown_dice(sets, which):
        if face is None:
            continue
        made.append(_hole(x, middle - die / 2, die))
        inset = (die - small) / 2
        made.append(
            placed(face_shapes(sets.die, face, small, thin=True), x + inset, middle - die / 2 + inset)
        )
        x += die + 0.6
    return made


def _parts(game: m.Game, column: _Column, kind: m.Kind, parent: int) -> None:
    """Draws the parts that the table lists, each with the place of its counter and what it does."""
    counters = [counter for counter in game.counters.values() if counter.owner is kind]
    rows = [row for row in kind.rows if row.parent == parent and not row.lie]
    if not rows:
        return
    column.head(kind.column, ", ".join(counter.name for counter in counters))
    indent = column.die + 2 if counters else 0.0
    for row in rows:
        values = [(field, said(game, field.type, row.values.get(field.name))) for field in columns(kind)]
        first, rest = (values[0][1], values[1:]) if values else (row.name, [])
        top = column.y
        if counters:
            column.shapes.append(_hole(column.x, top, column.die))
        x = column.x + indent
        more = ", ".join(f"{field.name} {text}" for field, text in rest if text)
        column.shapes.append(label(first, x, top + 2, _TYPE, "ink", "start", bold=True))
        column.told.append(f"{first} ({more})" if more else first)
        column.y = top + 4.3
        if more and text_width(first, _TYPE) * _BOLD + text_width(more, _SMALL) + 2 > column.width - indent:
            column.shapes.append(label(more, x, top + 5.9, _SMALL, "quiet", "start"))
            column.y += 3.8
        elif more:
            column.shapes.append(label(more, column.x + column.width, top + 2, _SMALL, "quiet", "end"))
        text = _text_of(game, kind, row)
        if text:
            column.line(text, _SMALL, "quiet", indent)
        column.y = max(column.y + 1.2, top + (column.die if counters else 4.0) + 1.2)


def _text_of(game: m.Game, kind: m.Kind, row: m.Row) -> str:
    """Gives what stands on the thing that a part is."""
    if row.text:
        return row.text
    for field in columns(kind):
        value = row.values.get(field.name)
        if (
            isinstance(field.type, ThingType)
            and isinstance(value, int)
            and 0 <= value < len(field.type.kind.rows)
        ):
            return field.type.kind.rows[value].text or ""
    return ""


def _link(column: _Column, link: m.Link) -> None:
    """Draws the two sides of a token."""
    column.head(link.name, f"one for each other {link.goal.name}")
    x = column.x
    for side in link.sides.members:
        wide = text_width(side, _TYPE) + 5
        column.shapes.append(
            shape("rect", "paper strong-edge", x=x, y=column.y, width=wide, height=6, rx=3, stroke_width=0.4)
        )
        column.shapes.append(label(side, x + wide / 2, column.y + 3, _TYPE))
        x += wide + 2
    column.told.append(" or ".join(link.sides.members))
    column.y += 9

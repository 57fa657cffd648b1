"""What can be taken becomes cards, and below them a table of what is printed on each for each of several values.

Whoever chooses a panel, such as a robot with its attacks, compares there what each of them can do.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from gekido_dsl.drawing.lines_of_areas import BOLD, LINE, TYPE
from gekido_dsl.drawing.small_cards import SmallCards, said_of
from gekido_dsl.drawing.svg import Picture, label, placed, shape, text_width
from gekido_dsl.drawing.tags import Tag, untagged
from gekido_dsl.drawing.values import columns, index_names, said
from gekido_dsl.engine import ThingView
from gekido_dsl.languages import joined, text
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import BoolType, EnumType, IntType, ThingType

_MOST: Final = 9
"""The most things that are compared."""
_MOST_LINES: Final = 24
_TITLES: Final = 36.0
"""How wide the titles of lines are at most."""
_GAP: Final = 2.0

Line = tuple[str, tuple[str, ...]]
"""A title and the value of each thing; no values for a heading."""


def offered(
    game: m.Game, cards: SmallCards, ready: Mapping[str, ThingView], width: float, inner: Tag = untagged
) -> Picture:
    """Draws what can be taken.

    Args:
        ready: the things by the names that they have in the picture.
        inner: names what lies on them.
    """
    rows = _rows(game, list(ready.values()))
    lines = _lines(game, *rows) if rows is not None else []
    things = {
        name: _told(game, thing, rows, at, lines) if rows is not None and lines else thing
        for at, (name, thing) in enumerate(ready.items())
    }
    names = {id(thing): name for name, thing in things.items()}

    def tag(shown: object, holder: str = "", number: int = 0) -> str:
        return names.get(id(shown), "") or inner(shown, holder, number)

    shapes, high = cards.hand(list(things.values()), width - 2, tag)
    whole = [placed(shapes, 1, 0)]
    if lines and rows is not None:
        made, more = _table(lines, [row.name for row in rows[1]], width - 2)
        whole.append(placed(made, 1, high + _GAP))
        high += _GAP + more
    words = joined("; ", (said_of(thing) if lines else thing.name for thing in things.values()))
    return Picture(width, high, tuple(whole), "", text("To be taken: {things}", things=words))


def _rows(game: m.Game, things: Sequence[ThingView]) -> tuple[m.Kind, list[m.Row]] | None:
    """Finds what the tables say of things; nothing where they are no few of one kind."""
    kind = game.kinds.get(things[0].kind) if things else None
    if kind is None or len(things) > _MOST or any(thing.kind != kind.name for thing in things):
        return None
    by_name = {row.name: row for row in kind.rows}
    found = [by_name[thing.name] for thing in things if thing.name in by_name]
    return (kind, found) if len(found) == len(things) else None


def _lines(game: m.Game, kind: m.Kind, rows: Sequence[m.Row]) -> list[Line]:
    """Lists what is compared; nothing for a kind that has no values for each of several."""
    plain = [
        field
        for field in columns(kind)
        if field.index is None and isinstance(field.type, IntType | EnumType | BoolType | ThingType)
    ]
    groups: dict[str, list[m.Field]] = {}
    for field in columns(kind):
        if field.index is not None and not field.on_edges:
            groups.setdefault(field.index.name, []).append(field)
    if not groups:
        return []
    made: list[Line] = [
        (field.name, tuple(said(game, field.type, row.values.get(field.name)) for row in rows))
        for field in plain
    ]
    for fields in groups.values():
        index = fields[0].index
        assert index is not None
        made.append((" / ".join(field.name for field in fields), ()))
        for at, name in enumerate(index_names(index)):
            made.append((name, tuple(_each(game, row, fields, at) for row in rows)))
    return made if len(made) <= _MOST_LINES else []


def _each(game: m.Game, row: m.Row, fields: Sequence[m.Field], at: int) -> str:
    found = []
    for field in fields:
        values = row.values.get(field.name, ())
        value = said(game, field.type, values[at]) if isinstance(values, tuple) and at < len(values) else ""
        found.append(value or "–")
    return " / ".join(found) if any(one != "–" for one in found) else ""


def _told(
    game: m.Game, thing: ThingView, rows: tuple[m.Kind, list[m.Row]], at: int, lines: Sequence[Line]
) -> ThingView:
    """Gives a thing with its values for those who hear the page, and with its parts in its text."""
    kind, found = rows
    texts = [thing.text] if thing.text else []
    for other in game.kinds.values():
        if other.parent is kind and other.column:
            parts = [
                " ".join(
                    filter(
                        None, (said(game, field.type, row.values.get(field.name)) for field in columns(other))
                    )
                )
                for row in other.rows
                if row.parent >= 0 and kind.rows[row.parent] is found[at]
            ]
            texts += [f"{other.column}: {', '.join(parts)}."] if parts else []
    facts: dict[str, str] = {}
    for title, values in lines:
        if values and values[at]:
            facts[title] = values[at]
    return replace(thing, text=" ".join(texts), facts={**thing.facts, **facts})


def _table(lines: Sequence[Line], names: Sequence[str], width: float) -> tuple[list[str], float]:
    """Draws a line for each value and a column for each thing; gives it with its height."""
    first = min(_TITLES, width * 0.34, max(text_width(title, TYPE) for title, _ in lines) + 2)
    each = (width - first) / len(names)
    shapes: list[str] = []
    y = 0.0
    for number, (title, values) in enumerate([("", tuple(names)), *lines]):
        if number and values and number % 2:
            shapes.append(shape("rect", "tint", x=0, y=y, width=width, height=LINE))
        size = min(TYPE, TYPE * (first - 1) / max(text_width(title, TYPE), 1)) if values else TYPE
        shapes.append(label(title, 0.6, y + LINE / 2, size, "ink" if values else "quiet", "start"))
        for at, value in enumerate(values):
            x = first + (at + 0.5) * each
            room = min(1.0, (each - 1) / max(text_width(value, TYPE) * BOLD, 1))
            shapes.append(label(value, x, y + LINE / 2, TYPE * room, bold=not number))
        y += LINE
    return shapes, y

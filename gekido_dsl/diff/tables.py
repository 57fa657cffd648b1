"""The tables of two rulesets are compared row by row and cell by cell."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from gekido_dsl.diff.nodes import Change, Place, Value
from gekido_dsl.diff.side import Side, place_of, renamed
from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import plural
from gekido_dsl.model.row_words import COPIES, LISTED, NOTHING, PLAIN

Row = tuple[m.Row, dict[str, str]]


def changes(old: Side, new: Side, names: Mapping[str, str]) -> Iterator[Change]:
    """Gives what is different in the tables of kinds that both rulesets have, and what only their texts say."""
    back = {after: before for before, after in names.items()}
    for name, kind in new.kinds.items():
        before = back.get(name, name)
        if before in old.kinds:
            columns = {names.get(column, column) for column in old.kinds[before].fields}
            gone = columns - kind.fields.keys()
            yield from _rows(plural(name), old.rows(before), new.rows(name), names, gone)


def _rows(
    kind: str, old: list[Row], new: list[Row], names: Mapping[str, str], gone: set[str]
) -> Iterator[Change]:
    """Compares the rows of a kind.

    Args:
        gone: the columns that the new table has no more, which is told of the kind.
    """
    waiting: dict[str, list[Row]] = defaultdict(list)
    for one in old:
        waiting[renamed(one[0].name, names)].append(one)
    for row, cells in new:
        same = waiting.get(row.name)
        if not same:
            yield _alone("added", f"{row.name} is new among the {kind}", kind, row, cells)
            continue
        before, ours = same.pop(0)
        ours = {renamed(name, names): renamed(value, names) for name, value in ours.items()}
        ours = {name: value for name, value in ours.items() if not gone & set(_columns(name))}
        different = list(_cells(kind, (before, ours), (row, cells)))
        yield from different
        yield from _told(kind, before, row, source=not different)
    for rest in waiting.values():
        for row, cells in rest:
            yield _alone("removed", f"{row.name} is no longer among the {kind}", kind, row, cells)


def _alone(how: str, sentence: str, kind: str, row: m.Row, cells: Mapping[str, str]) -> Change:
    """Tells of a row that only one side has, with what its cells say."""
    is_new = how == "added"
    said = [f"{name} {value}" for name, value in cells.items() if value not in ("none", PLAIN, NOTHING)]
    at = place_of(row.span)
    return Change(
        "tables",
        "added" if is_new else "removed",
        f"{row.name} of {kind}",
        f"{sentence}{': ' + ', '.join(said[:_SHOWN]) if said and is_new else ''}.",
        tuple(Value(name, "" if is_new else value, value if is_new else "") for name, value in cells.items()),
        old=None if is_new else at,
        new=at if is_new else None,
        old_pages=() if is_new else _pages(row),
        new_pages=_pages(row) if is_new else (),
        name=row.name,
        text=row.text or "" if is_new else "",
    )


_SHOWN = 12
"""How many cells of a new row a sentence tells."""


def _cells(kind: str, old: Row, new: Row) -> Iterator[Change]:
    (before, ours), (row, theirs) = old, new
    every = list(dict.fromkeys([*ours, *theirs]))
    values = [
        Value(name, ours.get(name, _absent(name)), theirs.get(name, _absent(name)))
        for name in every
        if ours.get(name, _absent(name)) != theirs.get(name, _absent(name))
    ]
    if not values:
        return
    said = ", ".join(cell_words(one) for one in values)
    yield Change(
        "tables",
        "changed",
        f"{row.name} of {kind}",
        f"{row.name}: {said}.",
        tuple(values),
        old=_cell_place(before, values[0].part),
        new=_cell_place(row, values[0].part),
        old_pages=_pages(before),
        new_pages=_pages(row),
        name=row.name,
    )


def cell_words(one: Value, between: str = " ") -> str:
    """Says what a cell was and is.

    Args:
        between: what parts its name from its values.
    """
    if one.old and one.new:
        return f"{one.part}{between}{one.old} → {one.new}"
    said = one.new or one.old
    return f"{one.part}{between}{'new' if one.new else 'gone'}" + (f" ({said})" if said != LISTED else "")


def _absent(name: str) -> str:
    return "1" if name == COPIES else ""


def _told(kind: str, old: m.Row, new: m.Row, *, source: bool) -> Iterator[Change]:
    """Tells what a row says to players, and where it is printed.

    Args:
        source: whether another source counts; where cells differ, they are printed elsewhere.
    """
    pairs = [
        ("the text", old.text, new.text),
        ("the source", old.cite if source else new.cite, new.cite),
        ("the mark of what is reconstructed", _yes(old.reconstructed), _yes(new.reconstructed)),
    ]
    values = tuple(Value(what, one or "", other or "") for what, one, other in pairs if one != other)
    if values:
        said = "; ".join(exchanged(one) for one in values)
        old_place, new_place = place_of(old.span), place_of(new.span)
        yield Change(
            "words",
            "changed",
            f"{new.name} of {kind}",
            ended(f"{new.name}: {said}"),
            values,
            (),
            old_place,
            new_place,
        )


def exchanged(value: Value) -> str:
    """Says that a text took the place of another."""
    if not value.old:
        return f"{value.part} “{value.new}” is new"
    if not value.new:
        return f"{value.part} “{value.old}” is gone"
    return f"{value.part} “{value.old}” is now “{value.new}”"


def ended(text: str) -> str:
    """Ends a sentence that may end in a quoted one."""
    return text if text.endswith((".”", "?”", "!”")) else f"{text}."


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _pages(row: m.Row) -> tuple[str, ...]:
    return (row.cite,) if row.cite else ()


def _columns(part: str) -> list[str]:
    """Gives the columns that a cell may belong to, by what it is called."""
    return [part, part.split(" for ")[0], part.rsplit(" of ", 1)[-1]]


def _cell_place(row: m.Row, part: str) -> Place:
    """Finds the line of a cell, where its column has one; else the line of its row."""
    begin = place_of(row.span)
    columns = _columns(part)
    for number, line in enumerate(row.span.text.splitlines()):
        if any(re.match(rf"\s*(?:- )?[\"']?{re.escape(name)}[\"']?\s*:", line) for name in columns):
            return Place(begin.file, begin.line + number)
    return begin

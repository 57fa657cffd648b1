"""A table is written in another form: YAML, text of a spreadsheet, or the cells of a workbook.

Invariants:
    What is written is read again before it is given, and says the same in every column that the ruleset declares.
    Comments of YAML and columns that nobody declares are kept: as the column `Notes`, or as comments.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import Diagnostic, Severity, in_reading_order
from gekido_dsl.language import table_cells
from gekido_dsl.language.grid import tables_in
from gekido_dsl.language.table_cells import moved_left, scalar, text_of
from gekido_dsl.model.rows import LEDGER
from gekido_dsl.model.tables import table_of
from gekido_dsl.source import SHEET_MARK, Source, is_sheet, is_workbook, join_name
from gekido_dsl.syntax import nodes as s
from gekido_dsl.tables import columns as c
from gekido_dsl.tables import reading, sheets
from gekido_dsl.tables.cells import Cell
from gekido_dsl.tables.schema import ROWS, check
from gekido_dsl.tables.shaping import headers_of, shaped

NOTES: Final = "Notes"
_KEYS_MOST: Final = 12
"""A field with more values than this stands in one column, `Red: 1; Gold: 0`."""
_PARTS_MOST: Final = 24
"""How many columns the parts that a row lists may take; if they need more, they stand in one column."""

Grid = list[list[str]]
"""The cells of a sheet, row by row, its headers first."""


class NotKept(Exception):
    """A table that another form cannot hold without loss; its text says where."""


@dataclass(frozen=True, slots=True)
class Read:
    """A table as it was read, whatever its form."""

    table: c.Table
    rows: tuple[c.Row, ...]
    cells: tuple[Mapping[str, Cell], ...]
    """By row, what stands in its declared columns."""
    head: str = ""
    """What stands above the rows: the comment of a file, the titles of a sheet."""
    notes: tuple[Mapping[str, str], ...] = ()
    """By row, what stands in columns that nobody declares, and in comments."""


@dataclass(slots=True)
class _Columns:
    """The columns of a sheet that is being written."""

    headers: list[str] = field(default_factory=list)
    paths: list[tuple[c.Column, tuple[str | int, ...], c.ColumnType]] = field(default_factory=list)


def tables_for(made: Compilation, name: str) -> list[c.Table]:
    """Lists what the ruleset says of a file: of a kind, of its signs, of rows that are added, of rulings."""
    found = tables_in(made, name)
    game = made.model.value
    for source, file in made.files:
        for one in file.declarations:
            if isinstance(one, s.Rulings) and join_name(one.file, source.name) == name:
                found.append(LEDGER)
            if isinstance(one, s.AddTable | s.ReplaceTable) and join_name(one.file, source.name) == name:
                kinds = game.kinds.values() if game is not None else ()
                found += [
                    table_of(kind, game)
                    for kind in kinds
                    if game and one.kind.text in (kind.name, kind.plural)
                ]
    return found


def read(table: c.Table, source: Source) -> tuple[Read | None, tuple[Diagnostic, ...]]:
    """Reads a table with all that stands in it; None with the errors that keep it from being written again."""
    parsed = reading.parse(source)
    found = [*parsed.diagnostics]
    made = shaped(table, parsed.value, source) if parsed.value is not None else parsed
    found += made.diagnostics if made is not parsed else ()
    if made.value is None or parsed.value is None:
        return None, tuple(in_reading_order(found))
    checked = check(table, made.value, source)
    found += checked.diagnostics
    if checked.value is None or any(one.severity is Severity.ERROR for one in found):
        return None, tuple(in_reading_order(found))
    rows = _listed(made.value)
    cells = tuple(row.value for row in rows if isinstance(row.value, Mapping))
    if is_sheet(source.name):
        own = headers_of(table, _listed(parsed.value)[0].key_spans)
        raw = [row.value for row in _listed(parsed.value) if isinstance(row.value, Mapping)]
        kept = tuple(
            {key: str(one.value) for key, one in row.items() if key not in own and one.value} for row in raw
        )
        return Read(table, checked.value, cells, _titles(source), kept), tuple(found)
    head, comments = _comments(source, rows)
    kept = tuple({NOTES: one} if one else {} for one in comments)
    return Read(table, checked.value, cells, head, kept), tuple(found)


def _listed(root: Cell) -> tuple[Cell, ...]:
    holder = root.value[ROWS] if isinstance(root.value, Mapping) and ROWS in root.value else root
    return holder.value if isinstance(holder.value, tuple) else ()


def said(table: c.Table, rows: Iterable[c.Row]) -> list[tuple[Any, ...]]:
    """Gives what rows say, without where: two forms of one table say the same."""
    drawn = {one.name for one in table.columns if isinstance(one.type, c.DrawingColumn)}
    return [
        (
            row.name,
            row.copies,
            row.text or None,
            row.cite or None,
            row.reconstructed,
            None if row.art is None else row.art.value,
            {
                key: _lines_of(cell) if key in drawn else _plain(cell)
                for key, cell in row.values.items()
                if cell.value not in (None, ())
            },
        )
        for row in rows
    ]


def _lines_of(cell: Cell) -> list[str]:
    """Gives the lines of a drawing, which may be listed or stand in one text."""
    listed = cell.value if isinstance(cell.value, tuple) else (cell,)
    return moved_left([line for one in listed for line in str(one.value).splitlines()])


def _plain(cell: Cell) -> Any:
    value = cell.value
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    return value


# ---------------------------------------------------------------- what stands beside the rows


def _titles(source: Source) -> str:
    """Gives the titles above the headers of a sheet, a line for each row."""
    rows, header = sheets.rows_of(source)
    return "\n".join(" ".join(one.text for one in row if one.text) for row in rows[:header])


def _comments(source: Source, rows: Sequence[Cell]) -> tuple[str, list[str]]:
    """Gives the comment above all rows of a file of YAML, and those of each row."""
    if not rows:
        return "", []
    text = source.text
    covered = sorted((span.start, span.end) for row in rows for span in _spans(row))
    marks: list[tuple[int, str]] = []
    at = 0
    for line in text.splitlines(keepends=True):
        hash = line.find("#")
        while hash >= 0:
            place = at + hash
            if (hash == 0 or line[hash - 1] in " \t") and not _covers(covered, place):
                marks.append((place, line[hash:].strip().removeprefix("#").removeprefix(" ")))
                break
            hash = line.find("#", hash + 1)
        at += len(line)
    starts = [row.span.start for row in rows]
    before = text[: starts[0]]
    gap = before.rstrip("- ").rstrip().rfind("\n\n")
    first = gap if gap >= 0 and before[:gap].strip() else starts[0]
    head = [said for place, said in marks if place < first]
    kept: list[list[str]] = [[] for _ in rows]
    for place, said in marks:
        if place >= first:
            # A comment in its own line belongs to the row below it, one behind a value to its own.
            line = text[text.rfind("\n", 0, place) + 1 : place]
            inside = bool(line.strip()) or line != ""
            after = [number for number, start in enumerate(starts) if start <= place]
            number = after[-1] if after and inside else len(after)
            kept[min(number, len(rows) - 1)].append(said)
    return "\n".join(head), ["\n".join(one) for one in kept]


def _spans(cell: Cell) -> Iterator[Any]:
    if isinstance(cell.value, tuple):
        for one in cell.value:
            yield from _spans(one)
    elif isinstance(cell.value, Mapping):
        yield from cell.key_spans.values()
        for one in cell.value.values():
            yield from _spans(one)
    else:
        yield cell.span


def _covers(spans: Sequence[tuple[int, int]], place: int) -> bool:
    from bisect import bisect_right

    at = bisect_right(spans, (place, len(spans) and spans[-1][1] + place + 1)) - 1
    return at >= 0 and spans[at][0] <= place < spans[at][1]


# ---------------------------------------------------------------- sheets


def converted(old: Read, name: str) -> str | Grid:
    """Writes a table in the form that the name of a file says: a text, or the cells of a workbook.

    Raises:
        NotKept: the form cannot hold what stands in the table.
    """
    if is_workbook(name):
        made = cells_of(old)
        _hold(old, Source(name, text_of_cells(made)), made)
        return made
    if is_sheet(name):
        grid = cells_of(old)
        text = text_of_grid(grid, "\t" if name.lower().endswith(".tsv") else ",")
        _hold(old, Source(name, text), grid)
        return text
    text = yaml_of(old)
    _hold(old, Source(name, text), None)
    return text


def _hold(old: Read, source: Source, grid: Grid | None) -> None:
    """Reads what was written again, and compares.

    Raises:
        NotKept: it says something else.
    """
    again, found = read(old.table, source)
    if again is None:
        why = found[0].message if found else "it cannot be read again"
        raise NotKept(f"this form cannot hold the table: {why}")
    for one, other in zip(said(old.table, old.rows), said(again.table, again.rows), strict=False):
        if one != other:
            different = [key for key in {**one[-1], **other[-1]} if one[-1].get(key) != other[-1].get(key)]
            what = f"`{different[0]}` of `{one[0]}`" if different else f"the row `{one[0]}`"
            raise NotKept(f"this form cannot hold {what}")
    if len(again.rows) != len(old.rows):
        raise NotKept("this form cannot hold all rows")


def headers_for(table: c.Table, *, parts: int = 1) -> list[tuple[str, c.Column, c.ColumnType]]:
    """Lists the headers of an empty sheet, with the column that each belongs to and what a cell below it holds."""
    made = _Columns()
    for column in c.all_columns(table):
        own = column in table.columns or column.name in (table.names_column, c.COPIES, c.TEXT)
        if own:
            _add(made, column, (column.name,), column.type, column.name, parts)
    return list(
        zip(made.headers, (one[0] for one in made.paths), (one[2] for one in made.paths), strict=True)
    )


def cells_of(old: Read) -> Grid:
    """Gives a table as the cells of a sheet, its headers first; titles stand above them."""
    made = _Columns()
    for column in c.all_columns(old.table):
        values = [row[column.name] for row in old.cells if column.name in row]
        if column.required or column.name == old.table.names_column or values:
            parts = max((len(one.value) for one in values if isinstance(one.value, tuple)), default=0)
            _add(made, column, (column.name,), column.type, column.name, parts)
    own = list(dict.fromkeys(key for row in old.notes for key in row))
    grid = [[*made.headers, *own]]
    for row, notes in zip(old.cells, old.notes or ({},) * len(old.cells), strict=True):
        cells = [text_of(kind, _at(row, path)) for _, path, kind in made.paths]
        grid.append([*cells, *(notes.get(key, "") for key in own)])
    if old.head:
        grid.insert(0, [_harmless(old.head)] + [""] * (len(grid[0]) - 1))
    return grid


def _harmless(head: str) -> str:
    """Keeps a title from being taken for a header."""
    return head if sheets.folded(head) not in sheets.NAMES else f"# {head}"


def _add(
    made: _Columns, column: c.Column, path: tuple[str | int, ...], kind: c.ColumnType, header: str, parts: int
) -> None:
    match kind:
        case c.MapColumn(keys=keys, item=item) if len(keys) <= _KEYS_MOST and not isinstance(
            item, c.MapColumn | c.RowsColumn
        ):
            for key in keys:
                made.headers.append(f"{header}: {key}")
                made.paths.append((column, (*path, key), item))
        case c.RowsColumn(columns=inner) if len(path) == 1 and 0 < parts * len(inner) <= _PARTS_MOST:
            for number in range(1, parts + 1):
                for one in inner:
                    _add(
                        made, column, (*path, number, one.name), one.type, f"{header} {number}: {one.name}", 0
                    )
        case _:
            made.headers.append(header)
            made.paths.append((column, path, kind))


def _at(row: Mapping[str, Cell], path: Sequence[str | int]) -> Cell | None:
    """Finds what stands at a path of a row, its parts counted from 1."""
    here: Cell | None = row.get(str(path[0]))
    for step in path[1:]:
        value = here.value if here is not None else None
        if isinstance(value, Mapping):
            here = value.get(str(step))
        elif isinstance(value, tuple) and isinstance(step, int) and step <= len(value):
            here = value[step - 1]
        else:
            return None
    return here


def text_of_grid(grid: Grid, separator: str) -> str:
    """Writes cells as the text of a spreadsheet."""

    def cell(text: str) -> str:
        risky = separator in text or '"' in text or "\n" in text or "\r" in text or text != text.strip()
        return '"' + text.replace('"', '""') + '"' if risky else text

    return "".join(separator.join(map(cell, row)) + "\n" for row in grid)


def text_of_cells(grid: Grid, sheet: str = "Sheet1") -> str:
    """Gives cells as the text that a workbook with them is read as."""
    rows = ("\t".join(one.replace("\t", " ").replace("\n", "\u2028") for one in row) for row in grid)
    return "\n".join((*rows, SHEET_MARK + sheet))


# ---------------------------------------------------------------- YAML


def yaml_of(old: Read) -> str:
    """Writes a table as YAML, with comments above the rows that they belong to."""
    lines = [f"# {line}".rstrip() for line in old.head.splitlines()]
    for row, notes in zip(old.cells, old.notes or ({},) * len(old.cells), strict=True):
        if lines:
            lines.append("")
        for key, text in notes.items():
            prefix = "" if sheets.folded(key) == "notes" else f"{key}: "
            lines += [f"# {prefix}{line}".rstrip() for line in text.splitlines()]
        margin = "- "
        for column in c.all_columns(old.table):
            if column.name in row:
                lines += _yaml_column(column, row[column.name], margin)
                margin = "  "
    return "\n".join(lines) + "\n"


def _yaml_column(column: c.Column, cell: Cell, margin: str) -> Iterator[str]:
    key = scalar(column.name)
    value = cell.value
    if isinstance(value, str) and isinstance(column.type, c.DrawingColumn):
        value = tuple(Cell(line, cell.span) for line in value.splitlines())
    deep = isinstance(value, tuple) and any(isinstance(one.value, tuple | Mapping) for one in value)
    if isinstance(value, tuple) and (deep or isinstance(column.type, c.DrawingColumn)):
        yield f"{margin}{key}:"
        yield from (f"    - {table_cells.yaml_of(one)}" for one in value)
    elif value is not None:
        yield f"{margin}{key}: {table_cells.yaml_of(cell, outside=True)}"
    elif column.required:
        yield f"{margin}{key}: none"


# ---------------------------------------------------------------- differences


def rows_said(table: c.Table, source: Source) -> dict[str, list[dict[str, Any]]]:
    """Gives what the rows of a table say by their names, as far as it can be read."""
    parsed = reading.parse(source)
    made = shaped(table, parsed.value, source) if parsed.value is not None else parsed
    checked = check(table, made.value, source).value if made.value is not None else None
    found: dict[str, list[dict[str, Any]]] = {}
    for row, (name, copies, text, cite, reconstructed, art, values) in zip(
        checked or (), said(table, checked or ()), strict=True
    ):
        more = {
            c.COPIES: copies,
            c.TEXT: text,
            c.SOURCE: cite,
            c.RECONSTRUCTED: reconstructed or None,
            c.ART: art,
        }
        kept = {key: value for key, value in more.items() if value is not None and key not in row.values}
        found.setdefault(name, []).append({**values, **kept})
    return found


def differences(
    old: Mapping[str, Sequence[Mapping[str, Any]]], new: Mapping[str, Sequence[Mapping[str, Any]]]
) -> list[str]:
    """Tells what is different between two tables, in sentences, rows that say the same left out."""
    told: list[str] = []
    for name in dict.fromkeys((*old, *new)):
        before = [one for one in old.get(name, ()) if one not in new.get(name, ())]
        after = [one for one in new.get(name, ()) if one not in old.get(name, ())]
        for one, other in zip(before, after, strict=False):
            for key in dict.fromkeys((*one, *other)):
                if one.get(key) != other.get(key):
                    told.append(f"{name}: {key} was {_shown(one.get(key))}, is {_shown(other.get(key))}")
        more, fewer = len(new.get(name, ())), len(old.get(name, ()))
        if more > fewer:
            told.append(f"{name} is new" if not fewer else f"{name} is there {more} times, not {fewer}")
        elif fewer > more:
            told.append(f"{name} is gone" if not more else f"{name} is there {more} times, not {fewer}")
    return told


def _shown(value: Any) -> str:
    return (
        "empty"
        if value is None
        else value
        if isinstance(value, str)
        else json.dumps(value, ensure_ascii=False)
    )

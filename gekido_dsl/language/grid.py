"""A table of YAML as rows and columns, and the edits that change one cell of it or add a row.

Invariants:
    An edit touches the value that it changes and nothing else: comments, order and layout stay.
    What an edit writes is read as what was meant: it is tried with the reader of tables before it is given.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import Edit
from gekido_dsl.language.table_cells import text_of, written, yaml_of
from gekido_dsl.model import nodes as m
from gekido_dsl.model.tables import signs_of, table_of
from gekido_dsl.source import Source, Span
from gekido_dsl.tables import columns as t
from gekido_dsl.tables.cells import Cell
from gekido_dsl.tables.shaping import shaped_cell

_FIRST_OF_ROW: Final = "- "
_IN_BRACKETS: Final = (t.EffectColumn, t.ListColumn, t.MapColumn)
"""What YAML has in brackets, and people write without them."""


class NotWritten(Exception):
    """A change that cannot be made in this file; its text says why."""


@dataclass(frozen=True, slots=True)
class GridColumn:
    """A column of a table as its file has it, or as the ruleset declares it."""

    name: str
    type: t.ColumnType | None
    """None for a column that no kind declares."""
    required: bool
    text: str | None
    """What it is for, in a sentence."""


@dataclass(frozen=True, slots=True)
class GridCell:
    """One cell of a row."""

    span: Span
    text: str
    """As people write it: a text without its quotes, a list, a map or an effect without its brackets."""
    one_line: bool
    """Whether it stands in one line, and can be written anew as one."""


@dataclass(frozen=True, slots=True)
class GridRow:
    """One row; a column that it lacks is not among its cells."""

    span: Span
    cells: Mapping[str, GridCell]


@dataclass(frozen=True, slots=True)
class Grid:
    """A whole table."""

    columns: tuple[GridColumn, ...]
    rows: tuple[GridRow, ...]


def tables_in(made: Compilation, name: str) -> list[t.Table]:
    """Lists what the ruleset says of a file: for each kind that is read from it, its columns."""
    game = made.model.value
    found: list[t.Table] = []
    for kind in game.kinds.values() if game is not None else ():
        for file, table in ((kind.file, table_of), (kind.legend, signs_of)):
            got = made.provider.read(file, kind.span.source.name) if file is not None else None
            if game is not None and isinstance(got, Source) and got.name == name:
                found.append(table(kind, game))
    return found


def kinds_in(made: Compilation, name: str) -> list[m.Kind]:
    """Lists the kinds that are read from a file."""
    game = made.model.value
    found: list[m.Kind] = []
    for kind in game.kinds.values() if game is not None else ():
        got = made.provider.read(kind.file, kind.span.source.name) if kind.file is not None else None
        if isinstance(got, Source) and got.name == name:
            found.append(kind)
    return found


def grid(root: Cell | None, tables: Sequence[t.Table]) -> Grid:
    """Gives what a file of rows holds; without rows if it holds none.

    Args:
        root: what `tables.yaml.parse` has read.
        tables: what the ruleset says of the file; none if no kind is read from it.
    """
    types = _types(tables)
    rows = tuple(
        GridRow(row.span, {name: _cell(cell, types.get(name)) for name, cell in row.value.items()})
        for row in _rows(root)
        if isinstance(row.value, Mapping)
    )
    return Grid(tuple(_columns(rows, tables)), rows)


def _rows(root: Cell | None) -> tuple[Cell, ...]:
    return root.value if root is not None and isinstance(root.value, tuple) else ()


def _columns(rows: Sequence[GridRow], tables: Sequence[t.Table]) -> Iterator[GridColumn]:
    """Lists the declared columns in their order, with those that every table may have where the file has them."""
    declared = {column.name: column for table in tables for column in t.all_columns(table)}
    own = {column.name for table in tables for column in table.columns}
    own |= {table.names_column for table in tables}
    written = list(dict.fromkeys(name for row in rows for name in row.cells))
    order = [name for name in declared if name in own or name in written]
    for name in [*order, *(name for name in written if name not in order)]:
        column = declared.get(name)
        if column is not None:
            yield GridColumn(name, column.type, column.required, column.text)
        else:
            yield GridColumn(name, None, False, None)


def _types(tables: Sequence[t.Table]) -> dict[str, t.ColumnType]:
    return {one.name: one.type for table in tables for one in t.all_columns(table)}


def _cell(cell: Cell, kind: t.ColumnType | None) -> GridCell:
    written = cell.span.text
    one_line = "\n" not in written and not written.startswith(("|", ">"))
    if isinstance(cell.value, str) and not cell.damaged:
        return GridCell(cell.span, cell.value if one_line else " ".join(cell.value.split()), one_line)
    if one_line and isinstance(kind, _IN_BRACKETS) and not cell.holds_damage:
        return GridCell(cell.span, text_of(kind, cell), True)
    return GridCell(cell.span, " ".join(written.split()), one_line)


# ---------------------------------------------------------------- changes


def set_cell(
    source: Source, root: Cell | None, tables: Sequence[t.Table], row: int, column: str, text: str
) -> list[Edit]:
    """Gives the edits that write a cell anew, or give it to a row that lacks it.

    Args:
        row: its number, from 0.
        text: what the cell is to say; a list, a map or an effect as a sheet has it, or as YAML writes it in one line.
    Raises:
        NotWritten: there is no such row, or the cell goes on over several lines.
    """
    rows = [one for one in _rows(root) if isinstance(one.value, Mapping)]
    if not 0 <= row < len(rows):
        raise NotWritten(f"there is no row {row + 1}")
    here = rows[row]
    assert isinstance(here.value, Mapping)
    declared = _types(tables)
    kind = declared.get(column)
    value = _bracketed(tables, kind, column, text) or written(text, kind, inside=_in_brackets(here))
    cell = here.value.get(column)
    if cell is None:
        return [_added(source, here, list(declared), column, value)]
    shown = _cell(cell, kind)
    if shown.text == text.strip():
        return []
    if not shown.one_line:
        raise NotWritten(f"`{column}` goes on over several lines here; change it in the text")
    blank = "" if cell.span.start < cell.span.end or source.text[cell.span.start - 1 :][:1] == " " else " "
    return [Edit(cell.span, blank + value)]


def _bracketed(tables: Sequence[t.Table], kind: t.ColumnType | None, column: str, text: str) -> str | None:
    """Writes what people write without brackets as YAML has it; None for what is written in them, or fits nothing."""
    plain = " ".join(text.split())
    if not isinstance(kind, _IN_BRACKETS) or plain[:1] in ("[", "{"):
        return None
    span = Span(Source("cell", plain), 0, len(plain))
    made = shaped_cell(tables[0], kind, Cell(plain, span), column)
    return yaml_of(made) if made is not None and isinstance(made.value, tuple | Mapping) else None


def _in_brackets(row: Cell) -> bool:
    return row.span.text.startswith("{")


def _added(source: Source, row: Cell, order: Sequence[str], column: str, value: str) -> Edit:
    """Puts a cell behind the one that comes before it in the order of columns."""
    assert isinstance(row.value, Mapping)
    before = order[: order.index(column)] if column in order else list(row.value)
    last = next((name for name in reversed([*before]) if name in row.value), next(iter(row.value)))
    at = row.value[last].span.end
    if _in_brackets(row):
        return Edit(source.span(at, at), f", {_key(column)}: {value}")
    key = row.key_spans[last].start
    margin = source.text[source.text.rfind("\n", 0, key) + 1 : key]
    end = source.text.find("\n", at)
    line = f"\n{' ' * len(margin)}{_key(column)}: {value}"
    at = len(source.text) if end < 0 else end
    return Edit(source.span(at, at), line)


def add_row(source: Source, root: Cell | None, tables: Sequence[t.Table], name: str) -> list[Edit]:
    """Gives the edits that put a row at the end of a table, each column that it needs with the least that fits.

    Raises:
        NotWritten: no kind is read from the file, or it is no list of rows.
    """
    if not tables:
        raise NotWritten("no kind of this ruleset is read from this table")
    if root is not None and not isinstance(root.value, tuple) and root.value is not None:
        raise NotWritten("this file holds no list of rows")
    table = tables[0]
    lines = [f"{table.names_column}: {written(name, t.TextColumn())}"]
    lines += [
        f"{_key(one.name)}: {_least(one.type)}"
        for one in table.columns
        if one.required and one.name != table.names_column
    ]
    end = len(source.text)
    gap = "" if not source.text or source.text.endswith("\n") else "\n"
    rows = _rows(root)
    if len(rows) > 1 and "\n\n" in source.text[rows[-2].span.start : rows[-1].span.start]:
        gap += "\n"
    return [Edit(source.span(end, end), gap + _FIRST_OF_ROW + "\n  ".join(lines) + "\n")]


def _least(kind: t.ColumnType) -> str:
    """Writes the least that a column can hold."""
    match kind:
        case t.IntColumn(low=low):
            return str(low)
        case t.BoolColumn():
            return "false"
        case t.ChoiceColumn(optional=True) | t.EffectColumn(optional=True):
            return "none"
        case t.ChoiceColumn(values=values):
            return written(values[0], kind, inside=True) if values else '""'
        case t.EffectColumn(effects=effects):
            plain = next((one for one in effects if not one.params), effects[0] if effects else None)
            if plain is None:
                return "none"
            taken = [_least(t.param_type(one)) for one in plain.params]
            if not taken:
                return plain.name
            given = taken[0] if len(taken) == 1 else f"[{', '.join(taken)}]"
            return f"{{{_key(plain.name)}: {given}}}"
        case t.MapColumn(keys=keys, item=item, partly=partly):
            return "{" + ("" if partly else ", ".join(f"{_key(key)}: {_least(item)}" for key in keys)) + "}"
        case t.ListColumn() | t.RowsColumn() | t.DrawingColumn():
            return "[]"
        case _:
            return '""'


# ---------------------------------------------------------------- values


def _key(name: str) -> str:
    return written(name, t.TextColumn(), inside=True)

"""A spreadsheet saved as text as rows and columns, the edits that change it, and what may come next in a cell of it.

Invariants:
    An edit touches the cell that it changes and nothing else: other cells, quotes, notes and the order of columns stay.
    What an edit writes is read again before it is given, and has to say what was meant there.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from gekido_dsl.diagnostics import Edit
from gekido_dsl.language.grid import Grid, GridCell, GridColumn, GridRow, NotWritten
from gekido_dsl.language.mentions import Mentions
from gekido_dsl.language.renaming import applied
from gekido_dsl.language.suggestions import Suggestion
from gekido_dsl.language.table_forms import text_of_grid
from gekido_dsl.model.tables import signs_of, table_of
from gekido_dsl.source import Source, is_workbook
from gekido_dsl.tables import columns as c
from gekido_dsl.tables import sheets
from gekido_dsl.tables.cells import Cell
from gekido_dsl.tables.shaping import column_of

_ENDS: Final = "\r\n"


def sheet_grid(root: Cell | None, tables: Sequence[c.Table]) -> Grid:
    """Gives what a sheet holds, column by column as it has them.

    Args:
        root: what `sheets.parse` has read.
        tables: what the ruleset says of the file; none if no kind is read from it.
    """
    rows = [row for row in _rows(root) if isinstance(row.value, Mapping)]
    headers = list(rows[0].key_spans) if rows else []
    made = tuple(
        GridRow(row.span, {name: _cell(cell) for name, cell in row.value.items()})
        for row in rows
        if isinstance(row.value, Mapping)
    )
    return Grid(tuple(_column(tables, header) for header in headers), made)


def _rows(root: Cell | None) -> tuple[Cell, ...]:
    return root.value if root is not None and isinstance(root.value, tuple) else ()


def _column(tables: Sequence[c.Table], header: str) -> GridColumn:
    found = next((one for one in (column_of(table, header) for table in tables) if one is not None), None)
    if found is None:
        return GridColumn(header, None, False, "A column of your own." if tables else None)
    column, kind = found
    # A list or a map stands in a cell as people write it, so the page offers no form for it.
    shown = kind if isinstance(kind, c.IntColumn | c.ChoiceColumn | c.TextColumn) else None
    if isinstance(kind, c.BoolColumn):
        shown = c.ChoiceColumn(("yes", "no"))
    is_free = isinstance(kind, c.ChoiceColumn) and kind.optional
    return GridColumn(header, shown, column.required and not is_free, column.text)


def _cell(cell: Cell) -> GridCell:
    text = str(cell.value)
    return GridCell(cell.span, text if "\n" not in text else " ".join(text.split()), "\n" not in text)


# ---------------------------------------------------------------- changes


def set_sheet_cell(source: Source, root: Cell | None, row: int, column: str, text: str) -> list[Edit]:
    """Gives the edit that writes a cell anew.

    Raises:
        NotWritten: there is no such cell, or it cannot be written here.
    """
    rows = [one for one in _rows(root) if isinstance(one.value, Mapping)]
    if not 0 <= row < len(rows):
        raise NotWritten(f"there is no row {row + 1}")
    cells = rows[row].value
    assert isinstance(cells, Mapping)
    if column not in cells:
        raise NotWritten(f"there is no column `{column}`")
    cell, value = cells[column], " ".join(text.split())
    if str(cell.value) == value:
        return []
    if "\n" in str(cell.value):
        raise NotWritten(f"`{column}` goes on over several lines here; change it in the text")
    separator, written = _separator(source), _line(source, [value])
    at = cell.span
    quoted = (
        not is_workbook(source.name)
        and at.start > 0
        and source.text[at.start - 1] == '"'
        and source.text[at.end : at.end + 1] == '"'
    )
    tried = [Edit(at, value.replace('"', '""') if quoted else written)]
    # A row may end before the column: what separates its cells is written along.
    end = source.span(rows[row].span.end, rows[row].span.end)
    tried += [Edit(end, separator * number + written) for number in range(1, len(cells))]
    for edit in tried:
        if _says(source, edit, row, column, value, cells):
            return [edit]
    raise NotWritten(f"`{column}` cannot be written here; change it in the text")


def _says(source: Source, edit: Edit, row: int, column: str, value: str, before: Mapping[str, Cell]) -> bool:
    """Reads a sheet with an edit, and tells whether that cell alone is another one."""
    again = sheets.parse(Source(source.name, applied(source.text, [edit]))).value
    rows = [one.value for one in _rows(again) if isinstance(one.value, Mapping)]
    if row >= len(rows):
        return False
    wanted = {name: str(one.value) for name, one in before.items()} | {column: value}
    return {name: str(one.value) for name, one in rows[row].items()} == wanted


def add_sheet_row(source: Source, root: Cell | None, tables: Sequence[c.Table], name: str) -> list[Edit]:
    """Gives the edit that puts a row at the end of a sheet, each column that it needs with the least that fits.

    Raises:
        NotWritten: no kind is read from the sheet, or it has no headers.
    """
    if not tables:
        raise NotWritten("no kind of this ruleset is read from this table")
    rows = _rows(root)
    headers = (
        list(rows[0].key_spans)
        if rows
        else []
        if is_workbook(source.name)
        else [one.text for one in sheets.headers_in(source)]
    )
    if not headers:
        raise NotWritten("this sheet has no headers")
    cells: list[str] = []
    for header in headers:
        found = column_of(tables[0], header)
        is_name = found is not None and found[0].name == tables[0].names_column
        cells.append(name if is_name else "" if found is None or not found[0].required else _least(found[1]))
    line = _line(source, cells)
    if is_workbook(source.name):
        mark = source.text.rfind("\n")
        return [Edit(source.span(mark, mark), f"\n{line}")]
    end = len(source.text.rstrip(_ENDS))
    newline = "\r\n" if "\r\n" in source.text else "\n"
    return [Edit(source.span(end, len(source.text)), f"{newline}{line}{newline}")]


def _least(kind: c.ColumnType) -> str:
    match kind:
        case c.IntColumn(low=low):
            return str(low)
        case c.BoolColumn():
            return "no"
        case c.ChoiceColumn(values=values, optional=False) if values:
            return values[0]
        case c.EffectColumn(effects=effects, optional=False) if effects:
            least = min(effects, key=lambda one: len(one.params))
            taken = [_least(c.param_type(one)) for one in least.params]
            return (
                f"{least.name} {taken[0]}"
                if len(taken) == 1
                else f"{least.name}: {', '.join(taken)}".rstrip(": ")
            )
        case _:
            return ""


def _separator(source: Source) -> str:
    return "\t" if is_workbook(source.name) else sheets.separator_of(source)


def _line(source: Source, cells: Sequence[str]) -> str:
    """Writes cells one after the other; in a workbook there are no quotes."""
    if is_workbook(source.name):
        return "\t".join(cells).rstrip("\t")
    return text_of_grid([list(cells)], _separator(source)).rstrip("\n")


# ---------------------------------------------------------------- completion


def complete_sheet_cell(source: Source, at: int, mentions: Mentions) -> list[Suggestion]:
    """Lists what may stand in the cell at a place: headers in the row of the headers, below it values of the column."""
    if mentions.game is None or is_workbook(source.name):
        return []
    tables = [table_of(kind, mentions.game) for kind in mentions.kinds_of(source.name)]
    tables += [
        signs_of(kind, mentions.game)
        for kind in mentions.game.kinds.values()
        if kind.legend is not None and source.name.endswith(kind.legend)
    ]
    found = sheets.cell_at(source, at)
    if found is None or not tables:
        return []
    header, typed_from = found
    typed = source.text[typed_from:at]
    if header is None:
        there = {sheets.folded(one.text) for one in sheets.headers_in(source)}
        there.discard(sheets.folded(typed))
        offered = [
            (name, "a column")
            for table in tables
            for name in headers_of_table(table)
            if sheets.folded(name) not in there
        ]
    else:
        offered = [one for table in tables for one in _values(column_of(table, header))]
        piece = max(typed.rfind(sign) for sign in ",;|") + 1
        if piece:
            typed_from += piece + len(typed[piece:]) - len(typed[piece:].lstrip())
            typed = source.text[typed_from:at]
    return [
        Suggestion(name, typed_from, what)
        for name, what in dict.fromkeys(offered)
        if name.casefold().startswith(typed.strip().casefold())
    ]


def headers_of_table(table: c.Table) -> list[str]:
    """Lists the headers that a sheet of a table may have."""
    from gekido_dsl.language.table_forms import headers_for

    named = [header for header, _, _ in headers_for(table)]
    return [*named, *(one for one in (c.SOURCE, c.ART, c.RECONSTRUCTED) if one not in named)]


def _values(found: tuple[c.Column, c.ColumnType] | None) -> list[tuple[str, str]]:
    kind = found[1] if found is not None else None
    match kind:
        case c.ListColumn(item=item):
            return _values((found[0], item)) if found is not None else []
        case c.ChoiceColumn(values=values, optional=optional):
            return [*((one, "a value") for one in values), *([("none", "nothing")] if optional else [])]
        case c.EffectColumn(effects=effects, optional=optional):
            return [
                *((one.name, "an effect") for one in effects), *([("none", "nothing")] if optional else []),
            ]  # fmt: skip
        case c.BoolColumn():
            return [("yes", "true"), ("no", "false")]
        case _:
            return []

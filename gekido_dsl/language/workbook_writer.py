"""The cells of a sheet are written as a workbook, `.xlsx`: headers with notes, and lists of values to choose from.

`xlsxwriter` does it; where it is missing `ImportError` says so.
"""

from collections.abc import Sequence
from io import BytesIO
from typing import Any, Final

from gekido_dsl.language.table_forms import Grid, headers_for
from gekido_dsl.tables import columns as c

ROWS_EMPTY: Final = 500
"""For how many rows an empty sheet offers its values."""
_VALUES: Final = "Values"
_LETTERS_MOST: Final = 250
"""How long a list of values may be that a program keeps with a cell; a longer one gets a sheet of its own."""
_WIDTH_MOST: Final = 48
_NOTE_MOST: Final = 600


def workbook(grid: Grid, sheet: str, table: c.Table) -> bytes:
    """Writes a table with the cells that it has; titles may stand above its headers."""
    header = next((number for number, row in enumerate(grid) if table.names_column in row), 0)
    return _written(grid, sheet, table, header, len(grid) - header - 1)


def empty_workbook(sheet: str, table: c.Table, parts: int = 1) -> bytes:
    """Writes a sheet with headers alone, ready to be filled in."""
    headers = [header for header, _, _ in headers_for(table, parts=parts)]
    return _written([headers], sheet, table, 0, ROWS_EMPTY)


def _written(grid: Grid, sheet: str, table: c.Table, header: int, rows: int) -> bytes:
    import xlsxwriter

    saved = BytesIO()
    known = {one[0]: one for one in headers_for(table, parts=99)}
    with xlsxwriter.Workbook(saved, {"in_memory": True}) as book:
        page = book.add_worksheet(sheet_name(sheet))
        bold = book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"})
        text = book.add_format({"num_format": "@", "text_wrap": True, "valign": "top"})
        plain = book.add_format({"valign": "top"})
        values: list[tuple[str, ...]] = []
        for number, row in enumerate(grid):
            for column, cell in enumerate(row):
                kind = known[grid[header][column]][2] if grid[header][column] in known else None
                if number <= header:
                    page.write_string(number, column, cell, bold if number == header else plain)
                elif isinstance(kind, c.IntColumn) and cell.lstrip("-").isdecimal():
                    page.write_number(number, column, int(cell), plain)
                elif cell:
                    page.write_string(number, column, cell, text)
        page.freeze_panes(header + 1, 1)
        for column, name in enumerate(grid[header]):
            width = width_of([row[column] for row in grid[header:]])
            kind = known[name][2] if name in known else None
            of_text = not isinstance(kind, c.IntColumn)
            page.set_column(column, column, width, text if of_text else plain)
            if name in known:
                page.write_comment(header, column, about(known[name][1], known[name][2]), {"x_scale": 2})
            rule = _rule(kind, values) if kind is not None else None
            if rule is not None and rows:
                page.data_validation(header + 1, column, header + max(rows, 1), column, rule)
        if values:
            other = book.add_worksheet(_VALUES if sheet != _VALUES else f"{_VALUES} 2")
            other.hide()
            for column, listed in enumerate(values):
                for number, one in enumerate(listed):
                    other.write_string(number, column, one)
    return saved.getvalue()


def sheet_name(name: str) -> str:
    """Gives a name that a sheet may have."""
    kept = "".join(letter for letter in name if letter not in "[]:*?/\\").strip("'")
    return kept[:31] or "Sheet1"


def width_of(cells: Sequence[str]) -> int:
    """Gives how wide a column is for its cells, in letters."""
    longest = max((len(line) for cell in cells for line in cell.split("\n")), default=0)
    return min(max(longest + 2, 9), _WIDTH_MOST)


def about(column: c.Column, kind: c.ColumnType) -> str:
    """Says what belongs into a column, as a note on its header."""
    words = c.expected(kind).replace("`", "")
    about = f"{column.text} " if column.text else ""
    optional = "" if column.required else " May be left empty."
    return f"{about}{words[:1].upper()}{words[1:]}.{optional}"[:_NOTE_MOST]


def _rule(kind: c.ColumnType, values: list[tuple[str, ...]]) -> dict[str, Any] | None:
    """Gives what a program offers and checks as a cell is filled in; None for what is written freely."""
    match kind:
        case c.IntColumn(low=low, high=high):
            said = f"A whole number from {low} to {high}."
            return {
                "validate": "integer",
                "criteria": "between",
                "minimum": low,
                "maximum": high,
                "error_title": "Not a number for this column",
                "error_message": said,
            }
        case c.BoolColumn():
            return {"validate": "list", "source": ["yes", "no"]}
        case c.ChoiceColumn(values=words, optional=optional) if words:
            return _offered((*words, *(["none"] if optional else [])), values, strict=True)
        case c.EffectColumn(effects=effects, optional=optional) if effects:
            words = tuple(one.name for one in effects)
            return _offered((*words, *(["none"] if optional else [])), values, strict=False)
        case _:
            return None


def _offered(words: Sequence[str], values: list[tuple[str, ...]], *, strict: bool) -> dict[str, Any]:
    """Offers a list; one that is long or has commas in it stands in a sheet of its own."""
    kept = {} if strict else {"error_type": "information", "show_error": False}
    if len(",".join(words)) <= _LETTERS_MOST and not any("," in one for one in words):
        return {"validate": "list", "source": list(words), **kept}
    if tuple(words) not in values:
        values.append(tuple(words))
    column = _letters(values.index(tuple(words)))
    return {"validate": "list", "source": f"={_VALUES}!${column}$1:${column}${len(words)}", **kept}


def _letters(column: int) -> str:
    from gekido_dsl.source import cell_name

    return cell_name(0, column).rstrip("1")

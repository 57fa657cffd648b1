"""The cells of a sheet are written as an OpenDocument spreadsheet, `.ods`: headers with notes, values to choose from.

`odfdo` does it; where it is missing `ImportError` says so.
"""

from collections.abc import Sequence
from html import escape
from io import BytesIO
from typing import TYPE_CHECKING, Final

from gekido_dsl.language.table_forms import Grid, headers_for
from gekido_dsl.language.workbook_writer import ROWS_EMPTY, about, sheet_name, width_of
from gekido_dsl.tables import columns as c

if TYPE_CHECKING:
    from odfdo import Cell

_TENTH_OF_INCH: Final = 0.08
"""Inches that a letter takes."""
_HEAD: Final = (
    '<style:style style:name="gdl-head" style:family="table-cell" style:parent-style-name="Default">'
    '<style:table-cell-properties fo:wrap-option="wrap" style:vertical-align="top" '
    'fo:border-bottom="0.75pt solid #000000"/><style:text-properties fo:font-weight="bold"/></style:style>'
)
_CELL: Final = (
    '<style:style style:name="gdl-cell" style:family="table-cell" style:parent-style-name="Default"{data}>'
    '<style:table-cell-properties fo:wrap-option="wrap" style:vertical-align="top"/></style:style>'
)
_TEXT: Final = '<number:text-style style:name="gdl-text"><number:text-content/></number:text-style>'


def office_sheet(grid: Grid, sheet: str, table: c.Table) -> bytes:
    """Writes a table with the cells that it has; titles may stand above its headers."""
    header = next((number for number, row in enumerate(grid) if table.names_column in row), 0)
    return _written(grid, sheet, table, header, 0)


def empty_office_sheet(sheet: str, table: c.Table, parts: int = 1) -> bytes:
    """Writes a sheet with headers alone, ready to be filled in."""
    headers = [header for header, _, _ in headers_for(table, parts=parts)]
    return _written([headers], sheet, table, 0, ROWS_EMPTY)


def _written(grid: Grid, sheet: str, table: c.Table, header: int, empty: int) -> bytes:
    from odfdo import Annotation, Cell, Column, Document, Element, Row, Style, Table

    # The table is read from its text at once: to put elements of others into it, one by one, takes five times as long.
    parts: list[str] = []

    known = {one[0]: one for one in headers_for(table, parts=99)}
    kinds = [known[name][2] if name in known else None for name in grid[header]]
    book = Document("spreadsheet")
    for style in (_HEAD, _TEXT, _CELL.format(data=' style:data-style-name="gdl-text"')):
        book.insert_style(style, automatic=True)
    book.body.clear()
    rules = {at: rule for at, kind in enumerate(kinds) if kind is not None and (rule := _rule(kind))}
    if rules:
        listed = "".join(_validation(at, *rule) for at, rule in rules.items())
        book.body.append(Element.from_tag(f"<table:content-validations>{listed}</table:content-validations>"))
    for at in range(len(grid[header])):
        width = width_of([row[at] for row in grid[header:] if at < len(row)]) * _TENTH_OF_INCH
        style = book.insert_style(
            Style("table-column", name=f"gdl-column-{at}", width=f"{width:.2f}in"), automatic=True
        )
        parts.append(Column(style=style).serialize())
    for row in grid[: header + 1]:
        made = Row()
        for text in row:
            cell = _text(Cell(style="gdl-head" if row is grid[header] else None), text)
            if row is grid[header] and text in known:
                cell.insert(Annotation(about(known[text][1], known[text][2]), creator=""), 0)
            Element.append(made, cell)  # `Row` copies it
        parts.append(made.serialize())
    numbers = [isinstance(kind, c.IntColumn) for kind in kinds]
    checked = [
        f' table:content-validation-name="gdl-{at}"' if at in rules else "" for at in range(len(kinds))
    ]
    for row in grid[header + 1 :]:
        cells = map(_cell, row, numbers, checked)
        parts.append(f"<table:table-row>{''.join(cells)}</table:table-row>")
    if empty:
        made = Row(repeated=empty)
        for at, kind in enumerate(kinds):
            cell = Cell(style=None if isinstance(kind, c.IntColumn) else "gdl-cell")
            if at in rules:
                cell.set_attribute("table:content-validation-name", f"gdl-{at}")
            made.append(cell)
        parts.append(made.serialize())
    name = Table(sheet_name(sheet)).get_attribute_string("table:name") or ""
    book.body.append(
        Element.from_tag(f'<table:table table:name="{escape(name)}">{"".join(parts)}</table:table>')
    )
    saved = BytesIO()
    book.save(saved)
    return saved.getvalue()


def _cell(text: str, number: bool, checked: str) -> str:
    """Gives a cell below the headers as it is written."""
    if number and text.lstrip("-").isdecimal():
        value = int(text)
        return (
            f'<table:table-cell{checked} office:value-type="float" calcext:value-type="float" '
            f'office:value="{value}" calcext:value="{value}"><text:p>{value}</text:p></table:table-cell>'
        )
    if not text:
        return f'<table:table-cell table:style-name="gdl-cell"{checked}/>'
    lines = "".join(map(_paragraph, text.split("\n")))
    kind = 'table:style-name="gdl-cell" office:value-type="string"'
    return f"<table:table-cell {kind}{checked}>{lines}</table:table-cell>"


def _paragraph(line: str) -> str:
    """Gives a line as it is written; its blanks stay."""
    from odfdo import Paragraph

    if line != " ".join(line.split()):
        return Paragraph(line, formatted=True).serialize()
    return f"<text:p>{escape(line, quote=False)}</text:p>"


def _text(cell: "Cell", text: str) -> "Cell":
    """Fills a cell with a text: each of its lines is a paragraph, whose blanks stay."""
    from odfdo import Element, Paragraph

    if not text:
        return cell
    cell.set_attribute("office:value-type", "string")
    for line in text.split("\n"):
        cell.append(Paragraph(line, formatted=True) if line else Element.from_tag("<text:p/>"))
    return cell


def _rule(kind: c.ColumnType) -> tuple[str, str, str] | None:
    """Gives what a program checks as a cell is filled in, how strictly, and what it says; None for free text."""
    match kind:
        case c.IntColumn(low=low, high=high):
            said = f"A whole number from {low} to {high}."
            return f"cell-content-is-whole-number() and cell-content-is-between({low},{high})", "stop", said
        case c.BoolColumn():
            return _listed(("yes", "no"), "stop")
        case c.ChoiceColumn(values=words, optional=optional) if words:
            return _listed((*words, *(["none"] if optional else [])), "stop")
        case c.EffectColumn(effects=effects, optional=optional) if effects:
            return _listed((*(one.name for one in effects), *(["none"] if optional else [])), "")
        case _:
            return None


def _listed(words: Sequence[str], how: str) -> tuple[str, str, str]:
    quoted = ";".join('"' + word.replace('"', '""') + '"' for word in words)
    return f"cell-content-is-in-list({quoted})", how, ""


def _validation(at: int, condition: str, how: str, said: str) -> str:
    error = (
        f'<table:error-message table:message-type="{how}" table:display="true" '
        f'table:title="Not for this column"><text:p>{escape(said)}</text:p></table:error-message>'
        if how
        else '<table:error-message table:message-type="information" table:display="false"/>'
    )
    return (
        f'<table:content-validation table:name="gdl-{at}" table:condition="{escape("of:" + condition)}" '
        f'table:allow-empty-cell="true" table:display-list="unsorted">{error}</table:content-validation>'
    )

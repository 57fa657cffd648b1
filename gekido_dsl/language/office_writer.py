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
    page = Table(sheet_name(sheet))
    for at in range(len(grid[header])):
        width = width_of([row[at] for row in grid[header:] if at < len(row)]) * _TENTH_OF_INCH
        style = book.insert_style(
            Style("table-column", name=f"gdl-column-{at}", width=f"{width:.2f}in"), automatic=True
        )
        page.append(Column(style=style))
    for number, row in enumerate(grid):
        made = Row()
        for at, text in enumerate(row):
            if number <= header:
                cell = _text(Cell(style="gdl-head" if number == header else None), text)
                if number == header and text in known:
                    cell.insert(Annotation(about(known[text][1], known[text][2]), creator=""), 0)
            elif isinstance(kinds[at], c.IntColumn) and text.lstrip("-").isdecimal():
                cell = Cell(int(text))
            else:
                cell = _text(Cell(style="gdl-cell"), text)
            if number > header and at in rules:
                cell.set_attribute("table:content-validation-name", f"gdl-{at}")
            Element.append(made, cell)  # `Row` copies it
        Element.append(page, made)  # `Table` looks through its rows for each
    if empty:
        made = Row(repeated=empty)
        for at, kind in enumerate(kinds):
            cell = Cell(style=None if isinstance(kind, c.IntColumn) else "gdl-cell")
            if at in rules:
                cell.set_attribute("table:content-validation-name", f"gdl-{at}")
            made.append(cell)
        page.append(made)
    book.body.append(page)
    saved = BytesIO()
    book.save(saved)
    return saved.getvalue()


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

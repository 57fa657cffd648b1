"""Text of a spreadsheet becomes cells: its columns by their headers, with the place of every cell.

Invariants:
    What stands in a cell is text here; `shaping` makes of it what its column holds.
    The span of a cell is what is written in it, quotes left out.
    Rows above the headers, and rows with nothing in them, are passed over.
"""

import _csv as csv  # pages have this part alone of the module `csv`
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Label, Missing, Outcome, codes
from gekido_dsl.diagnostics.suggest import nearest
from gekido_dsl.source import SHEET_MARK, Source, Span, is_workbook, shown_file, workbook_of
from gekido_dsl.tables.cells import Cell, short
from gekido_dsl.tables.encodings import LOST

CELLS_LIMIT: Final = 200_000
"""How many cells are read."""
ROWS_LIMIT: Final = 10_000
"""How many rows are: as many as a game has room for things."""
SIZE_LIMIT: Final = 1_000_000
"""The longest text that is read, in code points."""
FINDINGS_LIMIT: Final = 50
"""How many findings a sheet gives."""

NAMES: Final = ("name", "sign", "ruling")
"""The columns that the rows of a table go by, without capitals."""
_TITLES_LIMIT: Final = 20
"""How many rows may stand above the headers."""
_TRIED: Final = 20
"""How many rows are looked at to find what separates cells."""
_SEPARATORS: Final = ";,\t|"
_SAID: Final = re.compile(r"sep=(.)(?:\r\n|\n|\r)", re.IGNORECASE)
"""The first line by which a program says what separates cells."""
_UNREADABLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff\ud800-\udfff]")
_WORD: Final = re.compile(r'[^\s,;|"]+')
_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|\Z)")


@dataclass(frozen=True, slots=True)
class Written:
    """What stands in a cell of a sheet, and where."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class _Record:
    cells: tuple[Written, ...]
    open: bool = False
    """Whether a quote is opened in it that nothing closes."""
    begin: int = 0
    end: int = 0
    """Where it stands, its line end included."""


def folded(text: str) -> str:
    """Gives a header or a word as it is compared: capitals and blanks do not count."""
    return " ".join(unicodedata.normalize("NFC", text).split()).casefold()


def parse(source: Source) -> Outcome[Cell]:
    """Reads a spreadsheet.

    Returns:
        A list of rows, each a map from headers to texts; None where there is nothing to go by.
    """
    if len(source.text) > SIZE_LIMIT:
        message = f"`{shown_file(source.name)}` is longer than {SIZE_LIMIT:,} characters"
        return Outcome(None, (Diagnostic(codes.FILE_TOO_LARGE, message, (Label(source.span(0, 0)),)),))
    odd = _UNREADABLE.search(source.text)
    if odd is not None:
        return Outcome(None, (_syntax(_odd(odd.group()), source.span(*odd.span()), "remove it"),))
    made = _of_workbook(source) if is_workbook(source.name) else _of_text(source)
    if LOST not in source.text:
        return made
    root = None if made.value is None else replace(made.value, damaged=True)
    return Outcome(root, (_lost(source), *made.diagnostics))


def _of_text(source: Source) -> Outcome[Cell]:
    separator, start = _separator(source)
    rows: list[tuple[Written, ...]] = []
    cells = 0
    for record in _records(source, separator, start):
        if not record.cells:
            continue  # an empty line
        if record.open:
            message = "a quote is opened here and never closed, so the rest of the file is one cell"
            help = 'close it with `"`; write a quote inside a cell twice, as `""`'
            span = record.cells[-1].span
            begun = source.span(span.start, source.offset(source.position(span.start)[0], len(source.text)))
            begun = begun if begun.end < span.end else span
            broken = _syntax(message, begun, help)
            made = table_of(source, rows, source.whole)
            if made.value is None:
                return Outcome(None, (broken,))
            return Outcome(replace(made.value, damaged=True), (*made.diagnostics, broken))
        cells += len(record.cells)
        if cells > CELLS_LIMIT or len(rows) > ROWS_LIMIT:
            return Outcome(None, (_too_many(source, record.cells[0].span, cells),))
        if any(one.text for one in record.cells):
            rows.append(record.cells)
    return table_of(source, rows, source.whole)


def _of_workbook(source: Source) -> Outcome[Cell]:
    """Reads the text that a sheet of a workbook was made into; see `source.SHEET_MARK`."""
    body, _, mark = source.text.rpartition("\n")
    if not mark.startswith(SHEET_MARK):
        message = f"`{shown_file(source.name)}` cannot be read: it is no workbook but text"
        help = "give the file the ending .csv"
        return Outcome(None, (Diagnostic(codes.WORKBOOK, message, (Label(source.span(0, 0)),), help),))
    rows: list[tuple[Written, ...]] = []
    at = cells = 0
    for line in body.split("\n"):
        row: list[Written] = []
        for raw in line.split("\t"):
            text = _clean(raw.replace("\u2028", "\n"))
            begin = at + len(raw) - len(raw.lstrip())
            row.append(Written(text, source.span(begin, max(begin, at + len(raw.rstrip())))))
            at += len(raw) + 1
        cells += len(row)
        if cells > CELLS_LIMIT or len(rows) > ROWS_LIMIT:
            return Outcome(None, (_too_many(source, row[0].span, cells),))
        if any(one.text for one in row):
            rows.append(tuple(row))
    return table_of(source, rows, source.span(0, len(body)))


def _too_many(source: Source, at: Span, cells: int) -> Diagnostic:
    most = f"{CELLS_LIMIT:,} cells" if cells > CELLS_LIMIT else f"{ROWS_LIMIT:,} rows"
    message = f"`{shown_file(source.name)}` holds more than {most}"
    return Diagnostic(codes.FILE_TOO_LARGE, message, (Label(at),))


def rows_of(source: Source) -> tuple[list[tuple[Written, ...]], int]:
    """Gives the rows of a sheet that has been read without errors, and the number of the one with its headers."""
    if is_workbook(source.name):
        lines = source.text.rpartition("\n")[0].split("\n")
        rows = [
            tuple(Written(_clean(one.replace("\u2028", "\n")), source.whole) for one in line.split("\t"))
            for line in lines
        ]
    else:
        rows = [record.cells for record in _records(source, *_separator(source))]
    filled = [row for row in rows if any(one.text for one in row)]
    return filled, next((number for number, row in enumerate(filled) if _is_header(row)), 0)


def separator_of(source: Source) -> str:
    """Gives what separates the cells of a sheet."""
    return _separator(source)[0]


def begin_of(source: Source) -> int:
    """Gives where the first row begins, behind a line that says what separates cells."""
    return _separator(source)[1]


def extents(source: Source) -> Iterator[tuple[int, int, bool]]:
    """Gives where each row begins and ends, its line end included, and whether it is the one with the headers."""
    separator, start = _separator(source)
    is_found = False
    for record in _records(source, separator, start):
        is_header = not is_found and bool(record.cells) and _is_header(record.cells)
        is_found = is_found or is_header
        yield record.begin, record.end, is_header


def headers_in(source: Source) -> list[Written]:
    """Gives the cells of the row of headers; none where no row is one."""
    rows = (record.cells for record in _records(source, *_separator(source)))
    for _, row in zip(range(_TITLES_LIMIT), rows, strict=False):
        if _is_header(row):
            return list(row)
    return []


def cell_at(source: Source, at: int) -> tuple[str | None, int] | None:
    """Finds the header of the cell at a place, and where what is typed in it begins; None as the header of a header."""
    separator, start = _separator(source)
    headers: list[str] | None = None
    for record in _records(source, separator, start):
        if not record.cells:
            continue  # an empty line
        is_header = headers is None and _is_header(record.cells)
        if is_header:
            headers = [" ".join(one.text.split()) for one in record.cells]
        line_end = source.offset(record.cells[-1].span.end_position[0], len(source.text))
        if record.cells[0].span.start <= at <= line_end:
            number = sum(one.span.end < at for one in record.cells[:-1])
            begun = min(record.cells[number].span.start, at)
            if is_header:
                return None, begun
            return (headers[number], begun) if headers is not None and number < len(headers) else None
    return None


def table_of(source: Source, rows: Sequence[tuple[Written, ...]], whole: Span) -> Outcome[Cell]:
    """Makes a table of the rows of a sheet that have something in them."""
    if not rows:
        message = f"`{shown_file(source.name)}` holds no rows"
        return Outcome(None, (Diagnostic(codes.EMPTY_FILE, message, (Label(source.span(0, 0)),)),))
    at = next((number for number, row in enumerate(rows[:_TITLES_LIMIT]) if _is_header(row)), None)
    if at is None:
        return Outcome(None, (_no_header(source, rows),))
    found: list[Diagnostic] = []
    headers = _headers(rows[at], found)
    made = [_row(headers, row, found) for row in rows[at + 1 :]]
    if not made:
        message = f"`{shown_file(source.name)}` holds no rows"
        help = "write the first row below the headers"
        where = Label(rows[at][0].span, "nothing below these headers")
        return Outcome(None, (*found, Diagnostic(codes.EMPTY_FILE, message, (where,), help)))
    return Outcome(Cell(tuple(made), whole), tuple(found[:FINDINGS_LIMIT]))


def _syntax(message: str, span: Span, help: str | None) -> Diagnostic:
    return Diagnostic(codes.CSV_SYNTAX, message, (Label(span),), help)


def _lost(source: Source) -> Diagnostic:
    """Reports the letters that could not be told, all of them at the first cell that has one."""
    cells = [one for one in _WORD.finditer(source.text) if LOST in one.group()]
    first = source.span(*cells[0].span())
    rest = len(cells) - 1
    have = "has" if not rest else f"and {rest} other word{'s' * (rest > 1)} have"
    help = "type the letter again"
    if not is_workbook(source.name):
        help = (
            "save the file as UTF-8 (Excel calls it `CSV UTF-8`); if the letter is still wrong, type it again"
        )
    return _syntax(f"`{short(first.text)}` {have} a letter that cannot be read", first, help)


def _odd(letter: str) -> str:
    return f"the invisible character U+{ord(letter):04X} is not allowed in a table"


# ---------------------------------------------------------------- headers


def _is_header(row: Sequence[Written]) -> bool:
    return any(folded(one.text) in NAMES for one in row)


def _no_header(source: Source, rows: Sequence[tuple[Written, ...]]) -> Diagnostic:
    """Says that no row holds headers, and which one is most like it."""
    likely = next((row for row in rows if sum(bool(one.text) for one in row) > 1), rows[0])
    shown = [one for one in likely if one.text]
    near = nearest("Name", [one.text for one in shown], 1)
    called = (
        one for one in shown if one.text in near or not {"name", "title"}.isdisjoint(folded(one.text).split())
    )
    alike = next(called, None)
    where = alike or shown[0]
    return Diagnostic(
        codes.SHEET_HEADER,
        f"no column of `{shown_file(source.name)}` is called `Name`",
        (Label(where.span, "this column?" if alike else "no `Name` among these"),),
        help="call the column that holds the names of the rows `Name`" + _other_sheet(source),
        missing=Missing("column", "Name"),
    )


def _other_sheet(source: Source) -> str:
    """Says how a sheet is named, where a workbook was read without its name."""
    book = workbook_of(source.name)
    if book is None or book[1] is not None:
        return ""
    file = book[0].rpartition("/")[2]
    return f'; or name its sheet, as in `from "{file}" sheet "Cards"`; this is the first'


def _headers(row: Sequence[Written], found: list[Diagnostic]) -> list[Written | None]:
    """Gives the headers by their columns; None for a column without one, and for one that stands twice."""
    headers: list[Written | None] = []
    first: dict[str, Span] = {}
    for one in row:
        text = " ".join(one.text.split())
        known = first.get(folded(text))
        if not text:
            headers.append(None)
        elif known is not None:
            headers.append(None)
            found.append(
                Diagnostic(
                    codes.SHEET_HEADER,
                    f"two columns are called `{short(text)}`",
                    (Label(one.span, "the second one"), Label(known, "the first one")),
                    help="give one of them another name, or remove it",
                )
            )
        else:
            first[folded(text)] = one.span
            headers.append(Written(text, one.span))
    return headers


def _row(headers: Sequence[Written | None], row: Sequence[Written], found: list[Diagnostic]) -> Cell:
    span = row[0].span.cover(row[-1].span)
    end = span.source.span(span.end, span.end)
    cells: dict[str, Cell] = {}
    spans: dict[str, Span] = {}
    for number, header in enumerate(headers):
        if header is not None:
            one = row[number] if number < len(row) else Written("", end)
            cells[header.text] = Cell(one.text, one.span)
            spans[header.text] = header.span
    beyond = next((one for one in row[len(headers) :] if one.text), None)
    if beyond is not None:
        message = f"this row has {len(row)} cells, and there are {len(headers)} columns"
        help = 'put quotes around a text that holds what separates cells, as in `"Draw one, then stop"`'
        found.append(_syntax(message, beyond.span, help))
    return Cell(MappingProxyType(cells), span, MappingProxyType(spans), damaged=beyond is not None)


# ---------------------------------------------------------------- text of a file


def _separator(source: Source) -> tuple[str, int]:
    """Finds what separates cells, and where the first row begins."""
    said = _SAID.match(source.text)
    if said is not None:
        return said.group(1), said.end()
    if source.name.lower().endswith(".tsv"):
        return "\t", 0
    best, most = ",", (0, 0)
    for tried in _SEPARATORS:
        widths: list[int] = []
        for record in _records(source, tried, 0):
            if any(one.text for one in record.cells):
                widths.append(len(record.cells))
            if len(widths) == _TRIED:
                break
        usual = max(set(widths), key=lambda width: (widths.count(width), width), default=1)
        if usual > 1 and (widths.count(usual), usual) > most:
            best, most = tried, (widths.count(usual), usual)
    return best, 0


def _records(source: Source, separator: str, start: int) -> Iterator[_Record]:
    """Reads the records of a text; what they hold is found by the `csv` module, and here only where it stands."""
    text, taken = source.text, start

    def lines() -> Iterator[str]:
        nonlocal taken
        while taken < len(text):
            line = _LINE.match(text, taken)
            assert line is not None
            taken = line.end()
            yield line.group()

    quoted = re.compile(rf'"((?:[^"]|"")*)("?)[^{re.escape(separator)}\r\n]*')
    csv.field_size_limit(SIZE_LIMIT)
    begin = start
    for fields in csv.reader(lines(), delimiter=separator):
        yield _record(source, fields, separator, quoted, begin, taken)
        begin = taken


def _record(
    source: Source, fields: Sequence[str], separator: str, quoted: re.Pattern[str], begin: int, end: int
) -> _Record:
    text = source.text
    stop = begin + len(text[begin:end].rstrip("\r\n"))
    cells: list[Written] = []
    at, is_open = begin, False
    for number, field in enumerate(fields):
        inside = quoted.match(text, at, end) if text.startswith('"', at) else None
        if inside is not None:
            first, last, after = inside.start(1), inside.end(1), inside.end()
            is_open = not inside.group(2)
        else:
            found = text.find(separator, at, stop)
            first, after = at, stop if found < 0 else found
            last = after
        raw = text[first:last]
        blank = len(raw) - len(raw.lstrip())
        span = source.span(first + blank, max(first + blank, first + len(raw.rstrip())))
        cells.append(Written(_clean(field), span))
        at = after + 1
        if at > stop and number + 1 < len(fields):
            at = stop
    return _Record(tuple(cells), is_open, begin, end)


def _clean(text: str) -> str:
    """Gives a text with its letters composed and lines ended alike, without blanks around it."""
    composed = unicodedata.normalize("NFC", text) if not text.isascii() else text
    return composed.replace("\r\n", "\n").replace("\r", "\n").replace("\xa0", " ").strip()

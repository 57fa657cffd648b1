"""Cells of a workbook are written anew, in the file that a spreadsheet program saved; all else in it stays as it is.

Invariants:
    What comes out is read again before it is given, and has to say what was meant.
    A cell keeps its look; of the other parts of the file none is touched, but that formulas are worked out again.
    What is not written keeps its bytes; `workbook_marks` tells where each element stands.
    A cell with a formula is not written over.
"""

import html
import re
import zipfile
import zlib
from bisect import bisect
from collections.abc import Iterable, Mapping
from io import BytesIO
from typing import Final

from gekido_dsl.source import ReadFailure, cell_name
from gekido_dsl.tables.workbook_marks import Mark, Splices, attribute, marks_of, opened, prefix_of, start_tag
from gekido_dsl.tables.workbooks import UNPACKED_LIMIT, named_sheet, text_of

_MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_STRICT: Final = "http://purl.oclc.org/ooxml/spreadsheetml/main"
_TABLE: Final = "urn:oasis:names:tc:opendocument:xmlns:table:1.0"
_OFFICE: Final = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
_TEXT: Final = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
_CALC: Final = "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"
_PLACE: Final = re.compile(r"([A-Za-z]{1,3})([0-9]{1,7})")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,10})?")
_NO_SIGN: Final = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_FORMULA: Final = re.compile(rb"<(?:[\w.-]+:)?f[\s/>]")

Cells = Mapping[tuple[int, int], str]
"""What cells are to say, by row and column."""

_MOST_CELLS: Final = 1_000
"""So many cells are written at once; each is looked for."""


class NotChanged(Exception):
    """Why a workbook is not changed, as a clause."""


def changed(data: bytes, file: str, sheet: str | None, text: str) -> bytes:
    """Writes the cells of a sheet anew that a text has otherwise than the workbook.

    Args:
        data: the workbook.
        file: its name.
        sheet: the name of the sheet; None for the first that is shown.
        text: what the sheet is to say, laid out as `workbooks.text_of` does.

    Raises:
        NotChanged: it cannot be written here.
    """
    before = text_of(data, file, sheet)
    if isinstance(before, ReadFailure):
        raise NotChanged(before.reason)
    text = _trimmed(text)
    cells = _different(before, text)
    if not cells:
        return data
    if len(cells) > _MOST_CELLS:
        raise NotChanged(f"{len(cells):,} cells are others, and at most {_MOST_CELLS:,} are written at once")
    try:
        done = _packed_again(data, named_sheet(data, file, sheet), cells)
    except (zipfile.BadZipFile, zlib.error, LookupError, StopIteration, RuntimeError, ValueError):
        raise NotChanged(
            "a text has a sign that no cell holds, or the file is one that is only read here"
        ) from None
    if text_of(done, file, sheet) != text:
        raise NotChanged("it would not say afterwards what was meant")
    return done


def _packed_again(data: bytes, sheet: str, cells: Cells) -> bytes:
    """Writes the file once more, with other cells in a sheet."""
    with zipfile.ZipFile(BytesIO(data)) as packed:
        if sum(one.file_size for one in packed.infolist()) > UNPACKED_LIMIT:
            raise NotChanged(f"unpacked it has more than {UNPACKED_LIMIT:,} bytes")
        names = packed.namelist()
        write = _open_document if "content.xml" in names else _excel
        parts = write(packed, sheet, cells)
        made = BytesIO()
        with zipfile.ZipFile(made, "w") as again:
            for info in packed.infolist():
                again.writestr(info, parts.get(info.filename) or packed.read(info))
    return made.getvalue()


def _trimmed(text: str) -> str:
    """Leaves out what is empty at the ends of rows and below the last."""
    body, _, mark = text.rpartition("\n")
    return "\n".join(
        [*"\n".join(line.rstrip("\t") for line in body.split("\n")).rstrip("\n").split("\n"), mark]
    )


def _different(before: str, text: str) -> dict[tuple[int, int], str]:
    """Gives the cells that say something else now, by row and column."""
    old, new = (one.rpartition("\n") for one in (before, text))
    if old[2] != new[2]:
        raise NotChanged("this is another sheet")
    rows = [one.split("\n") for one in (old[0], new[0])]
    found: dict[tuple[int, int], str] = {}
    for number in range(max(map(len, rows))):
        was, is_ = (one[number].split("\t") if number < len(one) else [] for one in rows)
        for column in range(max(len(was), len(is_))):
            told = is_[column] if column < len(is_) else ""
            if told != (was[column] if column < len(was) else ""):
                found[number, column] = told.replace("\u2028", "\n")
    return found


def _told(text: str) -> bytes:
    """Writes a text as a part has it."""
    if _NO_SIGN.search(text):
        raise ValueError("a sign that no cell holds")
    return html.escape(text, quote=False).encode()


def _holds(numbers: list[int], after: int, last: int) -> bool:
    """Tells whether one of the numbers, which are in order, is above the first and at most the last."""
    return bisect(numbers, after) != bisect(numbers, last)


def _formula(row: int, column: int) -> NotChanged:
    return NotChanged(f"{cell_name(row, column)} is a formula; change it in your spreadsheet program")


def _by_row(cells: Cells) -> dict[int, dict[int, str]]:
    found: dict[int, dict[int, str]] = {}
    for (row, column), told in sorted(cells.items()):
        found.setdefault(row, {})[column] = told
    return found


# ---------------------------------------------------------------- .xlsx


def _excel(packed: zipfile.ZipFile, sheet: str, cells: Cells) -> dict[str, bytes]:
    book = packed.read("xl/workbook.xml")
    marks = marks_of(book, lambda *_: True)
    space = marks.inner[0].name.rpartition(" ")[0]
    if space not in (_MAIN, _STRICT):
        raise ValueError("no workbook")
    relation = next(
        value
        for one in marks.every(f"{space} sheet")
        if one.given.get("name") == sheet
        for key, value in one.given.items()
        if key.endswith(" id")
    )
    links = marks_of(packed.read("xl/_rels/workbook.xml.rels"), lambda *_: True)
    target = next(one.given["Target"] for one in links.inner[0].inner if one.given.get("Id") == relation)
    name = target.removeprefix("/") if target.startswith("/") else f"xl/{target}"
    parts = {name: _ExcelSheet(packed.read(name), space, cells).written()}
    if any(
        _FORMULA.search(packed.read(one))
        for one in packed.namelist()
        if re.fullmatch(r"xl/worksheets/[^/]*\.xml", one)
    ):
        parts["xl/workbook.xml"] = _worked_out_again(book, marks, space)
    return parts


def _worked_out_again(book: bytes, marks: Mark, space: str) -> bytes:
    """Has a program work out all formulas when it opens the workbook."""
    splices = Splices(book)
    found = next(marks.every(f"{space} calcPr"), None)
    if found is not None:
        tag = attribute(book[found.start : found.inside], "fullCalcOnLoad", "1")
        splices.put(found.start, found.inside, tag)
    else:
        behind = ("definedNames", "externalReferences", "functionGroups", "sheets")
        before = next(one for name in behind for one in marks.every(f"{space} {name}"))
        tag = f'<{prefix_of(book, before)}calcPr fullCalcOnLoad="1"/>'.encode()
        splices.put(before.end, before.end, tag)
    return splices.done()


class _ExcelSheet:
    """Writes cells of a sheet of an `.xlsx`, whose rows and cells stand in order."""

    def __init__(self, part: bytes, space: str, cells: Cells) -> None:
        self._part, self._space, self._cells = part, space, _by_row(cells)
        self._wanted_rows = list(self._cells)
        self._wanted_columns = sorted({column for _, column in cells})
        self._row = self._column = -1
        self._rows: list[int] = []
        """The numbers of the rows that are kept: those that are wanted, and where one is missing the next."""
        self._columns: list[list[int]] = []
        """For each of them those of its cells, in the same way."""
        self._styles: dict[int, list[tuple[int, str]]] = {}
        """By wanted column, the rows with a style and what it is."""
        self._worked_out: list[tuple[range, range]] = []
        """The rows and columns that one formula gives all the values of."""
        self._splices = Splices(part)
        self._marks = marks_of(part, self._wanted)
        self._prefix = prefix_of(part, self._marks.inner[0])

    def _wanted(self, name: str, given: dict[str, str], around: Mark, direct: bool) -> bool:
        space, _, tag = name.rpartition(" ")
        if space != self._space:
            return False
        match tag:
            case "worksheet" | "sheetData" | "dimension":
                return direct
            case "row":
                said, before = given.get("r", ""), self._row
                self._row = int(said) - 1 if said.isdecimal() else before + 1
                self._column = -1
                if not _holds(self._wanted_rows, before, self._row):
                    return False
                self._rows.append(self._row)
                self._columns.append([])
                return True
            case "c":
                place, before = _PLACE.fullmatch(given.get("r", "")), self._column
                self._column = _column(place[1]) if place else before + 1
                if self._column in self._wanted_columns and given.get("s"):
                    self._styles.setdefault(self._column, []).append((self._row, given["s"]))
                if not direct or not around.name.endswith(" row"):
                    return False
                if not _holds(self._wanted_columns, before, self._column):
                    return False
                self._columns[-1].append(self._column)
                return True
            case "f":
                if given.get("t") in ("array", "dataTable"):
                    self._worked_out.append(_area(given.get("ref", "")))
                return direct and around.name.endswith(" c")
        return False

    def written(self) -> bytes:
        """Gives the part with the cells."""
        data = next(self._marks.every(f"{self._space} sheetData"), None)
        if data is None:
            raise NotChanged("its sheet has no cells")
        rows = list(zip(self._rows, self._columns, data.inner, strict=True))
        places = self._room(data)
        for number, cells in self._cells.items():
            found = next((one for one in rows if one[0] == number), None)
            if found is not None:
                self._write(number, cells, dict(zip(found[1], found[2].inner, strict=True)), found[2])
                continue
            later = next((mark.start for row, _, mark in rows if row > number), places)
            made = b"".join(self._made(number, column, told) for column, told in cells.items())
            if made:
                tag = f'<{self._prefix}row r="{number + 1}">'.encode()
                self._splices.put(later, later, tag + made + f"</{self._prefix}row>".encode())
        self._end(data)
        for one in self._marks.every(f"{self._space} dimension"):
            self._splices.put(
                one.start, one.end, b""
            )  # how far it reaches; a program that misses it looks itself
        return self._splices.done()

    def _room(self, mark: Mark) -> int:
        """Has an element hold something, and gives where more is put behind what it holds."""
        if mark.is_single:
            self._splices.put(mark.start, mark.end, opened(self._part[mark.start : mark.end]))
        return mark.close

    def _end(self, mark: Mark) -> None:
        if mark.is_single:
            name = re.match(rb"<([^\s/>]+)", self._part[mark.start : mark.end])
            assert name is not None
            self._splices.put(mark.end, mark.end, b"</" + name[1] + b">")

    def _write(self, row: int, cells: Mapping[int, str], there: Mapping[int, Mark], line: Mark) -> None:
        """Writes cells of a row that is there."""
        new = {column: told for column, told in cells.items() if column not in there}
        behind = line.close
        if any(new.values()):
            tag = self._part[line.start : line.inside]
            self._splices.put(line.start, line.inside, attribute(opened(tag), "spans", None))
        for column, told in cells.items():
            cell = there.get(column)
            if cell is None:
                later = next((one.start for at, one in there.items() if at > column), behind)
                self._splices.put(later, later, self._made(row, column, told))
                continue
            given = any(row in rows and column in columns for rows, columns in self._worked_out)
            if given or cell.inner:
                raise _formula(row, column)
            tag = self._part[cell.start : cell.inside]
            self._splices.put(cell.start, cell.end, self._cell(tag, cell.given.get("t"), told))
        if any(new.values()):
            self._end(line)

    def _made(self, row: int, column: int, told: str) -> bytes:
        """Makes a cell, which looks as the one above it."""
        if not told:
            return b""
        style = next((one for at, one in reversed(self._styles.get(column, [])) if at < row), None)
        look = f' s="{html.escape(style)}"' if style is not None else ""
        tag = f'<{self._prefix}c r="{cell_name(row, column)}"{look}>'.encode()
        return self._cell(tag, None, told)

    def _cell(self, tag: bytes, sort: str | None, told: str) -> bytes:
        """Writes a cell.

        Args:
            tag: its start tag.
            sort: what it has been.
        """
        tag, at = opened(attribute(tag, "t", None)), self._prefix
        if not told:
            return tag[:-1] + b"/>"
        end = f"</{at}c>".encode()
        if sort == "b" and told.upper() in ("TRUE", "FALSE"):
            value = str(int(told.upper() == "TRUE"))
            return attribute(tag, "t", "b") + f"<{at}v>{value}</{at}v>".encode() + end
        if _NUMBER.fullmatch(told) and (sort in (None, "n") or told.isdecimal()):
            return tag + f"<{at}v>{told}</{at}v>".encode() + end
        text = f'<{at}is><{at}t xml:space="preserve">'.encode() + _told(told) + f"</{at}t></{at}is>".encode()
        return attribute(tag, "t", "inlineStr") + text + end


def _area(written: str) -> tuple[range, range]:
    """Reads `B2:C9` as its rows and columns."""
    corners = [_PLACE.fullmatch(one) for one in (*written.split(":"), written.split(":")[-1])[:2]]
    rows = [int(one[2]) - 1 for one in corners if one is not None]
    columns = [_column(one[1]) for one in corners if one is not None]
    if len(rows) < 2:
        return range(0), range(0)
    return range(rows[0], rows[1] + 1), range(columns[0], columns[1] + 1)


def _column(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1


# ---------------------------------------------------------------- .ods


def _open_document(packed: zipfile.ZipFile, sheet: str, cells: Cells) -> dict[str, bytes]:
    return {"content.xml": _OpenSheet(packed.read("content.xml"), sheet, cells).written()}


class _OpenSheet:
    """Writes cells of a sheet of an `.ods`, where one row or cell may stand for many alike."""

    _ROWS: Final = tuple(
        f"{_TABLE} {name}" for name in ("table-row-group", "table-header-rows", "table-rows", "table")
    )
    _CELLS: Final = (f"{_TABLE} table-cell", f"{_TABLE} covered-table-cell")
    _MANY_ROWS, _MANY_CELLS = "number-rows-repeated", "number-columns-repeated"

    def __init__(self, part: bytes, sheet: str, cells: Cells) -> None:
        self._part, self._sheet, self._cells = part, sheet, _by_row(cells)
        self._wanted_rows = list(self._cells)
        self._wanted_columns = sorted({column for _, column in cells})
        self._there = 0
        """How many rows there are."""
        self._wide = 0
        """How many cells the row has of which the marks are read."""
        self._starts: list[tuple[int, list[int]]] = []
        """For each row that is kept, its number, and those of its cells that are kept and of what follows them."""
        self._widths: list[int] = []
        self._marks = marks_of(part, self._wanted)
        spaces = self._marks.given
        self._table, self._office, self._text = (
            f"{spaces[space]}:" for space in (_TABLE, _OFFICE, _TEXT)
        )  # an attribute has a prefix, or is another one

    def _wanted(self, name: str, given: dict[str, str], around: Mark, direct: bool) -> bool:
        space, _, tag = name.rpartition(" ")
        if space == _OFFICE and tag in ("document-content", "body", "spreadsheet"):
            return direct
        if around.name in self._CELLS:
            return direct
        if space != _TABLE or not direct:
            return False
        if tag == "table":
            return around.name == f"{_OFFICE} spreadsheet" and given.get(f"{_TABLE} name") == self._sheet
        if name in self._ROWS:
            return around.name in self._ROWS
        if tag == "table-row" and around.name in self._ROWS:
            first = self._there
            self._there += _times(given, self._MANY_ROWS)
            self._wide = 0
            if not _holds(self._wanted_rows, first - 1, self._there - 1):
                return False
            self._starts.append((first, []))
            self._widths.append(0)
            return True
        if name in self._CELLS and around.name == f"{_TABLE} table-row":
            first = self._wide
            self._wide += _times(given, self._MANY_CELLS)
            self._widths[-1] = self._wide
            if _holds(self._wanted_columns, first - 1, self._wide - 1):
                self._starts[-1][1].append(first)
                return True
        return False

    def written(self) -> bytes:
        """Gives the part with the cells."""
        table = next(self._marks.every(f"{_TABLE} table"), None)
        if table is None or table.is_single:
            raise NotChanged(f"it has no sheet `{self._sheet}`")
        if b"number-matrix-rows-spanned" in self._part[table.start : table.end]:
            raise NotChanged("one of its formulas fills several cells; change it in your spreadsheet program")
        splices = Splices(self._part)
        lines = table.every(f"{_TABLE} table-row")
        for (first, columns), width, line in zip(self._starts, self._widths, lines, strict=True):
            behind = first + _times(line.given, self._MANY_ROWS)
            wanted = [row for row in self._wanted_rows if first <= row < behind]
            data = self._part[line.start : line.end]
            made = {
                row: self._row(row, line, list(zip(columns, line.inner, strict=True)), width)
                for row in wanted
            }
            splices.put(line.start, line.end, self._parted(data, first, behind, made, self._MANY_ROWS))
        at, more = self._there, []
        for row in self._wanted_rows:
            if row >= at and any(self._cells[row].values()):
                more.append(self._gap("table-row", self._MANY_ROWS, row - at))
                cells = self._appended(0, self._cells[row], row)
                more.append(
                    f"<{self._table}table-row>".encode() + cells + f"</{self._table}table-row>".encode()
                )
                at = row + 1
        splices.put(table.close, table.close, b"".join(more))
        return splices.done()

    def _parted(self, data: bytes, first: int, behind: int, made: Mapping[int, bytes], many: str) -> bytes:
        """Parts one element that stands for several: those that are made anew, and as many as before of the others."""
        tag = start_tag(data)

        def alike(count: int) -> bytes:
            told = str(count) if count > 1 else None
            return attribute(tag, self._table + many, told) + data[len(tag) :] if count else b""

        out, at = [], first
        for number, one in sorted(made.items()):
            out += [alike(number - at), one]
            at = number + 1
        return b"".join([*out, alike(behind - at)])

    def _row(self, row: int, line: Mark, there: Iterable[tuple[int, Mark]], width: int) -> bytes:
        """Writes a row anew."""
        splices = Splices(self._part[line.start : line.end])
        cells = self._cells[row]
        for first, cell in there:
            behind = first + _times(cell.given, self._MANY_CELLS)
            made = {
                column: self._say(cell, told, row, column)
                for column, told in cells.items()
                if first <= column < behind
            }
            if made:
                data = self._part[cell.start : cell.end]
                new = self._parted(data, first, behind, made, self._MANY_CELLS)
                splices.put(cell.start - line.start, cell.end - line.start, new)
        more = self._appended(width, cells, row)
        tag = attribute(self._part[line.start : line.inside], self._table + self._MANY_ROWS, None)
        splices.put(0, line.inside - line.start, opened(tag) if more else tag)
        at = line.close - line.start
        splices.put(at, at, more)
        if more and line.is_single:
            splices.put(at, at, f"</{self._table}table-row>".encode())
        return splices.done()

    def _appended(self, width: int, cells: Mapping[int, str], row: int) -> bytes:
        """Writes the cells behind all that a row has."""
        out = []
        for column, told in cells.items():
            if column >= width and told:
                out.append(self._gap("table-cell", self._MANY_CELLS, column - width))
                values, text = self._value(None, told)
                tag = f"<{self._table}table-cell{values}>".encode()
                out.append(tag + text + f"</{self._table}table-cell>".encode())
                width = column + 1
        return b"".join(out)

    def _gap(self, name: str, many: str, count: int) -> bytes:
        if not count:
            return b""
        inside = f"<{self._table}table-cell/></{self._table}table-row>" if name == "table-row" else ""
        end = ">" if inside else "/>"
        return f'<{self._table}{name} {self._table}{many}="{count}"{end}{inside}'.encode()

    def _say(self, cell: Mark, told: str, row: int, column: int) -> bytes:
        """Writes a cell anew, which keeps its look and its notes."""
        if f"{_TABLE} formula" in cell.given:
            raise _formula(row, column)
        tag = attribute(self._part[cell.start : cell.inside], self._table + self._MANY_CELLS, None)
        for space, prefix in self._marks.given.items():
            if space in (_OFFICE, _CALC):
                for name in cell.given:
                    if name.startswith(f"{space} "):
                        tag = attribute(tag, f"{prefix}:{name.rpartition(' ')[2]}", None)
        inside = Splices(self._part[cell.inside : cell.close])
        for one in cell.inner:
            if one.name == f"{_TEXT} p":
                inside.put(one.start - cell.inside, one.end - cell.inside, b"")
        values, text = self._value(cell.given.get(f"{_OFFICE} value-type"), told)
        end = f"</{self._table}{cell.name.rpartition(' ')[2]}>".encode()
        tag = opened(tag)
        return tag[:-1] + values.encode() + b">" + inside.done() + text + end

    def _value(self, sort: str | None, told: str) -> tuple[str, bytes]:
        """Gives the attributes and the paragraphs of a cell."""
        if not told:
            return "", b""
        if sort == "boolean" and told.upper() in ("TRUE", "FALSE"):
            given = {"value-type": "boolean", "boolean-value": told.lower()}
        elif _NUMBER.fullmatch(told) and (sort in (None, "float") or told.isdecimal()):
            given = {"value-type": "float", "value": told}
        else:
            given = {"value-type": "string"}
        lines = [
            f"<{self._text}p>".encode() + _told(line) + f"</{self._text}p>".encode()
            for line in told.split("\n")
        ]
        values = "".join(f' {self._office}{name}="{value}"' for name, value in given.items())
        return values, b"".join(lines)


def _times(given: Mapping[str, str], many: str) -> int:
    """Tells for how many alike an element stands."""
    said = given.get(f"{_TABLE} {many}", "1")
    return int(said) if said.isdecimal() and len(said) < 9 else 1

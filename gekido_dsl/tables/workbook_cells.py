"""Cells of a workbook are written anew, in the file that a spreadsheet program saved; all else in it stays as it is.

Invariants:
    What comes out is read again before it is given, and has to say what was meant.
    A cell keeps its look; of the other parts of the file none is touched, but that formulas are worked out again.
    A cell with a formula is not written over.

`lxml` does it; where it is missing `ImportError` says so.
"""

import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from gekido_dsl.source import ReadFailure, cell_name
from gekido_dsl.tables.workbooks import UNPACKED_LIMIT, named_sheet, text_of

if TYPE_CHECKING:
    from lxml.etree import _Element

_MAIN: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_STRICT: Final = "{http://purl.oclc.org/ooxml/spreadsheetml/main}"
_TABLE: Final = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_OFFICE: Final = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TEXT: Final = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_CALC: Final = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}"
_PLACE: Final = re.compile(r"([A-Za-z]{1,3})([0-9]{1,7})")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,10})?")
_SPACE: Final = "{http://www.w3.org/XML/1998/namespace}space"


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
        ImportError: `lxml` is not installed.
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
    from lxml.etree import LxmlError

    try:
        done = _packed_again(data, named_sheet(data, file, sheet), cells)
    except (zipfile.BadZipFile, zlib.error, LxmlError, LookupError, StopIteration, RuntimeError, ValueError):
        raise NotChanged(
            "a text has a sign that no cell holds, or the file is one that is only read here"
        ) from None
    if text_of(done, file, sheet) != text:
        raise NotChanged("it would not say afterwards what was meant")
    return done


def _packed_again(data: bytes, sheet: str, cells: Mapping[tuple[int, int], str]) -> bytes:
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


def _parsed(data: bytes) -> "_Element":
    from lxml import etree

    return etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False))


def _written(root: "_Element") -> bytes:
    from lxml import etree

    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True))


def _formula(row: int, column: int) -> NotChanged:
    return NotChanged(f"{cell_name(row, column)} is a formula; change it in your spreadsheet program")


# ---------------------------------------------------------------- .xlsx


def _excel(packed: zipfile.ZipFile, sheet: str, cells: Mapping[tuple[int, int], str]) -> dict[str, bytes]:
    book = _parsed(packed.read("xl/workbook.xml"))
    space = _STRICT if book.tag.startswith(_STRICT) else _MAIN
    relation = next(
        value
        for one in book.iter(f"{space}sheet")
        if one.get("name") == sheet
        for key, value in one.attrib.items()
        if str(key).endswith("}id")
    )
    targets = _parsed(packed.read("xl/_rels/workbook.xml.rels"))
    target = next(str(one.get("Target")) for one in targets if one.get("Id") == relation)
    part = target.removeprefix("/") if target.startswith("/") else f"xl/{target}"
    root = _parsed(packed.read(part))
    data = root.find(f"{space}sheetData")
    if data is None:
        raise NotChanged("its sheet has no cells")
    writer = _ExcelSheet(data, space)
    for (row, column), told in cells.items():
        writer.write(row, column, told)
    for one in root.findall(f"{space}dimension"):
        root.remove(one)  # how far the sheet reaches; a program that misses it looks itself
    parts = {part: _written(root)}
    if any(f"<{tag}" in packed.read(name).decode("utf-8", "replace") for name in packed.namelist()
           if re.fullmatch(r"xl/worksheets/[^/]*\.xml", name) for tag in ("f>", "f ")):  # fmt: skip
        _worked_out_again(book, space)
        parts["xl/workbook.xml"] = _written(book)
    return parts


def _worked_out_again(book: "_Element", space: str) -> None:
    """Has a program work out all formulas when it opens the workbook."""
    found = book.find(f"{space}calcPr")
    if found is None:
        behind = [
            f"{space}{name}" for name in ("definedNames", "externalReferences", "functionGroups", "sheets")
        ]
        before = next(one for one in map(book.find, behind) if one is not None)
        found = book.makeelement(f"{space}calcPr", {})
        before.addnext(found)
    found.set("fullCalcOnLoad", "1")


class _ExcelSheet:
    """Finds and makes the cells of a sheet of an `.xlsx`, whose rows and cells stand in order."""

    def __init__(self, data: "_Element", space: str) -> None:
        self._data, self._space = data, space
        self._rows: dict[int, _Element] = {}
        self._cells: dict[int, dict[int, _Element]] = {}
        """By row and column."""
        self._worked_out: list[tuple[range, range]] = []
        """The rows and columns that one formula gives all the values of."""
        row = -1
        for each in data.iterchildren(f"{space}row"):
            said = str(each.get("r", ""))
            row = int(said) - 1 if said.isdecimal() else row + 1
            self._rows[row] = each
            column = -1
            for cell in each.iterchildren(f"{space}c"):
                place = _PLACE.fullmatch(str(cell.get("r", "")))
                column = _column(place[1]) if place else column + 1
                self._cells.setdefault(row, {})[column] = cell
                for formula in cell.iterchildren(f"{space}f"):
                    if formula.get("t") in ("array", "dataTable"):
                        self._worked_out.append(_area(str(formula.get("ref", ""))))

    def write(self, row: int, column: int, told: str) -> None:
        """Writes a cell."""
        cell = self._cell(row, column)
        given = any(row in rows and column in columns for rows, columns in self._worked_out)
        if given or cell.find(f"{self._space}f") is not None:
            raise _formula(row, column)
        sort = cell.get("t")
        for inside in list(cell):
            cell.remove(inside)
        cell.attrib.pop("t", None)
        if not told:
            return
        if sort == "b" and told.upper() in ("TRUE", "FALSE"):
            cell.set("t", "b")
            self._inside(cell, "v").text = str(int(told.upper() == "TRUE"))
        elif _NUMBER.fullmatch(told) and (sort in (None, "n") or told.isdecimal()):
            self._inside(cell, "v").text = told
        else:
            cell.set("t", "inlineStr")
            text = self._inside(self._inside(cell, "is"), "t")
            text.set(_SPACE, "preserve")
            text.text = told

    def _inside(self, one: "_Element", tag: str) -> "_Element":
        made = one.makeelement(f"{self._space}{tag}", {})
        one.append(made)
        return made

    def _cell(self, row: int, column: int) -> "_Element":
        beside = self._cells.setdefault(row, {})
        if column in beside:
            return beside[column]
        line = self._row(row)
        made = line.makeelement(f"{self._space}c", {"r": cell_name(row, column)})
        over = (self._cells.get(at, {}).get(column) for at in range(row - 1, -1, -1))
        above = next((one for one in over if one is not None), None)
        if above is not None and above.get("s"):
            made.set("s", str(above.get("s")))
        later = [at for at in beside if at > column]
        if later:
            beside[min(later)].addprevious(made)
        else:
            line.append(made)
        line.attrib.pop("spans", None)
        beside[column] = made
        return made

    def _row(self, row: int) -> "_Element":
        if row in self._rows:
            return self._rows[row]
        made = self._data.makeelement(f"{self._space}row", {"r": str(row + 1)})
        later = [at for at in self._rows if at > row]
        if later:
            self._rows[min(later)].addprevious(made)
        else:
            self._data.append(made)
        self._rows[row] = made
        return made


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


def _open_document(
    packed: zipfile.ZipFile, sheet: str, cells: Mapping[tuple[int, int], str]
) -> dict[str, bytes]:
    root = _parsed(packed.read("content.xml"))
    table = next((one for one in root.iter(f"{_TABLE}table") if one.get(f"{_TABLE}name") == sheet), None)
    if table is None:
        raise NotChanged(f"it has no sheet `{sheet}`")
    if any(one.get(f"{_TABLE}number-matrix-rows-spanned") for one in table.iter(f"{_TABLE}table-cell")):
        raise NotChanged("one of its formulas fills several cells; change it in your spreadsheet program")
    for (row, column), told in cells.items():
        line = _alone(_rows(table), row, f"{_TABLE}number-rows-repeated")
        if line is None:
            line = _appended(table, row)
        cell = _alone(_cells(line), column, f"{_TABLE}number-columns-repeated")
        if cell is None:
            cell = _filled(line, column)
        _say(cell, told, row, column)
    return {"content.xml": _written(root)}


def _rows(table: "_Element") -> Iterator["_Element"]:
    """Lists the rows, those in groups and of the head among them; tables within cells are others."""
    for one in table.iterchildren():
        if one.tag == f"{_TABLE}table-row":
            yield one
        elif one.tag in (f"{_TABLE}table-row-group", f"{_TABLE}table-header-rows", f"{_TABLE}table-rows"):
            yield from _rows(one)


def _cells(row: "_Element") -> Iterator["_Element"]:
    return (
        one for one in row.iterchildren() if one.tag in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell")
    )


def _alone(each: Iterator["_Element"], wanted: int, repeated: str) -> "_Element | None":
    """Finds one of several that may stand for many alike, and parts it from the others."""
    import copy

    at = 0
    for one in list(each):
        said = str(one.get(repeated, "1"))
        times = int(said) if said.isdecimal() else 1
        if at <= wanted < at + times:
            before, after = wanted - at, at + times - wanted - 1
            for number, put in ((before, one.addprevious), (after, one.addnext)):
                if number:
                    other = copy.deepcopy(one)
                    other.attrib.pop(repeated, None)
                    if number > 1:
                        other.set(repeated, str(number))
                    put(other)
            one.attrib.pop(repeated, None)
            return one
        at += times
    return None


def _appended(table: "_Element", row: int) -> "_Element":
    """Makes a row behind all others."""
    there = sum(int(str(one.get(f"{_TABLE}number-rows-repeated", "1"))) for one in _rows(table))
    if row - there:
        gap = table.makeelement(f"{_TABLE}table-row", {f"{_TABLE}number-rows-repeated": str(row - there)})
        gap.append(gap.makeelement(f"{_TABLE}table-cell", {}))
        table.append(gap)
    made = table.makeelement(f"{_TABLE}table-row", {})
    table.append(made)
    return made


def _filled(row: "_Element", column: int) -> "_Element":
    """Makes a cell behind all others of a row."""
    repeated = f"{_TABLE}number-columns-repeated"
    there = sum(int(str(one.get(repeated, "1"))) for one in _cells(row))
    if column - there:
        row.append(row.makeelement(f"{_TABLE}table-cell", {repeated: str(column - there)}))
    made = row.makeelement(f"{_TABLE}table-cell", {})
    row.append(made)
    return made


def _say(cell: "_Element", told: str, row: int, column: int) -> None:
    if cell.get(f"{_TABLE}formula") is not None:
        raise _formula(row, column)
    sort = cell.get(f"{_OFFICE}value-type")
    for name in [str(one) for one in cell.attrib if str(one).startswith((_OFFICE, _CALC))]:
        cell.attrib.pop(name)
    for inside in cell.findall(f"{_TEXT}p"):
        cell.remove(inside)
    if not told:
        return
    given: dict[str, Any]
    if sort == "boolean" and told.upper() in ("TRUE", "FALSE"):
        given = {"value-type": "boolean", "boolean-value": told.lower()}
    elif _NUMBER.fullmatch(told) and (sort in (None, "float") or told.isdecimal()):
        given = {"value-type": "float", "value": told}
    else:
        given = {"value-type": "string"}
    for name, value in given.items():
        cell.set(f"{_OFFICE}{name}", value)
    for line in told.split("\n"):
        paragraph = cell.makeelement(f"{_TEXT}p", {})
        paragraph.text = line
        cell.append(paragraph)

"""A workbook, `.xlsx` or `.ods`, becomes text: a line for each row of one sheet, its cells separated by tabs.

Invariants:
    What is read of a workbook is bounded before it is understood: its parts, their size, how far a sheet reaches.
    Nothing in it is followed or run: workbooks with macros, and those that take values from other files, are refused.
    A formula is its value as the program saved it, and `UNSAVED` where there is none.

`source.SHEET_MARK` says how the text is laid out. Where `python-calamine` is missing the failure says what to do.
"""

import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from gekido_dsl.source import SHEET_MARK, ReadFailure, cell_name

if TYPE_CHECKING:
    from zipfile import ZipFile

SIZE_LIMIT: Final = 10_000_000
"""The largest workbook that is read, in bytes."""
UNPACKED_LIMIT: Final = 40_000_000
"""How many bytes the parts of a workbook have together that are read."""
AREA_LIMIT: Final = 1_000_000
"""How many cells a sheet spans from its first to its last."""
TEXT_LIMIT: Final = 1_000_000
"""How many letters a sheet has."""
UNSAVED: Final = "#UNSAVED!"
"""What a formula reads as where the program that wrote the file saved no value of it."""
_PARTS_LIMIT: Final = 2_000
_MARKS_LIMIT: Final = 3_000_000
_LETTERS_LIMIT: Final = 20_000_000
_KEPT: Final = 4
"""How many sheets are remembered as they were read, since a ruleset is read again and again."""

_ZIP: Final = b"PK\x03\x04"
_OLD: Final = b"\xd0\xcf\x11\xe0"
_READ: Final = re.compile(
    r"(?:\[Content_Types\]|content|META-INF/manifest|_rels/.*|xl/[^/]*|xl/_rels/.*|xl/worksheets/[^/]*)\.(?:xml|rels)"
    r"|mimetype",
    re.IGNORECASE,
)
"""The parts that are read; pictures, charts and the like are not."""
_MACROS: Final = re.compile(r".*vbaProject.*|(?:Basic|Scripts)/.+|xl/macrosheets/.*", re.IGNORECASE)
_LINKS: Final = re.compile(r"xl/externalLinks/.*", re.IGNORECASE)
_CELL: Final = re.compile(r"([A-Za-z]{1,3})([0-9]{1,7})")
_BREAKS: Final = re.compile(r"\r\n|[\r\n]")
_STORED, _DEFLATED = 0, 8


class _Refused(Exception):
    """Why a workbook is not read, and what can be done."""

    def __init__(self, reason: str, help: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.help = help


@lru_cache(_KEPT)
def text_of(data: bytes, file: str, sheet: str | None) -> str | ReadFailure:
    """Gives the text of one sheet.

    Args:
        file: the name of the workbook, for what it should be.
        sheet: the name of the sheet; None for the first that is shown.
    """
    try:
        return _text(data, file, sheet)
    except _Refused as why:
        return ReadFailure(why.reason, "workbook", why.help)


def _text(data: bytes, file: str, sheet: str | None) -> str:
    if data.startswith(_OLD):
        raise _Refused(
            "it is protected by a password, or saved in the old form `.xls`",
            "save it as .xlsx without a password",
        )
    if not data:
        raise _Refused("it is empty", "save it once more in your spreadsheet program")
    if not data.startswith(_ZIP):
        is_text = b"\0" not in data[:1000]
        raise _Refused(
            "it is no workbook but text" if is_text else "it is no workbook",
            "give the file the ending .csv" if is_text else None,
        )
    if len(data) > SIZE_LIMIT:
        raise _Refused(
            f"it has {len(data):,} bytes, and the limit is {SIZE_LIMIT:,}", "take the pictures out"
        )
    try:
        from python_calamine import CalamineWorkbook
    except ImportError:
        raise _missing() from None
    packed, errors = _checked(data)
    try:
        book = CalamineWorkbook.from_filelike(packed)
        name = _sheet(file, [(one.name, _is_shown(one)) for one in book.sheets_metadata], sheet)
        rows = book.get_sheet_by_name(name).to_python(skip_empty_area=False)
    except _Refused:
        raise
    except BaseException as fault:
        # What the library gives up on in Rust is no `Exception`.
        if not isinstance(fault, Exception) and type(fault).__name__ != "PanicException":
            raise
        if type(fault).__name__ == "PasswordError":
            raise _Refused("it is protected by a password", "save it without a password") from None
        raise _broken() from None
    return _lines(rows, errors.get(name, {}), name)


def named_sheet(data: bytes, file: str, sheet: str | None) -> str:
    """Gives the name of a sheet of a workbook that has been read, as it stands there."""
    from python_calamine import CalamineWorkbook

    book = CalamineWorkbook.from_filelike(BytesIO(data))
    return _sheet(file, [(one.name, _is_shown(one)) for one in book.sheets_metadata], sheet)


def _missing() -> _Refused:
    if sys.platform == "emscripten":
        return _Refused(
            "what opens workbooks could not be fetched for this page",
            "try again with a network; or save the sheet as CSV, and name that file",
        )
    return _Refused(
        "the package python-calamine, which opens workbooks, is not installed",
        "pip install 'gekido-dsl[sheets]'; or save the sheet as CSV, and name that file",
    )


def _broken() -> _Refused:
    return _Refused(
        "it is damaged, or no workbook", "open it in your spreadsheet program and save it again as .xlsx"
    )


def _is_shown(sheet: Any) -> bool:
    return str(sheet.typ).endswith("WorkSheet") and str(sheet.visible).endswith(".Visible")


def _sheet(file: str, sheets: Sequence[tuple[str, bool]], wanted: str | None) -> str:
    """Finds the sheet that is asked for; capitals and accents taken apart do not count."""
    names = [name for name, _ in sheets]
    if wanted is None:
        first = next((name for name, shown in sheets if shown), None)
        if first is None:
            raise _Refused("it has no sheet that is shown")
        return first
    alike = [one for one in names if _folded(one) == _folded(wanted)]
    if wanted in names or len(alike) == 1:
        return wanted if wanted in names else alike[0]
    listed = ", ".join(f"`{one}`" for one in names[:8])
    raise _Refused(f"it has no sheet `{wanted}`", f"its sheets are {listed}")


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split()).casefold()


# ---------------------------------------------------------------- bounds


def _checked(data: bytes) -> tuple[BytesIO, dict[str, dict[tuple[int, int], str]]]:
    """Unpacks the parts that are read, within bounds, and packs them anew; gives the cells with errors, by sheet."""
    import zipfile
    import zlib

    made = BytesIO()
    scan = _Scan()
    room = UNPACKED_LIMIT
    try:
        with zipfile.ZipFile(BytesIO(data)) as packed, zipfile.ZipFile(made, "w") as bounded:
            names = _names(packed)
            is_open = "content.xml" in names
            if not is_open and "xl/workbook.xml" not in names:
                raise _Refused(
                    "it is a zip file, and no workbook in it", "name a file that a spreadsheet program saved"
                )
            for info in packed.infolist():
                if not _READ.fullmatch(info.filename):
                    continue
                if info.compress_type not in (_STORED, _DEFLATED):
                    raise _broken()
                with packed.open(info) as stream:
                    part = stream.read(room + 1)
                room -= len(part)
                if room < 0:
                    raise _Refused(
                        f"unpacked it has more than {UNPACKED_LIMIT:,} bytes",
                        "copy the cells that the game needs into a new workbook",
                    )
                if info.filename.lower().endswith((".xml", ".rels")):
                    scan.part(info.filename, part, is_open)
                bounded.writestr(info.filename, part)
    except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, OSError, ValueError):
        raise _broken() from None
    made.seek(0)
    return made, scan.errors_by_sheet()


def _names(packed: "ZipFile") -> set[str]:
    """Lists the parts of a workbook that may be one."""
    names = [one.filename for one in packed.infolist()]
    if len(names) > _PARTS_LIMIT:
        raise _Refused(f"it has more than {_PARTS_LIMIT:,} parts", "copy the cells into a new workbook")
    if any(_MACROS.fullmatch(one) for one in names):
        raise _Refused("it holds macros, which are programs", "save it as .xlsx, which holds none")
    if any(_LINKS.fullmatch(one) for one in names):
        raise _linked()
    return set(names)


def _linked() -> _Refused:
    return _Refused(
        "it takes values from another file",
        "copy those cells and paste them as values, or save the sheet as CSV",
    )


@dataclass(slots=True)
class _Scan:
    """Looks through the parts of a workbook for how far its sheets reach, and which cells hold errors."""

    marks: int = 0
    errors: dict[str, dict[tuple[int, int], str]] = field(default_factory=dict)
    """By part of an `.xlsx`, by sheet of an `.ods`."""
    relations: dict[str, str] = field(default_factory=dict)
    """By sheet, what its part is found by in `targets`."""
    targets: dict[str, str] = field(default_factory=dict)
    row: int = -1
    column: int = -1
    last_row: int = 0
    last_column: int = 0
    where: str = ""
    repeated: tuple[int, int] = (1, 1)
    said: list[str] | None = None
    """The text that is being read, if it counts."""
    sort: str = ""
    """Of a cell of an `.xlsx`: `s` for a text that is kept apart, `e` for an error."""
    is_formula: bool = False
    """Whether a cell of an `.xlsx` is a formula, and no value of it has been met yet."""
    letters: int = 0
    """How many letters the cells have together."""
    shared: list[int] = field(default_factory=list)
    """How long the texts are that are kept apart from the cells."""
    used: Counter[int] = field(default_factory=Counter)
    """How often cells hold each of them."""

    def part(self, name: str, data: bytes, is_open: bool) -> None:
        """Looks through one part."""
        from xml.parsers import expat

        parser = expat.ParserCreate()
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        self.where, self.row, self.column, self.last_row, self.last_column = name, -1, -1, 0, 0
        self.said = None

        def declared(*_: object) -> None:
            raise _broken()

        parser.StartDoctypeDeclHandler = declared
        if is_open:
            parser.StartElementHandler = self._open_started
            parser.EndElementHandler = self._open_ended
            parser.CharacterDataHandler = self._says
        elif re.fullmatch(r"xl/worksheets/[^/]*", name, re.IGNORECASE):
            parser.StartElementHandler = self._started
            parser.EndElementHandler = self._ended
            parser.CharacterDataHandler = self._says
        elif name.lower() == "xl/sharedstrings.xml":
            parser.StartElementHandler = self._shared_started
            parser.EndElementHandler = self._shared_ended
            parser.CharacterDataHandler = self._says
        elif name.lower() == "xl/workbook.xml":
            parser.StartElementHandler = self._book
        elif name.lower() == "xl/_rels/workbook.xml.rels":
            parser.StartElementHandler = self._related
        else:
            parser.StartElementHandler = self._counted
        try:
            parser.Parse(data, True)
        except expat.ExpatError:
            raise _broken() from None

    def errors_by_sheet(self) -> dict[str, dict[tuple[int, int], str]]:
        """Gives the cells with errors by the names of their sheets, when all parts have been looked through."""
        for one, times in self.used.items():
            self._holds(self.shared[one] * times if one < len(self.shared) else 0)
        if not self.relations:
            return self.errors
        return {
            name: self.errors.get(self.targets.get(relation, ""), {})
            for name, relation in self.relations.items()
        }

    # -------------------------------------------------------- .xlsx

    def _counted(self, tag: str, attributes: dict[str, str]) -> None:
        self.marks += 1
        if self.marks > _MARKS_LIMIT:
            raise _too_far("")

    def _book(self, tag: str, attributes: dict[str, str]) -> None:
        self._counted(tag, attributes)
        if tag.rpartition(":")[2] == "sheet":
            relation = next((value for key, value in attributes.items() if key.endswith(":id")), "")
            self.relations[attributes.get("name", "")] = relation

    def _related(self, tag: str, attributes: dict[str, str]) -> None:
        self._counted(tag, attributes)
        target = attributes.get("Target", "")
        part = target.removeprefix("/") if target.startswith("/") else f"xl/{target}"
        self.targets[attributes.get("Id", "")] = part

    def _started(self, tag: str, attributes: dict[str, str]) -> None:
        self._counted(tag, attributes)
        tag = tag.rpartition(":")[2]
        if tag == "row":
            said = attributes.get("r", "")
            self.row = int(said) - 1 if said.isdecimal() and len(said) < 9 else self.row + 1
            self.column = -1
        elif tag == "c":
            found = _CELL.fullmatch(attributes.get("r", ""))
            if found:
                self.row = int(found[2]) - 1
                self.column = _column(found[1])
            else:
                self.column += 1
            self._reaches(self.row, self.column)
            self.sort = attributes.get("t", "")
            self.is_formula = False
        elif tag == "f":
            self.is_formula = True
        elif tag == "v" and (self.is_formula or self.sort in ("s", "e")):
            self.said = []

    def _says(self, text: str) -> None:
        if self.said is not None:
            self.said.append(text)

    def _ended(self, tag: str) -> None:
        tag = tag.rpartition(":")[2]
        if tag == "c" and self.is_formula and self.sort != "str":
            self.errors.setdefault(self.where, {})[self.row, self.column] = UNSAVED
        if self.said is None or tag != "v":
            return
        said, self.said = "".join(self.said).strip(), None
        self.is_formula = self.is_formula and not said
        if self.sort == "e":
            self.errors.setdefault(self.where, {})[self.row, self.column] = said or "#VALUE!"
        elif self.sort == "s" and said.isdecimal() and len(said) < 9:
            self.used[int(said)] += 1

    def _shared_started(self, tag: str, attributes: dict[str, str]) -> None:
        self._counted(tag, attributes)
        if tag.rpartition(":")[2] == "si":
            self.said = []

    def _shared_ended(self, tag: str) -> None:
        if self.said is not None and tag.rpartition(":")[2] == "si":
            self.shared.append(sum(map(len, self.said)))
            self.said = None

    def _reaches(self, row: int, column: int) -> None:
        self.last_row, self.last_column = max(self.last_row, row), max(self.last_column, column)
        if (self.last_row + 1) * (self.last_column + 1) > AREA_LIMIT:
            raise _too_far(cell_name(self.last_row, self.last_column))

    def _holds(self, letters: int) -> None:
        self.letters += letters
        if self.letters > _LETTERS_LIMIT:
            raise _Refused(
                f"its cells have more than {_LETTERS_LIMIT:,} letters together",
                "split it into several workbooks",
            )

    # -------------------------------------------------------- .ods

    def _open_started(self, tag: str, attributes: dict[str, str]) -> None:
        self._counted(tag, attributes)
        match tag:
            case "table:table":
                self.where = attributes.get("table:name", "")
                self.row, self.column, self.last_row, self.last_column = -1, -1, 0, 0
            case "table:table-source" | "table:cell-range-source" | "table:dde-link":
                raise _linked()
            case "table:table-row":
                self.repeated = (_number(attributes.get("table:number-rows-repeated")), 1)
                self.row, self.column = self.row + self.repeated[0], -1
            case "table:table-cell" | "table:covered-table-cell":
                times = _number(attributes.get("table:number-columns-repeated"))
                self.column += times
                self.repeated = (self.repeated[0], times)
                if any(one.startswith("office:") for one in attributes):
                    self._reaches(self.row, self.column)
                if attributes.get("calcext:value-type") == "error":
                    self.errors.setdefault(self.where, {})[self.row, self.column] = "#VALUE!"
                elif "table:formula" in attributes and "office:value-type" not in attributes:
                    self._reaches(self.row, self.column)
                    self.errors.setdefault(self.where, {})[self.row, self.column] = UNSAVED
            case "text:p":
                self._reaches(max(self.row, 0), max(self.column, 0))
                self.said = []
            case _:
                pass

    def _open_ended(self, tag: str) -> None:
        if tag == "text:p" and self.said is not None:
            rows, columns = self.repeated
            self._holds(sum(map(len, self.said)) * rows * columns)
            self.said = None


def _too_far(cell: str) -> _Refused:
    reach = f": one reaches to cell {cell}" if cell else ""
    return _Refused(
        f"its sheets have too many cells{reach}",
        "delete the rows and columns that the game does not need, or copy the others into a new workbook",
    )


def _column(letters: str) -> int:
    column = 0
    for letter in letters.upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return column - 1


def _number(text: str | None) -> int:
    return int(text) if text is not None and text.isdecimal() and len(text) < 9 else 1


# ---------------------------------------------------------------- cells


def _lines(rows: Iterable[Sequence[Any]], errors: dict[tuple[int, int], str], sheet: str) -> str:
    made: list[str] = []
    room = TEXT_LIMIT
    for number, row in enumerate(_with_room(rows, errors)):
        cells = [errors.get((number, column)) or _said(value) for column, value in enumerate(row)]
        line = "\t".join(cells).rstrip("\t")
        room -= len(line) + 1
        if room < 0:
            raise _Refused(
                f"the sheet `{sheet}` has more than {TEXT_LIMIT:,} letters", "split it into several sheets"
            )
        made.append(line)
    while made and not made[-1]:
        made.pop()
    return "\n".join((*made, SHEET_MARK + " ".join(sheet.split())))


def _with_room(rows: Iterable[Sequence[Any]], errors: Iterable[tuple[int, int]]) -> Iterator[Sequence[Any]]:
    """Gives the rows as far as errors reach: what the library takes for empty may lie beyond its last cell."""
    ends: dict[int, int] = {}
    for number, column in errors:
        ends[number] = max(ends.get(number, 0), column + 1)
    last = -1
    for last, row in enumerate(rows):
        missing = ends.get(last, 0) - len(row)
        yield (*row, *[""] * missing) if missing > 0 else row
    for number in range(last + 1, max(ends, default=-1) + 1):
        yield ("",) * ends.get(number, 0)


def _said(value: Any) -> str:
    """Writes a value as the program shows it; a date in digits, so that it is known as one."""
    match value:
        case str():
            return _BREAKS.sub("\u2028", value).replace("\t", " ")
        case bool():
            return "TRUE" if value else "FALSE"
        case float():
            return str(int(value)) if value.is_integer() and abs(value) < 1e15 else f"{value:.15g}"
        case _:
            return str(value)

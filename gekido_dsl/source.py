"""Text becomes places: sources, spans, lines, and the contract for reading a source by name.

Invariants:
    A span is half-open, counts code points from 0, and lies inside the text of its source.
    A line ends at `\\n`, `\\r\\n` or a lone `\\r`, and at nothing else.
    Lines and columns count from 0 here. Only `diagnostics.render` and `lsp.convert` count otherwise.

A span carries its source because a ruleset spans many files. Nothing here touches a disk; `files` does.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal, Protocol

_LINE_END = re.compile(r"\r\n|\n|\r")
_DRIVE = re.compile(r"[A-Za-z]:")
_SHEETS = (".csv", ".tsv")
_WORKBOOK = re.compile(r"(.*?\.(?:xlsx|ods))(?:/(.+))?", re.IGNORECASE | re.DOTALL)
SHEET_MARK = "sheet: "
"""Begins the last line of the text of a workbook, which names its sheet. Each line above is a row, its cells
separated by tabs, and line breaks in cells written as U+2028."""


def is_table(name: str) -> bool:
    """Tells by its name whether a file may be a table."""
    return name.lower().endswith((".yaml", ".yml")) or is_sheet(name)


def is_sheet(name: str) -> bool:
    """Tells by its name whether a file is a spreadsheet."""
    return name.lower().endswith(_SHEETS) or is_workbook(name)


def is_workbook(name: str) -> bool:
    """Tells by its name whether a file is a workbook, or a sheet of one, `game.xlsx/Cards`."""
    return workbook_of(name) is not None


def workbook_of(name: str) -> tuple[str, str | None] | None:
    """Gives the file of a workbook and the sheet named behind it, None for the first; None for any other file."""
    found = _WORKBOOK.fullmatch(name)
    return None if found is None else (found[1], found[2])


def shown_file(name: str) -> str:
    """Gives the name of a file as people read it, as in `game.xlsx, sheet Cards`."""
    file, sheet = workbook_of(name) or (name, None)
    return file if sheet is None else f"{file}, sheet {sheet}"


def file_of(name: str) -> str:
    """Gives the name of a file, without the sheet of a workbook."""
    book = workbook_of(name)
    return name if book is None else book[0]


@dataclass(frozen=True)
class Source:
    """One text and the name it is shown under.

    Invariants:
        Equal when name and text are equal; hashed by name, so that a large text is never hashed.
    """

    name: str
    """The path as a reader sees it, with `/`; also what `SourceProvider.read` takes as `relative_to`."""
    text: str = field(repr=False)
    """The whole text, line ends as written, without a byte order mark."""

    def __hash__(self) -> int:
        return hash(self.name)

    @cached_property
    def _lines(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Where each line starts, and where it ends before its line end; made at the first question."""
        starts, ends = [0], []
        for found in _LINE_END.finditer(self.text):
            ends.append(found.start())
            starts.append(found.end())
        ends.append(len(self.text))
        return tuple(starts), tuple(ends)

    @property
    def line_count(self) -> int:
        """The number of lines: at least 1, and a final line end opens one more, empty, line."""
        return len(self._lines[0])

    def position(self, offset: int) -> tuple[int, int]:
        """Finds the line and column of an offset.

        Units:
            Line and column from 0, in code points. The end of the text is a position.
        Raises:
            ValueError: the offset lies outside the text.
        """
        if not 0 <= offset <= len(self.text):
            raise ValueError(f"offset {offset} lies outside {self.name!r} of length {len(self.text)}")
        starts = self._lines[0]
        line0 = bisect_right(starts, offset) - 1
        return line0, offset - starts[line0]

    def line(self, line0: int) -> str:
        """Gives the text of one line without its line end.

        Raises:
            ValueError: there is no such line.
        """
        starts, ends = self._lines
        if not 0 <= line0 < len(starts):
            raise ValueError(f"{self.name!r} has no line {line0}; it has {len(starts)}")
        return self.text[starts[line0] : ends[line0]]

    def offset(self, line0: int, col0: int) -> int:
        """Finds the offset of a line and column; the inverse of `position`.

        A column past the end of its line gives the end of that line, and a line past the last gives the end
        of the text, as editors expect.

        Raises:
            ValueError: a negative line or column.
        """
        if line0 < 0 or col0 < 0:
            raise ValueError(f"line {line0}, column {col0}: neither may be negative")
        starts, ends = self._lines
        if line0 >= len(starts):
            return len(self.text)
        return min(starts[line0] + col0, ends[line0])

    def span(self, start: int, end: int) -> "Span":
        """Makes a span of this source."""
        return Span(self, start, end)

    @property
    def whole(self) -> "Span":
        """The span of the whole text."""
        return Span(self, 0, len(self.text))


def cell_name(row0: int, column0: int) -> str:
    """Names a cell of a sheet as its program does, such as `C7`."""
    letters = ""
    column = column0 + 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row0 + 1}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Span:
    """A half-open range of code points in one source.

    Invariants:
        `0 <= start <= end <= len(source.text)`; checked when made.
        Equal when name of the source, start and end are equal: a span is a place, not the text found there.
    """

    source: Source
    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end <= len(self.source.text):
            length = len(self.source.text)
            raise ValueError(f"{self.start}..{self.end} does not fit {self.source.name!r} of length {length}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Span):
            return NotImplemented
        return (
            self.start == other.start
            and self.end == other.end
            and (self.source is other.source or self.source.name == other.source.name)
        )

    def __hash__(self) -> int:
        return hash((self.source.name, self.start, self.end))

    def __repr__(self) -> str:
        return f"Span({self.source.name!r}, {self.start}, {self.end})"

    @property
    def text(self) -> str:
        """What the span covers, as written."""
        return self.source.text[self.start : self.end]

    @property
    def start_position(self) -> tuple[int, int]:
        """Line and column of the first code point, from 0."""
        return self.source.position(self.start)

    @property
    def end_position(self) -> tuple[int, int]:
        """Line and column just after the last code point, from 0."""
        return self.source.position(self.end)

    @property
    def cell(self) -> tuple[str, str] | None:
        """The sheet and the cell of a workbook where it starts, as in `Cards` and `C7`; None in any other file."""
        if not is_workbook(self.source.name):
            return None
        line0, col0 = self.start_position
        mark = self.source.text.rpartition("\n")[2]
        return mark.removeprefix(SHEET_MARK), cell_name(line0, self.source.line(line0)[:col0].count("\t"))

    def covers(self, other: "Span") -> bool:
        """Returns whether another span lies within this one."""
        return self.source is other.source and self.start <= other.start and other.end <= self.end

    def cover(self, other: "Span") -> "Span":
        """Gives the smallest span that holds both.

        Raises:
            ValueError: the spans lie in different sources.
        """
        if self.source is not other.source and self.source.name != other.source.name:
            raise ValueError(f"no span covers both {self!r} and {other!r}")
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))


ReadFailureKind = Literal[
    "missing", "directory", "outside", "too-large", "not-utf8", "binary", "permission", "workbook"
]


@dataclass(frozen=True, slots=True)
class ReadFailure:
    """Why a source could not be read."""

    reason: str
    """A clause that goes on from "this file cannot be read: ", lower case, without a full stop."""
    kind: ReadFailureKind
    help: str | None = None
    """A step to take, where it is another than the usual of its kind."""
    beside: tuple[str, ...] = ()
    """What the files are called that lie where a missing one was looked for."""


def no_such_file(name: str, known: Iterable[str]) -> ReadFailure:
    """Says that a file is missing, and which ones lie beside it."""
    folder, slash, _ = name.rpartition("/")
    beside = [one.removeprefix(folder + slash) for one in known if one.startswith(folder + slash)]
    return ReadFailure(
        "there is no such file", "missing", beside=tuple(one for one in beside if "/" not in one)
    )


class SourceProvider(Protocol):
    """Reads sources by name. A compilation is handed one and reads files in no other way."""

    def read(self, name: str, relative_to: str | None) -> Source | ReadFailure:
        """Reads one source.

        Args:
            name: as written in the ruleset, with `/`.
            relative_to: name of the source that asks; None when the user named the file.
        Raises:
            Nothing on account of a file; every failure is a `ReadFailure`.
        """
        ...


def read_bytes(provider: SourceProvider, name: str, relative_to: str | None) -> bytes | ReadFailure:
    """Reads a file that need not be text, such as a picture; of a provider that has texts alone, a text."""
    read: Callable[[str, str | None], bytes | ReadFailure] | None = getattr(provider, "read_bytes", None)
    if read is not None:
        return read(name, relative_to)
    got = provider.read(name, relative_to)
    return got if isinstance(got, ReadFailure) else got.text.encode()


@dataclass(frozen=True)
class MemoryProvider:
    """Reads sources from a mapping of names to texts; for tests and for text that has no file."""

    files: Mapping[str, str]

    def read(self, name: str, relative_to: str | None) -> Source | ReadFailure:
        """Reads one source; see `SourceProvider.read`."""
        full = join_name(name, relative_to)
        if isinstance(full, ReadFailure):
            return full
        if full in self.files:
            return Source(full, self.files[full])
        if full == "" or any(known.startswith(full + "/") for known in self.files):
            return ReadFailure("it is a folder", "directory")
        return no_such_file(full, self.files)


class Recording:
    """Reads sources from a provider, and remembers every text that it gave."""

    def __init__(self, provider: SourceProvider) -> None:
        self._provider = provider
        self._given: dict[tuple[str, str | None], tuple[str, str]] = {}

    def read(self, name: str, relative_to: str | None) -> Source | ReadFailure:
        """Reads one source; see `SourceProvider.read`."""
        got = self._provider.read(name, relative_to)
        if isinstance(got, Source):
            self._given[name, relative_to] = got.name, got.text
        return got

    def read_bytes(self, name: str, relative_to: str | None) -> bytes | ReadFailure:
        """Reads a file that need not be text; such files are not remembered."""
        return read_bytes(self._provider, name, relative_to)

    def recorded(self, without: str) -> "Recorded":
        """Gives what was given so far, so that it can be given again, but for names that end so."""
        found = sorted((one for one in self._given.items() if not one[1][0].endswith(without)), key=str)
        return Recorded(tuple(found))


@dataclass(frozen=True)
class Recorded:
    """Gives again what a recording gave; plain data, so that it can be sent to another machine."""

    given: tuple[tuple[tuple[str, str | None], tuple[str, str]], ...]
    """Name and text of a source, by what was asked for."""

    def read(self, name: str, relative_to: str | None) -> Source | ReadFailure:
        """Reads one source; see `SourceProvider.read`."""
        for asked, (full, text) in self.given:
            if asked == (name, relative_to):
                return Source(full, text)
        return ReadFailure("there is no such file", "missing")


_KEPT_BY_WINDOWS: Final = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10)))
)


def not_on_windows(name: str) -> str | None:
    """Says why Windows could not have a file of this name; None if it could."""
    for part in filter(None, name.split("/")):
        if part.partition(".")[0].rstrip(" ").casefold() in _KEPT_BY_WINDOWS:
            return f"`{part}` is a name that Windows keeps for itself"
        if set(part) & set('<>:"|?*\\') or any(ord(letter) < 32 for letter in part):
            return f"`{part}` has a character that Windows allows in no name"
        if part not in (".", "..") and part.endswith((".", " ")):
            return f"`{part}` ends in a full stop or a space, which Windows takes away"
    return None


def join_name(name: str, relative_to: str | None) -> str | ReadFailure:
    """Turns a name, seen from the file that wrote it, into a name seen from the ruleset's folder.

    Works on the letters alone, so that a ruleset means the same on every machine: `/` separates, `.` and `..`
    are resolved, and neither a drive nor a backslash is understood.

    Args:
        relative_to: name of the file that asks, seen from the ruleset's folder; None for the folder itself.
    """
    if name.startswith("/") or _DRIVE.match(name):
        return ReadFailure(
            "it is an absolute path, and files are named from the ruleset's own folder", "outside"
        )
    if "\\" in name:
        return ReadFailure("folders in a file name are separated by `/`, not by a backslash", "missing")
    if "\0" in name:
        return ReadFailure("there is no such file", "missing")
    parts = relative_to.split("/")[:-1] if relative_to is not None else []
    for part in name.split("/"):
        if part == "..":
            if not parts:
                return ReadFailure("it lies outside the ruleset's own folder", "outside")
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)

"""Names become sources read from a disk: the one module below the command line that knows files.

Invariants:
    Nothing outside the ruleset's folder and the library is opened, symbolic links included.
    No more than the limit plus one byte of a file is read, and only ordinary files are opened.
    A failure to read is a value; see `SourceProvider`.
"""

import sys
import unicodedata
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Final

from gekido_dsl.source import ReadFailure, Source, is_sheet, join_name, no_such_file, workbook_of

LIBRARY_PREFIX = "<library>/"
"""How the names of shipped library files start, since where they are installed concerns no reader."""

LIMIT_BYTES: Final = 1_000_000
"""The largest file that is read."""

_OFFICE = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How the files of office programs begin."""

_NAMES_COMPARED: Final = 500
"""So many names of a folder are looked at for the one that was meant."""

_BOM = b"\xef\xbb\xbf"
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def shipped_folder() -> Path:
    """Gives the folder of the shipped games: inside the installed package, or beside it in a working copy."""
    package = Path(__file__).resolve().parent
    installed = package / "_rulesets"
    return installed if installed.is_dir() else package.parent / "rulesets"


def of_file(name: str) -> tuple[str, "FolderProvider"]:
    """Gives what the ruleset of a file, or a shipped one, is called by what reads it, and what reads it."""
    path = Path(name)
    if path.is_file():
        return path.name, FolderProvider(path.parent, library=shipped_folder())
    inside = name if name.endswith(".gdl") else f"{name}.gdl"
    return LIBRARY_PREFIX + inside, FolderProvider(Path(), library=shipped_folder())


class FolderProvider:
    """Reads sources from a ruleset's folder, and what is not found there from the shipped library.

    A file of the library sees only the library. A name that leads out of the folder fails, and is not looked
    for in the library.
    """

    def __init__(self, root: Path, limit_bytes: int = LIMIT_BYTES, library: Path | None = None) -> None:
        """Confines reading to a folder.

        Args:
            root: the ruleset's own folder. Sources are named by this path as given, then the path inside it.
            limit_bytes: largest file that is read.
            library: folder of the shipped library; None for no library.
        """
        self._root = root
        self._limit_bytes = limit_bytes
        self._library = library
        shown = root.as_posix()
        self._prefix = "" if shown == "." else shown if shown.endswith("/") else shown + "/"

    def read(self, name: str, relative_to: str | None) -> Source | ReadFailure:
        """Reads one source; see `SourceProvider.read`.

        Args:
            name: seen from the folder of `relative_to`, or from the ruleset's folder if that is None. A name
                that starts with `<library>/` is looked for in the library alone.
            relative_to: name of a source that this provider gave, or None.
        """
        found = self._find(name, relative_to)
        return found if isinstance(found, ReadFailure) else decoded(*found)

    def read_bytes(self, name: str, relative_to: str | None) -> bytes | ReadFailure:
        """Reads a file that need not be text; names are those of `read`."""
        found = self._find(name, relative_to)
        return found if isinstance(found, ReadFailure) else found[1]

    def _find(self, name: str, relative_to: str | None) -> tuple[str, bytes] | ReadFailure:
        """Reads a file, with the name that it has as a source."""
        asks_library = relative_to is not None and relative_to.startswith(LIBRARY_PREFIX)
        if asks_library or name.startswith(LIBRARY_PREFIX):
            inside = relative_to.removeprefix(LIBRARY_PREFIX) if asks_library and relative_to else None
            if name.startswith(LIBRARY_PREFIX):
                name, inside = name.removeprefix(LIBRARY_PREFIX), None
            return self._read_library(name, inside)
        if relative_to is not None:
            if not relative_to.startswith(self._prefix):
                return ReadFailure("the file that names it lies outside the ruleset's own folder", "outside")
            relative_to = relative_to.removeprefix(self._prefix)
        own = self._read_in(self._root, self._prefix, name, relative_to)
        if not isinstance(own, ReadFailure) or own.kind != "missing":
            return own
        shipped = self._read_library(name, None)
        if isinstance(shipped, ReadFailure) and shipped.kind in ("missing", "outside"):
            return own
        return shipped

    def _read_library(self, name: str, relative_to: str | None) -> tuple[str, bytes] | ReadFailure:
        if self._library is None:
            return ReadFailure("there is no such file", "missing")
        return self._read_in(self._library, LIBRARY_PREFIX, name, relative_to)

    def _read_in(
        self, folder: Path, prefix: str, name: str, relative_to: str | None
    ) -> tuple[str, bytes] | ReadFailure:
        inside = join_name(name, relative_to)
        if isinstance(inside, ReadFailure):
            return inside
        try:
            real_folder = folder.resolve()
            book = workbook_of(inside)
            file = inside if book is None else book[0]
            path = (real_folder / file).resolve()
            if not path.exists():
                path = _spelt_alike(real_folder, file).resolve()
            # Disks of Windows and macOS find it all the same; the ruleset would break on the next machine.
            if sys.platform in ("win32", "darwin") or not path.exists():
                other = _but_for_capitals(real_folder, file)
                if other is not None:
                    return ReadFailure(
                        f"there is no such file; one is called {other}, and capitals count", "missing"
                    )
            if not path.is_relative_to(real_folder):
                return ReadFailure("a link leads outside the ruleset's own folder", "outside")
            if not path.exists() and path.parent.is_dir():
                beside = islice(path.parent.iterdir(), _NAMES_COMPARED)
                return no_such_file(path.name, [one.name for one in beside if one.is_file()])
            data = _read_bytes(path, self._limit_bytes if book is None else _workbook_bytes())
        except PermissionError:
            return ReadFailure("its permissions do not allow it to be read", "permission")
        except (FileNotFoundError, NotADirectoryError):
            return ReadFailure("there is no such file", "missing")
        except RuntimeError:
            return ReadFailure("its links lead in a circle", "missing")
        except (OSError, ValueError) as error:
            reason = (
                error.strerror if isinstance(error, OSError) and error.strerror else "the name is not allowed"
            )
            return ReadFailure(reason.lower(), "missing")
        return data if isinstance(data, ReadFailure) else (prefix + inside, data)


def _spelt_alike(folder: Path, inside: str) -> Path:
    """Gives the path of a file whose name is composed of other characters: some disks take accents apart."""
    path = folder
    for part in Path(inside).parts:
        wanted = unicodedata.normalize("NFC", part)
        if wanted.isascii() or (path / part).exists() or not path.is_dir():
            path /= part
            continue
        alike = sorted(one for one in path.iterdir() if unicodedata.normalize("NFC", one.name) == wanted)
        path = alike[0] if alike else path / part
    return path


def _but_for_capitals(folder: Path, inside: str) -> str | None:
    """Gives the name that a file has on the disk where it differs from the one given, but in capitals alone."""
    found: list[str] = []
    for part in Path(inside).parts:
        wanted = unicodedata.normalize("NFC", part)
        at = folder.joinpath(*found)
        names = [one.name for one in at.iterdir()] if at.is_dir() else []
        exact = [name for name in names if unicodedata.normalize("NFC", name) == wanted]
        alike = [name for name in names if unicodedata.normalize("NFC", name).casefold() == wanted.casefold()]
        if not alike:
            return None
        found.append((exact or sorted(alike))[0])
    told = unicodedata.normalize("NFC", "/".join(found))
    return None if told == unicodedata.normalize("NFC", "/".join(Path(inside).parts)) else told


def _read_bytes(path: Path, limit_bytes: int) -> bytes | ReadFailure:
    """Reads an ordinary file within the limit, looking at its size before opening it."""
    if not path.is_file():
        if path.is_dir():
            return ReadFailure("it is a folder", "directory")
        if path.exists():
            return ReadFailure("it is not an ordinary file", "directory")
        return ReadFailure("there is no such file", "missing")
    size_bytes = path.stat().st_size
    if size_bytes <= limit_bytes:
        with path.open("rb") as stream:
            data = stream.read(limit_bytes + 1)
        size_bytes = len(data)
        if size_bytes <= limit_bytes:
            return data
    return _too_large(size_bytes, limit_bytes)


def read_stream(name: str, stream: BinaryIO, limit_bytes: int = LIMIT_BYTES) -> Source | ReadFailure:
    """Reads what comes through a stream, which may have no end, within the limit."""
    data = stream.read(limit_bytes + 1)
    return decoded(name, data) if len(data) <= limit_bytes else _too_large(len(data), limit_bytes)


def within_limit(source: Source, limit_bytes: int = LIMIT_BYTES) -> Source | ReadFailure:
    """Gives a text that lies on no disk, such as one that is being typed; a failure where it is too long for a file."""
    if 4 * len(source.text) <= limit_bytes:
        return source
    size_bytes = len(source.text.encode("utf-8", "surrogatepass"))
    return source if size_bytes <= limit_bytes else _too_large(size_bytes, limit_bytes)


def _too_large(size_bytes: int, limit_bytes: int) -> ReadFailure:
    return ReadFailure(f"it has {size_bytes:,} bytes or more, and the limit is {limit_bytes:,}", "too-large")


def _workbook_bytes() -> int:
    """Gives the size of the largest workbook that is read."""
    from gekido_dsl.tables import workbooks

    return workbooks.SIZE_LIMIT


def decoded(name: str, data: bytes) -> Source | ReadFailure:
    """Makes a source of what was read."""
    book = workbook_of(name)
    if book is not None:
        from gekido_dsl.tables import workbooks  # most rulesets have no workbook

        text = workbooks.text_of(data, *book)
    elif is_sheet(name) and not data.startswith(_OFFICE):
        from gekido_dsl.tables import encodings

        text = encodings.text_of(data)
    else:
        text = _decode(data)
    return text if isinstance(text, ReadFailure) else Source(name, text)


def _decode(data: bytes) -> str | ReadFailure:
    if data.startswith(_OFFICE):
        return ReadFailure("it is not text but what a spreadsheet or another office program saves", "binary")
    if data.startswith(_UTF16_MARKS):
        return ReadFailure("it is saved as UTF-16, and a ruleset is saved as UTF-8", "not-utf8")
    nul = data.find(b"\0")
    if nul >= 0:
        return ReadFailure(f"it is not text: there is a zero byte at byte {nul}", "binary")
    skipped = len(_BOM) if data.startswith(_BOM) else 0
    try:
        return data[skipped:].decode("utf-8")
    except UnicodeDecodeError as error:
        at = error.start + skipped
        return ReadFailure(f"byte {at} (0x{data[at]:02x}) is not valid UTF-8", "not-utf8")


class NotNew(Exception):
    """What was to be made is there already; its text says so."""


def write_new(folder: Path, texts: Mapping[str, str], *, beside: bool = False) -> list[Path]:
    """Writes new files into a folder, all of them or none, and gives their paths.

    Args:
        beside: whether the folder may hold other files; otherwise it is made, or empty.
    Raises:
        NotNew: something is there already.
        OSError: they cannot be written.
    """
    taken = [folder / name for name in texts if (folder / name).exists()] if beside else []
    if not beside and folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        taken = [folder]
    if taken:
        raise NotNew(f"`{taken[0].as_posix()}` exists already; nothing was written")
    folder.mkdir(parents=True, exist_ok=True)
    made: list[Path] = []
    try:
        for name, text in texts.items():
            with (folder / name).open("x", encoding="utf-8", newline="\n") as stream:
                made.append(folder / name)
                stream.write(text)
    except BaseException:
        for path in made:
            path.unlink(missing_ok=True)
        raise
    return made

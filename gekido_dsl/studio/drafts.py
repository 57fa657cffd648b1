"""The files of a ruleset as they are being written: what is open as it stands in the page, all else as on the disk.

Invariants:
    Nothing outside the ruleset's own folder is read or written, whatever a name or a link says. The library is read.
    A file is replaced whole or not at all, and never one that has changed meanwhile.
    What is typed lies on the disk, too, beside its file, until it is written: it outlives the studio.
    A file that did not change is not parsed again.
"""

import contextlib
import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics.render.screen import safe
from gekido_dsl.files import (
    LIBRARY_PREFIX,
    LIMIT_BYTES,
    FolderProvider,
    decoded,
    shipped_folder,
    within_limit,
)
from gekido_dsl.source import (
    ReadFailure,
    Source,
    is_workbook,
    join_name,
    not_on_windows,
    read_bytes,
    workbook_of,
)
from gekido_dsl.studio.refusal import Refused

if TYPE_CHECKING:
    from gekido_dsl.language.known import KnownFiles

_KINDS: Final = {
    ".gdl": "rules",
    ".yaml": "table",
    ".yml": "table",
    ".csv": "sheet",
    ".tsv": "sheet",
    ".xlsx": "book",
    ".ods": "book",
    ".md": "chapter",
    ".po": "chapter",
}
_PICTURES: Final = (".svg", ".png", ".jpg", ".jpeg")
MOST_TEXT_BYTES: Final = 2_500_000
"""A file as a message."""
_MOST_PICTURE_BYTES: Final = 10_000_000
_MOST_FILES: Final = 2_000
_MOST_PATH_BYTES: Final = 1_000
_MOST_NAME_BYTES: Final = 200
"""So that there is room for the names of what is kept beside a file."""


def version_of(text: str) -> str:
    """Tells one state of a file from another."""
    return hashlib.sha256(text.encode("utf-8", errors="surrogatepass")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class File:
    """A file of the ruleset's folder, or of the library."""

    name: str
    kind: str
    """`rules`, `table`, `sheet`, `book` (a workbook), `chapter` or `picture`."""
    own: bool
    """Whether it can be written."""


class Drafts:
    """The folder of a ruleset, and what is open of it."""

    def __init__(self, folder: Path, main: str, *, own: bool = True, library: Path | None = None) -> None:
        """Opens a folder.

        Args:
            main: the ruleset's own file.
            own: whether it can be written; a shipped game cannot.
            library: where the shipped games lie, if not where this program keeps them.
        """
        self.folder = folder.resolve()
        self.main = main
        self.own = own
        self.texts: dict[str, str] = {}
        """What is open and not yet written, by name."""
        self._files = FolderProvider(self.folder, library=library or shipped_folder())
        self._prefix = self.folder.as_posix().rstrip("/") + "/"

    # ------------------------------------------------------------ reading

    @cached_property
    def known(self) -> "KnownFiles":
        """What came of each file as it was read last."""
        from gekido_dsl.language.known import KnownFiles  # a page shows its first match before it can read

        return KnownFiles(by_declaration=True)

    def read(self, name: str, relative_to: str | None) -> Source | ReadFailure:
        """Reads one source; see `SourceProvider.read`. Sources are named from the ruleset's folder."""
        inside = join_name(name, relative_to) if relative_to is None or not _shipped(relative_to) else None
        if isinstance(inside, str) and inside in self.texts:
            return within_limit(Source(inside, self.texts[inside].removeprefix("\ufeff")))
        return self.saved(name, relative_to)

    def saved(self, name: str, relative_to: str | None) -> Source | ReadFailure:
        """Reads one source as it lies on the disk, whatever is open."""
        got = self._files.read(name, self._whole(relative_to))
        return Source(got.name.removeprefix(self._prefix), got.text) if isinstance(got, Source) else got

    def read_bytes(self, name: str, relative_to: str | None) -> bytes | ReadFailure:
        """Reads a file that need not be text."""
        return read_bytes(self._files, name, self._whole(relative_to))

    def _whole(self, relative_to: str | None) -> str | None:
        if relative_to is None or _shipped(relative_to):
            return relative_to
        return self._prefix + relative_to

    def compilation(self, texts: Mapping[str, str] | None = None) -> Compilation:
        """Begins the compilation of the ruleset as it stands.

        Args:
            texts: what files hold instead; None for what is open.
        """
        provider = self if texts is None else _Other(self, texts)
        made = load(self.main, provider)
        made.parse, made.parse_table = self.known.parse, self.known.parse_table
        return made

    def other(self, texts: Mapping[str, str]) -> "_Other":
        """Reads the ruleset as it lies on the disk, but for some texts."""
        return _Other(self, texts)

    def as_typed(self) -> "_Other":
        """Reads the ruleset as it stands in the page now, whatever is typed afterwards."""
        return _Other(self, {name: text.removeprefix("\ufeff") for name, text in self.texts.items()})

    # ------------------------------------------------------------ files

    def files(self) -> list[File]:
        """Lists the files of the folder that belong to rulesets."""
        found: list[File] = []
        for here, folders, names in os.walk(self.folder):
            folders[:] = sorted(one for one in folders if not one.startswith(".") and one != "__pycache__")
            for name in sorted(names):
                path = Path(here) / name
                kind = _kind(name)
                if kind and not name.startswith(".") and self._inside(path) and path.is_file():
                    found.append(File(path.relative_to(self.folder).as_posix(), kind, self.own))
            if len(found) > _MOST_FILES:
                break
        return found[:_MOST_FILES]

    def source(self, name: str) -> Source:
        """Gives a text as it stands in the page, or else on the disk.

        Raises:
            Refused: there is none.
        """
        if not _shipped(name):
            self._path(name)
        got = self.read(name, None)
        if isinstance(got, ReadFailure):
            raise Refused(f"{name} cannot be read: {got.reason}.")
        return got

    def on_disk(self, name: str) -> str:
        """Gives a text as it lies on the disk.

        Raises:
            Refused: there is none.
        """
        got = self._files.read(name, None)
        if isinstance(got, ReadFailure):
            raise Refused(f"{name} cannot be read: {got.reason}.")
        return got.text

    def unsaved(self) -> list[str]:
        """Lists what is open and says something else than the disk."""
        found = []
        for name, text in self.texts.items():
            got = self._files.read(name, None)
            if not isinstance(got, Source) or got.text != text.removeprefix("\ufeff"):
                found.append(name)
        return found

    def type(self, name: str, text: object) -> None:
        """Takes up what a page has of a file, and keeps it on the disk until it is written; dropped is what is no
        text, or says what is written there.

        Raises:
            Refused: there is no such file.
        """
        self.source(name)
        # What a page sends while it saves may say what lies on the disk by then.
        if isinstance(text, str) and (_shipped(name) or text != self.on_disk(name)):
            self.texts[name] = text
        else:
            self.texts.pop(name, None)
        self._keep(name)

    def take_up_kept(self) -> list[str]:
        """Takes up what was typed and not written when a studio ended, and gives the names."""
        found = []
        for one in self.files() if self.own else ():
            kept = self._kept(one.name)
            if one.kind != "picture" and self._inside(kept) and kept.is_file():
                got = self._files.read(kept.relative_to(self.folder).as_posix(), None)
                if isinstance(got, Source) and got.text != self.on_disk(one.name):
                    self.texts[one.name] = got.text
                    found.append(one.name)
                else:
                    kept.unlink(missing_ok=True)
        return found

    def _kept(self, name: str) -> Path:
        """Gives the file in which is kept what was typed and not written."""
        path = self.folder / name
        return path.with_name(f".{path.name}.typed")

    def _keep(self, name: str) -> None:
        """Has the disk keep what was typed, or no longer; a disk that cannot costs nobody what they type."""
        if not self.own or _shipped(name):
            return
        kept = self._kept(name)
        with contextlib.suppress(OSError, UnicodeEncodeError):
            if name in self.texts:
                beside = kept.with_name(f"{kept.name}.{os.urandom(4).hex()}")
                beside.write_bytes(self.texts[name].encode("utf-8"))
                os.replace(beside, kept)
            else:
                kept.unlink(missing_ok=True)

    def write(self, name: str, text: str, version: str | None) -> str:
        """Writes a file, and gives its version.

        Args:
            version: of what it is to replace; None for a file that is new.
        Raises:
            Refused: it has changed meanwhile, lies elsewhere, or cannot be written.
        """
        path = self._path(name)
        if not self.own:
            raise Refused("This game is shipped, and cannot be written; begin a variant or a copy of it.")
        if is_workbook(name):
            return self._write_cells(name, text, version)
        if not _kind(path.name) or _kind(path.name) == "picture":
            raise Refused(f"{name} is no file of rules, no table and no chapter.")
        try:
            data = text.encode("utf-8")
        except UnicodeEncodeError:
            raise Refused(f"{name} has characters that cannot be written.") from None
        if len(data) > LIMIT_BYTES:
            raise Refused(f"{name} would have {len(data):,} bytes, and the limit is {LIMIT_BYTES:,}.")
        if path.exists() != (version is not None):
            raise Refused(f"{name} {'is there already' if path.exists() else 'is no longer there'}.")
        if version is not None and version_of(self.on_disk(name)) != version:
            raise Refused(f"{name} has changed on the disk; read it again.")
        self._replace(path, name, data)
        self.texts.pop(name, None)
        self._keep(name)
        return version_of(text)

    def _write_cells(self, name: str, text: str, version: str | None) -> str:
        """Writes into a workbook the cells that a text has otherwise.

        Raises:
            Refused: it has changed meanwhile, or cannot be written.
        """
        file, sheet = workbook_of(name) or (name, None)
        before = self.on_disk(name)
        if version_of(before) != version:
            raise Refused(f"{file} has changed on the disk; read it again.")
        from gekido_dsl.tables.workbook_cells import NotChanged, changed

        try:
            data = changed((self.folder / file).read_bytes(), file, sheet, text)
        except NotChanged as why:
            raise Refused(f"{file} is not changed: {why}.") from None
        except OSError as error:
            raise Refused(f"{file} cannot be read: {(error.strerror or str(error)).lower()}.") from None
        self._replace(self.folder / file, file, data)
        self.texts.pop(name, None)
        self._keep(name)
        return version_of(text)

    def bring(self, name: str, data: bytes, *, again: bool) -> None:
        """Puts a table into the folder, in the form that its program gave it.

        Args:
            again: whether a file of that name may be written over.
        Raises:
            Refused: it is no table that can be read, is there already, or cannot be written.
        """
        path = self._path(name)
        if not self.own:
            raise Refused("This game is shipped, and cannot be written; begin a variant or a copy of it.")
        if _kind(path.name) not in ("table", "sheet", "book"):
            raise Refused(f"{name} is no table; a table ends in .csv, .tsv, .xlsx, .ods or .yaml.")
        if len(data) > LIMIT_BYTES:
            raise Refused(f"{name} has {len(data):,} bytes, and the limit is {LIMIT_BYTES:,}.")
        got = decoded(name, data)
        if isinstance(got, ReadFailure):
            raise Refused(f"{name} cannot be read: {got.reason}.")
        if path.exists() and not again:
            raise Refused(f"{name} is there already.")
        self._replace(path, name, data)
        self.texts.pop(name, None)
        self._keep(name)

    def put(self, name: str, data: bytes) -> None:
        """Puts a file into the folder that was kept elsewhere.

        Raises:
            Refused: it lies elsewhere, belongs to no ruleset, or cannot be written.
        """
        path = self._path(name)
        if not _kind(path.name):
            raise Refused(f"{name[:100]} is no file of a ruleset.")
        if len(data) > _most_bytes(path.name):
            raise Refused(
                f"{name[:100]} has {len(data):,} bytes, and the limit is {_most_bytes(path.name):,}."
            )
        self._replace(path, name, data)

    def _replace(self, path: Path, name: str, data: bytes) -> None:
        """Writes a file whole or not at all.

        Raises:
            Refused: it cannot be written.
        """
        beside = path.with_name(f".{path.name}.{os.urandom(4).hex()}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with beside.open("xb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            os.replace(beside, path)
        except OSError as error:
            beside.unlink(missing_ok=True)
            raise Refused(f"{name} cannot be written: {(error.strerror or str(error)).lower()}.") from error

    def _path(self, name: str) -> Path:
        """Gives the file of a name.

        Raises:
            Refused: it lies outside the folder.
        """
        inside = join_name(name, None)
        odd = ":" in name or name.startswith(".") or not name.isprintable()
        if isinstance(inside, ReadFailure) or inside != name or odd:
            raise Refused(f"{safe(name[:100])} is no name of a file here.")
        why = not_on_windows(name)
        if why is not None and not (self.folder / name).exists():
            raise Refused(f"{why}; a ruleset is to open everywhere.")
        parts = [len(part.encode("utf-8", "replace")) for part in name.split("/")]
        if max(parts) > _MOST_NAME_BYTES or sum(parts) + len(parts) > _MOST_PATH_BYTES:
            raise Refused(f"{name[:100]} ... is too long a name for a file.")
        path = self.folder / name
        if any(part.startswith(".") for part in Path(name).parts) or not self._inside(path):
            raise Refused(f"{name[:100]} lies outside the ruleset's folder.")
        return path

    def _inside(self, path: Path) -> bool:
        """Tells whether a file lies in the folder, links followed."""
        try:
            return path.resolve().is_relative_to(self.folder)
        except (OSError, ValueError, RuntimeError):
            return False


class _Other:
    """Reads as a folder does, but for some texts."""

    def __init__(self, drafts: Drafts, texts: Mapping[str, str]) -> None:
        self._drafts, self._texts = drafts, texts

    def __reduce__(self) -> tuple[Any, ...]:
        """Says how to make it anew in another process."""
        drafts = self._drafts
        return _again, (drafts.folder, drafts.main, drafts.own, dict(self._texts))

    def read(self, name: str, relative_to: str | None) -> Source | ReadFailure:
        inside = join_name(name, relative_to) if relative_to is None or not _shipped(relative_to) else None
        if isinstance(inside, str) and inside in self._texts:
            return within_limit(Source(inside, self._texts[inside]))
        return self._drafts.saved(name, relative_to)

    def read_bytes(self, name: str, relative_to: str | None) -> bytes | ReadFailure:
        return self._drafts.read_bytes(name, relative_to)


def _again(folder: Path, main: str, own: bool, texts: Mapping[str, str]) -> _Other:
    return _Other(Drafts(folder, main, own=own), texts)


def may_be_put(name: str) -> bool:
    """Tells whether a file belongs to rulesets, by its name, and is not hidden."""
    return bool(_kind(name)) and not any(part.startswith((".", "__MACOSX")) for part in name.split("/"))


def _most_bytes(name: str) -> int:
    return _MOST_PICTURE_BYTES if _kind(name) in ("picture", "book") else LIMIT_BYTES


def _shipped(name: str) -> bool:
    return name.startswith(LIBRARY_PREFIX)


def _kind(name: str) -> str:
    suffix = Path(name).suffix.lower()
    return "picture" if suffix in _PICTURES else _KINDS.get(suffix, "")

"""Files that are open in an editor become the rulesets that they belong to.

Invariants:
    What is open counts as it stands in the editor; everything else as it lies on the disk.
    A file that did not change is not parsed again, neither rules nor tables.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.files import LIBRARY_PREFIX, FolderProvider, shipped_folder, within_limit
from gekido_dsl.language.known import KnownFiles
from gekido_dsl.language.mentions import Mentions
from gekido_dsl.source import ReadFailure, Source, read_bytes

Owners = Callable[[Path], list[Path]]
"""Finds the rulesets that a part belongs to."""


class OpenFiles:
    """The texts that an editor has open, by their paths."""

    def __init__(self) -> None:
        """Begins with nothing open."""
        self.texts: dict[Path, str] = {}

    def set(self, path: Path, text: str) -> None:
        """Takes up what a file holds now."""
        self.texts[path.resolve()] = text

    def close(self, path: Path) -> None:
        """Lets a file count as it lies on the disk."""
        self.texts.pop(path.resolve(), None)


def path_of(name: str) -> Path:
    """Gives the file of a source."""
    if name.startswith(LIBRARY_PREFIX):
        return shipped_folder() / name.removeprefix(LIBRARY_PREFIX)
    return Path(name)


class OverlayProvider:
    """Reads sources from a folder, those that are open as they stand in the editor."""

    def __init__(self, root: Path, texts: Mapping[Path, str]) -> None:
        """Confines reading to a folder, as `FolderProvider` does."""
        self._files = FolderProvider(root, library=shipped_folder())
        self._texts = texts

    def read(self, name: str, relative_to: str | None) -> Source | ReadFailure:
        """Reads one source; see `SourceProvider.read`."""
        got = self._files.read(name, relative_to)
        if isinstance(got, ReadFailure):
            return got
        text = self._texts.get(path_of(got.name).resolve())
        return got if text is None else within_limit(Source(got.name, text.removeprefix("\ufeff")))

    def read_bytes(self, name: str, relative_to: str | None) -> bytes | ReadFailure:
        """Reads a file that need not be text."""
        return read_bytes(self._files, name, relative_to)


class Rulesets:
    """The rulesets that the open files belong to, each compiled anew when a text of it has changed."""

    def __init__(self, owners: Owners) -> None:
        """Begins with nothing read.

        Args:
            owners: finds the rulesets that a part belongs to.
        """
        self.open = OpenFiles()
        self._owners = owners
        self._owned: dict[Path, list[Path]] = {}
        self._made: dict[Path, Compilation] = {}
        self._mentions: dict[Path, Mentions] = {}
        self._latest: dict[Path, Mentions] = {}
        self._known = KnownFiles(by_declaration=True)

    def changed(self) -> None:
        """Has everything worked out anew that is asked for from now on."""
        self._made.clear()
        self._mentions.clear()

    def forget_owners(self) -> None:
        """Has it found out anew what belongs to what, since a file was opened, saved or closed."""
        self._owned.clear()
        self.changed()

    def of(self, path: Path) -> list[Path]:
        """Lists the rulesets that a file belongs to: itself, or those that use it."""
        path = path.resolve()
        if path not in self._owned:
            text = self.open.texts.get(path, "")
            own = path.suffix == ".gdl" and any(
                line.startswith(("game ", "edition ")) for line in text.splitlines()
            )
            self._owned[path] = (
                [path] if own else self._owners(path) or ([path] if path.suffix == ".gdl" else [])
            )
        return self._owned[path]

    def compilation(self, ruleset: Path) -> Compilation:
        """Compiles a ruleset as the editor has it."""
        ruleset = ruleset.resolve()
        if ruleset not in self._made:
            self._made[ruleset] = self.with_texts(ruleset, self.open.texts)
        return self._made[ruleset]

    def with_texts(self, ruleset: Path, texts: Mapping[Path, str]) -> Compilation:
        """Begins the compilation of a ruleset of which some files hold other texts."""
        made = load(ruleset.name, OverlayProvider(ruleset.parent, texts))
        made.parse, made.parse_table = self._known.parse, self._known.parse_table
        return made

    def mentions(self, ruleset: Path) -> Mentions:
        """Gives what the names of a ruleset mean."""
        ruleset = ruleset.resolve()
        if ruleset not in self._mentions:
            self._mentions[ruleset] = Mentions(self.compilation(ruleset))
            if self._mentions[ruleset].game is not None:
                self._latest[ruleset] = self._mentions[ruleset]
        return self._mentions[ruleset]

    def latest(self, ruleset: Path) -> Mentions:
        """Gives what the names of a ruleset meant when they were last asked for, so that nobody has to wait."""
        ruleset = ruleset.resolve()
        return self._mentions.get(ruleset) or self._latest.get(ruleset) or self.mentions(ruleset)

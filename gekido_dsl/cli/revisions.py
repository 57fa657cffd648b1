"""A ruleset as it stood at a revision of git becomes one that can be read; nothing is checked out.

Invariants:
    Only files of the revision are read, and of these only ordinary ones; a link is no file.
    What the ruleset's own folder does not have at that revision comes from the shipped library.
"""

import subprocess
from functools import cached_property
from pathlib import Path
from typing import Final

import click

from gekido_dsl.cli.paths import SUFFIX, Ruleset
from gekido_dsl.files import LIBRARY_PREFIX, LIMIT_BYTES, FolderProvider, decoded, shipped_folder
from gekido_dsl.source import ReadFailure, Source, join_name

_FILES: Final = ("100644", "100755")
"""The modes of ordinary files."""
_TIMEOUT_S: Final = 60


class Repository:
    """A repository of git that is read."""

    def __init__(self, folder: Path) -> None:
        """Finds the repository that a folder belongs to.

        Raises:
            click.UsageError: there is no git, or the folder belongs to no repository.
        """
        try:
            top = _git(folder, "rev-parse", "--show-toplevel")
        except FileNotFoundError:
            raise click.UsageError("git is not installed, and a revision can be read by it alone") from None
        if top is None:
            raise click.UsageError(f"`{folder.as_posix()}` belongs to no git repository")
        self.top = Path(top.decode("utf-8", errors="replace").rstrip("\n"))

    def commit(self, revision: str) -> str:
        """Finds a commit by any of its names.

        Raises:
            click.BadParameter: there is none.
        """
        found = _git(self.top, "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}")
        if found is None:
            raise click.BadParameter(f"the repository has no revision `{revision}`; `git log` lists them")
        return found.decode("ascii").strip()

    def files(self, commit: str) -> dict[str, tuple[str, int]]:
        """Lists the ordinary files of a commit: the blob and its size, by the path from the top."""
        listed = _git(self.top, "ls-tree", "-r", "-l", "-z", "--full-tree", commit) or b""
        found = {}
        for entry in listed.decode("utf-8", errors="replace").split("\0"):
            about, _, path = entry.partition("\t")
            parts = about.split()
            if len(parts) == 4 and parts[0] in _FILES:
                found[path] = parts[2], int(parts[3])
        return found

    def blob(self, name: str) -> bytes:
        """Gives the bytes of a blob."""
        return _git(self.top, "cat-file", "blob", name) or b""


def _git(folder: Path, *words: str) -> bytes | None:
    """Asks git; None when it refuses."""
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *words], capture_output=True, timeout=_TIMEOUT_S, check=False
        )
    except subprocess.TimeoutExpired:
        raise click.UsageError("git gives no answer") from None
    return done.stdout if done.returncode == 0 else None


class RevisionProvider:
    """Reads sources of a folder as they stood at a commit, and others from the shipped library."""

    def __init__(self, repository: Repository, commit: str, folder: str, shown: str) -> None:
        """Confines reading to a folder at a commit.

        Args:
            folder: from the top of the repository, with a `/` at its end; empty for the top.
            shown: how the names of sources begin.
        """
        self._repository = repository
        self._commit = commit
        self._folder = folder
        self._shown = shown
        self._library = FolderProvider(Path(), library=shipped_folder())

    @cached_property
    def _files(self) -> dict[str, tuple[str, int]]:
        return self._repository.files(self._commit)

    def read(self, name: str, relative_to: str | None) -> Source | ReadFailure:
        """Reads one source; see `SourceProvider.read`."""
        if _of_library(name, relative_to):
            return self._library.read(name, relative_to)
        found = self._find(name, relative_to)
        if found is None:
            shipped = self._library.read(LIBRARY_PREFIX + name, None)
            return shipped if isinstance(shipped, Source) else _MISSING
        return found if isinstance(found, ReadFailure) else decoded(*found)

    def read_bytes(self, name: str, relative_to: str | None) -> bytes | ReadFailure:
        """Reads a file that need not be text; names are those of `read`."""
        if _of_library(name, relative_to):
            return self._library.read_bytes(name, relative_to)
        found = self._find(name, relative_to)
        if found is None:
            return _MISSING
        return found if isinstance(found, ReadFailure) else found[1]

    def _find(self, name: str, relative_to: str | None) -> tuple[str, bytes] | ReadFailure | None:
        """Reads a file of the commit, with the name that it has as a source; None when it is not there."""
        inside = relative_to.removeprefix(self._shown) if relative_to is not None else None
        full = join_name(name, inside)
        if isinstance(full, ReadFailure):
            return full
        known = self._files.get(self._folder + full)
        if known is None:
            return None
        blob, size_bytes = known
        if size_bytes > LIMIT_BYTES:
            return ReadFailure(f"it has {size_bytes:,} bytes, and the limit is {LIMIT_BYTES:,}", "too-large")
        return self._shown + full, self._repository.blob(blob)


_MISSING: Final = ReadFailure("there is no such file", "missing")


def _of_library(name: str, relative_to: str | None) -> bool:
    asks = relative_to is not None and relative_to.startswith(LIBRARY_PREFIX)
    return asks or name.startswith(LIBRARY_PREFIX)


def at_revision(revision: str, path: Path, argument: str) -> Ruleset:
    """Makes a ruleset of a file of the working copy as it stood at a revision.

    Raises:
        click.UsageError: the file belongs to no repository.
        click.BadParameter: there is no such revision, or no such file at it.
    """
    folder = path.parent if path.parent.is_dir() else Path()
    repository = Repository(folder)
    inside = path.resolve()
    if not inside.is_relative_to(repository.top.resolve()):
        raise click.UsageError(f"`{path.as_posix()}` lies outside the git repository")
    return _ruleset(repository, revision, inside.relative_to(repository.top.resolve()).as_posix(), argument)


def of_argument(argument: str) -> Ruleset | None:
    """Reads an argument such as `HEAD~3:rulesets/gekido.gdl`; None when it is none.

    The path is seen from the top of the repository; with `./` before it, or where there is no such file, from here.

    Raises:
        click.UsageError: this is no repository.
        click.BadParameter: there is no such revision, or no such file at it.
    """
    revision, colon, path = argument.partition(":")
    if not colon or not revision or not path or Path(argument).exists():
        return None
    repository = Repository(Path())
    commit = repository.commit(revision)
    here = Path().resolve()
    top = repository.top.resolve()
    beside = join_name(path, (here.relative_to(top) / "x").as_posix() if here.is_relative_to(top) else None)
    files = repository.files(commit)
    ways = [path.removeprefix("./")]
    if isinstance(beside, str):
        ways.insert(0 if path.startswith(("./", "../")) else 1, beside)
    known = (one + end for one in ways for end in ("", SUFFIX) if one + end in files)
    plain = next(known, ways[0])
    return _ruleset(repository, revision, plain, argument)


def _ruleset(repository: Repository, revision: str, inside: str, argument: str) -> Ruleset:
    commit = repository.commit(revision)
    known = repository.files(commit)
    if inside not in known:
        raise click.BadParameter(f"there is no `{inside}` at the revision `{revision}`")
    folder, _, name = inside.rpartition("/")
    lead = f"{folder}/" if folder else ""
    provider = RevisionProvider(repository, commit, lead, f"{revision}:{lead}")
    return Ruleset(argument, name, provider, None)

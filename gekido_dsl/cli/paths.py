"""What a user names, a file, a folder, `-` or a shipped game, becomes a ruleset that can be read.

Invariants:
    A ruleset is read through a provider that sees its own folder and the shipped library, and nothing else.
    Files of a folder come in the order of their names; hidden folders are left out.
"""

import os
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from click.shell_completion import CompletionItem

from gekido_dsl.diagnostics import suggest
from gekido_dsl.files import LIBRARY_PREFIX, LIMIT_BYTES, FolderProvider, read_stream, shipped_folder
from gekido_dsl.source import ReadFailure, Source, SourceProvider, read_bytes

SUFFIX: Final = ".gdl"
STDIN: Final = "-"
_OWNER_LEVELS: Final = 4
"""How many folders upwards the ruleset of a part is looked for."""

_GAME: Final = re.compile(r"^(?:game|edition)\b", re.MULTILINE)
_NAMED: Final = re.compile(r'^(?:use|game\s+"[^"\n]*"\s+changes)\s+([^\n#]*)', re.MULTILINE)
_FROM: Final = re.compile(r'^[^#\n]*?\bfrom\s+"([^"\n]+)"', re.MULTILINE)
_PICTURES: Final = (".svg", ".png", ".jpg", ".jpeg")
_CHAPTER: Final = ".md"
_DATA: Final = (".yaml", ".yml", ".csv", ".tsv", ".xlsx", ".ods", ".po", _CHAPTER, *_PICTURES)
_PICTURE: Final = re.compile(r"(?<![\w./-])[\w./-]+\.(?:svg|png|jpe?g)\b", re.IGNORECASE)
"""A picture that a table or a chapter names."""
_REVIEWED: Final = "reviewed.yaml"
"""Lies beside the chapters of a book, and is named nowhere."""
_QUOTED: Final = re.compile(r'"([^"\n]+)"')


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A ruleset to be read."""

    argument: str
    """What the user wrote; a command that repeats the run has it."""
    name: str
    """What the provider is asked for."""
    provider: SourceProvider
    path: Path | None
    """None for a shipped game and for the standard input."""

    def read(self) -> Source | ReadFailure:
        """Reads the ruleset's own file."""
        return self.provider.read(self.name, None)


@dataclass(frozen=True, slots=True)
class TextProvider:
    """Has one source already, as far as it could be read, and reads all others from a provider."""

    name: str
    source: Source | ReadFailure
    others: SourceProvider

    def read(self, name: str, relative_to: str | None) -> Source | ReadFailure:
        """Reads one source; see `SourceProvider.read`."""
        if relative_to is None and name == self.name:
            return self.source
        return self.others.read(name, relative_to)

    def read_bytes(self, name: str, relative_to: str | None) -> bytes | ReadFailure:
        """Reads a file that need not be text."""
        return read_bytes(self.others, name, relative_to)


# ---------------------------------------------------------------- shipped games


def shipped() -> dict[str, str]:
    """Lists the shipped games: what the user calls each, and where it lies in the library."""
    folder = shipped_folder()
    found: dict[str, str] = {}
    for path in walk(folder):
        if is_ruleset(read_path(path)):
            inside = path.relative_to(folder).as_posix()
            found.setdefault(path.stem, inside)
            found.setdefault(inside.removesuffix(SUFFIX), inside)
    return found


# ---------------------------------------------------------------- one ruleset


def of_path(path: Path, argument: str | None = None) -> Ruleset:
    """Makes a ruleset of a file."""
    provider = FolderProvider(path.parent, library=shipped_folder())
    return Ruleset(path.as_posix() if argument is None else argument, path.name, provider, path)


def of_shipped(argument: str, inside: str) -> Ruleset:
    """Makes a ruleset of a shipped game."""
    provider = FolderProvider(Path(), library=shipped_folder())
    return Ruleset(argument, LIBRARY_PREFIX + inside, provider, None)


def of_stdin(filename: str | None) -> Ruleset:
    """Makes a ruleset of the standard input, which stands for a file of the given name."""
    path = Path(filename) if filename is not None else Path("<stdin>")
    others = FolderProvider(path.parent, library=shipped_folder())
    name = path.as_posix()
    return Ruleset(STDIN, name, TextProvider(name, read_stream(name, sys.stdin.buffer), others), None)


def find(argument: str) -> Ruleset:
    """Finds the one ruleset that a user names: a file, a folder with one ruleset, or a shipped game.

    Raises:
        click.BadParameter: there is none, or a folder has several.
    """
    path = Path(argument)
    if path.is_file():
        return of_path(path, argument)
    if path.is_dir():
        inside = [each for each in sorted(path.glob("*" + SUFFIX)) if is_ruleset(read_path(each))]
        if len(inside) == 1:
            return of_path(inside[0], argument)
        if inside:
            names = ", ".join(each.as_posix() for each in inside)
            raise click.BadParameter(
                f"the folder `{argument}` has several rulesets; name one of them: {names}"
            )
    beside = path.with_name(path.name + SUFFIX) if path.name else path
    if beside.is_file():
        return of_path(beside, argument)
    known = shipped()
    if argument in known:
        return of_shipped(argument, known[argument])
    if path.is_dir():
        raise click.BadParameter(f"the folder `{argument}` has no ruleset")
    raise missing(argument, known)


def missing(argument: str, known: Iterable[str]) -> click.BadParameter:
    """Says that there is no such file, and what may have been meant."""
    near = suggest.did_you_mean(argument, [*known, *_beside(argument)])
    return click.BadParameter(
        f"there is no file, folder or shipped game `{argument}`" + (f"; {near}" if near else "")
    )


def _beside(argument: str) -> Iterator[str]:
    """Lists the rulesets in the folder where a missing file was looked for."""
    folder = Path(argument).parent
    if folder.is_dir():
        for path in sorted(folder.glob("*" + SUFFIX)):
            yield path.as_posix()


if TYPE_CHECKING:
    _Type = click.ParamType[Ruleset]
else:
    _Type = click.ParamType


class RulesetType(_Type):
    """The type of an argument that names one ruleset."""

    name = "ruleset"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Ruleset:
        """Finds the ruleset."""
        if isinstance(value, Ruleset):
            return value
        try:
            return find(str(value))
        except click.BadParameter as error:
            self.fail(error.message, param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Offers the shipped games, and files."""
        return complete(incomplete)


def complete(incomplete: str) -> list[CompletionItem]:
    """Offers the shipped games, and files."""
    names = [CompletionItem(name, help="shipped game") for name in shipped() if name.startswith(incomplete)]
    return [*names, CompletionItem(incomplete, type="file")]


RULESET: Final = RulesetType()


# ---------------------------------------------------------------- many files


def walk(folder: Path) -> Iterator[Path]:
    """Lists the ruleset files of a folder and the folders in it."""
    for here, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(here) / name
            if name.endswith(SUFFIX) and not name.startswith(".") and path.is_file():
                yield path


def files_of(arguments: Iterable[str]) -> dict[Path, bool]:
    """Lists the files that a user names, in order; each with whether it was named itself.

    Raises:
        click.BadParameter: a name is neither a file nor a folder, or a folder has no ruleset.
    """
    found: dict[Path, bool] = {}
    for argument in arguments:
        path = Path(argument)
        if path.is_file():
            found[path] = True
        elif path.is_dir():
            inside = list(walk(path))
            if not inside:
                raise click.BadParameter(f"the folder `{argument}` has no ruleset")
            for each in inside:
                found.setdefault(each, False)
        else:
            raise missing(argument, ())
    return found


def read_path(path: Path) -> str:
    """Gives the text of a file as far as it can be read; for a first look only. What is no file, has none."""
    if not path.is_file():
        return ""
    try:
        with path.open("rb") as stream:
            return stream.read(LIMIT_BYTES).decode("utf-8-sig", errors="replace").replace("\r", "\n")
    except OSError:
        return ""


def is_ruleset(text: str) -> bool:
    """Tells a ruleset from a part of one, which says nothing of its game."""
    return _GAME.search(text) is not None


def is_data(path: Path) -> bool:
    """Tells whether a file is a table, a chapter of a book or a picture by its name: a part, whatever it says."""
    return path.suffix.lower() in _DATA


def belonging(path: Path) -> set[Path]:
    """Lists all files of a ruleset, itself included: what it uses and changes, tables, chapters and pictures."""
    known: set[Path] = set()
    waiting = [path.resolve()]
    while waiting:
        here = waiting.pop()
        if here in known or not here.is_file():
            continue
        known.add(here)
        waiting += [(here.parent / name).resolve() for name in _named_in(here)]
    return known


def _named_in(path: Path) -> Iterator[str]:
    """Lists the files that a file names, as it names them."""
    if path.suffix.lower() in (*_PICTURES, ".xlsx", ".ods"):
        return
    text = read_path(path)
    if path.suffix.lower() not in _DATA:
        for line in _NAMED.findall(text):
            yield from _QUOTED.findall(line)
        yield from _FROM.findall(text)
        return
    yield from _PICTURE.findall(text)
    if path.suffix.lower() == _CHAPTER:
        yield _REVIEWED


def owners(part: Path, among: Iterable[Path] = ()) -> list[Path]:
    """Lists the rulesets that use a part: of those given, else of those in its folder and above.

    A table, chapter or picture stands for all that use it, since nobody names a ruleset with it.
    """
    real = part.resolve()
    found = [path for path in among if real in belonging(path)]
    folder = part.parent
    for _ in range(_OWNER_LEVELS):
        if found and not is_data(part):
            break
        candidates = [path for path in sorted(folder.glob("*" + SUFFIX)) if is_ruleset(read_path(path))]
        near = [path for path in candidates if real in belonging(path)]
        known = {path.resolve() for path in found}
        found += [path for path in near if path.resolve() not in known]
        if near or folder.resolve() == folder.resolve().parent:
            break
        folder = folder.parent if folder.name not in ("", "..") else folder / ".."
    return found

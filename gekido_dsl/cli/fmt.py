"""`gdl fmt`: lay out rulesets in the one standard way."""

import contextlib
import difflib
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

import click

from gekido_dsl.cli import output
from gekido_dsl.cli.paths import STDIN, files_of, of_path, of_stdin
from gekido_dsl.diagnostics import Diagnostic, in_reading_order
from gekido_dsl.diagnostics.reading import unreadable
from gekido_dsl.diagnostics.render.place import counted
from gekido_dsl.format import format
from gekido_dsl.source import ReadFailure, Source

_EPILOG = """\b
Examples:
  gdl fmt my-game.gdl
  gdl fmt --check rulesets
  gdl fmt --diff my-game.gdl
  gdl fmt - --stdin-filename my-game.gdl < my-game.gdl
"""


@click.command("fmt", short_help="Format rulesets in the standard style.", epilog=_EPILOG)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--check", is_flag=True, help="Change nothing; exit with code 1 if any file would change.")
@click.option(
    "--diff",
    is_flag=True,
    help="Change nothing; show the changes as a diff and exit with code 1 if there are any.",
)
@click.option(
    "--stdin-filename", metavar="FILE", help="File name to report for standard input, when PATH is `-`."
)
@output.color_option
def command(paths: tuple[str, ...], check: bool, diff: bool, stdin_filename: str | None, colour: str) -> int:
    """Format rulesets in the standard style.

    PATH is a file, a folder to search for rulesets, or `-` for standard input. A file that cannot be parsed is left
    unchanged, and its problems are reported.
    """
    ink = output.coloured(colour)
    found: list[Diagnostic] = []
    changed: list[str] = []
    total = 0
    for source, path in _sources(paths, stdin_filename, found):
        total += 1
        made = format(source)
        if made.value is None:
            found += made.diagnostics
        if path is None and not (check or diff):
            output.result(source.text if made.value is None else made.value)
        elif made.value is not None and made.value.encode() != _bytes(path, source):
            changed.append(source.name)
            if diff:
                output.result(_difference(source, made.value, ink), colour=ink)
            elif not check and path is not None:
                _replace(path, made.value)
    if found:
        output.complain(in_reading_order(found))
    _summarise(
        changed, total, len({each.span.source.name if each.span else "" for each in found}), check or diff
    )
    return 1 if found or (changed and (check or diff)) else 0


def _sources(
    paths: Sequence[str], stdin_filename: str | None, found: list[Diagnostic]
) -> list[tuple[Source, Path | None]]:
    """Reads every file that was named; those that cannot be read are reported."""
    sources: list[tuple[Source, Path | None]] = []
    if STDIN in paths:
        ruleset = of_stdin(stdin_filename)
        read = ruleset.read()
        if isinstance(read, ReadFailure):
            found.append(unreadable(ruleset.name, read))
        else:
            sources.append((read, None))
    for path in files_of(each for each in paths if each != STDIN):
        read = of_path(path).read()
        if isinstance(read, ReadFailure):
            found.append(unreadable(path.as_posix(), read))
        else:
            sources.append((read, path))
    return sources


def _bytes(path: Path | None, source: Source) -> bytes:
    """Gives the file as it is, since reading leaves out a byte order mark."""
    return source.text.encode() if path is None else path.read_bytes()


def _replace(path: Path, text: str) -> None:
    """Writes a file whole or not at all, with the permissions it had.

    Raises:
        click.FileError: the file or its folder cannot be written.
    """
    real = path.resolve()
    try:
        handle, temporary = tempfile.mkstemp(dir=real.parent, prefix=f".{real.name}.")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(text.encode())
            os.chmod(temporary, real.stat().st_mode & 0o7777)
            os.replace(temporary, real)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise
    except OSError as error:
        raise click.FileError(path.as_posix(), error.strerror or "it cannot be written") from error


def _difference(source: Source, made: str, ink: bool) -> str:
    lines = difflib.unified_diff(
        source.text.splitlines(),
        made.splitlines(),
        source.name,
        source.name,
        "as it is",
        "laid out",
        lineterm="",
    )
    return "".join(_inked(line, ink) + "\n" for line in lines)


def _inked(line: str, ink: bool) -> str:
    tone = {"+": "\x1b[32m", "-": "\x1b[31m", "@": "\x1b[36m"}.get(line[:1], "") if ink else ""
    return f"{tone}{line}\x1b[0m" if tone else line


def _summarise(changed: Sequence[str], total: int, broken: int, would: bool) -> None:
    if would:
        for name in changed:
            output.note(f"would change: {name}")
    said = []
    if changed:
        said.append(f"{counted(len(changed), 'file')} {'would change' if would else 'changed'}")
    if broken:
        said.append(f"{counted(broken, 'file')} cannot be read")
    rest = total - len(changed) - broken
    if rest > 0 or not said:
        said.append(f"{counted(max(rest, 0), 'file')} already laid out")
    output.note(", ".join(said))

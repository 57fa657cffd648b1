"""`gdl fmt`: lay out rulesets in the one standard way."""

import contextlib
import difflib
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

import click

from gekido_dsl.cli import output
from gekido_dsl.cli.paths import STDIN, files_of, is_data, of_path, of_stdin
from gekido_dsl.diagnostics import Diagnostic, Outcome, Severity, in_reading_order
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

    A table in CSV or TSV may be named as well: its columns are put into the order of the ruleset, and nothing else
    in it changes.
    """
    ink = output.coloured(colour)
    found: list[Diagnostic] = []
    changed: list[str] = []
    total = 0
    for source, path in _sources(paths, stdin_filename, found):
        total += 1
        made = format(source) if path is None or not is_data(path) else _sheet(path, source)
        if made.value is None:
            found += made.diagnostics
        if path is None and not (check or diff):
            output.result(source.text if made.value is None else made.value)
        elif made.value is not None and not _is_as(made.value, path, source):
            changed.append(source.name)
            if diff:
                output.result(_difference(source, made.value, ink), colour=ink)
            elif not check and path is not None:
                _replace(path, made.value.encode(_encoding(path, source)))
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


def _sheet(path: Path, source: Source) -> Outcome[str]:
    """Lays out a table in CSV or TSV, for the ruleset that reads it.

    Raises:
        click.BadParameter: it is another part of a ruleset, or no ruleset reads it.
    """
    if path.suffix.lower() not in (".csv", ".tsv"):
        raise click.BadParameter(f"`{path.as_posix()}` is neither a ruleset nor a table in CSV or TSV")
    from gekido_dsl.cli.table_files import table_in  # most files are rulesets
    from gekido_dsl.language import table_forms as forms
    from gekido_dsl.tables import column_order

    _, table = table_in(path, hint="PATH")
    read, found = forms.read(table, source)
    if read is None:
        return Outcome(None, tuple(one for one in found if one.severity is Severity.ERROR))
    return Outcome(column_order.laid_out(table, source))


def _is_as(made: str, path: Path | None, source: Source) -> bool:
    """Tells whether a file holds a text already; reading leaves out a byte order mark, which rulesets have none of."""
    if path is None or is_data(path):
        return made == source.text
    return made.encode() == path.read_bytes()


def _encoding(path: Path, source: Source) -> str:
    """Finds the encoding in which a file is written; a ruleset is written in UTF-8 whatever it was."""
    if not is_data(path):
        return "utf-8"
    data = path.read_bytes()
    marked = ("utf-16", "utf-8-sig") if data[:1] in (b"\xff", b"\xef") else ()
    known = (*marked, "utf-8", "utf-16-le", "utf-16-be", "cp1252")
    return next((one for one in known if _encoded(source.text, one) == data), "utf-8")


def _encoded(text: str, encoding: str) -> bytes | None:
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        return None


def _replace(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all, with the permissions it had.

    Raises:
        click.FileError: the file or its folder cannot be written.
    """
    real = path.resolve()
    try:
        handle, temporary = tempfile.mkstemp(dir=real.parent, prefix=f".{real.name}.")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
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

"""`gdl validate`: check rulesets and report every problem found."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import click
from click.shell_completion import CompletionItem

from gekido_dsl import __version__, cache
from gekido_dsl.cli import output
from gekido_dsl.cli.paths import (
    STDIN,
    Ruleset,
    complete,
    files_of,
    find,
    is_data,
    is_ruleset,
    of_path,
    of_stdin,
    owners,
    read_path,
)
from gekido_dsl.diagnostics import Diagnostic, Severity, has_errors, in_reading_order
from gekido_dsl.diagnostics.ignore import split_ignored
from gekido_dsl.diagnostics.reading import unreadable
from gekido_dsl.diagnostics.render import human
from gekido_dsl.diagnostics.render.place import counted
from gekido_dsl.source import ReadFailure, Source, SourceProvider

FORMATS: Final = ("text", "concise", "json", "sarif", "junit", "github")

_MANY: Final = 20
"""From how many rulesets on progress is shown."""

_EPILOG = """\b
Examples:
  gdl validate my-game.gdl
  gdl validate gekido
  gdl validate --strict rulesets
  gdl validate --format text --format sarif:findings.sarif rulesets
  gdl validate - --stdin-filename my-game.gdl < my-game.gdl
"""


@dataclass(slots=True)
class _Checked:
    """What was looked at, and what was found."""

    found: list[Diagnostic] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    """Names of all files that were read."""
    rulesets: int = 0
    parts: int = 0


@click.command("validate", short_help="Check rulesets and report every problem found.", epilog=_EPILOG)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", shell_complete=lambda c, p, i: _offer(i))
@click.option(
    "--format",
    "forms",
    multiple=True,
    metavar="FORMAT[:FILE]",
    envvar="GDL_FORMAT",
    help=f"Output format: {', '.join(FORMATS)}. Repeatable, each with a file of its own.",
)
@output.output_option
@click.option("--strict", is_flag=True, help="Treat warnings as errors.")
@click.option("--exit-zero", is_flag=True, help="Exit with code 0 even if there are findings.")
@click.option(
    "--stdin-filename", metavar="FILE", help="File name to report for standard input, when PATH is `-`."
)
@output.color_option
def command(
    paths: tuple[str, ...],
    forms: tuple[str, ...],
    target: Path | None,
    strict: bool,
    exit_zero: bool,
    stdin_filename: str | None,
    colour: str,
) -> int:
    """Check rulesets and report every problem found.

    PATH is a ruleset, a folder to search for rulesets, a shipped game, or `-` for standard input. A file that does
    not declare a game, a table, a chapter of a book or a picture is part of a ruleset; it is checked together with
    the rulesets that use it.
    """
    wanted = _wanted(forms, target)
    checked = _check(paths, stdin_filename)
    checked.found = list(dict.fromkeys(in_reading_order(checked.found)))
    _write(wanted, checked, colour)
    _summarise(checked)
    counted_ones = (Severity.ERROR, Severity.WARNING) if strict else (Severity.ERROR,)
    return 1 if not exit_zero and any(each.severity in counted_ones for each in checked.found) else 0


def _offer(incomplete: str) -> list[CompletionItem]:
    return complete(incomplete)


def _wanted(forms: Sequence[str], target: Path | None) -> list[tuple[str, Path | None]]:
    """Reads `--format` and `--output`: each format and where it goes."""
    wanted: list[tuple[str, Path | None]] = []
    for form in forms or ("text",):
        name, _, file = form.partition(":")
        if name not in FORMATS:
            raise click.BadParameter(f"`{name}` is not one of {', '.join(FORMATS)}", param_hint="--format")
        wanted.append((name, Path(file) if file else None))
    if target is not None:
        plain = [index for index, (_, file) in enumerate(wanted) if file is None]
        if len(plain) != 1:
            raise click.BadParameter("it is for one format without a file of its own", param_hint="--output")
        wanted[plain[0]] = (wanted[plain[0]][0], target)
    if [file for _, file in wanted].count(None) > 1:
        raise click.BadParameter("only one format can do without a file", param_hint="--format")
    on_screen = next((name for name, file in wanted if file is None), None)
    names = [name for name, _ in wanted]
    in_actions = os.environ.get("GITHUB_ACTIONS") == "true"
    if in_actions and "github" not in names and on_screen in ("text", "concise", None):
        wanted.append(("github", None))
    return wanted


def _check(paths: Sequence[str], stdin_filename: str | None) -> _Checked:
    """Checks everything that was named, each ruleset once."""
    checked = _Checked()
    rulesets: dict[str, Ruleset] = {}
    parts: list[tuple[Path, bool]] = []
    files: list[Path] = []
    for argument in paths:
        if argument == STDIN:
            rulesets[STDIN] = of_stdin(stdin_filename)
            continue
        if not Path(argument).exists():
            rulesets[argument] = find(argument)
            continue
        for path, itself in files_of([argument]).items():
            text = "" if is_data(path) else read_path(path)
            if not is_data(path) and (is_ruleset(text) or not text.strip()):
                files.append(path)
            else:
                parts.append((path, itself))
    rulesets |= {path.as_posix(): of_path(path) for path in files}
    for path, itself in parts:
        found = owners(path, files)
        for owner in found:
            rulesets.setdefault(owner.as_posix(), of_path(owner))
        if itself or not found:
            _tell_part(path, found)
        if not found and not is_data(path):
            _check_part(path, checked)
    progress = output.Progress("rulesets", len(rulesets)) if len(rulesets) >= _MANY else None
    for number, ruleset in enumerate(rulesets.values()):
        _check_ruleset(ruleset, checked)
        if progress is not None:
            progress.at(number + 1)
    if progress is not None:
        progress.done()
    return checked


def _tell_part(path: Path, found: Sequence[Path]) -> None:
    if found:
        names = " and ".join(owner.as_posix() for owner in found)
        output.note(f"{path.as_posix()} is a part of {names}; they are checked together")
    elif is_data(path):
        output.note(f"{path.as_posix()} is used by no ruleset near it; nothing is checked")
    else:
        output.note(f"{path.as_posix()} is a part that no ruleset near it uses; only its grammar is checked")


def _check_part(path: Path, checked: _Checked) -> None:
    checked.parts += 1
    source = of_path(path).read()
    if isinstance(source, ReadFailure):
        checked.found.append(unreadable(path.as_posix(), source))
        return
    from gekido_dsl.syntax.parse import parse

    checked.files.append(source.name)
    checked.found += split_ignored(parse(source).diagnostics)[0]


def _check_ruleset(ruleset: Ruleset, checked: _Checked) -> None:
    checked.rulesets += 1

    def work(provider: SourceProvider) -> tuple[list[Diagnostic], list[str]]:
        return _found(ruleset.name, provider)

    found, files = cache.remembered("findings", ruleset.name, ruleset.provider, work)
    checked.found += found
    checked.files += [name for name in files if name not in checked.files]


def _found(name: str, provider: SourceProvider) -> tuple[list[Diagnostic], list[str]]:
    """Checks a ruleset, its book and its pictures; gives what is found, and the files that were read."""
    made = cache.load(name, provider, whole=True)
    found = list(made.diagnostics)
    if made.chapters:
        from gekido_dsl import book  # what writes books is not loaded for rulesets without one

        if book.is_own(made):
            found += book.check(made)
    if made.game is not None:
        found += made.look.diagnostics
    if made.translations:
        from gekido_dsl.translations import checking  # few rulesets have any

        found += split_ignored(checking.check(made))[0]
    if made.game is not None and not has_errors(found):
        from gekido_dsl.backend.compilable import not_compiled

        note = not_compiled(made.game)
        found += split_ignored([note])[0] if note is not None else []
    files = [source.name for source, _ in made.files]
    return found, files + [one.name for _, one in made.chapters if isinstance(one, Source)]


def _write(wanted: Sequence[tuple[str, Path | None]], checked: _Checked, colour: str) -> None:
    """Writes the findings in every format that was asked for."""
    for form, file in wanted:
        ink = form == "text" and (output.coloured(colour) if file is None else colour == "always")
        output.result(_rendered(form, checked, ink), file, colour=ink)


def _rendered(form: str, checked: _Checked, ink: bool) -> str:
    found = checked.found
    if form == "text":
        return output.drawn(found, colour=ink) + ("\n" if found else "")
    from gekido_dsl.diagnostics.render import concise, github, junit, sarif
    from gekido_dsl.diagnostics.render import json as as_json

    match form:
        case "json":
            return as_json.render(found)
        case "sarif":
            return sarif.render(found, version=__version__)
        case "junit":
            return junit.render(found, files=checked.files)
        case "github":
            return github.render(found)
        case _:
            return concise.render(found)


def _summarise(checked: _Checked) -> None:
    """Counts what was found, and in what, in one line."""
    where = [counted(checked.rulesets, "ruleset")] if checked.rulesets or not checked.parts else []
    where += [counted(checked.parts, "part")] if checked.parts else []
    output.note(f"{human.summary(checked.found)} in {' and '.join(where)}")

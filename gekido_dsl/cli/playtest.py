"""`gdl playtest`: what people did at real tables, as a report; and what is kept of them, to be seen and taken out."""

import contextlib
import json
import os
import sqlite3
import tempfile
import warnings
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import click

from gekido_dsl import api
from gekido_dsl.cli import output, settings
from gekido_dsl.cli.bots import maker_of
from gekido_dsl.cli.loading import compiled
from gekido_dsl.cli.opening import NAMED, read_record, ruleset_of
from gekido_dsl.cli.paths import RULESET, Ruleset
from gekido_dsl.cli.playtesting import questions
from gekido_dsl.cli.saves import SUFFIX, said
from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics.render.screen import safe
from gekido_dsl.diagnostics.render.shell import joined
from gekido_dsl.engine import RuleError
from gekido_dsl.files import LIBRARY_PREFIX
from gekido_dsl.insight import playtest_told, playtests
from gekido_dsl.insight.playtest_told import Bots
from gekido_dsl.play import playtests as keeping
from gekido_dsl.play.record import Record, read

_MOST_FILES: Final = 2_000
_EPILOG: Final = """\b
Examples:
  gdl play my-game.gdl --playtest --seat 2=person
  gdl playtest report matches
  gdl playtest report evening.jsonl --games 0 --format json
  gdl playtest show evening.jsonl
  gdl playtest forget evening.jsonl --seat 2
"""


@click.group("playtest", short_help="Report on playtests with people.", epilog=_EPILOG)
def command() -> None:
    """Report on playtests with people.

    `gdl play --playtest` records them in the saved match.
    """


@command.command("report")
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--ruleset", type=RULESET, help="The ruleset, if it has moved since the matches began.")
@click.option(
    "-n", "--games", type=click.IntRange(0, 10_000), default=50, show_default=True,
    help="Number of bot games to compare with, for each number of players; 0 for none.",
)  # fmt: skip
@click.option(
    "--seat", "bot", default="search:60", show_default=True, metavar="BOT", help="Bot that plays these games."
)
@click.option(
    "--most", type=click.IntRange(1, 1000), default=10, show_default=True, help="Maximum rows in each list."
)
@click.option(
    "--extract", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER",
    help="Save each match from a host's tables as a file in this folder.",
)  # fmt: skip
@output.format_option("text", "json")
@output.output_option
def report(
    paths: tuple[Path, ...],
    ruleset: Ruleset | None,
    games: int,
    bot: str,
    most: int,
    extract: Path | None,
    form: str,
    target: Path | None,
) -> int:
    """Report who won, how long it took and what was hard.

    PATHS are saved matches, folders of them, or the database in which `gdl play --host` keeps its tables. All matches
    must be of one ruleset.
    """
    settings.without_trained([bot])
    if not settings.is_kind(bot) or bot == "person":
        raise click.BadParameter(
            f"there is no bot called `{safe(bot)}`; `search:60` is one", param_hint="'--seat'"
        )
    records = _records(paths, extract)
    known = {record.header.ruleset for _, record in records}
    if ruleset is None and len(known) > 1:
        names = ", ".join(safe(name) for name in sorted(known)[:5])
        raise click.UsageError(f"these matches are of several rulesets ({names}); name one with --ruleset")
    chosen = ruleset if ruleset is not None else ruleset_of(records[0][1], NAMED)
    made = compiled(chosen)
    found = playtests.Playtest()
    for path, record in records:
        try:
            playtests.read(found, path.as_posix(), record, made.executor())
        except (RuleError, ValueError) as error:
            output.note(f"warning: {path}: it cannot be played again: {error}")
    if not found.matches:
        raise click.ClickException("none of these matches can be played again")
    try:
        asked = questions(chosen)
    except click.ClickException as error:
        output.note(f"warning: {error.message}")
        asked = ()
    beside = _bots(made, chosen, records, games, bot) if games else []
    data = playtest_told.as_data(found, asked, beside, most)
    if form == "json":
        output.result(json.dumps(data, ensure_ascii=False, indent=2) + "\n", target)
    else:
        output.result(playtest_told.as_text(found, asked, beside, most, partial(_opens, ruleset)), target)
    return 0


@command.command("show")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def show(file: Path) -> int:
    """Show what a saved match records about people."""
    _, record = read_record(file)
    words = {
        keeping.TIME: "took {} ms",
        keeping.ASKED: "looked up: {}",
        keeping.REMARK: "wrote: {}",
        keeping.ANSWER: "answered question {}",
    }
    lines = [
        f"decision {after}, player {one.seat + 1}: {words[one.kind].format(safe(one.text))}"
        for after, entry in keeping.steps(record)
        if (one := keeping.kept(entry)) is not None
    ]
    output.result("".join(f"{line}\n" for line in lines or ["Nothing is kept of anybody."]))
    return 0


@command.command("forget")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--seat", type=click.IntRange(min=1), metavar="N", help="Only this player's data.")
def forget(file: Path, seat: int | None) -> int:
    """Delete what a saved match records about people.

    The match itself stays.
    """
    reading, record = read_record(file)
    if reading.damaged:
        raise click.ClickException(f"`{file}` is damaged, and is not written anew")
    if seat is not None and seat > record.header.players:
        raise click.BadParameter(f"there is no seat {seat} in a match of {record.header.players} players")
    lines = keeping.without(record, None if seat is None else {seat - 1})
    gone = len(record.entries) + 1 - len(lines)
    _rewrite(file, "".join(f"{line}\n" for line in lines))
    output.note(f"{gone} notes were taken out of {file}")
    return 0


def _rewrite(file: Path, text: str) -> None:
    """Writes a file anew, all of it or nothing.

    Raises:
        click.FileError: it cannot be written.
    """
    try:
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as new:
                new.write(text)
            Path(name).replace(file)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(name).unlink()
            raise
    except OSError as error:
        raise click.FileError(str(file), said(error)) from error


def _records(paths: Sequence[Path], extract: Path | None) -> list[tuple[Path, Record]]:
    """Reads the matches, the oldest first.

    Raises:
        click.BadParameter: a file that was named is no match, or there is none.
    """
    files: list[Path] = []
    held: list[tuple[Path, Record]] = []
    for path in paths:
        if path.is_dir():
            files += sorted(path.rglob(f"*{SUFFIX}"))[:_MOST_FILES]
        elif _is_database(path):
            held += _of_tables(path, extract)
        else:
            files.append(path)
    for file in dict.fromkeys(files):
        try:
            reading, record = read_record(file)
        except click.BadParameter as error:
            if file in paths:
                raise
            output.note(f"warning: {error.message}")
            continue
        for problem in reading.problems:
            output.note(f"warning: {file}:{problem.line}: {problem.message}")
        held.append((file, record))
    if not held:
        raise click.BadParameter("there is no saved match here", param_hint="PATHS")
    return sorted(held, key=lambda one: _begun_at(one[0]))


def _is_database(path: Path) -> bool:
    with contextlib.suppress(OSError), path.open("rb") as file:
        return file.read(16) == b"SQLite format 3\0"
    return False


def _of_tables(path: Path, extract: Path | None) -> list[tuple[Path, Record]]:
    """Reads the matches of a host's tables, and writes each into a file where a folder is named for them.

    Raises:
        click.ClickException: they cannot be read or written.
    """
    matches: dict[tuple[str, int], list[str]] = {}
    try:
        with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as db:
            for table, match, line in db.execute(
                "select id, match, line from lines order by id, match, number"
            ):
                matches.setdefault((str(table), int(match)), []).append(str(line))
    except (sqlite3.Error, ValueError, OSError) as error:
        raise click.ClickException(f"the tables in `{path}` cannot be read: {error}") from error
    found = []
    for (table, match), lines in list(matches.items())[:_MOST_FILES]:
        name = f"{''.join(letter for letter in table if letter.isalnum())}-{match}{SUFFIX}"
        text = "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
        reading = read(text)
        if reading.record is None:
            output.note(f"warning: {path}: {name}: {reading.problems[0].message}")
            continue
        file = Path(name)
        if extract is not None:
            file = extract / name
            try:
                extract.mkdir(parents=True, exist_ok=True)
                file.write_bytes(text)
            except OSError as error:
                raise click.FileError(str(file), said(error)) from error
        found.append((file, reading.record))
    if found and extract is None:
        output.note("--extract FOLDER writes each match into a file, so that its positions can be looked at")
    return found


def _begun_at(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


def _bots(
    made: Compilation, ruleset: Ruleset, records: Sequence[tuple[Path, Record]], games: int, bot: str
) -> list[Bots]:
    """Has bots play the same game, for each number of players with the options of its first match."""
    settings_of: dict[int, dict[str, str]] = {}
    for _, record in records:
        options = {
            name: answer
            for name, answer in record.header.options.items()
            if answer in made.option_names.get(name, ())
        }
        settings_of.setdefault(record.header.players, options)
    played = []
    for players, options in sorted(settings_of.items()):
        output.note(f"bots play {games} games of {players} players")
        maker: Any = maker_of(bot)
        whole = api.read(ruleset.path or ruleset.name.removeprefix(LIBRARY_PREFIX))
        with warnings.catch_warnings():  # the line below says the same
            warnings.simplefilter("ignore", api.NotCompiledWarning)
            report = whole.simulate(
                games, players, seed=1, seats=[maker] * players if maker is not None else (), options=options
            )
        output.note(f"executor: {report.played_by}")
        played.append(Bots(players, bot, report))
    return played


def _opens(ruleset: Ruleset | None, moment: playtests.Moment) -> str:
    """Gives the command that shows a position; a ruleset that had to be named is named there, too."""
    return joined(
        [
            "gdl",
            "replay",
            moment.match,
            "--from",
            str(moment.number - 1),
            "--to",
            str(moment.number),
            "--view",
            *(["--ruleset", ruleset.argument] if ruleset is not None else []),
        ]
    )

"""`gdl publish`: write games as a site for any web host."""

import importlib
import tempfile
from pathlib import Path
from typing import Final

import click

from gekido_dsl import __version__
from gekido_dsl.cli import loading, output, page_options
from gekido_dsl.cli.paths import SUFFIX, Ruleset, find, is_ruleset, of_path, read_path

_GAMES: Final = 100
_EPILOG: Final = """\b
Examples:
  gdl publish my-game.gdl -o site/                  rulebook, playable game and statistics, for any web host
  gdl publish gekido classics/pig -o site/          several games and a page that lists them
  gdl publish my-games/ -o site/                    all rulesets of a folder
"""


@click.command("publish", short_help="Build a website: rulebook, playable game, statistics.", epilog=_EPILOG)
@click.argument("named", metavar="RULESET...", type=click.Path(), nargs=-1, required=True)
@click.option(
    "-o",
    "--output",
    "target",
    metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help="Folder to write to.",
)
@click.option("--title", help="Title of the front page; for a single game, its title by default.")
@click.option(
    "--games",
    type=click.IntRange(1, 1_000_000),
    default=_GAMES,
    show_default=True,
    help="Number of games to play for the statistics.",
)
@click.option("--statistics/--no-statistics", default=True, help="Include statistics.")
@click.option(
    "--studio/--no-studio",
    "has_studio",
    default=True,
    show_default=True,
    help="Include the studio, in which visitors can change each game.",
)
@page_options.LANGUAGE
@page_options.PLAYTEST
@click.option("--force", is_flag=True, help="Overwrite earlier output. Your own files are never deleted.")
def command(
    named: tuple[str, ...],
    target: Path,
    title: str | None,
    games: int,
    statistics: bool,
    has_studio: bool,
    language: str | None,
    playtest: bool,
    force: bool,
) -> int:
    """Build a website for any web host: the rulebook, the playable game, and its statistics.

    A folder stands for all the rulesets in it. The pages load nothing from any other host. They must be served over
    HTTP, even on your own computer.
    """
    from gekido_dsl.cli import alone, playtesting, translated, written
    from gekido_dsl.pages import rulebook
    from gekido_dsl.standalone import site

    rulesets = [one for name in named for one in _rulesets(name)]
    texts, called = alone.with_own(rulesets, alone.library()) if has_studio else ({}, {})
    shared = site.Shared()
    files: dict[str, str | bytes] = {}
    entries: list[site.Entry] = []
    for ruleset in rulesets:
        made = loading.compiled(ruleset, whole=True)
        folder = alone.folder_of(ruleset)
        asked, code = playtesting.questions(ruleset) if playtest else None, ""
        if language is not None:
            made, code = translated.whole_in(ruleset, made, language)
        if any(one.folder == folder for one in entries):
            raise click.UsageError(f"two of these games would lie in the folder `{folder}`")
        try:
            parts = alone.published(
                shared, ruleset, made, statistics=statistics, playtest=asked, language=code
            )
            files |= {f"{folder}/{name}": text for name, text in parts.items()}
        except rulebook.BookErrors as error:
            output.complain(error.found)
            output.note(f"the book of {ruleset.argument} has errors; nothing was written")
            return 1
        if statistics:
            files[f"{folder}/statistics.html"] = _statistics(ruleset, games)
        entries.append(alone.entry(folder, made, statistics=statistics, base=called.get(ruleset.argument)))
        output.note(f"{entries[-1].title}: done")
    if has_studio:
        first = alone.first_project()
        pages = site.studio(shared, texts, first, alone.made_ready(first), __version__)
        files |= {f"studio/{name}": text for name, text in pages.items()}
    heading = title or (entries[0].title if len(entries) == 1 else "Games")
    files |= site.front(heading, entries, has_studio) | shared.files
    written.folder(target, files, force=force)
    output.note(f"Wrote {len(files)} files into {target.as_posix()}")
    output.note(f"To look at it here: python -m http.server --directory {target.as_posix()}")
    return 0


def _rulesets(named: str) -> list[Ruleset]:
    """Finds what is meant: one ruleset, or all in a folder.

    Raises:
        click.BadParameter: there is none.
    """
    folder = Path(named)
    if folder.is_dir():
        found = [one for one in sorted(folder.glob(f"*{SUFFIX}")) if is_ruleset(read_path(one))]
        if len(found) > 1:
            return [of_path(one) for one in found]
    return [find(named)]


def _statistics(ruleset: Ruleset, games: int) -> bytes:
    """Plays games and gives their report as a page."""
    simulate: click.Command = importlib.import_module("gekido_dsl.cli.simulate").command
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "report.html"
        arguments = [
            ruleset.argument,
            "--games",
            str(games),
            "--seed",
            "1",
            "--format",
            "html",
            "-o",
            str(place),
        ]
        simulate.main(arguments, prog_name="gdl simulate", standalone_mode=False)
        if not place.is_file():
            raise click.ClickException(
                f"{ruleset.argument}: there is no report of its games; --no-statistics does without"
            )
        return place.read_bytes()

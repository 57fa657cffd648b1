"""`gdl studio`: a ruleset is written, seen and played on one page in the browser."""

import contextlib
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from gekido_dsl import __version__, templates
from gekido_dsl.cli import hosting, new, output, settings
from gekido_dsl.cli.bots import maker_of
from gekido_dsl.cli.hosting import KINDS, Manner
from gekido_dsl.cli.paths import RULESET, Ruleset, find
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics import has_errors
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.files import LIBRARY_PREFIX, NotNew, shipped_folder
from gekido_dsl.play.kinds import PERSON, QUICK
from gekido_dsl.source import SourceProvider

if TYPE_CHECKING:
    from gekido_dsl.server.bot_threads import BotThreads
    from gekido_dsl.simulate import Pool
    from gekido_dsl.studio.drafts import Drafts
    from gekido_dsl.studio.live_reload import LiveRuleset

_EPILOG = """\b
Examples:
  gdl studio my-game
  gdl studio gekido
  gdl studio my-game --seat 2=easy --seed 7
  gdl studio --static -o site
"""
_VARIANT: Final = "variant of "


@click.command(
    "studio", short_help="Edit a ruleset in the browser, with its table beside it.", epilog=_EPILOG
)
@click.argument("ruleset", type=RULESET, required=False)
@click.option("--players", type=int, metavar="N", help="Number of players; 2 if the game allows it.")
@click.option(
    "--seat", "seats", multiple=True, metavar="N=KIND", help="Who plays in a seat; a person by default."
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=ANSWER",
    help="Answer to an option of the ruleset.",
)
@click.option("--seed", type=click.IntRange(0), metavar="N", help="Random seed, to repeat a match.")
@click.option("--open/--no-open", "opens", default=True, show_default=True, help="Open the browser.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="N",
    help="Port; by default the first free one from 8000.",
)
@click.option(
    "--static", "is_static", is_flag=True, help="Write the studio as a web page that needs no server."
)
@click.option(
    "-o",
    "--output",
    "target",
    metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False),
    help="With --static: the folder to write to.",
)
@click.option("--force", is_flag=True, help="With --static: overwrite existing files.")
def command(
    ruleset: Ruleset | None,
    players: int | None,
    seats: tuple[str, ...],
    options: tuple[str, ...],
    seed: int | None,
    opens: bool,
    port: int | None,
    is_static: bool,
    target: Path | None,
    force: bool,
) -> int:
    """Edit a ruleset in the browser, with its table beside it.

    RULESET is a file, a folder, or the name of a shipped game (read-only). Without it, the studio opens the ruleset
    in the current folder. As soon as an edit has no errors, the match is replayed with the new rules and the same
    decisions.

    With --static, the whole studio is written as a page for any web host; RULESET is the game it opens with.
    """
    if is_static:
        if target is None:
            raise click.UsageError("--static needs a folder to write into: -o FOLDER")
        return _static(ruleset, target, force=force)
    if target is not None or force:
        raise click.UsageError("-o and --force go with --static")
    hosting.needs_server()
    if ruleset is None:
        ruleset = find(".")
    from gekido_dsl.server.checker import Checker
    from gekido_dsl.server.guard import Addresses
    from gekido_dsl.server.running import LOCAL, serve
    from gekido_dsl.server.studio import Studio, Tools
    from gekido_dsl.server.studio_app import application

    manner = Manner(opens=opens, port=port)
    bots = hosting.bot_threads(())
    live = _opened(ruleset, bots, lambda made: _setting(made, players, seats, options, seed))
    tools = Tools(
        _book,
        maker_of,
        lambda kind: kind != QUICK and settings.is_kind(kind),
        _pool,
        Path.cwd().as_posix(),
        lambda now: _templates(now.rules.name),
        lambda now, template, name, folder: _begun(now, template, name, folder, bots),
        _page,
        Checker(),
    )
    studio = Studio(live, bots, KINDS, tools)
    with hosting.listening(LOCAL, manner) as taken:
        number = taken.getsockname()[1]
        key = hosting.new_key()
        link = f"http://{LOCAL}:{number}/studio/?key={key}"
        app = application(studio, Addresses.of((LOCAL, "localhost"), number), key)

        def ready() -> None:
            output.note(f"The studio is at {link}\nCtrl-C ends it.")
            hosting.open_page(link, manner)

        with contextlib.suppress(KeyboardInterrupt):
            serve(app, taken, ready)
    output.note("Stopped. What was not saved is gone." if studio.live.drafts.texts else "Stopped.")
    return 0


def _static(ruleset: Ruleset | None, target: Path, *, force: bool) -> int:
    """Writes the studio as a site."""
    from gekido_dsl.cli import alone, written
    from gekido_dsl.standalone import site

    first = alone.first_project() if ruleset is None else alone.as_project(ruleset)
    shared = site.Shared()
    pages = site.studio(shared, alone.library(), first, alone.made_ready(first), __version__)
    files: dict[str, str | bytes] = {f"studio/{name}": content for name, content in pages.items()}
    files["index.html"] = site.forward("studio/index.html", "Studio")
    files |= shared.files
    written.folder(target, files, force=force)
    output.note(f"Wrote {len(files)} files into {target.as_posix()}")
    output.note(f"To look at it here: python -m http.server --directory {target.as_posix()}")
    return 0


def _opened(
    ruleset: Ruleset, bots: "BotThreads", setting: Callable[[Compilation], tuple[Setting, list[str]]]
) -> "LiveRuleset":
    """Opens a ruleset with a match on the table; one with errors with a stand-in, until they are mended.

    Raises:
        click.ClickException: the match cannot be set up.
    """
    from gekido_dsl.studio.opening import opened

    try:
        return opened(
            _drafts(ruleset), lambda made: hosting.rules_of(made, ruleset.argument), bots.make_bot, setting
        )
    except RuleError as error:
        raise click.ClickException(f"the match cannot be set up: {error.message}") from error


def _drafts(ruleset: Ruleset) -> "Drafts":
    from gekido_dsl.studio.drafts import Drafts

    if ruleset.path is not None:
        return Drafts(ruleset.path.parent, ruleset.path.name)
    if ruleset.name.startswith(LIBRARY_PREFIX):
        inside = Path(ruleset.name.removeprefix(LIBRARY_PREFIX))
        return Drafts(shipped_folder() / inside.parent, inside.name, own=False)
    raise click.UsageError("the studio needs a file, a folder or a shipped game")


def _setting(
    made: Compilation, players: int | None, seats: tuple[str, ...], options: tuple[str, ...], seed: int | None
) -> tuple[Setting, list[str]]:
    number = settings.new_seed() if seed is None else seed
    from gekido_dsl.cli.loading import setting_of

    setting = setting_of(made, players, number, options, seats)
    return setting, list(
        settings.without_trained(settings.seat_kinds(seats, setting.players, [PERSON] * setting.players))
    )


def _book(made: Compilation) -> Mapping[str, str | bytes]:
    """Writes the rulebook's pages."""
    from gekido_dsl import pages
    from gekido_dsl.pages import rulebook
    from gekido_dsl.pages.rulebook import BookErrors

    try:
        return dict(pages.site(rulebook.content(made, {}, sources=True)))
    except BookErrors as error:
        raise ValueError(output.drawn(error.found, colour=False)) from error


def _page(name: str, provider: SourceProvider, say: Callable[[int, int, str], None]) -> str:
    """Writes a game as one file, in a process of its own: the studio stays quick meanwhile."""
    from gekido_dsl.cli import workers

    return workers.apart(_written, name, provider, say=say)


def _written(name: str, provider: SourceProvider, say: Callable[[int, int, str], None]) -> str:
    from gekido_dsl.cli import alone
    from gekido_dsl.pages.rulebook import BookErrors

    made = load(name, provider)
    if made.game is None or has_errors(made.diagnostics):
        raise ValueError("The rules have errors; mend them first, so that there is a game to send.")
    try:
        return alone.single(Ruleset(name, name, provider, None), made, book=True, say=say)
    except BookErrors as error:
        raise ValueError(f"The book has errors: {output.drawn(error.found, colour=False)}") from error


def _pool() -> "Pool":
    from gekido_dsl.cli.workers import processes

    return processes(max(1, (os.cpu_count() or 2) - 1))


def _templates(ruleset: str) -> list[str]:
    """Lists what a ruleset can begin from: the one that is open, and small complete games."""
    return [f"{_VARIANT}{ruleset}", *templates.templates()]


def _begun(now: "LiveRuleset", template: str, name: str, folder: str, bots: "BotThreads") -> "LiveRuleset":
    """Writes a new ruleset, and opens it."""
    from gekido_dsl.studio.refusal import Refused

    ruleset = now.rules.name
    if template not in _templates(ruleset):
        raise Refused("There is no such template.")
    base = find(ruleset) if template.startswith(_VARIANT) else template
    try:
        made = new.begun(name, base, Path(folder).expanduser())
    except click.ClickException as error:
        raise Refused(f"The game that is open has errors: {error.message}") from error
    except (templates.BadName, NotNew, OSError, ValueError, RuntimeError) as error:
        said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Refused(f"{said[:1].upper()}{said[1:]}.") from error
    return _opened(find(made[0].as_posix()), bots, lambda made: _setting(made, None, (), (), None))

"""`gdl play --web` and `--host`: the table in browsers, at this machine or at many.

Invariants:
    Without `--host` only this machine reaches the server, and every page needs a key that is made anew each time.
    A match in one browser is kept as one in a terminal is; tables that are hosted are kept in one file of SQLite.
"""

import contextlib
import secrets
import socket
import sys
import webbrowser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import click
import filelock

from gekido_dsl import __version__
from gekido_dsl.cli import output, settings
from gekido_dsl.cli.bots import bot_maker, executor_of
from gekido_dsl.cli.folders import data_folder
from gekido_dsl.cli.loading import compiled, game_of, setting_of
from gekido_dsl.cli.main import FINDINGS, INTERRUPTED
from gekido_dsl.cli.opening import New, Old
from gekido_dsl.cli.paths import Ruleset
from gekido_dsl.cli.saves import SaveFile, default_path, said
from gekido_dsl.cli.screen import Screen
from gekido_dsl.cli.telling import tell_rule_error
from gekido_dsl.cli.translated import languages_of
from gekido_dsl.compilation import Compilation
from gekido_dsl.engine import Executor, RuleError, Setting
from gekido_dsl.languages import text
from gekido_dsl.play.bots import Bot
from gekido_dsl.play.kinds import GREEDY, PERSON, PLANNER, RANDOM, labelled
from gekido_dsl.play.session import Session

if TYPE_CHECKING:
    from gekido_dsl.server.bot_threads import BotThreads
    from gekido_dsl.server.tables import Entry, Tables
    from gekido_dsl.table.rules import Rules

KINDS: Final = labelled(PERSON, *settings.LEVELS, GREEDY, PLANNER, RANDOM)
_MOST_SECONDS: Final = 10.0
_MOST_PLAYOUTS: Final = 100_000
"""So long may a bot think that somebody gives a seat to in a browser."""
_LOCAL: Final = "127.0.0.1"
_EVERYWHERE: Final = "0.0.0.0"


@dataclass(frozen=True, slots=True)
class Manner:
    """How the server is reached."""

    opens: bool = True
    """Whether a browser is opened."""
    port: int | None = None
    address: str | None = None
    """Which address of this machine it listens at."""
    url: str | None = None
    """How others reach it, if a proxy stands before it."""
    public: bool = False
    most_tables: int = 50
    playtest: tuple[str, ...] | None = None
    """The questions of a playtest; None where nothing of people is kept."""
    metrics: int | None = None
    """The port at which numbers are told; None for nowhere."""
    logs: str = "text"


def needs_server() -> None:
    """Makes sure that there is a server to be started.

    Raises:
        click.ClickException: the extra is not installed.
    """
    try:
        import segno  # noqa: F401
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
        import websockets  # noqa: F401
    except ImportError as error:
        raise click.ClickException(
            "Starlette and uvicorn are needed for this; `pip install 'gekido-dsl[web]'` installs them, "
            "and in a copy of the project `make studio`"
        ) from error


def checked(manner: Manner) -> Manner:
    """Refuses addresses that make no sense.

    Raises:
        click.UsageError: they do not.
    """
    if manner.url is not None:
        parts = urlsplit(manner.url)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/"):
            raise click.UsageError(
                f"`{manner.url}` is no address of a server; write https://play.example.org"
            )
    elif manner.public:
        raise click.UsageError("with --public, say by --url how others reach the proxy before this server")
    return manner


def bot_threads(given: Sequence[str]) -> "BotThreads":
    """Makes the threads in which bots think.

    Args:
        given: kinds that the command line names, which may think as long as it says.
    """
    from gekido_dsl.server.bot_threads import BotThreads

    def make_bot(kind: str, seed: int) -> Bot | None:
        effort = settings.effort(kind)
        if effort is not None and kind not in given:
            playouts, seconds = effort
            if seconds > _MOST_SECONDS or (playouts or 0) > _MOST_PLAYOUTS:
                return None
        maker = bot_maker(kind)
        return maker(seed) if maker is not None else None

    def searcher(made: Compilation, setting: Setting) -> Executor:
        executor, by = executor_of(made, setting, ["hard"])
        if by.failed:
            output.note(f"Bots do not search here but look a little ahead: {by}.")
        return executor

    return BotThreads(make_bot, searcher)


def rules_of(made: Compilation, name: str) -> "Rules":
    """Gives the rules of a match at this machine, with seeds that can be typed."""
    from gekido_dsl.table.rules import Rules

    return Rules(made, name, __version__, KINDS, settings.new_seed)


# ---------------------------------------------------------------- one table


def web(opening: New | Old, save: SaveFile, screen: Screen, manner: Manner) -> int:
    """Plays one match in the browser of this machine."""
    from gekido_dsl.server.app import application, own_link
    from gekido_dsl.server.database import Database
    from gekido_dsl.server.guard import Addresses
    from gekido_dsl.server.running import serve
    from gekido_dsl.server.tables import Tables
    from gekido_dsl.table import Table
    from gekido_dsl.table.playtest import TablePlaytest

    made = opening.compiled()
    spoken = languages_of(opening.ruleset)
    with listening(_LOCAL, manner) as taken:
        try:
            session = opening.begin(made, save, None, screen)
        except RuleError as error:
            tell_rule_error(screen, error)
            screen.say(text("The match cannot be set up: the ruleset has a mistake."))
            return FINDINGS

        def again(setting: Setting) -> Session:
            header = replace(session.header, seed=setting.seed, options=dict(setting.options))
            with contextlib.suppress(OSError):
                save.begin(default_path(game_of(made).title, setting.seed))
            return Session(made.executor(), header, save.append)

        bots = bot_threads(session.header.seats)

        def rewrite(of: Session, lines: Sequence[str]) -> None:
            save.rewrite(lines)

        asked = manner.playtest
        table = Table(
            made,
            session,
            bots=bots.make_bot,
            again=again,
            playtest=None if asked is None else TablePlaytest(asked, rewrite),
            languages=spoken,
        )
        tables = Tables(
            replace(rules_of(made, opening.ruleset.argument), languages=spoken), bots, Database(None)
        )
        entry = tables.put(table, table.seats)
        port = taken.getsockname()[1]
        base = f"http://{_LOCAL}:{port}"
        app = application(tables, Addresses.of((_LOCAL, "localhost"), port), link=lambda: base, alone=True)
        shown = own_link(entry, base)

        def ready() -> None:
            screen.say_whole(text("Play at {address}", address=shown))
            screen.say(text("Ctrl-C ends it."))
            open_page(shown, manner)

        with contextlib.suppress(KeyboardInterrupt):
            serve(app, taken, ready)
        screen.say()
        return 0 if session.decision is None else INTERRUPTED


# ---------------------------------------------------------------- many tables


def host(
    ruleset: Ruleset,
    players: int | None,
    seats: Sequence[str],
    options: Sequence[str],
    seed: int | None,
    path: Path | None,
    screen: Screen,
    manner: Manner,
) -> int:
    """Serves tables that others join from their own machines."""
    from gekido_dsl.server.app import application
    from gekido_dsl.server.database import Database, DatabaseError
    from gekido_dsl.server.guard import OPEN, PUBLIC, Addresses
    from gekido_dsl.server.metrics import numbers
    from gekido_dsl.server.running import Watched, house_address, names_of_this_machine, serve
    from gekido_dsl.server.tables import Tables, hidden_seed
    from gekido_dsl.table.rules import Rules

    made = compiled(ruleset)
    kept = path if path is not None else _kept(game_of(made).title)
    address = manner.address or (_LOCAL if manner.url is not None else _EVERYWHERE)
    with _alone(kept), listening(address, manner) as taken:
        try:
            database = Database(kept)
        except DatabaseError as error:
            raise click.UsageError(f"`{kept}` cannot be used: {error}") from error
        given = settings.without_trained(settings.seat_kinds(seats, _count(made, players, seats), ()))
        rules = Rules(
            made, ruleset.argument, __version__, KINDS, hidden_seed, manner.playtest,
            languages_of(ruleset),
        )  # fmt: skip
        tables = Tables(rules, bot_threads(given), database, most=manner.most_tables)
        port = taken.getsockname()[1]
        seen = manner.address if manner.address not in (None, _EVERYWHERE, "::") else house_address()
        base = (manner.url or f"http://{seen}:{port}").rstrip("/")
        names = names_of_this_machine() | ({manner.address} if manner.address else set())
        addresses = Addresses.of(
            names, port, (manner.url,) if manner.url else (), forwarded=manner.url is not None
        )
        app = application(tables, addresses, PUBLIC if manner.public else OPEN, link=lambda: base)
        wanted = players is not None or bool(seats or options) or seed is not None
        entry = _first(tables, made, players, seats, options, seed) if wanted or not tables.entries else None
        here = f"http://{_LOCAL if address in (_LOCAL, _EVERYWHERE) else seen}:{port}"
        near = base if manner.url is not None else here  # who rents a server sits elsewhere
        shown = (
            f"{near}/tables/{entry.id}?key={tables.host_key}" if entry else f"{near}/?key={tables.host_key}"
        )

        def ready() -> None:
            screen.say_whole(text("Tables are kept in {path}", path=str(kept)))
            for name, why in database.broken.items():
                screen.say_whole(
                    text(
                        "Table {table} cannot be read and is left as it is: {reason}. The others continue.",
                        table=name,
                        reason=why,
                    )
                )
            if entry is not None:
                _invite(screen, f"{base}/t/{entry.id}/?key={entry.keys['join']}")
            screen.say_whole(text("Your own page; keep this link to yourself: {address}", address=shown))
            screen.say(text("Press Ctrl-C to stop; the same command resumes all tables."))
            open_page(shown, manner)

        watched = Watched(
            manner.metrics, partial(numbers, tables, __version__), as_json=manner.logs == "json"
        )
        try:
            with contextlib.suppress(KeyboardInterrupt):
                serve(app, taken, ready, behind_proxy=manner.url is not None, watched=watched)
        except OSError as error:
            if manner.metrics is None:
                raise
            raise click.UsageError(
                f"port {manner.metrics} for --metrics cannot be had: {said(error)}"
            ) from error
        screen.say()
        screen.say_whole(text("Stopped. The tables are kept in {path}", path=str(kept)))
    return INTERRUPTED


def _count(made: Compilation, players: int | None, seats: Sequence[str]) -> int:
    game = game_of(made)
    return settings.player_count(players, game.least_players, game.most_players, game.title, seats)


def _first(
    tables: "Tables",
    made: Compilation,
    players: int | None,
    seats: Sequence[str],
    options: Sequence[str],
    seed: int | None,
) -> "Entry":
    """Makes the table that the command line asks for: the host at seat 1, and people who join at the others."""
    from gekido_dsl.studio.refusal import Refused
    from gekido_dsl.table.rules import HERE

    number = seed if seed is not None else tables.rules.seed()
    setting = setting_of(made, players, number, options, seats)
    kinds = settings.without_trained(settings.seat_kinds(seats, setting.players, [PERSON] * setting.players))
    known = [HERE if kind == PERSON and not at else kind for at, kind in enumerate(kinds)]
    try:
        return tables.make_at_rest(setting, known)
    except Refused as error:
        raise click.UsageError(str(error)) from error
    except RuleError as error:
        raise click.ClickException(f"the match cannot be set up: {error.message}") from error


def _kept(title: str) -> Path:
    words = "".join(letter if letter.isalnum() else " " for letter in title.casefold()).split()
    return data_folder() / "tables" / f"{'-'.join(words)[:60] or 'game'}.sqlite"


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Keeps other processes from serving the same tables."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = filelock.FileLock(path.with_name(path.name + ".lock"))
        lock.acquire(timeout=0)
    except filelock.Timeout as error:
        raise click.UsageError(
            f"`{path}` is served by another process; name another file by --save"
        ) from error
    except OSError as error:
        raise click.UsageError(f"`{path}` cannot be written: {said(error)}") from error
    try:
        yield
    finally:
        lock.release()


# ---------------------------------------------------------------- a server


def listening(address: str, manner: Manner) -> socket.socket:
    """Takes the port that is asked for, or one that is free.

    Raises:
        click.UsageError: it cannot be had.
    """
    from gekido_dsl.server.running import bound

    try:
        return bound(address, manner.port)
    except (OSError, OverflowError) as error:
        where = f"port {manner.port}" if manner.port is not None else "a port"
        reason = said(error) if isinstance(error, OSError) else str(error)
        raise click.UsageError(
            f"{where} at {address} cannot be served: {reason}; another --port may be free"
        ) from error


def new_key() -> str:
    """Makes a key that nobody can guess."""
    return secrets.token_urlsafe(16)


def open_page(link: str, manner: Manner) -> None:
    """Opens a page in the browser, where there is one; what was said before is to be read now."""
    sys.stdout.flush()
    if manner.opens:
        with contextlib.suppress(Exception):
            webbrowser.open(link)


def _invite(screen: Screen, link: str) -> None:
    """Shows the link to a table, as a code too where a camera can read it."""
    from gekido_dsl.server import qr

    if screen.terminal_out:
        screen.say()
        for line in qr.letters(link, coloured=screen.console.is_terminal):
            click.echo(line, color=True)
    screen.say_whole(text("Others join at {address}", address=link))

"""`gdl play`: people at one keyboard, and bots, play a match.

Invariants:
    However it ends, the person reads where the match is kept and how to go on with it.
"""

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from click.core import ParameterSource

from gekido_dsl.cli import hosting, output, playtesting
from gekido_dsl.cli.main import FINDINGS, FINE, INTERRUPTED, USAGE
from gekido_dsl.cli.match import Match
from gekido_dsl.cli.opening import New, Old
from gekido_dsl.cli.paths import RULESET, Ruleset, shipped
from gekido_dsl.cli.real_dice import Stopped, TypedChance
from gekido_dsl.cli.saves import SaveFile
from gekido_dsl.cli.screen import InputEnded, Screen
from gekido_dsl.cli.telling import tell_rule_error
from gekido_dsl.cli.translated import languages_of
from gekido_dsl.diagnostics.render.shell import joined
from gekido_dsl.engine import Decision, RuleError
from gekido_dsl.languages import ENGLISH, Language, Languages, matching, of_environment, speaking, text
from gekido_dsl.play.session import Session

if TYPE_CHECKING:
    from gekido_dsl.compilation import Compilation
    from gekido_dsl.learning.player import Player


@click.command("play")
@click.argument("ruleset", type=RULESET, required=False)
@click.option("--players", type=int, metavar="N", help="Number of players; 2 if the game allows it.")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="N=KIND",
    help="Who plays in a seat: person, easy, medium, hard, search:2s (thinking time), search:2000 (playouts), greedy, "
    "planner or random. By default seat 1 is a person and the others are hard.",
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=ANSWER",
    help="Answer to an option of the ruleset.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    help="Random seed, to repeat a match; a new one by default.",
)
@click.option(
    "--example",
    metavar="TITLE",
    help="Start from the position of an example, with its players and options.",
)
@click.option(
    "--save",
    "save_path",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Save the match in this file.",
)
@click.option(
    "--resume",
    "resume_path",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Continue a saved match.",
)
@click.option(
    "--dice",
    type=click.Choice(("seed", "ask")),
    default="seed",
    show_default=True,
    help="With `ask`, type in the results of real dice and cards.",
)
@click.option(
    "--auto/--no-auto",
    default=True,
    show_default=True,
    help="Take a choice automatically when it is the only one.",
)
@click.option(
    "--hot-seat/--no-hot-seat",
    default=None,
    help="Hide the hands when the keyboard passes to another player; on by default in a terminal.",
)
@click.option(
    "--playtest",
    "tests",
    is_flag=True,
    help="Record thinking times, undone choices, look-ups and notes for `gdl playtest report`.",
)
@click.option(
    "--language",
    "spoken",
    metavar="CODE",
    help="Language for the players: de, en, es, fr, pt-BR, or one the game is translated into. The default follows "
    "the terminal.",
)
@click.option("--ascii", "plain", is_flag=True, help="Draw with ASCII characters only.")
@click.option("--web", is_flag=True, help="Play in the browser on this computer.")
@click.option("--host", "hosts", is_flag=True, help="Let others join from their own phones and computers.")
@click.option(
    "--open/--no-open",
    "opens",
    default=True,
    show_default=True,
    help="With --web and --host: open the browser.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="N",
    help="Port; by default the first free one from 8000.",
)
@click.option("--bind", "address", metavar="ADDRESS", help="With --host: the network address to listen on.")
@click.option("--url", metavar="URL", help="With --host: the public URL behind a reverse proxy.")
@click.option("--public", is_flag=True, help="With --host and --url: apply the limits for the open internet.")
@click.option(
    "--tables",
    type=click.IntRange(1, 1000),
    default=50,
    show_default=True,
    help="With --host: the maximum number of tables.",
)
@click.option(
    "--metrics",
    type=click.IntRange(1, 65535),
    metavar="PORT",
    help="With --host: serve /metrics for Prometheus, and /health, on this port of this computer.",
)
@click.option(
    "--log",
    "logs",
    type=click.Choice(("text", "json")),
    default="text",
    show_default=True,
    help="With --host: how events are logged to the error output.",
)
@output.color_option
def command(
    ruleset: Ruleset | None,
    players: int | None,
    seats: tuple[str, ...],
    options: tuple[str, ...],
    seed: int | None,
    example: str | None,
    save_path: Path | None,
    resume_path: Path | None,
    dice: str,
    auto: bool,
    hot_seat: bool | None,
    tests: bool,
    spoken: str | None,
    plain: bool,
    web: bool,
    hosts: bool,
    opens: bool,
    port: int | None,
    address: str | None,
    url: str | None,
    public: bool,
    tables: int,
    metrics: int | None,
    logs: str,
    colour: str,
) -> int:
    """Play a game in the terminal or in a browser.

    RULESET is a file, a folder, or the name of a shipped game.

    \b
    Examples:
      gdl play gekido
      gdl play gekido --players 3 --seat 2=person --option lock-reset=at-once
      gdl play my-game.gdl --seat greedy --seed 7
      gdl play gekido --example "Full House"
      gdl play gekido --web --seat 2=search:1s
      gdl play gekido --host --players 3
    """
    among = languages_of(ruleset) if ruleset is not None else None
    click.get_current_context().with_resource(speaking(language_of(spoken, among, resumed=resume_path)))
    screen = Screen(colour, plain)
    manner = _manner(click.get_current_context())
    reached: hosting.Manner | None = None
    if web or hosts:
        _only_typed(click.get_current_context(), web=web, hosts=hosts)
        reached = hosting.checked(
            hosting.Manner(opens, port, address, url, public, tables, None, metrics, logs)
        )
        hosting.needs_server()
    else:
        _only_in_browsers(click.get_current_context())
    if hosts and reached is not None:
        if ruleset is None:
            raise click.UsageError("name the ruleset to be hosted, such as `gdl play gekido --host`")
        if tests:
            reached = replace(reached, playtest=playtesting.questions(ruleset))
        return hosting.host(ruleset, players, seats, options, seed, save_path, screen, reached)
    chance = TypedChance(screen) if dice == "ask" else None
    save = SaveFile(lambda problem: screen.say(text("warning: {problem}", problem=problem)))
    click.get_current_context().call_on_close(save.close)
    if resume_path is not None:
        if players is not None or options or seed is not None or example is not None:
            raise click.UsageError("a match that is resumed has its players, options and seed already")
        opening: New | Old = Old(ruleset, resume_path, seats, save_path, save, manner, web=web)
    elif ruleset is None:
        games = ", ".join(name for name in shipped() if "/" not in name)
        raise click.UsageError(f"name the ruleset to be played, such as `gdl play gekido`; there are {games}")
    else:
        if example is not None and options:
            raise click.UsageError("an example says itself with which options it is played")
        opening = New(ruleset, players, seats, options, seed, save_path, manner, example, web=web)
    if ruleset is None:  # the match says which one it is
        among = languages_of(opening.ruleset)
        click.get_current_context().with_resource(speaking(language_of(spoken, among)))
    session: Session | None = None
    if reached is not None:
        if tests:
            reached = replace(reached, playtest=playtesting.questions(opening.ruleset))
        code = hosting.web(opening, save, screen, reached)
        _farewell(screen, save, manner)
        return code
    try:
        made = opening.compiled()
        try:
            session = opening.begin(made, save, chance, screen)
        except RuleError as error:
            tell_rule_error(screen, error)
            screen.say(text("The match cannot be set up: the ruleset has a mistake."))
            return FINDINGS
        answers = {
            name: session.header.options.get(name, known[0]) for name, known in made.option_names.items()
        }
        hides = hot_seat if hot_seat is not None else screen.terminal_in and screen.terminal_out

        def is_open(decision: Decision) -> bool:
            return not decision.secret and made.open_questions.is_open(decision.span)

        playtest = playtesting.begun(opening.ruleset, screen) if tests else None
        match = Match(
            screen, session, save, chance, answers, is_open,
            takes_single_choices=auto, hides_hands=hides, playtest=playtest,
            trained=lambda: _trained(opening.ruleset, made, session),
        )  # fmt: skip
        code = match.run()
        if session.decision is not None:
            _farewell(screen, save, manner)
        return code
    except Stopped:
        _farewell(screen, save, manner)
        return FINE
    except InputEnded:
        screen.say(text("The input ended before the match did."))
        _farewell(screen, save, manner)
        return FINE if session is not None and session.steps else USAGE
    except KeyboardInterrupt:
        screen.say()
        _farewell(screen, save, manner)
        return INTERRUPTED


def language_of(code: str | None, among: Languages | None = None, *, resumed: Path | None = None) -> Language:
    """Gives the language that is asked for, else that of the terminal.

    Raises:
        click.UsageError: there is no such language.
    """
    among = among or Languages()
    if code is None:
        return of_environment(os.environ, among)
    found = matching(code, among)
    if found is None and resumed is not None:
        return ENGLISH  # until it is known which ruleset goes on
    if found is None:
        known = ", ".join(one.code for one in among.listed())
        raise click.UsageError(f"there is no language `{code}` here; there are {known}")
    return found


_MANNERS: Final = ("dice", "auto", "hot_seat", "tests", "spoken", "plain", "colour", "web", "opens", "port")
"""The options that say how a match is played, whatever match it is."""


def _manner(context: click.Context) -> list[str]:
    """Gives those options of this command line that a match is to be played with again."""
    words = []
    for option in context.command.params:
        given = context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        if not given or option.name not in _MANNERS or not isinstance(option, click.Option):
            continue
        value = context.params[option.name]
        if option.is_flag:
            words.append((option.opts if value else option.secondary_opts)[0])
        else:
            words += [option.opts[0], str(value)]
    return words


_TYPED: Final = ("dice", "hot_seat", "plain", "auto")
"""The options of a terminal."""
_BROWSERS: Final = ("opens", "port", "address", "url", "public", "tables", "metrics", "logs")
_HOSTED: Final = ("address", "url", "public", "tables", "metrics", "logs")


def _said(context: click.Context, names: Sequence[str]) -> list[str]:
    """Lists those of some options that the command line has."""
    return [
        option.opts[0]
        for option in context.command.params
        if option.name in names and context.get_parameter_source(option.name) is ParameterSource.COMMANDLINE
    ]


def _only_typed(context: click.Context, *, web: bool, hosts: bool) -> None:
    """Refuses what means nothing in a browser.

    Raises:
        click.UsageError: there is such an option.
    """
    if web and hosts:
        raise click.UsageError("--web is for this machine, and --host for others too; choose one")
    for option in _said(context, _TYPED):
        raise click.UsageError(f"{option} is for the terminal, and goes neither with --web nor with --host")
    if hosts:
        for option in _said(context, ("resume_path",)):
            raise click.UsageError(
                f"{option} goes on with one match; the same --host goes on with its tables"
            )
    else:
        for option in _said(context, _HOSTED):
            raise click.UsageError(f"{option} goes with --host alone")


def _only_in_browsers(context: click.Context) -> None:
    """Refuses what means nothing in a terminal.

    Raises:
        click.UsageError: there is such an option.
    """
    for option in _said(context, _HOSTED):
        raise click.UsageError(f"{option} goes with --host alone")
    for option in _said(context, _BROWSERS):
        raise click.UsageError(f"{option} goes with --web or --host")


def _farewell(screen: Screen, save: SaveFile, manner: Sequence[str]) -> None:
    if save.path is not None:
        command = joined(["gdl", "play", "--resume", str(save.path), *manner])
        screen.say_whole(text("The match is saved. Go on with: {command}", command=command))
    else:
        screen.say(text("The match was not saved."))


def _trained(ruleset: Ruleset, made: "Compilation", session: Session) -> "Player":
    """Gives the trained player of a match.

    Raises:
        click.UsageError: there is none.
    """
    from gekido_dsl.cli.trained import player_for

    return player_for(ruleset, made.identity, session.header.setting)

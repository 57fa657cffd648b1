"""`gdl simulate`: let a game play itself many times and report the outcomes."""

import json
import time
from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any, Final

import click

from gekido_dsl import simulate
from gekido_dsl.backend.who_plays import WhoPlays
from gekido_dsl.cli import loading, output, settings, simulating
from gekido_dsl.cli.pace import pace_options
from gekido_dsl.cli.paths import RULESET, Ruleset
from gekido_dsl.cli.simulating import Asked, Simulation
from gekido_dsl.ground.pace import Pace
from gekido_dsl.simulate import GameResult, Kind

_INTERRUPTED: Final = 130
_GAMES: Final = 100
_LAST: Final = (1 << 62) - 1
"""The number of the last game that an experiment has."""
_SECONDS: Final = 30.0
"""How long may be played where nobody says how many games."""

_EPILOG = """\b
Examples:
  gdl simulate gekido --games 1000
  gdl simulate my-game --players 3 --seat random
  gdl simulate my-game --games 20 --seat planner --seat 2=greedy
  gdl simulate my-game --option starting-place=own-corner --format json -o report.json
  gdl simulate my-game --games 10000 --format html -o report.html
  gdl simulate my-game --games 100000 --out games.sqlite
  gdl simulate --resume games.sqlite
"""


@click.command(
    "simulate", short_help="Play a game many times with bots and report the results.", epilog=_EPILOG
)
@click.argument("ruleset", type=RULESET, required=False)
@click.option(
    "-n",
    "--games",
    type=click.IntRange(1),
    help=f"Number of games; by default {_GAMES}, or as many as finish in {_SECONDS:g} s.",
)
@settings.players_option
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="[SEAT=]BOT",
    help=f"Who plays: {', '.join(settings.PLAYER_KINDS[1:])}; {settings.TRUSTED} by default.",
)
@settings.random_setup_option
@settings.answers_option
@click.option(
    "--every-option",
    is_flag=True,
    help="Play as many games again with each other answer to each option, and report wins by option.",
)
@settings.seed_option
@settings.jobs_option
@click.option(
    "--executor",
    metavar="dask:tcp://HOST:PORT",
    help="Play on an existing Dask cluster; does not affect the results.",
)
@click.option(
    "--executor-kind",
    "kind",
    type=click.Choice(["any", "interpreter", "compiled"]),
    default="any",
    envvar="GDL_EXECUTOR",
    hidden=True,
    help="What plays the games; affects the results only if a seat looks ahead.",
)
@click.option("--tallies", is_flag=True, help="Also list what happened to each thing and in each phase.")
@click.option(
    "--brief",
    is_flag=True,
    help="Report only winners and length; faster. Where a choice `must leave` something, random seats play different "
    "games for the same seed.",
)
@pace_options
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write one record for each game to a new file: .sqlite, .csv or .jsonl.",
)
@click.option(
    "--resume",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.sqlite",
    help="Continue a stopped run, or extend one with more --games.",
)
@click.option(
    "--game",
    "number",
    type=click.IntRange(0, _LAST),
    help="Play only this game of the run and print its log.",
)
@output.format_option("text", "json", "html")
@output.output_option
def command(
    ruleset: Ruleset | None,
    games: int | None,
    players: int | None,
    seats: tuple[str, ...],
    random_setup: bool,
    options: tuple[str, ...],
    every_option: bool,
    seed: int | None,
    jobs: int | None,
    executor: str | None,
    kind: Kind,
    tallies: bool,
    brief: bool,
    pace: Pace,
    out: Path | None,
    resume: Path | None,
    number: int | None,
    form: str,
    target: Path | None,
) -> int:
    """Play a game many times with bots and report the results.

    The report shows who wins, how long games last, how tense they are and what goes wrong. Every seat is played by a
    bot with a short search, unless --seat says otherwise; `greedy` and `random` are much faster, but tell you less
    about balance. Intervals are at 95 % confidence.
    """
    if tallies and brief:
        raise click.UsageError("--tallies lists what --brief leaves out; give one of them")
    if jobs is not None and executor is not None:
        raise click.UsageError("--jobs is for processes here, --executor for a cluster; give one of them")
    if every_option and (executor is not None or out is not None or resume is not None or number is not None):
        raise click.UsageError(
            "--every-option plays many runs here; not with --executor, --out, --resume or --game"
        )
    if resume is not None:
        told = (ruleset, players, seats, random_setup, options, seed, brief, out, number)
        if any(one not in (None, (), False) for one in told):
            raise click.UsageError(
                "with --resume the file says what is played; only --games, --jobs, --executor and how the "
                "report is written can be given"
            )
        simulation = simulating.resumed(resume, games)
    elif ruleset is None:
        raise click.UsageError("a RULESET is needed, or --resume with the file of a run")
    else:
        simulation = simulating.new(
            ruleset,
            players,
            seats,
            options,
            seed,
            games or _GAMES,
            not brief,
            out,
            settings.TRUSTED,
            random_setup,
        )
        simulation.seconds = _SECONDS if games is None and out is None else None
        if number is not None:
            return _tell_game(simulation, number, target)
    simulation.kind = kind
    begun = time.perf_counter()
    simulation.go(jobs, executor)
    report = simulate.report_of(
        simulation.totals,
        simulation.asked.setting.players,
        pace,
        simulation.weighed(),
        simulation.answers(jobs) if every_option else (),
        simulation.played_by,
    )
    took = output.duration(time.perf_counter() - begun)
    output.result(_written(report, simulation, form, tallies, every_option, took), target)
    simulation.finish()
    if simulation.stopped:
        return _INTERRUPTED
    return 1 if report.failed.count or simulation.left_out else 0


def _tell_game(simulation: Simulation, number: int, target: Path | None) -> int:
    """Plays one game and tells what happens in it."""
    lines: list[str] = []
    asked = simulation.asked
    experiment = simulation.experiment()
    known = simulate.known(experiment, loading.game_of(simulation.compilation), number)
    simulation.executors.say(WhoPlays("what happens in one game is told as it happens"))
    executor = simulation.compilation.executor()
    result = simulate.play(
        executor,
        asked.setting,
        number,
        [simulation.maker(bot) if known is None else known for bot in asked.seats],
        lambda event: lines.append(event.text),
        tried=executor.tried if experiment.draws_first else None,
    )
    if result.error is not None:
        lines.append(f"rule error: {result.error}")
    else:
        winners = " and ".join(f"seat {seat + 1}" for seat in result.winners)
        lines.append(f"{winners} won" if winners else "nobody won" if result.finished else "unfinished")
        if result.label:
            lines[-1] += f", by {result.label}"
    lines.append(f"game {number}, seed {result.seed}, {result.turns} turns, {result.decisions} decisions")
    output.result("".join(line + "\n" for line in lines), target)
    return 1 if result.error is not None else 0


def _warning(seats: Sequence[str], unfinished: simulate.Share) -> str:
    """Says why the numbers are to be read with care; nothing where there is no reason to."""
    said = [settings.caution(seats)]
    if unfinished.of and unfinished.count == unfinished.of:
        said.append(
            "no game came to its end before its limit, so nothing is known of winning; players that look "
            "further, such as --seat search:200 or --seat planner, may get there"
        )
    return "; ".join(filter(None, said))


def _written(
    report: simulate.Report, simulation: Simulation, form: str, tallies: bool, every: bool, took: str
) -> str:
    """Writes a report; how long it took is told to people alone, so that data of a seed is always the same."""
    asked: Asked = simulation.asked
    repeat = asked.command("--games", str(simulation.games), *(["--every-option"] if every else []))

    def show(game: GameResult) -> str:
        return asked.command("--game", str(game.number))

    warning = _warning(asked.seats, report.unfinished)
    if form == "json":
        made: dict[str, Any] = simulate.data(report, show)
        made |= {
            "ruleset": asked.argument,
            "seed": asked.setting.seed,
            "players": asked.setting.players,
            "seats": list(asked.seats),
            "random_setup": asked.random_setup,
            "options": dict(asked.setting.options),
            "interrupted": simulation.stopped,
            "left_out": simulation.left_out,
            "command": repeat,
            "warning": warning,
        }
        return json.dumps(made, ensure_ascii=False, indent=2) + "\n"
    seats = ", ".join(f"seat {seat} {bot}" for seat, bot in enumerate(asked.seats, 1))
    seats += ", set up at random" if asked.random_setup else ""
    if form == "html":
        from gekido_dsl import insight

        who = f"{seats}, seed {asked.setting.seed}; played and counted in {took}"
        return insight.report_page(report, simulation.title, who, repeat, warning, show)
    head = "".join(f"{line}\n" for line in wrap(f"{asked.argument}: {seats}, seed {asked.setting.seed}", 80))
    told = simulate.text(report, show, tallies=tallies, warning=warning)
    return f"{head}{told}played and counted in {took}\nrepeat: {repeat}\n"

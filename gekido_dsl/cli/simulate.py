"""`gdl simulate`"""

import json
import os
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

import click

from gekido_dsl import cache, simulate
from gekido_dsl.cli import caching, loading, output, settings, workers
from gekido_dsl.cli.bots import BOTS, MAKERS
from gekido_dsl.cli.paths import RULESET, Ruleset, find
from gekido_dsl.engine import Event, Executor, Setting
from gekido_dsl.simulate import GameResult

_ENOUGH: Final = 40
"""From how many games on several processes are worth starting."""
_INTERRUPTED: Final = 130

_EPILOG = """\b
Examples:
  gdl simulate gekido --games 1000
  gdl simulate my-game --players 3 --seat 1=greedy
  gdl simulate my-game --games 20 --seat planner --seat 2=greedy
  gdl simulate my-game --option starting-place=own-corner --format json -o report.json
"""


@dataclass(frozen=True, slots=True)
class _Experiment:
    """What is simulated; enough for another process to go on with it."""

    argument: str
    setting: Setting
    seats: tuple[str, ...]
    """The bot of each seat."""

    def command(self, *more: str) -> str:
        """Writes the command that plays it again."""
        words = settings.repeating("simulate", self.argument, self.setting, self.seats)
        return f"{words} {shlex.join(more)}"


@click.command(
    "simulate", short_help="Let a game play itself many times and report the outcomes.", epilog=_EPILOG
)
@click.argument("ruleset", type=RULESET)
@click.option("-n", "--games", type=click.IntRange(1), default=100, show_default=True, help="How many games.")
@click.option("--players", type=click.IntRange(1), help="How many play; 2 by default, if the game allows.")
@click.option("--seat", "seats", multiple=True, metavar="[SEAT=]BOT", help=f"Who plays: {', '.join(BOTS)}.")
@click.option("--option", "options", multiple=True, metavar="NAME=ANSWER", help="An option of the ruleset.")
@click.option(
    "--seed", type=click.IntRange(0), help="Makes the run repeatable; drawn by chance if not given."
)
@click.option("--jobs", type=click.IntRange(1), help="How many processes; changes no number.")
@click.option(
    "--game", "number", type=click.IntRange(0), help="Play this game of the run alone, and tell it."
)
@output.format_option("text", "json")
@output.output_option
def command(
    ruleset: Ruleset,
    games: int,
    players: int | None,
    seats: tuple[str, ...],
    options: tuple[str, ...],
    seed: int | None,
    jobs: int | None,
    number: int | None,
    form: str,
    target: Path | None,
) -> int:
    """Let a game play itself many times and report the outcomes.

    Who wins, how long it takes, what goes wrong: every seat is played by a bot that chooses at random, unless
    --seat says otherwise. An interval is where the true share lies with a confidence of 95 %.
    """
    made = loading.compiled(ruleset)
    drawn = settings.new_seed() if seed is None else seed
    setting = loading.setting_of(made, players, drawn, options, seats)
    experiment = _Experiment(ruleset.argument, setting, _seats(seats, setting.players))
    if number is not None:
        return _tell_game(experiment, made.executor(), number, target)
    run = _Run(experiment, made.identity, games, jobs or _processes(games))
    run.go(lambda: made.executor(trace=False))
    report = simulate.summarise(run.results, setting.players)
    repeat = experiment.command("--games", str(games))
    output.result(_written(report, experiment, repeat, form, run.interrupted), target)
    if run.interrupted:
        output.note(f"stopped after {len(run.results):,} of {games:,} games")
        return _INTERRUPTED
    return 1 if report.errors else 0


def _seats(written: Sequence[str], players: int) -> tuple[str, ...]:
    """Reads `--seat`; seats that are not named are played at random."""
    kinds = settings.seat_kinds(written, players, [settings.RANDOM] * players)
    if any(kind not in BOTS for kind in kinds):
        raise click.BadParameter("a person does not play thousands of games", param_hint="--seat")
    return kinds


def _processes(games: int) -> int:
    return min(os.cpu_count() or 1, games) if games >= _ENOUGH else 1


# ---------------------------------------------------------------- playing


@dataclass(slots=True)
class _Run:
    """The games of an experiment, as far as they have been played."""

    experiment: _Experiment
    identity: str
    """Of the ruleset."""
    games: int
    jobs: int
    results: list[GameResult] = field(default_factory=list)
    interrupted: bool = False

    def go(self, executor: Callable[[], Executor]) -> None:
        """Plays every game; Ctrl-C ends it early and keeps what is done."""
        progress = output.Progress("games", self.games)

        def keep(result: GameResult) -> None:
            self.results.append(result)
            progress.at(len(self.results))

        try:
            if self.jobs == 1:
                here = executor()
                for number in range(self.games):
                    keep(_play(here, self.experiment, number))
            else:
                given = (self.experiment, self.identity)
                workers.run(self.games, self.jobs, _prepare, given, keep, _tell_of_death)
        except KeyboardInterrupt:
            self.interrupted = True
        except workers.Given:
            self.interrupted = True
            output.note(
                "processes that play games die again and again, maybe for want of memory: try --jobs 1"
            )
        except workers.Unprepared as error:
            raise click.ClickException(str(error)) from error
        finally:
            progress.done()
        self.results.sort(key=lambda result: result.number)


def _tell_of_death() -> None:
    output.note("a process that played games was killed from outside; its games are played again")


def _play(
    executor: Executor,
    experiment: _Experiment,
    number: int,
    tell: Callable[[Event], None] | None = None,
) -> GameResult:
    return simulate.play(
        executor, experiment.setting, number, [MAKERS[bot] for bot in experiment.seats], tell
    )


def _prepare(experiment: _Experiment, identity: str) -> Callable[[int], GameResult]:
    """Makes what plays a game in a process of its own."""
    caching.begin()
    try:
        ruleset = find(experiment.argument)
        made = cache.load(ruleset.name, ruleset.provider)
        if made.identity != identity:
            raise ValueError
        executor = made.executor(trace=False)
    except (click.BadParameter, ValueError) as error:
        raise workers.Unprepared(
            "the ruleset was changed while it was being played; nothing is told"
        ) from error
    return partial(_play, executor, experiment)


def _tell_game(experiment: _Experiment, executor: Executor, number: int, target: Path | None) -> int:
    """Plays one game and tells what happens in it."""
    lines: list[str] = []
    result = _play(executor, experiment, number, lambda event: lines.append(event.text))
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


# ---------------------------------------------------------------- telling


def _written(
    report: simulate.Report, experiment: _Experiment, repeat: str, form: str, interrupted: bool
) -> str:
    def show(game: GameResult) -> str:
        return experiment.command("--game", str(game.number))

    if form == "json":
        made: dict[str, Any] = simulate.data(report, show)
        made |= {
            "ruleset": experiment.argument,
            "seed": experiment.setting.seed,
            "players": experiment.setting.players,
            "seats": list(experiment.seats),
            "options": dict(experiment.setting.options),
            "interrupted": interrupted,
            "command": repeat,
        }
        return json.dumps(made, ensure_ascii=False, indent=2) + "\n"
    seats = ", ".join(f"seat {seat} {bot}" for seat, bot in enumerate(experiment.seats, 1))
    head = f"{experiment.argument}: {seats}, seed {experiment.setting.seed}\n"
    return head + simulate.text(report, show) + f"repeat: {repeat}\n"

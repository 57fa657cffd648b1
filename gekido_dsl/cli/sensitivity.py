"""`gdl sensitivity`: rank the numbers of the rules by how much they move the outcome."""

import json
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from gekido_dsl import cache
from gekido_dsl.cli import loading, output, pairing, settings, workers
from gekido_dsl.cli.pairing import Side
from gekido_dsl.cli.paths import RULESET, Ruleset
from gekido_dsl.cli.stopping import politely_stopped
from gekido_dsl.cli.who_plays import Executors
from gekido_dsl.diagnostics import has_errors
from gekido_dsl.diagnostics.render.place import counted
from gekido_dsl.diagnostics.render.shell import joined
from gekido_dsl.insight import comparing, numbers, sensitivity, sensitivity_page
from gekido_dsl.insight.numbers import Number
from gekido_dsl.insight.pairs import PairChunk, paired
from gekido_dsl.insight.sensitivity import Moved
from gekido_dsl.simulate import Chunk, report_text
from gekido_dsl.simulate.running import play_chunk

_GAMES: Final = 200
_SECONDS: Final = 300.0
_INTERRUPTED: Final = 130
_LOOK_S: Final = 0.2

_EPILOG: Final = """\b
Examples:
  gdl sensitivity my-game.gdl
  gdl sensitivity gekido --only "Damage for" --players 4 --time 600
  gdl sensitivity my-game.gdl --format html -o sensitivity.html
  gdl sensitivity my-game.gdl --list
"""


@click.command(
    "sensitivity",
    short_help="Rank the numbers in the rules by their effect on the results.",
    epilog=_EPILOG,
)
@click.argument("ruleset", type=RULESET)
@click.option("--only", metavar="TEXT", help="Only numbers whose name or line contains this text.")
@click.option(
    "--list", "listed", is_flag=True, help="List the numbers with their locations and play nothing."
)
@click.option(
    "--step", "percent", type=click.FloatRange(0, 100), default=10.0, show_default=True,
    help="Size of a step down and up, in percent; at least 1.",
)  # fmt: skip
@click.option(
    "-n",
    "--games",
    type=click.IntRange(1),
    default=_GAMES,
    show_default=True,
    help="Number of game pairs for each number.",
)
@click.option(
    "--time", "seconds", type=click.FloatRange(0), default=_SECONDS, show_default=True,
    help="Start no new number after this many seconds; 0 for no limit.",
)  # fmt: skip
@settings.players_option
@settings.bots_option("Who plays")
@settings.random_setup_option
@settings.answers_option
@settings.seed_option
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True, help="Number of processes.")
@output.format_option("text", "json", "html")
@output.output_option
def command(
    ruleset: Ruleset,
    only: str | None,
    listed: bool,
    percent: float,
    games: int,
    seconds: float,
    players: int | None,
    seats: tuple[str, ...],
    random_setup: bool,
    options: tuple[str, ...],
    seed: int | None,
    jobs: int,
    form: str,
    target: Path | None,
) -> int:
    """Rank the numbers in the rules by their effect on the results.

    Each number is lowered and raised by one step, in pairs of games with the same seed. A star marks a certain
    effect: the intervals of one number hold jointly at 95 %.
    """
    known = numbers.numbers(loading.compiled(ruleset, whole=True))
    if only is not None:
        known = [one for one in known if only.casefold() in f"{one.name} {one.excerpt}".casefold()]
    if not known:
        raise click.BadParameter(f"no number has `{only}` in its name or line", param_hint="--only")
    if listed:
        rows = [
            (one.name, str(one.value), "" if one.name == one.place else one.place, one.excerpt[:60])
            for one in known
        ]
        output.result("\n".join(output.columns(rows)) + "\n", target)
        return 0
    drawn = settings.new_seed() if seed is None else seed
    side = Side(ruleset, options)
    asked = pairing.simulation(side, players, seats, drawn, games, random_setup).asked
    ranking = _Ranking(side, players, seats, drawn, games, random_setup, percent)
    ranking.go(known, jobs, seconds)
    again = settings.repeating("sensitivity", ruleset.argument, asked.setting, asked.seats)
    given = ["--games", str(games), "--step", f"{percent:g}", "--time", f"{seconds:g}"]
    given += ["--only", only] if only is not None else []
    again += f" {joined(given)}" + (" --random-setup" if random_setup else "")
    who = f"{pairing.who_plays(asked)}; {games:,} pairs of games each, seed {drawn}"
    warning = settings.caution(asked.seats)
    if form == "json":
        made = sensitivity.data(ranking.moved) | {
            "ruleset": ruleset.argument,
            "players": asked.setting.players,
            "seats": list(asked.seats),
            "random_setup": random_setup,
            "seed": drawn,
            "games": games,
            "executor": ranking.executors.field,
            "warning": warning,
            "not_valid": [one.name for one in ranking.wrong],
            "not_played": [one.name for one in ranking.left],
            "command": again,
        }
        output.result(json.dumps(made, ensure_ascii=False, indent=2) + "\n", target)
    elif form == "html":
        left = [one.name for one in ranking.left]
        page = sensitivity_page.page(ranking.moved, loading.cover(ruleset).title, who, warning, left, again)
        output.result(page, target)
    else:
        lines = [
            f"{ruleset.argument}: {counted(len(ranking.moved), 'number')}, {who}",
            *report_text.warned(warning),
            "",
        ]
        lines += output.columns(sensitivity.table(ranking.moved))
        output.result("\n".join(line.rstrip() for line in lines) + "\n", target)
    if ranking.wrong:
        output.note(f"{len(ranking.wrong)} numbers cannot be turned: the ruleset would have errors")
    if ranking.left:
        output.note(f"{len(ranking.left)} numbers were not played; --time gives it more, --only fewer")
    return _INTERRUPTED if ranking.stopped else 0


class _Ranking:
    """Numbers that are played, one for each process at a time."""

    def __init__(
        self, side: Side, players: int | None, seats: tuple[str, ...], seed: int, games: int,
        random_setup: bool, percent: float,
    ) -> None:  # fmt: skip
        self.side = side
        self.asked = players, seats, seed, games, random_setup
        self.percent = percent
        self.moved: list[Moved] = []
        self.wrong: list[Number] = []
        self.left: list[Number] = []
        self.stopped = False
        self.executors = Executors()

    def go(self, known: Sequence[Number], jobs: int, seconds: float) -> None:
        """Plays numbers until all are played, the time is over or somebody wishes to stop."""
        pool = workers.processes(jobs)
        executor = pool.open()
        begun_s = time.monotonic()
        waiting = iter(known)
        flying: dict[Future[tuple[Chunk, float]], tuple[Number, int, int]] = {}
        progress = output.Progress("numbers", len(known), limit_s=seconds)
        over = False
        try:
            with politely_stopped() as stop:
                while True:
                    late = 0 < seconds < time.monotonic() - begun_s
                    self.stopped = stop.asked
                    if stop.asked and pool.stop is not None:
                        pool.stop()
                    if not (late or stop.asked):
                        self._submit(executor, waiting, flying, jobs)
                    if not flying:
                        break
                    for future in wait(flying, _LOOK_S, FIRST_COMPLETED).done:
                        self._keep(future, *flying.pop(future))
                    progress.at(len(self.moved) + len(self.wrong))
            over = not self.stopped
        finally:
            pool.close(executor, over)
            progress.done()
        self.left += waiting

    def _submit(
        self,
        executor: Executor,
        waiting: Iterator[Number],
        flying: dict[Future[tuple[Chunk, float]], tuple[Number, int, int]],
        jobs: int,
    ) -> None:
        while len(flying) < jobs + 1:
            number = next(waiting, None)
            if number is None:
                return
            low, high = sensitivity.steps(number, self.percent)
            sides = [pairing.turned(self.side.ruleset, [(number, value)]) for value in (low, high)]
            # At an end of what is allowed, it is turned the other way alone.
            fit = [_fits(one) for one in sides]
            if not any(fit):
                self.wrong.append(number)
                continue
            if not all(fit):
                low, high = (low, number.value) if fit[0] else (number.value, high)
                if low == high:
                    self.wrong.append(number)
                    continue
                sides = [one if good else self.side.ruleset for one, good in zip(sides, fit, strict=True)]
            made = [
                pairing.simulation(Side(one, self.side.options), *self.asked).experiment() for one in sides
            ]
            experiment = paired(*(replace(one, kind="any") for one in made))
            future = executor.submit(play_chunk, experiment, 0, self.asked[3], True, time.perf_counter)
            flying[future] = number, low, high

    def _keep(self, future: Future[tuple[Chunk, float]], number: Number, low: int, high: int) -> None:
        try:
            chunk, _ = future.result()
        except BrokenExecutor:
            self.left.append(number)
            return
        assert isinstance(chunk, PairChunk)
        self.executors.say(chunk.by)
        if chunk.pairs.games:
            self.moved.append(Moved(number, low, high, comparing.compare(chunk.pairs, 0.95, 0.02)))


def _fits(ruleset: Ruleset) -> bool:
    """Tells whether a ruleset has no errors."""
    made = cache.load(ruleset.name, ruleset.provider)
    return made.game is not None and not has_errors(made.diagnostics)

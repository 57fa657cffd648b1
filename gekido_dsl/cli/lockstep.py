"""`gdl lockstep`"""

import os
import time
from dataclasses import replace

import click

from gekido_dsl.backend.runtime import NoRuntime, TooLarge
from gekido_dsl.cli import loading, output, settings, simulating, workers
from gekido_dsl.cli.paths import RULESET, Ruleset
from gekido_dsl.compilation import Compilation
from gekido_dsl.lockstep import Compared, Difference, LockstepBatch
from gekido_dsl.lowering import NotLowered
from gekido_dsl.simulate import Chunk, Experiment, Run, WorkersDie
from gekido_dsl.source import Recording

_ENOUGH = 20
"""From how many matches on several processes are worth starting."""
_INTERRUPTED = 130

_EPILOG = """\b
Examples:
  gdl lockstep my-game.gdl --games 1000
  gdl lockstep gekido --players 4 --option early-stop=allowed --games 100
  gdl lockstep my-game.gdl --seed 7 --game 12
"""


@click.command(
    "lockstep", short_help="Compare compiled code with the interpreter, match by match.", epilog=_EPILOG
)
@click.argument("ruleset", type=RULESET)
@click.option(
    "-n", "--games", type=click.IntRange(1), default=100, show_default=True, help="How many matches."
)
@click.option("--players", type=click.IntRange(1), help="How many play; 2 by default, if the game allows.")
@click.option("--option", "options", multiple=True, metavar="NAME=ANSWER", help="An option of the ruleset.")
@click.option(
    "--seed", type=click.IntRange(0), help="Makes the run repeatable; drawn by chance if not given."
)
@click.option("--jobs", type=click.IntRange(1), help="How many processes; changes no match.")
@click.option("--game", "number", type=click.IntRange(0), help="Play this match of the run alone.")
def command(
    ruleset: Ruleset,
    games: int,
    players: int | None,
    options: tuple[str, ...],
    seed: int | None,
    jobs: int | None,
    number: int | None,
) -> int:
    """Compare compiled code with the interpreter, match by match.

    Both play the same matches with choices drawn by chance. At every decision it is compared whose it is, the
    choices in their order, every fact and every place in its order, and the stream of chance; where a rule
    cannot be carried out, that both say so. The first difference ends the run.
    """
    texts = Recording(ruleset.provider)
    made = loading.compiled(replace(ruleset, provider=texts))
    setting = loading.setting_of(made, players, settings.new_seed() if seed is None else seed, options)
    experiment = Experiment(
        made.name,
        simulating.recorded(texts),
        setting,
        (None,) * setting.players,
        maker=LockstepBatch,
    )
    left = range(games) if number is None else range(number, number + 1)
    here = _ready(experiment, made)
    comparison = _Comparison(len(left))
    with simulating.politely_stopped() as stop:
        run = Run(
            experiment,
            [left],
            comparison.keep,
            time.perf_counter,
            died=simulating.tell_of_death,
            stop=lambda: stop.asked or comparison.difference is not None,
        )
        try:
            jobs = jobs or (min(os.cpu_count() or 1, len(left)) if len(left) >= _ENOUGH else 1)
            if jobs == 1:
                run.here(here)
            else:
                run.over(workers.processes(jobs))
        except KeyboardInterrupt:
            run.stopped = True
        except WorkersDie:
            run.stopped = True
            output.note(
                "processes that play matches die again and again, maybe for want of memory: try --jobs 1"
            )
        finally:
            comparison.progress.done()
    which = ("--games", str(games)) if number is None else ("--game", str(number))
    return _report(comparison, run, settings.repeating("lockstep", ruleset.argument, setting), which)


class _Comparison:
    """What has come of a run so far."""

    def __init__(self, games: int) -> None:
        self.games = games
        self.played = 0
        self.decisions = 0
        self.difference: Difference | None = None
        self.progress = output.Progress("matches", games)
        self.progress.at(0)

    def keep(self, chunk: Chunk) -> None:
        """Takes matches that were compared; of several differences the one of the first match counts."""
        assert isinstance(chunk, Compared)
        self.played += chunk.end - chunk.first
        self.decisions += chunk.decisions
        found = chunk.difference
        if found is not None:
            self.played -= 1
            if self.difference is None or found.number < self.difference.number:
                self.difference = found
        self.progress.at(self.played)


def _ready(experiment: Experiment, made: Compilation) -> LockstepBatch:
    """Compiles the game once here, so that what stands in the way is said before anything is played."""
    try:
        return LockstepBatch(experiment, loading.game_of(made))
    except NoRuntime as error:
        raise click.UsageError(f"nothing can be compared: {error}") from None
    except (NotLowered, TooLarge) as error:
        raise click.UsageError(f"this game cannot be compiled: {error}") from None


def _report(comparison: _Comparison, run: Run, repeat: str, which: tuple[str, str]) -> int:
    """Says how many matches agreed, or what is different, and how to see it again."""
    for killer in run.left_out:
        output.note(f"match {killer} kills the process that plays it, and is left out; to see it:")
        output.note(f"  {repeat} --game {killer}")
    matches = "1 match agrees" if comparison.played == 1 else f"{comparison.played:,} matches agree"
    agreed = f"{matches}, {comparison.decisions:,} decisions"
    found = comparison.difference
    if found is not None:
        output.result(
            f"match {found.number}, seed {found.seed}, after {found.decision} decisions:\n"
            f"  {found.what}\n"
            f"{agreed}\n"
            f"repeat: {repeat} --game {found.number}\n"
        )
        return 1
    if run.stopped:
        agreed += f"; stopped, {comparison.games - comparison.played:,} were not compared"
    output.result(f"{agreed}\nrepeat: {repeat} {' '.join(which)}\n")
    return _INTERRUPTED if run.stopped else 1 if run.left_out else 0

"""`gdl lockstep`"""

import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from gekido_dsl.cli import agreeing, output, plans, settings, stopping
from gekido_dsl.cli.agreeing import Comparison, Row
from gekido_dsl.cli.paths import RULESET, Ruleset
from gekido_dsl.generated import MOST

_EVENTS: Final = 20
_INTERRUPTED: Final = 130
_EPILOG = """\b
Examples:
  gdl lockstep my-game.gdl --games 1000
  gdl lockstep gekido --players 4 --option early-stop=allowed --games 100
  gdl lockstep my-game.gdl --seed 7 --from 1000 --games 500
  gdl lockstep my-game.gdl --seed 7 --game 12
  gdl lockstep --plan plan.txt --out agreed.jsonl
  gdl lockstep --generated 1000 --seed 1 --out made.jsonl
  gdl lockstep --generated --minutes 30 --jobs 2 --out made.jsonl
  gdl lockstep --mutants 500
  gdl lockstep my-game.gdl --mutants 500
  gdl lockstep --generated --mutants 500
  gdl lockstep my-game.gdl --throughout

Each line of a plan is a number of matches and a game: `1000 my-game.gdl --players 3`. When run again, a plan continues
from the file of `--out`, and so do `--generated` and `--mutants`. Those two stop at N, after `--minutes`, or on Ctrl-C.
"""


@click.command(
    "lockstep", short_help="Compare compiled code with the interpreter, match by match.", epilog=_EPILOG
)
@click.argument("ruleset", type=RULESET, required=False)
@click.option(
    "-n", "--games", type=click.IntRange(1), default=100, show_default=True, help="Number of matches."
)
@click.option(
    "--from", "first", type=click.IntRange(0), default=0, show_default=True, help="Number of the first match."
)
@settings.players_option
@settings.answers_option
@click.option(
    "--seed",
    type=click.IntRange(0),
    help="Random seed, to repeat a run; by default a new one, or 1 for a plan.",
)
@click.option("--jobs", type=click.IntRange(1), help="Number of processes; does not affect the matches.")
@click.option(
    "--game", "number", type=click.IntRange(0), help="Play only this match of the run and compare its events."
)
@click.option(
    "--events",
    "every",
    type=click.IntRange(0),
    default=_EVENTS,
    show_default=True,
    help="Compare events and views in one match out of every N; 0 turns this off.",
)
@click.option(
    "--plan",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Compare the games listed in this file, a few matches of each first.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Append results to this file; a plan or a generated run continues from it.",
)
@click.option(
    "--generated",
    type=click.IntRange(1, MOST),
    is_flag=False,
    flag_value=MOST,
    metavar="[N]",
    help="Generate N random rulesets (no limit if N is left out) and run every comparison on each.",
)
@click.option(
    "--mutants",
    type=click.IntRange(1, MOST),
    is_flag=False,
    flag_value=MOST,
    metavar="[N]",
    help="Make N copies of RULESET, of all shipped rulesets or of those of --generated, each with one thing changed, "
    "and run every comparison on each.",
)
@click.option(
    "--minutes",
    type=click.FloatRange(0, min_open=True),
    help="Start no new generated ruleset or mutant after this many minutes.",
)
@click.option(
    "--throughout",
    is_flag=True,
    help="Run every comparison on RULESET: formatting, lockstep, bots' worlds, saves, the rulebook, the exported page.",
)
@click.option(
    "--faults",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("faults"),
    show_default=True,
    help="Folder for generated rulesets and mutants that show a fault, reduced to a small case.",
)
def command(
    ruleset: Ruleset | None,
    games: int,
    first: int,
    players: int | None,
    options: tuple[str, ...],
    seed: int | None,
    jobs: int | None,
    number: int | None,
    every: int,
    plan: Path | None,
    out: Path | None,
    generated: int | None,
    mutants: int | None,
    minutes: float | None,
    throughout: bool,
    faults: Path,
) -> int:
    """Compare compiled code with the interpreter, match by match.

    Both play the same matches with random choices. At every decision, these must agree: the player, the choices and
    their order, every fact, the contents of every place in order, the random stream, and any rule error. The result
    of each match must also agree with a batch run. In some matches the events are compared word for word, and so is
    each player's view. The first difference ends the run.

    With --generated, random rulesets are checked, formatted, written as books, played in lockstep, saved and resumed,
    and played as in a page; each fault is saved as a small ruleset. --mutants does the same with rulesets in which
    one thing was changed: a line, a number or a phrase. With both, the mutants are made from as many random rulesets
    as --generated says.
    """
    made = _Made(
        1 if seed is None else seed, first, out, faults, math.inf if minutes is None else minutes, jobs or 1
    )
    if mutants is not None:
        return _mutants(ruleset, mutants, made, generated)
    if generated is not None:
        return _generated(ruleset, generated, made)
    if minutes is not None:
        raise click.UsageError("--minutes goes with --generated or --mutants")
    if throughout:
        return _throughout(ruleset, seed)
    if plan is not None:
        if ruleset is not None or players is not None or options or number is not None:
            raise click.UsageError(
                "the plan says what is compared: leave RULESET, --players, --option and --game out"
            )
        if out is None:
            raise click.UsageError("give --out FILE, where it is kept what has been compared")
        return plans.Plan(plans.read(plan, 1 if seed is None else seed), out, jobs, every).carry_out()
    if ruleset is None:
        raise click.UsageError("Missing argument 'RULESET'.")
    row = Row(ruleset.argument, players, options, settings.new_seed() if seed is None else seed)
    left = range(first, first + games) if number is None else range(number, number + 1)
    comparer = agreeing.Comparer(row, ruleset, every if number is None else 1)
    progress = output.Progress("matches", len(left))
    progress.at(0)
    begun = time.perf_counter()
    with stopping.politely_stopped() as stop:
        comparison = comparer.play(left, jobs, Comparison(progress), stop)
    progress.done()
    if out is not None:
        agreeing.keep(out, comparer, left, comparison, time.perf_counter() - begun)
    which = f"--games {games}" + (f" --from {first}" if first else "")
    return _report(comparison, len(left), comparer.command, which if number is None else f"--game {number}")


@dataclass(frozen=True, slots=True)
class _Made:
    """What is asked of a run over rulesets that are made."""

    seed: int
    first: int
    out: Path | None
    faults: Path
    minutes: float
    jobs: int


def _generated(ruleset: Ruleset | None, count: int, asked: _Made) -> int:
    from gekido_dsl.cli import generated  # loads all that a ruleset can go through

    if ruleset is not None:
        raise click.UsageError("--generated makes rulesets: leave RULESET out")
    return generated.Run(
        count, asked.seed, asked.first, asked.out, asked.faults, asked.minutes, asked.jobs
    ).carry_out()


def _mutants(ruleset: Ruleset | None, count: int, asked: _Made, generated_ones: int | None) -> int:
    from gekido_dsl.cli import generated, mutated  # loads all that a ruleset can go through

    if generated_ones is None:
        of: mutated.Originals | mutated.OfGenerated = mutated.Originals(ruleset)
    elif ruleset is not None:
        raise click.UsageError("--generated makes rulesets: leave RULESET out")
    else:
        of = mutated.OfGenerated(generated_ones, asked.seed)
    return generated.Run(
        count,
        asked.seed,
        asked.first,
        asked.out,
        asked.faults,
        asked.minutes,
        asked.jobs,
        of.what,
        of.mutant,
        of.command,
    ).carry_out()


def _throughout(ruleset: Ruleset | None, seed: int | None) -> int:
    from gekido_dsl.cli.throughout import throughout  # loads all that a ruleset can go through

    if ruleset is None:
        raise click.UsageError("Missing argument 'RULESET'.")
    return throughout(ruleset, 1 if seed is None else seed)


def _report(comparison: Comparison, games: int, command: str, which: str) -> int:
    """Says how many matches agreed, or what is different, and how to see it again."""
    for killer in comparison.left_out:
        output.note(f"match {killer} kills the process that plays it, and is left out; to see it:")
        output.note(f"  {command} --game {killer}")
    if comparison.difference is not None:
        output.result(comparison.differing(command))
        return 1
    agreed = comparison.agreed()
    if comparison.stopped:
        agreed += f"; stopped, {games - comparison.played:,} were not compared"
    output.result(f"{agreed}\nrepeat: {command} {which}\n")
    return _INTERRUPTED if comparison.stopped else 1 if comparison.left_out or comparison.alone else 0

"""`gdl coverage`: tell which rules games and examples never played."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from gekido_dsl.cli import loading, output, settings, simulating
from gekido_dsl.cli.loading import Cover
from gekido_dsl.cli.paths import RULESET, Ruleset
from gekido_dsl.cli.who_plays import Executors
from gekido_dsl.play.kinds import RANDOM
from gekido_dsl.simulate import Totals

_GAMES: Final = 1000
_INTERRUPTED: Final = 130

_EPILOG = """\b
Examples:
  gdl coverage my-game
  gdl coverage gekido --games 10000 --lines
  gdl coverage my-game --players 3 --seat greedy --games 40
  gdl coverage my-game --every-option --format html -o coverage.html
  gdl coverage my-game --fail-under 90
"""


@click.command("coverage", short_help="List the rules that no game and no example reached.", epilog=_EPILOG)
@click.argument("ruleset", type=RULESET)
@click.option(
    "-n", "--games", type=click.IntRange(1), default=_GAMES, show_default=True,
    help="Number of games for each number of players.",
)  # fmt: skip
@click.option(
    "--players", type=click.IntRange(1), help="Number of players; by default every number the game allows."
)
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="[SEAT=]BOT",
    help=f"Who plays: {', '.join(settings.PLAYER_KINDS[1:])}; random by default, which reaches the most.",
)
@settings.answers_option
@click.option("--every-option", is_flag=True, help="Play with every answer to every option, one at a time.")
@click.option("--examples/--no-examples", default=True, help="Run the examples of the ruleset as well.")
@click.option("--lines", is_flag=True, help="Print the whole ruleset with a mark on each line.")
@click.option(
    "--fail-under",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="Exit with code 1 if the games covered less than this.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Random seed.")
@settings.jobs_option
@output.format_option("text", "json", "html")
@output.output_option
def command(
    ruleset: Ruleset,
    games: int,
    players: int | None,
    seats: tuple[str, ...],
    options: tuple[str, ...],
    every_option: bool,
    examples: bool,
    lines: bool,
    fail_under: float | None,
    seed: int,
    jobs: int | None,
    form: str,
    target: Path | None,
) -> int:
    """List the rules that no game and no example reached.

    Plays games, runs the examples, and lists the rules, branches, choices and windows that never started, the table
    rows that were never used, and the option answers that no game had.
    """
    from gekido_dsl.insight import coverage_told
    from gekido_dsl.insight.coverage import Examples, coverage

    made = loading.compiled(ruleset, whole=True)
    cover = loading.cover(ruleset)
    totals, played, stopped = Totals(), Counter[tuple[str, str]](), False
    executors = Executors()
    numbers = [players] if players is not None else range(cover.least_players, cover.most_players + 1)
    for number, more in _settings(cover, list(numbers), options, every_option):
        simulation = simulating.new(ruleset, number, seats, [*options, *more], seed, games, True, None)
        simulation.executors = executors
        simulation.go(jobs, None)
        totals.merge(simulation.totals)
        asked = simulation.asked.setting.options
        for name, answers in cover.option_names.items():
            played[name, asked.get(name, answers[0])] += simulation.totals.games
        stopped = stopped or simulation.stopped
        if stopped:
            break
    found = coverage(made, totals.tallies, played, totals.games, Examples(made, examples))
    kinds = set(seats) or {RANDOM}
    counts = f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
    who = f"{counts} players, {', '.join(sorted(kinds))}, seed {seed}"
    words = [f"gdl coverage {ruleset.argument} --games {games} --seed {seed}"]
    words += [f"--players {players}"] if players is not None else []
    words += [f"--seat {seat}" for seat in seats] + [f"--option {option}" for option in options]
    words += ["--every-option"] if every_option else []
    words += [] if examples else ["--no-examples"]
    repeat = " ".join(words)
    if form == "json":
        told = coverage_told.data(found) | {
            "ruleset": ruleset.argument,
            "command": repeat,
            "executor": executors.field,
            "interrupted": stopped,
        }
        output.result(json.dumps(told, ensure_ascii=False, indent=2) + "\n", target)
    elif form == "html":
        output.result(coverage_told.page(found, cover.title, who, f"{repeat} --format html"), target)
    else:
        output.result(coverage_told.text(found, who, lines=lines), target)
    for error in totals.errors[:1]:
        output.note(f"{totals.failed:,} games came to a rule error, and count for nothing: {error.error}")
    if stopped:
        return _INTERRUPTED
    number, of = coverage_told.whole(found)
    if fail_under is not None and 100 * number < fail_under * of:
        output.note(
            f"games played {100 * number / of:.1f} % of the parts of the rules; {fail_under:g} are asked for"
        )
        return 1
    return 1 if totals.failed else 0


def _settings(
    cover: Cover, numbers: list[int], options: tuple[str, ...], every: bool
) -> Iterator[tuple[int, list[str]]]:
    """Gives the numbers of players and the options that are played."""
    for number in numbers:
        yield number, []
    if every:
        fixed = {option.partition("=")[0].strip() for option in options}
        for name, answers in cover.option_names.items():
            for answer in answers[1:] if name not in fixed else ():
                yield numbers[-1], [f"{name}={answer}"]

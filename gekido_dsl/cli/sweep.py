"""`gdl sweep`: turn a number of the rules, and tell what it moves."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

import click

from gekido_dsl.cli import loading, output, pairing, settings
from gekido_dsl.cli.pairing import Enough, Playing, Side
from gekido_dsl.cli.paths import RULESET, Ruleset
from gekido_dsl.cli.who_plays import Executors
from gekido_dsl.diagnostics.render.shell import quoted
from gekido_dsl.insight import numbers, sweeps
from gekido_dsl.insight.sweeps import Stop, Sweep
from gekido_dsl.simulate import report_text

_GAMES: Final = 2_000
_SECONDS: Final = 120.0
_INTERRUPTED: Final = 130
_MOST: Final = 40
"""How many values a sweep has at most."""
_RANGE: Final = re.compile(r"\s*(-?[0-9]{1,9})\s*\.\.\s*(-?[0-9]{1,9})\s*(?::\s*([0-9]{1,9})\s*)?")

_EPILOG: Final = """\b
Examples:
  gdl sweep gekido "V-REX's Damage for Four Of A Kind=6..12" --players 4
  gdl sweep my-game.gdl my-game.gdl:42=10..50:10 --format html -o sweep.html
  gdl sweep gekido "Starting Place=*"
"""


@click.command(
    "sweep", short_help="Vary one number in the rules and show how the results change.", epilog=_EPILOG
)
@click.argument("ruleset", type=RULESET)
@click.argument("turned", metavar="NAME=LOW..HIGH[:STEP]")
@click.option(
    "-n",
    "--games",
    type=click.IntRange(1),
    default=_GAMES,
    show_default=True,
    help="Number of game pairs for each value.",
)
@click.option(
    "--time", "seconds", type=click.FloatRange(0), default=_SECONDS, show_default=True,
    help="Maximum time in seconds for all values together; 0 for no limit.",
)  # fmt: skip
@settings.players_option
@settings.bots_option("Who plays")
@settings.random_setup_option
@settings.answers_option
@settings.seed_option
@settings.jobs_option
@output.format_option("text", "json", "html")
@output.output_option
def command(
    ruleset: Ruleset,
    turned: str,
    games: int,
    seconds: float,
    players: int | None,
    seats: tuple[str, ...],
    random_setup: bool,
    options: tuple[str, ...],
    seed: int | None,
    jobs: int | None,
    form: str,
    target: Path | None,
) -> int:
    """Vary one number in the rules and show how the results change.

    NAME is a table cell (`V-REX's Damage for Full House`), a number in a rule by its line (`my-game.gdl:42`), or an
    option (`A,B` for some answers, `*` for all). Each value is compared with the current one in pairs of games with
    the same seed.
    """
    side = Side(ruleset, options)
    name, now, sides = _sides(side, turned)
    for _, one in sides:
        if one is not None:
            loading.compiled(one.ruleset)  # what cannot be played is told before anything is
    drawn = settings.new_seed() if seed is None else seed
    title = loading.cover(ruleset).title
    base = pairing.simulation(side, players, seats, drawn, games, random_setup)
    stops: list[Stop] = []
    count = sum(one is not None for _, one in sides)
    enough = Enough(games, seconds / max(1, count), 0.95, 0.01, False)
    stopped, executors = False, Executors()
    progress = output.Progress("pairs of games", games * count, limit_s=seconds)
    done = 0
    for value, one in sides:
        if one is None or stopped:
            stops += [Stop(value, None)] if one is None else []
            continue
        other = pairing.simulation(one, players, seats, drawn, games, random_setup)
        other.asked = replace(
            other.asked, setting=replace(other.asked.setting, players=base.asked.setting.players)
        )
        playing = Playing(
            base, other, enough, jobs, progress=partial(_further, progress, done), executors=executors
        )
        found = playing.go()
        done += games
        stopped = playing.stopped
        if found.games:
            stops.append(Stop(value, found))
    progress.done()
    sweep = Sweep(name, now, tuple(stops))
    who, warning = f"{pairing.who_plays(base.asked)}; seed {drawn}", settings.caution(base.asked.seats)
    words = settings.repeating("sweep", ruleset.argument, base.asked.setting, base.asked.seats).split(" ", 3)
    again = f"gdl sweep {words[2]} {quoted(turned)} {words[3]} --games {games}"
    again += " --random-setup" if random_setup else ""
    if form == "json":
        made = sweeps.data(sweep) | {
            "ruleset": ruleset.argument,
            "seed": drawn,
            "executor": executors.field,
            "warning": warning,
            "command": again,
        }
        output.result(json.dumps(made, ensure_ascii=False, indent=2) + "\n", target)
    elif form == "html":
        output.result(sweeps.page(sweep, title, who, warning, again), target)
    else:
        lines = [
            f"{ruleset.argument}: {name}, now {now}",
            who,
            *report_text.warned(warning),
            "",
            *sweeps.sentences(sweep),
            "",
        ]
        lines += [*output.columns(sweeps.table(sweep)), f"repeat: {again}"]
        output.result("\n".join(lines) + "\n", target)
    if stopped:
        output.note("stopped; what was played is told")
        return _INTERRUPTED
    return 0


def _further(progress: output.Progress, before: int, at: int) -> None:
    progress.at(before + at)


def _sides(side: Side, turned: str) -> tuple[str, str, list[tuple[str, Side | None]]]:
    """Finds what is turned: its name and place, the value that it has, and the sides; None for that value."""
    name, sign, value = turned.rpartition("=")
    if not sign or not name.strip():
        raise click.BadParameter(f"`{turned}` is not of the form NAME=LOW..HIGH")
    cover = loading.cover(side.ruleset)
    option = next((one for one in cover.option_names if settings.kebab(one) == settings.kebab(name)), None)
    if option is not None:
        return _answers(side, option, cover.option_names[option], value)
    try:
        number = numbers.find(name, numbers.numbers(loading.compiled(side.ruleset, whole=True)))
    except numbers.UnknownNumber as error:
        raise click.BadParameter(str(error)) from None
    at = (
        f"{number.place}, “{number.excerpt}”"
        if number.name == number.place
        else f"{number.name} ({number.place})"
    )
    made: list[tuple[str, Side | None]] = []
    values = sorted({*_values(value, number), number.value})
    for one in values:
        same = one == number.value
        ruleset = side.ruleset if same else pairing.turned(side.ruleset, [(number, one)])
        made.append((str(one), None if same else Side(ruleset, side.options)))
    return at, str(number.value), made


def _answers(
    side: Side, option: str, known: Sequence[str], value: str
) -> tuple[str, str, list[tuple[str, Side | None]]]:
    """Finds the answers of an option that are compared with the one that it has."""
    given = settings.option_answers([*side.options], loading.cover(side.ruleset).option_names)
    now = given.get(option, known[0])
    wanted = list(known) if value.strip() == "*" else [
        settings.option_answers([f"{option}={one}"], {option: known})[option] for one in value.split(",")
    ]  # fmt: skip
    others = tuple(
        one for one in side.options if settings.kebab(one.partition("=")[0]) != settings.kebab(option)
    )
    answers = dict.fromkeys([now, *wanted])
    return (
        option,
        now,
        [(one, None if one == now else Side(side.ruleset, (*others, f"{option}={one}"))) for one in answers],
    )


def _values(written: str, number: numbers.Number) -> list[int]:
    """Reads a range, or values with commas.

    Raises:
        click.BadParameter: it is none, or has too many values.
    """
    match = _RANGE.fullmatch(written)
    if match is None:
        return [pairing.whole(one, number) for one in written.split(",")]
    low, high, step = int(match[1]), int(match[2]), int(match[3] or 1)
    if low > high or step < 1:
        raise click.BadParameter(f"`{written}` has no values; write the lower end first, `{high}..{low}`")
    if (high - low) // step >= _MOST:
        wide = -(-(high - low) // (_MOST - 1))
        raise click.BadParameter(f"`{written}` has more than {_MOST} values; write {low}..{high}:{wide}")
    return list(range(low, high + 1, step))

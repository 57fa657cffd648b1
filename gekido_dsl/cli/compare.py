"""`gdl compare`: tell whether a change matters, by playing with it and without."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import click

from gekido_dsl.cli import output, pairing, revisions, settings
from gekido_dsl.cli.diff import sides
from gekido_dsl.cli.pairing import Enough, Playing, Side
from gekido_dsl.cli.paths import complete, find
from gekido_dsl.diagnostics.render.shell import joined
from gekido_dsl.insight import verdicts
from gekido_dsl.insight.comparing import Comparison
from gekido_dsl.simulate import report_text

_GAMES: Final = 20_000
_SECONDS: Final = 60.0
_INTERRUPTED: Final = 130

_EPILOG: Final = """\b
Examples:
  gdl compare old.gdl new.gdl
  gdl compare gekido --with "V-REX's Damage for Four Of A Kind=9"
  gdl compare gekido --with starting-place=own-corner --players 4
  gdl compare --rev HEAD~3 rulesets/gekido.gdl --within 0.5
"""


@click.command(
    "compare", short_help="Test whether a change matters by playing with and without it.", epilog=_EPILOG
)
@click.argument(
    "rulesets", nargs=-1, required=True, metavar="A [B]", shell_complete=lambda c, p, i: complete(i)
)
@click.option(
    "--with",
    "changes",
    multiple=True,
    metavar="NAME=VALUE",
    help="Make B the same ruleset with this option answer or this number changed.",
)
@click.option(
    "--rev",
    "revs",
    multiple=True,
    metavar="REVISION",
    help="Compare the ruleset at a git revision (A) with the file as it is now, or at a second --rev (B).",
)
@click.option(
    "-n",
    "--games",
    type=click.IntRange(1),
    default=_GAMES,
    show_default=True,
    help="Maximum number of games of each.",
)
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(0),
    default=_SECONDS,
    show_default=True,
    help="Maximum time in seconds; 0 for no limit.",
)
@click.option(
    "--within",
    type=click.FloatRange(0, min_open=True),
    default=2.0,
    show_default=True,
    help="Largest difference that counts as no change: in games of 100, and in percent of the length.",
)
@click.option(
    "--confidence",
    type=click.FloatRange(50, 99.99),
    default=95.0,
    show_default=True,
    help="Joint confidence level of all reported intervals, in percent.",
)
@click.option("--to-the-end", is_flag=True, help="Play all games, even when everything is settled earlier.")
@settings.players_option
@settings.bots_option("Who plays both")
@settings.random_setup_option
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=ANSWER",
    help="Answer to an option, in both.",
)
@settings.seed_option
@settings.jobs_option
@output.format_option("text", "json", "html")
@output.output_option
def command(
    rulesets: tuple[str, ...],
    changes: tuple[str, ...],
    revs: tuple[str, ...],
    games: int,
    seconds: float,
    within: float,
    confidence: float,
    to_the_end: bool,
    players: int | None,
    seats: tuple[str, ...],
    random_setup: bool,
    options: tuple[str, ...],
    seed: int | None,
    jobs: int | None,
    form: str,
    target: Path | None,
) -> int:
    """Test whether a change matters by playing with and without it.

    A and B are rulesets, variants, or files at a git revision. Both are played in pairs of games with the same seed,
    until the differences are clear, all games are played, or the time is up. The confidence level holds for all
    intervals jointly, although the results are examined repeatedly.
    """
    a, b = _sides(rulesets, revs, options, changes)
    if pairing.same(a, b):
        raise click.UsageError(
            "A and B are the same; name two rulesets, or say with --with what B has instead"
        )
    drawn = settings.new_seed() if seed is None else seed
    one, other = (pairing.simulation(side, players, seats, drawn, games, random_setup) for side in (a, b))
    if one.asked.setting.players != other.asked.setting.players:
        raise click.UsageError("A and B are for different numbers of players; say how many with --players")
    progress = output.Progress("pairs of games", games)
    enough = Enough(games, seconds, confidence / 100, within / 100, not to_the_end)
    playing = Playing(one, other, enough, jobs, progress=progress.at)
    try:
        found = playing.go()
    finally:
        progress.done()
    head = _head(a, b, playing, drawn)
    warning = settings.caution(one.asked.seats)
    if form == "json":
        output.result(json.dumps(_data(found, a, b, playing), ensure_ascii=False, indent=2) + "\n", target)
    elif form == "html":
        from gekido_dsl.insight import comparison_page

        again = _again(rulesets, revs, changes, playing)
        made = comparison_page.page(
            found, one.title, [*head, _count(found)], warning, confidence / 100, again
        )
        output.result(made, target)
    else:
        output.result(_text(found, [*head, *report_text.warned(warning)]), target)
    if playing.stopped:
        output.note(f"stopped after {found.games:,} pairs of games; what was played is told")
        return _INTERRUPTED
    if playing.late:
        output.note(f"the time is over; --time {2 * seconds:g} gives it more")
    return 1 if any(found.failed) else 0


def _sides(
    rulesets: tuple[str, ...], revs: tuple[str, ...], options: tuple[str, ...], changes: tuple[str, ...]
) -> tuple[Side, Side]:
    """Finds what is compared."""
    if revs:
        one, other = sides(rulesets, revs)
    elif len(rulesets) == 2:
        one, other = (revisions.of_argument(each) or find(each) for each in rulesets)
    elif len(rulesets) == 1 and changes:
        one = other = revisions.of_argument(rulesets[0]) or find(rulesets[0])
    else:
        raise click.UsageError("name two rulesets, or one with --rev or --with")
    return Side(one, options), pairing.with_changes(Side(other, options), changes)


def _head(a: Side, b: Side, playing: Playing, seed: int) -> list[str]:
    asked = playing.a.asked
    who = f"{pairing.who_plays(asked)}; seed {seed}"
    return [f"A: {a.title}", f"B: {b.title}", who]


def _count(found: Comparison) -> str:
    return f"{found.games:,} pairs of games; {found.alike:,} came out the same"


def _again(rulesets: Sequence[str], revs: Sequence[str], changes: Sequence[str], playing: Playing) -> str:
    """Words the command that plays the same games."""
    words = [*rulesets, *(word for rev in revs for word in ("--rev", rev))]
    words += [word for change in changes for word in ("--with", change)]
    asked, enough = playing.a.asked, playing.enough
    repeated = settings.repeating("compare", "", asked.setting, asked.seats).partition("''")[2]
    return f"gdl compare {joined(words)}{repeated} --games {enough.games} --within {100 * enough.within:g}"


def _text(found: Comparison, head: list[str]) -> str:
    lines = [*head, _count(found), ""]
    lines += verdicts.sentences(found)
    lines += ["", *output.columns(verdicts.table(found))]
    if any(found.failed):
        lines += [
            "",
            f"rule errors: {found.failed[0]:,} games of A, {found.failed[1]:,} of B; they are not counted",
        ]
    return "\n".join(lines) + "\n"


def _data(found: Comparison, a: Side, b: Side, playing: Playing) -> dict[str, Any]:
    asked = playing.a.asked
    return verdicts.data(found) | {
        "a": a.title,
        "b": b.title,
        "players": asked.setting.players,
        "seats": list(asked.seats),
        "seed": asked.setting.seed,
        "options": dict(asked.setting.options),
        "warning": settings.caution(asked.seats),
        "executor": playing.executors.field,
        "confidence": playing.enough.confidence,
        "interrupted": playing.stopped,
    }

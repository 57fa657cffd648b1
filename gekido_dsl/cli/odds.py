"""`gdl odds`: tell how likely it is what dice can give, for a player who keeps and rolls again what serves best."""

import gc
import hashlib
import json
from pathlib import Path
from typing import Final

import click

from gekido_dsl import cache
from gekido_dsl.cli import loading, output, settings
from gekido_dsl.cli.paths import RULESET, Ruleset
from gekido_dsl.diagnostics import has_errors
from gekido_dsl.odds import report as reports
from gekido_dsl.odds import text as texts
from gekido_dsl.odds.contests import contests
from gekido_dsl.odds.throwing import Rolled, throws
from gekido_dsl.source import SourceProvider

_LETTERS: Final = str.maketrans("0123456789", "ghijklmnop")
_EPILOG = """\b
Examples:
  gdl odds gekido
  gdl odds gekido --pattern "Full House" --rolls 4
  gdl odds gekido --for Pytron
  gdl odds thirteen_rolls --format json
  gdl odds gekido --position match.jsonl
"""


@click.command("odds", short_help="Compute the odds of dice rolls.", epilog=_EPILOG)
@click.argument("ruleset", type=RULESET)
@click.option("--pattern", "patterns", multiple=True, metavar="NAME", help="Only this pattern; repeatable.")
@click.option(
    "--rolls",
    type=click.IntRange(1, 10),
    help="Number of rolls, instead of the number in the rules.",
)
@click.option(
    "--dice",
    type=click.IntRange(1, 12),
    help="Number of dice, instead of the number in the rules.",
)
@click.option(
    "--for",
    "row",
    default="",
    metavar="NAME",
    help="Include only what this player's or figure's own things do.",
)
@click.option(
    "--with", "used", multiple=True, metavar="NAME", help="Also use this, such as a card; repeatable."
)
@settings.answers_option
@click.option(
    "--position",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Compute the odds at the current decision of a saved match.",
)
@output.format_option("text", "json")
def command(
    ruleset: Ruleset,
    patterns: tuple[str, ...],
    rolls: int | None,
    dice: int | None,
    row: str,
    used: tuple[str, ...],
    options: tuple[str, ...],
    position: Path | None,
    form: str,
) -> int:
    """Compute the odds of dice rolls, for a player who keeps and rerolls in the best way.

    If the rules let a player roll dice, keep some and reroll the others, the odds are given for each pattern, for
    each number of rolls, and with whatever each table row lets its player do to the dice. If exact counting would
    take too long, the odds are sampled, and the report says so.
    """
    if position is not None:
        if rolls or dice or row or used or options:
            raise click.UsageError("a position has its own dice, rolls, things and options: leave them out")
        from gekido_dsl.cli.odds_now import told

        output.result(told(ruleset, position, patterns, form))
        return 0
    asked = json.dumps([patterns, rolls, dice, row, used, options, form])

    def work(provider: SourceProvider) -> str:
        gc.disable()  # a million small tuples without a cycle, which only grow in number: nothing to find
        try:
            return counted_for(provider)
        finally:
            gc.freeze()  # nor later: what is left of them ends with the process
            gc.enable()

    def counted_for(provider: SourceProvider) -> str:
        made = cache.load(ruleset.name, provider)
        if made.game is None or has_errors(made.diagnostics):
            made = loading.compiled(ruleset)
        game = loading.game_of(made)
        setting = loading.setting_of(made, None, 0, options)
        answers = {
            name: option.answers.members.index(setting.options[name])
            for name, option in game.options.items()
            if name in setting.options
        }
        progress = output.Progress("chances", None)
        counted = 0

        def tick() -> None:
            nonlocal counted
            counted += 1
            progress.at(counted)

        try:
            request = reports.Request(patterns, rolls, dice, row, used)
            found = reports.report(game, answers, request, tick)
        except reports.Unasked as error:
            raise click.UsageError(str(error)) from None
        finally:
            progress.done()
        rolled: Rolled = {}
        if throws(game, rolled):
            from gekido_dsl.interpreter.rolled import rolled_at_once

            rolled = rolled_at_once(game)
        thrown, compared = throws(game, rolled), contests(game, rolled)
        if form == "json":
            return (
                json.dumps(reports.data(found, game, thrown, compared), ensure_ascii=False, indent=2) + "\n"
            )
        return texts.text(found, game, thrown, compared)

    digest = hashlib.sha256(asked.encode()).hexdigest().translate(_LETTERS)
    output.result(cache.remembered(f"odds{digest[:32]}", ruleset.name, ruleset.provider, work))
    return 0

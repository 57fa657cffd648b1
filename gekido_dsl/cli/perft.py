"""`gdl perft`: count every way a game can go, to a given depth."""

import json

import click

from gekido_dsl import perft
from gekido_dsl.backend.who_plays import COMPILED, WhoPlays
from gekido_dsl.cli import loading, output, settings
from gekido_dsl.cli.main import FINDINGS
from gekido_dsl.cli.paths import RULESET, Ruleset
from gekido_dsl.cli.who_plays import Executors
from gekido_dsl.engine import RuleError
from gekido_dsl.play.session import described

_EPILOG = """\b
Examples:
  gdl perft my-game.gdl --depth 4
  gdl perft my-game.gdl --depth 3 --divide
  gdl perft draughts --depth 5 --ply turn
"""


@click.command("perft", short_help="Count all positions to a given depth (perft).", epilog=_EPILOG)
@click.argument("ruleset", type=RULESET)
@click.option("--depth", type=click.IntRange(0, 200), required=True, help="Depth in plies.")
@click.option(
    "--ply",
    type=click.Choice(["decision", "turn"]),
    default="decision",
    show_default=True,
    help="What counts as one ply: a decision, or all decisions of a turn.",
)
@settings.players_option
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, help="Random seed of the set-up, if it uses chance."
)
@settings.answers_option
@click.option("--divide", is_flag=True, help="Show a separate count for each first choice.")
@output.format_option("text", "json")
def command(
    ruleset: Ruleset,
    depth: int,
    ply: perft.Ply,
    players: int | None,
    seed: int,
    options: tuple[str, ...],
    divide: bool,
    form: str,
) -> int:
    """Count all positions to a given depth (perft).

    If a change does not affect what is allowed, it leaves these numbers as they are. A game that uses chance during
    play is refused, as it has no such numbers.
    """
    made = loading.compiled(ruleset)
    setting = loading.setting_of(made, players, seed, options)
    executor = made.executor()
    progress = output.Progress("positions", None)
    by = WhoPlays("so few positions take less time than compiling")

    def compiled() -> perft.CompiledTree | None:
        nonlocal by
        try:
            tree = perft.CompiledTree(loading.game_of(made), setting, ply == "turn")
        except perft.NotCompiled as error:
            by = WhoPlays(str(error), True)
            return None
        by = COMPILED
        return tree

    try:
        if divide:
            parts = perft.divide(executor, setting, depth, progress.at, ply, compiled)
            progress.done()
            text = _divided(parts, form, by)
        else:
            counts = perft.count(executor, setting, depth, progress.at, ply, compiled)
            progress.done()
            text = _counted(counts, form, by)
            if counts.set_up_by_chance:
                output.note(f"the set-up uses chance: these are the numbers of seed {seed}")
    except perft.UsesChance as chance:
        progress.done()
        after = f" after {', '.join(chance.line)}" if chance.line else ""
        raise click.UsageError(
            f"play uses chance ({chance.what}{after}), so there is no one number to count; "
            "try `gdl simulate` instead"
        ) from None
    except RuleError as error:
        progress.done()
        output.note(f"error: {described(error)}")
        return FINDINGS
    Executors().say(by)
    output.result(text)
    return 0


def _counted(counts: perft.Counts, form: str, by: WhoPlays) -> str:
    if form == "json":
        made = {
            "schema_version": 1,
            "executor": str(by),
            "positions": list(counts.positions),
            "ended": list(counts.ended),
        }
        return json.dumps(made, indent=2) + "\n"
    rows = [("ply", "positions", "ended")]
    rows += [
        (str(ply), f"{number:,}", f"{over:,}")
        for ply, (number, over) in enumerate(zip(counts.positions, counts.ended, strict=True))
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return "".join(
        "  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)) + "\n" for row in rows
    )


def _divided(parts: list[tuple[str, int]], form: str, by: WhoPlays) -> str:
    total = sum(number for _, number in parts)
    if form == "json":
        choices = [{"id": name, "positions": number} for name, number in parts]
        made = {"schema_version": 1, "executor": str(by), "choices": choices, "total": total}
        return json.dumps(made, ensure_ascii=False, indent=2) + "\n"
    widest = max((len(name) for name, _ in [*parts, ("total", 0)]), default=0)
    return "".join(f"{name:<{widest}}  {number:>12,}\n" for name, number in [*parts, ("total", total)])

"""`gdl stats`: count what a ruleset is made of."""

import json

import click

from gekido_dsl import stats
from gekido_dsl.cli import loading, output
from gekido_dsl.cli.paths import RULESET, Ruleset

_EPILOG = """\b
Examples:
  gdl stats gekido
  gdl stats my-game.gdl --format json
"""


@click.command("stats", short_help="Count the parts of a ruleset.", epilog=_EPILOG)
@click.argument("ruleset", type=RULESET)
@output.format_option("text", "json")
def command(ruleset: Ruleset, form: str) -> int:
    """Count the parts of a ruleset: lines, declarations, statements, table rows, scenarios, options.

    The share shows how many lines are statements, which say step by step what happens, rather than declarations,
    which say what exists.
    """
    made = loading.compiled(ruleset, whole=True)
    counted = stats.measure(made.files, made.game)
    if form == "json":
        output.result(json.dumps(stats.data(counted), ensure_ascii=False, indent=2) + "\n")
    else:
        output.result(stats.text(counted))
    return 0

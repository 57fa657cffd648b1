"""`gdl graph`: draw the turn of a game: its phases and their steps, the windows they open, and the rules they do."""

from pathlib import Path

import click

from gekido_dsl import graph
from gekido_dsl.cli import loading, output
from gekido_dsl.cli.paths import RULESET, Ruleset

_EPILOG = """\b
Examples:
  gdl graph gekido
  gdl graph my-game.gdl --format svg -o my-game.svg
  gdl graph my-game.gdl --format dot | dot -Tpdf > my-game.pdf
"""


@click.command("graph", short_help="Draw a game's phases as a graph.", epilog=_EPILOG)
@click.argument("ruleset", type=RULESET)
@click.option(
    "--format",
    "form",
    type=click.Choice(graph.FORMATS),
    help="Output format; by default taken from the output file's name, else mermaid.",
)
@output.output_option
def command(ruleset: Ruleset, form: str | None, target: Path | None) -> int:
    """Draw a game's turn as a graph: its phases and steps, the windows they open, the rules they use.

    Conditions are written next to the lines.
    """
    game = loading.game_of(loading.compiled(ruleset))
    output.result(graph.render(game, _format(form, target)), target)
    return 0


def _format(form: str | None, target: Path | None) -> graph.Format:
    """Chooses the format: what was asked for, else what the file's name ends in."""
    by_ending: dict[str, graph.Format] = {".svg": "svg", ".dot": "dot", ".gv": "dot"}
    by_ending |= dict.fromkeys(("", ".mmd", ".mermaid", ".md", ".txt"), "mermaid")
    for known in graph.FORMATS:
        if known == form:
            return known
    if target is None:
        return "mermaid"
    if target.suffix.lower() not in by_ending:
        raise click.UsageError(
            f"no format ends in `{target.suffix}`; {', '.join(end for end in by_ending if end)} do, or say --format"
        )
    return by_ending[target.suffix.lower()]

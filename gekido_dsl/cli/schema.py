"""`gdl schema`: print the form that the table of a kind must have, as a JSON schema for editors."""

import json
from pathlib import Path

import click

from gekido_dsl.cli import loading, output
from gekido_dsl.cli.paths import RULESET, Ruleset
from gekido_dsl.diagnostics import suggest
from gekido_dsl.model import nodes as m
from gekido_dsl.model.tables import signs_of, table_of
from gekido_dsl.tables import json_schema

_EPILOG = """\b
Examples:
  gdl schema gekido
  gdl schema gekido "Tech Card" -o tech_cards.schema.json

To use it in an editor, start the table with the line:
  # yaml-language-server: $schema=tech_cards.schema.json
"""


@click.command("schema", short_help="Print the JSON schema of a table.", epilog=_EPILOG)
@click.argument("ruleset", type=RULESET)
@click.argument("kind", required=False)
@output.output_option
def command(ruleset: Ruleset, kind: str | None, target: Path | None) -> int:
    """Print the JSON schema of a kind's table, for editors.

    For a board that is drawn, it is the schema of the table of its signs. Without KIND, the kinds that have a table
    are listed.
    """
    game = loading.game_of(loading.compiled(ruleset))
    tables = {each.name: each for each in game.kinds.values() if each.file or each.legend}
    if kind is None:
        output.result(
            "".join(f"{name}  {each.file or each.legend}\n" for name, each in tables.items()), target
        )
        return 0
    found = _kind(tables, kind)
    made = json_schema(table_of(found, game) if found.file else signs_of(found, game))
    output.result(json.dumps(made, ensure_ascii=False, indent=2) + "\n", target)
    return 0


def _kind(tables: dict[str, m.Kind], name: str) -> m.Kind:
    for known, kind in tables.items():
        if name.casefold() in (known.casefold(), kind.plural.casefold()):
            return kind
    near = suggest.did_you_mean(name, tables) or f"there are {', '.join(tables) or 'none'}"
    raise click.BadParameter(f"no kind with a table is called `{name}`; {near}", param_hint="KIND")

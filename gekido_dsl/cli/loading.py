"""A ruleset that the user names becomes a game that can be played, or its problems are shown.

Invariants:
    What is returned has no errors; warnings are not shown, `gdl validate` is there for them.
"""

from collections.abc import Sequence

import click

from gekido_dsl import cache
from gekido_dsl.cli import output, settings
from gekido_dsl.cli.paths import Ruleset
from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import Severity, has_errors
from gekido_dsl.engine import Setting
from gekido_dsl.model import nodes as m


def compiled(ruleset: Ruleset, *, whole: bool = False) -> Compilation:
    """Reads a ruleset and goes on only if it means something.

    Args:
        whole: whether more is wanted than to play; see `cache.load`.
    Raises:
        click.exceptions.Exit: it has errors, which have been shown.
    """
    made = cache.load(ruleset.name, ruleset.provider, whole=whole)
    if made.game is None or has_errors(made.diagnostics):
        errors = [found for found in made.diagnostics if found.severity is Severity.ERROR]
        output.complain(errors)
        output.note(f"{ruleset.argument} has errors; `gdl validate {ruleset.argument}` shows everything")
        raise click.exceptions.Exit(1)
    return made


def game_of(made: Compilation) -> m.Game:
    """Gives the game of a ruleset without errors."""
    if made.game is None:
        raise ValueError("the ruleset has errors")
    return made.game


def setting_of(
    made: Compilation, players: int | None, seed: int, options: Sequence[str], seats: Sequence[str] = ()
) -> Setting:
    """Makes the setting of a match from what the user wrote.

    Raises:
        click.BadParameter: the game is not for so many, or an option is wrong.
    """
    game = game_of(made)
    count = settings.player_count(players, game.least_players, game.most_players, game.title, seats)
    return Setting(count, seed, settings.option_answers(options, made.option_names))

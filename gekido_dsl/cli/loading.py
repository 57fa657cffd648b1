"""A ruleset that the user names becomes a game that can be played, or its problems are shown.

Invariants:
    What is returned has no errors; warnings are not shown, `gdl validate` is there for them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from gekido_dsl import cache
from gekido_dsl.cli import output, settings
from gekido_dsl.cli.paths import Ruleset
from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import Severity, has_errors
from gekido_dsl.engine import Setting
from gekido_dsl.source import SourceProvider

if TYPE_CHECKING:
    from gekido_dsl.model import nodes as m


@dataclass(frozen=True, slots=True)
class Cover:
    """What a box says of the game in it: all that is needed to ask for a match."""

    title: str
    least_players: int
    most_players: int
    option_names: Mapping[str, Sequence[str]]
    """Answers by option, the default first."""
    made: Compilation | None = None
    """The game itself, if it had to be loaded for this."""

    def setting(
        self, players: int | None, seed: int, options: Sequence[str], seats: Sequence[str]
    ) -> Setting:
        """Makes the setting of a match from what the user wrote.

        Raises:
            click.BadParameter: the game is not for so many, or an option is wrong.
        """
        count = settings.player_count(players, self.least_players, self.most_players, self.title, seats)
        return Setting(count, seed, settings.option_answers(options, self.option_names))


def cover(ruleset: Ruleset) -> Cover:
    """Reads of a ruleset what is needed to ask for a match; the game itself is not loaded if that is in the store.

    Raises:
        click.exceptions.Exit: it has errors, which have been shown.
    """

    loaded: list[Compilation] = []

    def work(provider: SourceProvider) -> tuple[Any, ...] | None:
        made = cache.load(ruleset.name, provider)
        made.provider = ruleset.provider
        if made.game is None or has_errors(made.diagnostics):
            return None
        loaded.append(made)
        return _said(made)

    found = cache.remembered("cover", ruleset.name, ruleset.provider, work)
    if found is None:
        loaded[:] = [compiled(ruleset)]
        found = _said(loaded[0])
    return Cover(*found, *loaded)


def _said(made: Compilation) -> tuple[Any, ...]:
    game = game_of(made)
    return game.title, game.least_players, game.most_players, made.option_names


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


def game_of(made: Compilation) -> "m.Game":
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
    return Cover(*_said(made)).setting(players, seed, options, seats)

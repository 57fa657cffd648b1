"""The trained players that lie beside a ruleset, as commands find and keep them."""

from pathlib import Path
from typing import Final

import click

from gekido_dsl.cli import output
from gekido_dsl.cli.paths import Ruleset
from gekido_dsl.engine import Setting
from gekido_dsl.learning.player import BadPlayers, Player, Players, name_beside, read
from gekido_dsl.play.kinds import QUICK
from gekido_dsl.source import ReadFailure, SourceProvider

_said: Final[set[str]] = set()


def beside(ruleset: Ruleset, provider: SourceProvider | None = None) -> Players:
    """Reads the trained players of a ruleset; none where there is no file.

    Args:
        provider: reads it, where that is to be noted.
    Raises:
        click.UsageError: the file cannot be used.
    """
    name = name_beside(ruleset.name)
    got = (provider or ruleset.provider).read(name, None)
    if isinstance(got, ReadFailure):
        if got.kind == "missing":
            return Players()
        raise click.UsageError(f"{name} cannot be read: {got.reason}")
    try:
        return read(got.text, name)
    except BadPlayers as error:
        raise click.UsageError(str(error)) from None


def path_beside(ruleset: Ruleset) -> Path | None:
    """Gives where the file lies that `gdl train` writes; None for the standard input and for a shipped game."""
    return ruleset.path.with_name(name_beside(ruleset.path.name)) if ruleset.path is not None else None


def player_for(
    ruleset: Ruleset, identity: str, setting: Setting, provider: SourceProvider | None = None
) -> Player:
    """Gives the player that was trained for a setting, and says how far it was checked.

    Raises:
        click.UsageError: there is none, or the file cannot be used.
    """
    players = beside(ruleset, provider)
    found = players.of(setting)
    if found is None:
        options = "".join(f" --option '{name}={answer}'" for name, answer in setting.options.items())
        raise click.UsageError(
            f"there is no trained player of {ruleset.argument} for {setting.players} players; "
            f"`gdl train {ruleset.argument} --players {setting.players}{options}` makes one"
        )
    told = caution(found, players.ruleset != identity)
    if told not in _said:
        _said.add(told)
        output.note(told)
    return found


def caution(player: Player, old: bool) -> str:
    """Says how far a trained player was checked, and whether the rules have changed since."""
    won = [f"{found} against {name}" for name, found in player.checked]
    rounds = "1 round" if player.rounds == 1 else f"{player.rounds} rounds"
    said = f"{QUICK} was trained for {rounds}; it won {' and '.join(won) or 'nothing that was measured'}"
    return f"{said}; the rules have changed since, so `gdl train` should train it again" if old else said

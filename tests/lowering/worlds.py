"""Plays one match on both executors and draws worlds; see `lockstep.worlds`."""

from collections.abc import Mapping

from gekido_dsl.engine import Setting
from gekido_dsl.lockstep import Worlds
from gekido_dsl.model import nodes as m


def worlds(
    game: m.Game,
    seed: int,
    players: int = 0,
    options: Mapping[str, str] | None = None,
    most: int = 60,
    every: int = 7,
) -> tuple[int, int]:
    """Gives how many worlds went on as compiled code, and how many as the interpreter has it.

    Args:
        every: after how many decisions a world is drawn for each seat.
    """
    return Worlds(game).play(Setting(players or game.least_players, seed, dict(options or {})), most, every)

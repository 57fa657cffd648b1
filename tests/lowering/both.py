"""Plays one match with the interpreter and as machine code, both behind the engine contract; see `lockstep.telling`."""

from collections.abc import Mapping

from gekido_dsl import engine as e
from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.lockstep.telling import Telling
from gekido_dsl.model import nodes as m


def both(
    game: m.Game,
    seed: int,
    players: int = 0,
    options: Mapping[str, str] | None = None,
    most: int = 1_000,
    every: int = 10,
    compiled: CompiledExecutor | None = None,
) -> int:
    """Plays one match with choices drawn from a seed; gives the number of events that were compared.

    Args:
        every: after how many decisions all that can be seen is compared.
    """
    setting = e.Setting(players or game.least_players, seed, dict(options or {}))
    return Telling(game, compiled).play(setting, most, every)

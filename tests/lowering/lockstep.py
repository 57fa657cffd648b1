"""One match on the interpreter and on the program that the ruleset was lowered to; see `gekido_dsl.lockstep`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from by_python import Match

from gekido_dsl.api import read
from gekido_dsl.engine import Setting
from gekido_dsl.lockstep import Pair
from gekido_dsl.lowering import Lowered, lower
from gekido_dsl.model import nodes as m
from gekido_dsl.rng import Rng

RULESETS = Path(__file__).parent.parent.parent / "rulesets"


def game_of(name: str) -> m.Game:
    """Reads a shipped ruleset, as `gekido` or `classics/hex`."""
    return read(RULESETS / f"{name}.gdl").game


def lockstep(
    game: m.Game,
    seed: int,
    players: int = 0,
    options: Mapping[str, str] | None = None,
    most: int = 1_000,
    lowered: Lowered | None = None,
    by: type[Match] | None = None,
) -> int:
    """Plays one match with choices drawn from a seed; gives the number of decisions that were compared.

    Args:
        by: what runs the program; `Match`, slow, looks at every index and number besides.
    """
    setting = Setting(players or game.least_players, seed, dict(options or {}))
    key = id(game), setting.players, tuple(setting.options.items()), id(lowered), by
    if _last.get("key") != key:
        if by is not None:
            from gekido_dsl.interpreter import Interpreter

            numbers = Interpreter(game, trace=False).option_numbers(setting.options)
            made = lowered = lowered or lower(game, setting.players, numbers)
            pair = Pair(game, setting, lowered, lambda seed: by(made.program, seed))
        else:
            pair = Pair(game, setting, lowered)
        _last.update(key=key, pair=pair, held=(game, lowered))
    played: Pair = _last["pair"]
    return played.play(seed, Rng(seed + 1), most)


_last: dict[str, Any] = {}
"""The pair that played last: most tests play several matches of one game."""

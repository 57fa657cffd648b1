"""The lowering: a game, with its number of players and the answers to its options, becomes a program.

`lowering` holds what all of it shares, `writer` writes one function, `sets` answer what is asked of several,
`operators` and `verbs` lower the kernel by groups, `bodies`, `asking` and `turn` what is around it.
"""

from collections.abc import Mapping

from gekido_dsl.lowering import effects, links, moving_at_once, operators, shuffling, verbs, windows
from gekido_dsl.lowering.lowering import STATEMENTS, Lowered, Lowering
from gekido_dsl.lowering.registry import NotLowered, TooMuch
from gekido_dsl.model import nodes as m
from gekido_dsl.program.build import TooLong


def lower(game: m.Game, players: int, options: Mapping[str, int], judged: bool = False) -> Lowered:
    """Lowers a game without errors, for a number of players, with the number of the answer of each option.

    Args:
        judged: whether to write what judges positions, too; see `judging`.
    """
    try:
        return Lowering(game, players, options).lower(judged)
    except TooLong:
        raise TooMuch(f"the program would have more than {STATEMENTS:,} statements", game.span) from None


# Each module of these registers what it lowers.
__all__ = [
    "Lowered", "NotLowered", "effects", "links", "lower", "moving_at_once", "operators", "shuffling", "verbs",
    "windows",
]  # fmt: skip

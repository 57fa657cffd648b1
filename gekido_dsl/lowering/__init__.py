"""The lowering: a game, with its number of players and the answers to its options, becomes a program.

`lowering` holds what all of it shares, `writer` writes one function, `sets` answer what is asked of several,
`operators` and `verbs` lower the kernel by groups, `bodies`, `asking` and `turn` what is around it.
"""

from collections.abc import Mapping

from gekido_dsl.lowering import effects, links, moving_at_once, operators, shuffling, verbs, windows
from gekido_dsl.lowering.lowering import STATEMENTS, Lowered, Lowering
from gekido_dsl.lowering.registry import CompilerFailed, NotLowered, TooMuch
from gekido_dsl.model import nodes as m
from gekido_dsl.program.build import TooLong


def lower(game: m.Game, players: int, options: Mapping[str, int], judged: bool = False) -> Lowered:
    """Lowers a game without errors, for a number of players, with the number of the answer of each option.

    Args:
        judged: whether to write what judges positions, too; see `judging`.
    Raises:
        NotLowered: something has no lowering, there is too much of it, or the lowering itself failed.
    """
    lowering: Lowering | None = None
    try:
        lowering = Lowering(game, players, options)
        return lowering.lower(judged)
    except TooLong:
        raise TooMuch(f"the program would have more than {STATEMENTS:,} statements", game.span) from None
    except NotLowered:
        raise
    except Exception as error:  # a fault of ours, which the interpreter makes good
        raise CompilerFailed(error, lowering.at if lowering is not None else None) from error


# Each module of these registers what it lowers.
__all__ = [
    "CompilerFailed", "Lowered", "NotLowered", "TooMuch", "effects", "links", "lower", "moving_at_once", "operators",
    "shuffling", "verbs", "windows",
]  # fmt: skip

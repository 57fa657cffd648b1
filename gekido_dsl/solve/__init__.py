"""A small game becomes what it is worth: who wins by best play, how soon, and by which choices.

For two players who see everything, without chance. Positions are looked at once each, then valued backwards from the
ends. Whoever decides takes what is best for them; turns need not alternate.

Invariants:
    What is said to be certain follows from positions that were looked at, whatever those are worth that were not.
"""

from collections.abc import Callable

from gekido_dsl.solve.checking import keeps, mattering
from gekido_dsl.solve.graph import Broken, Walk, explore
from gekido_dsl.solve.solved import Solved, Step, Verdict, Worded
from gekido_dsl.solve.walks import Chance, CompiledWalk, InterpretedWalk, Shared, cells_of

__all__ = [
    "Broken",
    "Chance",
    "CompiledWalk",
    "InterpretedWalk",
    "Shared",
    "Solved",
    "Step",
    "Verdict",
    "Worded",
    "cells_of",
    "keeps",
    "mattering",
    "solve",
]


def solve(
    walk: Walk,
    most: int,
    tell: Callable[[int], None] = lambda found: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Solved:
    """Solves a match of two seats.

    Args:
        most: positions after which no more are looked at.
        tell: is told now and then how many were found.
        stopped: whether somebody wishes to stop; what is known then is given.
    Raises:
        Broken: a choice is followed by chance, or ends the match for both as one, or breaks a rule.
    """
    return Solved(explore(walk, most, tell, stopped))

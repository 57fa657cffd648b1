"""What happens becomes work of hands at a table: things that are moved, drawn and thrown, numbers that are changed.

Both executors count by this, so that a game can be told to be fiddly whoever plays it.
"""

from typing import Any, Final

from gekido_dsl.ground.told import TOLD, Work
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import IntType

_PLACES: Final = {Work.MOVES: 0, Work.DRAWS: 1, Work.THROWS: 2, Work.NUMBERS: 3}


def work_of(kind: str, args: tuple[Any, ...]) -> int:
    """Gives the place in `HANDS` of what an event tells; -1 where nobody has to lift a hand.

    A fact counts where it is a number that players see change: what the log is silent about is told by nothing, and
    what a phase alone keeps, as how often dice were rolled, is remembered.
    """
    work = TOLD[kind].work
    if work is Work.FACT:
        goal = args[0]
        if (
            not isinstance(goal, m.Expr)
            or isinstance(goal, m.ops.Local)
            or not isinstance(goal.type, IntType)
        ):
            return -1
        remembered = isinstance(getattr(goal.ref, "owner", None), m.Procedure)
        return -1 if remembered or getattr(goal.ref, "unlogged", False) else 3
    return _PLACES.get(work, -1)

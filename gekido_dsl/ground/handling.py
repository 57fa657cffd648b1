"""What happens becomes work of hands at a table: things that are moved, drawn and thrown, numbers that are changed.

Both executors count by this, so that a game can be told to be fiddly whoever plays it.
"""

from typing import Any, Final

from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import IntType

_WORK: Final = {
    "move": 0, "lock": 0, "keep": 0, "discard": 0, "remove": 0, "off": 0, "destroy": 0, "lose_die": 0, "flip": 0,
    "draw": 1,
    "roll": 2, "reroll": 2, "roll_into": 2,
    "damage": 3, "heal": 3, "fill": 3,
}  # fmt: skip


def work_of(kind: str, args: tuple[Any, ...]) -> int:
    """Gives the place in `HANDS` of what an event tells; -1 where nobody has to lift a hand.

    A fact counts where it is a number that players see change: what the log is silent about is told by nothing.
    """
    if kind == "set":
        goal = args[0]
        if not isinstance(goal, m.Expr) or goal.op == "local" or not isinstance(goal.type, IntType):
            return -1
        return -1 if getattr(goal.ref, "unlogged", False) else 3
    return _WORK.get(kind, -1)

"""Expressions of the kernel become functions of a state and the locals of a body.

Each operator of `model.nodes.OPERATORS` has one function, which says what the operator means and is registered with
`gives`; modules have them by groups. The functions are made once for a game; a match holds none of them.

Invariants:
    Evaluating changes nothing.
    A set is a list in the defined order: things by number, spaces by position or along their line, players from the
    one on turn.
"""

from gekido_dsl.interpreter.operators import (
    adding,
    amounts,
    boards,
    cards,
    dice,
    directions,
    facts,
    logic,
    networks,
    pieces,
    players,
    positions,
    ranking,
    sets,
    tiles,
    ways,
)
from gekido_dsl.interpreter.operators.making import MAKERS, Evaluator
from gekido_dsl.model import nodes as m

__all__ = [
    "Evaluator",
    "adding",
    "amounts",
    "boards",
    "cards",
    "dice",
    "directions",
    "facts",
    "logic",
    "networks",
    "pieces",
    "players",
    "positions",
    "ranking",
    "sets",
    "tiles",
    "ways",
]

assert {op.op for op in MAKERS} == m.OPERATORS, "an operator has no meaning here"

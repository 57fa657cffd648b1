"""Expressions of the kernel become functions of a state and the locals of a body.

Each operator of `model.nodes.OPERATORS` has one method, which says what the operator means and is registered with
`gives`; `operators` has them by groups. The functions are made once for a game; a match holds none of them.

Invariants:
    Evaluating changes nothing.
    A set is a list in the defined order: things by number, spaces by position or along their line, players from the
    one on turn.
"""

from gekido_dsl.interpreter.operators.amounts import Amounts
from gekido_dsl.interpreter.operators.boards import Boards
from gekido_dsl.interpreter.operators.dice import Dice
from gekido_dsl.interpreter.operators.directions import Directions
from gekido_dsl.interpreter.operators.facts import Facts
from gekido_dsl.interpreter.operators.logic import Logic
from gekido_dsl.interpreter.operators.making import MAKERS
from gekido_dsl.interpreter.operators.ways import Ways
from gekido_dsl.model import nodes as m


class Evaluator(Facts, Boards, Directions, Ways, Dice, Logic, Amounts):
    """Makes the functions of one program."""


assert {op.op for op in MAKERS} == m.OPERATORS, "an operator has no meaning here"

"""Operators about several cards: the best pattern that they make, and what it is worth."""

from collections.abc import Callable

from gekido_dsl.interpreter.operators.making import Function, gives
from gekido_dsl.interpreter.state import Evaluation, Locals, State
from gekido_dsl.model import hands
from gekido_dsl.model import nodes as m


@gives(m.ops.BestPattern)
def _best_pattern(ev: Evaluation, e: m.ops.BestPattern) -> Function:
    made = _made(ev, e)
    return lambda s, L: made(s, L)[0]


@gives(m.ops.Worth)
def _worth(ev: Evaluation, e: m.ops.Worth) -> Function:
    made = _made(ev, e)
    return lambda s, L: made(s, L)[1]


def _made(ev: Evaluation, e: m.ops.BestPattern | m.ops.Worth) -> Callable[[State, Locals], tuple[int, int]]:
    ranking, base = e.ref.ranking, ev.make(e.cards)
    assert ranking is not None
    rows, row_of = [ranking.values(row) for row in ranking.kind.rows], ev.layout.row_of

    def made(s: State, L: Locals) -> tuple[int, int]:
        cards = [rows[row_of[card]] for card in base(s, L)]
        ev.work += len(cards) * (len(ranking.patterns) + 1)
        return hands.best(ranking, cards)

    return made

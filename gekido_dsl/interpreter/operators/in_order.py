"""Several things in the order in which they are dealt with: that of their places, where some may lie hidden."""

from collections.abc import Callable, Sequence
from typing import Any

from gekido_dsl.ground import in_places
from gekido_dsl.interpreter.operators.making import Function
from gekido_dsl.interpreter.state import Evaluation, Locals, State
from gekido_dsl.model import nodes as m


def listing(ev: Evaluation, several: m.Expr) -> Function:
    """Makes the function of an expression whose things are dealt with one after the other."""
    give = ev.make(several)
    put = placing(ev, several)
    return give if put is None else lambda s, L: put(s, give(s, L))


def counted(ev: Evaluation, several: m.Expr, *asked: m.Expr) -> Callable[[State, Locals], Sequence[Any]]:
    """Makes the same of an expression whose things are looked at one by one, counted."""
    give = ev.counted(several, *asked)
    put = placing(ev, several)
    return give if put is None else lambda s, L: put(s, give(s, L))


def placing(ev: Evaluation, several: m.Expr) -> Callable[[State, Sequence[int]], list[int]] | None:
    """Makes the function that orders what an expression gives; None where that is in order."""
    kind = in_places.numbered(ev.game, several)
    if kind is None:
        return None
    one = kind
    if in_places.backwards(several):
        return lambda s, found: in_places.ordered(s, found[::-1], one)[::-1]
    return lambda s, found: in_places.ordered(s, found, one)

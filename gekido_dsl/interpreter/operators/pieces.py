"""Operators about shapes of several squares: how they may lie, and what they cover."""

from gekido_dsl.ground.pieces import cut_of, under
from gekido_dsl.interpreter.operators.making import Function, gives
from gekido_dsl.interpreter.state import Evaluation, Locals, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE


@gives(m.ops.Lies)
def _lies(ev: Evaluation, e: m.ops.Lies) -> Function:
    squares, allowed = e.ref
    cut, thing = cut_of(ev.layout, squares), ev.make(e.thing)
    lies, first = cut.lies(allowed), cut.wholes.start

    def listed(s: State, L: Locals) -> list[int]:
        one = thing(s, L)
        return list(lies[one - first]) if one != NONE else []

    return listed


@gives(m.ops.Covered)
def _covered(ev: Evaluation, e: m.ops.Covered) -> Function:
    cut = cut_of(ev.layout, e.ref[0])
    thing, space, lie = ev.make(e.thing), ev.make(e.space), ev.make(e.lie)

    def covered(s: State, L: Locals) -> list[int]:
        one, here, way = thing(s, L), space(s, L), lie(s, L)
        ev.work += cut.most
        return under(s, cut, one, here, way) if NONE not in (one, here, way) else []

    return covered

"""Operators about shapes of several squares: how they may lie, and what they cover."""

from gekido_dsl.ground.pieces import cut_of
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
    squares, board = e.ref
    cut, layout = cut_of(ev.layout, squares), ev.layout
    thing, space, lie = ev.make(e.thing), ev.make(e.space), ev.make(e.lie)
    charts, chart_of, base, at = layout.charts, layout.chart_of, layout.base_of, layout.position_cell

    def covered(s: State, L: Locals) -> list[int]:
        one, here, way = thing(s, L), space(s, L), lie(s, L)
        if NONE in (one, here, way) or s.cells[at + here] == NONE:
            return []
        chart, spot, found = charts[chart_of[here]], s.cells[at + here], list[int]()
        for down, right in cut.on(board, one, way):
            ev.work += 1
            there = chart.stepped(spot, down, right)
            found.append(s.cells[base[here] + there] if there != NONE else NONE)
            if found[-1] == NONE:
                return []
        return found

    return covered

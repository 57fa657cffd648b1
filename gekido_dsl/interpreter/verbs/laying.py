"""Verbs that lay spaces: a drawing is laid out on a board, two spaces change places."""

from gekido_dsl.engine import RuleError
from gekido_dsl.ground import floor
from gekido_dsl.interpreter.state import Code, Frame, State
from gekido_dsl.interpreter.verbs.acting import Act, Acts, runs
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, ThingType


@runs(m.acts.Swap)
def _swap(v: Acts, w: m.Sentence, it: m.acts.Swap, code: Code) -> Act:
    """Lays each of two spaces where the other lay; what stands on them goes with them."""
    first, second = v.expr(it.space), v.expr(it.other)
    kind = it.space.type
    assert isinstance(kind, ThingType) and kind.kind.board is not None
    at, position = v.layout.at_cell[kind.kind.board.name], v.layout.position_cell

    def act(s: State, f: Frame) -> None:
        one, other = first(s, f.locals), second(s, f.locals)
        if NONE in (one, other):
            if w.if_possible:
                return
            raise RuleError("there is no space to swap", w.span)
        here, there = s.cells[position + one], s.cells[position + other]
        for space, spot in ((one, here), (other, there)):
            if spot == NONE:
                if w.if_possible:
                    return
                raise RuleError(f"{v.labels.space(s, space)} does not lie on the board", w.span)
        if one == other:
            return
        s.cells[position + one], s.cells[position + other] = there, here
        s.cells[at + there], s.cells[at + here] = one, other
        v.tell(s, code, w.span, "swap", one, other)

    return act


@runs(m.acts.LayOut)
def _lay_out(v: Acts, w: m.Sentence, it: m.acts.LayOut, code: Code) -> Act:
    goal, drawing = it.board, it.plan
    assert isinstance(goal, m.ops.Board)
    board: m.Board = goal.ref
    given = v.expr(drawing)
    whose = v.expr(goal.owner) if goal.owner is not None else None
    every = range(v.layout.players) if board.each_player else (NONE,)

    def act(s: State, f: Frame) -> None:
        found = given(s, f.locals)
        owners = every if whose is None else [whose(s, f.locals)]
        for owner in owners:
            plan = floor.own(v.layout, found, owner)
            if plan == NONE and w.if_possible:
                continue
            if plan == NONE:
                raise RuleError(f"there is nothing to lay {board.name} out as", w.span)
            standing = floor.in_the_way(s, board, owner, plan, it.lie)
            if standing:
                thing, where = standing[0], v.labels.space(s, s.where[standing[0]])
                raise RuleError(
                    f"{v.labels.thing(s, thing)} stands on {where}, which would be taken away", w.span
                )
            floor.lay(s, board, owner, plan, it.lie)
            v.tell(s, code, w.span, "lay_out", board, owner, plan, it.lie)

    return act

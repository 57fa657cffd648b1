"""The verb that lays a drawing out on a board."""

from gekido_dsl.engine import RuleError
from gekido_dsl.ground import floor
from gekido_dsl.interpreter.state import Code, Frame, State
from gekido_dsl.interpreter.verbs.acting import Act, Acts, runs
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE


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
            standing = floor.in_the_way(s, board, owner, plan)
            if standing:
                thing, where = standing[0], v.labels.space(s, s.where[standing[0]])
                raise RuleError(
                    f"{v.labels.thing(s, thing)} stands on {where}, which would be taken away", w.span
                )
            floor.lay(s, board, owner, plan)
            v.tell(s, code, w.span, "lay_out", board, owner, plan)

    return act

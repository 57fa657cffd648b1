"""The verb that lays a drawing out on a board."""

from typing import TYPE_CHECKING

from gekido_dsl.engine import RuleError
from gekido_dsl.interpreter.state import Frame, State
from gekido_dsl.interpreter.verbs.acting import Act, Verbs
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE

if TYPE_CHECKING:
    from gekido_dsl.interpreter.program import Code


class Laying(Verbs):
    """The verb that lays a drawing out on a board."""

    def _lay_out(self, w: m.Sentence, code: "Code") -> Act:
        goal, drawing = w.act.args
        board: m.Board = goal.ref
        given = self.expr(drawing)
        whose = self.expr(goal.args[0]) if goal.args else None
        every = range(self.layout.players) if board.each_player else (NONE,)

        def act(s: State, f: Frame) -> None:
            found = given(s, f.locals)
            owners = every if whose is None else [whose(s, f.locals)]
            for owner in owners:
                plan = self._own(found, owner)
                if plan == NONE and w.if_possible:
                    continue
                if plan == NONE:
                    raise RuleError(f"there is nothing to lay {board.name} out as", w.span)
                self.lay_out(s, board, owner, plan, w)
                self.tell(s, code, w.span, "lay_out", board, owner, plan)

        return act

    def _own(self, found: int | list[int], owner: int) -> int:
        """Gives the thing whose drawing is laid on a board of a player: his own of those like the one named."""
        named = (found[0] if found else NONE) if isinstance(found, list | tuple) else found
        layout = self.layout
        if owner == NONE or named == NONE:
            return named
        alike = layout.called[layout.kind_of[named].name, layout.name_of(named)]
        return next((thing for thing in alike if layout.born_to[thing] == owner), NONE)

    def lay_out(self, s: State, board: m.Board, owner: int, plan: int, w: m.Sentence) -> None:
        """Takes away the spaces that lie on a board and lays those of a drawing."""
        layout = self.layout
        position = layout.position_cell
        spaces = layout.parts.get((board.space.name, plan), [])
        cells = layout.cells_of(board, owner)
        for space in (s.cells[cell] for cell in cells):
            if space != NONE and layout.parent_of[space] != plan and s.contents[space]:
                thing, where = s.contents[space][0], self.labels.space(s, space)
                raise RuleError(
                    f"{self.labels.thing(s, thing)} stands on {where}, which would be taken away", w.span
                )
        for cell in cells:
            if s.cells[cell] != NONE:
                s.cells[position + s.cells[cell]] = NONE
                s.cells[cell] = NONE
        for space in spaces:
            spot = layout.spots[space]
            s.cells[cells.start + spot], s.cells[position + space] = space, spot

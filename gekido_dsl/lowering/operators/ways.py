"""How far it is: the least number of steps between things on a board, looked for from the goals outwards."""

from gekido_dsl.ground.geometry import neighbourhood
from gekido_dsl.lowering import geometry as geo
from gekido_dsl.lowering.registry import operator
from gekido_dsl.lowering.sets import Set
from gekido_dsl.lowering.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, Type
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


@operator("distance")
def distance(w: Writer, e: m.Expr) -> ir.Expr:
    """The fewest steps over these spaces, the first left out; without a way the number of spaces."""
    code = w.code
    starts, ends = w.things(e.args[0]).freeze(w), w.things(e.args[1]).freeze(w)
    least = code.variable(e.value, "far")
    with code.block("distance") as done:
        for board in w.game.boards.values():
            if not w.layout.things[board.space.name]:
                continue
            for owner in range(w.layout.players if board.each_player else 1):
                _Field(w, e, board, owner).measure(starts, ends, least, done)
    return least


class _Field:
    """How far each position of a board is from the nearest goal."""

    def __init__(self, w: Writer, e: m.Expr, board: m.Board, owner: int) -> None:
        self.w = w
        self.code = w.code
        self.e = e
        self.board = board
        self.size = board.rows * board.columns
        self.first = x.constant(owner * self.size)
        self.steps = w.code.frame("steps", self.size)
        self.goal = w.code.frame("goals", self.size, 8)
        self.queue = w.code.frame("rim", self.size)

    def measure(self, starts: Set, ends: Set, least: ir.Local, done: ir.Label) -> None:
        """Takes the least of the starts that lie on this board; 0, and done, if one is a goal itself."""
        w, code = self.w, self.code
        with code.each(0, self.size) as k:
            code.store(self.steps, k, NONE)
            code.store(self.goal, k, 0)
        number = code.variable(0, "reached")
        chart = code.variable(0, "chart")

        def end(thing: ir.Expr, _: ir.Label) -> None:
            with code.block("elsewhere") as out:
                spot, space = self._spot(thing, self.e.args[1].type, out)
                code.set(chart, geo.chart_of(w, self.board, space))
                code.br(out, x.load(self.goal, spot))
                code.store(self.goal, spot, 1)
                code.br(out, x.not_(self._open(spot)))
                code.store(self.steps, spot, 0)
                code.store(self.queue, number, spot)
                code.set(number, x.add(number, 1))

        ends.each(w, end)
        self._spread(number, chart)

        def start(thing: ir.Expr, _: ir.Label) -> None:
            with code.block("elsewhere") as out:
                spot, _space = self._spot(thing, self.e.args[0].type, out)
                with code.if_(x.load(self.goal, spot)):
                    code.set(least, 0)
                    code.br(done)
                far = code.let(x.load(self.steps, spot))
                with code.if_(x.and_(x.ge(far, 0), x.lt(far, least))):
                    code.set(least, far)

        starts.each(w, start)

    def _spot(self, thing: ir.Expr, kind: Type, out: ir.Label) -> tuple[ir.Expr, ir.Expr]:
        """Gives where a thing is on this board, or leaves."""
        w, code = self.w, self.code
        spaces = w.layout.things[self.board.space.name]
        code.br(out, x.lt(thing, 0))
        space = code.let(geo.space_of(w, thing, kind))
        code.br(out, x.not_(x.within(space, spaces.start, spaces.stop - 1)))
        if self.board.each_player:
            code.br(out, x.ne(geo.base_of(w, self.board, space), self.first))
        spot = code.let(geo.position(w, space, self.board))
        code.br(out, x.lt(spot, 0))
        return spot, space

    def _open(self, spot: ir.Expr) -> ir.Expr:
        """Tells whether a way may lead over a position."""
        w, code = self.w, self.code
        space = code.let(geo.space_at(w, self.board, self.first, spot))
        if len(self.e.args) < 3:
            return x.ge(space, 0)
        found = code.variable(x.ge(space, 0), "open")
        with code.if_(found):
            code.set(found, w.several(self.e.args[2]).has(w, space))
        return found

    def _spread(self, number: ir.Local, chart: ir.Expr) -> None:
        w, code, board = self.w, self.code, self.board
        table, wide = geo.by_spot(
            w, board, "around", lambda terrain: [sorted(one) for one in neighbourhood(board, 1, terrain)]
        )
        several = len(geo.charts_of(w, board)) > 1
        at = code.variable(0, "at")
        with code.block("spread") as end, code.loop("spread", bound=self.size + 1) as again:
            code.br(end, x.ge(at, number))
            spot = code.let(x.load(self.queue, at))
            code.set(at, x.add(at, 1))
            here = code.let(x.add(x.load(self.steps, spot), 1))
            row = code.let(geo.row_of_table(w, board, chart if several else x.constant(0), spot, wide))
            with code.each(0, wide, "near") as k, code.block("known") as known:
                other = code.let(x.load(table, x.add(row, k)))
                code.br(known, x.lt(other, 0))
                code.br(known, x.ge(x.load(self.steps, other), 0))
                code.store(self.steps, other, here)
                code.br(known, x.not_(self._open(other)))
                code.store(self.queue, number, other)
                code.set(number, x.add(number, 1))
            code.br(again)

"""How far it is: the least number of steps between things on a board, looked for from the goals outwards."""

from collections.abc import Container, Iterable, Sequence
from typing import Final

from gekido_dsl.ground.charts import Chart
from gekido_dsl.lowering.boards import geometry as geo
from gekido_dsl.lowering.sets.sets import Set
from gekido_dsl.lowering.writing.amounts import as_number
from gekido_dsl.lowering.writing.functions import function_of
from gekido_dsl.lowering.writing.registry import operator
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, IntType, SetType, ThingType, Type
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

_TABLE: Final = 200_000
"""So many distances are kept in a table."""


@operator(m.ops.Distance)
def distance(w: Writer, e: m.ops.Distance) -> ir.Expr:
    """The fewest steps over these spaces, the first left out; without a way the number of spaces."""
    code = w.code
    board = _counted(w, e)
    if board is not None:
        return _between(w, e, board)
    starts, ends = w.things(e.origin).freeze(w), w.things(e.goal).freeze(w)
    least = code.variable(e.value, "far")
    with code.block("distance") as done:
        for board in w.game.boards.values():
            if not w.layout.spaces[board.name]:
                continue
            for owner in range(w.layout.players if board.each_player else 1):
                _Field(w, e, board, owner).measure(starts, ends, least, done)
    return least


def _counted(w: Writer, e: m.ops.Distance) -> m.Board | None:
    """Gives the board on which all distances are known: between two on it, over whatever lies there, and stays."""
    boards = [one for one in w.game.boards.values() if w.layout.spaces[one.name]]
    if e.spaces is not None or len(boards) != 1 or any(isinstance(arg.type, SetType) for arg in e.args):
        return None
    size = boards[0].size
    if (
        any(w.lowering.may_leave(ThingType(kind)) for kind in boards[0].kinds)
        or len(geo.charts_of(w.layout, boards[0])) * size**2 > _TABLE
    ):
        return None
    return boards[0]


def _between(w: Writer, e: m.ops.Distance, board: m.Board) -> ir.Expr:
    """Gives the distance of two from a table."""
    code, size = w.code, board.size

    def numbers(chart: Chart) -> Sequence[Sequence[int]]:
        near = chart.near
        spaces = range(size) if chart.spaces is None else chart.spaces
        return [
            _steps(near, spaces, spot, e.value) if spot in spaces else [e.value] * size
            for spot in range(size)
        ]

    table, wide = geo.by_spot(w, board, f"steps to {e.value}", numbers)
    found = code.variable(e.value, "far")
    here = geo.space_of(w, w.fixed(e.origin), e.origin.type)
    there = geo.space_of(w, w.fixed(e.goal), e.goal.type)
    with code.if_(x.and_(x.ge(here, 0), x.ge(there, 0))):
        start, end = code.let(geo.position(w, here, board)), code.let(geo.position(w, there, board))
        same = x.and_(x.ge(start, 0), x.ge(end, 0))
        if board.each_player:
            same = x.and_(same, x.eq(geo.base_of(w, board, here), geo.base_of(w, board, there)))
        with code.if_(same):
            row = geo.row_of_table(board, geo.chart_of(w, board, there), end, wide)
            code.set(found, x.load(table, x.add(row, start)))
    return found


def _steps(near: Sequence[Iterable[int]], spaces: Container[int], goal: int, far: int) -> list[int]:
    """Counts steps from a goal outwards; a way leads over spaces alone."""
    found, rim = {goal: 0}, [goal]
    for spot in rim:
        for other in sorted(near[spot]):
            if other not in found:
                found[other] = found[spot] + 1
                if other in spaces:
                    rim.append(other)
    return [found.get(spot, far) for spot in range(len(near))]


def spot_of(
    w: Writer, board: m.Board, first: ir.Expr, thing: tuple[ir.Expr, Type], out: ir.Label
) -> tuple[ir.Expr, ir.Expr]:
    """Gives the position of a thing of a kind on a board that begins there, and its space; or leaves."""
    code, spaces = w.code, w.layout.spaces[board.name]
    code.br(out, x.lt(thing[0], 0))
    space = code.let(geo.space_of(w, *thing))
    code.br(out, x.not_(x.within(space, spaces.start, spaces.stop - 1)))
    if board.each_player:
        code.br(out, x.ne(geo.base_of(w, board, space), first))
    spot = code.let(geo.position(w, space, board))
    code.br(out, x.lt(spot, 0))
    return spot, space


class _Field:
    """How far each position of a board is from the nearest goal."""

    def __init__(self, w: Writer, e: m.ops.Distance, board: m.Board, owner: int) -> None:
        self.w = w
        self.code = w.code
        self.e = e
        self.board = board
        self.size = board.size
        self.first = x.constant(owner * self.size)
        self.steps = w.code.frame("steps", self.size)
        self.goal = w.code.frame("goals", self.size, 8)
        self.begins = w.code.frame("starts", self.size, 8)
        self.queue = w.code.frame("rim", self.size)

    def measure(self, starts: Set, ends: Set, least: ir.Local, done: ir.Label) -> None:
        """Takes the least of the starts that lie on this board; 0, and done, if one is a goal itself."""
        w, code = self.w, self.code
        with code.each(0, self.size) as k:
            code.store(self.steps, k, NONE)
            code.store(self.goal, k, 0)
            code.store(self.begins, k, 0)
        number = code.variable(0, "reached")
        chart = code.variable(0, "chart")
        some = code.variable(0, "some")

        def start(thing: ir.Expr, _: ir.Label) -> None:
            with code.block("elsewhere") as out:
                spot, _space = self._spot(thing, self.e.origin.type, out)
                code.store(self.begins, spot, 1)
                code.set(some, 1)

        def end(thing: ir.Expr, _: ir.Label) -> None:
            with code.block("elsewhere") as out:
                spot, space = self._spot(thing, self.e.goal.type, out)
                code.set(chart, geo.chart_of(w, self.board, space))
                with code.if_(x.load(self.begins, spot)):
                    code.set(least, 0)
                    code.br(done)
                code.br(out, x.load(self.goal, spot))
                code.store(self.goal, spot, 1)
                code.br(out, x.not_(self._open(spot)))
                code.store(self.steps, spot, 0)
                code.store(self.queue, number, spot)
                code.set(number, x.add(number, 1))

        starts.each(w, start)
        with code.if_(some):
            ends.each(w, end)
            self._spread(number, chart, least)

    def _spot(self, thing: ir.Expr, kind: Type, out: ir.Label) -> tuple[ir.Expr, ir.Expr]:
        """Gives where a thing is on this board, or leaves."""
        return spot_of(self.w, self.board, self.first, (thing, kind), out)

    def _open(self, spot: ir.Expr) -> ir.Expr:
        """Tells whether a way may lead over a position."""
        w, code = self.w, self.code
        space = code.let(geo.space_at(w, self.board, self.first, spot))
        if self.e.spaces is None:
            return x.ge(space, 0)
        found = code.variable(x.ge(space, 0), "open")
        with code.if_(found):
            code.set(found, w.several(self.e.spaces).has(w, space))
        return found

    def _spread(self, number: ir.Local, chart: ir.Expr, least: ir.Local) -> None:
        """Counts steps from the goals outwards, as far as the first start."""
        w, code, board = self.w, self.code, self.board
        table, wide = geo.by_spot(w, board, "around", lambda one: [sorted(near) for near in one.near])
        several = len(geo.charts_of(w.layout, board)) > 1
        at = code.variable(0, "at")
        with code.block("spread") as end, code.loop("spread", bound=self.size + 1) as again:
            code.br(end, x.ge(at, number))
            spot = code.let(x.load(self.queue, at))
            code.set(at, x.add(at, 1))
            here = code.let(x.add(x.load(self.steps, spot), 1))
            row = code.let(geo.row_of_table(board, chart if several else x.constant(0), spot, wide))
            with code.each(0, wide, "near") as k, code.block("known") as known:
                other = code.let(x.load(table, x.add(row, k)))
                code.br(known, x.lt(other, 0))
                code.br(known, x.ge(x.load(self.steps, other), 0))
                with code.if_(x.load(self.begins, other)):
                    code.set(least, x.select(x.lt(here, least), here, least))
                    code.br(end)
                code.store(self.steps, other, here)
                code.br(known, x.not_(self._open(other)))
                code.store(self.queue, number, other)
                code.set(number, x.add(number, 1))
            code.br(again)


# ---------------------------------------------------------------- spaces that cost something


@operator(m.ops.Trek)
def trek(w: Writer, e: m.ops.Trek) -> ir.Expr:
    """The least sum of what spaces cost that are entered; without a way the highest number of its type."""
    assert isinstance(e.type, IntType) and e.type.high is not None
    code, spaces = w.code, w.layout.spaces[e.ref.name]
    costs = code.frame("costs", len(spaces))
    with code.each(0, len(spaces), "space") as k:
        code.store(costs, k, NONE)

    def visit(space: ir.Expr, _: ir.Label) -> None:
        with w.bind(e.value, space):
            cost = code.let(as_number(w, w.lower(e.number)))
        code.store(costs, x.sub(space, spaces.start), x.select(x.lt(cost, 0), 0, cost))

    w.several(e.spaces).each(w, visit)
    starts, ends = w.things(e.origin).freeze(w), w.things(e.goal).freeze(w)
    least = code.variable(e.type.high, "far")
    for owner in range(w.layout.players if e.ref.each_player else 1):
        _Ground(w, e, owner, costs, e.type.high).measure(starts, ends, least)
    return least


class _Ground:
    """How much it costs to come to each position of a board."""

    def __init__(self, w: Writer, e: m.ops.Trek, owner: int, costs: ir.Array, far: int) -> None:
        self.w, self.code, self.e, self.board, self.costs, self.far = w, w.code, e, e.ref, costs, far
        self.size = e.ref.size
        self.first = x.constant(owner * self.size)
        self.steps = w.code.frame("steps", self.size)
        self.goal = w.code.frame("goals", self.size, 8)
        self.waits = w.code.frame("waits", self.size, 8)
        self.queue = w.code.frame("rim", self.size)

    def measure(self, starts: Set, ends: Set, least: ir.Local) -> None:
        """Takes the least of what the goals cost that lie on this board."""
        code = self.code
        with code.each(0, self.size) as k:
            code.store(self.steps, k, self.far)
            code.store(self.goal, k, 0)
            code.store(self.waits, k, 0)
        number, chart = code.variable(0, "waiting"), code.variable(0, "chart")

        def start(thing: ir.Expr, _: ir.Label) -> None:
            with code.block("elsewhere") as out:
                spot, space = spot_of(self.w, self.board, self.first, (thing, self.e.origin.type), out)
                code.set(chart, geo.chart_of(self.w, self.board, space))
                code.br(out, x.load(self.waits, spot))
                code.store(self.steps, spot, 0)
                code.store(self.waits, spot, 1)
                code.store(self.queue, number, spot)
                code.set(number, x.add(number, 1))

        def end(thing: ir.Expr, _: ir.Label) -> None:
            with code.block("elsewhere") as out:
                spot, _space = spot_of(self.w, self.board, self.first, (thing, self.e.goal.type), out)
                code.store(self.goal, spot, 1)

        starts.each(self.w, start)
        ends.each(self.w, end)
        self._spread(number, chart)
        with code.each(0, self.size) as k, code.if_(x.load(self.goal, k)):
            found = code.let(x.load(self.steps, k))
            code.set(least, x.select(x.lt(found, least), found, least))

    def _spread(self, number: ir.Local, chart: ir.Expr) -> None:
        """Goes on from each position that has become nearer; those that wait stand in a ring."""
        w, code, board = self.w, self.code, self.board
        table, wide = geo.by_spot(w, board, "around", lambda one: [sorted(near) for near in one.near])
        several = len(geo.charts_of(w.layout, board)) > 1
        at = code.variable(0, "at")
        with code.block("settled") as end, code.loop("spread") as again:
            code.br(end, x.not_(number))
            spot = code.let(x.load(self.queue, at))
            code.set(at, x.add(at, 1))
            with code.if_(x.eq(at, self.size)):
                code.set(at, 0)
            code.set(number, x.sub(number, 1))
            code.store(self.waits, spot, 0)
            here = code.let(x.load(self.steps, spot))
            row = code.let(geo.row_of_table(board, chart if several else x.constant(0), spot, wide))
            with code.each(0, wide, "near") as k, code.block("known") as known:
                other = code.let(x.load(table, x.add(row, k)))
                code.br(known, x.lt(other, 0))
                space = code.let(geo.space_at(w, board, self.first, other))
                code.br(known, x.lt(space, 0))
                cost = code.let(x.load(self.costs, x.sub(space, w.layout.spaces[board.name].start)))
                code.br(known, x.lt(cost, 0))
                there = code.let(x.add(here, cost))
                code.br(known, x.ge(there, x.load(self.steps, other)))
                code.store(self.steps, other, there)
                code.br(known, x.load(self.waits, other))
                code.store(self.waits, other, 1)
                last = code.let(x.add(at, number))
                code.store(self.queue, x.select(x.ge(last, self.size), x.sub(last, self.size), last), other)
                code.set(number, x.add(number, 1))
            code.br(again)


# ---------------------------------------------------------------- within so many steps


def reaches(w: Writer, board: m.Board, here: ir.Expr, there: ir.Expr, distance: int) -> ir.Expr:
    """Whether a way of so many steps leads from a space to another, over spaces that have not left the game."""
    function = function_of(
        w.lowering,
        ("reaches", board.name, distance),
        f"within {distance} on {board.name}",
        ("here", "there"),
        "i32",
        None,
        lambda own: _reaches(own, board, distance),
    )
    return x.ask(function, here, there)


def _reaches(w: Writer, board: m.Board, distance: int) -> None:
    code, size = w.code, board.size
    here, there = code.parameters
    start, goal = code.let(geo.position(w, here, board)), code.let(geo.position(w, there, board))
    base = code.let(geo.base_of(w, board, here))
    lie = x.and_(x.ge(start, 0), x.ge(goal, 0))
    with code.if_(x.not_(x.and_(lie, x.eq(base, geo.base_of(w, board, there))))):
        code.return_(0)
    steps, queue = code.frame("steps", size), code.frame("rim", size)
    with code.each(0, size) as k:
        code.store(steps, k, NONE)
    code.store(steps, start, 0)
    code.store(queue, 0, start)
    number, at = code.variable(1, "reached"), code.variable(0, "at")
    table, wide = geo.by_spot(w, board, "around", lambda one: [sorted(near) for near in one.near])
    chart = code.let(geo.chart_of(w, board, here))
    with code.block("far") as far, code.loop("spread", bound=size + 1) as again:
        code.br(far, x.ge(at, number))
        spot = code.let(x.load(queue, at))
        code.set(at, x.add(at, 1))
        step = code.let(x.add(x.load(steps, spot), 1))
        code.br(far, x.gt(step, distance))
        row = code.let(geo.row_of_table(board, chart, spot, wide))
        with code.each(0, wide, "near") as k, code.block("known") as known:
            other = code.let(x.load(table, x.add(row, k)))
            code.br(known, x.lt(other, 0))
            code.br(known, x.ge(x.load(steps, other), 0))
            code.br(known, x.lt(geo.space_at(w, board, base, other), 0))
            with code.if_(x.eq(other, goal)):
                code.return_(1)
            code.store(steps, other, step)
            code.store(queue, number, other)
            code.set(number, x.add(number, 1))
        code.br(again)
    code.return_(0)

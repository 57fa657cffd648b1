"""Operators about rows and chains: whether so many stand in a line, or join two sides of a board."""

from collections.abc import Callable
from itertools import accumulate

from gekido_dsl.ground.geometry import rows_of
from gekido_dsl.lowering.boards import connections
from gekido_dsl.lowering.boards import geometry as geo
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.kept import standing
from gekido_dsl.lowering.lifting import standing_bits
from gekido_dsl.lowering.operators.boards import among
from gekido_dsl.lowering.sets.words import Words
from gekido_dsl.lowering.writing.registry import operator
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.regions import region
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


@operator(m.ops.InARow)
def in_a_row(w: Writer, e: m.ops.InARow) -> ir.Expr:
    """Whether so many of several stand in a straight line on one board."""
    words = _as_bits(w, e.things)
    if words is not None:
        return connections.in_a_row(w, words, e.value)

    def holds(decl: m.Board, chart: ir.Expr, mark: ir.Array, base: ir.Expr) -> ir.Expr:
        charts = [w.layout.charts[number] for number in geo.charts_of(w.layout, decl)]
        runs = [[sorted(run) for run in rows_of(one, e.value)] for one in charts]
        table = w.lowering.table("rows", [k for those in runs for run in those for k in run])
        ends = [*accumulate(map(len, runs), initial=0)]
        found = w.code.variable(0, "row")
        begin = x.load(w.lowering.table("first row", ends[:-1]), chart)
        end = x.load(w.lowering.table("end of rows", ends[1:]), chart)
        with w.code.block("rows") as done, w.code.each(begin, end, "run") as run:
            whole: ir.Expr = x.constant(1)
            for k in range(e.value):
                at = x.load(table, x.add(x.mul(run, e.value), k))
                whole = x.and_(whole, x.load(mark, x.add(base, at)))
            with w.code.if_(whole):
                w.code.set(found, 1)
                w.code.br(done)
        return found

    return _together(w, e.things, holds)


@operator(m.ops.Joins)
def joins(w: Writer, e: m.ops.Joins) -> ir.Expr:
    """Whether a chain of touching spaces leads from side to side."""
    first, second = e.ref
    words = _as_bits(w, e.things)
    if words is not None and connections.near_is_steps(words.field):
        return connections.joins(w, words, e.ref, e.things, w.actor)

    def holds(decl: m.Board, chart: ir.Expr, mark: ir.Array, base: ir.Expr) -> ir.Expr:
        size = decl.size
        table, wide = geo.by_spot(w, decl, "near", lambda one: [sorted(near) for near in one.near])
        start = w.lowering.table("side", region(decl, first))
        goals = frozenset(region(decl, second))
        goal = w.lowering.table("goal", [int(k in goals) for k in range(size)])
        code = w.code
        edge, count = code.frame("edge", size), code.variable(0, "edges")
        found = code.variable(0, "joins")

        def reach(spot: ir.Expr) -> None:
            with code.if_(x.eq(x.load(mark, x.add(base, spot)), 1)):
                code.store(mark, x.add(base, spot), 2)
                code.store(edge, count, spot)
                code.set(count, x.add(count, 1))

        with code.each(0, start.length, "side") as k:
            reach(code.let(x.load(start, k)))
        with code.block("joined") as done, code.loop("edge", bound=size + 1) as again:
            code.br(done, x.not_(count))
            code.set(count, x.sub(count, 1))
            here = code.let(x.load(edge, count))
            with code.if_(x.load(goal, here)):
                code.set(found, 1)
                code.br(done)
            row = code.let(geo.row_of_table(decl, chart, here, wide))
            with code.each(0, wide, "near") as k:
                there = code.let(x.load(table, x.add(row, k)))
                with code.if_(x.ge(there, 0)):
                    reach(there)
            code.br(again)
        return found

    return _together(w, e.things, holds)


def _as_bits(w: Writer, several: m.Expr) -> Words | None:
    """Gives the spaces of several, or on which they stand, as bits; None where they cannot be had so."""
    fields = standing.fields(w.lowering)
    if len(fields) != 1 or len(w.game.boards) != 1:
        return None
    if geo.board_of(several.type) is fields[0].board:
        found = standing_bits.words_of(w, several)
        return found.words if found is not None and w.lowering.takes(Special.ROWS_AS_BITS) else None
    if standing_bits.actor_may_be_none(w):
        return None
    words = standing_bits.standing_of(w, fields[0], several)
    return words if words is not None and w.lowering.takes(Special.ROWS_AS_BITS) else None


def _together(
    w: Writer, several: m.Expr, holds: Callable[[m.Board, ir.Expr, ir.Array, ir.Expr], ir.Expr]
) -> ir.Expr:
    """Marks the positions of spaces, or of what stands on them, and asks of each board.

    Args:
        holds: asks it of a board, by the number of its chart, the marks and where its positions begin among these.
    """
    code = w.code
    listed, kind = w.several(several), several.type
    found = code.variable(0, "together")
    boards = [
        decl
        for decl in w.game.boards.values()
        if geo.board_of(kind) in (None, decl) and w.layout.spaces[decl.name]
    ]
    marks, charts = {}, {}
    for decl in boards:
        size = len(w.layout.cells_of(decl))
        charts[decl.name] = code.frame(f"charts {decl.name}", size, 16)
        for start in range(0, size, decl.size):
            code.store(charts[decl.name], start, 0)
        marks[decl.name] = mark = code.frame(f"marks {decl.name}", size, 8)
        with code.each(0, size, "spot") as k:
            code.store(mark, k, 0)

    def note(thing: ir.Expr, leave: ir.Label) -> None:
        here = geo.space_of(w, thing, kind)
        for decl in boards:
            with code.if_(x.and_(x.ge(here, 0), among(w, here, w.layout.spaces[decl.name]))):
                spot = code.let(geo.position(w, here, decl))
                with code.if_(x.ge(spot, 0)):
                    base = code.let(geo.base_of(w, decl, here))
                    code.store(marks[decl.name], x.add(base, spot), 1)
                    if len(geo.charts_of(w.layout, decl)) > 1:
                        code.store(charts[decl.name], base, geo.chart_of(w, decl, here))

    listed.each(w, note)
    for decl in boards:
        size = decl.size
        for player in range(w.layout.players if decl.each_player else 1):
            base = x.constant(player * size)
            alone = len(geo.charts_of(w.layout, decl)) == 1
            chart = x.constant(0) if alone else code.let(x.load(charts[decl.name], base))
            with code.if_(x.not_(found)):
                code.set(found, holds(decl, chart, marks[decl.name], base))
    return found

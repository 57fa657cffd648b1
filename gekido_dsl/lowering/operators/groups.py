"""Groups: what a chain of touching things leads to; on a board that is bits by a flood of all its spaces at once."""

from collections.abc import Callable

from gekido_dsl.lowering.boards import connections
from gekido_dsl.lowering.boards import geometry as geo
from gekido_dsl.lowering.boards.bitsets import Spaces, is_on, spot_or_first
from gekido_dsl.lowering.game import occupancy
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.kept import ones, standing
from gekido_dsl.lowering.lifting import standing_bits
from gekido_dsl.lowering.lifting.until import Until
from gekido_dsl.lowering.operators.boards import among
from gekido_dsl.lowering.operators.tiles import joined
from gekido_dsl.lowering.sets.sets import Frozen, Set
from gekido_dsl.lowering.sets.touched import Touched
from gekido_dsl.lowering.sets.words import Field, Words, chosen, one_bit
from gekido_dsl.lowering.writing.registry import operator
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import ThingType, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


@operator(m.ops.Touching)
def touching(w: Writer, e: m.ops.Touching) -> Set:
    """Those of some things to which a chain of touching ones leads from one of them."""
    until = Until.taken(w)
    one = w.fixed(e.thing)
    kind = item(e.type)
    if isinstance(kind, ThingType) and kind.kind.sides is not None:
        return joined(w, e, one)
    words = _as_bits(w, e)
    if words is None:
        return _listed(w, e, one)
    field = words.field
    here = words.kept(w)
    space = w.code.let(geo.space_of(w, one, e.thing.type))
    inside = w.code.let(is_on(field, space))
    spot = spot_or_first(w, field, space, inside)
    start = chosen(inside, one_bit(w, field, spot)) & here
    if until is not None and until.field is not field:
        until = None
    reached = connections.reached(w, here, start, until)
    if geo.board_of(e.type) is field.board:
        return Spaces(reached)
    among_them = w.several(e.things)
    alone = occupancy.alone(w.lowering, field.board)

    def belongs(thing: ir.Expr) -> ir.Expr:
        where = w.code.let(geo.space_of(w, thing, e.type))
        on = w.code.let(is_on(field, where))
        return x.and_(on, reached.has(w, spot_or_first(w, field, where, on)))

    in_order = ones.each_only if _in_order(w, e, field) else None
    return Touched(among_them, belongs, reached, alone=alone, in_order=in_order)


def _in_order(w: Writer, e: m.ops.Touching, field: Field) -> bool:
    """Tells whether it is known what stands on each space, and the things come in their own order."""
    base = e.things
    while isinstance(base, m.ops.Filter):
        base = base.set
    if not isinstance(base, m.ops.Things) or not ones.keeps_the_only(w.lowering, field):
        return False
    return w.lowering.takes(Special.IN_ORDER)


def _as_bits(w: Writer, e: m.ops.Touching) -> Words | None:
    """Gives the spaces of those that may belong to the group; None where they cannot be had as bits."""
    fields = standing.fields(w.lowering)
    if len(fields) != 1 or len(w.game.boards) != 1 or not connections.near_is_steps(fields[0]):
        return None
    if geo.board_of(e.type) is fields[0].board:
        found = standing_bits.words_of(w, e.things)
        return found.words if found is not None else None
    if standing_bits.actor_may_be_none(w):
        return None
    return standing_bits.standing_of(w, fields[0], e.things)


def _listed(w: Writer, e: m.ops.Touching, one: ir.Expr) -> Set:
    """Marks where they are and goes from space to space; lists those that are reached."""
    code, kind = w.code, e.type
    several = w.several(e.things).freeze(w)
    most = max(several.most, 1)
    array, count = code.frame("touching", most, w.lowering.width), code.variable(0, "n")
    start = code.let(geo.space_of(w, one, e.thing.type))
    boards = [
        decl
        for decl in w.game.boards.values()
        if geo.board_of(kind) in (None, decl) and w.layout.spaces[decl.name]
    ]
    for decl in boards:
        spaces = w.layout.spaces[decl.name]
        inside = x.and_(x.ge(start, 0), among(w, start, spaces))
        with code.if_(x.and_(inside, several.has(w, one))):
            _from(w, e, decl, start, several, array, count)
    return Frozen(array, count, most, sure=several.sure, ascending=several.ascending)


_Do = Callable[[ir.Expr, ir.Expr], None]
"""Does something with a thing and its spot."""


def _from(
    w: Writer,
    e: m.ops.Touching,
    decl: m.Board,
    start: ir.Expr,
    several: Set,
    array: ir.Array,
    count: ir.Local,
) -> None:
    code, size, spaces = w.code, decl.size, w.layout.spaces[decl.name]
    mark, edge = code.frame(f"marks {decl.name}", size, 8), code.frame("edge", size)
    edges = code.variable(0, "edges")
    base, chart = code.let(geo.base_of(w, decl, start)), geo.chart_of(w, decl, start)
    table, wide = geo.by_spot(w, decl, "near", lambda one: [sorted(near) for near in one.near])
    with code.each(0, size, "spot") as k:
        code.store(mark, k, 0)

    def each(do: _Do) -> None:
        def visit(thing: ir.Expr, _: ir.Label) -> None:
            here = code.let(geo.space_of(w, thing, e.type))
            with code.if_(x.and_(x.ge(here, 0), among(w, here, spaces))):
                spot = code.let(geo.position(w, here, decl))
                same = x.eq(geo.base_of(w, decl, here), base) if decl.each_player else x.constant(1)
                with code.if_(x.and_(x.ge(spot, 0), same)):
                    do(thing, spot)

        several.each(w, visit)

    each(lambda _, spot: code.store(mark, spot, 1))

    def reach(spot: ir.Expr) -> None:
        with code.if_(x.eq(x.load(mark, spot), 1)):
            code.store(mark, spot, 2)
            code.store(edge, edges, spot)
            code.set(edges, x.add(edges, 1))

    first = code.let(geo.position(w, start, decl))
    with code.if_(x.ge(first, 0)):
        reach(first)
    with code.block("reached") as done, code.loop("edge", bound=size + 1) as again:
        code.br(done, x.not_(edges))
        code.set(edges, x.sub(edges, 1))
        spot = code.let(x.load(edge, edges))
        row = code.let(geo.row_of_table(decl, chart, spot, wide))
        with code.each(0, wide, "near") as k:
            there = code.let(x.load(table, x.add(row, k)))
            with code.if_(x.ge(there, 0)):
                reach(there)
        code.br(again)

    def keep(thing: ir.Expr, spot: ir.Expr) -> None:
        with code.if_(x.eq(x.load(mark, spot), 2)):
            code.store(array, count, thing)
            code.set(count, x.add(count, 1))

    each(keep)

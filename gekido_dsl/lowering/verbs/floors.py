"""Verbs about boards: drawings that are laid out, what is taken off, and where things face."""

from gekido_dsl.lowering import geometry as geo
from gekido_dsl.lowering import knowledge, knowledge_of_facts
from gekido_dsl.lowering.registry import verb
from gekido_dsl.lowering.sets import Set
from gekido_dsl.lowering.writer import Writer
from gekido_dsl.model import hidden
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, EnumType, ThingType, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


@verb("lay_out")
def lay_out(w: Writer, s: m.Sentence) -> None:
    """Takes away the spaces that lie on a board and lays those drawn for a thing; each player's own on their board."""
    goal, drawing = s.act.args
    board: m.Board = goal.ref
    code, layout = w.code, w.layout
    found = w.lower(drawing)
    named = code.let(found.first(w) if isinstance(found, Set) else found)
    kind = item(drawing.type)
    assert isinstance(kind, ThingType)
    if goal.args:
        owners: list[ir.Expr] = [w.fixed(goal.args[0])]
    else:
        owners = [x.constant(one) for one in (range(layout.players) if board.each_player else [NONE])]
    for owner in owners:
        with code.block("lay out") as done:
            plan = code.let(_own(w, kind.kind, named, owner))
            with code.if_(x.lt(plan, 0)):
                if s.if_possible:
                    code.br(done)
                else:
                    w.error("there is nothing to lay {} out as", s.span, board.name)
            _lay(w, s, board, owner, plan)
            w.tell("lay_out", board, owner, plan, span=s.span)


def _own(w: Writer, kind: m.Kind, named: ir.Expr, owner: ir.Expr) -> ir.Expr:
    """Gives the thing whose drawing is laid on a board of a player: their own of those like the one named."""
    if owner == ir.Const(NONE):
        return named
    layout = w.layout
    things = layout.things[kind.name]
    own = [
        next(
            (one for one in layout.called[kind.name, layout.name_of(thing)] if layout.born_to[one] == player),
            NONE,
        )
        for thing in things
        for player in range(layout.players)
    ]
    table = w.lowering.table("own", own)
    at = w.code.let(x.add(x.mul(x.sub(named, things.start), layout.players), owner))
    return x.select(x.lt(owner, 0), named, x.load(table, x.select(x.lt(x.or_(named, owner), 0), -1, at)))


def _lay(w: Writer, s: m.Sentence, board: m.Board, owner: ir.Expr, plan: ir.Expr) -> None:
    code, layout, size = w.code, w.layout, board.rows * board.columns
    array, spaces = w.memory.at[board.name], layout.things[board.space.name]
    first = code.let(x.mul(x.select(x.lt(owner, 0), 0, owner), size) if board.each_player else x.constant(0))
    wholes = w.lowering.table("drawn for", [layout.parent_of[one] for one in spaces])
    many = len(layout.cells_of(board)) if owner == ir.Const(NONE) else size
    with code.each(0, many, "spot") as k:
        space = code.let(x.load(array, x.add(first, k)))
        with code.if_(x.ge(space, 0)):
            other = x.ne(x.load(wholes, x.sub(space, spaces.start)), plan)
            with code.if_(x.and_(other, x.ge(x.load(w.memory.chains.head, space), 0))):
                w.error("{} stands on {}, which would be taken away", s.span, space)
    with code.each(0, many, "spot") as k:
        space = code.let(x.load(array, x.add(first, k)))
        with code.if_(x.ge(space, 0)):
            code.store(w.memory.position, space, NONE)
            code.store(array, x.add(first, k), NONE)
    plans = sorted({layout.parent_of[one] for one in spaces})
    start = plans[0]
    lists = [layout.parts.get((board.space.name, one), []) for one in range(start, plans[-1] + 1)]
    assert all(one == list(range(one[0], one[0] + len(one))) for one in lists if one)
    firsts = w.lowering.table("first drawn", [one[0] if one else 0 for one in lists], guard=0)
    ends = w.lowering.table("end of drawn", [one[-1] + 1 if one else 0 for one in lists], guard=0)
    spots = w.lowering.table("spots", [layout.spots[one] for one in spaces])
    at = code.let(x.sub(plan, start))
    some = x.within(at, 0, len(lists) - 1)
    at = code.let(x.select(some, at, -1))
    with code.each(code.let(x.load(firsts, at)), code.let(x.load(ends, at)), "space") as space:
        spot = code.let(x.load(spots, x.sub(space, spaces.start)))
        code.store(array, x.add(first, spot), space)
        code.store(w.memory.position, space, spot)


@verb("take_off")
def take_off(w: Writer, s: m.Sentence) -> None:
    """Takes what stands on a board off it: it is nowhere, and still in the game."""
    board: m.Board = s.act.args[1].ref
    code, kind = w.code, item(s.act.args[0].type)
    assert isinstance(kind, ThingType)
    spaces = w.layout.things[board.space.name]
    owner = w.fixed(s.act.args[1].args[0]) if s.act.args[1].args else None

    def one(thing: ir.Expr, _: ir.Label) -> None:
        before = code.let(x.load(w.memory.chains.where, thing))
        with code.if_(x.within(before, spaces.start, spaces.stop - 1)):
            lies: ir.Expr = x.ge(geo.position(w, before, board), 0)
            if owner is not None and board.each_player:
                homes = w.lowering.table("home", [w.layout.home_of(space) for space in spaces])
                lies = x.and_(lies, x.eq(x.load(homes, x.sub(before, spaces.start)), owner))
            with code.if_(lies):
                w.tell("off", thing, before, span=s.span)
                knowledge.move(w, thing, before, x.constant(NONE), kind.kind)

    w.things(s.act.args[0]).freeze(w).each(w, one)


@verb("face")
def face(w: Writer, s: m.Sentence) -> None:
    """Turns things: by so many directions of the compass, or to one; to none, they stay as they are."""
    fact: m.Field = s.act.ref
    kind = fact.owner
    assert isinstance(kind, m.Kind)
    told_anyway = hidden.seen(fact) != "everyone"
    code, array = w.code, w.memory.fields[id(kind), fact.name]
    start = w.layout.things[kind.name].start
    headings = len(fact.type.enum.members) if isinstance(fact.type, EnumType) else 1
    to = len(s.act.args) > 1
    way = code.variable(w.value(s.act.args[1]) if to else NONE, "way")
    goal = m.Expr("field", fact.type, s.span, s.act.args[:1], ref=fact)

    def turn(thing: ir.Expr, _: ir.Label) -> None:
        at = code.let(x.sub(thing, start))
        before = code.let(x.load(array, at))
        if not to:
            with code.if_(x.ge(before, 0)):
                by = s.act.value % headings
                after = code.let(x.add(before, by))
                code.set(way, x.select(x.ge(after, headings), x.sub(after, headings), after))
        with code.if_(x.and_(x.ne(way, NONE), x.or_(int(told_anyway), x.ne(way, before)))):
            knowledge_of_facts.wrote(w, fact, thing, at, None)
            code.store(array, at, way)
            if not fact.unlogged:
                w.tell("set", goal, before, way, thing, span=s.span)

    w.things(s.act.args[0]).freeze(w).each(w, turn)

"""Verbs about boards: drawings that are laid out, what is taken off, and where things face."""

from gekido_dsl.ground import floor
from gekido_dsl.lowering.boards import geometry as geo
from gekido_dsl.lowering.kept import in_places, knowledge, knowledge_of_facts, standing
from gekido_dsl.lowering.sets.sets import Set
from gekido_dsl.lowering.writing.registry import lowers
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import hidden, unseen
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, EnumType, ThingType, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


@lowers(m.acts.LayOut)
def lay_out(w: Writer, s: m.Sentence, act: m.acts.LayOut) -> None:
    """Takes away the spaces that lie on a board and lays those drawn for a thing; each player's own on their board."""
    goal, drawing = act.board, act.plan
    assert isinstance(goal, m.ops.Board)
    board: m.Board = goal.ref
    code, layout = w.code, w.layout
    found = w.lower(drawing)
    named = code.let(found.first(w) if isinstance(found, Set) else found)
    kind = item(drawing.type)
    assert isinstance(kind, ThingType)
    if goal.owner is not None:
        owners: list[ir.Expr] = [w.fixed(goal.owner)]
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
            _lay(w, s, board, owner, plan, act.lie)
            w.tell("lay_out", board, owner, plan, act.lie, span=s.span)


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


def _lay(w: Writer, s: m.Sentence, board: m.Board, owner: ir.Expr, plan: ir.Expr, lie: int) -> None:
    code, layout, size = w.code, w.layout, board.size
    array, spaces = w.memory.at[board.name], layout.spaces[board.name]
    first = code.let(x.mul(x.select(x.lt(owner, 0), 0, owner), size) if board.each_player else x.constant(0))
    lies = [board.space.rows[layout.row_of[one]].lie for one in spaces]
    wholes = w.lowering.table(
        "drawn for",
        [layout.parent_of[one] if lies[at] == lie else NONE for at, one in enumerate(spaces)],
    )
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
    lists = [floor.laid(layout, board, one, lie) for one in range(start, plans[-1] + 1)]
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


@lowers(m.acts.Swap)
def swap(w: Writer, s: m.Sentence, act: m.acts.Swap) -> None:
    """Lays each of two spaces where the other lay; what stands on them goes with them."""
    code, kind = w.code, act.space.type
    assert isinstance(kind, ThingType) and kind.kind.board is not None
    array = w.memory.at[kind.kind.board.name]
    one, other = code.let(w.value(act.space)), code.let(w.value(act.other))
    with code.block("swap") as after:
        some = x.and_(x.ge(one, 0), x.ge(other, 0))
        with code.if_(x.not_(some)):
            if s.if_possible:
                code.br(after)
            else:
                w.error("there is no space to swap", s.span)
        here, there = (code.let(x.load(w.memory.position, space)) for space in (one, other))
        for space, spot in ((one, here), (other, there)):
            with code.if_(x.lt(spot, 0)):
                if s.if_possible:
                    code.br(after)
                else:
                    w.error("{} does not lie on the board", s.span, space)
        code.br(after, x.eq(one, other))
        code.store(w.memory.position, one, there)
        code.store(w.memory.position, other, here)
        code.store(array, there, one)
        code.store(array, here, other)
        w.tell("swap", one, other, span=s.span)


@lowers(m.acts.TakeOff)
def take_off(w: Writer, s: m.Sentence, act: m.acts.TakeOff) -> None:
    """Takes what stands on a board off it: it is nowhere, and still in the game."""
    assert isinstance(act.board, m.ops.Board)
    board: m.Board = act.board.ref
    code, kind = w.code, item(act.things.type)
    assert isinstance(kind, ThingType)
    spaces = w.layout.spaces[board.name]
    owner = w.fixed(act.board.owner) if act.board.owner is not None else None

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

    in_places.things(w, act.things).freeze(w).each(w, one)


@lowers(m.acts.Face)
def face(w: Writer, s: m.Sentence, act: m.acts.Face) -> None:
    """Turns things to a direction; to none, they stay as they are."""
    way = w.code.let(w.value(act.direction))
    looks = _Looks(w, s, act.things, act.fact)
    in_places.things(w, act.things).freeze(w).each(
        w, lambda thing, _: looks.turn(thing, looks.before(thing), way)
    )


@lowers(m.acts.TurnRound)
def turn_round(w: Writer, s: m.Sentence, act: m.acts.TurnRound) -> None:
    """Turns things by so many directions of the compass; what looks nowhere stays as it is."""
    every = [(_Looks(w, s, act.things, fact), _headings(fact)) for fact in act.facts]

    def turn(thing: ir.Expr, _: ir.Label) -> None:
        for looks, headings in every:
            before = looks.before(thing)
            after = w.code.let(x.add(before, act.by % headings))
            after = w.code.let(x.select(x.ge(after, headings), x.sub(after, headings), after))
            looks.turn(thing, before, x.select(x.lt(before, 0), NONE, after))

    in_places.things(w, act.things).freeze(w).each(w, turn)


def _headings(fact: m.Field) -> int:
    return len(fact.type.enum.members) if isinstance(fact.type, EnumType) else 1


class _Looks:
    """Writes in which direction things look."""

    def __init__(self, w: Writer, s: m.Sentence, things: m.Expr, fact: m.Field) -> None:
        assert isinstance(fact.owner, m.Kind)
        self.w = w
        self.sentence = s
        self.fact = fact
        self.array = w.memory.fields[id(fact.owner), fact.name]
        self.start = w.layout.things[fact.owner.name].start
        self.unseen = unseen.unseen(w.game, s, m.ops.Field(fact.type, s.span, thing=things, ref=fact))
        self.told_anyway = hidden.seen(fact) != "everyone"
        self.goal = m.ops.Field(fact.type, s.span, thing=things, ref=fact)

    def before(self, thing: ir.Expr) -> ir.Expr:
        """Where a thing looks now."""
        code = self.w.code
        return code.let(x.load(self.array, code.let(x.sub(thing, self.start))))

    def turn(self, thing: ir.Expr, before: ir.Expr, way: ir.Expr) -> None:
        """Turns one thing, and tells it."""
        w, fact, way = self.w, self.fact, self.w.code.let(way)
        at = w.code.let(x.sub(thing, self.start))
        with w.code.if_(x.and_(x.ne(way, NONE), x.or_(int(self.told_anyway), x.ne(way, before)))):
            knowledge_of_facts.wrote(w, fact, thing, at, None)
            standing.fact_changes(w, fact, self.array, thing, at, way)
            if not fact.unlogged:
                w.tell("set", self.goal, before, way, thing, *self.unseen, span=self.sentence.span)

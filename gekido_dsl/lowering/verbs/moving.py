"""Verbs that move things, and what follows when they come to a place."""

from gekido_dsl.lowering.kept import in_places, knowledge, standing, stocks
from gekido_dsl.lowering.kept.going import entered, for_each, shift
from gekido_dsl.lowering.kept.owning import own
from gekido_dsl.lowering.lifting import lifted
from gekido_dsl.lowering.operators.dice import holder
from gekido_dsl.lowering.operators.pieces import cut, spaces_under
from gekido_dsl.lowering.sets.sets import Set
from gekido_dsl.lowering.verbs import leaving
from gekido_dsl.lowering.verbs.floors import face
from gekido_dsl.lowering.verbs.moves import move, pile_of
from gekido_dsl.lowering.writing.registry import lowers
from gekido_dsl.lowering.writing.standing_in import stands_in
from gekido_dsl.lowering.writing.triggers import trigger
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import BOOL, PlaceType, SetType, ThingType, Type, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


@lowers(m.acts.Move)
def move_things(w: Writer, s: m.Sentence, act: m.acts.Move) -> None:
    """Puts things into a place or onto a space, last, or first for `under`."""
    goal, things = act.goal, act.things
    if isinstance(goal, m.ops.Track):
        to = w.code.let(holder(w, goal))
    else:
        to = w.code.let(w.one_of(goal))
    with w.code.block("move") as after:
        if s.if_possible:
            w.code.br(after, x.lt(to, 0))
        elif not isinstance(goal, m.ops.Local) or goal.value not in w.sure:
            with w.code.if_(x.lt(to, 0)):
                w.error("there is no place to move to", s.span)
        board = _drawn_board(goal.type)
        if board is not None:
            with w.code.if_(x.lt(x.load(w.memory.position, to), 0)):
                w.error("{} does not lie on the board", s.span, to)
        kind = item(things.type)
        on_top = isinstance(things, m.ops.Next | m.ops.Last)

        onto, origin = _onto(goal), _origin(w, things)
        stock = stocks.stock_of(w.lowering, things.args[0].args[0]) if origin is not None else None

        def one(thing: ir.Expr) -> None:
            if isinstance(goal, m.ops.Track):
                _check_room(w, s, goal, thing, to, after)
            move(
                w,
                thing,
                to,
                kind,
                PlaceType(goal.ref.die) if isinstance(goal, m.ops.Track) else goal.type,
                act.told,
                on_top=on_top,
                under=act.under,
                onto=onto,
                origin=origin,
                stock=stock,
            )

        for_each(w, in_places.things(w, things), one)


@lowers(m.acts.Lay)
def lay(w: Writer, s: m.Sentence, act: m.acts.Lay) -> None:
    """Turns a thing, then puts it where it goes."""
    face(w, s, m.acts.Face(act.things, act.direction, act.fact))
    move_things(w, s, act)


@lowers(m.acts.Cover)
def cover(w: Writer, s: m.Sentence, act: m.acts.Cover) -> None:
    """Puts a shape onto a space, then its squares onto what it covers, unless a rule stood in for it."""
    code, where, board = w.code, w.memory.chains.where, act.board
    kind, square = item(act.things.type), ThingType(act.squares)
    assert isinstance(kind, ThingType)
    thing, to, lie = (code.let(w.value(one)) for one in (act.things, act.goal, act.lie))
    under = spaces_under(w, act.squares, board, thing, to, lie)
    with code.block("cover") as after:
        with code.if_(x.not_(under.count(w))):
            if s.if_possible:
                code.br(after)
            else:
                w.error("{} does not lie there", s.span, thing)
        move(w, thing, to, kind, act.goal.type, onto=board)
        with code.if_(x.eq(x.load(where, thing), to)):
            shapes = cut(w, act.squares)
            table = w.lowering.table(
                f"first {act.squares.name}", [one[0] if one else 0 for one in shapes.squares], guard=0
            )
            first = code.let(x.load(table, x.sub(thing, shapes.wholes.start)))
            number = code.variable(0, "square")

            def put(spot: ir.Expr, _: ir.Label) -> None:
                one = code.let(x.add(first, number))
                code.set(number, x.add(number, 1))
                before = code.let(x.load(where, one))
                shift(w, one, before, spot, square, act.goal.type, onto=board)
                entered(w, one, spot, square, act.goal.type)

            under.each(w, put)


def _onto(goal: m.Expr) -> m.Board | None:
    """Gives the board that a goal is a space of."""
    return goal.type.kind.board if isinstance(goal.type, ThingType) else None


def _origin(w: Writer, things: m.Expr) -> ir.Expr | None:
    """Gives the place that the thing at an end of a place comes from."""
    if (
        not isinstance(things, m.ops.Next | m.ops.Last)
        or isinstance(things.type, SetType)
        or not isinstance(things.set, m.ops.Inside)
    ):
        return None
    place = things.set.place
    return w.fixed(place) if isinstance(place, m.ops.Place) and not isinstance(place.type, SetType) else None


def _check_room(w: Writer, s: m.Sentence, goal: m.Expr, thing: ir.Expr, to: ir.Expr, after: ir.Label) -> None:
    """Makes it a rule error that a track is full to which a thing comes, or leaves if it may be."""
    elsewhere = x.ne(x.load(w.memory.chains.where, thing), to)
    with w.code.if_(elsewhere), w.code.if_(w.test(m.ops.Full(BOOL, s.span, track=goal))):
        if s.if_possible:
            w.code.br(after)
        else:
            w.error("{} is full", s.span, to)


def _drawn_board(kind: Type) -> m.Board | None:
    one = item(kind)
    board = one.kind.board if isinstance(one, ThingType) else None
    return board if board is not None and board.space.legend is not None else None


@lowers(m.acts.Discard)
def discard(w: Writer, s: m.Sentence, act: m.acts.Discard) -> None:
    """Moves things to the pile of their kind."""
    kind = item(act.things.type)
    assert isinstance(kind, ThingType)
    holder = kind.kind

    def one(thing: ir.Expr) -> None:
        move(w, thing, pile_of(w, holder, thing, w.actor, s.span), kind, PlaceType(holder), "discard")

    for_each(w, in_places.things(w, act.things), one)


@lowers(m.acts.Take)
def take(w: Writer, s: m.Sentence, act: m.acts.Take) -> None:
    """Makes things the actor's."""
    kind = item(act.things.type)
    assert isinstance(kind, ThingType)
    several = act.things
    together = lifted.all_on(w, several)

    def one(thing: ir.Expr) -> None:
        if w.lowering.may_leave(kind):
            with w.code.if_(x.eq(x.load(w.memory.chains.where, thing), w.layout.gone)):
                w.error("{} is out of the game", s.span, thing)
        assert isinstance(kind, ThingType)
        own(w, thing, w.actor, kind.kind, noted=together is not None)
        knowledge.looked(w, kind.kind, thing)
        w.tell("take", thing, w.actor)

    things = in_places.things(w, several)
    if together is not None:
        things = things.freeze(w)
        standing.all_change_hands(w, *together, w.actor)
    for_each(w, things, one)


@lowers(m.acts.Remove)
def remove(w: Writer, s: m.Sentence, act: m.acts.Remove) -> None:
    """Takes things out of the game, with their parts."""
    kind = item(act.things.type)

    def one(thing: ir.Expr) -> None:
        before = w.code.let(x.load(w.memory.chains.where, thing))
        with w.code.if_(x.ne(before, w.layout.gone)):
            w.tell("remove", thing, before)
            leaving.leave_game(w, thing, kind)

    for_each(w, in_places.things(w, act.things), one)


@lowers(m.acts.Destroy)
def destroy(w: Writer, s: m.Sentence, act: m.acts.Destroy) -> None:
    """Takes things out of the game, which is an event."""
    kind = item(act.things.type)
    assert isinstance(kind, ThingType)

    def one(thing: ir.Expr) -> None:
        before = w.code.let(x.load(w.memory.chains.where, thing))
        with w.code.if_(x.ne(before, w.layout.gone)):
            replaced = stands_in(w, "destroyed", kind.kind.name, thing)
            with w.code.if_(x.not_(replaced)):
                w.tell("destroy", thing)
                leaving.leave_game(w, thing, kind)
                trigger(w, "destroyed", kind.kind.name, w.actor, thing)

    if act.together:
        _destroy_together(w, in_places.things(w, act.things), kind)
    else:
        for_each(w, in_places.things(w, act.things), one)


def _destroy_together(w: Writer, things: Set, kind: ThingType) -> None:
    """Asks for what follows while all are still there; then they go."""
    code, where = w.code, w.memory.chains.where
    most = max(things.most, 1)
    going, number = code.frame("going", most), code.variable(0, "going")

    def one(thing: ir.Expr) -> None:
        there = x.ne(code.let(x.load(where, thing)), w.layout.gone)
        with code.if_(there):
            replaced = stands_in(w, "destroyed", kind.kind.name, thing)
            with code.if_(x.not_(replaced)):
                code.store(going, number, thing)
                code.set(number, x.add(number, 1))
                trigger(w, "destroyed", kind.kind.name, w.actor, thing)

    for_each(w, things, one)
    with code.each(0, number, "k", bound=most) as k:
        thing = code.let(x.load(going, k))
        with code.if_(x.ne(code.let(x.load(where, thing)), w.layout.gone)):
            w.tell("destroy", thing)
            leaving.leave_game(w, thing, kind)

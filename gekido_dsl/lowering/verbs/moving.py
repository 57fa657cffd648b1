"""Verbs that move things, and what follows when they come to a place."""

from gekido_dsl.lowering import derived_state, knowledge, lifted, standing, stocks
from gekido_dsl.lowering.operators.dice import holder
from gekido_dsl.lowering.operators.players import owner_of
from gekido_dsl.lowering.registry import lowers
from gekido_dsl.lowering.sets import Set, Single
from gekido_dsl.lowering.standing_in import stands_in
from gekido_dsl.lowering.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import BOOL, NONE, PlaceType, SetType, ThingType, Type, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir
from gekido_dsl.source import Span


@lowers(m.acts.Move)
def move_things(w: Writer, s: m.Sentence, act: m.acts.Move) -> None:
    """Puts things into a place or onto a space, last, or first for `under`."""
    goal, things = act.goal, act.things
    if goal.op == "track":
        to = w.code.let(holder(w, goal))
    else:
        to = w.code.let(w.one_of(goal))
    with w.code.block("move") as after:
        if s.if_possible:
            w.code.br(after, x.lt(to, 0))
        elif goal.op != "local" or goal.value not in w.sure:
            with w.code.if_(x.lt(to, 0)):
                w.error("there is no place to move to", s.span)
        board = _drawn_board(goal.type)
        if board is not None:
            with w.code.if_(x.lt(x.load(w.memory.position, to), 0)):
                w.error("{} does not lie on the board", s.span, to)
        kind = item(things.type)
        on_top = things.op in ("next", "last")

        onto, origin = _onto(goal), _origin(w, things)
        stock = stocks.stock_of(w.lowering, things.args[0].args[0]) if origin is not None else None

        def one(thing: ir.Expr) -> None:
            if goal.op == "track":
                _check_room(w, s, goal, thing, to, after)
            move(
                w,
                thing,
                to,
                kind,
                PlaceType(goal.ref.die) if goal.op == "track" else goal.type,
                act.told,
                on_top=on_top,
                under=act.under,
                onto=onto,
                origin=origin,
                stock=stock,
            )

        for_each(w, w.things(things), one)


def _onto(goal: m.Expr) -> m.Board | None:
    """Gives the board that a goal is a space of."""
    return goal.type.kind.board if isinstance(goal.type, ThingType) else None


def _origin(w: Writer, things: m.Expr) -> ir.Expr | None:
    """Gives the place that the thing at an end of a place comes from."""
    if things.op not in ("next", "last") or isinstance(things.type, SetType) or things.args[0].op != "inside":
        return None
    place = things.args[0].args[0]
    return w.fixed(place) if place.op == "place" and not isinstance(place.type, SetType) else None


def _check_room(w: Writer, s: m.Sentence, goal: m.Expr, thing: ir.Expr, to: ir.Expr, after: ir.Label) -> None:
    """Makes it a rule error that a track is full to which a thing comes, or leaves if it may be."""
    elsewhere = x.ne(x.load(w.memory.chains.where, thing), to)
    with w.code.if_(elsewhere), w.code.if_(w.test(m.Expr("full", BOOL, s.span, (goal,)))):
        if s.if_possible:
            w.code.br(after)
        else:
            w.error("{} is full", s.span, to)


def for_each(w: Writer, things: Set, act: "object") -> None:
    """Does something to each of several, as they are now."""
    assert callable(act)
    taken = things if isinstance(things, Single) else things.freeze(w)
    taken.each(w, lambda thing, leave: act(thing))


def _drawn_board(kind: Type) -> m.Board | None:
    one = item(kind)
    board = one.kind.board if isinstance(one, ThingType) else None
    return board if board is not None and board.space.legend is not None else None


def move(
    w: Writer,
    thing: ir.Expr,
    to: ir.Expr,
    kind: Type,
    goal: Type,
    told: str = "move",
    *,
    check: bool = True,
    on_top: bool = False,
    under: bool = False,
    limits_besides: m.Place | None = None,
    onto: m.Board | None = None,
    origin: ir.Expr | None = None,
    stock: stocks.Stock | None = None,
    replaceable: bool = True,
) -> None:
    """Moves a thing, remembers and tells it, unless it lies there.

    Args:
        replaceable: whether another rule may stand in for it.
        kind: the type of the thing.
        goal: the type of the place.
        told: the kind of event.
        check: whether the limit of the place is due.
        on_top: whether everybody knows that it lay at one end of its place.
        under: whether it comes first in its place, not last.
        limits_besides: the place whose limit is being kept, so that it is not due again.
        onto: the board that `to` is known to be a space of.
        origin: the place, which is no space, that it is known to come from.
        stock: that place, where it is a stock.
    """
    code = w.code
    thing = code.let(thing)
    before = code.let(x.load(w.memory.chains.where, thing)) if origin is None else origin
    stays = x.constant(0) if origin is not None and onto is not None else x.eq(before, to)
    with code.if_(x.not_(stays)), code.block("moved") as moved:
        one = item(kind)
        if replaceable and isinstance(one, ThingType):
            code.br(moved, stands_in(w, "entering", one.kind.name, thing, to))
        if stock is not None and origin is not None:
            stock.leave(w, origin)
        owner = stock.owner(w, origin, kind) if stock is not None and origin is not None else None
        off = origin is None
        shift(w, thing, before, to, kind, goal, on_top=on_top, under=under, onto=onto, off=off, owner=owner)
        w.tell(told, thing, before, to)
        entered(w, thing, to, kind, goal)
        if check:
            limit(w, to, goal, limits_besides)


def shift(
    w: Writer,
    thing: ir.Expr,
    before: ir.Expr,
    to: ir.Expr,
    kind: Type,
    goal: Type,
    *,
    on_top: bool = False,
    under: bool = False,
    onto: m.Board | None = None,
    off: bool = True,
    owner: ir.Expr | None = None,
) -> None:
    """Moves a thing and remembers that it moved; `onto`, `off` and `owner` as in `knowledge.move`."""
    if w.lowering.may_leave(kind):
        with w.code.if_(x.eq(before, w.layout.gone)):
            w.error("{} is out of the game", None, thing)
    belong(w, thing, to, kind, goal)
    assert isinstance(item(kind), ThingType)
    decl = item(kind).kind  # type: ignore[union-attr]
    knowledge.move(w, thing, before, to, decl, on_top=on_top, under=under, onto=onto, off=off, owner=owner)
    for array, first in w.memory.moved(decl.name):
        w.code.store(array, x.sub(thing, first), 1)


def put(
    w: Writer,
    thing: ir.Expr,
    before: ir.Expr,
    to: ir.Expr,
    *,
    under: bool = False,
    leaves: bool = False,
    comes: bool = False,
) -> None:
    """Takes a thing out of the place where it lies, if it lies anywhere, and puts it last, or first, into another.

    Args:
        to: none for nowhere.
        leaves: whether it is known to lie somewhere.
        comes: whether it is known to come somewhere.
    """
    code, chains = w.code, w.memory.chains
    with code.if_(x.constant(1) if leaves else x.ge(before, 0)):
        following, ahead = code.let(x.load(chains.next, thing)), code.let(x.load(chains.before, thing))
        with code.if_(x.ge(ahead, 0)):
            code.store(chains.next, ahead, following)
        with code.else_():
            code.store(chains.head, before, following)
        with code.if_(x.ge(following, 0)):
            code.store(chains.before, following, ahead)
        with code.else_():
            code.store(chains.tail, before, ahead)
        code.increase(chains.count, before, -1)
    code.store(chains.where, thing, to)
    with code.if_(x.constant(1) if comes else x.ge(to, 0)):
        near, far = (chains.head, chains.tail) if under else (chains.tail, chains.head)
        inward, outward = (chains.before, chains.next) if under else (chains.next, chains.before)
        end = code.let(x.load(near, to))
        code.store(outward, thing, end)
        code.store(inward, thing, NONE)
        with code.if_(x.ge(end, 0)):
            code.store(inward, end, thing)
        with code.else_():
            code.store(far, to, thing)
        code.store(near, to, thing)
        code.increase(chains.count, to)
    with code.else_():
        code.store(chains.next, thing, NONE)
        code.store(chains.before, thing, NONE)


def belong(w: Writer, thing: ir.Expr, to: ir.Expr, kind: Type, goal: Type) -> None:
    """Gives a thing to the player whose place it comes to; in a deck it is nobody's again."""
    if not isinstance(goal, PlaceType) or not isinstance(kind, ThingType):
        return
    if kind.kind.whole().each_player is not None and kind.kind.parent is None:
        return

    for decl in w.game.places.values():
        if decl.holds is not goal.holds:
            continue
        numbers = [number for (name, _), number in w.layout.place_of.items() if name == decl.name]
        inside = x.within(to, min(numbers), max(numbers)) if numbers else x.constant(0)
        if inside == x.constant(0):
            continue
        if decl.owner == "player":
            with w.code.if_(inside):
                own(w, thing, x.sub(to, min(numbers)), kind.kind)
        elif decl.owner is not None:
            first = w.layout.place_names[min(numbers)][1]
            with w.code.if_(inside):
                holder = x.add(x.sub(to, min(numbers)), first)
                own(w, thing, owner_of(w, holder), kind.kind)
        elif decl.word in ("deck", "box"):
            with w.code.if_(inside):
                own(w, thing, x.constant(NONE), kind.kind)


def own(w: Writer, thing: ir.Expr, player: ir.Expr, kind: m.Kind, *, noted: bool = False) -> None:
    """Makes a thing a player's, or nobody's.

    Args:
        noted: whether the spaces on which each player's things stand say so already.
    """
    player = w.code.let(player)
    if not noted:
        standing.changed_hands(w, kind, thing, player)
    w.code.store(w.memory.owner, thing, player)
    derived_state.owner_changed(w, kind)


def entered(w: Writer, thing: ir.Expr, to: ir.Expr, kind: Type, goal: Type) -> None:
    """Makes what follows due when a thing has come to a space."""
    if isinstance(goal, PlaceType) or not isinstance(kind, ThingType):
        return
    if w.lowering.triggers.get(("enters", kind.kind.name)):
        with w.code.if_(x.within(to, 0, w.layout.count - 1)):
            w.trigger("enters", kind.kind.name, w.actor, thing)


def limit(w: Writer, to: ir.Expr, goal: Type, besides: m.Place | None = None) -> None:
    """Makes the check of the limit of a place due, if anything lies there."""
    if not isinstance(goal, PlaceType):
        return
    from gekido_dsl.lowering.verbs.drawing import limit_of

    layout, code = w.layout, w.code
    for decl in w.game.places.values():
        if decl.limit is None or decl.holds is not goal.holds or decl is besides:
            continue
        numbers = [number for (name, _), number in layout.place_of.items() if name == decl.name]
        inside = x.within(to, min(numbers), max(numbers))
        if inside == x.constant(0):
            continue
        with code.if_(inside), code.if_(x.load(w.memory.chains.count, to)):
            owners = [owner for _, owner in layout.place_names[min(numbers) : max(numbers) + 1]]
            owner = code.let(x.load(w.lowering.table("of place", owners), x.sub(to, min(numbers))))
            assert w.due is not None
            w.due.add(w, limit_of(w, decl), decl, (keeper(w, decl, owner), owner, to))


def keeper(w: Writer, decl: m.Place, owner: ir.Expr) -> ir.Expr:
    """Gives the player who keeps the limit of a place; the place of a thing belongs to the thing's owner."""
    if decl.owner == "player":
        return owner
    turn = w.lowering.system("on_turn")
    whose = w.code.let(owner_of(w, owner)) if decl.owner is not None else x.constant(NONE)
    return w.code.let(x.select(x.lt(whose, 0), turn, whose))


def pile_of(w: Writer, kind: m.Kind, span: Span | None) -> int:
    """Gives the pile that a kind of thing is discarded to."""
    pile = w.game.pile_of(kind)
    if pile is None:
        w.error(f"there is no pile for {kind.plural}", span)
        return NONE
    return w.layout.place_of[pile.name, NONE]


@lowers(m.acts.Discard)
def discard(w: Writer, s: m.Sentence, act: m.acts.Discard) -> None:
    """Moves things to the pile of their kind."""
    kind = item(act.things.type)
    assert isinstance(kind, ThingType)
    to = x.constant(pile_of(w, kind.kind, s.span))
    for_each(w, w.things(act.things), lambda thing: move(w, thing, to, kind, PlaceType(kind.kind), "discard"))


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

    things = w.things(several)
    if together is not None:
        things = things.freeze(w)
        standing.all_change_hands(w, *together, w.actor)
    for_each(w, things, one)


@lowers(m.acts.Remove)
def remove(w: Writer, s: m.Sentence, act: m.acts.Remove) -> None:
    """Takes things out of the game, with their parts."""
    from gekido_dsl.lowering import leaving

    kind = item(act.things.type)

    def one(thing: ir.Expr) -> None:
        before = w.code.let(x.load(w.memory.chains.where, thing))
        with w.code.if_(x.ne(before, w.layout.gone)):
            w.tell("remove", thing, before)
            leaving.leave_game(w, thing, kind)

    for_each(w, w.things(act.things), one)


@lowers(m.acts.Destroy)
def destroy(w: Writer, s: m.Sentence, act: m.acts.Destroy) -> None:
    """Takes things out of the game, which is an event."""
    from gekido_dsl.lowering import leaving

    kind = item(act.things.type)
    assert isinstance(kind, ThingType)

    def one(thing: ir.Expr) -> None:
        before = w.code.let(x.load(w.memory.chains.where, thing))
        with w.code.if_(x.ne(before, w.layout.gone)):
            replaced = stands_in(w, "destroyed", kind.kind.name, thing)
            with w.code.if_(x.not_(replaced)):
                w.tell("destroy", thing)
                leaving.leave_game(w, thing, kind)
                w.trigger("destroyed", kind.kind.name, w.actor, thing)

    if act.together:
        _destroy_together(w, w.things(act.things), kind)
    else:
        for_each(w, w.things(act.things), one)


def _destroy_together(w: Writer, things: Set, kind: ThingType) -> None:
    """Asks for what follows while all are still there; then they go."""
    from gekido_dsl.lowering import leaving

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
                w.trigger("destroyed", kind.kind.name, w.actor, thing)

    for_each(w, things, one)
    with code.each(0, number, "k", bound=most) as k:
        thing = code.let(x.load(going, k))
        with code.if_(x.ne(code.let(x.load(where, thing)), w.layout.gone)):
            w.tell("destroy", thing)
            leaving.leave_game(w, thing, kind)

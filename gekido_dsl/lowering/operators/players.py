"""Operators about players and what is theirs."""

from gekido_dsl.lowering.kept import derived_state
from gekido_dsl.lowering.kept.owners import owner_of
from gekido_dsl.lowering.operators.sides import friends, side_of
from gekido_dsl.lowering.sets.composed_sets import Filtered, Mapped
from gekido_dsl.lowering.sets.pen import Pen
from gekido_dsl.lowering.sets.sets import Range, Set, known
from gekido_dsl.lowering.sets.things import born_things, in_the_game
from gekido_dsl.lowering.writing.registry import operator
from gekido_dsl.lowering.writing.writer import Held, Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, PlaceType, SetType, ThingType, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


@operator(m.ops.Players)
def players(w: Writer, e: m.ops.Players) -> Set:
    """Those who remain, from the one on turn, or who is named."""
    on_turn = w.code.let(w.lowering.system("on_turn"))
    if e.first is not None:
        named = w.fixed(e.first)
        on_turn = w.code.let(x.select(x.lt(named, 0), on_turn, named))
    ring = around(w, on_turn)
    if not w.lowering.may_go_out:
        return ring
    return Filtered(ring, lambda player: x.not_(x.load(w.memory.out, player)))


def around(w: Writer, first: ir.Expr) -> Set:
    """Gives all seats in their order, from one on."""
    number = w.layout.players

    def seat(k: ir.Expr) -> ir.Expr:
        one = w.code.let(x.add(first, k))
        return x.select(x.ge(one, number), x.sub(one, number), one)

    return _Ring(Range(0, number, number), seat, sure=True)


class _Ring(Mapped):
    """All seats, from one on."""

    quick = True

    def has(self, w: Pen, value: ir.Expr) -> ir.Expr:
        """All but none."""
        return x.ge(value, 0)

    def freeze(self, w: Pen) -> Set:
        """Stays as it is."""
        return self


@operator(m.ops.Seats)
def seats(w: Writer, e: m.ops.Seats) -> Set:
    """All players, those who are out too."""
    return known(range(w.layout.players))


@operator(m.ops.Owner)
def owner(w: Writer, e: m.ops.Owner) -> Held:
    """The player of a thing or place; of a part, the owner of the whole."""
    if isinstance(item(e.of.type), PlaceType):
        return _owner_of_place(w, e)
    base = w.lower(e.of)
    kind = item(e.of.type)
    if isinstance(base, Set):
        return Mapped(base, lambda thing: owner_of(w, thing, kind))
    return owner_of(w, base, kind)


def _owner_of_place(w: Writer, e: m.ops.Owner) -> ir.Expr:
    """Gives the player of a place; of the place of a thing, the thing's."""
    names, count = w.layout.place_names, w.layout.count
    of_things = [isinstance(getattr(decl, "owner", None), m.Kind) for decl, _ in names[count:]]
    at = w.code.let(x.sub(w.fixed(e.of), count))
    whose = w.code.let(x.load(w.lowering.table("place owner", [one for _, one in names[count:]]), at))
    if not any(of_things):
        return whose
    of_thing = x.load(w.lowering.table("place of thing", [int(one) for one in of_things]), at)
    found = w.code.variable(whose, "owner")
    with w.code.if_(of_thing):
        w.code.set(found, owner_of(w, whose))
    return found


def whose(w: Writer, e: m.Expr) -> ir.Expr:
    """Gives whose a thing is; a player is their own."""
    if isinstance(item(e.type), ThingType):
        return owner_of(w, w.value(e), item(e.type))
    return w.value(e)


@operator(m.ops.Mine)
def mine(w: Writer, e: m.ops.Mine) -> ir.Expr:
    """The one in the game; else the one that has left it, which rules may still ask about."""
    if not isinstance(e.player.type, SetType):
        kept_one = derived_state.first_of(w, e.ref, w.value(e.player))
        if kept_one is not None:
            return kept_one
    owned = _owned(w, e)
    if not w.lowering.may_leave(ThingType(e.ref)):
        return owned.first(w)
    code = w.code
    found = code.variable(NONE, "mine")
    gone = x.eq(x.load(w.memory.chains.where, found), w.layout.gone)

    def visit(one: ir.Expr, leave: ir.Label) -> None:
        with code.if_(x.lt(found, 0)):
            code.set(found, one)
            code.br(leave, x.not_(gone))
        with code.else_(), code.if_(x.ne(x.load(w.memory.chains.where, one), w.layout.gone)):
            code.set(found, one)
            code.br(leave)

    owned.each(w, visit)
    return found


@operator(m.ops.AllMine)
def all_mine(w: Writer, e: m.ops.AllMine) -> Set:
    """All things of a kind that a player has, as far as they are in the game."""
    return in_the_game(w, _owned(w, e), ThingType(e.ref))


def _owned(w: Writer, e: m.ops.Mine | m.ops.AllMine) -> Set:
    """Gives all things of a kind that belong to a player, or to any of several."""
    player, things = w.lower(e.player), w.layout.things[e.ref.name]
    kind = ThingType(e.ref)
    every = known(things)
    if isinstance(player, Set):
        taken = player.freeze(w)
        return Filtered(every, lambda thing: taken.has(w, owner_of(w, thing, kind)))
    one = w.code.let(player)
    fixed = born_things(w.lowering, kind.kind)
    if fixed is not None:
        return fixed.of(w, one)
    return Filtered(every, lambda thing: x.eq(owner_of(w, thing, kind), one))


@operator(m.ops.Enemy)
def enemy(w: Writer, e: m.ops.Enemy) -> ir.Expr:
    """Whether it belongs to somebody who is not on the actor's side."""
    player = w.code.let(whose(w, e.of))
    return x.and_(x.ne(player, NONE), x.not_(friends(w, player, w.actor)))


@operator(m.ops.Friendly)
def friendly(w: Writer, e: m.ops.Friendly) -> ir.Expr:
    """Whether it belongs to somebody on the actor's side."""
    player = w.code.let(whose(w, e.of))
    return x.and_(x.ne(player, NONE), friends(w, player, w.actor))


@operator(m.ops.Unclaimed)
def unclaimed(w: Writer, e: m.ops.Unclaimed) -> ir.Expr:
    """Whether it belongs to nobody."""
    return x.eq(whose(w, e.of), NONE)


@operator(m.ops.Other)
def other(w: Writer, e: m.ops.Other) -> ir.Expr:
    """Whether it does not belong to the actor."""
    return x.ne(whose(w, e.of), w.actor)


@operator(m.ops.Remaining)
def remaining(w: Writer, e: m.ops.Remaining) -> ir.Expr:
    """Whether its player is not out of the game."""
    player = w.code.let(whose(w, e.of))
    return x.and_(x.ne(player, NONE), x.not_(x.load(w.memory.out, player)))


@operator(m.ops.Neighbour)
def neighbour(w: Writer, e: m.ops.Neighbour) -> Held:
    """The next player, or the one before, of those who remain."""
    base = w.lower(e.player)
    if isinstance(base, Set):
        return Mapped(base, lambda player: beside(w, player, e.value))
    return beside(w, base, e.value)


def beside(w: Writer, player: ir.Expr, way: int) -> ir.Expr:
    """Gives who sits next to a player in one direction, of those who remain."""
    code, number = w.code, w.layout.players
    own = code.let(player)

    def stepped(seat: ir.Expr) -> ir.Expr:
        there = code.let(x.add(seat, way))
        return code.let(
            x.select(
                x.ge(there, number),
                x.sub(there, number),
                x.select(x.lt(there, 0), x.add(there, number), there),
            )
        )

    if not w.lowering.may_go_out:
        return x.select(x.lt(own, 0), NONE, stepped(own))
    seat = code.variable(own, "seat")
    with code.if_(x.ge(own, 0)), code.block("found") as found, code.loop("seats", bound=number + 1) as again:
        code.set(seat, stepped(seat))
        code.br(found, x.eq(seat, own))
        code.br(again, x.load(w.memory.out, seat))
    return seat


@operator(m.ops.Partner)
def partner(w: Writer, e: m.ops.Partner) -> ir.Expr:
    """The player who sits opposite."""
    one, number = w.fixed(e.player), w.layout.players
    there = w.code.let(x.add(one, number // 2))
    return x.select(x.lt(one, 0), NONE, x.select(x.ge(there, number), x.sub(there, number), there))


@operator(m.ops.SideOf)
def all_of_side(w: Writer, e: m.ops.SideOf) -> Set:
    """All players on the side of one, those who are out too, from the one on turn."""
    player = w.fixed(e.player)
    ring = around(w, w.code.let(w.lowering.system("on_turn")))
    if w.game.sides is None:
        return Filtered(ring, lambda one: x.eq(one, player))
    wanted = w.code.variable(NONE, "side")
    with w.code.if_(x.ge(player, 0)):
        w.code.set(wanted, side_of(w, player))
    return Filtered(ring, lambda one: x.and_(x.ge(player, 0), x.eq(side_of(w, one), wanted)))


@operator(m.ops.Automaton)
def automaton(w: Writer, e: m.ops.Automaton) -> ir.Expr:
    """The seat that is never asked."""
    return x.constant(w.layout.players - 1)


@operator(m.ops.GamesWon)
def games_won(w: Writer, e: m.ops.GamesWon) -> ir.Expr:
    """How many games of the row a player has won."""
    return x.load(w.memory.won, w.fixed(e.player))

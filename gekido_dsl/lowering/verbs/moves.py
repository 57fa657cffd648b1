"""Moving a thing, and the limit of the place it comes to: what is too much there is discarded after the step."""

from gekido_dsl.languages import text
from gekido_dsl.lowering.choosing import distinct_choices
from gekido_dsl.lowering.game.sites import Site
from gekido_dsl.lowering.kept import stocks
from gekido_dsl.lowering.kept.going import entered, shift
from gekido_dsl.lowering.kept.owners import owner_of
from gekido_dsl.lowering.sets.sets import Chain
from gekido_dsl.lowering.writing.choices import choose
from gekido_dsl.lowering.writing.functions import function_of
from gekido_dsl.lowering.writing.standing_in import stands_in
from gekido_dsl.lowering.writing.steps import step
from gekido_dsl.lowering.writing.triggers import add
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, PlaceType, ThingType, Type, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir
from gekido_dsl.source import Span


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


def limit(w: Writer, to: ir.Expr, goal: Type, besides: m.Place | None = None) -> None:
    """Makes the check of the limit of a place due, if anything lies there."""
    if not isinstance(goal, PlaceType):
        return
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
            add(w, limit_of(w, decl), decl, (keeper(w, decl, owner), owner, to))


def keeper(w: Writer, decl: m.Place, owner: ir.Expr) -> ir.Expr:
    """Gives the player who keeps the limit of a place; the place of a thing belongs to the thing's owner."""
    if decl.owner == "player":
        return owner
    turn = w.lowering.system("on_turn")
    whose = w.code.let(owner_of(w, owner)) if decl.owner is not None else x.constant(NONE)
    return w.code.let(x.select(x.lt(whose, 0), turn, whose))


def pile_of(w: Writer, kind: m.Kind, thing: ir.Expr, actor: ir.Expr, span: Span | None) -> ir.Expr:
    """Gives the pile that a thing is discarded to: its owner's where each player has one, else the actor's."""
    pile = w.game.pile_of(kind)
    if pile is None:
        w.error(f"there is no pile for {kind.plural}", span)
        return x.constant(NONE)
    if pile.owner is None:
        return x.constant(w.layout.place_of[pile.name, NONE])
    owner = w.code.let(owner_of(w, thing, ThingType(kind)))
    whose = x.select(x.lt(owner, 0), actor, owner)
    return w.code.let(x.add(whose, w.layout.place_of[pile.name, 0]))


def limit_of(w: Writer, decl: m.Place) -> ir.Function:
    """Gives the function of a player, an owner and their place: the player discards what is too much in it."""

    def write(own: Writer) -> None:
        code = own.code
        actor, owner, place = code.parameters
        own.span, own.cites = decl.span, decl.cites
        assert decl.limit is not None
        many, kind = len(own.layout.things[decl.holds.name]), decl.holds
        with code.block("fits") as done, code.loop("limit", bound=many + 1) as again:
            most = code.let(own.within(decl, {0: actor, 1: owner}).value(decl.limit))
            number = x.load(own.memory.chains.count, place)
            code.br(done, x.or_(x.lt(most, 0), x.le(number, most)))
            code.br(done, own.is_out(actor))
            values = distinct_choices.distinct(own, ThingType(kind), Chain(place, many), place=decl).freeze(
                own
            )
            site = Site(
                "choose", text("Discard which {kind}?", kind=kind.name), decl.name, decl.span, decl.cites,
                types=(ThingType(kind),), source=decl,
            )  # fmt: skip
            picked = choose(own, actor, values.count(own), site, (lambda k: values.nth(own, k),))
            thing = code.let(values.nth(own, picked))
            to = pile_of(own, kind, thing, actor, decl.span)
            with step(own, decl.span, decl.cites):
                move(own, thing, to, ThingType(kind), PlaceType(kind), "discard", limits_besides=decl)
            code.br(again)

    return function_of(
        w.lowering,
        ("limit", id(decl)),
        f"limit of {decl.name}",
        ("actor", "owner", "place"),
        "status",
        decl,
        write,
    )

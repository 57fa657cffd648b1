"""Drawing from a deck and dealing: one by one, with a refill, a choice what to keep, and a hand limit."""

from gekido_dsl.languages import text
from gekido_dsl.lowering.choosing import distinct_choices
from gekido_dsl.lowering.game.sites import Site
from gekido_dsl.lowering.sets.composed_sets import Filtered
from gekido_dsl.lowering.sets.sets import Chain, Set, known
from gekido_dsl.lowering.verbs.moves import keeper, limit, move, pile_of
from gekido_dsl.lowering.writing.choices import choose
from gekido_dsl.lowering.writing.registry import lowers
from gekido_dsl.lowering.writing.standing_in import stands_in
from gekido_dsl.lowering.writing.steps import step
from gekido_dsl.lowering.writing.triggers import trigger
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, PlaceType, ThingType, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


@lowers(m.acts.Draw)
def draw(w: Writer, s: m.Sentence, act: m.acts.Draw) -> None:
    """Draws one by one."""
    code, kind = w.code, act.kind
    kept = w.fixed(act.keeping) if act.keeping is not None else None
    number = w.fixed(act.number)
    origin, goal = w.fixed(act.origin), w.fixed(act.goal)
    left = code.variable(number, "left")
    drawn = goal if kept is None else code.let(own_place(w, w.actor))
    with code.block("drawn") as done, code.loop("draw") as again:
        code.br(done, x.le(left, 0))
        code.set(left, x.sub(left, 1))
        with step(w, s.span, s.cites), code.block("one") as one:
            if w.lowering.instead.get(("draws", kind.name)):
                with code.if_(stands_in(w, "draws", kind.name)):
                    with code.if_(x.eq(left, 0)):
                        limit(w, goal, act.goal.type)
                    code.br(one)
            thing = next_of(w, act.origin, origin)
            with code.if_(x.lt(thing, 0)):
                code.set(left, 0)
                limit(w, goal, act.goal.type)
                if not s.if_possible:
                    with code.if_(x.not_(_is_deck(w, act.origin, origin))):
                        w.error("there is nothing left in {}", s.span, origin)
            with code.else_():
                _put(w, kind, thing, drawn, "draw", on_top=True)
                if w.lowering.triggers.get(("drawn", kind.name)):
                    with code.if_(x.eq(x.load(w.memory.chains.where, thing), drawn)):
                        trigger(w, "drawn", kind.name, w.actor, thing)
                if kept is None:
                    _limited_at_last(w, act.goal, goal, left)
        code.br(again)
    if kept is not None:
        _keep(w, s, act, drawn, goal, kept)


def own_place(w: Writer, player: ir.Expr) -> ir.Expr:
    """Gives the place where a player looks at what they draw."""
    return x.add(player, w.layout.place_of["", 0])


def _meant(w: Writer, place: m.Expr) -> list[m.Place]:
    """Lists what a place may be: the one that is named, or all that hold the same."""
    if isinstance(place, m.ops.Place):
        return [place.ref]
    kind = item(place.type)
    assert isinstance(kind, PlaceType)
    return [decl for decl in w.game.places.values() if decl.holds is kind.holds]


def _is(w: Writer, place: ir.Expr, decl: m.Place, meant: list[m.Place]) -> ir.Expr:
    """Whether a place is one of a declaration, among those that it may be of."""
    if len(meant) == 1:
        return x.constant(1)
    numbers = [number for (name, _), number in w.layout.place_of.items() if name == decl.name]
    return x.within(place, min(numbers), max(numbers)) if numbers else x.constant(0)


def _is_deck(w: Writer, origin: m.Expr, place: ir.Expr) -> ir.Expr:
    meant = _meant(w, origin)
    found: ir.Expr = x.constant(0)
    for decl in meant:
        if decl.word == "deck":
            found = x.or_(found, _is(w, place, decl, meant))
    return found


def _limited_at_last(w: Writer, goal: m.Expr, place: ir.Expr, left: ir.Expr) -> None:
    """Has the limit of a place checked now, or once for all that is drawn."""
    meant = _meant(w, goal)
    later = [decl for decl in meant if decl.limit is not None and decl.late is not None]
    if not later:
        limit(w, place, goal.type)
        return
    late = w.code.variable(0, "late")
    for decl in later:
        assert decl.late is not None
        with w.code.if_(_is(w, place, decl, meant)):
            owner = w.code.let(_owner_of(w, decl, place))
            w.code.set(late, w.within(decl, {0: keeper(w, decl, owner), 1: owner}).test(decl.late))
    with w.code.if_(x.or_(x.eq(left, 0), x.not_(late))):
        limit(w, place, goal.type)


def _owner_of(w: Writer, decl: m.Place, place: ir.Expr) -> ir.Expr:
    """Gives whose a place of a declaration is, as it is numbered."""
    if decl.owner is None:
        return x.constant(NONE)
    first = min(number for (name, _), number in w.layout.place_of.items() if name == decl.name)
    return x.add(place, w.layout.place_names[first][1] - first)


def next_of(w: Writer, origin: m.Expr, place: ir.Expr) -> ir.Local:
    """Gives the next thing of a place, filled up again if it may be; none when there is nothing."""
    chains, code = w.memory.chains, w.code
    thing = code.variable(x.load(chains.tail, place), "drawn")
    meant = _meant(w, origin)
    for decl in meant:
        if decl.refill is None:
            continue
        with code.if_(x.and_(x.lt(thing, 0), _is(w, place, decl, meant))):
            owner = code.let(_owner_of(w, decl, place))
            actor = w.actor if decl.owner is None else keeper(w, decl, owner)
            own = w.within(decl, {0: actor, 1: owner})
            own.doer, own.due = w.actor, w.due
            own.span, own.cites = decl.refill.span, decl.refill.cites
            own.rule, own.body_cites = w.rule, w.body_cites
            may = own.test(decl.refill.condition) if decl.refill.condition is not None else x.constant(1)
            with code.if_(may):
                own.act(decl.refill)
                code.set(thing, x.load(chains.tail, place))
    return thing


@lowers(m.acts.Deal)
def _deal(w: Writer, s: m.Sentence, act: m.acts.Deal) -> None:
    """Gives each player one after the other, so many times."""
    code, hand = w.code, act.hand
    kind = hand.holds
    given = w.fixed(act.number)
    # Of less than none the loop would give fuel back.
    number = code.let(x.select(x.gt(given, 0), given, 0))
    # Listed even where they are known: written out for each seat, dealing would be most of a module.
    whom = w.several(act.players)
    players = Set.freeze(whom, w) if whom.most > 1 else whom.freeze(w)
    first = w.layout.place_of[hand.name, 0]
    with code.each(0, number, "round"):

        def give(player: ir.Expr, _: ir.Label) -> None:
            origin = w.fixed(act.origin)
            thing = next_of(w, act.origin, origin)
            with code.if_(x.lt(thing, 0)):
                if not s.if_possible:
                    with code.if_(x.not_(_is_deck(w, act.origin, origin))):
                        w.error("there is nothing left to deal in {}", s.span, origin)
            with code.else_():
                to = code.let(x.add(player, first))
                _put(w, kind, thing, to, "draw", on_top=True)
                limit(w, to, PlaceType(kind))

        players.each(w, give)


def _keep(w: Writer, s: m.Sentence, act: m.acts.Draw, drawn: ir.Expr, goal: ir.Expr, kept: ir.Expr) -> None:
    """Lets the player keep some of what was drawn; the rest is discarded."""
    code, kind = w.code, act.kind
    left = code.variable(kept, "keeps")
    looked_at = _looked_at(w, kind, drawn)
    many = looked_at.most
    with code.block("kept") as done, code.loop("keep", bound=many + 2) as again:
        number = code.let(looked_at.count(w))
        code.br(done, x.not_(number))
        with code.block("choice") as choice:
            with code.if_(x.eq(left, 0)):
                with step(w, s.span, s.cites):
                    things = looked_at.freeze(w)
                    things.each(w, lambda thing, _: _discard(w, kind, thing, s))
                code.br(done)
            with code.if_(x.and_(x.gt(number, left), w.is_out(w.actor))):
                code.set(left, 0)
                code.br(again)
            code.br(choice, x.gt(number, left))
            code.set(left, 0)
            with step(w, s.span, s.cites):
                things = looked_at.freeze(w)
                things.each(w, lambda thing, _: _put(w, kind, thing, goal, "keep"))
                limit(w, goal, act.goal.type)
            code.br(again)
        values = distinct_choices.distinct(w, ThingType(kind), looked_at, None, None).freeze(w)
        site = Site(
            "choose", text("Keep which {kind}?", kind=kind.name), w.rule, s.span,
            s.cites or (w.decl.cites if w.decl is not None else ()), types=(ThingType(kind),), stop="", source=s,
        )  # fmt: skip
        picked = choose(w, w.actor, values.count(w), site, (lambda k: values.nth(w, k),))
        thing = code.let(values.nth(w, picked))
        code.set(left, x.sub(left, 1))
        with step(w, s.span, s.cites):
            _put(w, kind, thing, goal, "keep")
            with code.if_(x.eq(left, 0)):
                limit(w, goal, act.goal.type)
        code.br(again)


def _looked_at(w: Writer, kind: m.Kind, place: ir.Expr) -> Set:
    """Gives what somebody looks at; things of other kinds may have stayed, where a rule stands in for a discard."""
    own = known(w.layout.things[kind.name])
    if not any(event == "entering" and about != kind.name for event, about in w.lowering.instead):
        return Chain(place, own.most)
    return Filtered(Chain(place, w.layout.count), lambda thing: own.has(w, thing))


def _put(w: Writer, kind: m.Kind, thing: ir.Expr, to: ir.Expr, told: str, *, on_top: bool = False) -> None:
    """Moves a thing; whether a limit is due is for the caller."""
    move(w, thing, to, ThingType(kind), PlaceType(kind), told, check=False, on_top=on_top)


def _discard(w: Writer, kind: m.Kind, thing: ir.Expr, s: m.Sentence) -> None:
    """Moves a thing to the pile of its kind."""
    move(w, thing, pile_of(w, kind, thing, w.actor, s.span), ThingType(kind), PlaceType(kind), "discard")

"""Verbs about tracks of dice: filling, damage, healing, and destroying what has lost them."""

from gekido_dsl.lowering.kept import knowledge
from gekido_dsl.lowering.operators.dice import error_of_none, first_place, spaces
from gekido_dsl.lowering.sets.sets import Chain
from gekido_dsl.lowering.verbs.damage import damage_of
from gekido_dsl.lowering.verbs.dice import roll_die
from gekido_dsl.lowering.writing.registry import lowers
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def place_on(w: Writer, holder: m.Track | m.Counter, thing: ir.Expr) -> ir.Expr:
    """Gives the place of a track or counter of a thing that is not none."""
    shift = first_place(w, holder) - w.layout.things[holder.owner.name].start
    return w.code.let(x.add(thing, shift))


def supply_of(w: Writer, holder: m.Track | m.Counter) -> ir.Expr:
    """Gives the place that dice come from."""
    return x.constant(w.layout.place_of[holder.supply.name, NONE])


@lowers(m.acts.Fill)
def _fill(w: Writer, s: m.Sentence, act: m.acts.Fill) -> None:
    code, chains, track = w.code, w.memory.chains, act.track
    thing = w.fixed(act.thing)
    if not s.if_possible:
        error_of_none(w, thing, f"none has no `{track.name}`", act.thing)
    with code.if_(x.ne(thing, NONE)):
        place = place_on(w, track, thing)

        def lift(die: ir.Expr, leave: ir.Label) -> None:
            shown = code.let(x.load(w.memory.face, die))
            code.store(w.memory.face, die, x.select(x.gt(shown, track.showing), shown, track.showing))

        most = len(w.layout.things[track.die.name])
        Chain(place, most).each(w, lift)
        added = code.variable(0, "added")
        with code.block("fill") as done, code.loop("fill", bound=most + 1) as again:
            code.br(done, x.ge(x.load(chains.count, place), spaces(w, track, thing)))
            add_die(w, s, track, place, track.showing, done)
            code.set(added, x.add(added, 1))
            code.br(again)
        w.tell("fill", thing, track, added, span=s.span)


def add_die(w: Writer, s: m.Sentence, track: m.Track, place: ir.Expr, showing: int, done: ir.Label) -> None:
    """Adds a die at the front of a track; an empty supply is a rule error, or leaves for `done` if it may be."""
    supply = supply_of(w, track)
    die = w.code.let(x.load(w.memory.chains.tail, supply))
    with w.code.if_(x.lt(die, 0)):
        if s.if_possible:
            w.code.br(done)
        else:
            w.error("{} gets no die: {} is empty", s.span, place, track.supply.name)
    w.code.store(w.memory.face, die, showing)
    knowledge.move(w, die, supply, place, track.die, under=True)
    knowledge.rolled(w, track.die, die)


@lowers(m.acts.RollInto)
def _roll_into(w: Writer, s: m.Sentence, act: m.acts.RollInto) -> None:
    code, chains, track = w.code, w.memory.chains, act.track
    thing = w.fixed(act.thing)
    error_of_none(w, thing, f"none has no `{track.name}`", act.thing)
    place, supply = place_on(w, track, thing), supply_of(w, track)
    with code.block("roll into") as done, code.each(0, act.number):
        empty = x.lt(x.load(chains.head, supply), 0)
        full = x.ge(x.load(chains.count, place), spaces(w, track, thing))
        with code.if_(x.or_(empty, full)):
            if s.if_possible:
                code.br(done)
            else:
                with code.if_(empty):
                    w.error("{} gets no die: {} is empty", s.span, place, track.supply.name)
                w.error("{} is full", s.span, place)
        die = code.let(x.load(chains.tail, supply))
        roll_die(w, track.die, die)
        knowledge.move(w, die, supply, place, track.die)
        knowledge.rolled(w, track.die, die)
        w.tell("roll_into", thing, track, x.load(w.memory.face, die), span=s.span)


@lowers(m.acts.Suffer)
def _suffer(w: Writer, s: m.Sentence, act: m.acts.Suffer) -> None:
    thing, amount = w.fixed(act.thing), w.fixed(act.number)
    number = w.code.let(x.select(x.gt(amount, 0), amount, 0))
    who = w.fixed(act.source) if act.source is not None else x.constant(NONE)
    only = act.rule.tracks.index(act.only) + 1 if act.only is not None else 0
    with w.code.if_(x.ne(thing, NONE)):
        w.tell("damage", thing, number, who, span=s.span, why=act.number)
        w.call(damage_of(w, act.rule), w.actor, thing, number, who, only)


@lowers(m.acts.Heal, m.acts.Restore)
def _heal(w: Writer, s: m.Sentence, act: m.acts.Heal | m.acts.Restore) -> None:
    track, restoring = act.rule.tracks[-1], isinstance(act, m.acts.Restore)
    code, chains = w.code, w.memory.chains
    thing, total = w.fixed(act.thing), w.fixed(act.number)
    with code.if_(x.ne(thing, NONE)):
        place = place_on(w, track, thing)
        left = code.variable(total, "left")
        most = len(w.layout.things[track.die.name])
        with code.block("heal") as done, code.loop("heal", bound=most + 1) as again:
            first = code.let(x.load(chains.head, place))
            code.br(done, x.or_(x.le(left, 0), x.lt(first, 0)))
            shown = code.let(x.load(w.memory.face, first))
            room = code.let(x.sub(track.showing, shown))
            healed = code.let(x.select(x.lt(room, left), room, left))
            code.store(w.memory.face, first, x.add(shown, healed))
            knowledge.rolled(w, track.die, first)
            code.set(left, x.sub(left, healed))
            if restoring:
                code.br(done, x.le(left, 0))
                code.br(done, x.ge(x.load(chains.count, place), spaces(w, track, thing)))
                code.br(done, x.lt(x.load(chains.head, supply_of(w, track)), 0))
                add_die(w, s, track, place, 0, done)
                code.br(again)
        told = x.gt(total, left)
        if track.seen != "everyone":
            told = x.or_(told, x.and_(x.gt(total, 0), x.ge(x.load(chains.head, place), 0)))
        with code.if_(told):
            w.tell("heal", thing, track, x.sub(total, left), span=s.span)


def set_counter(w: Writer, s: m.Sentence, counter: m.Counter, place: ir.Expr, value: ir.Expr) -> None:
    """Sets a counter: takes a die when it comes into use, and gives it back when it runs out."""
    code, chains = w.code, w.memory.chains
    value, supply = code.let(value), supply_of(w, counter)
    with code.block("counter") as done:
        die = code.variable(x.load(chains.head, place), "die")
        with code.if_(x.lt(die, 0)):
            if counter.kept is None:
                code.br(done, x.eq(value, 0))
            code.set(die, x.load(chains.tail, supply))
            with code.if_(x.lt(die, 0)):
                if s.if_possible:
                    code.br(done)
                else:
                    w.error("{} gets no die: {} is empty", s.span, place, counter.supply.name)
            knowledge.move(w, die, supply, place, counter.die)
        code.store(w.memory.face, die, value)
        knowledge.rolled(w, counter.die, die)
        if counter.kept is None:
            with code.if_(x.eq(value, 0)):
                knowledge.move(w, die, place, supply, counter.die)

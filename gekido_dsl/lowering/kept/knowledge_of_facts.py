"""Who knows the value of a fact that not everybody sees: what `ground.knowledge` does, as statements."""

from gekido_dsl.lowering.kept.knowledge import everybody
from gekido_dsl.lowering.kept.owners import owner_of
from gekido_dsl.lowering.sets.sets import Chain
from gekido_dsl.lowering.writing.registry import before
from gekido_dsl.lowering.writing.triggers import BEFORE_TRIGGERS
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import dealing, hidden, unseen
from gekido_dsl.model import nodes as m
from gekido_dsl.model.secret_writing import Written
from gekido_dsl.model.types import ThingType
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def wrote(w: Writer, fact: m.Field, thing: ir.Expr, at: ir.Expr, sentence: m.Sentence | None) -> None:
    """Notes that a fact is about to be written: only those know its value who see it.

    Args:
        at: which of all values of the fact, of all things.
        sentence: what writes it; None where no chance can have taken the thing.
    """
    kind = fact.owner
    assert isinstance(kind, m.Kind)
    known = w.memory.fact_known.get((id(kind), fact.name))
    if known is None:
        return
    by_chance = sentence is not None and dealing.by_chance(sentence)
    counted = w.memory.fact_counted.get((id(kind), fact.name))
    if counted is not None and not (sentence is not None and dealing.same_before(sentence)):
        sure = _all_know_which(w, fact, known) if by_chance else _all_know(w, known, at)
        with w.code.if_(x.not_(sure)):
            w.code.store(counted, 0, 0)
    if not by_chance:
        w.code.store(known, at, _sees(w, fact, thing))
        return
    things, size = w.layout.things[kind.name], w.layout.index_size(fact.index)
    with w.code.each(things.start, things.stop, "one") as one:
        seen = w.code.let(_sees(w, fact, one))
        first = w.code.let(x.mul(x.sub(one, things.start), size))
        with w.code.each(0, size, "k") as k:
            w.code.store(known, x.add(first, k), seen)


def _all_know(w: Writer, known: ir.Array, at: ir.Expr) -> ir.Expr:
    return w.code.let(x.eq(x.load(known, at), everybody(w)))


def _all_know_which(w: Writer, fact: m.Field, known: ir.Array) -> ir.Expr:
    """Tells whether all values are the same, and everybody knows each."""
    values = w.memory.fields[id(fact.owner), fact.name]
    sure = w.code.variable(1, "sure")
    with w.code.each(0, values.length, "k") as k:
        same = x.eq(x.load(values, k), x.load(values, 0))
        w.code.set(sure, x.and_(sure, x.and_(same, x.eq(x.load(known, k), everybody(w)))))
    return sure


def _sees(w: Writer, fact: m.Field, thing: ir.Expr) -> ir.Expr:
    """Gives the bits of those who see a fact of a thing."""
    assert isinstance(fact.owner, m.Kind)
    if hidden.seen(fact) != "owner":
        return x.constant(0)
    owner = w.code.let(owner_of(w, thing, ThingType(fact.owner)))
    return x.select(x.lt(owner, 0), 0, x.shl(1, owner))


def may_be_written(w: Writer, written: Written, writers: ir.Expr, *, remember: bool) -> None:
    """Notes that a hidden fact or counter may be written unseen: nobody else knows then whether, and of what.

    Args:
        writers: the bits of those who may.
        remember: whether a player who alone may write it knows of it.
    """
    decl, code = written.decl, w.code
    things = w.layout.things[decl.owner.name]  # type: ignore[union-attr]
    seen = hidden.seen(decl) if isinstance(decl, m.Field) else decl.seen
    with code.each(things.start, things.stop, "one") as one:
        owner = code.let(owner_of(w, one, ThingType(decl.owner)))  # type: ignore[arg-type]
        own = code.let(x.select(x.lt(owner, 0), 0, x.shl(1, owner)))
        by = code.let(x.and_(writers, own)) if written.own else writers
        with code.if_(by if written.own else x.constant(1)):
            alone = x.eq(x.and_(by, x.sub(by, 1)), 0)
            kept = x.select(alone, by, 0) if remember else x.constant(0)
            left = code.let(x.or_(kept, own if seen == "owner" else 0))
            if isinstance(decl, m.Field):
                known = w.memory.fact_known[id(decl.owner), decl.name]
                size = w.layout.index_size(decl.index)
                first = code.let(x.mul(x.sub(one, things.start), size))
                with code.each(0, size, "k") as k:
                    at = code.let(x.add(first, k))
                    code.store(known, at, x.and_(x.load(known, at), left))
            elif w.memory.known is not None:
                array = w.memory.known
                first_place = w.layout.place_of[decl.name, things.start]
                place = code.let(x.add(one, first_place - things.start))
                inside = Chain(place, w.layout.count)
                inside.each(w, lambda die, _: code.store(array, die, x.and_(x.load(array, die), left)))


@before
def _unseen(w: Writer, statement: m.Statement) -> None:
    """Writes what comes before a statement of which it is hidden whether it writes hidden facts, and of what."""
    _forgotten(w, statement, w.actor)


def _before_trigger(w: Writer, trigger: m.Procedure, actor: ir.Expr) -> None:
    """Writes what comes before a trigger of which it is hidden whether it is done."""
    _forgotten(w, trigger, actor)


BEFORE_TRIGGERS.append(_before_trigger)


def _forgotten(w: Writer, where: m.Statement | m.Procedure, by: ir.Expr) -> None:
    for one in unseen.of(w.game).before.get(id(where), ()):
        actor = w.code.let(by)
        may_be_written(w, one, x.select(x.lt(actor, 0), 0, x.shl(1, actor)), remember=False)


def told(w: Writer, fact: m.Field, at: ir.Expr, seats: ir.Expr) -> None:
    """Notes that players were told a value of a fact."""
    known = w.memory.fact_known.get((id(fact.owner), fact.name))
    if known is not None:
        w.code.store(known, at, x.or_(x.load(known, at), seats))

"""Whoever chooses shows what they do not hold: of each hidden thing that lay elsewhere it is tried whether what was
chosen would have been offered beside it; see `kept.barred`.
"""

from collections.abc import Sequence

from gekido_dsl.lowering.choosing.options import options_of
from gekido_dsl.lowering.game.memory import Barred
from gekido_dsl.lowering.kept import barred, knowledge
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import ThingType, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def note(w: Writer, sentence: m.Sentence, chosen: Sequence[ir.Expr]) -> None:
    """Writes what a choice tells, before it is carried out.

    Args:
        chosen: what fills the slots.
    """
    kept = w.memory.barred
    if kept is None or not barred.narrowed(sentence) or not barred.found_out(sentence):
        return
    assert sentence.decision is not None
    slots = sentence.decision.slots
    for slot, value in zip(slots, chosen, strict=True):
        kind = item(slot.candidates.type)
        if isinstance(kind, ThingType) and not knowledge.is_open(w, kind.kind):
            alone = x.eq(x.load(kept.following), 1)
            if w.lowering.secrets:
                alone = x.and_(alone, x.not_(w.lowering.system("secret")))
            with w.code.if_(alone):
                _beside(w, sentence, kept, kind.kind, value, chosen)


def _beside(
    w: Writer,
    sentence: m.Sentence,
    kept: Barred,
    kind: m.Kind,
    value: ir.Expr,
    chosen: Sequence[ir.Expr],
) -> None:
    """Writes which things of a kind cannot have lain beside one that was chosen."""
    code, layout, known = w.code, w.layout, w.memory.known
    assert known is not None
    place = code.let(x.load(w.memory.chains.where, value))
    number = code.let(x.select(x.ge(place, 0), x.load(kept.by_place, place), -1))
    own = code.let(x.load(kept.sorts, value))
    everybody = knowledge.everybody(w)
    with code.if_(x.ge(number, 0)), code.if_(x.ne(knowledge.sees(w, place), everybody)):
        code.store(kept.following, 0, 2)
        begun = code.variable(0, "begun")
        things = layout.things[kind.name]
        with code.each(things.start, things.stop, "hidden", bound=len(things)) as thing:
            where = code.let(x.load(w.memory.chains.where, thing))
            elsewhere = x.and_(x.ge(where, 0), x.ne(where, place))
            like = x.eq(x.load(kept.sorts, thing), own)
            unknown = x.ne(x.load(known, thing), everybody)
            with code.if_(x.and_(x.and_(elsewhere, like), unknown)):
                offered = _is_offered(w, sentence, kind, thing, where, place, chosen)
                with code.if_(x.not_(offered)):
                    with code.if_(x.not_(begun)):
                        barred.begin(w, kept, place, number, value)
                        code.set(begun, 1)
                    code.store(kept.never, thing, x.or_(x.load(kept.never, thing), x.shl(1, number)))
        code.store(kept.following, 0, 1)


def _is_offered(
    w: Writer,
    sentence: m.Sentence,
    kind: m.Kind,
    thing: ir.Expr,
    where: ir.Expr,
    place: ir.Expr,
    chosen: Sequence[ir.Expr],
) -> ir.Expr:
    """Writes that it is tried whether a choice would be offered, did a thing lie in a place; gives whether it is."""
    code = w.code
    assert sentence.decision is not None
    offered = code.variable(0, "offered")
    code.save()
    knowledge.move(w, thing, where, place, kind)
    options = options_of(w, sentence, sentence.decision)
    count = code.let(options.count)
    with code.each(0, count, "option") as k:
        same: ir.Expr = x.constant(1)
        for slot, give, value in zip(sentence.decision.slots, options.value, chosen, strict=True):
            same = x.and_(same, _alike(w, slot, give(k), value))
        with code.if_(same):
            code.set(offered, 1)
    code.restore()
    return offered


def _alike(w: Writer, slot: m.Slot, one: ir.Expr, other: ir.Expr) -> ir.Expr:
    """Tells whether two values are the same, or things that are alike."""
    if not isinstance(item(slot.candidates.type), ThingType):
        return x.eq(one, other)
    rows = w.lowering.table("rows of things", list(w.layout.row_of), guard=-1)
    return x.eq(x.load(rows, w.code.let(one)), x.load(rows, other))

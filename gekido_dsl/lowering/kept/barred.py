"""What cannot lie where, as somebody chose what they could not have chosen then: what `interpreter.following` finds.

It is kept by place, where the interpreter keeps it by spot: which things cannot have lain beside what was chosen, and
which things lie there that lay there then. Only programs that judge positions keep it, as worlds are dealt for them.

Invariants:
    It is kept up while a match goes on, and not in what bots play out: `following` tells.
    What is kept follows from what was chosen openly. Where more has come to a place since, nothing is kept of it as
    soon as something leaves it, as others do not see which that was.
"""

from typing import Final

from gekido_dsl.ground import knowledge as ground
from gekido_dsl.ground import shuffled_alike
from gekido_dsl.ground.marks import follows
from gekido_dsl.lowering.game.lowering import Lowering
from gekido_dsl.lowering.game.memory import Barred
from gekido_dsl.lowering.sets.pen import Pen
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import ThingType, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

PLACES: Final = 31
"""Hidden places of which it is kept, as bits of a word."""


def narrowed(sentence: m.Sentence) -> bool:
    """Tells whether a player chooses what a ladder narrows."""
    decision = sentence.decision
    return decision is not None and bool(decision.ladders) and not decision.slots[-1].random


def found_out(sentence: m.Sentence) -> bool:
    """Tells whether a program finds out what such a choice tells; else the interpreter has to."""
    decision = sentence.decision
    assert decision is not None
    several = any(slot.number is not None or (slot.least, slot.most) != (1, 1) for slot in decision.slots)
    tried = any(
        isinstance(rung, m.ops.Leaves) for rungs in decision.ladders for rung in rungs if rung is not None
    )
    return not several and not tried and not isinstance(sentence.act, m.acts.Arrange)


def kinds_of(sentence: m.Sentence) -> frozenset[str]:
    """Names the kinds of what is chosen."""
    assert sentence.decision is not None
    found = (item(slot.candidates.type) for slot in sentence.decision.slots)
    return frozenset(one.kind.name for one in found if isinstance(one, ThingType))


def declare(lowering: Lowering) -> Barred | None:
    """Declares the arrays, where a ladder narrows what is chosen of a hidden place."""
    layout, program = lowering.layout, lowering.program
    if not follows(layout):
        return None
    kinds = frozenset[str]()
    for sentence, _ in lowering.acts:
        if sentence is not None and narrowed(sentence) and found_out(sentence):
            kinds |= kinds_of(sentence)
    everybody = (2 << layout.players) - 1
    places = [
        number
        for number, (decl, _) in enumerate(layout.place_names)
        if isinstance(decl, m.Place)
        and decl.holds.name in kinds
        and ground.seers_of(layout, number) != everybody
    ]
    if not 0 < len(places) <= PLACES:
        return None
    numbers = {place: number for number, place in enumerate(places)}
    sorts: dict[shuffled_alike.Sort, int] = {}
    of_things = [
        sorts.setdefault(shuffled_alike.sort_of(layout, one), len(sorts)) for one in range(layout.count)
    ]
    return Barred(
        program.state("never in places", layout.count),
        program.state("lay beside", layout.count, 8),
        program.state("known of places", len(places), 8),
        program.control("following"),
        numbers,
        lowering.table(
            "numbers of hidden places", [numbers.get(k, -1) for k in range(len(layout.place_names))]
        ),
        lowering.table("sorts of things", of_things),
    )


def left(w: Pen, barred: Barred | None, thing: ir.Expr, place: ir.Expr) -> None:
    """Writes that a thing leaves a place: where something lies there that came later, all may be what left."""
    if barred is None or (isinstance(place, ir.Const) and place.value not in barred.numbers):
        return
    code, chains = w.code, w.memory.chains
    number = code.variable(-1, "number")
    with code.if_(x.load(barred.following)):
        code.set(number, x.load(barred.by_place, place))
    with code.if_(x.ge(number, 0)), code.if_(x.load(barred.noted, number)):
        own = code.let(x.load(barred.sorts, thing))
        later = code.variable(x.ne(x.load(barred.beside, thing), x.add(number, 1)), "later")
        one = code.variable(x.load(chains.head, place), "other")
        with code.block("beside") as done, code.loop("beside", bound=w.layout.count) as again:
            code.br(done, x.or_(later, x.lt(one, 0)))
            alike = x.and_(x.eq(x.load(barred.sorts, one), own), x.ne(one, thing))
            code.set(later, x.and_(alike, x.ne(x.load(barred.beside, one), x.add(number, 1))))
            code.set(one, x.load(chains.next, one))
            code.br(again)
        with code.if_(later):
            code.store(barred.noted, number, 0)
        code.store(barred.beside, thing, 0)


def mixed(w: Pen, barred: Barred | None, place: ir.Expr) -> None:
    """Writes that what lies in a place is mixed."""
    if barred is None or (isinstance(place, ir.Const) and place.value not in barred.numbers):
        return
    number = w.code.let(x.load(barred.by_place, place))
    with w.code.if_(x.load(barred.following)), w.code.if_(x.ge(number, 0)):
        w.code.store(barred.noted, number, 0)


def begin(w: Writer, barred: Barred, place: ir.Expr, number: ir.Expr, chosen: ir.Expr) -> None:
    """Writes that from now on it is known of what lies in a place; what was known of all that lies there stays."""
    code, chains = w.code, w.memory.chains
    mark = code.let(x.add(number, 1))
    own = code.let(x.load(barred.sorts, chosen))
    anew = code.variable(x.not_(x.load(barred.noted, number)), "anew")

    def beside(then: str) -> None:
        one = code.variable(x.load(chains.head, place), "other")
        with code.block(then) as done, code.loop(then, bound=w.layout.count) as again:
            code.br(done, x.lt(one, 0))
            with code.if_(x.eq(x.load(barred.sorts, one), own)):
                if then == "asked":
                    code.set(anew, x.or_(anew, x.ne(x.load(barred.beside, one), mark)))
                else:
                    code.store(barred.beside, one, mark)
            code.set(one, x.load(chains.next, one))
            code.br(again)

    beside("asked")
    with code.if_(anew):
        keeps = code.let(x.xor(x.shl(1, number), -1))
        with code.each(0, w.layout.count, "thing") as thing:
            code.store(barred.never, thing, x.and_(x.load(barred.never, thing), keeps))
            with code.if_(x.eq(x.load(barred.beside, thing), mark)):
                code.store(barred.beside, thing, 0)
        code.store(barred.noted, number, 1)
        beside("marked")

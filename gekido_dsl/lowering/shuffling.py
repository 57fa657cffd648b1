"""Shuffling: from the last place to the second, each with one of those up to itself (Fisher and Yates)."""

from gekido_dsl.lowering import knowledge
from gekido_dsl.lowering.registry import NotLowered, verb
from gekido_dsl.lowering.sets import Chain, Frozen
from gekido_dsl.lowering.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, PlaceType, ThingType, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def shuffle_list(w: Writer, array: ir.Array, number: ir.Expr, what: str) -> None:
    """Shuffles a list in place."""
    code = w.code
    last = code.variable(x.sub(number, 1), "last")
    with code.block("shuffled") as done, code.loop("shuffle", bound=array.length + 1) as again:
        code.br(done, x.le(last, 0))
        other = w.draw(x.add(last, 1), "shuffle", what)
        one = code.let(x.load(array, last))
        code.store(array, last, x.load(array, other))
        code.store(array, other, one)
        code.set(last, x.sub(last, 1))
        code.br(again)


def shuffle_place(w: Writer, place: ir.Expr, most: int, what: str) -> None:
    """Shuffles what lies in a place."""
    listed = Chain(place, most).freeze(w)
    assert isinstance(listed, Frozen)
    shuffle_list(w, listed.array, listed.number, what)
    put_in_order(w, place, listed)


def put_in_order(w: Writer, place: ir.Expr, listed: Frozen) -> None:
    """Has things lie in a place in the order of a list of all of them."""
    code, chains = w.code, w.memory.chains
    before = code.variable(NONE, "before")
    with code.each(0, listed.number, "k") as k:
        one = code.let(x.load(listed.array, k))
        code.store(chains.before, one, before)
        with code.if_(x.lt(before, 0)):
            code.store(chains.head, place, one)
        with code.else_():
            code.store(chains.next, before, one)
        code.set(before, one)
    with code.if_(x.ge(before, 0)):
        code.store(chains.next, before, NONE)
        code.store(chains.tail, place, before)


@verb("shuffle")
def shuffle(w: Writer, s: m.Sentence) -> None:
    """Moves everything to the goal and shuffles it; or shuffles it and puts it on top of the goal or under it."""
    from gekido_dsl.lowering.verbs.moving import belong

    holds = item(s.act.args[0].type)
    assert isinstance(holds, PlaceType)
    kind, several = holds.holds, ThingType(holds.holds)
    most = len(w.layout.things[kind.name])
    here = w.fixed(s.act.args[0])
    to = w.fixed(s.act.args[1]) if len(s.act.args) > 1 else here
    name = s.act.args[0].ref.name if s.act.args[0].op == "place" else ""
    if w.memory.alike is not None:
        raise NotLowered("a shuffle where places are shuffled alike", s.span)
    if s.act.value:
        listed = Chain(here, most).freeze(w)
        assert isinstance(listed, Frozen)
        shuffle_list(w, listed.array, listed.number, name)
        put_in_order(w, here, listed)

        def lay(thing: ir.Expr, _: ir.Label) -> None:
            with w.code.if_(x.ne(to, here)):
                belong(w, thing, to, several, holds)
                knowledge.move(w, thing, here, to, kind, under=s.act.value == m.UNDER)

        listed.each(w, lay)
        knowledge.mixed_list(w, kind, listed, to)
        w.tell("shuffle", to, here, span=s.span)
        return
    if len(s.act.args) > 1:
        with w.code.if_(x.ne(to, here)):

            def bring(thing: ir.Expr, _: ir.Label) -> None:
                belong(w, thing, to, several, holds)
                knowledge.move(w, thing, here, to, kind)

            Chain(here, most).freeze(w).each(w, bring)
    shuffle_place(w, to, most, name)
    knowledge.mixed(w, kind, to)
    w.tell("shuffle", to, span=s.span)

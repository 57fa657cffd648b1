"""The verb that shows things and facts to players: nothing changes but who knows of them."""

from gekido_dsl.lowering.game.sites import Listed
from gekido_dsl.lowering.kept import in_places, knowledge, knowledge_of_facts
from gekido_dsl.lowering.operators.facts import place_in
from gekido_dsl.lowering.sets.pen import Pen
from gekido_dsl.lowering.sets.sets import Chain, Set, Visit, known
from gekido_dsl.lowering.verbs.tracks import place_on
from gekido_dsl.lowering.writing.registry import lowers
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


@lowers(m.acts.Show)
def show(w: Writer, s: m.Sentence, act: m.acts.Show) -> None:
    """Lets players know of things."""
    things = in_places.things(w, act.things).freeze(w)
    players, seats = _learning(w, act.players)
    array = w.memory.known
    if array is not None:
        things.each(w, lambda one, _: w.code.store(array, one, x.or_(x.load(array, one), seats)))
    with w.code.if_(x.and_(things.some(w), players.some(w))):
        things.each(w, lambda one, _: w.tell("item", one))
        players.each(w, lambda one, _: w.tell("item", one))
        w.tell("show", Listed(things.count(w)), Listed(players.count(w)), w.actor, span=s.span)


def _learning(w: Writer, named: m.Expr | None) -> tuple[Set, ir.Expr]:
    """Gives who learns something, in the order of the seats, and their bits; with all players, everybody."""
    every = (1 << w.layout.players) - 1
    if named is None:
        return known(range(w.layout.players)), x.constant(knowledge.everybody(w))
    meant = w.things(named).freeze(w)
    bits = w.code.variable(0, "seats")
    meant.each(w, lambda one, _: w.code.set(bits, x.or_(bits, x.shl(1, one))))
    players = known(range(w.layout.players))
    listed = _Seats(players, bits)
    return listed, w.code.let(x.select(x.eq(bits, every), knowledge.everybody(w), bits))


class _Seats(Set):
    """The seats whose bits are set."""

    def __init__(self, every: Set, bits: ir.Expr) -> None:
        self.every = every
        self.chosen = bits
        self.most = every.most

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        def one(seat: ir.Expr, leave: ir.Label) -> None:
            with w.code.if_(x.and_(x.shr(self.chosen, seat), 1)):
                visit(seat, leave)

        self.every.each(w, one, backwards)


@lowers(m.acts.ShowFact)
def show_fact(w: Writer, s: m.Sentence, act: m.acts.ShowFact) -> None:
    """Lets players know what a fact says."""
    goal = act.fact
    assert isinstance(goal, m.ops.Field | m.ops.Counter)
    whose = w.fixed(goal.thing)
    players, seats = _learning(w, act.players)
    with w.code.if_(x.and_(x.ge(whose, 0), players.some(w))):
        if isinstance(goal, m.ops.Field):
            assert isinstance(goal.ref.owner, m.Kind)
            size = w.layout.index_size(goal.ref.index)
            first = x.mul(x.sub(whose, w.layout.things[goal.ref.owner.name].start), size)
            at = place_in(w, goal.ref, goal.index) if goal.index is not None else x.constant(0)
            knowledge_of_facts.told(w, goal.ref, w.code.let(x.add(first, at)), seats)
        elif w.memory.known is not None:
            array = w.memory.known
            inside = Chain(w.code.let(place_on(w, goal.ref, whose)), w.layout.count)
            inside.each(w, lambda die, _: w.code.store(array, die, x.or_(x.load(array, die), seats)))
        value = w.fixed(goal)
        players.each(w, lambda one, _: w.tell("item", one))
        w.tell("show_fact", goal, value, whose, Listed(players.count(w)), span=s.span)

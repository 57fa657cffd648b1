"""Putting things into places, one by one, and taking the last one back; see `interpreter.arranging`."""

from gekido_dsl.lowering.choosing import distinct_choices, ladders
from gekido_dsl.lowering.game.sites import Site
from gekido_dsl.lowering.kept import derived_state, in_places, knowledge
from gekido_dsl.lowering.sets.composed_sets import Filtered
from gekido_dsl.lowering.sets.sets import Frozen, Set
from gekido_dsl.lowering.verbs.moves import move
from gekido_dsl.lowering.writing.choices import choose
from gekido_dsl.lowering.writing.steps import step
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, PlaceType, ThingType, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def write(w: Writer, s: m.Sentence, act: m.acts.Arrange) -> None:
    """Writes the sentence: a loop around one choice, until all places are full or nothing is left."""
    decision = s.decision
    assert decision is not None
    code = w.code
    with code.block("arranged") as after:
        if s.condition is not None:
            code.br(after, x.not_(w.test(s.condition)))
        seat = w.actor
        if s.actor is not None:
            seat = w.fixed(s.actor)
            code.br(after, x.eq(seat, NONE))
        with code.block("otherwise") as otherwise, w.acting(seat):
            code.br(otherwise, w.is_out(seat))
            _Arranging(w, s, act, decision).write(otherwise, after)
        w.block(s.otherwise or ())


class _Arranging:
    """Writes one such sentence. What was put is a stack of what it takes to undo it."""

    def __init__(self, w: Writer, s: m.Sentence, act: m.acts.Arrange, decision: m.Decision) -> None:
        self.w = w
        self.code = w.code
        self.sentence = s
        self.decision = decision
        self.slot = decision.slots[0]
        kind = item(self.slot.candidates.type)
        assert isinstance(kind, ThingType)
        self.kind = kind
        places = w.several(act.places).freeze(w)
        self.places = places
        most = max(places.most, 1)
        self.put = tuple(w.code.frame(name, most) for name in ("put into", "taken from", "followed by"))
        self.marked = [(w.memory.owner, 0), *w.memory.moved(kind.kind.name)]
        """Arrays by thing, with the thing that each begins with."""
        if w.memory.known is not None:
            self.marked.append((w.memory.known, 0))
        self.marks = [w.code.frame(f"mark {k}", most) for k in range(len(self.marked))]
        self.number = w.code.variable(0, "put")

    def write(self, otherwise: ir.Label, after: ir.Label) -> None:
        """Writes the loop."""
        w, code = self.w, self.code
        begun = code.variable(0, "begun")
        with code.loop("arrange") as again:
            options = self._options()
            count = code.let(options.count(w))
            code.br(otherwise, x.and_(x.not_(begun), x.not_(count)))
            code.set(begun, 1)
            back = code.let(x.gt(self.number, 0))
            cites = self.sentence.cites or (w.decl.cites if w.decl is not None else ())
            site = Site(
                "choose", self.decision.prompt, w.rule, self.sentence.span, cites,
                types=(item(self.slot.candidates.type),), stop="done", source=self.sentence,
            )  # fmt: skip
            endings = code.let(x.add(back, x.not_(count)))
            picked = choose(w, w.actor, count, site, (lambda k: options.nth(w, k),), endings, [self._empty()])
            with code.if_(x.lt(picked, count)):
                self._put(code.let(options.nth(w, picked)))
            with code.else_():
                code.br(after, x.or_(x.not_(back), x.gt(picked, count)))
                self._take_back()
            code.br(again)

    def _empty(self) -> ir.Expr:
        """Gives the first empty place; none if all are full."""
        w, code = self.w, self.code
        found = code.variable(NONE, "place")

        def look(place: ir.Expr, leave: ir.Label) -> None:
            with code.if_(x.lt(x.load(w.memory.chains.head, place), 0)):
                code.set(found, place)
                code.br(leave)

        self.places.each(w, look)
        return found

    def _options(self) -> Set:
        """Lists what can come into the first empty place, like things once."""
        w, code = self.w, self.code
        open_ = self._empty()
        count = code.variable(0, "n")
        found = w.several(self.slot.candidates)
        array = code.frame("options", max(found.most, 1))
        listed = Frozen(array, count, found.most)
        with code.if_(x.ge(open_, 0)):
            where = w.memory.chains.where
            free = Filtered(
                w.several(self.slot.candidates),
                lambda thing: x.not_(self.places.has(w, code.let(x.load(where, thing)))),
            )
            values = distinct_choices.distinct(
                w,
                self.kind,
                in_places.placed(w, self.slot.candidates, free),
                w.actor,
                self.slot.candidates,
            )

            def add(thing: ir.Expr, _: ir.Label) -> None:
                code.store(array, count, thing)
                code.set(count, x.add(count, 1))

            values.each(w, add)
            if self.decision.ladders:
                ladders.best(w, self.sentence, self.decision, [array], count, max(found.most, 1))
        return listed

    def _put(self, thing: ir.Expr) -> None:
        w, code = self.w, self.code
        place = code.let(self._empty())
        into, origin, follow = self.put
        code.store(into, self.number, place)
        code.store(origin, self.number, x.load(w.memory.chains.where, thing))
        code.store(follow, self.number, x.load(w.memory.chains.next, thing))
        for (array, first), marks in zip(self.marked, self.marks, strict=True):
            code.store(marks, self.number, x.load(array, x.sub(thing, first)))
        code.set(self.number, x.add(self.number, 1))
        w.assign(self.slot.local, thing)
        with step(w, self.sentence.span, self.sentence.cites):
            move(w, thing, place, self.kind, PlaceType(self.kind.kind), check=False, replaceable=False)

    def _take_back(self) -> None:
        """Puts the last thing back to where it lay; whose it was and whether it had moved is as before."""
        w, code, chains = self.w, self.code, self.w.memory.chains
        code.set(self.number, x.sub(self.number, 1))
        into, origin, follow = (code.let(x.load(array, self.number)) for array in self.put)
        thing = code.let(x.load(chains.tail, into))
        knowledge.move(w, thing, into, origin, self.kind.kind)
        with code.if_(x.and_(x.ge(origin, 0), x.ge(follow, 0))):
            _before(w, thing, origin, follow)
        for (array, first), marks in zip(self.marked, self.marks, strict=True):
            code.store(array, x.sub(thing, first), x.load(marks, self.number))
        derived_state.owner_changed(w, self.kind.kind)
        with code.if_(x.ge(origin, 0)):
            w.tell("move", thing, into, origin, span=self.sentence.span)
        with code.else_():
            w.tell("remove", thing, into, span=self.sentence.span)


def _before(w: Writer, thing: ir.Expr, place: ir.Expr, follow: ir.Expr) -> None:
    """Takes the last thing of a place and puts it before another there."""
    code, chains = w.code, w.memory.chains
    last = code.let(x.load(chains.before, thing))
    code.store(chains.tail, place, last)
    code.store(chains.next, last, NONE)
    ahead = code.let(x.load(chains.before, follow))
    code.store(chains.before, thing, ahead)
    code.store(chains.next, thing, follow)
    code.store(chains.before, follow, thing)
    with code.if_(x.ge(ahead, 0)):
        code.store(chains.next, ahead, thing)
    with code.else_():
        code.store(chains.head, place, thing)

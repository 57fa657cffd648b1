"""Shuffling: from the last place to the second, each with one of those up to itself (Fisher and Yates)."""

from gekido_dsl.lowering.kept import knowledge
from gekido_dsl.lowering.kept.owning import belong
from gekido_dsl.lowering.sets.sets import Chain, Frozen
from gekido_dsl.lowering.writing.choices import draw
from gekido_dsl.lowering.writing.registry import lowers
from gekido_dsl.lowering.writing.standing_in import stands_in
from gekido_dsl.lowering.writing.writer import Writer
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
        other = draw(w, x.add(last, 1), "shuffle", what)
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


@lowers(m.acts.Shuffle)
def shuffle(w: Writer, s: m.Sentence, act: m.acts.Shuffle) -> None:
    """Shuffles what lies in a place."""
    kind = _held(act.place)
    here = w.fixed(act.place)
    _mix(w, s, here, kind, _name_of(act.place))


@lowers(m.acts.ShuffleInto)
def shuffle_into(w: Writer, s: m.Sentence, act: m.acts.ShuffleInto) -> None:
    """Moves everything to the goal and shuffles it."""
    kind = _held(act.place)
    here, to = w.fixed(act.place), w.fixed(act.goal)
    with w.code.if_(x.ne(to, here)):

        def bring(thing: ir.Expr, _: ir.Label) -> None:
            with w.code.if_(x.not_(stands_in(w, "entering", kind.name, thing, to))):
                belong(w, thing, to, ThingType(kind), PlaceType(kind))
                knowledge.move(w, thing, here, to, kind)

        Chain(here, len(w.layout.things[kind.name])).freeze(w).each(w, bring)
    _mix(w, s, to, kind, _name_of(act.place))


@lowers(m.acts.ShuffleOnto)
def shuffle_onto(w: Writer, s: m.Sentence, act: m.acts.ShuffleOnto) -> None:
    """Shuffles what lies in a place and puts it, face down, on top of the goal or under it."""
    kind = _held(act.place)
    most = len(w.layout.things[kind.name])
    here, to = w.fixed(act.place), w.fixed(act.goal)
    listed, staying = _going(w, kind, here, to)
    shuffle_list(w, listed.array, listed.number, _name_of(act.place))
    put_in_order(w, here, _joined(w, staying, listed) if staying is not None else listed)

    def lay(thing: ir.Expr, _: ir.Label) -> None:
        with w.code.if_(x.ne(to, here)):
            belong(w, thing, to, ThingType(kind), PlaceType(kind))
            knowledge.move(w, thing, here, to, kind, under=act.under)

    listed.each(w, lay)
    knowledge.mixed_list(w, kind, listed, to)
    _forget(w, to, most)
    w.tell("shuffle", to, here, "under" if act.under else "onto", span=s.span)


def _going(w: Writer, kind: m.Kind, here: ir.Expr, to: ir.Expr) -> tuple[Frozen, Frozen | None]:
    """Lists what goes from one place to another, and what stays as a rule stands in for it, where one can."""
    code = w.code
    listed = Chain(here, len(w.layout.things[kind.name])).freeze(w)
    assert isinstance(listed, Frozen)
    if not w.lowering.instead.get(("entering", kind.name)):
        return listed, None
    going, staying = (code.frame(name, listed.most) for name in ("going", "staying"))
    number, left = code.variable(0, "going"), code.variable(0, "left")

    def sort(thing: ir.Expr, _: ir.Label) -> None:
        stays = code.variable(0, "stays")
        with code.if_(x.ne(to, here)):
            code.set(stays, stands_in(w, "entering", kind.name, thing, to))
        with code.if_(stays):
            code.store(staying, left, thing)
            code.set(left, x.add(left, 1))
        with code.else_():
            code.store(going, number, thing)
            code.set(number, x.add(number, 1))

    listed.each(w, sort)
    return Frozen(going, number, listed.most), Frozen(staying, left, listed.most)


def _joined(w: Writer, first: Frozen, then: Frozen) -> Frozen:
    """Puts one list behind another, in the array of the first."""
    with w.code.each(0, then.number, "k", then.most) as k:
        w.code.store(first.array, x.add(first.number, k), x.load(then.array, k))
    return Frozen(first.array, x.add(first.number, then.number), first.most)


def _held(place: m.Expr) -> m.Kind:
    """Gives the kind of the things in a place."""
    holds = item(place.type)
    assert isinstance(holds, PlaceType)
    return holds.holds


def _name_of(place: m.Expr) -> str:
    """Names a place to whoever draws."""
    return str(place.ref.name) if isinstance(place, m.ops.Place) else ""


def _mix(w: Writer, s: m.Sentence, place: ir.Expr, kind: m.Kind, name: str) -> None:
    """Shuffles what lies in a place, and tells it."""
    most = len(w.layout.things[kind.name])
    shuffle_place(w, place, most, name)
    _forget(w, place, most)
    knowledge.mixed(w, kind, place)
    w.tell("shuffle", place, span=s.span)


def _forget(w: Writer, place: ir.Expr, most: int) -> None:
    """Takes the numbers of what was shuffled alike from things that are shuffled by themselves."""
    alike = w.memory.alike
    if alike is not None:
        Chain(place, most).each(w, lambda one, _: w.code.store(alike, one, 0))


@lowers(m.acts.ShuffleAlike)
def shuffle_alike(w: Writer, s: m.Sentence, act: m.acts.ShuffleAlike) -> None:
    """Shuffles several places in one: the first thing of a row lies in all of them before the same others."""
    assert w.memory.alike is not None
    _Alike(w, s, act.places).write()


class _Alike:
    """Writes one such sentence. A thing goes by its row and which of its copies in the place it is: its name."""

    def __init__(self, w: Writer, s: m.Sentence, several: m.Expr) -> None:
        self.w = w
        self.code = w.code
        self.sentence = s
        self.several = several
        self.kind = _held(several)
        self.things = w.layout.things[self.kind.name]
        self.rows = [w.layout.row_of[one] for one in self.things]
        self.copies = max(self.rows.count(row) for row in set(self.rows)) if self.rows else 1
        self.many = (max(self.rows, default=0) + 1) * self.copies
        """How many names there are."""

    def write(self) -> None:
        """Writes the names, their order, and how things come to lie."""
        w, code = self.w, self.code
        places = w.things(self.several).freeze(w)
        self.named = code.frame("named", self.many, 8)
        self.name = code.frame("name", max(len(self.things), 1))
        with code.each(0, self.many) as k:
            code.store(self.named, k, 0)
        with code.each(0, len(self.things)) as k:
            code.store(self.name, k, NONE)
        places.each(w, lambda place, _: self._name(place))
        every, number = code.frame("every", max(self.many, 1)), code.variable(0, "n")
        order = code.frame("order", max(self.many, 1))
        with code.each(0, self.many) as k, code.if_(x.load(self.named, k)):
            code.store(every, number, k)
            code.store(order, number, number)
            code.set(number, x.add(number, 1))
        shuffle_list(w, order, number, getattr(self.several.ref, "name", ""))
        at = code.frame("at", max(self.many, 1))
        with code.each(0, number) as k:
            code.store(at, x.load(every, x.load(order, k)), k)
        places.each(w, lambda place, _: self._sort(place, at, number))
        alike, count = w.memory.alike, w.layout.count
        assert alike is not None
        code.increase(alike, count)
        begin = code.let(x.mul(x.load(alike, count), count))
        with code.each(0, len(self.things)) as k, code.if_(x.ge(x.load(self.name, k), 0)):
            code.store(alike, x.add(k, self.things.start), x.add(begin, x.load(at, x.load(self.name, k))))

    def _name(self, place: ir.Expr) -> None:
        """Names what lies in a place, by the numbers of the things."""
        w, code = self.w, self.code
        rows = w.lowering.table("row of", self.rows)
        copies = code.frame("copies", max(self.many, 1))
        with code.each(0, self.many) as k:
            code.store(copies, k, 0)
        with code.each(0, len(self.things)) as k:
            where = x.load(w.memory.chains.where, x.add(k, self.things.start))
            with code.if_(x.eq(where, place)):
                row = code.let(x.load(rows, k))
                name = code.let(x.add(x.mul(row, self.copies), x.load(copies, row)))
                code.increase(copies, row)
                code.store(self.name, k, name)
                code.store(self.named, name, 1)

    def _sort(self, place: ir.Expr, at: ir.Array, number: ir.Expr) -> None:
        """Has things lie in the order of their names."""
        w, code = self.w, self.code
        slots = code.frame("slots", max(self.many, 1))
        listed = code.frame("sorted", max(len(self.things), 1))
        count = code.variable(0, "n")
        with code.each(0, number) as k:
            code.store(slots, k, NONE)

        def put(thing: ir.Expr, _: ir.Label) -> None:
            code.store(slots, x.load(at, x.load(self.name, x.sub(thing, self.things.start))), thing)

        Chain(place, len(self.things)).each(w, put)
        with code.each(0, number) as k, code.if_(x.ge(x.load(slots, k), 0)):
            code.store(listed, count, x.load(slots, k))
            code.set(count, x.add(count, 1))
        put_in_order(w, place, Frozen(listed, count, len(self.things)))
        knowledge.mixed(w, self.kind, place)
        w.tell("shuffle", place, span=self.sentence.span)

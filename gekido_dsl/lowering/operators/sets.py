"""Operators that give several, choose among several, or ask about several."""

from collections.abc import Callable

from gekido_dsl.lowering.boards.bitsets import Spaces, in_turn, spot_of
from gekido_dsl.lowering.game.ranges import bounds
from gekido_dsl.lowering.game.repeats import may_repeat
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.kept import standing, stocks
from gekido_dsl.lowering.lifting import board_lookups, lifted
from gekido_dsl.lowering.operators import dice, ranking
from gekido_dsl.lowering.operators.boards import laid
from gekido_dsl.lowering.operators.logic import then_test
from gekido_dsl.lowering.sets.composed_sets import (
    Distinct,
    Filtered,
    Mapped,
    Prepared,
    Reversed,
    Several,
    Spread,
)
from gekido_dsl.lowering.sets.pen import Pen
from gekido_dsl.lowering.sets.sets import Chain, Known, Range, Set, Single, Visit, known
from gekido_dsl.lowering.sets.things import born_things, in_the_game, number_in
from gekido_dsl.lowering.sets.words import Field, Words
from gekido_dsl.lowering.sets.words import every as all_of
from gekido_dsl.lowering.writing.registry import operator
from gekido_dsl.lowering.writing.writer import Held, Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.kernel.operator import Fails
from gekido_dsl.model.types import NONE, PlaceType, SetType, ThingType, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

Tested = m.ops.Filter | m.ops.Some | m.ops.No
"""What asks something of each of several."""
NUMBERS_LIMIT = 1 << 16
"""So many numbers a list of them has room for."""

# ---------------------------------------------------------------- things and places


@operator(m.ops.Things)
def things(w: Writer, e: m.ops.Things) -> Set:
    """All things of a kind in the game; of a board's spaces, those laid."""
    kind: m.Kind = e.ref
    every = known(w.layout.things[kind.name])
    if w.laying and kind.board is not None and kind.board.layout:
        return every
    field = lifted.field_of_kind(w, ThingType(kind))
    if field is not None and field.laid:
        return every_space(field)
    if kind.board is not None and (kind.legend is not None or kind.board.layout):
        return laid(w, kind.board)
    return in_the_game(w, every, ThingType(kind))


@operator(m.ops.Called)
def called(w: Writer, e: m.ops.Called) -> Held:
    """The things of a kind with a row's name."""
    kind, name = e.ref
    named = w.layout.called.get((kind.name, name), [])
    if e.set is not None:
        among = known(named)
        found = Filtered(w.several(e.set), lambda thing: among.has(w, thing))
        return found if isinstance(e.type, SetType) else found.first(w)
    if isinstance(e.type, SetType):
        return in_the_game(w, known(named), ThingType(kind))
    return x.constant(named[0] if named else NONE)


@operator(m.ops.Place)
def place(w: Writer, e: m.ops.Place) -> Held:
    """A deck, pile, hand, pool or box; of several owners, those of each."""
    layout, decl = w.layout, e.ref
    if e.owner is None:
        return x.constant(layout.place_of[decl.name, NONE])
    numbers = {owner: number for (name, owner), number in layout.place_of.items() if name == decl.name}
    first = min(numbers)
    shift = numbers[first] - first
    assert all(number == owner + shift for owner, number in numbers.items())
    base = w.lower(e.owner)
    if isinstance(base, Set):
        return Mapped(base, lambda owner: x.add(owner, shift), sure=True)
    owner = w.code.let(base)
    if not isinstance(e.owner, m.ops.Actor):
        with w.code.if_(x.lt(owner, 0)):
            w.error("none has no `{}`", e.span, decl.name)
    return x.add(owner, shift)


@operator(m.ops.Inside)
def inside(w: Writer, e: m.ops.Inside) -> Set:
    """What lies in a place."""
    kind = item(e.place.type)
    most = most_in(w, kind.holds) if isinstance(kind, PlaceType) else w.layout.count
    base = w.lower(e.place)
    if isinstance(base, Set):
        every = most * base.most
        if not may_repeat(e.place):
            every = min(every, w.layout.count)
        return Spread(base, lambda one: Chain(one, most), every)
    stock = stocks.stock_of(w.lowering, e.place)
    if stock is not None:
        return stock.things(w, base)
    return Chain(w.code.let(base), most)


def most_in(w: Writer, kind: m.Kind) -> int:
    """Gives how many things of a kind can lie in one place."""
    return len(w.layout.things[kind.name])


@operator(m.ops.Nested)
def nested(w: Writer, e: m.ops.Nested) -> Set:
    """The parts of a thing that are of a kind."""
    parts = {parent: list(of) for (name, parent), of in w.layout.parts.items() if name == e.ref.name}
    kind = ThingType(e.ref)
    whole = item(e.thing.type)
    assert isinstance(whole, ThingType)
    parents = w.layout.things[whole.kind.name]
    begins = [parts.get(one, [0])[0] for one in parents]
    ends = [parts[one][-1] + 1 if one in parts else 0 for one in parents]
    for one in parents:
        assert one not in parts or parts[one] == list(range(parts[one][0], parts[one][-1] + 1))
    first, end = w.lowering.table("parts", begins, guard=0), w.lowering.table("parts end", ends, guard=0)
    most = max((len(one) for one in parts.values()), default=0)

    def of_one(parent: ir.Expr) -> Set:
        at = w.code.let(number_in(w, parent, parents.start))
        return in_the_game(w, Range(x.load(first, at), x.load(end, at), most), kind)

    base = w.lower(e.thing)
    if isinstance(base, Set):
        return Spread(base, of_one, most * base.most)
    return of_one(w.code.let(base))


@operator(m.ops.Whole)
def whole(w: Writer, e: m.ops.Whole) -> Held:
    """The thing of a kind that a thing is part of."""
    wholes, parents = w.layout.things[e.ref.name], w.layout.parent_of

    def up(thing: int) -> int:
        while thing != NONE and thing not in wholes:
            thing = parents[thing]
        return thing

    table = w.lowering.table("whole", [up(thing) for thing in range(w.layout.count)])
    base = w.lower(e.thing)
    if isinstance(base, Set):
        return Distinct(Mapped(base, lambda thing: x.load(table, thing)))
    return x.load(table, base)


@operator(m.ops.Numbers)
def numbers(w: Writer, e: m.ops.Numbers) -> Set:
    """The numbers from the first to the second."""
    (least, _), (_, greatest) = bounds(w.layout, e.low), bounds(w.layout, e.high)
    low, high = w.fixed(e.low), w.fixed(e.high)
    return Range(low, w.code.let(x.add(high, 1)), min(max(greatest - least + 1, 0), NUMBERS_LIMIT))


# ---------------------------------------------------------------- sets of sets


@operator(m.ops.Union)
def union(w: Writer, e: m.ops.Union) -> Set:
    """All of several sets, each value once, where it comes first."""
    parts = [w.things(one) if not isinstance(one.type, SetType) else w.several(one) for one in e.args]
    spaces = [one for one in parts if isinstance(one, Spaces)]
    if len(spaces) == len(parts):
        return in_turn(w, spaces)
    return Distinct(Several(parts))


@operator(m.ops.Filter)
def filtered(w: Writer, e: m.ops.Filter) -> Set:
    """Those for which a test holds; the local holds the one asked."""
    return _passing(w, e)


def _passing(w: Writer, e: Tested) -> Set:
    """Gives those for which a test holds."""
    field = lifted.field_of_kind(w, e.set.type)
    if field is not None:
        whole = isinstance(e.set, m.ops.Things) and not (field.laid and w.laying)
        among = every_space(field) if whole else w.several(e.set)
        if isinstance(among, Spaces):
            return _lifted(w, e, among)
        return _tested(w, e, among, [e.test])
    own = _own(w, e)
    if own is not None:
        return own
    one = board_lookups.the_one_on(w, e)
    if one is not None:
        return Single(one)
    found = _tested(w, e, w.several(e.set), [e.test])
    words = lifted.each_alone(w, e)
    if words is not None:
        return _Alone(found.base, found.test, words, standing.keeps_the_only(w.lowering, words.field))
    lying = _lying(w, e)
    return (
        found
        if lying is None or not w.lowering.takes(Special.LYING)
        else _Lying(found.base, found.test, lying)
    )


class _Alone(Filtered):
    """Things of which each stands on a space of its own."""

    def __init__(self, base: Set, test: Callable[[ir.Expr], ir.Expr], words: Words, kept: bool) -> None:
        super().__init__(base, test)
        self.words = words
        self.quick = kept
        """Whether it is kept what stands on each space."""

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        if not self.quick:
            super()._each(w, visit, backwards)
            return
        Spaces(self.words).each(w, lambda space, leave: visit(self._on(w, space), leave), backwards)

    def _on(self, w: Pen, space: ir.Expr) -> ir.Expr:
        field = self.words.field
        return w.code.let(standing.the_only(w, field, spot_of(w, field, space)))

    def nth(self, w: Pen, k: ir.Expr) -> ir.Expr:
        """What stands on space number k."""
        return self._on(w, Spaces(self.words).nth(w, k)) if self.quick else super().nth(w, k)

    def count(self, w: Pen) -> ir.Expr:
        """As many as there are spaces."""
        return self.words.count()

    def some(self, w: Pen) -> ir.Expr:
        """Whether there is such a space."""
        return self.words.some()


class _Lying(Filtered):
    """Things of a kind that lie in one place, in the order of the things; how many is asked of the place."""

    def __init__(self, base: Set, test: Callable[[ir.Expr], ir.Expr], lying: Callable[[], Set]) -> None:
        super().__init__(base, test)
        self.lying = lying

    def count(self, w: Pen) -> ir.Expr:
        """As many as pass there."""
        return self.lying().count(w)

    def some(self, w: Pen) -> ir.Expr:
        """Whether any pass there."""
        return self.lying().some(w)


def _lying(w: Writer, e: Tested) -> Callable[[], Set] | None:
    """Gives the same in the order in which they lie, where the test is first of all that they lie in one place."""
    parts = list(e.test.args) if isinstance(e.test, m.ops.And) else [e.test]
    first, kind = parts[0], item(e.set.type)
    if (
        not isinstance(e.set, m.ops.Things)
        or not isinstance(first, m.ops.InPlace)
        or not isinstance(kind, ThingType)
    ):
        return None
    one, place = first.thing, first.place
    if not isinstance(one, m.ops.Local) or one.value != e.value or not isinstance(place.type, PlaceType):
        return None
    if place.type.holds is not kind.kind or walk.reads(place, e.value):
        return None
    things = m.ops.Inside(SetType(kind), e.span, place=place, ref=None)

    def lying() -> Set:
        found = w.several(things)
        return _tested(w, e, found, parts[1:]) if parts[1:] else found

    return lying


def _own(w: Writer, e: Tested) -> Set | None:
    """Those of the actor, where things are numbered by the player who has them for good; None where they are not."""
    parts = list(e.test.args) if isinstance(e.test, m.ops.And) else [e.test]
    first, base = parts[0], e.set
    if (
        not isinstance(base, m.ops.Things)
        or not isinstance(first, m.ops.Friendly)
        or w.game.sides is not None
    ):
        return None
    if not isinstance(first.of, m.ops.Local) or first.of.value != e.value:
        return None
    kind = ThingType(base.ref)
    born = born_things(w.lowering, kind.kind)
    if born is None or not w.lowering.takes(Special.OWN_THINGS):
        return None
    found = in_the_game(w, born.of(w, w.actor), kind)
    return _tested(w, e, found, parts[1:]) if parts[1:] else found


def every_space(field: Field) -> Spaces:
    """Gives all spaces of a board."""
    return Spaces(all_of(field))


def _lifted(w: Writer, e: Tested, among: Spaces) -> Set:
    """Those of spaces for which a test holds: worked out for all at once, as far as it can be."""
    field, test = among.words.field, e.test
    parts = list(test.args) if isinstance(test, m.ops.And) else [test]
    words = among.words
    asked = isinstance(e.set, m.ops.Things)
    while parts:
        found = lifted.spaces_where(w, field, parts[0], e.value, asked=asked)
        if found is None:
            break
        asked = False
        words = (words & found).kept(w)
        parts = parts[1:]
    spaces = Spaces(words)
    return _tested(w, e, spaces, parts) if parts else spaces


def _tested(w: Writer, e: Tested, base: Set, parts: list[m.Expr]) -> Filtered:
    def test(one: ir.Expr) -> ir.Expr:
        with w.bind(e.value, one):
            found = w.test(parts[0])
            for part in parts[1:]:
                found = then_test(w, found, part, every=True)
        return found

    fits = [part for part in parts if isinstance(part, m.ops.Fits) and _is_fit(part, e.value)]
    if not fits or not w.lowering.takes(Special.FITTING):
        return Filtered(base, test)

    def prepare() -> Callable[[ir.Expr], ir.Expr]:
        tests = [dice.fitting(w, part) for part in fits]
        others = [part for part in parts if part not in fits]

        def each(one: ir.Expr) -> ir.Expr:
            found: ir.Expr = x.constant(1) if base.sure else x.ge(one, 0)
            for fit in tests:
                found = x.and_(found, fit(one))
            with w.bind(e.value, one):
                for part in others:
                    found = then_test(w, found, part, every=True)
            return found

        return each

    return Prepared(base, prepare)


def _is_fit(part: m.Expr, local: int) -> bool:
    """Tells whether a test asks of the local, a die, whether it fits a pattern that is the same for all."""
    if not isinstance(part, m.ops.Fits) or walk.reads(part.pattern, local):
        return False
    asked = [one for pattern in part.ref.patterns for one in (pattern.never, pattern.other_condition)]
    if not all(_never_fails(one) for one in (part.pattern, *asked) if one is not None):
        return False
    return isinstance(part.die, m.ops.Local) and part.die.value == local


def _never_fails(e: m.Expr) -> bool:
    """Tells whether it is no rule error to ask, where nobody asked before."""
    if isinstance(e, m.ops.Cell | m.ops.Field):
        plain = len(e.args) == int(isinstance(e, m.ops.Field))
    else:
        plain = e.record.ahead and e.record.fails is Fails.NEVER
    return plain and all(map(_never_fails, e.args))


@operator(m.ops.Reversed)
def backwards(w: Writer, e: m.ops.Reversed) -> Set:
    """The same, the last first."""
    return Reversed(w.several(e.set))


@operator(m.ops.Next, m.ops.Last)
def at_the_end(w: Writer, e: m.ops.Next | m.ops.Last) -> Held:
    """The one that came last, or first; with a number, so many, the outermost first."""
    base = w.several(e.set)
    newest = isinstance(e, m.ops.Next)
    if not isinstance(e.type, SetType):
        return base.last(w) if newest else base.first(w)
    return _First(Reversed(base) if newest else base, e.value)


class _First(Set):
    """The first so many of a set."""

    def __init__(self, base: Set, number: int) -> None:
        self.base = base
        self.number = number
        self.most = min(base.most, number)
        self.sure = base.sure

    def _each(self, w: Pen, visit: "object", backwards: bool) -> None:
        if backwards:
            self.freeze(w).each(w, visit, backwards)  # type: ignore[arg-type]
            return
        left = w.code.variable(self.number, "left")

        def some(one: ir.Expr, leave: ir.Label) -> None:
            w.code.br(leave, x.eq(left, 0))
            w.code.set(left, x.sub(left, 1))
            visit(one, leave)  # type: ignore[operator]

        self.base.each(w, some)


# ---------------------------------------------------------------- questions


@operator(m.ops.Count)
def count(w: Writer, e: m.ops.Count) -> ir.Expr:
    """How many."""
    return board_lookups.number_of(w, e)


@operator(m.ops.Member)
def member(w: Writer, e: m.ops.Member) -> ir.Expr:
    """Whether a value is among several."""
    one = w.fixed(e.one)
    return w.several(e.set).has(w, one)


@operator(m.ops.Some, m.ops.No)
def some(w: Writer, e: m.ops.Some | m.ops.No) -> ir.Expr:
    """Whether a test holds for one, or for none."""
    found_standing = w.unwritten(lambda: lifted.some_standing(w, e.set, e.test, e.value))
    if found_standing is not None:
        holds = lifted.some_standing(w, e.set, e.test, e.value)
        assert holds is not None
        return x.not_(holds) if isinstance(e, m.ops.No) else holds
    found = _passing(w, e).some(w)
    return x.not_(found) if isinstance(e, m.ops.No) else found


@operator(m.ops.Every)
def every(w: Writer, e: m.ops.Every) -> ir.Expr:
    """Whether a test holds for all."""
    base = w.several(e.set)

    def failing(one: ir.Expr) -> ir.Expr:
        with w.bind(e.value, one):
            return x.not_(w.test(e.test))

    return x.not_(Filtered(base, failing).some(w))


@operator(m.ops.Empty)
def empty(w: Writer, e: m.ops.Empty) -> ir.Expr:
    """Whether nothing is in a place, or nothing on a space that blocks it."""
    at = w.code.let(w.value(e.place))
    stock = stocks.stock_of(w.lowering, e.place)
    if stock is not None:
        return x.not_(stock.things(w, at).some(w))
    chains = w.memory.chains
    nothing = x.and_(x.lt(x.load(chains.head, at), 0), x.ge(at, 0))
    free = [kind for kind in w.game.kinds.values() if not kind.blocking]
    if not free or isinstance(item(e.place.type), PlaceType):
        return nothing
    found = w.code.variable(nothing, "empty")
    blocking = Known([int(not kind.blocking) for kind in w.layout.kind_of])
    table = w.lowering.table("lets pass", blocking.values, guard=0)
    with w.code.if_(x.and_(x.not_(found), x.within(at, 0, w.layout.count - 1))):
        blocked = Filtered(Chain(at, w.layout.count), lambda one: x.not_(x.load(table, one)))
        w.code.set(found, x.not_(blocked.some(w)))
    return found


# ---------------------------------------------------------------- comparing by numbers


@operator(m.ops.Highest, m.ops.Sorted, m.ops.Sum, m.ops.Rank)
def compared(w: Writer, e: m.ops.Highest | m.ops.Sorted | m.ops.Sum | m.ops.Rank) -> Held:
    """What numbers of several say of them."""
    match e:
        case m.ops.Highest():
            return ranking.highest(w, e)
        case m.ops.Sorted():
            return ranking.in_order(w, e)
        case m.ops.Sum():
            return ranking.total(w, e)
        case m.ops.Rank():
            return ranking.rank(w, e)

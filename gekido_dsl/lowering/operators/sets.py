"""Operators that give several, choose among several, or ask about several."""

from gekido_dsl.lowering.boards.bitsets import Spaces, in_turn
from gekido_dsl.lowering.game.ranges import bounds
from gekido_dsl.lowering.game.repeats import may_repeat
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.game.totality import is_total
from gekido_dsl.lowering.kept import stocks
from gekido_dsl.lowering.lifting import board_lookups, lifted
from gekido_dsl.lowering.operators import adding, ranking
from gekido_dsl.lowering.operators.boards import laid
from gekido_dsl.lowering.operators.filtering import every_space, passing
from gekido_dsl.lowering.sets.composed_sets import (
    Distinct,
    Filtered,
    Mapped,
    Reversed,
    Several,
    Spread,
)
from gekido_dsl.lowering.sets.pen import Pen
from gekido_dsl.lowering.sets.sets import Chain, Known, Range, Set, known
from gekido_dsl.lowering.sets.things import born_rows, in_the_game, number_in
from gekido_dsl.lowering.writing.registry import operator
from gekido_dsl.lowering.writing.writer import Held, Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, PlaceType, SetType, ThingType, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

NUMBERS_LIMIT = 1 << 16
"""So many numbers a list of them has room for."""

# ---------------------------------------------------------------- things and places


@operator(m.ops.Things)
def things(w: Writer, e: m.ops.Things) -> Set:
    """All things of a kind in the game; of a board's spaces, those laid."""
    kind: m.Kind = e.ref
    every = known(w.layout.things[kind.name])
    if w.laying and kind.laid_out:
        return every
    field = lifted.field_of_kind(w, ThingType(kind))
    if field is not None and field.laid:
        return every_space(field)
    if kind.board is not None and (kind.legend is not None or kind.laid_out):
        return laid(w, kind.board)
    return in_the_game(w, every, ThingType(kind))


@operator(m.ops.Called)
def called(w: Writer, e: m.ops.Called) -> Held:
    """The things of a kind with a row's name."""
    kind, name = e.ref
    named = w.layout.called.get((kind.name, name), [])
    if e.set is not None:
        own = _own_called(w, e.set, kind, name)
        if own is not None:
            return own if isinstance(e.type, SetType) else own.first(w)
        among = known(named)
        found = Filtered(w.several(e.set), lambda thing: among.has(w, thing))
        return found if isinstance(e.type, SetType) else found.first(w)
    if isinstance(e.type, SetType):
        return in_the_game(w, known(named), ThingType(kind))
    return x.constant(named[0] if named else NONE)


def _own_called(w: Writer, several: m.Expr, kind: m.Kind, name: str) -> Set | None:
    """Gives a player's things of a row, where they are numbered by the player who has them for good."""
    if not isinstance(several, m.ops.AllMine) or several.ref is not kind:
        return None
    if isinstance(several.player.type, SetType):
        return None
    rows = born_rows(w.lowering, kind, name)
    if rows is None or not w.lowering.takes(Special.OWN_THINGS):
        return None
    return in_the_game(w, rows.of(w, w.fixed(several.player)), ThingType(kind))


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


@operator(m.ops.Nth)
def nth(w: Writer, e: m.ops.Nth) -> ir.Expr:
    """The one at a place, counted from 0; none if there are fewer."""
    base = w.several(e.set)
    found, left = w.code.variable(NONE, "nth"), w.code.variable(e.value, "left")

    def visit(one: ir.Expr, leave: ir.Label) -> None:
        with w.code.if_(x.eq(left, 0)):
            w.code.set(found, one)
            w.code.br(leave)
        w.code.set(left, x.sub(left, 1))

    base.each(w, visit)
    return found


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
    known = w.marked.get(id(e.set))
    return (known if known is not None else w.several(e.set)).has(w, one)


@operator(m.ops.Some, m.ops.No)
def some(w: Writer, e: m.ops.Some | m.ops.No) -> ir.Expr:
    """Whether a test holds for one, or for none."""
    found_standing = w.unwritten(lambda: lifted.some_standing(w, e.set, e.test, e.value))
    if found_standing is not None:
        holds = lifted.some_standing(w, e.set, e.test, e.value)
        assert holds is not None
        return x.not_(holds) if isinstance(e, m.ops.No) else holds
    seats = _in_any_order(w, e)
    found = (passing(w, e) if seats is None else Filtered(seats, lambda one: _holds(w, e, one))).some(w)
    return x.not_(found) if isinstance(e, m.ops.No) else found


@operator(m.ops.Every)
def every(w: Writer, e: m.ops.Every) -> ir.Expr:
    """Whether a test holds for all."""
    base = _in_any_order(w, e) or w.several(e.set)
    return x.not_(Filtered(base, lambda one: x.not_(_holds(w, e, one))).some(w))


def _holds(w: Writer, e: m.ops.Some | m.ops.No | m.ops.Every, one: ir.Expr) -> ir.Expr:
    with w.bind(e.value, one):
        return w.test(e.test)


def _in_any_order(w: Writer, e: m.ops.Some | m.ops.No | m.ops.Every) -> Set | None:
    """Gives all seats, where it makes no difference whose turn it is; None where something else is asked of."""
    if not isinstance(e.set, m.ops.Players) or w.lowering.may_go_out or not is_total(w.lowering, e.test):
        return None
    number = w.layout.players
    return Range(0, number, number) if w.lowering.takes(Special.IN_ANY_ORDER) else None


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


@operator(m.ops.Share)
def shared(w: Writer, e: m.ops.Share) -> Held:
    """What a player wins of what all paid."""
    return ranking.share(w, e)


@operator(m.ops.AddsUp)
def adding_up(w: Writer, e: m.ops.AddsUp) -> Held:
    """Whether some of several have a sum."""
    return adding.adds_up(w, e)


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

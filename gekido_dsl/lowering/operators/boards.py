"""Operators about boards: spaces, where they lie, what is near."""

from collections.abc import Collection, Sequence

from gekido_dsl.ground.charts import Chart
from gekido_dsl.ground.geometry import leaps, neighbourhood, sides_of
from gekido_dsl.lowering.boards import geometry as geo
from gekido_dsl.lowering.boards.bitsets import is_on, spot_or_first
from gekido_dsl.lowering.game.repeats import may_repeat
from gekido_dsl.lowering.kept import ones, standing
from gekido_dsl.lowering.kept.owners import owner_of
from gekido_dsl.lowering.operators import ways
from gekido_dsl.lowering.operators.players import whose
from gekido_dsl.lowering.sets.composed_sets import Distinct, Filtered, Mapped, Spread
from gekido_dsl.lowering.sets.pen import Pen
from gekido_dsl.lowering.sets.sets import Chain, Range, Set, Single, known
from gekido_dsl.lowering.sets.things import in_the_game, number_in, of_thing
from gekido_dsl.lowering.sets.touched import Touched
from gekido_dsl.lowering.sets.words import Field
from gekido_dsl.lowering.writing.registry import operator
from gekido_dsl.lowering.writing.writer import Held, Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.regions import region
from gekido_dsl.model.types import NONE, SetType, ThingType, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

Reach = int | tuple[int, int]
"""How far: within so many steps, or a leap of so many along and so many across."""

# ---------------------------------------------------------------- which spaces there are


@operator(m.ops.Board)
def board(w: Writer, e: m.ops.Board) -> Set:
    """The spaces that are laid on a board, or on a player's."""
    decl: m.Board = e.ref
    if e.owner is not None:
        owner = w.fixed(e.owner)
        size = decl.size
        return _spots(w, decl, x.mul(owner, size), size)
    if decl.space.legend is not None or decl.layout:
        return laid(w, decl, before=False, fields=isinstance(e.type, SetType))
    of_kind = isinstance(e.type, SetType)
    return known(w.layout.things[decl.space.name] if of_kind else w.layout.spaces[decl.name])


def laid(w: Writer, decl: m.Board, *, before: bool = True, fields: bool = True) -> Set:
    """Gives the spaces that are laid; as long as none is, all that are there to be laid.

    Args:
        before: whether that is asked; of spaces that are drawn, and of a board, it is not.
        fields: whether corners and edges are left out.
    """
    size = len(w.layout.cells_of(decl)) - (decl.size - decl.bare_size if fields else 0)
    there = _spots(w, decl, x.constant(0), size)
    if decl.space.legend is not None or not before:
        return there
    every = in_the_game(w, known(w.layout.things[decl.space.name]), ThingType(decl.space))
    return _Either(there, every)


def _spots(w: Writer, decl: m.Board, base: ir.Expr, size: int) -> Set:
    listed = Mapped(Range(0, size, size), lambda spot: geo.space_at(w, decl, base, spot), sure=True)
    cells = w.memory.start.cells[w.layout.cells_of(decl).start : w.layout.cells_of(decl).stop]
    if geo.is_still(w.lowering, decl):
        every = known([one for one in cells[:size] if one != NONE])
        return every if base == x.constant(0) else Filtered(listed, lambda one: x.ge(one, 0))
    return _Laid(listed, w, decl, base, size)


class _Laid(Filtered):
    """The spaces that lie on a board, or on one player's."""

    def __init__(self, listed: Set, w: Pen, decl: m.Board, base: ir.Expr, size: int) -> None:
        super().__init__(listed, lambda one: x.ge(one, 0))
        self.decl = decl
        self.begins = base
        self.whole = size == len(w.layout.cells_of(decl))

    def has(self, w: Pen, value: ir.Expr) -> ir.Expr:
        """Whether it is a space of the board and lies somewhere."""
        fields = not self.whole and not self.decl.each_player
        spaces = w.layout.things[self.decl.space.name] if fields else w.layout.spaces[self.decl.name]
        one = w.code.let(value)
        found = w.code.variable(x.within(one, spaces.start, spaces.stop - 1), "lies")
        with w.code.if_(found):
            lies = x.ge(geo.position(w, one, self.decl), 0)
            if not self.whole:
                lies = x.and_(lies, x.eq(geo.base_of(w, self.decl, one), self.begins))
            w.code.set(found, lies)
        return found


class _Either(Set):
    """A set, or another if that one is empty."""

    def __init__(self, first: Set, other: Set) -> None:
        self.parts = first, other
        self.most = max(first.most, other.most)

    def _each(self, w: Pen, visit: "object", backwards: bool) -> None:
        first, other = self.parts
        with w.code.if_(first.some(w)):
            first.each(w, visit, backwards)  # type: ignore[arg-type]
        with w.code.else_():
            other.each(w, visit, backwards)  # type: ignore[arg-type]


@operator(m.ops.Space)
def space(w: Writer, e: m.ops.Space) -> Held:
    """The space of a kind that a thing stands on."""
    base, kind = w.lower(e.thing), item(e.type)
    assert isinstance(kind, ThingType)
    spaces = w.layout.things[kind.kind.name]

    def one(thing: ir.Expr) -> ir.Expr:
        where = w.code.let(x.load(w.memory.chains.where, thing))
        return x.select(x.within(where, spaces.start, spaces.stop - 1), where, NONE)

    if isinstance(base, Set):
        return Distinct(Filtered(Mapped(base, one), lambda there: x.ge(there, 0)))
    return one(base)


@operator(m.ops.Spot)
def spot(w: Writer, e: m.ops.Spot) -> Held:
    """The space at a position of a board."""
    size = e.ref.size
    if e.owner is not None:
        owner = w.fixed(e.owner)
        inside = w.code.let(x.within(owner, 0, w.layout.players - 1))
        found = w.code.variable(NONE, "spot")
        with w.code.if_(inside):
            w.code.set(found, geo.space_at(w, e.ref, x.mul(owner, size), x.constant(e.value)))
        return found
    if isinstance(e.type, SetType):
        boards = Range(0, w.layout.players if e.ref.each_player else 1, w.layout.players)
        each = Mapped(boards, lambda k: geo.space_at(w, e.ref, x.mul(k, size), x.constant(e.value)))
        return Filtered(each, lambda one: x.ge(one, 0))
    return geo.space_at(w, e.ref, x.constant(0), x.constant(e.value))


@operator(m.ops.Row, m.ops.Column)
def coordinate(w: Writer, e: m.ops.Row | m.ops.Column) -> ir.Expr:
    """Where a space lies, from 1; rows from the actor's side where players face each other."""
    decl = geo.board_of(e.space.type)
    assert decl is not None
    size = decl.size
    one = w.fixed(e.space)
    drawn = decl.space.legend is not None
    name = "row" if isinstance(e, m.ops.Row) else "column"
    facing = w.game.facing and name == "row"
    if drawn and not facing:
        spaces, spots = w.layout.spaces[decl.name], w.layout.spots
        table = [_part(decl, name, spots[space]) for space in spaces]
        return of_thing(w, name, table, spaces.start, one)
    here = w.code.let(geo.position(w, one, decl))
    if not facing:
        return x.load(w.lowering.table(name, [_part(decl, name, k) for k in range(size)]), here)
    numbers = (
        [decl.shape.rows - decl.shape.row(k) for k in range(size)],
        [decl.shape.row(k) + 1 for k in range(size)],
    )
    first, second = (x.load(w.lowering.table("row", list(numbers[k])), here) for k in range(2))
    return x.select(x.eq(w.actor, 0), first, second)


def _part(decl: m.Board, line: str, position: int) -> int:
    return decl.row_number(position) if line == "row" else decl.column_number(position)


@operator(m.ops.On)
def on(w: Writer, e: m.ops.On) -> Set:
    """The things of a kind that stand on a space, on spaces or on a board."""
    kind: m.Kind = e.ref
    things = w.layout.things[kind.name]
    base = w.lower(e.spaces)

    def here(one: ir.Expr) -> Set:
        field = _keeps_the_only(w, e)
        if field is not None:
            found = w.code.let(ones.on_it(w, field, kind, one))
            return Single(found)
        chain = Chain(one, len(things) if _alone(w, kind) else w.layout.count)
        if _alone(w, kind):
            return chain
        return Filtered(chain, lambda thing: x.within(thing, things.start, things.stop - 1))

    if isinstance(base, Set):
        return Spread(base, here, len(things) * (base.most if may_repeat(e.spaces) else 1))
    return here(w.code.let(base))


def _keeps_the_only(w: Writer, e: m.ops.On) -> Field | None:
    """Gives the board of some spaces, if it is kept what stands on each."""
    fields = standing.fields(w.lowering)
    if len(fields) != 1 or geo.board_of(e.spaces.type) is not fields[0].board:
        return None
    return fields[0] if ones.keeps_the_only(w.lowering, fields[0]) else None


def _alone(w: Writer, kind: m.Kind) -> bool:
    """Tells whether nothing but things of a kind can ever stand on a space."""
    return w.lowering.stands == {kind.name}


# ---------------------------------------------------------------- where things are


@operator(m.ops.At)
def at(w: Writer, e: m.ops.At) -> ir.Expr:
    """Whether a thing stands on a space; on none nothing stands."""
    thing, there = w.fixed(e.thing), w.code.let(w.value(e.space))
    stands = x.eq(x.load(w.memory.chains.where, thing), there)
    return x.and_(x.and_(stands, x.ge(there, 0)), x.ge(thing, 0))


@operator(m.ops.InPlace)
def in_place(w: Writer, e: m.ops.InPlace) -> ir.Expr:
    """Whether a thing lies in a place; of none its place is not asked for."""
    thing, place = w.fixed(e.thing), e.place
    found, statements = w.apart(
        lambda: x.eq(x.load(w.memory.chains.where, thing), w.code.let(w.value(place)))
    )
    if isinstance(place, m.ops.Place) and (place.owner is None or isinstance(place.owner, m.ops.Actor)):
        w.put(statements)
        return x.and_(found, x.ge(thing, 0))
    lies = w.code.variable(x.ge(thing, 0), "lies")
    with w.code.if_(lies):
        w.put(statements)
        w.code.set(lies, found)
    return lies


@operator(m.ops.OnBoard)
def on_board(w: Writer, e: m.ops.OnBoard) -> ir.Expr:
    """Whether a thing stands on a board, or a space lies there; of a player's board, on theirs."""
    decl: m.Board = e.ref
    thing = w.fixed(e.thing)
    spaces = w.layout.spaces[decl.name]
    homes = w.lowering.table("home", [w.layout.home_of(one) for one in spaces])
    if geo.board_of(e.thing.type) is decl:
        lies = x.ge(geo.position(w, thing, decl), 0)
        if e.owner is None:
            return lies
        home = x.load(homes, number_in(w, thing, spaces.start))
        return x.and_(lies, x.eq(home, w.fixed(e.owner)))
    where = w.code.let(x.load(w.memory.chains.where, thing))
    stands = x.within(where, spaces.start, spaces.stop - 1)
    if e.owner is None:
        return stands
    owner = w.fixed(e.owner)
    here = w.code.let(x.select(stands, x.sub(where, spaces.start), -1))
    return x.and_(stands, x.eq(x.load(homes, here), owner))


# ---------------------------------------------------------------- what is near


@operator(m.ops.NextTo, m.ops.Within, m.ops.Leap)
def near(w: Writer, e: m.ops.NextTo | m.ops.Within | m.ops.Leap) -> ir.Expr:
    """Whether one thing is near another, or near any of several, on the same board; never to itself."""
    distance: Reach = 1
    if isinstance(e, m.ops.Within):
        distance = e.value
    elif isinstance(e, m.ops.Leap):
        distance = e.ref
    one = w.fixed(e.thing)
    here = geo.space_of(w, one, e.thing.type)
    other = w.lower(e.of)
    kinds = e.thing.type, e.of.type
    if isinstance(other, Touched) and distance == 1:
        words = other.spots.near(w).kept(w)
        on = w.code.let(is_on(words.field, here))
        return x.and_(on, words.has(w, spot_or_first(w, words.field, here, on)))
    if isinstance(other, Set):
        return Filtered(other, lambda thing: near_one(w, one, here, thing, kinds[1], distance)).some(w)
    return near_one(w, one, here, w.code.let(other), kinds[1], distance)


def near_one(
    w: Writer, one: ir.Expr, here: ir.Expr, other: ir.Expr, kind: object, distance: Reach
) -> ir.Expr:
    """Whether a space lies within a distance of another thing; not of itself."""
    there = geo.space_of(w, other, kind)  # type: ignore[arg-type]
    found = w.code.variable(0, "near")
    both = x.and_(x.ge(here, 0), x.ge(there, 0))
    with w.code.if_(x.and_(both, x.ne(one, other))):
        for decl in w.game.boards.values():
            spaces = w.layout.spaces[decl.name]
            if not spaces:
                continue
            inside = x.and_(among(w, here, spaces), among(w, there, spaces))
            with w.code.if_(inside):
                w.code.set(found, near_spaces(w, decl, here, there, distance))
    return found


def among(w: Writer, one: ir.Expr, things: range) -> ir.Expr:
    """Whether a space is one of a board; known where there is one board alone."""
    if len([decl for decl in w.game.boards.values() if w.layout.spaces[decl.name]]) == 1:
        return x.constant(1)
    return x.within(one, things.start, things.stop - 1)


def near_spaces(w: Writer, decl: m.Board, here: ir.Expr, there: ir.Expr, distance: Reach) -> ir.Expr:
    """Whether two spaces of a board, or of one player's, lie within a distance, or a leap from each other."""
    may_leave = any(w.lowering.may_leave(ThingType(kind)) for kind in decl.kinds)
    if isinstance(distance, int) and distance > 1 and may_leave:
        return ways.reaches(w, decl, here, there, distance)
    size = decl.size

    def near(chart: Chart) -> Sequence[Collection[int]]:
        return neighbourhood(chart, distance) if isinstance(distance, int) else leaps(chart, *distance)

    def numbers(chart: Chart) -> Sequence[Sequence[int]]:
        return [[int(other in around) for other in range(size)] for around in near(chart)]

    start = w.code.let(geo.position(w, here, decl))
    end = w.code.let(geo.position(w, there, decl))
    same = (
        x.eq(geo.base_of(w, decl, here), geo.base_of(w, decl, there)) if decl.each_player else x.constant(1)
    )
    lie = x.constant(1) if geo.is_still(w.lowering, decl) else x.and_(x.ge(start, 0), x.ge(end, 0))
    ok = w.code.let(x.and_(same, lie))
    chart = geo.chart_of(w, decl, here)
    name = f"within {distance}"
    if size <= geo.WORD:
        table = geo.words_by_spot(w, decl, name, near)
        row = geo.row_of_table(decl, chart, start, 1)
        return x.has_bit(x.load(table, w.code.let(x.select(ok, row, -1))), end)
    table, wide = geo.by_spot(w, decl, name, numbers)
    row = geo.row_of_table(decl, chart, start, wide)
    return x.and_(ok, x.eq(x.load(table, w.code.let(x.select(ok, x.add(row, end), -1))), 1))


@operator(m.ops.Toward)
def toward(w: Writer, e: m.ops.Toward) -> ir.Expr:
    """Whether a space lies one step in a direction from a thing or space; ahead is away from its owner."""
    one, other = w.fixed(e.one), w.fixed(e.of)
    left, right = e.one.type, e.of.type
    here, there = geo.space_of(w, one, left), geo.space_of(w, other, right)
    ahead_of = e.ref not in geo.STRAIGHT
    ahead: ir.Expr = x.constant(-1)
    if ahead_of and w.game.facing:
        who = w.actor
        if geo.board_of(right) is None:
            who = owner_of(w, other, item(right)) if isinstance(item(right), ThingType) else whose(w, e.of)
        ahead = w.code.let(x.select(x.eq(who, 1), 1, -1))
    found = w.code.variable(0, "toward")
    with w.code.if_(x.and_(x.ge(here, 0), x.ge(there, 0))):
        for decl in w.game.boards.values():
            spaces = w.layout.spaces[decl.name]
            if not spaces:
                continue
            with w.code.if_(x.and_(among(w, here, spaces), among(w, there, spaces))):
                w.code.set(found, _toward(w, decl, here, there, e.ref, ahead))
    return found


def _toward(w: Writer, decl: m.Board, here: ir.Expr, there: ir.Expr, word: str, ahead: ir.Expr) -> ir.Expr:
    """Whether the step from `there` to `here` is the one that the word names."""
    size = decl.size

    def steps(number: int) -> list[tuple[int, int]]:
        return [geo.STRAIGHT[word]] if word in geo.STRAIGHT else geo.steps_ahead(word, number)

    def table(number: int) -> tuple[ir.Array, int]:
        def numbers(chart: Chart) -> Sequence[Sequence[int]]:
            return [
                [int(chart.leads(start, end, steps(number))) for end in range(size)] for start in range(size)
            ]

        return geo.by_spot(w, decl, f"{word} {number}", numbers)

    start = w.code.let(geo.position(w, there, decl))
    end = w.code.let(geo.position(w, here, decl))
    same = (
        x.eq(geo.base_of(w, decl, here), geo.base_of(w, decl, there)) if decl.each_player else x.constant(1)
    )
    lie = x.constant(1) if geo.is_still(w.lowering, decl) else x.and_(x.ge(start, 0), x.ge(end, 0))
    ok = w.code.let(x.and_(same, lie))

    def asked(number: int) -> ir.Expr:
        array, wide = table(number)
        row = geo.row_of_table(decl, geo.chart_of(w, decl, there), start, wide)
        return x.eq(x.load(array, w.code.let(x.select(ok, x.add(row, end), -1))), 1)

    if word in geo.STRAIGHT or isinstance(ahead, ir.Const):
        return x.and_(ok, asked(ahead.value if isinstance(ahead, ir.Const) else -1))
    return x.and_(ok, x.select(x.eq(ahead, 1), asked(1), asked(-1)))


@operator(m.ops.Central, m.ops.Corner, m.ops.Outer, m.ops.Inner)
def lies(w: Writer, e: m.ops.Central | m.ops.Corner | m.ops.Outer | m.ops.Inner) -> ir.Expr:
    """Whether a space lies in a region of its board."""
    decl = geo.board_of(e.space.type)
    if decl is None:
        return x.constant(0)
    space = w.fixed(e.space)
    here = w.code.let(geo.position(w, space, decl))
    if isinstance(e, m.ops.Outer | m.ops.Inner) and geo.shrinks(w.lowering, decl):
        outer = _outer(w, decl, space, here)
        return outer if isinstance(e, m.ops.Outer) else x.and_(_is_in(w, decl, "all", here), x.not_(outer))
    return _is_in(w, decl, geo.REGIONS[type(e)], here)


def _is_in(w: Writer, decl: m.Board, name: str, here: ir.Expr) -> ir.Expr:
    wanted = frozenset(region(decl, name))
    return x.load(w.lowering.table(name, [int(k in wanted) for k in range(decl.size)], guard=0), here)


def _outer(w: Writer, decl: m.Board, space: ir.Expr, here: ir.Expr) -> ir.Expr:
    """Whether a space lies on the rim: at first, or since a space beyond a side of it was removed."""
    code = w.code
    outer = code.variable(_is_in(w, decl, "outer", here), "outer")
    table, wide = geo.by_spot(w, decl, "sides", sides_of)
    with code.if_(x.and_(x.ge(here, 0), x.not_(outer))):
        row = code.let(geo.row_of_table(decl, geo.chart_of(w, decl, space), here, wide))
        base = geo.base_of(w, decl, space)
        with code.each(0, wide, "side") as k:
            there = code.let(x.load(table, x.add(row, k)))
            with code.if_(x.ge(there, 0)), code.if_(x.lt(geo.space_at(w, decl, base, there), 0)):
                code.set(outer, 1)
    return outer

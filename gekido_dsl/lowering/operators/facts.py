"""Operators that read what is written: constants, answers, locals, fields and facts of phases."""

from typing import Any

from gekido_dsl.lowering.operators.lists import printed_list, with_things
from gekido_dsl.lowering.sets.composed_sets import Mapped
from gekido_dsl.lowering.sets.sets import Set, Slice, known
from gekido_dsl.lowering.sets.things import ROOM, number_in, of_thing
from gekido_dsl.lowering.writing.registry import operator
from gekido_dsl.lowering.writing.writer import Held, Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, ListType, PlayerType, ThingType, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


@operator(m.ops.Const)
def const(w: Writer, e: m.ops.Const) -> ir.Expr:
    """The number it carries; a player who does not take part is none."""
    missing = isinstance(e.type, PlayerType) and e.value >= w.layout.players
    return x.constant(NONE if missing else e.value)


@operator(m.ops.Option)
def option(w: Writer, e: m.ops.Option) -> ir.Expr:
    """The answer given to an option."""
    return x.constant(w.lowering.options[e.ref.name])


@operator(m.ops.Local)
def local(w: Writer, e: m.ops.Local) -> Held:
    """What the local holds."""
    return w.locals.get(e.value, x.constant(NONE))


@operator(m.ops.Actor)
def actor(w: Writer, e: m.ops.Actor) -> ir.Expr:
    """The acting player."""
    return w.actor


@operator(m.ops.Round, m.ops.Turn, m.ops.Game)
def number_of(w: Writer, e: m.ops.Round | m.ops.Turn | m.ops.Game) -> ir.Expr:
    """The number of the round, the turn or the game in a row."""
    return w.lowering.system({m.ops.Round: "round", m.ops.Turn: "turns", m.ops.Game: "game"}[type(e)])


@operator(m.ops.RoundsOver)
def rounds_over(w: Writer, e: m.ops.RoundsOver) -> ir.Expr:
    """The round is over, and so many have begun."""
    over, begun = w.lowering.system("round_over"), w.lowering.system("round")
    return x.and_(x.gt(over, 0), x.ge(begun, e.value))


@operator(m.ops.Field)
def field(w: Writer, e: m.ops.Field) -> Held:
    """A printed or kept field; of several, of each."""
    base = w.lower(e.thing)
    index = place_in(w, e.ref, e.index) if e.index is not None else None
    if isinstance(base, Set):
        # Of several things, each list is one value.
        return Mapped(base, lambda thing: read_field(w, e.ref, thing, index), sure=False)
    if isinstance(e.ref.type, ListType):
        return _printed_list(w, e.ref, base, index)
    return read_field(w, e.ref, base, index)


def read_field(w: Writer, fact: m.Field, thing: ir.Expr, index: ir.Expr | None) -> ir.Expr:
    """Reads a field of a thing, none of none; of a fact with several values, one of them."""
    assert isinstance(fact.owner, m.Kind)
    things, size = w.layout.things[fact.owner.name], w.layout.index_size(fact.index)
    if fact.kept:
        at = number_in(w, thing, things.start)
        at = at if index is None else _one_of(w, at, size, index)
        return x.load(w.memory.fields[id(fact.owner), fact.name], at)
    rows = [fact.owner.rows[w.layout.row_of[one]].values.get(fact.name, NONE) for one in things]
    name = f"{fact.owner.name} {fact.name}"
    if index is None:
        values = [printed(w, fact, value) for value in rows]
        return of_thing(w, name, values, things.start, thing)
    values = [printed(w, fact, value) for several in rows for value in several]
    if things.start * size <= ROOM and not isinstance(thing, ir.Const):
        values, at = values[:1] * (things.start * size) + values, thing
    else:
        at = number_in(w, thing, things.start)
    return x.load(w.lowering.table(name, values), _one_of(w, at, size, index))


def _one_of(w: Writer, at: ir.Expr, size: int, index: ir.Expr) -> ir.Expr:
    """Gives where a value of a fact with several lies; none if the thing or the index is none."""
    at, index = w.code.let(at), w.code.let(index)
    there = x.add(x.mul(at, size), index)
    return w.code.let(x.select(x.lt(x.or_(at, index), 0), NONE, there))


def printed(w: Writer, fact: m.Field, value: Any) -> Any:
    """Gives a printed value: rows of another kind become things, texts and lists the numbers that stand for them."""
    kind = item(fact.type)
    if isinstance(kind, ThingType) and isinstance(value, int) and value != NONE:
        return w.layout.first_of_row.get((kind.kind.name, value), NONE)
    if isinstance(value, tuple):
        value = with_things(w.layout, fact.type, value)
    if isinstance(value, str | tuple):
        return w.lowering.written.setdefault(value, len(w.lowering.written))
    return value


def place_in(w: Writer, fact: m.Field, asked: m.Expr) -> ir.Expr:
    """Gives which of the values of a fact is asked for, from 0; none for none.

    Things count by themselves where a match keeps a value for each, by their rows where the values are printed.
    """
    index = fact.index
    given = w.fixed(asked)
    if isinstance(index, m.Kind):
        things = w.layout.things[index.name]
        if fact.kept:
            return number_in(w, given, things.start)
        table = w.lowering.table("row", w.layout.row_of)
        return x.load(table, given)
    return place_among(w, index, fact, given, asked) if isinstance(index, m.Enum) else given


def place_among(w: Writer, index: m.Enum, fact: m.Field, given: ir.Expr, asked: m.Expr) -> ir.Expr:
    """Gives which value of a list, or number of a range, is asked for, from 0."""
    if not isinstance(index, m.Numbers):
        return given
    given = w.code.let(given)
    with w.code.if_(x.not_(x.within(given, index.low, index.low + len(index.members) - 1))):
        w.error("there is no `{}` for {}", asked.span, fact.name)
    return x.sub(given, index.low)


@operator(m.ops.Combination)
def combination(w: Writer, e: m.ops.Combination) -> ir.Expr:
    """Which combination of values is asked for; none when one of them is none."""
    fact: m.Field = e.ref
    parts = fact.index.parts if isinstance(fact.index, m.Combinations) else ()
    at: ir.Expr = x.constant(0)
    for part, asked in zip(parts, e.values, strict=True):
        place = w.code.let(place_among(w, part, fact, w.fixed(asked), asked))
        there = x.add(x.mul(at, len(part.members)), place)
        at = w.code.let(x.select(x.lt(x.or_(at, place), 0), NONE, there))
    return at


@operator(m.ops.Cell)
def cell(w: Writer, e: m.ops.Cell) -> ir.Expr:
    """A fact of a phase."""
    array = w.memory.fields[id(e.ref.owner), e.ref.name]
    return x.load(array, w.code.let(place_in(w, e.ref, e.index)) if e.index is not None else 0)


@operator(m.ops.Members)
def members(w: Writer, e: m.ops.Members) -> Set:
    """All values of a list."""
    return known(range(len(e.ref.members)))


@operator(m.ops.Items)
def items(w: Writer, e: m.ops.Items) -> Set:
    """A value or list as a set; none is empty."""
    base = e.one
    found = w.lower(base)
    if isinstance(base.type, ListType) and not isinstance(found, Set):
        return printed_list(w, found)
    return w.things(base)


def _printed_list(w: Writer, fact: m.Field, thing: ir.Expr, index: ir.Expr | None) -> Set:
    """A list that is printed on a thing: where it begins in one table of all, and how long it is."""
    assert isinstance(fact.owner, m.Kind)
    things = w.layout.things[fact.owner.name]
    lists = [fact.owner.rows[w.layout.row_of[one]].values.get(fact.name, ()) for one in things]
    if index is not None:
        lists = [one for several in lists for one in several]
    lists = [one if isinstance(one, tuple) else () if one == NONE else (one,) for one in lists]
    values = [printed(w, fact, value) for one in lists for value in one]
    starts = [sum(len(one) for one in lists[:k]) for k in range(len(lists))]
    at = w.code.let(number_in(w, w.code.let(thing), things.start))
    if index is not None:
        at = _one_of(w, at, w.layout.index_size(fact.index), index)
    count = w.code.let(x.load(w.lowering.table("length", [len(one) for one in lists], guard=0), at))
    start = w.code.let(x.load(w.lowering.table("begins", starts), at))
    table = w.lowering.table(f"{fact.owner.name} {fact.name}", values)
    most = max((len(one) for one in lists), default=0)
    return Slice(table, start, count, most, sure=NONE not in table.contents)

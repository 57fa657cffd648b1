"""Operators that give several, choose among several, or ask about several."""

from collections.abc import Callable
from typing import Any

from gekido_dsl.engine import RuleError
from gekido_dsl.interpreter.operators.lasting import lasting
from gekido_dsl.interpreter.operators.making import LISTED, Function, effort, gives
from gekido_dsl.interpreter.operators.membership import membership
from gekido_dsl.interpreter.operators.narrowing import narrowed
from gekido_dsl.interpreter.operators.sieves import sieve_of, walked_over
from gekido_dsl.interpreter.state import Evaluation, Locals, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, SetType


@gives(m.ops.Place)
def _place(ev: Evaluation, e: m.ops.Place) -> Function:
    layout, place = ev.layout, e.ref
    if e.owner is None:
        number = layout.place_of[place.name, NONE]
        return lambda s, L: number
    base = ev.make(e.owner)
    numbers = {owner: number for (name, owner), number in layout.place_of.items() if name == place.name}
    if isinstance(e.owner.type, SetType):
        return lambda s, L: [numbers[owner] for owner in base(s, L)]

    def of_one(s: State, L: Locals) -> int:
        owner = base(s, L)
        if owner == NONE:
            raise RuleError(f"none has no `{place.name}`", e.span)
        return numbers[owner]

    return of_one


@gives(m.ops.Things)
def _things(ev: Evaluation, e: m.ops.Things) -> Function:
    things, gone = list(ev.layout.things[e.ref.name]), ev.layout.gone
    kind: m.Kind = e.ref
    if kind.board is not None and kind.legend is not None:
        cells = ev.layout.cells_of(kind.board)
        laid = slice(cells.start, cells.stop)
        return lambda s, L: [space for space in s.cells[laid] if space != NONE]
    if kind.board is not None and kind.laid_out:
        cells = ev.layout.cells_of(kind.board)
        at, size = cells.start, len(cells) - kind.board.size + kind.board.bare_size
        # Before a board is laid, all its spaces are there to be laid; afterwards, those that lie on it.
        return lambda s, L: (
            [space for space in s.cells[at : at + size] if space != NONE]
            or [space for space in things if s.where[space] != gone]
        )
    return _in_the_game(ev, things)


def _in_the_game(ev: Evaluation, things: list[int]) -> Function:
    """Makes the function that leaves out what has left the game."""
    gone = ev.layout.gone
    return lambda s, L: [one for one in things if s.where[one] != gone] if s.contents[gone] else things


@gives(m.ops.Called)
def _called(ev: Evaluation, e: m.ops.Called) -> Function:
    kind, name = e.ref
    things = ev.layout.called.get((kind.name, name), [])
    if e.set is not None:
        base = ev.make(e.set)
        if not isinstance(e.type, SetType):
            return lambda s, L: next((thing for thing in base(s, L) if thing in things), NONE)
        return lambda s, L: [thing for thing in base(s, L) if thing in things]
    if isinstance(e.type, SetType):
        return _in_the_game(ev, things)
    thing = things[0] if things else NONE
    return lambda s, L: thing


@gives(m.ops.Members)
def _members(ev: Evaluation, e: m.ops.Members) -> Function:
    values = list(range(len(e.ref.members)))
    return lambda s, L: values


@gives(m.ops.Numbers)
def _numbers(ev: Evaluation, e: m.ops.Numbers) -> Function:
    low, high = ev.make(e.low), ev.make(e.high)
    return lambda s, L: list(range(low(s, L), high(s, L) + 1))


@gives(m.ops.Nested)
def _nested(ev: Evaluation, e: m.ops.Nested) -> Function:
    base = ev.make(e.thing)
    parts = {parent: things for (name, parent), things in ev.layout.parts.items() if name == e.ref.name}
    where = ev.layout.gone
    if isinstance(e.thing.type, SetType):
        return lambda s, L: [
            part for parent in base(s, L) for part in parts.get(parent, ()) if s.where[part] != where
        ]
    return lambda s, L: [part for part in parts.get(base(s, L), ()) if s.where[part] != where]


@gives(m.ops.Whole)
def _whole(ev: Evaluation, e: m.ops.Whole) -> Function:
    base, wholes, parents = ev.make(e.thing), ev.layout.things[e.ref.name], ev.layout.parent_of

    def one(thing: int) -> int:
        while thing != NONE and thing not in wholes:
            thing = parents[thing]
        return thing

    if isinstance(e.thing.type, SetType):
        return lambda s, L: list(dict.fromkeys(one(thing) for thing in base(s, L)))
    return lambda s, L: one(base(s, L))


@gives(m.ops.Inside)
def _inside(ev: Evaluation, e: m.ops.Inside) -> Function:
    place = ev.make(e.place)
    if isinstance(e.place.type, SetType):
        return lambda s, L: [thing for one in place(s, L) for thing in s.contents[one]]
    return lambda s, L: s.contents[place(s, L)]


@gives(m.ops.Items)
def _items(ev: Evaluation, e: m.ops.Items) -> Function:
    base = ev.make(e.one)

    def items(s: State, L: Locals) -> list[Any]:
        value = base(s, L)
        if isinstance(value, tuple | list):
            return list(value)
        return [] if value == NONE else [value]

    return items


@gives(m.ops.Union)
def _union(ev: Evaluation, e: m.ops.Union) -> Function:
    parts = ev.make_all(e.args)

    def union(s: State, L: Locals) -> list[Any]:
        found = list(dict.fromkeys(value for part in parts for value in part(s, L)))
        ev.work += len(found)
        return found

    return union


@gives(m.ops.Filter)
def _filter(ev: Evaluation, e: m.ops.Filter) -> Function:
    local = e.value
    base, rest = _sieved(ev, e)
    if rest is None:
        return base
    test, possible = ev.make(rest), _possible(ev, rest, local)

    def kept(s: State, L: Locals) -> list[Any]:
        found = []
        for L[local] in base(s, L):
            if test(s, L):
                found.append(L[local])
        return found

    if possible is None:
        return kept

    def sifted(s: State, L: Locals) -> list[Any]:
        found = []
        for value in base(s, L):
            if possible(s, value):
                L[local] = value
                if test(s, L):
                    found.append(value)
        return found

    return sifted


def _sieved(ev: Evaluation, e: m.ops.Filter | m.ops.Some | m.ops.No) -> tuple[Function, m.Expr | None]:
    """Makes the function that gives those of a set that pass a sieve; gives, too, what is still to be asked."""
    base = _looked_through(ev, e)
    sieve, rest = sieve_of(ev, e.set, e.test, e.value)
    if sieve is None:
        return base, rest
    through = sieve
    return lambda s, L: through(s, L, base(s, L)), rest


def _looked_through(ev: Evaluation, e: m.ops.Filter | m.ops.Some | m.ops.No) -> Function:
    """Makes the function that gives those of a set for which a test can hold, counted."""
    return narrowed(ev, e.set, e.test, e.value) or ev.counted(e.set, e.test)


def _possible(ev: Evaluation, test: m.Expr, local: int) -> Callable[[State, int], bool] | None:
    """Makes the test of what a condition says first, by printed facts alone, of a local: worked out once for each.

    None if it begins with something else.
    """
    first, at = test, local
    while isinstance(first, m.ops.And) or (
        isinstance(first, m.ops.Defined)
        and not first.ref.exceptions
        and first.args == (m.ops.Local(first.thing.type, first.thing.span, value=at),)
    ):
        if lasting(first, ev.game, frozenset({at}), placed=False):
            break
        first, at = (first.left, at) if isinstance(first, m.ops.And) else (first.ref.test, 1)
    if not lasting(first, ev.game, frozenset({at}), placed=False):
        return None
    holds, known = ev.make(first), dict[int, bool]()

    def possible(s: State, value: int) -> bool:
        found = known.get(value)
        if found is None:
            L = [NONE] * (at + 1)
            L[at] = value
            found = known[value] = bool(holds(s, L))
        return found

    return possible


@gives(m.ops.Next)
def _next(ev: Evaluation, e: m.ops.Next) -> Function:
    return _one_end(ev, e.set, -1) if not isinstance(e.type, SetType) else _ends(ev, e, -1)


@gives(m.ops.Last)
def _last(ev: Evaluation, e: m.ops.Last) -> Function:
    return _one_end(ev, e.set, 1) if not isinstance(e.type, SetType) else _ends(ev, e, 1)


@gives(m.ops.Nth)
def _nth(ev: Evaluation, e: m.ops.Nth) -> Function:
    several, place = ev.make(e.set), e.value

    def nth(s: State, L: Locals) -> Any:
        found = several(s, L)
        return found[place] if place < len(found) else NONE

    return nth


def _ends(ev: Evaluation, e: m.ops.Next | m.ops.Last, way: int) -> Function:
    """Makes the function that gives so many at an end of several, the outermost first."""
    several, number = ev.make(e.set), e.value
    return lambda s, L: list(several(s, L))[::way][:number]


def _one_end(ev: Evaluation, several: m.Expr, way: int) -> Function:
    """Makes the function that gives the one at an end of several; those behind it are not looked at."""
    if isinstance(several, m.ops.Filter):
        within, span = several.set, several.set.span
        base = narrowed(ev, within, several.test, several.value) or ev.make(within)
        test, local, each = ev.make(several.test), several.value, effort(several.test)

        def first(s: State, L: Locals) -> Any:
            for L[local] in base(s, L)[::way]:
                ev.look(each, span)
                if test(s, L):
                    return L[local]
            return NONE

        return first
    give, at = ev.make(several), min(way, 0)

    def end(s: State, L: Locals) -> Any:
        found = give(s, L)
        return found[at] if found else NONE

    return end


@gives(m.ops.Reversed)
def _reversed(ev: Evaluation, e: m.ops.Reversed) -> Function:
    base = ev.make(e.set)
    return lambda s, L: base(s, L)[::-1]


@gives(m.ops.Count)
def _count(ev: Evaluation, e: m.ops.Count) -> Function:
    base = ev.make(e.set)

    def count(s: State, L: Locals) -> int:
        number = len(base(s, L))
        ev.work += number // LISTED
        return number

    return count


@gives(m.ops.Some)
def _some(ev: Evaluation, e: m.ops.Some) -> Function:
    return _found(ev, e)


@gives(m.ops.No)
def _no(ev: Evaluation, e: m.ops.No) -> Function:
    some = _found(ev, e)
    return lambda s, L: not some(s, L)


def _found(ev: Evaluation, e: m.ops.Some | m.ops.No) -> Function:
    """Makes the test whether one of several passes what is asked."""
    local = e.value
    base, rest = _sieved(ev, e)
    if rest is None:
        return lambda s, L: bool(base(s, L))
    test = ev.make(rest)

    def run(s: State, L: Locals) -> bool:
        for L[local] in base(s, L):
            if test(s, L):
                return True
        return False

    return run


@gives(m.ops.Every)
def _every(ev: Evaluation, e: m.ops.Every) -> Function:
    base, test, local = ev.counted(e.set, e.test), ev.make(e.test), e.value

    def run(s: State, L: Locals) -> bool:
        for L[local] in base(s, L):
            if not test(s, L):
                return False
        return True

    return run


@gives(m.ops.Member)
def _member(ev: Evaluation, e: m.ops.Member) -> Function:
    one, test = ev.make(e.one), membership(ev, e.set)
    return lambda s, L: test(s, L, one(s, L))


@gives(m.ops.Empty)
def _empty(ev: Evaluation, e: m.ops.Empty) -> Function:
    place = ev.make(e.place)
    free = walked_over(ev)
    spaces = ev.layout.base_of
    if not free:
        return lambda s, L: (one := place(s, L)) != NONE and not s.contents[one]

    def empty(s: State, L: Locals) -> bool:
        one = place(s, L)
        return one != NONE and (not s.contents[one] or (one in spaces and free.issuperset(s.contents[one])))

    return empty

"""Where a condition can hold at all: what it says of places narrows what is looked through.

`Squares that are empty and are next to it` looks at the neighbours, not at the board. Only what a condition implies is
used: that one thing is near another, one step from it, on it, among these or the same.

Invariants:
    What is left out would not have passed the test; the rest is tested in full, in the defined order.
    Nothing that could be a rule error is skipped: what is passed over is made of operators that always have an answer.
"""

from collections.abc import Callable, Iterable
from typing import Final

from gekido_dsl.ground.geometry import neighbourhood, toward
from gekido_dsl.interpreter.operators.making import Function, effort
from gekido_dsl.interpreter.operators.membership import membership
from gekido_dsl.interpreter.operators.sieves import Sieve, sieve_of
from gekido_dsl.interpreter.state import Evaluation, Locals, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.kernel.operator import Fails
from gekido_dsl.model.kernel.operators import those
from gekido_dsl.model.types import NONE, PlayerType, SetType, ThingType, Type, item

Region = Callable[[State, Locals], Iterable[int]]
"""Gives the spaces or things among which every one for which a condition holds is."""

FEW: Final = 12
"""So many are looked through one by one."""
_TOTAL: Final = those(
    lambda record: record.fails not in (Fails.TOO_LARGE, Fails.BEYOND, Fails.DIVIDES) and not record.moment
)
"""Operators that may always have an answer: a number may be too large, and of a moment there is one only then."""


def narrowed(ev: Evaluation, several: m.Expr, test: m.Expr, local: int) -> Function | None:
    """Makes the function that lists those of several for which a test can hold; None where it says not where."""
    if not ev.narrows:
        return None
    base = several
    while isinstance(base, m.ops.Filter):
        base = base.set
    kind = item(several.type)
    if not isinstance(base, m.ops.Things) or not isinstance(kind, ThingType) or not total(ev, several):
        return None
    if len(ev.layout.things[kind.kind.name]) <= FEW:
        return None
    region = _region(ev, test, local, kind, ())
    if region is None:
        return None
    among, span, each = membership(ev, several), several.span, effort(test)
    order = _order(ev, kind.kind)

    def listed(s: State, L: Locals) -> list[int]:
        found = [one for one in set(region(s, L)) if one != NONE and among(s, L, one)]
        ev.look(each * (len(found) + 1), span)
        if len(found) > 1:
            found.sort(key=None if order is None else lambda one: order(s, one))
        return found

    plain = _plainly(ev, several)
    if plain is None or kind.kind.legend is not None or kind.kind.laid_out:
        return listed
    things, gone = ev.layout.things[kind.kind.name], ev.layout.gone

    def in_the_game(s: State, L: Locals) -> list[int]:
        where = s.where
        found = [one for one in set(region(s, L)) if one in things and where[one] != gone]
        if found:
            for sieve in plain:
                found = sieve(s, L, found)
            found.sort()
        ev.look(each * (len(found) + 1), span)
        return found

    return in_the_game


def _plainly(ev: Evaluation, several: m.Expr) -> list[Sieve] | None:
    """Gives the sieves through which things of a kind have gone; None where something else is asked of them."""
    sieves: list[Sieve] = []
    while isinstance(several, m.ops.Filter):
        sieve, rest = sieve_of(ev, several.set, several.test, several.value)
        if sieve is None or rest is not None:
            return None
        sieves.append(sieve)
        several = several.set
    return sieves


def region(ev: Evaluation, test: m.Expr, local: int, kind: Type) -> Region | None:
    """Makes the function that gives where a test of a local can hold; None where it does not say."""
    if not ev.narrows or not isinstance(kind, ThingType):
        return None
    with ev.part():
        return _region(ev, test, local, kind, ())


def _order(ev: Evaluation, kind: m.Kind) -> Callable[[State, int], tuple[int, int]] | None:
    """Gives the key of the defined order; None where that is the order of numbers."""
    if kind.board is None or (kind.legend is None and not kind.laid_out):
        return None
    base, cell = ev.layout.base_of, ev.layout.position_cell
    return lambda s, one: (base[one] + s.cells[cell + one], one)


def total(ev: Evaluation, expr: m.Expr, within: tuple[m.Decl, ...] = ()) -> bool:
    """Tells whether an expression always has an answer."""
    if expr.op not in _TOTAL:
        return False
    match expr.record.fails:
        case Fails.OF_NONE if expr.args:
            return False
        case Fails.OUTSIDE if not isinstance(expr, m.ops.Field) or expr.ref.of_numbers:
            return not expr.args
        case Fails.DECLARED:
            if expr.ref in within or getattr(expr.ref, "exceptions", False):
                return False
            if not all(total(ev, one, (*within, expr.ref)) for one in walk.asked(expr.ref)):
                return False
    return all(total(ev, arg, within) for arg in expr.args)


# ------------------------------------------------------------ what a condition implies


def _region(
    ev: Evaluation, test: m.Expr, local: int, kind: ThingType, within: tuple[m.Decl, ...]
) -> Region | None:
    match test:
        case m.ops.And():
            for part in test.args:
                found = _region(ev, part, local, kind, within)
                if found is not None:
                    return found
                if not total(ev, part):
                    return None
            return None
        case m.ops.Or():
            parts = [_region(ev, part, local, kind, within) for part in test.args]
            every = [part for part in parts if part is not None]
            if len(every) < len(parts):
                return None
            return lambda s, L: {one for part in every for one in part(s, L)}
        case m.ops.Defined():
            return _of_definition(ev, test, local, kind, within)
        case _:
            return _of_relation(ev, test, local, kind)


def _of_definition(
    ev: Evaluation, test: m.Expr, local: int, kind: ThingType, within: tuple[m.Decl, ...]
) -> Region | None:
    definition: m.Definition = test.ref
    about, given = test.args[0], test.args[1:]
    if definition.exceptions or definition in within or isinstance(definition.subject, PlayerType):
        return None
    if not _is_local(about, local) or any(not _apart(ev, arg, local) for arg in given):
        return None
    inner = _region(ev, definition.test, 1, kind, (*within, definition))
    if inner is None:
        return None
    args, blank = ev.make_all(given), [NONE] * definition.locals
    return lambda s, L: inner(s, [L[0], NONE, *(arg(s, L) for arg in args), *blank])


def _apart(ev: Evaluation, expr: m.Expr, local: int) -> bool:
    """Tells whether an expression says nothing of a local, and always has an answer."""
    return total(ev, expr) and all(not _is_local(one, local) for one in walk.inside(expr))


def _of_relation(ev: Evaluation, test: m.Expr, local: int, kind: ThingType) -> Region | None:
    """Gives where a relation to something else can hold."""
    if len(test.args) != 2:
        return None
    left, right = test.args
    board = kind.kind.board
    if _is_local(left, local) and _apart(ev, right, local):
        match test:
            case m.ops.NextTo() | m.ops.Within():
                return _spread(
                    ev, _surroundings(ev, right, 1 if isinstance(test, m.ops.NextTo) else test.value), board
                )
            case m.ops.Toward():
                return _spread(ev, _steps(ev, test.ref, right), board)
            case m.ops.At() if board is None:
                return _spread(ev, _each(ev, right), None)
            case m.ops.InPlace():
                return _spread(ev, _each(ev, right), None)
            case m.ops.Is() | m.ops.Member() if isinstance(item(right.type), ThingType):
                return _each(ev, right)
    if isinstance(test, m.ops.InPlace) and _is_local(left, local) and isinstance(right, m.ops.Place):
        owner = right.owner
        if owner is not None and _apart(ev, owner, local) and not isinstance(owner.type, SetType):
            return _lying(ev, right.ref, owner, kind.kind)
    if isinstance(left, m.ops.Space) and _is_local(left.thing, local) and _apart(ev, right, local):
        if isinstance(test, m.ops.Is | m.ops.Member):
            return _standing(ev, _each(ev, right), kind.kind)
    if _is_local(right, local) and _apart(ev, left, local):
        match test:
            case m.ops.NextTo() | m.ops.Within():
                return _spread(
                    ev, _surroundings(ev, left, 1 if isinstance(test, m.ops.NextTo) else test.value), board
                )
            case m.ops.Toward() if board is not None:
                return _spread(ev, _steps(ev, test.ref, left, back=True), board)
            case m.ops.Is() if isinstance(left.type, ThingType):
                return _each(ev, left)
    return None


def _each(ev: Evaluation, several: m.Expr) -> Region:
    give = ev.make(several)
    return give if isinstance(several.type, SetType) else lambda s, L: (give(s, L),)


def _lying(ev: Evaluation, place: m.Place, whose: m.Expr, kind: m.Kind) -> Region:
    """Gives what lies in somebody's place; of nobody, where asking is a rule error, all that would be asked."""
    owner, every = ev.make(whose), ev.layout.things[kind.name]
    numbers = {one: number for (name, one), number in ev.layout.place_of.items() if name == place.name}
    return lambda s, L: s.contents[numbers[who]] if (who := owner(s, L)) in numbers else every


def _spread(ev: Evaluation, spaces: Region, board: m.Board | None) -> Region:
    """Gives the spaces themselves, or what lies there."""
    if board is not None:
        return spaces
    return lambda s, L: (one for there in spaces(s, L) if there != NONE for one in s.contents[there])


def _standing(ev: Evaluation, spaces: Region, kind: m.Kind) -> Region:
    """Gives what stands on spaces; of none, whatever may stand nowhere."""
    things = ev.layout.things[kind.name]

    def standing(s: State, L: Locals) -> Iterable[int]:
        listed = list(spaces(s, L))
        if NONE in listed:
            return things
        return [one for there in listed for one in s.contents[there]]

    return standing


def _surroundings(ev: Evaluation, what: m.Expr, distance: int) -> Region:
    """Gives the spaces within a distance of one or several."""
    return _from(ev, what, [neighbourhood(one, distance) for one in ev.layout.charts])


def _from(ev: Evaluation, what: m.Expr, near: list[list[frozenset[int]]]) -> Region:
    """Gives the spaces that tables name of where one or several lie.

    Args:
        near: by chart and position, the positions that are meant.
    """
    base, chart, cell = ev.layout.base_of, ev.layout.chart_of, ev.layout.position_cell

    def around(s: State, thing: int) -> list[int]:
        if thing == NONE:
            return []
        space = thing if thing in base else s.where[thing]
        position = s.cells[cell + space] if space in base else NONE
        if position == NONE:
            return []
        cells, first = s.cells, base[space]
        return [cells[first + there] for there in near[chart[space]][position]]

    give = ev.make(what)
    if isinstance(what.type, SetType):
        return lambda s, L: [space for thing in give(s, L) for space in around(s, thing)]
    return lambda s, L: around(s, give(s, L))


def towards(ev: Evaluation, word: str, across: bool) -> list[list[frozenset[int]]]:
    """Gives, by chart and position, the positions that lie one step in a direction from it."""
    return [toward(one, word, across) for one in ev.layout.charts]


def _steps(ev: Evaluation, word: str, what: m.Expr, back: bool = False) -> Region:
    """Gives the spaces that may lie one step in a direction from something, or from which it lies there.

    Ahead and behind of whom is left to the test.
    """
    facing = towards(ev, word, False), towards(ev, word, ev.game.facing)
    steps = [[one | two for one, two in zip(*both, strict=True)] for both in zip(*facing, strict=True)]
    return _from(ev, what, [_reversed(each) for each in steps] if back else steps)


def _reversed(steps: list[frozenset[int]]) -> list[frozenset[int]]:
    """Gives, for each position, those from which a step leads there."""
    found: list[set[int]] = [set() for _ in steps]
    for start, ends in enumerate(steps):
        for end in ends:
            found[end].add(start)
    return [frozenset(starts) for starts in found]


def _is_local(expr: m.Expr, local: int) -> bool:
    return isinstance(expr, m.ops.Local) and expr.value == local

"""Operators that read what is written: constants, answers, locals, fields, links, and what was done of late."""

from collections.abc import Callable
from typing import Any

from gekido_dsl.engine import RuleError
from gekido_dsl.ground import layout as lay
from gekido_dsl.interpreter.operators.making import Function, Value, gives
from gekido_dsl.interpreter.operators.players import linked
from gekido_dsl.interpreter.state import Evaluation, Locals, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, ListType, PlayerType, SetType, ThingType


@gives(m.ops.Const)
def _const(ev: Evaluation, e: m.ops.Const) -> Function:
    missing = isinstance(e.type, PlayerType) and e.value >= ev.layout.players
    value = NONE if missing else e.value
    return lambda s, L: value


@gives(m.ops.Round)
def _round(ev: Evaluation, e: m.ops.Round) -> Function:
    return lambda s, L: s.cells[lay.ROUND]


@gives(m.ops.Turn)
def _turn(ev: Evaluation, e: m.ops.Turn) -> Function:
    return lambda s, L: s.cells[lay.TURNS]


@gives(m.ops.Game)
def _game(ev: Evaluation, e: m.ops.Game) -> Function:
    return lambda s, L: s.cells[lay.GAME]


@gives(m.ops.GamesWon)
def _games_won(ev: Evaluation, e: m.ops.GamesWon) -> Function:
    base, first = ev.make(e.player), ev.layout.won_cell
    return lambda s, L: s.cells[first + base(s, L)] if base(s, L) != NONE else NONE


@gives(m.ops.RoundsOver)
def _rounds_over(ev: Evaluation, e: m.ops.RoundsOver) -> Function:
    number = e.value
    return lambda s, L: s.cells[lay.ROUND_OVER] > 0 and s.cells[lay.ROUND] >= number


@gives(m.ops.Option)
def _option(ev: Evaluation, e: m.ops.Option) -> Function:
    value = ev.program.options[e.ref.name]
    return lambda s, L: value


@gives(m.ops.Local)
def _local(ev: Evaluation, e: m.ops.Local) -> Function:
    local = e.value
    return lambda s, L: L[local]


@gives(m.ops.Actor)
def _actor(ev: Evaluation, e: m.ops.Actor) -> Function:
    return lambda s, L: L[0]


@gives(m.ops.Window)
def _window(ev: Evaluation, e: m.ops.Window) -> Function:
    if e.ref is None:
        return lambda s, L: s.cells[lay.WINDOW]
    wanted = e.ref.index + 1
    return lambda s, L: s.cells[lay.WINDOW] == wanted


@gives(m.ops.Field)
def _field(ev: Evaluation, e: m.ops.Field) -> Function:
    fact: m.Field = e.ref
    kind: m.Kind = fact.owner  # type: ignore[assignment]
    if isinstance(e.thing.type, SetType):
        one = _field_of_one(ev, fact, kind, e)
        base = ev.make(e.thing)
        return lambda s, L: [one(s, L, thing) for thing in base(s, L)]
    one = _field_of_one(ev, fact, kind, e)
    if isinstance(e.thing, m.ops.Local):
        local = e.thing.value
        if fact.kept and fact.index is None:
            at = ev.layout.field_cell[id(kind), fact.name] - ev.layout.things[kind.name].start
            return lambda s, L: s.cells[at + L[local]] if L[local] >= 0 else NONE
        return lambda s, L: one(s, L, L[local])
    base = ev.make(e.thing)
    return lambda s, L: one(s, L, base(s, L))


def _field_of_one(
    ev: Evaluation, fact: m.Field, kind: m.Kind, e: m.ops.Field
) -> Callable[[State, Locals, int], Value]:
    layout = ev.layout
    first = layout.things[kind.name].start
    size = layout.index_size(fact.index)
    index = place_in(ev, fact, e.index) if e.index is not None else None
    if fact.kept:
        cell = layout.field_cell[id(kind), fact.name]
        if index is None:
            return lambda s, L, t: s.cells[cell + t - first] if t >= 0 else NONE

        def kept(s: State, L: Locals, t: int) -> int:
            at = index(s, L)
            return s.cells[cell + (t - first) * size + at] if t >= 0 and at >= 0 else NONE

        return kept
    column = [
        printed_value(layout, fact, kind.rows[layout.row_of[t]].values.get(fact.name, NONE))
        for t in layout.things[kind.name]
    ]
    if index is None:
        return lambda s, L, t: column[t - first] if t >= 0 else NONE

    def printed(s: State, L: Locals, t: int) -> Value:
        at = index(s, L)
        return column[t - first][at] if t >= 0 and at >= 0 else NONE

    return printed


def place_in(ev: Evaluation, fact: m.Field, asked: m.Expr) -> Function:
    """Makes the function that gives which of the values of a fact is asked for, from 0; NONE for none.

    Things count by themselves where a match keeps a value for each, by their rows where the values are printed.
    """
    give, index = ev.make(asked), fact.index
    if isinstance(index, m.Kind):
        things, rows = ev.layout.things[index.name], ev.layout.row_of
        if not fact.kept:
            return lambda s, L: rows[give(s, L)] if give(s, L) != NONE else NONE
        return lambda s, L: give(s, L) - things.start if give(s, L) != NONE else NONE
    return place_among(ev, index, fact, asked) if isinstance(index, m.Enum) else give


def place_among(ev: Evaluation, index: m.Enum, fact: m.Field, asked: m.Expr) -> Function:
    """Makes the function that gives which value of a list, or number of a range, is asked for, from 0."""
    give = ev.make(asked)
    if not isinstance(index, m.Numbers):
        return give
    low, count = index.low, len(index.members)

    def number(s: State, L: Locals) -> int:
        value: int = give(s, L)
        if not low <= value < low + count:
            raise RuleError(f"there is no `{fact.name}` for {value}", asked.span)
        return value - low

    return number


@gives(m.ops.Combination)
def _combination(ev: Evaluation, e: m.ops.Combination) -> Function:
    """Gives which combination of values is asked for; NONE when one of them is none."""
    fact: m.Field = e.ref
    parts = fact.index.parts if isinstance(fact.index, m.Combinations) else ()
    each = [
        (place_among(ev, part, fact, asked), len(part.members))
        for part, asked in zip(parts, e.values, strict=True)
    ]

    def combination(s: State, L: Locals) -> int:
        at = 0
        for give, many in each:
            place = give(s, L)
            if place < 0:
                return NONE
            at = at * many + place
        return at

    return combination


@gives(m.ops.Cell)
def _cell(ev: Evaluation, e: m.ops.Cell) -> Function:
    fact: m.Field = e.ref
    cell = ev.layout.field_cell[id(fact.owner), fact.name]
    if e.index is not None:
        index = place_in(ev, fact, e.index)

        def of_several(s: State, L: Locals) -> int:
            at = index(s, L)
            return s.cells[cell + at] if at >= 0 else NONE

        return of_several
    return lambda s, L: s.cells[cell]


@gives(m.ops.Link)
def _link(ev: Evaluation, e: m.ops.Link) -> Function:
    link: m.Link = e.ref
    base = ev.make(e.thing)
    start = ev.layout.link_cell[link.name]
    origin, goals = ev.layout.things[link.origin.name].start, ev.layout.things[link.goal.name]
    width, leads = len(goals), linked(ev, link)
    if e.other is None:

        def sides(s: State, L: Locals) -> list[int]:
            one = base(s, L)
            first = start + (one - origin) * width - goals.start
            if one == NONE:
                return []
            return [s.cells[first + goal] for goal in goals if goal != one and leads(s, one, goal)]

        return sides
    other = ev.make(e.other)

    def side(s: State, L: Locals) -> int:
        one, goal = base(s, L), other(s, L)
        if NONE in (one, goal) or not leads(s, one, goal):
            return NONE
        found: int = s.cells[start + (one - origin) * width + goal - goals.start]
        return found

    return side


@gives(m.ops.Moved)
def _moved(ev: Evaluation, e: m.ops.Moved) -> Function:
    thing, first = ev.make(e.thing), ev.layout.moved_cell[lay.scope_name(e.ref)]
    return lambda s, L: thing(s, L) != NONE and s.cells[first + thing(s, L)] > 0


@gives(m.ops.Used)
def _used(ev: Evaluation, e: m.ops.Used) -> Function:
    actions, scope = e.ref
    player = ev.make(e.player)
    cells = [ev.layout.used_cell[action.name, lay.scope_name(scope)] for action in actions]

    def test(s: State, L: Locals) -> bool:
        who = player(s, L)
        return who != NONE and any(s.cells[cell + who] for cell in cells)

    return test


def printed_value(layout: lay.Layout, fact: m.Field, value: Any) -> Any:
    """Gives a printed value, or the values of a list: rows of another kind become things."""
    kind = fact.type
    while isinstance(kind, ListType):
        kind = kind.item
    if not isinstance(kind, ThingType):
        return value
    if isinstance(value, tuple):
        return tuple(printed_value(layout, fact, one) for one in value)
    return layout.first_of_row.get((kind.kind.name, value), NONE)

"""Operators about dice: faces, patterns, and the tracks and counters that hold them."""

from collections.abc import Callable

from gekido_dsl.engine import RuleError
from gekido_dsl.ground.patterns import table_of
from gekido_dsl.interpreter.operators.making import Function, gives
from gekido_dsl.interpreter.state import Evaluation, Locals, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.solid import FACING
from gekido_dsl.model.types import NONE, SetType


@gives(m.ops.Face)
def _face(ev: Evaluation, e: m.ops.Face) -> Function:
    base, first = ev.make(e.die), ev.layout.face_cell
    if isinstance(e.die.type, SetType):
        return lambda s, L: [s.cells[first + die] for die in base(s, L)]
    return lambda s, L: s.cells[first + die] if (die := base(s, L)) != NONE else NONE


@gives(m.ops.Side)
def _side(ev: Evaluation, e: m.ops.Side) -> Function:
    """The side of a solid die that looks in a direction: its ring begins where the die faces."""
    die, towards = ev.make(e.die), ev.make(e.direction)
    assert e.ref is not None
    kind = e.ref.owner
    assert isinstance(kind, m.Kind)
    face, first = ev.layout.face_cell, ev.layout.things[kind.name].start
    facing = ev.layout.field_cell[id(kind), FACING] - first

    def side(s: State, L: Locals) -> int:
        one, way = die(s, L), towards(s, L)
        if one == NONE or way == NONE:
            return NONE
        ring = kind.rings.get(s.cells[face + one])
        return ring[(way - s.cells[facing + one]) % 4] if ring is not None else NONE

    return side


@gives(m.ops.Shows)
def _shows(ev: Evaluation, e: m.ops.Shows) -> Function:
    die, value = ev.make(e.die), ev.make(e.face)
    face = ev.layout.face_cell

    def shows(s: State, L: Locals) -> bool:
        one, wanted = die(s, L), value(s, L)
        return bool(one != NONE and s.cells[face + one] == wanted)

    return shows


@gives(m.ops.ShownIn)
def _shown_in(ev: Evaluation, e: m.ops.ShownIn) -> Function:
    value, place = ev.make(e.face), ev.make(e.place)
    face = ev.layout.face_cell

    def shown(s: State, L: Locals) -> bool:
        wanted, dice = value(s, L), s.contents[place(s, L)]
        return any(s.cells[face + die] == wanted for die in dice)

    return shown


@gives(m.ops.Counter)
def _counter(ev: Evaluation, e: m.ops.Counter) -> Function:
    place, face = holder(ev, e), ev.layout.face_cell

    def value(s: State, L: Locals) -> int:
        dice = s.contents[place(s, L)]
        return s.cells[face + dice[0]] if dice else 0

    return value


@gives(m.ops.Track)
def _track(ev: Evaluation, e: m.ops.Track) -> Function:
    place = holder(ev, e)
    return lambda s, L: s.contents[place(s, L)]


def holder(ev: Evaluation, e: m.Expr) -> Function:
    """Gives the place of a track or counter."""
    base = ev.make(e.args[0])
    first = ev.layout.things[e.ref.owner.name].start
    shift = ev.layout.place_of[e.ref.name, first] - first

    def place(s: State, L: Locals) -> int:
        owner: int = base(s, L)
        if owner == NONE:
            raise RuleError(f"none has no `{e.ref.name}`", e.span)
        return shift + owner

    return place


@gives(m.ops.Full)
def _full(ev: Evaluation, e: m.ops.Full) -> Function:
    track = e.track
    assert isinstance(track, m.ops.Track)
    place = holder(ev, track)
    spaces = track_spaces(ev, track.ref)
    owner = ev.make(track.thing)
    return lambda s, L: len(s.contents[place(s, L)]) >= spaces(s, owner(s, L))


def track_spaces(ev: Evaluation, track: m.Track) -> Callable[[State, int], int]:
    """Makes the function that tells how many dice a track may hold, of its owner."""
    if track.spaces is not None:
        spaces, more = ev.make(track.spaces), [NONE] * (track.locals - 2)
        return lambda s, thing: spaces(s, [NONE, thing, *more])
    rows = track.rows
    layout = ev.layout
    return lambda s, thing: (
        len(track.owner.rows[layout.row_of[thing]].values.get(rows.name, ())) if rows else 0
    )


@gives(m.ops.Active)
def _active(ev: Evaluation, e: m.ops.Active) -> Function:
    place = holder(ev, e.counter)
    return lambda s, L: bool(s.contents[place(s, L)])


def _pattern_parts(
    ev: Evaluation, patterns: m.PatternSet
) -> tuple[int, list[Function | None], list[Function | None]]:
    place = ev.layout.place_of[patterns.place.name, NONE]
    never = [ev.make(p.never) if p.never is not None else None for p in patterns.patterns]
    other = [
        (ev.make(p.other_condition) if p.other_condition is not None else lambda s, L: True)
        if p.other
        else None
        for p in patterns.patterns
    ]
    return place, never, other


@gives(m.ops.Fits)
def _fits(ev: Evaluation, e: m.ops.Fits) -> Function:
    die, pattern = ev.make(e.die), ev.make(e.pattern)
    table = table_of(e.ref)
    place, never, other = _pattern_parts(ev, e.ref)
    face = ev.layout.face_cell

    def test(s: State, L: Locals) -> bool:
        number, last = pattern(s, L), die(s, L)
        if number == NONE:
            return False
        no, more = never[number], other[number]
        left_out, second = no(s, L) if no else NONE, bool(more and more(s, L))
        if last == NONE:
            return False
        locked = [s.cells[face + one] for one in (*s.contents[place], last)]
        return table.fits(number, locked, left_out, second)

    return test


@gives(m.ops.Complete)
def _complete(ev: Evaluation, e: m.ops.Complete) -> Function:
    pattern = ev.make(e.pattern)
    table = table_of(e.ref)
    place, never, other = _pattern_parts(ev, e.ref)
    face = ev.layout.face_cell

    def test(s: State, L: Locals) -> bool:
        number = pattern(s, L)
        if number == NONE:
            return False
        locked = [s.cells[face + one] for one in s.contents[place]]
        no, more = never[number], other[number]
        return table.complete(number, locked, no(s, L) if no else NONE, bool(more and more(s, L)))

    return test

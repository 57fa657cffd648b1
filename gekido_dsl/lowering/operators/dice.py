"""Operators about dice: faces, patterns, and the tracks and counters that hold them."""

from collections.abc import Callable
from typing import Any

from gekido_dsl.lowering.game.patterns import Automaton
from gekido_dsl.lowering.kept.derived_state import automaton_of, state_of
from gekido_dsl.lowering.sets.composed_sets import Mapped
from gekido_dsl.lowering.sets.sets import Chain, Set
from gekido_dsl.lowering.writing.registry import operator
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.solid import FACING
from gekido_dsl.model.types import NONE, SetType
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


@operator(m.ops.Face)
def _face(w: Writer, e: m.ops.Face) -> ir.Expr | Set:
    if isinstance(e.die.type, SetType):
        return Mapped(w.several(e.die), lambda die: x.load(w.memory.face, die))
    return x.load(w.memory.face, w.value(e.die))


@operator(m.ops.Side)
def _side(w: Writer, e: m.ops.Side) -> ir.Expr:
    """The side of a solid die that looks in a direction: its ring begins where the die faces."""
    die, towards = w.fixed(e.die), w.fixed(e.direction)
    assert e.ref is not None
    kind = e.ref.owner
    assert isinstance(kind, m.Kind)
    facing = w.memory.fields[id(kind), FACING]
    first = w.layout.things[kind.name].start
    low = min(0, *kind.rings)  # what was used up in a track shows 0
    rings = [side for face in range(low, max(kind.rings) + 1) for side in kind.rings.get(face, (NONE,) * 4)]
    table = w.lowering.table("rings", rings)
    way = x.and_(x.sub(towards, x.load(facing, x.sub(die, first))), 3)
    at = x.add(x.mul(x.sub(x.load(w.memory.face, die), low), 4), way)
    known = x.and_(x.ge(die, 0), x.ge(towards, 0))
    found = w.code.variable(NONE, "side")
    with w.code.if_(known):
        w.code.set(found, x.load(table, at))
    return found


@operator(m.ops.Shows)
def _shows(w: Writer, e: m.ops.Shows) -> ir.Expr:
    die, face = w.fixed(e.die), w.value(e.face)
    return x.and_(x.ge(die, 0), x.eq(x.load(w.memory.face, die), face))


@operator(m.ops.ShownIn)
def _shown_in(w: Writer, e: m.ops.ShownIn) -> ir.Expr:
    face, place = w.fixed(e.face), w.fixed(e.place)
    found = w.code.variable(0, "shown")

    def visit(die: ir.Expr, leave: ir.Label) -> None:
        with w.code.if_(x.eq(x.load(w.memory.face, die), face)):
            w.code.set(found, 1)
            w.code.br(leave)

    Chain(place, w.layout.count).each(w, visit)
    return found


# ---------------------------------------------------------------- tracks and counters


def holder(w: Writer, e: m.ops.Track | m.ops.Counter) -> ir.Expr:
    """Gives the place of a track or counter of a thing; that of none is a rule error."""
    owner = w.fixed(e.thing)
    error_of_none(w, owner, f"none has no `{e.ref.name}`", e)
    return x.add(owner, first_place(w, e.ref) - w.layout.things[e.ref.owner.name].start)


def first_place(w: Writer, decl: Any) -> int:
    """Gives the place that the first thing of a kind has of a track, counter or place of each."""
    return w.layout.place_of[decl.name, w.layout.things[decl.owner.name].start]


def error_of_none(w: Writer, value: ir.Expr, message: str, e: m.Expr) -> None:
    """Makes it a rule error that a value is none."""
    if isinstance(value, ir.Const) and value.value != NONE:
        return
    with w.code.if_(x.eq(value, NONE)):
        w.error(message, e.span)


def capacity(w: Writer, decl: m.Track | m.Counter) -> int:
    """Gives how many dice lie in a track or counter at most."""
    return 1 if isinstance(decl, m.Counter) else len(w.layout.things[decl.die.name])


@operator(m.ops.Counter)
def _counter(w: Writer, e: m.ops.Counter) -> ir.Expr:
    return counted(w, holder(w, e))


def counted(w: Writer, place: ir.Expr) -> ir.Expr:
    """Gives the number that the die of a counter shows; 0 without one."""
    die = w.code.let(x.load(w.memory.chains.head, place))
    return x.select(x.lt(die, 0), 0, x.load(w.memory.face, die))


@operator(m.ops.Track)
def _track(w: Writer, e: m.ops.Track) -> Set:
    return Chain(w.code.let(holder(w, e)), capacity(w, e.ref))


@operator(m.ops.Active)
def _active(w: Writer, e: m.ops.Active) -> ir.Expr:
    counter = e.counter
    assert isinstance(counter, m.ops.Counter)
    return x.ge(x.load(w.memory.chains.head, holder(w, counter)), 0)


@operator(m.ops.Full)
def _full(w: Writer, e: m.ops.Full) -> ir.Expr:
    track = e.track
    assert isinstance(track, m.ops.Track)
    owner = w.fixed(track.thing)
    error_of_none(w, owner, f"none has no `{track.ref.name}`", track)
    place = x.add(owner, first_place(w, track.ref) - w.layout.things[track.ref.owner.name].start)
    return x.ge(x.load(w.memory.chains.count, place), spaces(w, track.ref, owner))


def spaces(w: Writer, track: m.Track, owner: ir.Expr) -> ir.Expr:
    """Tells how many dice a track may hold, of its owner."""
    if track.spaces is not None:
        return w.code.let(w.within(track, {0: x.constant(NONE), 1: owner}).value(track.spaces))
    things, rows = w.layout.things[track.owner.name], track.rows
    if rows is None:
        return x.constant(0)
    sizes = [len(track.owner.rows[w.layout.row_of[one]].values.get(rows.name, ())) for one in things]
    return x.load(w.lowering.table(f"spaces of {track.name}", sizes), x.sub(owner, things.start))


# ---------------------------------------------------------------- patterns


def _bit(
    w: Writer, name: str, words: tuple[tuple[int, ...], ...], state: ir.Expr, variant: ir.Expr
) -> ir.Expr:
    """Gives the bit of a variant in a state."""
    size = len(words[0])
    table = w.lowering.table(name, [bits for word in words for bits in word])
    if len(words) == 1:
        return x.and_(x.shr(x.load(table, state), variant), 1)
    word = x.binary("div_u", variant, 31)
    at = x.add(x.mul(word, size), state)
    return x.and_(x.shr(x.load(table, at), x.sub(variant, x.mul(word, 31))), 1)


def _variant(w: Writer, patterns: m.PatternSet, table: Automaton, number: ir.Expr) -> ir.Expr:
    """Gives which variant of a pattern counts now: the face that it may not have, and whether its second way does."""

    def now(at: int) -> ir.Expr:
        pattern = patterns.patterns[at]
        found: ir.Expr = x.constant(table.first[at])
        if pattern.never is not None:
            never = w.fixed(pattern.never)
            found = x.add(found, x.select(x.eq(never, NONE), 0, x.sub(never, table.low - 1)))
        if pattern.other:
            more = x.constant(1) if pattern.other_condition is None else w.test(pattern.other_condition)
            found = x.add(found, x.mul(more, table.barred[at]))
        return found

    if isinstance(number, ir.Const):
        return now(number.value)
    variant = w.code.variable(
        x.load(w.lowering.table(f"variants of {patterns.name}", table.first), number), "variant"
    )
    for at, pattern in enumerate(patterns.patterns):
        if pattern.never is not None or pattern.other:
            given, statements = w.apart(lambda at=at: now(at))  # type: ignore[misc]
            if given == ir.Const(table.first[at]):
                continue
            with w.code.if_(x.eq(number, at)):
                w.put(statements)
                w.code.set(variant, given)
    return variant


@operator(m.ops.Fits)
def _fits(w: Writer, e: m.ops.Fits) -> ir.Expr:
    die = w.fixed(e.die)
    return w.code.let(x.and_(x.ge(die, 0), fitting(w, e)(die)))


def fitting(w: Writer, e: m.ops.Fits) -> Callable[[ir.Expr], ir.Expr]:
    """Works out which faces fit a pattern besides the dice in its place, and gives what tells it of a die."""
    patterns: m.PatternSet = e.ref
    number, table = w.fixed(e.pattern), automaton_of(w, patterns)
    faces = w.code.variable(0, "faces")
    with w.code.if_(x.ge(number, 0)):
        variant = _variant(w, patterns, table, number)
        listed = w.lowering.remembered(("fitting", patterns.name), table.fitting)
        known = w.lowering.remembered(
            ("faces that fit", patterns.name), lambda: w.lowering.table(f"faces of {patterns.name}", listed)
        )
        at = x.add(x.mul(variant, len(table.fits[0])), state_of(w, patterns))
        w.code.set(faces, x.load(known, at))
    return lambda die: x.and_(x.shr(faces, table.column(x.load(w.memory.face, die))), 1)


@operator(m.ops.Complete)
def _complete(w: Writer, e: m.ops.Complete) -> ir.Expr:
    patterns: m.PatternSet = e.ref
    number = w.fixed(e.pattern)
    table = automaton_of(w, patterns)
    found = w.code.variable(0, "complete")
    with w.code.if_(x.ge(number, 0)):
        variant = _variant(w, patterns, table, number)
        w.code.set(
            found, _bit(w, f"complete {patterns.name}", table.complete, state_of(w, patterns), variant)
        )
    return found

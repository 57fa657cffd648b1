"""How many pairs there are of a thing and a space that lies from it where rules say, without going through the things.

Of each direction in which a thing may go, all the spaces of such things are moved one step at once; as many as are then
among the spaces that are open to them are pairs.
"""

from dataclasses import dataclass

from gekido_dsl.lowering.boards import geometry as geo
from gekido_dsl.lowering.boards.connections import near_is_steps
from gekido_dsl.lowering.game import occupancy
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.kept import standing
from gekido_dsl.lowering.lifting import lifted, standing_bits
from gekido_dsl.lowering.sets.words import Field, Words, every
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import PlayerType, SetType
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

Step = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Way:
    """Spaces a step from a thing, in one of several directions, that are among others."""

    first: tuple[Step, ...]
    """Of things of a player who looks up the board."""
    second: tuple[Step, ...]
    """Of things of the other player."""
    among: Words


def number(w: Writer, first: m.Slot, second: m.Slot) -> ir.Expr | None:
    """Counts the pairs of one of the actor's things and a space; None where they cannot be counted at once."""
    fields = standing.fields(w.lowering)
    candidates = first.candidates
    if len(fields) != 1 or not near_is_steps(fields[0]) or standing_bits.actor_may_be_none(w):
        return None
    field = fields[0]
    if (
        not isinstance(candidates, m.ops.Filter)
        or not isinstance(candidates.test, m.ops.Friendly)
        or not isinstance(candidates.set, m.ops.Things)
    ):
        return None
    kind: m.Kind = candidates.set.ref
    if kind.name not in w.lowering.stands or not occupancy.one_of_each(w.lowering, field.board, kind):
        return None
    own = standing_bits.standing_of(w, field, candidates)
    ways = _ways(w, field, second.candidates, first.local)
    if own is None or ways is None or not _apart(ways) or not w.lowering.takes(Special.PAIRS_COUNTED):
        return None
    own, total = own.kept(w), x.constant(0)
    for way in ways:
        ahead = _count(w, own, way.first, way.among)
        if set(way.first) != set(way.second):
            ahead = x.select(x.eq(w.actor, 1), _count(w, own, way.second, way.among), ahead)
        total = x.add(total, ahead)
    return w.code.let(total)


def _count(w: Writer, own: Words, steps: tuple[Step, ...], among: Words) -> ir.Expr:
    total: ir.Expr = x.constant(0)
    for down, right in steps:
        total = x.add(total, (own.stepped(down, right) & among).count())
    return total


def _apart(ways: list[_Way]) -> bool:
    """Tells whether no space is a step from a thing in two of the ways."""
    for steps in ([one.first for one in ways], [one.second for one in ways]):
        if len({step for listed in steps for step in listed}) < sum(map(len, steps)):
            return False
    return True


def _ways(w: Writer, field: Field, several: m.Expr, thing: int) -> list[_Way] | None:
    """Gives the ways from a thing to several spaces; None where they are not all steps."""
    match several:
        case m.ops.Property():
            declared: m.Property = several.ref
            within = w.lowering.within
            it = several.thing if len(several.args) == 1 else several
            if (
                not isinstance(it, m.ops.Local)
                or it.value != thing
                or declared.exceptions
                or declared in within
            ):
                return None
            if isinstance(declared.subject, PlayerType):
                return None
            within.append(declared)
            found = _ways(w.within(declared, {0: w.actor}), field, declared.value, 1)
            within.pop()
            return found
        case m.ops.Union():
            parts = [_ways(w, field, one, thing) for one in several.args]
            return None if None in parts else [way for part in parts for way in part or ()]
        case m.ops.Filter():
            return _filtered(w, field, several, thing)
    return None


def _filtered(w: Writer, field: Field, several: m.ops.Filter, thing: int) -> list[_Way] | None:
    base, test = several.set, several.test
    if not isinstance(base, m.ops.Things) or geo.board_of(base.type) is not field.board:
        return None
    among, steps = every(field), None
    for part in test.args if isinstance(test, m.ops.And) else (test,):
        if not walk.reads(part, thing):
            found = lifted.spaces_where(w, field, part, several.value)
            if found is None:
                return None
            among = among & found
            continue
        taken = _steps(w, field, part, several.value, thing)
        if steps is not None or taken is None:
            return None
        steps = taken
    return None if steps is None else [_Way(*steps, among.kept(w))]


def _steps(
    w: Writer, field: Field, test: m.Expr, space: int, thing: int
) -> tuple[tuple[Step, ...], tuple[Step, ...]] | None:
    """Gives the steps that a test of a space and a thing stands for, for the things of either player."""
    match test:
        case m.ops.NextTo(thing=m.ops.Local() as first, of=m.ops.Local() as second):
            pass
        case m.ops.Toward(one=m.ops.Local() as first, of=m.ops.Local() as second):
            pass
        case _:
            return None
    if isinstance(first.type, SetType) or isinstance(second.type, SetType):
        return None
    left, right = first.value, second.value
    if isinstance(test, m.ops.NextTo) and {left, right} == {space, thing}:
        every_way = tuple(field.chart.directions)
        return every_way, every_way
    if not isinstance(test, m.ops.Toward) or (left, right) != (space, thing):
        return None
    if test.ref in geo.STRAIGHT:
        return (geo.STRAIGHT[test.ref],), (geo.STRAIGHT[test.ref],)
    up = tuple(geo.steps_ahead(test.ref, -1))
    return up, tuple(geo.steps_ahead(test.ref, 1)) if w.game.facing else up

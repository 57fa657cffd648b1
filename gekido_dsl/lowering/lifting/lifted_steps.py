"""Tests of what is near a space or a step from it, lifted."""

from gekido_dsl.ground.geometry import leaps
from gekido_dsl.lowering.boards import geometry as geo
from gekido_dsl.lowering.boards.bitsets import spot_or_none
from gekido_dsl.lowering.boards.connections import near_is_steps
from gekido_dsl.lowering.game.totality import is_total
from gekido_dsl.lowering.kept import standing
from gekido_dsl.lowering.lifting.lift import Lift, lifts
from gekido_dsl.lowering.lifting.lifted_places import spot_of
from gekido_dsl.lowering.lifting.until import Until
from gekido_dsl.lowering.sets.touched import Touched
from gekido_dsl.lowering.sets.words import Words, from_table, mask
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import SetType, ThingType, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


@lifts(m.ops.NextTo)
def _next_to(lift: Lift, e: m.ops.NextTo) -> Words | None:
    left, right = e.thing, e.of
    other = right if lift.lies_at(left) else left
    if not (lift.lies_at(left) or lift.lies_at(right)):
        return None
    if walk.reads(other, lift.local) or not is_total(lift.w.lowering, other):
        return None
    if isinstance(other.type, SetType):
        if lift.lies_at(left) and geo.board_of(other.type) is lift.field.board:
            return _near_spaces(lift, other)
        return (
            near_some(lift, other) if lift.is_it(left) and isinstance(item(other.type), ThingType) else None
        )
    near = lift.field.chart.near
    return from_table(lift.w, lift.field, "near", lift.field.by_spot(near.__getitem__), spot_of(lift, other))


@lifts(m.ops.Leap)
def _leap(lift: Lift, e: m.ops.Leap) -> Words | None:
    """A leap there is a leap back."""
    other = e.of if lift.lies_at(e.thing) else e.thing
    if not (lift.lies_at(e.thing) or lift.lies_at(e.of)):
        return None
    if (
        walk.reads(other, lift.local)
        or not is_total(lift.w.lowering, other)
        or isinstance(other.type, SetType)
    ):
        return None
    ends = leaps(lift.field.chart, *e.ref)
    name = f"leap {e.ref}"
    return from_table(lift.w, lift.field, name, lift.field.by_spot(ends.__getitem__), spot_of(lift, other))


@lifts(m.ops.Toward)
def _toward(lift: Lift, e: m.ops.Toward) -> Words | None:
    """Of `it is ahead of X` the spaces a step from X; of `X is ahead of it` those from which a step leads to X."""
    left, right = e.one, e.of
    forward = lift.lies_at(left)
    other = right if forward else left
    if not forward and not lift.lies_at(right):
        return None
    if not forward and lift.thing and not lift.is_it(right) and e.ref not in geo.STRAIGHT:
        # Which way is ahead for a thing is its owner's.
        return None
    if (
        walk.reads(other, lift.local)
        or not is_total(lift.w.lowering, other)
        or isinstance(other.type, SetType)
    ):
        return None
    spot = spot_of(lift, other)
    if e.ref in geo.STRAIGHT:
        return _step_from(lift, spot, [geo.STRAIGHT[e.ref]], forward)
    ahead = _ahead(lift, right) if forward else _ahead_of_space(lift)
    if ahead is None:
        return None
    one, two = (_step_from(lift, spot, geo.steps_ahead(e.ref, way_), forward) for way_ in (1, -1))
    if isinstance(ahead, ir.Const):
        return one if ahead.value == 1 else two
    up = lift.w.code.let(x.eq(ahead, 1))
    return Words(lift.field, (x.select(up, a, b) for a, b in zip(one.words, two.words, strict=True)))


def steps_back(lift: Lift, e: m.ops.Toward) -> tuple[Words, Words] | None:
    """Gives the spaces from which a step of a thing there leads to X: if it looks up the board, and if down."""
    if lift.lies_at(e.one) or not lift.lies_at(e.of) or e.ref in geo.STRAIGHT or not lift.w.game.facing:
        return None
    if (
        walk.reads(e.one, lift.local)
        or not is_total(lift.w.lowering, e.one)
        or isinstance(e.one.type, SetType)
    ):
        return None
    spot = spot_of(lift, e.one)
    up, down = (_step_from(lift, spot, geo.steps_ahead(e.ref, way), forward=False) for way in (-1, 1))
    return up, down


def _ahead(lift: Lift, other: m.Expr) -> ir.Expr:
    """Gives which way is ahead for something: 1 is down, -1 up."""
    if not lift.w.game.facing:
        return x.constant(-1)
    who, kind = lift.w.actor, item(other.type)
    if isinstance(kind, ThingType) and kind.kind.board is None:
        who = standing.owner_of_one(lift.w, kind.kind, lift.w.value(other))
    return lift.w.code.let(x.select(x.eq(who, 1), 1, -1))


def _ahead_of_space(lift: Lift) -> ir.Expr:
    if not lift.w.game.facing:
        return x.constant(-1)
    return lift.w.code.let(x.select(x.eq(lift.w.actor, 1), 1, -1))


def _step_from(lift: Lift, spot: ir.Expr, steps: list[tuple[int, int]], forward: bool) -> Words:
    chart, positions = lift.field.chart, lift.field.positions

    def near(here: int) -> list[int]:
        ways = {there: (here, there) if forward else (there, here) for there in positions}
        return [there for there, ends in ways.items() if chart.leads(*ends, steps)]

    return from_table(lift.w, lift.field, f"steps {steps}", lift.field.by_spot(near), spot)


def _near_spaces(lift: Lift, several: m.Expr) -> Words | None:
    """Gives the spaces next to some of several; None where these are not bits, or nearness is more than a step."""
    if (
        not near_is_steps(lift.field)
        or lift.w.unwritten(lambda: lift.w.several(several).bits(lift.w)) is None
    ):
        return None
    found = lift.w.several(several).bits(lift.w)
    return None if found is None else found.near(lift.w)


def near_some(lift: Lift, several: m.Expr) -> Words:
    """Gives the spaces next to some thing."""
    w, kind = lift.w, item(several.type)
    assert isinstance(kind, ThingType)
    with Until.given(w, Until.for_group(w, several)):
        held = w.several(several)
    spots = held.spots if isinstance(held, Touched) else held.bits(w)
    if spots is not None and spots.field.board is lift.field.board and near_is_steps(lift.field):
        return spots.near(w)
    near = lift.field.by_spot(lift.field.chart.near.__getitem__)
    found = Words(lift.field, (w.code.variable(one, "near", "i64") for one in mask(lift.field, ()).words))

    def visit(thing: ir.Expr, _: ir.Label) -> None:
        spot = spot_or_none(w, lift.field, geo.on_board(w, thing, kind, lift.field.board))
        more = from_table(w, lift.field, "near", near, w.code.let(spot))
        for local, word in zip(found.words, (found | more).words, strict=True):
            assert isinstance(local, ir.Local)
            w.code.set(local, word)

    held.each(w, visit)
    return found

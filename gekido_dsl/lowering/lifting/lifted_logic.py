"""Tests that join others, and what definitions say, lifted."""

from gekido_dsl.lowering.lifting.lift import Lift, lifts
from gekido_dsl.lowering.sets.words import Words, every
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import PlayerType


@lifts(m.ops.OnBoard)
def _on_board(lift: Lift, e: m.ops.OnBoard) -> Words | None:
    here = lift.thing and lift.is_self(e.thing) and e.ref is lift.field.board and e.owner is None
    return every(lift.field) if here else None


@lifts(m.ops.And)
def _and(lift: Lift, e: m.ops.And) -> Words | None:
    found: Words | None = None
    for part in e.args:
        one = lift.lift(part)
        if one is None:
            return None
        found = one if found is None else found & one
        lift.asked = False
    return found


@lifts(m.ops.Or)
def _or(lift: Lift, e: m.ops.Or) -> Words | None:
    found: Words | None = None
    for part in e.args:
        one = lift.lift(part)
        if one is None:
            return None
        found = one if found is None else found | one
        lift.asked = False
    return found


@lifts(m.ops.Not)
def _not(lift: Lift, e: m.ops.Not) -> Words | None:
    one = lift.lift(e.condition)
    return one.complement() if one is not None else None


@lifts(m.ops.Defined)
def _defined(lift: Lift, e: m.ops.Defined) -> Words | None:
    decl: m.Definition = e.ref
    test = lift.w.lowering.in_force(decl)
    if test is None or isinstance(decl.subject, PlayerType) or decl in lift.w.lowering.within:
        return None
    held = lift.given(e, asked=lift.asked)
    if held is None:
        return None
    given, it = held
    own = lift.w.within(decl, given)
    lift.w.lowering.within.append(decl)
    found = Lift(own, lift.field, it, thing=lift.thing, asked=lift.asked).lift(test)
    lift.w.lowering.within.pop()
    return found

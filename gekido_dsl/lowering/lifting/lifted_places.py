"""Tests of where a space lies and whether something is there, lifted."""

from gekido_dsl.lowering.boards import geometry as geo
from gekido_dsl.lowering.boards.bitsets import is_on, lines_of_board, spot_or_first, spot_or_none
from gekido_dsl.lowering.game.totality import is_total
from gekido_dsl.lowering.kept import standing
from gekido_dsl.lowering.lifting.amount_tables import printed_amount
from gekido_dsl.lowering.lifting.lift import Lift, lifts
from gekido_dsl.lowering.sets.words import Words, chosen, lying, one_bit
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.regions import region
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


@lifts(m.ops.Is)
def _is(lift: Lift, e: m.ops.Is) -> Words | None:
    left, right = e.left, e.right
    if (
        isinstance(left, m.ops.Row | m.ops.Column)
        and lift.is_it(left.space)
        and isinstance(right, m.ops.Const)
    ):
        return _lies(lift, left, lambda number: number == right.value)
    if (
        isinstance(left, m.ops.Row | m.ops.Column)
        and lift.is_it(left.space)
        and not walk.reads(right, lift.local)
    ):
        number = lift.w.fixed(right) if is_total(lift.w.lowering, right) else None
        return (
            None
            if number is None
            else lines_of_board(
                lift.w, lift.field, "row" if isinstance(left, m.ops.Row) else "column", number
            )
        )
    if lift.is_it(left) and not walk.reads(right, lift.local) and is_total(lift.w.lowering, right):
        return bit_of(lift, lift.w.fixed(right))
    if isinstance(left, m.ops.Amount) and lift.is_it(left.args[0]) and not walk.reads(right, lift.local):
        if (
            printed := printed_amount(lift.w, left.ref)
            if lift.asked or is_total(lift.w.lowering, right)
            else None
        ):
            if printed.has_inverse():
                return printed.where(lift.w, lift.field, lift.w.value(right))
    return None


def _lies(lift: Lift, e: m.ops.Row | m.ops.Column, holds: "object") -> Words | None:
    assert callable(holds)
    board, positions = lift.field.board, lift.field.positions
    if isinstance(e, m.ops.Row) and lift.w.game.facing:
        first = lying(lift.field, (k for k in positions if holds(board.shape.rows - board.shape.row(k))))
        second = lying(lift.field, (k for k in positions if holds(board.shape.row(k) + 1)))
        one = lift.w.code.let(x.eq(lift.w.actor, 0))
        return Words(
            lift.field, (x.select(one, a, b) for a, b in zip(first.words, second.words, strict=True))
        )
    if isinstance(e, m.ops.Row):
        return lying(lift.field, (k for k in positions if holds(board.row_number(k))))
    return lying(lift.field, (k for k in positions if holds(board.column_number(k))))


@lifts(m.ops.AtLeast, m.ops.AtMost, m.ops.More, m.ops.Less)
def _compare(lift: Lift, e: m.ops.AtLeast | m.ops.AtMost | m.ops.More | m.ops.Less) -> Words | None:
    left, right = e.left, e.right
    if (
        not isinstance(left, m.ops.Row | m.ops.Column)
        or not lift.is_it(left.space)
        or not isinstance(right, m.ops.Const)
    ):
        return None
    wanted = right.value
    run = {
        m.ops.AtLeast: lambda number: number >= wanted,
        m.ops.AtMost: lambda number: number <= wanted,
        m.ops.More: lambda number: number > wanted,
        m.ops.Less: lambda number: number < wanted,
    }[type(e)]
    return _lies(lift, left, run)


@lifts(m.ops.Central, m.ops.Corner, m.ops.Outer, m.ops.Inner)
def _region(lift: Lift, e: m.ops.Central | m.ops.Corner | m.ops.Outer | m.ops.Inner) -> Words | None:
    changes = isinstance(e, m.ops.Outer | m.ops.Inner) and geo.shrinks(lift.w.lowering, lift.field.board)
    if changes or not lift.is_it(e.space):
        return None
    return lying(lift.field, region(lift.field.board, geo.REGIONS[type(e)]))


@lifts(m.ops.Empty)
def _empty(lift: Lift, e: m.ops.Empty) -> Words | None:
    return standing.occupied(lift.w, lift.field).complement() if lift.is_it(e.place) else None


def bit_of(lift: Lift, space: ir.Expr) -> Words:
    """Gives the set of a space; nothing for none and for what is no space of the board."""
    one = lift.w.code.let(space)
    inside = lift.w.code.let(is_on(lift.field, one))
    spot = spot_or_first(lift.w, lift.field, one, inside)
    return chosen(inside, one_bit(lift.w, lift.field, spot))


def spot_of(lift: Lift, e: m.Expr) -> ir.Expr:
    """Gives the spot where something stands or lies; none if it is not on the board."""
    space = geo.on_board(lift.w, lift.w.fixed(e), e.type, lift.field.board)
    return lift.w.code.let(spot_or_none(lift.w, lift.field, space))


@lifts(m.ops.At)
def _at(lift: Lift, e: m.ops.At) -> Words | None:
    thing, space = e.thing, e.space
    if lift.thing and lift.is_self(thing) and not walk.reads(space, lift.local):
        return bit_of(lift, lift.w.fixed(space)) if is_total(lift.w.lowering, space) else None
    if not lift.is_it(space) or walk.reads(thing, lift.local) or not is_total(lift.w.lowering, thing):
        return None
    return bit_of(lift, x.load(lift.w.memory.chains.where, lift.w.fixed(thing)))

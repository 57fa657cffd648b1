"""Tests of spaces, worked out for all spaces of a board at once, as bits.

`empty` is the complement of the occupied, `some ... is below it` a step, `next to` a table, a row a mask, a definition
what it says. What cannot be lifted gives None, and is asked of each space.

Invariants:
    A lifted test is asked of all spaces where the test itself might not be asked at all; so only what always has an
    answer is lifted.
"""

from gekido_dsl.lowering.boards import geometry as geo
from gekido_dsl.lowering.game import occupancy
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.kept import standing
from gekido_dsl.lowering.lifting.lift import Lift
from gekido_dsl.lowering.lifting.lifted_places import bit_of
from gekido_dsl.lowering.lifting.standing_bits import actor_may_be_none, standing_of
from gekido_dsl.lowering.sets.words import Field, Words
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, SetType, ThingType, item
from gekido_dsl.program import nodes as ir


def spaces_where(
    w: Writer, field: Field, test: m.Expr, local: int, *, asked: bool = False, one_by_one: bool = False
) -> Words | None:
    """Gives the spaces of a board for which a test of a local holds; None where that cannot be lifted.

    Args:
        asked: whether the test is asked of a space in any case, so that it may have no answer.
        one_by_one: whether a part that cannot be lifted may be asked of each space for which the others hold.
    """
    found = Lift(w, field, local, asked=asked, one_by_one=one_by_one).lift(test)
    return found if found is not None and w.lowering.takes(Special.TESTED_AT_ONCE) else None


def some_standing(w: Writer, several: m.Expr, test: m.Expr, local: int) -> ir.Expr | None:
    """Asks whether a test of the space holds for any of what stands on a board, as bits; None where it cannot be."""
    base = _base(several)
    fields = standing.fields(w.lowering)
    if (
        len(fields) != 1
        or (not isinstance(base, m.ops.On) and not isinstance(test, m.ops.OnBoard))
        or actor_may_be_none(w)
    ):
        return None
    words = standing_of(w, fields[0], several)
    if words is None:
        return None
    found = Lift(w, fields[0], local, thing=True).lift(test)
    if found is None or not w.lowering.takes(Special.SOME_STANDING):
        return None
    return (words & found).some()


def each_alone(w: Writer, several: m.Expr) -> Words | None:
    """Gives the spaces on which several things stand, each on one of its own; None where it may be otherwise."""
    base = _base(several)
    if not isinstance(base, m.ops.On) or actor_may_be_none(w):
        return None
    for field in standing.fields(w.lowering):
        if field.board is geo.board_of(base.spaces.type) or base.spaces.ref is field.board:
            words = standing_of(w, field, several) if occupancy.alone(w.lowering, field.board) else None
            return words if words is not None and w.lowering.takes(Special.EACH_ALONE) else None
    return None


def _base(several: m.Expr) -> m.Expr:
    while isinstance(several, m.ops.Filter):
        several = several.set
    return several


def field_of_kind(w: Writer, kind: object) -> Field | None:
    """Gives the board whose spaces are of a type, if it has bits."""
    one = item(kind)  # type: ignore[arg-type]
    if not isinstance(one, ThingType) or one.kind.board is None:
        return None
    return next((field for field in standing.fields(w.lowering) if field.board is one.kind.board), None)


def all_on(w: Writer, several: m.Expr) -> tuple[Field, m.Kind, Words] | None:
    """Gives the spaces of which several are all things of a kind that stand there; None if it is not so."""
    fields = standing.fields(w.lowering)
    if not isinstance(several, m.ops.On) or several.ref.name not in w.lowering.stands or len(fields) != 1:
        return None
    spaces, field = several.spaces, fields[0]
    if geo.board_of(spaces.type) is not field.board:
        return None
    if isinstance(spaces.type, SetType):
        found = w.several(spaces).bits(w)
    else:
        found = bit_of(Lift(w, field, NONE), w.fixed(spaces))
    if found is None or not w.lowering.takes(Special.ALL_TAKEN):
        return None
    return field, several.ref, found.kept(w)

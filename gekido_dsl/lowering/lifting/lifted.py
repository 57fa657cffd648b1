"""Tests of spaces, worked out for all spaces of a board at once, as bits.

`empty` is the complement of the occupied, `some ... is below it` a step, `next to` a table, a row a mask, a definition
what it says. What cannot be lifted gives None, and is asked of each space.

Invariants:
    A lifted test is asked of all spaces where the test itself might not be asked at all; so only what always has an
    answer is lifted.
"""

from collections.abc import Callable
from dataclasses import dataclass

from gekido_dsl.lowering.boards import geometry as geo
from gekido_dsl.lowering.game import occupancy
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.game.totality import is_total
from gekido_dsl.lowering.kept import ones, standing
from gekido_dsl.lowering.lifting import standing_where as alternatives
from gekido_dsl.lowering.lifting.lift import Lift
from gekido_dsl.lowering.lifting.lifted_places import bit_of
from gekido_dsl.lowering.lifting.standing_bits import (
    EVERY,
    Asked,
    actor_may_be_none,
    asked_of,
    both,
    narrowed,
    standing_of,
    where,
)
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


def some_standing(w: Writer, several: m.Expr, test: m.Expr | None, local: int) -> ir.Expr | None:
    """Asks whether a test holds for any of what stands on a board, as bits; None where it cannot be."""
    found = standing_where(w, several, test, local)
    if found is None or not w.lowering.takes(Special.SOME_STANDING):
        return None
    return found.some()


def standing_where(w: Writer, several: m.Expr, test: m.Expr | None, local: int) -> Words | None:
    """Gives the spaces on which several things stand for which a test holds; None where it is not kept.

    Each part of the test asks whose a thing is, what a fact of it is, or where it stands.
    """
    tests = [] if test is None else [(test, local)]
    base = several
    while isinstance(base, m.ops.Filter):
        tests.append((base.test, base.value))
        base = base.set
    fields = standing.fields(w.lowering)
    if len(fields) != 1 or not isinstance(base, m.ops.On | m.ops.Things) or actor_may_be_none(w):
        return None
    field, kind = fields[0], base.ref
    if kind.name not in w.lowering.stands or kind.board is not None:
        return None
    there, on_it = _spaces_of(w, field, base)
    if isinstance(base, m.ops.On) and not on_it:
        return None
    parts = [(w, whole, it) for whole, it in reversed(tests)]
    one = there is not None and not isinstance(base.args[0].type, SetType)
    wanted = alternatives.Wanted(on_it, there, one=one and occupancy.alone(w.lowering, field.board))
    return alternatives.standing_where(w, field, kind, parts, wanted)


def standing_among(
    w: Writer, several: m.Expr, test: m.Expr | None, local: int, *, by_owner: bool = False
) -> Callable[[], Words] | None:
    """Gives what gives the spaces on which several things stand for which a test holds, and maybe others: by a fact.

    None where nothing is kept of any fact that is asked for, where some of the things may be elsewhere, or where it is
    not known that the test has an answer for each.

    Args:
        by_owner: whether it is enough that it is asked whose they are, of all that stand on a board.
    """
    tests = [] if test is None else [(test, local)]
    base = several
    while isinstance(base, m.ops.Filter):
        tests.append((base.test, base.value))
        base = base.set
    fields = standing.fields(w.lowering)
    if len(fields) != 1 or not isinstance(base, m.ops.On | m.ops.Things) or actor_may_be_none(w):
        return None
    field, kind = fields[0], base.ref
    if kind.name not in w.lowering.stands or kind.board is not None:
        return None
    by_owner = by_owner and isinstance(base, m.ops.On) and not field.laid
    if not by_owner and not standing.facts_of(w.lowering, kind):
        return None
    if isinstance(base, m.ops.On):
        if not isinstance(base.spaces, m.ops.Board) or base.spaces.ref is not field.board:
            return None
    elif not occupancy.nowhere_else(w.lowering, field.board, kind):
        return None
    if not all(is_total(w.lowering, one) for one, _ in tests):
        return None

    def asked() -> Asked:
        found = EVERY
        for one, it in reversed(tests):
            more = both(found, narrowed(w, field, kind, one, it))
            found = found if more is None else more
        return found

    known = w.unwritten(asked)
    if known.fact is None and not (by_owner and known.owners is not None):
        return None
    return (lambda: where(w, field, kind, asked())) if w.lowering.takes(Special.STANDING_AMONG) else None


@dataclass(frozen=True, slots=True)
class Near:
    """Where some things have to stand."""

    spaces: Callable[[], Words]
    """Gives the spaces on which those stand for which all but the rest of a test holds."""
    rest: list[tuple[m.Expr, int]]
    """What is left to be asked of what stands there: parts of the test, each with the local that it is of."""
    total: bool
    """Whether that always has an answer."""


def standing_near(w: Writer, several: m.Expr, test: m.Expr, local: int) -> Near | None:
    """Gives the spaces on which those of several things stand for which a test holds.

    None where nothing that is asked first says where they have to stand, or where it is not kept what stands there.
    """
    tests = [(test, local)]
    base = several
    while isinstance(base, m.ops.Filter):
        tests.append((base.test, base.value))
        base = base.set
    fields = standing.fields(w.lowering)
    if len(fields) != 1 or not isinstance(base, m.ops.Things) or actor_may_be_none(w):
        return None
    field, kind = fields[0], base.ref
    if kind.name not in w.lowering.stands or kind.board is not None:
        return None
    if not ones.keeps_the_only(w.lowering, field):
        return None
    parts = [
        (part, it)
        for whole, it in reversed(tests)
        for part in (whole.args if isinstance(whole, m.ops.And) else (whole,))
    ]

    def find() -> tuple[Words, bool, list[tuple[m.Expr, int]]]:
        asked: Asked = EVERY
        there: Words | None = None
        placed = False
        rest: list[tuple[m.Expr, int]] = []
        for number, (part, it) in enumerate(parts):
            if not is_total(w.lowering, part):
                rest += parts[number:]
                break
            more = asked_of(w, field, kind, part, it)
            together = None if more is None else both(asked, more)
            if together is not None:
                asked = together
                continue
            found = (
                Lift(w, field, it, thing=True).lift(part) if isinstance(part, alternatives.PLACES) else None
            )
            if found is None:
                rest.append((part, it))
            else:
                placed = True
                there = found if there is None else there & found
        spaces = where(w, field, kind, asked)
        if there is None:
            return spaces, placed, rest
        spaces = (spaces & there).kept(w)
        left: list[tuple[m.Expr, int]] = []
        for part, it in rest:
            lift = Lift(w, field, it, thing=True, owners=asked.owners, wanted=spaces)
            grouped = lift.lift(part) if _asks_of_group(w, part) else None
            if grouped is None:
                left.append((part, it))
            else:
                spaces = (spaces & grouped).kept(w)
        return spaces, placed, left

    _, placed, rest = w.unwritten(find)
    if not placed or not w.lowering.takes(Special.STANDING_NEAR):
        return None
    return Near(lambda: find()[0], rest, all(is_total(w.lowering, part) for part, _ in rest))


def _asks_of_group(w: Writer, e: m.Expr) -> bool:
    """Tells whether a test asks of what touches a group, in the first definition that it is."""
    test = w.lowering.in_force(e.ref) if isinstance(e, m.ops.Defined) else e
    return isinstance(test, m.ops.Some | m.ops.No) and isinstance(test.test, m.ops.NextTo)


def _spaces_of(w: Writer, field: Field, base: m.ops.On | m.ops.Things) -> tuple[Words | None, bool]:
    """Gives the spaces on which things have to stand, None for any; and whether they have to stand on any."""
    if not isinstance(base, m.ops.On):
        return None, False
    spaces = base.spaces
    if isinstance(spaces, m.ops.Board):
        return None, spaces.ref is field.board and spaces.owner is None
    if geo.board_of(spaces.type) is not field.board:
        return None, False
    if isinstance(spaces.type, SetType):
        found = w.several(spaces).bits(w)
    else:
        found = bit_of(Lift(w, field, NONE), w.fixed(spaces)) if is_total(w.lowering, spaces) else None
    return found, found is not None


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

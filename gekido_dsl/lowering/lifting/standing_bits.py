"""Several spaces, or the spaces on which several things stand, as bits: all of them, or those of some owner."""

from dataclasses import dataclass
from typing import Final

from gekido_dsl.lowering.boards.bitsets import Spaces
from gekido_dsl.lowering.game.errors import NotLowered
from gekido_dsl.lowering.game.occupancy import is_local
from gekido_dsl.lowering.game.totality import is_total
from gekido_dsl.lowering.kept import standing
from gekido_dsl.lowering.sets.words import Field, Words, chosen, mask
from gekido_dsl.lowering.writing.writer import Held, Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import NONE, PlayerType
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def words_of(w: Writer, several: m.Expr) -> Spaces | None:
    """Gives several spaces as bits, if they can be had so."""
    try:
        found = w.lower(several)
    except NotLowered:
        return None
    return found if isinstance(found, Spaces) else None


def standing_of(w: Writer, field: Field, several: m.Expr) -> Words | None:
    """Gives the spaces on which several things stand, asked of by owner and by one fact alone; None if it is not so."""
    base, tests = several, list[tuple[m.Expr, int]]()
    while isinstance(base, m.ops.Filter):
        tests.append((base.test, base.value))
        base = base.set
    of_board = (
        isinstance(base, m.ops.On) and isinstance(base.spaces, m.ops.Board) and base.spaces.ref is field.board
    )
    if not (isinstance(base, m.ops.Things) or of_board):
        return None
    kind: m.Kind = base.ref
    if kind.name not in w.lowering.stands or kind.board is not None:
        return None
    asked: Asked | None = EVERY
    for test, local in reversed(tests):
        asked = both(asked, asked_of(w, field, kind, test, local)) if asked is not None else None
    return None if asked is None else where(w, field, kind, asked)


Owners = tuple[tuple[ir.Expr | None, ir.Expr], ...]
"""Players, each with a condition or without one."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of things, so that it is kept where those stand of which it is so."""

    owners: Owners | None = None
    """Whose they may be, each with a condition or without one; None for anybody's."""
    fact: m.Field | None = None
    values: frozenset[int] = frozenset()
    """Of the fact."""


EVERY: Final = Asked()
_BOTH: Final = 2
"""Of so many players each has one enemy."""


def both(one: Asked | None, other: Asked | None) -> Asked | None:
    """Gives what is asked together; None where it is not kept."""
    if one is None or other is None or (one.owners is not None and other.owners is not None):
        return None
    owners = one.owners if other.owners is None else other.owners
    if one.fact is not None and other.fact is not None:
        return Asked(owners, one.fact, one.values & other.values) if one.fact is other.fact else None
    having = one if other.fact is None else other
    return Asked(owners, having.fact, having.values)


def where(w: Writer, field: Field, kind: m.Kind, asked: Asked) -> Words:
    """Gives the spaces on which things of a kind stand of which something is so."""

    def of(owner: ir.Expr) -> Words:
        if asked.fact is None:
            return standing.of_owner(w, field, kind, owner)
        return standing.with_fact(w, field, kind, asked.fact, owner, asked.values)

    if asked.owners is None and asked.fact is None:
        return standing.of_all(w, field, kind)
    every_owner = ((None, x.constant(owner)) for owner in range(NONE, w.layout.players))
    found: Words | None = None
    for condition, owner in every_owner if asked.owners is None else asked.owners:
        one = of(owner) if condition is None else chosen(condition, of(owner))
        found = one if found is None else found | one
    return mask(field, ()) if found is None else found


def given_to(w: Writer, e: m.Expr, local: int, *, asked: bool = False) -> tuple[dict[int, Held], int] | None:
    """Gives what a declaration is asked with besides a local, and as which of its own locals it has that one.

    None where it is asked with more than one thing that depends on the local.

    Args:
        asked: whether it is asked in any case.
    """
    its = [k for k, one in enumerate(e.args) if is_local(one, local)]
    others = [(k, one) for k, one in enumerate(e.args) if not is_local(one, local)]
    if len(its) != 1 or any(
        walk.reads(one, local) or not (asked or is_total(w.lowering, one)) for _, one in others
    ):
        return None
    given: dict[int, Held] = {0: w.actor}
    given |= {k + 1: w.code.let(w.value(one)) for k, one in others}
    return given, its[0] + 1


def asked_of(w: Writer, field: Field, kind: m.Kind, test: m.Expr, local: int) -> Asked | None:
    """Gives what a test of a local asks, where that is only whose they are and what one fact of theirs is."""
    if isinstance(test, m.ops.Defined):
        inner = w.lowering.in_force(test.ref)
        if inner is None or isinstance(test.ref.subject, PlayerType) or test.ref in w.lowering.within:
            return None
        held = given_to(w, test, local)
        if held is None:
            return None
        w.lowering.within.append(test.ref)
        found = asked_of(w.within(test.ref, held[0]), field, kind, inner, held[1])
        w.lowering.within.pop()
        return found
    if isinstance(test, m.ops.And | m.ops.Or | m.ops.Not):
        parts = [asked_of(w, field, kind, part, local) for part in test.args]
        return _joined(test, parts)
    if isinstance(test, m.ops.Is):
        return _asked_by(w, kind, test, local)
    if not test.args or not is_local(test.args[0], local):
        return None
    if w.game.sides is not None and isinstance(test, m.ops.Friendly | m.ops.Enemy):
        return None
    match test:
        case m.ops.Unclaimed():
            return Asked(((None, x.constant(NONE)),))
        case m.ops.Friendly():
            condition = w.code.let(x.ge(w.actor, 0)) if actor_may_be_none(w) else None
            return Asked(((condition, w.actor),))
        case m.ops.Enemy():
            if w.layout.players == _BOTH and not actor_may_be_none(w):
                return Asked(((None, w.code.let(x.sub(1, w.actor))),))
            owners = range(w.layout.players)
            return Asked(tuple((w.code.let(x.ne(w.actor, owner)), x.constant(owner)) for owner in owners))
    return None


def narrowed(w: Writer, field: Field, kind: m.Kind, test: m.Expr, local: int) -> Asked:
    """Gives what a test of a local asks at least of owner and one fact; the first fact that it asks for."""
    whole = asked_of(w, field, kind, test, local)
    if whole is not None:
        return whole
    found = EVERY
    if isinstance(test, m.ops.And):
        for part in test.args:
            more = both(found, narrowed(w, field, kind, part, local))
            found = found if more is None else more
    elif isinstance(test, m.ops.Defined):
        inner, held = w.lowering.in_force(test.ref), given_to(w, test, local)
        known = isinstance(test.ref.subject, PlayerType) or test.ref in w.lowering.within
        if inner is not None and held is not None and not known:
            w.lowering.within.append(test.ref)
            found = narrowed(w.within(test.ref, held[0]), field, kind, inner, held[1])
            w.lowering.within.pop()
    return found


def _joined(test: m.ops.And | m.ops.Or | m.ops.Not, parts: list[Asked | None]) -> Asked | None:
    """Joins what is asked: as one wants all of it, any of it, or the opposite; of facts alone but for all."""
    if isinstance(test, m.ops.And):
        found: Asked | None = EVERY
        for part in parts:
            found = both(found, part)
        return found
    fact = parts[0].fact if parts[0] is not None else None
    if fact is None or any(one is None or one.fact is not fact or one.owners is not None for one in parts):
        return None
    values = frozenset(value for one in parts if one is not None for value in one.values)
    if isinstance(test, m.ops.Not):
        values = frozenset(range(NONE, standing.values_of(fact))) - values
    return Asked(None, fact, values)


def _asked_by(w: Writer, kind: m.Kind, test: m.ops.Is, local: int) -> Asked | None:
    """Gives what is asked by comparing an owner with one, or a fact with a value that is known."""
    for one, other in ((test.left, test.right), (test.right, test.left)):
        if isinstance(one, m.ops.Owner) and is_local(one.of, local):
            if walk.reads(other, local) or not is_total(w.lowering, other):
                return None
            return Asked(((None, w.fixed(other)),))
    fact = standing.asked_fact(test)
    if (
        fact is None
        or not is_local(test.left.args[0], local)
        or fact not in standing.facts_of(w.lowering, kind)
    ):
        return None
    return Asked(None, fact, frozenset({test.right.value}))


def actor_may_be_none(w: Writer) -> bool:
    """Tells whether nobody may be acting."""
    return isinstance(w.actor, ir.Const) and w.actor.value < 0

"""On which spaces things stand for which a test holds: whose they are, what a fact of theirs is, where they stand.

A test that holds in any of several ways, each with a fact of its own, is worked out way by way: `a Rook and on the line
from there, or a Knight and a leap from there`. What leads there is looked for from there, so that no thing is gone
through.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from gekido_dsl.lowering.lifting.lift import Lift
from gekido_dsl.lowering.lifting.lifted_steps import steps_back
from gekido_dsl.lowering.lifting.standing_bits import EVERY, Asked, asked_of, both, given_to, where
from gekido_dsl.lowering.sets.words import Field, Words, chosen, mask
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, PlayerType
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

PLACES = (m.ops.OnBoard, m.ops.Leap, m.ops.Toward, m.ops.NextTo, m.ops.At)
"""Tests that hold only for what stands on the board."""

Part = tuple[Writer, m.Expr, int]
"""A test of a local, and who writes it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is known so far of the things that are looked for."""

    placed: bool
    """Whether they stand on the board in any case."""
    there: Words | None = None
    """Where they may stand; None for anywhere."""
    asked: Asked = EVERY
    one: bool = False
    """Whether one thing at most may stand there."""
    looking: tuple[Words, Words] | None = None
    """Where they may stand that look up the board, and those of the second player, who looks down."""


def standing_where(w: Writer, field: Field, kind: m.Kind, parts: list[Part], wanted: Wanted) -> Words | None:
    """Gives the spaces on which things of a kind stand for which tests hold; None where it is not kept."""
    rest: list[Part] = []
    for own, part, it in _flat(parts):
        more = asked_of(own, field, kind, part, it)
        if more is not None:
            together = both(wanted.asked, more)
            if together is None:
                return None
            wanted = replace(wanted, asked=together)
            continue
        lift = Lift(
            own, field, it, thing=True, owners=wanted.asked.owners, wanted=wanted.there, one=wanted.one
        )
        found = lift.lift(part)
        # What is not on the board is nowhere on it.
        placed = wanted.placed or isinstance(part, PLACES) or _is_in_line(part)
        if found is not None:
            there = found if wanted.there is None else wanted.there & found
            wanted = replace(wanted, placed=placed, there=there)
            continue
        looking = steps_back(lift, part) if isinstance(part, m.ops.Toward) else None
        if looking is not None and wanted.looking is None:
            wanted = replace(wanted, placed=placed, looking=looking)
            continue
        rest.append((own, part, it))
    if len(rest) > 1:
        return None
    if rest:
        return _by_parts(field, kind, rest[0], wanted)
    return _found(w, field, kind, wanted) if wanted.placed else None


def _flat(parts: list[Part]) -> Iterator[Part]:
    for w, whole, it in parts:
        for part in whole.args if isinstance(whole, m.ops.And) else (whole,):
            yield w, part, it


def _is_in_line(part: m.Expr) -> bool:
    return isinstance(part, m.ops.Member) and isinstance(part.set, m.ops.Line)


def _by_parts(field: Field, kind: m.Kind, one: Part, wanted: Wanted) -> Words | None:
    """Gives the same for a definition by what it says, for any of several tests by each of them."""
    w, test, it = one
    if isinstance(test, m.ops.Or):
        found: Words | None = None
        for part in test.args:
            more = standing_where(w, field, kind, [(w, part, it)], wanted)
            if more is None:
                return None
            found = more if found is None else (found | more).kept(w)
        return found
    if not isinstance(test, m.ops.Defined):
        return None
    decl: m.Definition = test.ref
    within, inner = w.lowering.within, w.lowering.in_force(decl)
    if inner is None or isinstance(decl.subject, PlayerType) or decl in within:
        return None
    held = given_to(w, test, it)
    if held is None or held[1] != 1:
        return None
    within.append(decl)
    found = standing_where(w, field, kind, [(w.within(decl, held[0]), inner, held[1])], wanted)
    within.pop()
    return found


def _found(w: Writer, field: Field, kind: m.Kind, wanted: Wanted) -> Words:
    asked, there = wanted.asked, wanted.there
    if wanted.looking is None:
        found = where(w, field, kind, asked)
        return found if there is None else found & there
    owners = asked.owners
    if owners is None:
        owners = tuple((None, x.constant(owner)) for owner in range(NONE, w.layout.players))
    up, down = wanted.looking
    found = mask(field, ())
    for condition, owner in owners:
        one = where(w, field, kind, Asked(((condition, owner),), asked.fact, asked.values))
        if isinstance(owner, ir.Const):
            ahead = down if owner.value == 1 else up
        else:
            second = w.code.let(x.eq(owner, 1))
            ahead = chosen(second, down) | chosen(x.not_(second), up)
        found = found | (one & ahead)
    return found if there is None else found & there

"""Tests that join others, and what definitions say, lifted."""

from collections.abc import Sequence
from contextlib import ExitStack

from gekido_dsl.lowering.boards.bitsets import Spaces, spot_of
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.game.totality import is_total
from gekido_dsl.lowering.lifting import implied
from gekido_dsl.lowering.lifting.lift import Lift, lifts
from gekido_dsl.lowering.sets.words import Words, chosen, every, mask, one_bit
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import PlayerType
from gekido_dsl.program import nodes as ir


@lifts(m.ops.OnBoard)
def _on_board(lift: Lift, e: m.ops.OnBoard) -> Words | None:
    here = lift.thing and lift.is_self(e.thing) and e.ref is lift.field.board and e.owner is None
    return every(lift.field) if here else None


@lifts(m.ops.And)
def _and(lift: Lift, e: m.ops.And) -> Words | None:
    alone = [part for part in e.args if not walk.reads(part, lift.local)]
    others = [part for part in e.args if walk.reads(part, lift.local)]
    if alone and any(map(_is_dear, others)) and all(is_total(lift.w.lowering, part) for part in alone):
        return _only_if(lift, alone, others)
    return _all_of(lift, e.args)


def _is_dear(e: m.Expr) -> bool:
    return any(isinstance(one, m.ops.Line | m.ops.Lines | m.ops.Touching) for one in walk.inside(e))


def _only_if(lift: Lift, alone: Sequence[m.Expr], others: Sequence[m.Expr]) -> Words | None:
    """Works out what is dear only where that holds which is the same for all spaces."""
    w, field = lift.w, lift.field
    found = Words(field, (w.code.variable(one, "held", "i64") for one in mask(field, ()).words))
    lift.asked = False
    with ExitStack() as passed:
        for part in alone:
            passed.enter_context(w.code.if_(w.test(part)))
        inner = _all_of(lift, others)
        if inner is None:
            return None
        for local, word in zip(found.words, inner.words, strict=True):
            assert isinstance(local, ir.Local)
            w.code.set(local, word)
    return found


def _all_of(lift: Lift, parts: Sequence[m.Expr]) -> Words | None:
    found: Words | None = None
    rest: list[m.Expr] = []
    for part in parts:
        one = lift.lift(part)
        lift.asked = False
        if one is None:
            if not lift.one_by_one or lift.thing or not is_total(lift.w.lowering, part):
                return None
            rest.append(part)
        else:
            found = one if found is None else (found & one).kept(lift.w)
    return found if found is None or not rest else _one_by_one(lift, found, rest)


def _one_by_one(lift: Lift, among: Words, tests: list[m.Expr]) -> Words | None:
    """Gives those of some spaces for which tests hold that cannot be lifted: each is asked."""
    w, field = lift.w, lift.field
    if not w.lowering.takes(Special.REST_ASKED):
        return None
    for test in tests:
        may = implied.beforehand(w, test, frozenset({lift.local}))
        if may is not None:
            among = chosen(may, among).kept(w)
    found = Words(field, (w.code.variable(one, "rest", "i64") for one in mask(field, ()).words))

    def visit(space: ir.Expr, _: ir.Label) -> None:
        with w.bind(lift.local, space), ExitStack() as passed:
            for test in tests:
                passed.enter_context(w.code.if_(w.test(test)))
            spot = w.code.let(spot_of(w, field, space))
            for local, word in zip(found.words, (found | one_bit(w, field, spot)).words, strict=True):
                assert isinstance(local, ir.Local)
                w.code.set(local, word)

    Spaces(among).each(w, visit)
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
    inner = Lift(own, lift.field, it, thing=lift.thing, asked=lift.asked, one_by_one=lift.one_by_one)
    inner.owners, inner.wanted, inner.one = lift.owners, lift.wanted, lift.one
    found = inner.lift(test)
    lift.w.lowering.within.pop()
    return found

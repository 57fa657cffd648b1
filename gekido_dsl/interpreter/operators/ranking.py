"""Operators that compare several by numbers: the highest of them, their order, a rank, a sum."""

from collections.abc import Callable, Sequence
from typing import Any

from gekido_dsl.interpreter.operators import in_order
from gekido_dsl.interpreter.operators.making import Function, gives, held
from gekido_dsl.interpreter.state import Evaluation, Locals, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model import pots
from gekido_dsl.model.types import NONE, PLAYER, PlayerType, SetType, Type, item

Rated = list[tuple[Any, tuple[int, ...]]]
"""Each with its numbers, so turned round that the least come first."""


def rates(
    ev: Evaluation, kind: Type, rates: Sequence[m.Expr], ways: Sequence[bool], local: int
) -> Callable[[State, Locals, Sequence[Any]], Rated]:
    """Makes the function that gives each of several with its numbers; of players, each is asked as themselves.

    Args:
        ways: for each number, whether the lowest comes first.
    """
    numbers = [(ev.make(rate), 1 if lowest else -1) for rate, lowest in zip(rates, ways, strict=True)]
    acting = isinstance(kind, PlayerType)

    def rated(s: State, L: Locals, several: Sequence[Any]) -> Rated:
        actor = L[0]
        found: Rated = []
        for value in several:
            L[local] = value
            if acting:
                L[0] = value
            given = [(rate(s, L), sign) for rate, sign in numbers]
            found.append((value, tuple(sign * (len(x) if isinstance(x, list) else x) for x, sign in given)))
        L[0] = actor
        return found

    return rated


def _of(ev: Evaluation, e: m.ops.Highest | m.ops.Sorted) -> Callable[[State, Locals], Rated]:
    """Makes the function that gives each of an expression's several with its numbers."""
    base = in_order.counted(ev, e.set, e.numbers[0])
    rated = rates(ev, item(e.set.type), e.numbers, e.ref, e.value)
    return lambda s, L: rated(s, L, base(s, L))


@gives(m.ops.Highest)
def _highest(ev: Evaluation, e: m.ops.Highest) -> Function:
    rated, several = _of(ev, e), isinstance(e.type, SetType)

    def best(s: State, L: Locals) -> Any:
        every = rated(s, L)
        most = min((rates for _, rates in every), default=())
        values = [value for value, rates in every if rates == most]
        return values if several else values[0] if values else NONE

    return best


@gives(m.ops.Sum)
def _sum(ev: Evaluation, e: m.ops.Sum) -> Function:
    base, span = ev.counted(e.set, e.number), e.span
    rated = rates(ev, item(e.set.type), (e.number,), (True,), e.value)
    return lambda s, L: held(sum(number for _, (number,) in rated(s, L, base(s, L))), span)


@gives(m.ops.Sorted)
def _sorted(ev: Evaluation, e: m.ops.Sorted) -> Function:
    rated = _of(ev, e)
    return lambda s, L: [value for value, _ in sorted(rated(s, L), key=lambda one: one[1])]


def put_in_order(ev: Evaluation, e: m.ops.Sorted, several: Sequence[Any]) -> Function:
    """Makes the function that puts these in the order of an expression, equals as they stand."""
    rated = rates(ev, item(e.set.type), e.numbers, e.ref, e.value)
    return lambda s, L: [value for value, _ in sorted(rated(s, L, several), key=lambda one: one[1])]


@gives(m.ops.Rank)
def _rank(ev: Evaluation, e: m.ops.Rank) -> Function:
    player, listed = ev.make(e.player), ev.make(m.ops.Players(SetType(PLAYER), e.span))
    rated = rates(ev, PLAYER, e.numbers, e.ref, e.value)

    def rank(s: State, L: Locals) -> int:
        who = player(s, L)
        if who == NONE:
            return NONE
        numbers = dict(rated(s, L, [who, *(other for other in listed(s, L) if other != who)]))
        return 1 + sum(other < numbers[who] for other in numbers.values())

    return rank


@gives(m.ops.Share)
def _share(ev: Evaluation, e: m.ops.Share) -> Function:
    player, among, seats = ev.make(e.player), ev.make(e.among), range(ev.layout.players)
    paid = rates(ev, PLAYER, (e.paid,), (True,), e.value)
    rated = rates(ev, PLAYER, e.numbers, e.ref, e.value)

    def share(s: State, L: Locals) -> int:
        # What cannot be worked out is a rule error, also of nobody's share.
        who, given = player(s, L), [number for _, (number,) in paid(s, L, seats)]
        keys = dict(rated(s, L, among(s, L)))
        return NONE if who == NONE else held(pots.shares(given, keys)[who], e.span)

    return share


def ranks(
    ev: Evaluation, e: m.acts.Rank, of: Callable[[State, Locals], list[int]]
) -> Callable[[State, Locals], list[tuple[int, int]]]:
    """Makes the function that gives each player of an act with their rank among them, equals the same."""
    rated = rates(ev, PLAYER, e.numbers, e.lowest, e.local)

    def ranks(s: State, L: Locals) -> list[tuple[int, int]]:
        every = rated(s, L, of(s, L))
        return [(player, 1 + sum(other < rates for _, other in every)) for player, rates in every]

    return ranks

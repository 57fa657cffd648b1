"""Sieves: conditions that are so plain that many things are asked at once, without a local for each.

Whose a thing is, whether a space is empty, whether a thing stands on a board, and what is made of these.
"""

from collections.abc import Callable, Sequence
from typing import Any

from gekido_dsl.interpreter.operators.players import sides
from gekido_dsl.interpreter.state import Evaluation, Locals, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.operator import Nothing
from gekido_dsl.model.types import NONE, PlayerType, ThingType, item

Sieve = Callable[[State, Locals, Sequence[int]], list[int]]
"""Gives those of several things that pass; of the locals only the acting player counts."""


def sieve_of(ev: Evaluation, several: m.Expr, test: m.Expr, local: int) -> tuple[Sieve | None, m.Expr | None]:
    """Makes the sieve of what a condition says first, and gives what is left of the condition to be asked.

    Args:
        several: what is looked through; only where it holds things and no none is there a sieve.
    """
    base = several
    while isinstance(base, m.ops.Filter):
        base = base.set
    if base.record.nothing is not Nothing.NEVER or not isinstance(item(several.type), ThingType):
        return None, test
    parts = list(test.args) if isinstance(test, m.ops.And) else [test]
    sieves: list[Sieve] = []
    while parts and (found := _sieve(ev, parts[0], local)) is not None:
        sieves.append(found)
        parts.pop(0)
    if parts and (begun := _beginning(ev, parts[0], local)) is not None:
        sieves.append(begun)
    rest = (
        None
        if not parts
        else parts[0]
        if len(parts) == 1
        else m.made("and", test.type, test.span, tuple(parts))
    )
    return (_one_after_the_other(sieves) if sieves else None), rest


def _beginning(ev: Evaluation, test: m.Expr, local: int) -> Sieve | None:
    """Makes the sieve of what a definition says first; those that pass are still to be asked all of it."""
    if not isinstance(test, m.ops.Defined) or test.ref.exceptions or isinstance(test.ref.subject, PlayerType):
        return None
    if not _is_local(test.thing, local) or not isinstance(test.ref.test, m.ops.And):
        return None
    return _sieve(ev, test.ref.test.left, 1)


def _sieve(ev: Evaluation, test: m.Expr, local: int) -> Sieve | None:
    if not test.args or (not isinstance(test, m.ops.And) and not _is_local(test.args[0], local)):
        return None
    match test:
        case m.ops.And():
            parts = [_sieve(ev, part, local) for part in test.args]
            every = [part for part in parts if part is not None]
            return _one_after_the_other(every) if len(every) == len(parts) else None
        case m.ops.Defined() if len(test.args) == 1 and not test.ref.exceptions:
            return None if isinstance(test.ref.subject, PlayerType) else _sieve(ev, test.ref.test, 1)
        case m.ops.Friendly() | m.ops.Enemy() if sides(ev) is None and isinstance(test.of.type, ThingType):
            return _of_owner(ev, isinstance(test, m.ops.Friendly))
        case m.ops.Empty() if not walked_over(ev):
            return lambda s, L, things: [one for one in things if not s.contents[one]]
        case m.ops.OnBoard() if test.owner is None and not _is_space(test.thing, test.ref):
            spaces = ev.layout.spaces[test.ref.name]
            return lambda s, L, things: [one for one in things if s.where[one] in spaces]
        case _:
            return None


def _of_owner(ev: Evaluation, own: bool) -> Sieve:
    """Makes the sieve of what belongs to the acting player, or to another one."""
    first, roots = ev.layout.owner_cell, ev.layout.root_of

    def friendly(s: State, L: Locals, things: Sequence[int]) -> list[int]:
        who, cells = L[0], s.cells
        return [one for one in things if cells[first + roots[one]] == who] if who != NONE else []

    def enemy(s: State, L: Locals, things: Sequence[int]) -> list[int]:
        either, cells = (L[0], NONE), s.cells
        return [one for one in things if cells[first + roots[one]] not in either]

    return friendly if own else enemy


def walked_over(ev: Evaluation) -> set[int]:
    """Gives the things that leave a space empty where they stand."""
    kinds = [kind for kind in ev.game.kinds.values() if not kind.blocking]
    return {thing for kind in kinds for thing in ev.layout.things[kind.name]}


def _one_after_the_other(sieves: list[Sieve]) -> Sieve:
    if len(sieves) == 1:
        return sieves[0]

    def sifted(s: State, L: Locals, things: Sequence[int]) -> list[int]:
        for one in sieves:
            things = one(s, L, things)
        return list(things)

    return sifted


def _is_local(expr: m.Expr, local: int) -> bool:
    return isinstance(expr, m.ops.Local) and expr.value == local


def _is_space(expr: m.Expr, board: Any) -> bool:
    kind = item(expr.type)
    return isinstance(kind, ThingType) and kind.kind.board is board

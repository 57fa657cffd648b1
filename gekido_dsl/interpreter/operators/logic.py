"""Operators that reckon and compare numbers, and combine conditions."""

from gekido_dsl.interpreter.operators.making import Function, divisor, gives, held
from gekido_dsl.interpreter.state import Evaluation, Locals, State
from gekido_dsl.model import nodes as m


@gives(m.ops.Plus)
def _plus(ev: Evaluation, e: m.ops.Plus) -> Function:
    a, b = ev.make(e.left), ev.make(e.right)
    span = e.span
    return lambda s, L: held(a(s, L) + b(s, L), span)


@gives(m.ops.Minus)
def _minus(ev: Evaluation, e: m.ops.Minus) -> Function:
    a, b = ev.make(e.left), ev.make(e.right)
    span = e.span
    return lambda s, L: held(a(s, L) - b(s, L), span)


@gives(m.ops.Times)
def _times(ev: Evaluation, e: m.ops.Times) -> Function:
    a, b = ev.make(e.left), ev.make(e.right)
    span = e.span
    return lambda s, L: held(a(s, L) * b(s, L), span)


@gives(m.ops.DividedUp)
def _divided_up(ev: Evaluation, e: m.ops.DividedUp) -> Function:
    a, b = ev.make(e.left), ev.make(e.right)
    span = e.span
    return lambda s, L: held(-(-a(s, L) // divisor(b(s, L), span)), span)


@gives(m.ops.DividedDown)
def _divided_down(ev: Evaluation, e: m.ops.DividedDown) -> Function:
    a, b = ev.make(e.left), ev.make(e.right)
    span = e.span
    return lambda s, L: held(a(s, L) // divisor(b(s, L), span), span)


@gives(m.ops.Remainder)
def _remainder(ev: Evaluation, e: m.ops.Remainder) -> Function:
    a, b = ev.make(e.left), ev.make(e.right)
    span = e.span
    return lambda s, L: a(s, L) % divisor(b(s, L), span)


@gives(m.ops.Smaller)
def _smaller(ev: Evaluation, e: m.ops.Smaller) -> Function:
    a, b = ev.make(e.left), ev.make(e.right)
    return lambda s, L: min(a(s, L), b(s, L))


@gives(m.ops.Larger)
def _larger(ev: Evaluation, e: m.ops.Larger) -> Function:
    a, b = ev.make(e.left), ev.make(e.right)
    return lambda s, L: max(a(s, L), b(s, L))


@gives(m.ops.Is)
def _is(ev: Evaluation, e: m.ops.Is) -> Function:
    left, right = ev.make(e.left), ev.make(e.right)
    if isinstance(e.right, m.ops.Const):
        value = e.right.value
        return lambda s, L: left(s, L) == value
    return lambda s, L: left(s, L) == right(s, L)


@gives(m.ops.AtLeast)
def _at_least(ev: Evaluation, e: m.ops.AtLeast) -> Function:
    a, b = ev.make(e.left), ev.make(e.right)
    return lambda s, L: a(s, L) >= b(s, L)


@gives(m.ops.AtMost)
def _at_most(ev: Evaluation, e: m.ops.AtMost) -> Function:
    a, b = ev.make(e.left), ev.make(e.right)
    return lambda s, L: a(s, L) <= b(s, L)


@gives(m.ops.More)
def _more(ev: Evaluation, e: m.ops.More) -> Function:
    a, b = ev.make(e.left), ev.make(e.right)
    return lambda s, L: a(s, L) > b(s, L)


@gives(m.ops.Less)
def _less(ev: Evaluation, e: m.ops.Less) -> Function:
    a, b = ev.make(e.left), ev.make(e.right)
    return lambda s, L: a(s, L) < b(s, L)


@gives(m.ops.And)
def _and(ev: Evaluation, e: m.ops.And) -> Function:
    parts = ev.make_all(e.args)
    if len(parts) == 2:
        a, b = parts
        return lambda s, L: a(s, L) and b(s, L)

    def every(s: State, L: Locals) -> bool:
        for part in parts:
            if not part(s, L):
                return False
        return True

    return every


@gives(m.ops.Or)
def _or(ev: Evaluation, e: m.ops.Or) -> Function:
    parts = ev.make_all(e.args)
    if len(parts) == 2:
        a, b = parts
        return lambda s, L: a(s, L) or b(s, L)

    def some(s: State, L: Locals) -> bool:
        for part in parts:
            if part(s, L):
                return True
        return False

    return some


@gives(m.ops.Leaves)
def _leaves(ev: Evaluation, e: m.ops.Leaves) -> Function:
    """Is asked of the state after the choice was tried: see `ladders`."""
    return ev.make(e.condition)


@gives(m.ops.Not)
def _not(ev: Evaluation, e: m.ops.Not) -> Function:
    part = ev.make(e.condition)
    return lambda s, L: not part(s, L)

"""Operators that reckon and compare numbers, and combine conditions."""

from gekido_dsl.lowering.game.ranges import bounds
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.lifting.board_lookups import number_of
from gekido_dsl.lowering.sets.safe import harmless, size
from gekido_dsl.lowering.writing.amounts import divide, reckon, remainder
from gekido_dsl.lowering.writing.registry import operator
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import LEAST, MOST
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

_SHORT = 24
"""So many nodes of an expression are worked out as quickly as a branch is taken."""


Compared = m.ops.Is | m.ops.AtLeast | m.ops.AtMost | m.ops.More | m.ops.Less
"""What holds two values against each other."""


@operator(m.ops.Plus, m.ops.Minus, m.ops.Times)
def arithmetic(w: Writer, e: m.ops.Plus | m.ops.Minus | m.ops.Times) -> ir.Expr:
    """Reckons; a number that does not fit into 32 bits is a rule error."""
    left, right = w.fixed(e.left), w.value(e.right)
    low, high = bounds(w.layout, e)
    return reckon(w, type(e), left, right, e.span, may_leave=low < LEAST or high > MOST)


@operator(m.ops.DividedUp, m.ops.DividedDown)
def divided(w: Writer, e: m.ops.DividedUp | m.ops.DividedDown) -> ir.Expr:
    """Divides; by 0 it is a rule error."""
    left, right = w.fixed(e.left), w.fixed(e.right)
    return divide(w, left, right, e.span, up=isinstance(e, m.ops.DividedUp))


@operator(m.ops.Remainder)
def left_over(w: Writer, e: m.ops.Remainder) -> ir.Expr:
    """Gives what a division leaves; by 0 it is a rule error."""
    left, right = w.fixed(e.left), w.fixed(e.right)
    return remainder(w, left, right, e.span)


@operator(m.ops.Smaller, m.ops.Larger)
def of_two(w: Writer, e: m.ops.Smaller | m.ops.Larger) -> ir.Expr:
    """Gives one of two numbers."""
    left, right = w.fixed(e.left), w.fixed(e.right)
    first = x.lt(left, right) if isinstance(e, m.ops.Smaller) else x.gt(left, right)
    return x.select(first, left, right)


@operator(m.ops.Is)
def same(w: Writer, e: m.ops.Is) -> ir.Expr:
    """Compares two values."""
    left = _counted(w, e) or w.value(e.left)
    if not isinstance(e.right, m.ops.Const):
        left = w.code.let(left)
    return x.eq(left, w.value(e.right))


@operator(m.ops.AtLeast, m.ops.AtMost, m.ops.More, m.ops.Less)
def compare(w: Writer, e: m.ops.AtLeast | m.ops.AtMost | m.ops.More | m.ops.Less) -> ir.Expr:
    """Compares two numbers."""
    run = {m.ops.AtLeast: x.ge, m.ops.AtMost: x.le, m.ops.More: x.gt, m.ops.Less: x.lt}[type(e)]
    left = _counted(w, e) or w.value(e.left)
    if not isinstance(e.right, m.ops.Const):
        left = w.code.let(left)
    return run(left, w.value(e.right))


def _counted(w: Writer, e: Compared) -> ir.Expr | None:
    """Of a number of things that is compared with a known number, counts only as many as it takes."""
    left, right = e.left, e.right
    if not isinstance(left, m.ops.Count) or not isinstance(right, m.ops.Const) or right.value < 0:
        return None
    return number_of(w, left, right.value)


@operator(m.ops.Not)
def opposite(w: Writer, e: m.ops.Not) -> ir.Expr:
    """The opposite of a condition."""
    return x.not_(w.test(e.condition))


@operator(m.ops.And, m.ops.Or)
def combine(w: Writer, e: m.ops.And | m.ops.Or) -> ir.Expr:
    """Asks conditions from left to right, as far as needed."""
    found = w.test(e.left)
    for part in (e.right, *e.more):
        found = then_test(w, found, part, every=isinstance(e, m.ops.And))
    return found


def then_test(w: Writer, first: ir.Expr, part: m.Expr, *, every: bool) -> ir.Expr:
    """Asks another condition if the first leaves it open; both at once where that is short and always has an answer."""
    if isinstance(first, ir.Const):
        return first if bool(first.value) is not every else w.test(part)
    found, statements = w.apart(lambda: w.test(part))
    if not statements and isinstance(found, ir.Const):
        return (found if not found.value else first) if every else (found if found.value else first)
    short = not statements and size(found) <= _SHORT and harmless(found)
    if short and w.lowering.takes(Special.BOTH_AT_ONCE):
        return x.and_(first, found) if every else x.or_(first, found)
    result = w.code.variable(first, "holds")
    with w.code.if_(result if every else x.not_(result)):
        w.put(statements)
        w.code.set(result, found)
    return result

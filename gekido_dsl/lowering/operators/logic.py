"""Operators that reckon and compare numbers, and combine conditions."""

from gekido_dsl.lowering.game.ranges import bounds
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.lifting.board_lookups import number_of
from gekido_dsl.lowering.sets.safe import harmless, size
from gekido_dsl.lowering.writing.amounts import reckon
from gekido_dsl.lowering.writing.registry import operator
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import LEAST, MOST
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

_SHORT = 24
"""So many nodes of an expression are worked out as quickly as a branch is taken."""


@operator("plus", "minus", "times")
def arithmetic(w: Writer, e: m.Expr) -> ir.Expr:
    """Reckons; a number that does not fit into 32 bits is a rule error."""
    left, right = w.fixed(e.args[0]), w.value(e.args[1])
    low, high = bounds(w.layout, e)
    return reckon(w, e.op, left, right, e.span, may_leave=low < LEAST or high > MOST)


@operator("is")
def same(w: Writer, e: m.Expr) -> ir.Expr:
    """Compares two values."""
    left = _counted(w, e) or w.value(e.args[0])
    if e.args[1].op != "const":
        left = w.code.let(left)
    return x.eq(left, w.value(e.args[1]))


@operator("at_least", "at_most", "more", "less")
def compare(w: Writer, e: m.Expr) -> ir.Expr:
    """Compares two numbers."""
    run = {"at_least": x.ge, "at_most": x.le, "more": x.gt, "less": x.lt}[e.op]
    left = _counted(w, e) or w.value(e.args[0])
    if e.args[1].op != "const":
        left = w.code.let(left)
    return run(left, w.value(e.args[1]))


def _counted(w: Writer, e: m.Expr) -> ir.Expr | None:
    """Of a number of things that is compared with a known number, counts only as many as it takes."""
    left, right = e.args
    if left.op != "count" or right.op != "const" or right.value < 0:
        return None
    return number_of(w, left, right.value)


@operator("not")
def opposite(w: Writer, e: m.Expr) -> ir.Expr:
    """The opposite of a condition."""
    return x.not_(w.test(e.args[0]))


@operator("and", "or")
def combine(w: Writer, e: m.Expr) -> ir.Expr:
    """Asks conditions from left to right, as far as needed."""
    found = w.test(e.args[0])
    for part in e.args[1:]:
        found = then_test(w, found, part, every=e.op == "and")
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

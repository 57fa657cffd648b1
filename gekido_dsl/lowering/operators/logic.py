"""Operators that reckon and compare numbers, and combine conditions."""

from gekido_dsl.lowering.ranges import bounds
from gekido_dsl.lowering.registry import operator
from gekido_dsl.lowering.sets import Set
from gekido_dsl.lowering.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import LEAST, MOST
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir
from gekido_dsl.source import Span

TOO_LARGE = "this number has become too large: numbers go to 2,147,483,647"
_SHORT = 24
"""So many nodes of an expression are worked out as quickly as a branch is taken."""


@operator("plus", "minus", "times")
def arithmetic(w: Writer, e: m.Expr) -> ir.Expr:
    """Reckons; a number that does not fit into 32 bits is a rule error."""
    left, right = w.fixed(e.args[0]), w.value(e.args[1])
    low, high = bounds(w.layout, e)
    return reckon(w, e.op, left, right, e.span, may_leave=low < LEAST or high > MOST)


def reckon(
    w: Writer, op: str, left: ir.Expr, right: ir.Expr, span: Span, *, may_leave: bool = True
) -> ir.Expr:
    """Reckons with two numbers, in 64 bits where the result may not fit into 32."""
    run = {"plus": x.add, "minus": x.sub, "times": x.mul}[op]
    if not may_leave:
        return run(left, right)
    wide = w.code.let(run(x.extend(left), x.extend(right)), "wide")
    found = w.code.let(x.wrap(wide))
    with w.code.if_(x.ne(wide, x.extend(found))):
        w.error(TOO_LARGE, span)
    return found


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
    from gekido_dsl.lowering.operators.sets import number_of

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
    if not statements and _size(found) <= _SHORT and harmless(found):
        return x.and_(first, found) if every else x.or_(first, found)
    result = w.code.variable(first, "holds")
    with w.code.if_(result if every else x.not_(result)):
        w.put(statements)
        w.code.set(result, found)
    return result


def _size(e: ir.Expr) -> int:
    match e:
        case ir.Load():
            return 1 + _size(e.index)
        case ir.Unary():
            return 1 + _size(e.value)
        case ir.Binary():
            return 1 + _size(e.left) + _size(e.right)
        case ir.Select():
            return 1 + _size(e.condition) + _size(e.yes) + _size(e.no)
        case ir.Ask():
            return 1000
        case _:
            return 1


def harmless(e: ir.Expr) -> bool:
    """Tells whether an expression may be worked out where it is not asked for: it cannot fail or read outside.

    A place in an array is safe to read where it is known, or a local: what locals hold that are read alone lies inside
    or is none.
    """
    match e:
        case ir.Load(index=ir.Const() | ir.Local()):
            return True
        case ir.Load(index=ir.Load()):
            return harmless(e.index)
        case ir.Load():
            return False
        case ir.Unary():
            return harmless(e.value)
        case ir.Binary(op="div" | "rem" | "div_u" | "rem_u"):
            return False
        case ir.Binary():
            return harmless(e.left) and harmless(e.right)
        case ir.Select():
            return harmless(e.condition) and harmless(e.yes) and harmless(e.no)
        case ir.Ask():
            return False
        case _:
            return True


def as_number(w: Writer, found: "ir.Expr | Set") -> ir.Expr:
    """Gives a number; of several, how many."""
    return found.count(w) if isinstance(found, Set) else found

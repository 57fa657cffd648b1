"""Reckoning, and the lines of an amount in the order of their layers."""

from gekido_dsl.lowering.sets.sets import Set
from gekido_dsl.lowering.writing.writer import Held, Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import LEAST
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir
from gekido_dsl.source import Span

TOO_LARGE = "this number has become too large: numbers go to 2,147,483,647"


def reckon(
    w: Writer, op: type[m.Expr], left: ir.Expr, right: ir.Expr, span: Span, *, may_leave: bool = True
) -> ir.Expr:
    """Reckons with two numbers, in 64 bits where the result may not fit into 32."""
    run = {m.ops.Plus: x.add, m.ops.Minus: x.sub, m.ops.Times: x.mul}[op]
    if not may_leave:
        return run(left, right)
    wide = w.code.let(run(x.extend(left), x.extend(right)), "wide")
    found = w.code.let(x.wrap(wide))
    with w.code.if_(x.ne(wide, x.extend(found))):
        w.error(TOO_LARGE, span)
    return found


def as_number(w: Writer, found: Held) -> ir.Expr:
    """Gives a number; of several, how many."""
    return found.count(w) if isinstance(found, Set) else found


def pipeline(w: Writer, lines: tuple[m.AmountLine, ...]) -> ir.Expr:
    """Runs the lines of an amount in the order of their layers; what is known of it beforehand is worked out."""
    code = w.code
    layered = sorted(lines, key=lambda line: m.LAYERS[line.operator])
    total: ir.Expr = x.constant(0)
    for line in layered:
        condition = w.test(line.condition) if line.condition is not None else x.constant(1)
        if isinstance(condition, ir.Const):
            total = _line(w, line, total) if condition.value else total
            continue
        changed = code.variable(total, "total")
        with code.if_(condition):
            code.set(changed, _line(w, line, changed))
        total = changed
    return total


def _line(w: Writer, line: m.AmountLine, total: ir.Expr) -> ir.Expr:
    """Gives what a line makes of what the lines before it gave."""
    code = w.code
    value = code.let(as_number(w, w.lower(line.operand)))
    match line.operator:
        case "start" | "set":
            return value
        case "add":
            return code.let(reckon(w, m.ops.Plus, total, value, line.span))
        case "subtract":
            return code.let(reckon(w, m.ops.Minus, total, value, line.span))
        case "multiply":
            return code.let(reckon(w, m.ops.Times, total, value, line.span))
        case "divide":
            return _divide(w, line, total, value)
        case "floor":
            return code.let(x.select(x.gt(value, total), value, total))
        case "cap":
            return code.let(x.select(x.lt(value, total), value, total))


def _divide(w: Writer, line: m.AmountLine, total: ir.Expr, value: ir.Expr) -> ir.Expr:
    """Divides what an amount has come to."""
    return divide(w, total, value, line.span, up=line.rounding == "up")


def divide(w: Writer, total: ir.Expr, value: ir.Expr, span: Span, *, up: bool) -> ir.Expr:
    """Divides toward less than anything, or toward more."""
    code = w.code
    _checked(w, total, value, span, may_leave=True)
    quotient, left = code.let(x.div(total, value)), code.let(x.rem(total, value))
    uneven = x.ne(left, 0)
    negative = x.lt(x.xor(left, value), 0)
    if up:
        return code.let(x.add(quotient, x.and_(uneven, x.not_(negative))))
    return code.let(x.sub(quotient, x.and_(uneven, negative)))


def remainder(w: Writer, total: ir.Expr, value: ir.Expr, span: Span) -> ir.Expr:
    """Gives what a division leaves that is rounded toward less; of one by -1, nothing, however small the number."""
    code = w.code
    _checked(w, total, value, span, may_leave=False)
    if not isinstance(value, ir.Const) or value.value == -1:
        value = code.let(x.select(x.eq(value, -1), x.constant(1), value))
    left = code.let(x.rem(total, value))
    unlike = x.and_(x.ne(left, 0), x.lt(x.xor(left, value), 0))
    return code.let(x.select(unlike, x.add(left, value), left))


def _checked(w: Writer, total: ir.Expr, value: ir.Expr, span: Span, *, may_leave: bool) -> None:
    """Makes a rule error of a division by 0, and of the one whose quotient is too large."""
    code = w.code
    with code.if_(x.not_(value)):
        w.error("this divides by 0", span)
    if may_leave and (not isinstance(value, ir.Const) or value.value == -1):
        with code.if_(x.and_(x.eq(value, -1), x.eq(total, LEAST))):
            w.error(TOO_LARGE, span)

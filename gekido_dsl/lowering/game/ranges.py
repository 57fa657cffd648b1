"""Between which numbers the value of an expression lies, as far as its type and what it is made of say."""

from gekido_dsl.ground.layout import Layout
from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.operator import Range
from gekido_dsl.model.types import LEAST, MOST, IntType, SetType

Bounds = tuple[int, int]


def bounds(layout: Layout, e: m.Expr, within: tuple[m.Amount, ...] = ()) -> Bounds:
    """Gives the least and the greatest value; what cannot be told is the whole range of numbers.

    Args:
        within: the amounts that the expression is part of.
    """
    match e.record.range:
        case Range.CONSTANT:
            return e.value, e.value
        case Range.ARITHMETIC:
            return _reckoned(type(e), bounds(layout, e.args[0], within), bounds(layout, e.args[1], within))
        case Range.HOW_MANY:
            return 0, max(2 * layout.count, 1 << 16)
        case Range.TURNS:
            return 0, 1 << 30
        case Range.AMOUNT if not e.ref.exceptions and e.ref not in within:
            return _of_lines(layout, e.ref, (*within, e.ref))
        case Range.AMOUNT | Range.TYPE | Range.TOTAL | Range.FACT | Range.PROPERTY:
            if isinstance(e.type, IntType) and e.type.low is not None and e.type.high is not None:
                return min(e.type.low, -1), e.type.high
            return LEAST, MOST


def _reckoned(op: type[m.Expr], left: Bounds, right: Bounds) -> Bounds:
    if op is m.ops.Plus:
        return left[0] + right[0], left[1] + right[1]
    if op is m.ops.Minus:
        return left[0] - right[1], left[1] - right[0]
    if op is m.ops.Smaller:
        return min(left[0], right[0]), min(left[1], right[1])
    if op is m.ops.Larger:
        return max(left[0], right[0]), max(left[1], right[1])
    if op is m.ops.Remainder:
        return min(0, right[0] + 1), max(0, right[1] - 1)
    if op is not m.ops.Times:
        if right[0] < 1:
            return LEAST, MOST
        return min(left[0] // one for one in right), max(-(-left[1] // one) for one in right)
    every = [a * b for a in left for b in right]
    return min(every), max(every)


def _of_lines(layout: Layout, amount: m.Amount, within: tuple[m.Amount, ...]) -> Bounds:
    """Follows the lines of an amount in the order of their layers."""
    low, high = 0, 0
    for line in sorted(amount.lines, key=lambda line: m.LAYERS[line.operator]):
        if isinstance(line.operand.type, SetType):
            return LEAST, MOST
        least, most = bounds(layout, line.operand, within)
        match line.operator:
            case "start" | "set":
                now = least, most
            case "add":
                now = _reckoned(m.ops.Plus, (low, high), (least, most))
            case "subtract":
                now = _reckoned(m.ops.Minus, (low, high), (least, most))
            case "multiply":
                now = _reckoned(m.ops.Times, (low, high), (least, most))
            case "floor":
                now = max(low, least), max(high, most)
            case "cap":
                now = min(low, least), min(high, most)
            case _:
                return LEAST, MOST
        if line.condition is not None:
            now = min(low, now[0]), max(high, now[1])
        low, high = max(now[0], LEAST), min(now[1], MOST)
    return low, high

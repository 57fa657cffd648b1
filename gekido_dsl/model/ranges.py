"""Ranges of numbers, and what arithmetic makes of them.

Invariants:
    A range is never too narrow; None stands for an end that cannot be told.
    An end that no match can reach, since numbers have 32 bits in it, cannot be told.
"""

from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.operator import Range as Told
from gekido_dsl.model.types import LEAST, MOST, NONE, BoolType, EnumType, IntType, Type, item

Range = tuple[int | None, int | None]
"""The least and the greatest value."""

EVERYTHING: Range = (None, None)


def declared(written: Type) -> Range:
    """Gives the range that a type declares."""
    kind = item(written)
    if isinstance(kind, IntType):
        return kind.low, kind.high
    if isinstance(kind, BoolType):
        return 0, 1
    if isinstance(kind, EnumType):
        return NONE, len(kind.enum.members) - 1
    return EVERYTHING


def hull(one: Range, other: Range) -> Range:
    """Gives the least range that holds both."""
    low = None if one[0] is None or other[0] is None else min(one[0], other[0])
    high = None if one[1] is None or other[1] is None else max(one[1], other[1])
    return low, high


def meet(one: Range, other: Range) -> Range:
    """Gives what two ranges have in common."""
    low = one[0] if other[0] is None else other[0] if one[0] is None else max(one[0], other[0])
    high = one[1] if other[1] is None else other[1] if one[1] is None else min(one[1], other[1])
    return low, high


def held(low: int | None, high: int | None) -> Range:
    """Gives a range without the ends that no match can reach, so that no range grows without end."""
    return (
        None if low is None or low < LEAST else min(low, MOST),
        None if high is None or high > MOST else max(high, LEAST),
    )


def arithmetic(op: str, left: Range, right: Range) -> Range:
    """Gives the range of what is reckoned of two numbers; beyond 32 bits there are no numbers."""
    match op:
        case "smaller" | "larger":
            return _of_two(op, left, right)
        case "remainder":
            if right[0] is None or right[0] < 1:
                return EVERYTHING
            return 0, None if right[1] is None else right[1] - 1
        case "divided_up" | "divided_down":
            if left[0] is None or left[1] is None or right[0] is None or right[0] < 1:
                return EVERYTHING
            by = (right[0], MOST if right[1] is None else right[1])
            up = op == "divided_up"
            lows, highs = ([-(-end // one) if up else end // one for one in by] for end in (left[0], left[1]))
            return min(lows), max(highs)
    if op == "minus":
        right = (None if right[1] is None else -right[1], None if right[0] is None else -right[0])
        op = "plus"
    if op == "plus":
        low = None if left[0] is None or right[0] is None else left[0] + right[0]
        high = None if left[1] is None or right[1] is None else left[1] + right[1]
        return held(low, high)
    if None in left or None in right:
        return EVERYTHING
    every = [a * b for a in left for b in right if a is not None and b is not None]
    return held(min(every), max(every))


def _of_two(which: str, left: Range, right: Range) -> Range:
    """Gives the range of the smaller or larger of two numbers."""
    low, high = ([one for one in both if one is not None] for both in zip(left, right, strict=True))
    if which == "smaller":
        return (min(low) if len(low) == 2 else None), min(high, default=None)
    return max(low, default=None), (max(high) if len(high) == 2 else None)


def written(expr: m.Expr) -> Range:
    """Gives the range of a sum as far as the types of its parts tell it."""
    match expr.record.range:
        case Told.CONSTANT:
            return expr.value, expr.value
        case Told.ARITHMETIC:
            left, right = (written(arg) for arg in expr.args)
            return arithmetic(expr.op, left, right)
        case _:
            return declared(expr.type)


def after_line(line: m.AmountLine, now: Range, operand: Range) -> Range:
    """Gives the range of an amount after one of its lines."""
    match line.operator:
        case "start" | "set":
            return operand
        case "add":
            return arithmetic("plus", now, operand)
        case "subtract":
            return arithmetic("minus", now, operand)
        case "multiply":
            return arithmetic("times", now, operand)
        case "divide":
            if None in now or operand[0] is None or operand[0] < 1:
                return EVERYTHING
            values = [a // operand[0] for a in now if a is not None] + [
                -(-a // operand[0]) for a in now if a is not None
            ]
            return min([*values, 0]), max([*values, 0])
        case "floor":
            low = operand[0]
            return (
                now[0] if low is None else low if now[0] is None else max(now[0], low),
                None if now[1] is None or operand[1] is None else max(now[1], operand[1]),
            )
        case _:
            high = operand[1]
            return (
                None if now[0] is None or operand[0] is None else min(now[0], operand[0]),
                now[1] if high is None else high if now[1] is None else min(now[1], high),
            )

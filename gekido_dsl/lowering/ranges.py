"""Between which numbers the value of an expression lies, as far as its type and what it is made of say."""

from gekido_dsl.ground.layout import Layout
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import LEAST, MOST, IntType

Bounds = tuple[int, int]


def bounds(layout: Layout, e: m.Expr) -> Bounds:
    """Gives the least and the greatest value; what cannot be told is the whole range of numbers."""
    match e.op:
        case "const":
            return e.value, e.value
        case "plus" | "minus" | "times":
            return _reckoned(e.op, bounds(layout, e.args[0]), bounds(layout, e.args[1]))
        case "count":
            return 0, max(2 * layout.count, 1 << 16)
        case "round" | "turn":
            return 0, 1 << 30
    if isinstance(e.type, IntType) and e.type.low is not None and e.type.high is not None:
        return min(e.type.low, -1), e.type.high
    return LEAST, MOST


def _reckoned(op: str, left: Bounds, right: Bounds) -> Bounds:
    if op == "plus":
        return left[0] + right[0], left[1] + right[1]
    if op == "minus":
        return left[0] - right[1], left[1] - right[0]
    every = [a * b for a in left for b in right]
    return min(every), max(every)

"""Which numbers are never negative: their arrays can be read without looking at the guard.

An addition that leaves 32 bits is not thought of: whoever makes one reads outside the memory, and is stopped there.
"""

from collections.abc import Iterable

from gekido_dsl.program import nodes as ir
from gekido_dsl.program.flows import Place, flows
from gekido_dsl.program.nodes import Array, Expr, Function


class Signs:
    """What is known of a whole program. Begins by believing everything, and gives up what is not so."""

    def __init__(self, functions: Iterable[Function], exported: Iterable[Function]) -> None:
        self._negative: set[Place] = set()
        for function in exported:
            self._negative.update(function.parameters)
        found = flows(functions)
        self._flows = found.values
        self._negative.update(found.unknown)
        changed = True
        while changed:
            changed = False
            left: list[tuple[Place, Expr]] = []
            for place, value in self._flows:
                if place in self._negative:
                    continue
                if self.natural(value):
                    left.append((place, value))
                else:
                    self._negative.add(place)
                    changed = True
            self._flows = left

    def natural(self, value: Expr) -> bool:
        """Whether an expression is never negative."""
        match value:
            case ir.Const(value=number):
                return number >= 0
            case ir.Local():
                return value not in self._negative
            case ir.Load(array=array, index=index):
                return self._holds_natural(array) and (array.guard >= 0 or self.natural(index))
            case ir.Unary(op="wrap", value=inner):
                match inner:
                    case ir.Unary(op="popcount" | "ctz" | "clz"):
                        return True
                    case ir.Binary(op="and", right=ir.Const(value=number)):
                        return 0 <= number < 1 << 31
                    case ir.Binary(op="shr_u", left=ir.Binary(op="mul"), right=ir.Const(value=32)):
                        return True  # a draw below a number of 31 bits
                return False
            case ir.Unary(op="extend", value=inner):
                return self.natural(inner)
            case ir.Unary():
                return True
            case ir.Binary(op=op, left=left, right=right):
                if op in ir.COMPARISONS:
                    return True
                if op == "and":
                    return self.natural(left) or self.natural(right)
                if op in ("add", "mul", "or", "xor", "div"):
                    return self.natural(left) and self.natural(right)
                if op == "shr_u" and isinstance(right, ir.Const) and right.value > 0:
                    return True
                if op in ("rem", "shr", "shr_u", "shl", "div_u"):
                    return self.natural(left)
                if op == "rem_u":
                    return isinstance(right, ir.Const) and right.value > 0
                return False
            case ir.Select(yes=yes, no=no):
                return self.natural(yes) and self.natural(no)
            case ir.Ask(function=function):
                return function not in self._negative
        return False

    def _holds_natural(self, array: Array) -> bool:
        if array in self._negative:
            return False
        if array.kind == "control" or array.fill < 0 or any(number < 0 for number in array.contents):
            self._negative.add(array)
            return False
        return True

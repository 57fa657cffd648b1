"""Expressions are made here, and folded while they are made: what can be known is known at once.

A plain number stands for a constant of the type that is wanted beside it.
"""

from gekido_dsl.program.folding import BINARY, UNARY
from gekido_dsl.program.nodes import (
    COMPARISONS,
    Array,
    Ask,
    Binary,
    BinaryOp,
    Const,
    Expr,
    Function,
    Load,
    Select,
    Type,
    Unary,
    UnaryOp,
)

Value = Expr | int
"""An expression or a plain number."""

BITS: dict[Type, int] = {"i32": 32, "i64": 64}


def constant(value: Value, type: Type = "i32") -> Expr:
    """Gives the constant for a number; an expression stays as it is."""
    return Const(signed(int(value), type), type) if isinstance(value, int) else value


def signed(value: int, type: Type) -> int:
    """Gives the number that is left of a number in a word."""
    bits = BITS[type]
    return ((value + (1 << (bits - 1))) & ((1 << bits) - 1)) - (1 << (bits - 1))


def load(array: Array, index: Value = 0) -> Expr:
    """`array[index]`; of a table at a known place, the number itself."""
    index = constant(index)
    if array.kind == "table" and isinstance(index, Const) and reaches(array, index.value):
        return Const(entry(array, index.value), array.type)
    return Load(array, index)


def reaches(array: Array, index: int) -> bool:
    """Tells whether an array has a place; none is named beyond its end but where nothing ever comes."""
    return -1 <= index < array.length


def entry(array: Array, index: int) -> int:
    """Gives what an array holds at the start."""
    if index == -1:
        return array.guard
    if not 0 <= index < array.length:
        raise IndexError(f"{array.name}[{index}] of {array.length}")
    return array.contents[index] if index < len(array.contents) else array.fill


def ask(function: Function, *arguments: Value) -> Expr:
    """The result of a function that changes nothing."""
    types = (parameter.type for parameter in function.parameters)
    return Ask(function, tuple(constant(value, type) for value, type in zip(arguments, types, strict=True)))


# ---------------------------------------------------------------- one operand


def popcount(value: Value, type: Type = "i64") -> Expr:
    """How many bits are set; as 32 bits, whatever the operand has."""
    operand = constant(value, type)
    return wrap(unary("popcount", operand, operand.type))


def lowest(value: Value, type: Type = "i64") -> Expr:
    """The number of the lowest bit that is set, as 32 bits; of 0 as many as there are bits."""
    operand = constant(value, type)
    return wrap(unary("ctz", operand, operand.type))


def highest(value: Value, type: Type = "i64") -> Expr:
    """The number of the highest bit that is set, as 32 bits; of 0 it is -1."""
    operand = constant(value, type)
    return sub(BITS[operand.type] - 1, wrap(unary("clz", operand, operand.type)))


def wrap(value: Value) -> Expr:
    """The low half of 64 bits; 32 bits stay as they are."""
    operand = constant(value)
    if operand.type == "i32":
        return operand
    if isinstance(operand, Unary) and operand.op in ("extend", "extend_u"):
        return operand.value
    return unary("wrap", operand, "i32")


def extend(value: Value) -> Expr:
    """64 bits from 32, with the sign."""
    operand = constant(value)
    return operand if operand.type == "i64" else unary("extend", operand, "i64")


def extend_u(value: Value) -> Expr:
    """64 bits from 32, without a sign."""
    operand = constant(value)
    return operand if operand.type == "i64" else unary("extend_u", operand, "i64")


_NEGATED: dict[BinaryOp, BinaryOp] = {
    "eq": "ne",
    "ne": "eq",
    "lt": "ge",
    "ge": "lt",
    "gt": "le",
    "le": "gt",
    "lt_u": "ge_u",
    "ge_u": "lt_u",
    "gt_u": "le_u",
    "le_u": "gt_u",
}


def not_(value: Value) -> Expr:
    """1 for 0, else 0."""
    operand = constant(value)
    match operand:
        case Binary(op=op, left=left, right=right) if op in _NEGATED:
            return Binary(_NEGATED[op], left, right, "i32")
        case Unary(op="eqz", value=inner) if is_truth(inner):
            return wrap(inner)
        case Unary(op="eqz", value=inner):
            return ne(inner, 0)
    return unary("eqz", operand, "i32")


def is_truth(value: Expr) -> bool:
    """Whether it is known to be 0 or 1."""
    match value:
        case Const(value=number):
            return number in (0, 1)
        case Binary(op=op) if op in COMPARISONS:
            return True
        case Unary(op="eqz"):
            return True
        case Binary(op="and", left=left, right=right):
            return is_truth(left) or is_truth(right)
        case Binary(op="or" | "xor", left=left, right=right):
            return is_truth(left) and is_truth(right)
        case Select(yes=yes, no=no):
            return is_truth(yes) and is_truth(no)
    return False


def truth(value: Value) -> Expr:
    """1 for everything but 0."""
    operand = constant(value)
    return wrap(operand) if is_truth(operand) else ne(operand, 0)


def unary(op: UnaryOp, operand: Expr, type: Type) -> Expr:
    """`op operand`, of which the result has a type."""
    if isinstance(operand, Const):
        return Const(signed(UNARY[op](operand.value, BITS[operand.type]), type), type)
    return Unary(op, operand, type)


# ---------------------------------------------------------------- two operands


def binary(op: BinaryOp, left: Value, right: Value) -> Expr:
    """`left op right`; a plain number takes the type of the other side."""
    if isinstance(left, int):
        type: Type = "i32" if isinstance(right, int) else right.type
    else:
        type = left.type
    one, other = constant(left, type), constant(right, type)
    if one.type != other.type:
        raise TypeError(f"{op} of {one.type} and {other.type}")
    result: Type = "i32" if op in COMPARISONS else type
    if isinstance(one, Const) and isinstance(other, Const):
        if not (op in _DIVIDING and other.value == 0):
            return Const(signed(BINARY[op](one.value, other.value, BITS[type]), result), result)
    if isinstance(one, Const) and op in _TURNED:
        op, one, other = _TURNED[op], other, one
    if isinstance(other, Const):
        short = _with_constant(op, one, other, type)
        if short is not None:
            return short
    elif one == other and op in _SAME:
        return Const(_SAME[op], result)
    elif op == "and":
        # Constants come last, so that those of several masks become one.
        for masked, rest in ((one, other), (other, one)):
            if isinstance(masked, Binary) and masked.op == "and" and isinstance(masked.right, Const):
                return binary("and", binary("and", masked.left, rest), masked.right)
    return Binary(op, one, other, result)


_DIVIDING = frozenset({"div", "rem", "div_u", "rem_u"})

_TURNED: dict[BinaryOp, BinaryOp] = {
    **{op: op for op in ("add", "mul", "and", "or", "xor", "eq", "ne")},
    "lt": "gt",
    "gt": "lt",
    "le": "ge",
    "ge": "le",
    "lt_u": "gt_u",
    "gt_u": "lt_u",
    "le_u": "ge_u",
    "ge_u": "le_u",
}

_SAME: dict[BinaryOp, int] = {
    **dict.fromkeys(("eq", "le", "ge", "le_u", "ge_u"), 1),
    **dict.fromkeys(("ne", "lt", "gt", "lt_u", "gt_u", "sub", "xor"), 0),
}


def _with_constant(op: BinaryOp, one: Expr, other: Const, type: Type) -> Expr | None:
    """Gives a shorter form of an operation with a constant at its right."""
    number = other.value
    match op:
        case "add" | "sub" | "or" | "xor" | "shl" | "shr" | "shr_u" | "rotl" | "rotr" if number == 0:
            return one
        case "mul" | "div" | "div_u" if number == 1:
            return one
        case "mul" | "and" if number == 0:
            return Const(0, type)
        case "lt_u" | "ge_u" if number == 0:
            return Const(int(op == "ge_u"))
        case "and" if number == -1:
            return one
        case "and" if number == 1 and is_truth(one):
            return one
        case "and" if isinstance(one, Binary) and one.op == "and" and isinstance(one.right, Const):
            return binary("and", one.left, one.right.value & number)
        case "and" if (inner := _inverted(one)) is not None and inner.op == "and" and inner.right == other:
            return binary("and", binary("xor", inner.left, -1), other)
        case "or" if number == -1:
            return other
        case "mul" | "div_u" if number > 1 and number & (number - 1) == 0:
            shift = number.bit_length() - 1
            return binary("shl" if op == "mul" else "shr_u", one, shift)
        case "eq" if number == 0 and type == "i32":
            return not_(one)
        case "ne" if number == 0 and is_truth(one):
            return wrap(one)
        case "sub":
            return binary("add", one, -number)
        case "add" if isinstance(one, Binary) and one.op == "add" and isinstance(one.right, Const):
            return binary("add", one.left, one.right.value + number)
        case "rem_u" if number > 0 and number & (number - 1) == 0:
            return binary("and", one, number - 1)
    return None


def _inverted(value: Expr) -> Binary | None:
    """Gives what an expression has all bits of the other way."""
    if isinstance(value, Binary) and value.op == "xor" and value.right == Const(-1, value.type):
        return value.left if isinstance(value.left, Binary) else None
    return None


def add(left: Value, right: Value) -> Expr:
    """`left + right`"""
    return binary("add", left, right)


def sub(left: Value, right: Value) -> Expr:
    """`left - right`"""
    return binary("sub", left, right)


def mul(left: Value, right: Value) -> Expr:
    """`left * right`"""
    return binary("mul", left, right)


def div(left: Value, right: Value) -> Expr:
    """`left / right`, toward zero. Dividing by 0 is not caught: ask before."""
    return binary("div", left, right)


def rem(left: Value, right: Value) -> Expr:
    """What is left of `left / right`, with the sign of `left`."""
    return binary("rem", left, right)


def and_(left: Value, right: Value) -> Expr:
    """`left & right`, bit by bit; both sides are worked out."""
    return binary("and", left, right)


def or_(left: Value, right: Value) -> Expr:
    """`left | right`, bit by bit; both sides are worked out."""
    return binary("or", left, right)


def xor(left: Value, right: Value) -> Expr:
    """`left ^ right`, bit by bit."""
    return binary("xor", left, right)


def invert(value: Value, type: Type = "i64") -> Expr:
    """All bits the other way."""
    return binary("xor", constant(value, type), -1)


def shl(left: Value, by: Value) -> Expr:
    """`left << by`; both of one type."""
    return binary("shl", left, by)


def shr(left: Value, by: Value) -> Expr:
    """`left >> by`, with the sign."""
    return binary("shr", left, by)


def shr_u(left: Value, by: Value) -> Expr:
    """`left >> by`, without a sign."""
    return binary("shr_u", left, by)


def rotl(left: Value, by: Value) -> Expr:
    """The bits moved round to the left."""
    return binary("rotl", left, by)


def lt_u(left: Value, right: Value) -> Expr:
    """1 if the left is less, both without a sign, else 0."""
    return binary("lt_u", left, right)


def rem_u(left: Value, right: Value) -> Expr:
    """What is left of `left / right`, both without a sign."""
    return binary("rem_u", left, right)


def bit(number: Value) -> Expr:
    """The set of 64 bits that holds one number, from 0 to 63."""
    return shl(constant(1, "i64"), extend_u(number))


def has_bit(bits: Value, number: Value) -> Expr:
    """1 if a set of 64 bits holds a number from 0 to 63, else 0."""
    return wrap(and_(shr_u(constant(bits, "i64"), extend_u(number)), 1))


def eq(left: Value, right: Value) -> Expr:
    """1 if both are equal, else 0."""
    return binary("eq", left, right)


def ne(left: Value, right: Value) -> Expr:
    """1 if they differ, else 0."""
    return binary("ne", left, right)


def lt(left: Value, right: Value) -> Expr:
    """1 if the left is less, else 0."""
    return binary("lt", left, right)


def le(left: Value, right: Value) -> Expr:
    """1 if the left is not greater, else 0."""
    return binary("le", left, right)


def gt(left: Value, right: Value) -> Expr:
    """1 if the left is greater, else 0."""
    return binary("gt", left, right)


def ge(left: Value, right: Value) -> Expr:
    """1 if the left is not less, else 0."""
    return binary("ge", left, right)


def within(value: Value, low: int, high: int) -> Expr:
    """1 if it is from `low` to `high`, both included, else 0."""
    return binary("lt_u", sub(value, low), high - low + 1)


def select(condition: Value, yes: Value, no: Value) -> Expr:
    """`yes if condition else no`; both sides are worked out."""
    asked = constant(condition)
    type: Type = no.type if not isinstance(no, int) else "i32" if isinstance(yes, int) else yes.type
    one, other = constant(yes, type), constant(no, type)
    if isinstance(asked, Const):
        return one if asked.value else other
    if one == other:
        return one
    if isinstance(one, Const) and isinstance(other, Const) and type == "i32":
        if (one.value, other.value) == (1, 0):
            return truth(asked)
        if (one.value, other.value) == (0, 1):
            return not_(asked)
    if isinstance(asked, Unary) and asked.op == "eqz":
        return Select(asked.value, other, one) if asked.value.type == "i32" else Select(asked, one, other)
    return Select(asked, one, other)

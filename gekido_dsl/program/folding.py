"""What operators give for numbers that are known; the arithmetic of the machine, on Python's numbers.

A result may be larger than its type: who asks wraps it. Each function is given its operands, and how many bits they
have.
"""

from collections.abc import Callable
from typing import Final

from gekido_dsl.program.nodes import BinaryOp, UnaryOp


def _unsigned(value: int, bits: int) -> int:
    return value & ((1 << bits) - 1)


def _ctz(value: int, bits: int) -> int:
    return bits if value == 0 else (value & -value).bit_length() - 1


UNARY: Final[dict[UnaryOp, Callable[[int, int], int]]] = {
    "eqz": lambda value, _: int(value == 0),
    "popcount": lambda value, bits: _unsigned(value, bits).bit_count(),
    "ctz": _ctz,
    "clz": lambda value, bits: bits - _unsigned(value, bits).bit_length(),
    "wrap": lambda value, _: value,
    "extend": lambda value, _: value,
    "extend_u": lambda value, _: _unsigned(value, 32),
}


def _toward_zero(left: int, right: int) -> int:
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


BINARY: Final[dict[BinaryOp, Callable[[int, int, int], int]]] = {
    "add": lambda a, b, _: a + b,
    "sub": lambda a, b, _: a - b,
    "mul": lambda a, b, _: a * b,
    "div": lambda a, b, _: _toward_zero(a, b),
    "rem": lambda a, b, _: a - b * _toward_zero(a, b),
    "div_u": lambda a, b, bits: _unsigned(a, bits) // _unsigned(b, bits),
    "rem_u": lambda a, b, bits: _unsigned(a, bits) % _unsigned(b, bits),
    "and": lambda a, b, _: a & b,
    "or": lambda a, b, _: a | b,
    "xor": lambda a, b, _: a ^ b,
    "shl": lambda a, b, bits: a << (b % bits),
    "shr": lambda a, b, bits: a >> (b % bits),
    "shr_u": lambda a, b, bits: _unsigned(a, bits) >> (b % bits),
    "rotl": lambda a, b, bits: _rotated(a, b % bits, bits),
    "rotr": lambda a, b, bits: _rotated(a, -b % bits, bits),
    "eq": lambda a, b, _: int(a == b),
    "ne": lambda a, b, _: int(a != b),
    "lt": lambda a, b, _: int(a < b),
    "le": lambda a, b, _: int(a <= b),
    "gt": lambda a, b, _: int(a > b),
    "ge": lambda a, b, _: int(a >= b),
    "lt_u": lambda a, b, bits: int(_unsigned(a, bits) < _unsigned(b, bits)),
    "le_u": lambda a, b, bits: int(_unsigned(a, bits) <= _unsigned(b, bits)),
    "gt_u": lambda a, b, bits: int(_unsigned(a, bits) > _unsigned(b, bits)),
    "ge_u": lambda a, b, bits: int(_unsigned(a, bits) >= _unsigned(b, bits)),
}


def _rotated(value: int, by: int, bits: int) -> int:
    word = _unsigned(value, bits)
    return (word << by) | (word >> (bits - by)) if by else word

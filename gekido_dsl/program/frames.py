"""Where the lists of functions lie.

A function that cannot be called again while it runs has its lists at a fixed place, which it shares with functions that
never run at the same time. The others take theirs from a stack, call by call.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl.program import walk
from gekido_dsl.program.addresses import step
from gekido_dsl.program.nodes import Array, Function

_DEPTH: Final = 200
"""So many times the largest function that calls itself may run in itself, as in the interpreter, if there is room."""
_MOST: Final = 1 << 25
"""Bytes that are taken for that."""


@dataclass(frozen=True, slots=True)
class Frames:
    """Lists in one area, in bytes from its beginning."""

    offsets: dict[Array, int]
    """Of a function that moves, from its frame on."""
    sizes: dict[Function, int]
    moving: set[Function]
    """Functions whose frames lie where the stack is when they are called."""
    limit: int
    """How far the stack goes; the fixed places lie behind."""
    size: int


def place_frames(functions: Sequence[Function], stack: int) -> Frames:
    """Gives the lists of functions their places."""
    groups, moving = walk.circles(functions)
    moving = {function for function in moving if function.frame}
    offsets: dict[Array, int] = {}
    sizes: dict[Function, int] = {}
    for function in functions:
        end = 0
        for array in function.frame:
            offsets[array] = end
            end += -(-array.length * step(array) // 8) * 8
        sizes[function] = end
    largest = max((sizes[function] for function in moving), default=0)
    limit = max(stack, min(_DEPTH * largest, _MOST), largest) if moving else 0
    begins = dict.fromkeys(functions, limit)
    end = limit
    for group in groups:
        begin = max(begins[function] for function in group)
        for function in group:
            after = begin
            if function not in moving:
                for array in function.frame:
                    offsets[array] += begin
                after += sizes[function]
            end = max(end, after)
            for called in walk.callees(function):
                begins[called] = max(begins[called], after)
    return Frames(offsets, sizes, moving, limit, max(end, 8))

"""A number for a position: the same for the same position, and hardly ever for two that differ.

Each thing has one of its own, of where it is, whose, of which row, and its facts; they are added up, so that it does
not matter which of two that are alike is where.
"""

from collections.abc import Iterable
from typing import Final

MASK: Final = (1 << 64) - 1
FACTOR: Final = 0x9E3779B97F4A7C15
"""Odd, and without a pattern in its bits."""
START: Final = 0x2545F4914F6CDD1D
SHIFT: Final = 32
LAST: Final = 29
CELLS: Final = 2
"""How many cells a position is kept in."""


def mixed(number: int, value: int) -> int:
    """Mixes a value into a number of 64 bits."""
    number = ((number ^ (value & MASK)) * FACTOR) & MASK
    return number ^ (number >> SHIFT)


def of_thing(values: Iterable[int]) -> int:
    """Gives the number of a thing."""
    number = START
    for value in values:
        number = mixed(number, value)
    number = (number * FACTOR) & MASK
    return number ^ (number >> LAST)


def halves(number: int) -> tuple[int, int]:
    """Gives the two cells that keep a number."""
    low, high = number & 0xFFFFFFFF, number >> 32
    return low - (1 << 32) if low >> 31 else low, high - (1 << 32) if high >> 31 else high

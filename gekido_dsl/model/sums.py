"""Sums that some of several numbers have."""

from collections.abc import Iterable
from typing import Final

MOST: Final = 1000
"""Up to where sums are looked for."""
BEYOND: Final = "this sum is too large to look for: some things add up to 1,000 at most"


def adds_up(numbers: Iterable[int], goal: int) -> bool:
    """Tells whether some of the numbers have just this sum; those below 1 are left out.

    Each bit is a sum that some of the numbers so far have.
    """
    reached = 1
    for number in numbers:
        if 0 < number <= goal:
            reached |= reached << number
    return goal >= 0 and bool(reached >> goal & 1)

"""Counts and sums become intervals that hold the true value with a confidence of 95 %.

Units:
    Shares from 0 to 1; means in the unit of what was measured.

Source:
    E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", 1927.
    R. G. Newcombe, "Interval Estimation for the Difference between Independent Proportions", 1998 (method 10).
"""

import math
from typing import Final

Z: Final = 1.959963984540054
"""How many standard deviations hold 95 % of a normal distribution."""

Interval = tuple[float, float]


def wilson(count: int, of: int, z: float = Z) -> Interval:
    """Gives the Wilson interval of a share; everything from 0 to 1 when nothing was counted.

    Args:
        z: how many standard deviations; that of 95 % if it is left out.
    """
    if of == 0:
        return 0.0, 1.0
    share = count / of
    weight = 1 + z**2 / of
    centre = (share + z**2 / (2 * of)) / weight
    half = z / weight * math.sqrt(share * (1 - share) / of + z**2 / (4 * of**2))
    return max(0.0, centre - half) if count else 0.0, min(1.0, centre + half) if count < of else 1.0


def difference(count: int, of: int, other: int, of_other: int, z: float = Z) -> Interval:
    """Gives the interval of one share less another, of things counted apart; from -1 to 1 when one was not counted."""
    if not of or not of_other:
        return -1.0, 1.0
    share, low, high = count / of, *wilson(count, of, z)
    less, low_less, high_less = other / of_other, *wilson(other, of_other, z)
    middle = share - less
    below = math.hypot(share - low, high_less - less)
    above = math.hypot(high - share, less - low_less)
    return max(-1.0, middle - below), min(1.0, middle + above)


def mean(count: int, average: float, deviation: float, z: float = Z) -> Interval:
    """Gives the interval of a mean, by the standard deviation of the sample; the mean itself of fewer than two."""
    if count < 2:
        return average, average
    half = z * deviation / math.sqrt(count)
    return average - half, average + half

"""Where the spaces of a map are drawn that has no places of its own: as far apart as the ways between them are many.

Stress majorization (Gansner, Koren and North, "Graph Drawing by Stress Majorization", 2004), begun by how far spaces
are from a few of them. The layouts of networkx need numpy and scipy; pages of a browser have neither.

Invariants:
    The same map is always laid out alike: there is no chance in it, and all sums have one order.
"""

from collections import deque
from math import cos, hypot, pi, sin
from typing import Final

from gekido_dsl.model.types import NONE

_MOST_STEPS: Final = 1_500_000
"""Pairs of spaces that are looked at, in all rounds together."""
_ROUNDS: Final = 150


def laid_out(number: int, ends: tuple[tuple[int, int], ...]) -> list[tuple[float, float]]:
    """Gives a spot for each of so many spaces that ways join."""
    near: list[list[int]] = [[] for _ in range(number)]
    for start, end in ends:
        near[start].append(end)
        near[end].append(start)
    apart = [_ways_apart(near, spot) for spot in range(number)]
    at = _begun(apart) if number else []
    for _ in range(min(_ROUNDS, 1 + _MOST_STEPS // max(1, number * number))):
        for spot in range(number):
            at[spot] = _pulled(spot, at, apart[spot])
    return [(round(x, 4), round(y, 4)) for x, y in at]


def _begun(apart: list[list[int]]) -> list[tuple[float, float]]:
    """Lays spaces along the line between two that are far from one another, and across it by two more."""
    number = len(apart)
    first = max(range(number), key=lambda spot: (apart[0][spot], -spot))
    last = max(range(number), key=lambda spot: (apart[first][spot], -spot))
    across = [(apart[first][spot] - apart[last][spot]) / 2 for spot in range(number)]
    off = max(range(number), key=lambda spot: (apart[first][spot] - 2 * abs(across[spot]), -spot))
    other = max(range(number), key=lambda spot: (apart[off][spot] - 2 * abs(across[spot]), -spot))
    down = [(apart[off][spot] - apart[other][spot]) / 2 for spot in range(number)]
    # No two begin at one spot.
    return [
        (across[spot] + cos(2 * pi * spot / number) / 10, down[spot] + sin(2 * pi * spot / number) / 10)
        for spot in range(number)
    ]


def _pulled(spot: int, at: list[tuple[float, float]], apart: list[int]) -> tuple[float, float]:
    """Gives where a space lies best while all others stay: the nearer ones count for more."""
    here_x, here_y = at[spot]
    sum_x = sum_y = total = 0.0
    for other, (x, y) in enumerate(at):
        wanted = apart[other]
        if other == spot:
            continue
        if wanted == NONE:
            wanted = len(at)  # nothing joins them
        across, down = here_x - x, here_y - y
        found = hypot(across, down) or 1.0
        weight = 1.0 / (wanted * wanted)
        sum_x += weight * (x + wanted * across / found)
        sum_y += weight * (y + wanted * down / found)
        total += weight
    return (sum_x / total, sum_y / total) if total else (here_x, here_y)


def _ways_apart(near: list[list[int]], origin: int) -> list[int]:
    """Counts the ways from a space to each; `NONE` where none lead."""
    found = [NONE] * len(near)
    found[origin] = 0
    waiting = deque((origin,))
    while waiting:
        spot = waiting.popleft()
        for other in near[spot]:
            if found[other] == NONE:
                found[other] = found[spot] + 1
                waiting.append(other)
    return found

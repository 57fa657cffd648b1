"""Pairs of games become verdicts: what is different in B, what is not, and what is not settled.

All intervals of a comparison hold together with its confidence, however often they are looked at (`sequences`).

Units:
    A difference is that of B less A: of shares in games of 100, of lengths in what is counted.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from gekido_dsl.insight import sequences
from gekido_dsl.insight.pairs import (
    DECISIONS,
    DRAWS,
    END,
    JOINT,
    LENGTH,
    TURNS,
    UNFINISHED,
    WINS,
    Measure,
    Moments,
    Pairs,
)

_FIRST: Final = 100
"""How many pairs come before anything is judged."""
_GROWTH: Final = 1.25


class Verdict(Enum):
    """What is known of a difference."""

    CHANGED = "changed"
    """It is above 0, or below."""
    SAME = "same"
    """It is no more than what counts as nothing."""
    OPEN = "not settled"


@dataclass(frozen=True, slots=True)
class Difference:
    """A measure in A and in B, and how far they lie apart."""

    measure: Measure
    a: float
    b: float
    of: tuple[int, int]
    """In A and in B, how many games or things it was counted of."""
    low: float
    high: float
    within: float
    """What counts as nothing."""
    verdict: Verdict
    more: int | None
    """About how many games more would settle it; 0 when it is settled, None when no number would."""

    @property
    def value(self) -> float:
        """B less A."""
        return self.b - self.a

    @property
    def is_share(self) -> bool:
        """Whether it is told in games of 100."""
        return self.measure[0] != LENGTH

    @property
    def name(self) -> str:
        """What it is called in a table."""
        return self.measure[1] or self.measure[0]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What pairs of games say."""

    games: int
    alike: int
    failed: tuple[int, int]
    differences: tuple[Difference, ...]

    @property
    def settled(self) -> bool:
        """Whether there is a verdict on everything."""
        return self.games > 0 and all(one.verdict is not Verdict.OPEN for one in self.differences)

    @property
    def more(self) -> int | None:
        """About how many games more would settle everything; None when no number would."""
        each = [one.more for one in self.differences]
        known = [one for one in each if one is not None]
        return max(known, default=0) if len(known) == len(each) else None


def looks(games: int) -> list[range]:
    """Parts games by when they are looked at: a little later each time, so that the number of looks stays small."""
    parts, at = [], 0
    while at < games:
        end = min(games, max(_FIRST, math.ceil(at * _GROWTH)))
        parts.append(range(at, end))
        at = end
    return parts


def compare(pairs: Pairs, confidence: float, within: float) -> Comparison:
    """Judges pairs of games.

    Args:
        confidence: with which all intervals hold together, from 0 to 1.
        within: what counts as nothing: for a share as it is, for a length as a part of it.
    """
    measures = _measures(pairs)
    alpha = (1 - confidence) / max(1, len(measures))
    found = tuple(
        _difference(measure, pairs.by_measure[measure], pairs.games, alpha, within) for measure in measures
    )
    return Comparison(pairs.games, pairs.alike, (pairs.failed[0], pairs.failed[1]), found)


def _measures(pairs: Pairs) -> list[Measure]:
    """Lists what is worth telling, in order."""
    seats = sorted(
        (one for one in pairs.by_measure if one[0] == WINS), key=lambda one: int(one[1].split()[1])
    )
    ends = sorted(one for one in pairs.by_measure if one[0] == END)
    fixed = (WINS, LENGTH, END, DRAWS[0], UNFINISHED[0], JOINT[0])
    kinds: dict[str, list[Measure]] = {}
    for one in sorted(pairs.by_measure):
        if one[0] not in fixed and one[0] not in pairs.several:
            kinds.setdefault(one[0], []).append(one)
    things = [one for each in kinds.values() if len(each) > 1 for one in each]
    rare = [
        one for one in (JOINT, DRAWS, UNFINISHED) if one in pairs.by_measure and _ever(pairs.by_measure[one])
    ]
    return [*things, *seats, *rare, *ends, *(one for one in (TURNS, DECISIONS) if one in pairs.by_measure)]


def _ever(moments: Moments) -> bool:
    """Tells whether it happened in any game."""
    return moments.sums[0] > 0 or moments.sums[2] > 0


def _difference(measure: Measure, moments: Moments, games: int, alpha: float, within: float) -> Difference:
    count_a, of_a, count_b, of_b = moments.sums
    if measure[0] == END:
        of_a = of_b = games
    if not of_a or not of_b:
        low, high = (-1.0, 1.0) if measure[0] != LENGTH else (-math.inf, math.inf)
        a, b = (count_a / of_a if of_a else 0.0), (count_b / of_b if of_b else 0.0)
        return Difference(measure, a, b, (of_a, of_b), low, high, within, Verdict.OPEN, None)
    a, b = count_a / of_a, count_b / of_b
    if measure[0] == LENGTH:
        within *= a
    deviation = _deviation(measure, moments, games, (of_a, of_b))
    half = deviation * sequences.radius(games, alpha)
    value = b - a
    low, high = value - half, value + half
    if measure[0] != LENGTH:
        low, high = max(-1.0, low), min(1.0, high)
    if games < _FIRST:
        verdict = Verdict.OPEN
    elif low > 0 or high < 0:
        verdict = Verdict.CHANGED
    elif max(abs(low), abs(high)) <= within:
        verdict = Verdict.SAME
    else:
        verdict = Verdict.OPEN
    more: int | None = 0
    if verdict is Verdict.OPEN:
        needed = sequences.games_for(max(abs(value), within - abs(value)), deviation, alpha)
        more = max(1, needed - games) if needed is not None else None
    return Difference(measure, a, b, (of_a, of_b), low, high, within, verdict, more)


def _deviation(measure: Measure, moments: Moments, games: int, of: tuple[int, int]) -> float:
    """Gives the standard deviation of what a pair of games adds to the difference of two ratios.

    A ratio moves with a game as its number less the ratio times what it is counted of, by the mean of that. Two pairs
    that were not played are counted beside the others, one as far up as a pair can be and one as far down: where no two
    games differed yet, that is not known of those to come.
    """
    count_a, _, count_b, _ = moments.sums
    a, b = count_a / of[0], count_b / of[1]
    scale_a, scale_b = games / of[0], games / of[1]
    if measure[0] == END:
        weights = (-1.0, 0.0, 1.0, 0.0)
    else:
        weights = (-scale_a, a * scale_a, scale_b, -b * scale_b)
    square = sum(
        weights[i] * weights[j] * moments.products[4 * i + j] for i in range(4) for j in range(4)
    ) - games * ((b - a) ** 2 if measure[0] == END else 0.0)
    if measure[0] == LENGTH:
        spread = math.sqrt(max(moments.products[0] / games - a * a, 0.0))
        farthest = max(spread, 1.0)
    else:
        farthest = max(scale_a, scale_b)
    return math.sqrt((max(square, 0.0) + 2 * farthest**2) / games)


def grouped(differences: Sequence[Difference]) -> dict[str, list[Difference]]:
    """Parts differences by what they are about."""
    found: dict[str, list[Difference]] = {}
    for one in differences:
        found.setdefault(one.measure[0], []).append(one)
    return found

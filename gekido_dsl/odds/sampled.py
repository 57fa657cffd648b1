"""What cannot be counted is played: a player who searches by playing ahead, and how often they reach what they want.

Invariants:
    An estimate is of plays that took no part in the search, so its interval holds for the player who was measured;
    the best play may reach more, never less than that player does.
    The same seed gives the same estimate.
"""

from collections.abc import Callable
from math import log, sqrt
from typing import Final

from gekido_dsl.odds.points import Point, Points
from gekido_dsl.odds.scope import OTHER, NotExact, State
from gekido_dsl.rng import Rng

PLAYS: Final = 2_000
"""How often the part is played to be measured."""
_AHEAD: Final = 30_000
"""How often it is played ahead from the start."""
_HERE: Final = 1_500
"""How often it is played ahead from each decision, at least."""
_CURIOUS: Final = 1.0
_Z: Final = 1.96
"""Of a normal distribution, 95 of 100 lie within so many deviations."""
Situation = tuple[Point, int]


class Estimate(float):
    """A number that was sampled, with the interval in which it lies at 95 in 100."""

    low: float
    high: float


class Sampler:
    """Plays one part again and again, and learns what is worth choosing."""

    def __init__(
        self,
        points: Points,
        goal: Callable[[State], float],
        vain: Callable[[Point], bool] = lambda point: False,
        seed: int = 1,
    ) -> None:
        """Begins with nothing.

        Args:
            vain: tells where nothing can be won any more.
        """
        self._vain = vain
        self._points = points
        self._goal = goal
        self._rng = Rng(seed)
        self._visits: dict[Situation, int] = {}
        self._won: dict[Situation, float] = {}
        self._ways: dict[Situation, list[Situation]] = {}
        self._most = 1.0
        points.unlimited = True

    def estimate(self, start: Situation, share: bool) -> Estimate:
        """Searches, and measures what the search is worth.

        Args:
            share: whether it is a chance, and no number.
        """
        for _ in range(_AHEAD):
            self._play(start, [])
        found = [self._measured(start) for _ in range(PLAYS)]
        mean = sum(found) / PLAYS
        made = Estimate(mean)
        if share:
            middle = (mean + _Z * _Z / (2 * PLAYS)) / (1 + _Z * _Z / PLAYS)
            half = (
                _Z * sqrt(mean * (1 - mean) / PLAYS + _Z * _Z / (4 * PLAYS * PLAYS)) / (1 + _Z * _Z / PLAYS)
            )
        else:
            middle = mean
            half = _Z * sqrt(sum((one - mean) ** 2 for one in found) / (PLAYS - 1) / PLAYS)
        made.low, made.high = middle - half, middle + half
        return made

    def _measured(self, situation: Situation) -> float:
        """Plays once as the search advises."""
        for _ in range(10_000):
            point = situation[0]
            if point.kind == "end":
                return self._worth(situation)
            ways = self._after(situation)
            if len(ways) > 1:
                while self._visits.get(situation, 0) < _HERE:
                    self._play(situation, [situation])
                situation = self._trusted(situation, ways)
            else:
                situation = ways[0]
        raise NotExact("it may go on for ever")

    def _play(self, situation: Situation, path: list[Situation]) -> None:
        """Plays once, looks into what is known little, and notes what came of it."""
        for _ in range(10_000):
            if situation[0].kind == "end":
                break
            ways = self._after(situation)
            situation = ways[0] if len(ways) == 1 else self._tried(situation, ways)
            path.append(situation)
        else:
            raise NotExact("it may go on for ever")
        worth = self._worth(situation)
        self._most = max(self._most, abs(worth))
        for one in path:
            self._visits[one] = self._visits.get(one, 0) + 1
            self._won[one] = self._won.get(one, 0.0) + worth

    def _tried(self, situation: Situation, ways: list[Situation]) -> Situation:
        visits, won = self._visits, self._won
        here = visits.get(situation, 0) + 1
        mean = won.get(situation, 0.0) / here
        sign = -1.0 if situation[0].node.seat is OTHER else 1.0
        curious = _CURIOUS * self._most * sqrt(log(here + 1))

        def hope(one: Situation) -> float:
            # What was never tried counts as tried once, with what the situation was worth so far.
            often = visits.get(one, 0)
            return sign * (won.get(one, 0.0) + mean) / (often + 1) + curious / sqrt(often + 1)

        return max(ways, key=hope)

    def _trusted(self, situation: Situation, ways: list[Situation]) -> Situation:
        """Gives the way that is worth most, where what was tried seldom is trusted less."""
        sign = -1.0 if situation[0].node.seat is OTHER else 1.0

        def sure(one: Situation) -> float:
            often = self._visits.get(one, 0)
            if not often:
                return float("-inf")
            return sign * self._won[one] / often - self._most / sqrt(often)

        return max(ways, key=sure)

    def _worth(self, situation: Situation) -> float:
        point, number = situation
        return self._goal((self._points.columns[number], point.facts))

    def _after(self, situation: Situation) -> list[Situation]:
        """Lists where a situation may lead; of a roll, one that was rolled."""
        point, number = situation
        if point.kind == "roll":
            return [self._points.roll(point, number, self._rng)]
        ways = self._ways.get(situation)
        if ways is None:
            ways = list(dict.fromkeys((to, one) for _, to, one in self._points.next(point, number)))
            if point.node.seat is not OTHER:
                ways = [one for one in ways if not self._vain(one[0])] or ways[:1]
            for at in range(len(ways) - 1, 0, -1):
                other = self._rng.below(at + 1)
                ways[at], ways[other] = ways[other], ways[at]
            self._ways[situation] = ways
        return ways

"""The courses of many games become totals that can be added up in any order: whole numbers alone.

Of what is counted in each game the sums and the sums of products are kept, so that means, ratios and weighted sums have
their intervals, whatever the weights.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from gekido_dsl.ground.happenings import HANDS
from gekido_dsl.simulate.course import Course
from gekido_dsl.simulate.intervals import Z
from gekido_dsl.simulate.spread import Spread

MEASURES: Final = (
    "turns",
    "decisions",
    "real",
    "choices",
    "quick",
    "again",
    "further",
    *HANDS,
    "waited",
    "waits",
)
"""What is counted in each game; `waited` are real decisions of others between two of one player, in `waits` waits."""
PARTS: Final = 20
"""In how many parts a game is cut to tell when it was decided."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number that games tell, with where the true one lies with a confidence of 95 %."""

    value: float
    low: float
    high: float
    sd: float = 0.0
    """Of single games, where it is a mean of them."""


@dataclass(slots=True)
class Moments:
    """Sums, and sums of products, of what is counted in each game."""

    games: int = 0
    sums: list[int] = field(default_factory=lambda: [0] * len(MEASURES))
    products: list[int] = field(default_factory=lambda: [0] * (len(MEASURES) * (len(MEASURES) + 1) // 2))

    def add(self, values: Sequence[int], times: int = 1) -> None:
        """Counts a game, or so many that are alike."""
        self.games += times
        sums, products, at = self.sums, self.products, 0
        for i, value in enumerate(values):
            together = value * times
            sums[i] += together
            for other in values[: i + 1]:
                products[at] += together * other
                at += 1

    def merge(self, other: "Moments") -> None:
        """Adds what another one has counted."""
        self.games += other.games
        self.sums = [a + b for a, b in zip(self.sums, other.sums, strict=True)]
        self.products = [a + b for a, b in zip(self.products, other.products, strict=True)]

    def _covariance(self, i: int, j: int) -> float:
        i, j = max(i, j), min(i, j)
        above = self.games * self.products[i * (i + 1) // 2 + j] - self.sums[i] * self.sums[j]
        return above / (self.games * (self.games - 1))

    def total(self, weights: Mapping[str, float]) -> float:
        """Adds up what is counted, each with its weight."""
        return sum(weight * self.sums[MEASURES.index(name)] for name, weight in weights.items())

    def variance(self, weights: Mapping[str, float]) -> float:
        """The variance of a weighted sum over games; 0 for fewer than two."""
        if self.games < 2:
            return 0.0
        listed = [(MEASURES.index(name), weight) for name, weight in weights.items()]
        found = sum(a * b * self._covariance(i, j) for i, a in listed for j, b in listed)
        return max(0.0, found)

    def mean(self, weights: Mapping[str, float]) -> Estimate:
        """Gives the mean of a weighted sum."""
        value = self.total(weights) / self.games if self.games else 0.0
        sd = math.sqrt(self.variance(weights))
        half = Z * sd / math.sqrt(self.games) if self.games else 0.0
        return Estimate(value, value - half, value + half, sd)

    def ratio(self, over: Mapping[str, float], under: Mapping[str, float]) -> Estimate:
        """Gives one weighted sum for each of another: both over all games, the interval by linearisation."""
        below = self.total(under)
        if not below:
            return Estimate(0.0, 0.0, 0.0)
        value = self.total(over) / below
        apart = dict(over)
        for name, weight in under.items():
            apart[name] = apart.get(name, 0.0) - value * weight
        half = Z * math.sqrt(self.variance(apart) * self.games) / below
        return Estimate(value, value - half, value + half)

    def plain(self) -> list[Any]:
        """Gives it as numbers."""
        return [self.games, self.sums, self.products]


@dataclass(slots=True)
class Courses:
    """What the courses of some sound games come to."""

    moments: Moments = field(default_factory=Moments)
    turns: Counter[int] = field(default_factory=Counter)
    """How many games had so many turns."""
    longest: Spread = field(default_factory=Spread)
    """Of each game, the greatest number of real decisions of others that somebody waited for."""
    seats: dict[int, Spread] = field(default_factory=dict)
    """By seat, its real decisions in a game."""
    changes: Spread = field(default_factory=Spread)
    """Of each game whose lead was measured, how often another one took it."""
    decided: Counter[int] = field(default_factory=Counter)
    """Of those that ended with a winner: in which part of the game the winner took the lead for good, counted from 0;
    `PARTS` where it was not before the end."""
    comebacks: int = 0
    """Of those, games whose winner was last at the middle of the game or after it."""

    def __bool__(self) -> bool:
        return self.moments.games > 0

    @property
    def judged(self) -> int:
        """Games that ended with a winner, and whose lead was measured."""
        return sum(self.decided.values())

    def add(self, course: Course, turns: int, decisions: int, won: Sequence[int], times: int = 1) -> None:
        """Counts a sound game, or so many that are alike.

        Args:
            won: the seats that won; none of a game without a winner.
        """
        seats = course.seats
        waited, waits = sum(one[1] for one in seats), sum(one[2] for one in seats)
        measured = (
            turns,
            decisions,
            course.real,
            course.choices,
            course.quick,
            course.again,
            course.further,
            *course.hands,
            waited,
            waits,
        )
        self.moments.add(measured, times)
        self.turns[turns] += times
        self.longest.add(max((one[3] for one in seats), default=0), times)
        for seat, one in enumerate(seats):
            self.seats.setdefault(seat, Spread()).add(one[0], times)
        if not course.measured or len(seats) < 2:
            return
        self.changes.add(course.changes, times)
        if not won:
            return
        leads = course.leader in won
        self.decided[(course.since - 1) * PARTS // course.measured if leads else PARTS] += times
        if all(2 * seats[seat][4] >= course.measured for seat in won):
            self.comebacks += times

    def merge(self, other: "Courses") -> None:
        """Adds the courses of other games."""
        self.moments.merge(other.moments)
        self.turns.update(other.turns)
        self.longest.merge(other.longest)
        for seat, spread in other.seats.items():
            self.seats.setdefault(seat, Spread()).merge(spread)
        self.changes.merge(other.changes)
        self.decided.update(other.decided)
        self.comebacks += other.comebacks

    def plain(self) -> list[Any]:
        """Gives it as plain data."""
        return [
            self.moments.plain(),
            sorted(self.turns.items()),
            self.longest.plain(),
            [[seat, self.seats[seat].plain()] for seat in sorted(self.seats)],
            self.changes.plain(),
            sorted(self.decided.items()),
            self.comebacks,
        ]

    @classmethod
    def from_plain(cls, data: list[Any]) -> "Courses":
        """Makes courses of what `plain` gave."""
        moments, turns, longest, seats, changes, decided, comebacks = data
        return cls(
            Moments(*moments),
            Counter(dict(turns)),
            Spread(*longest),
            {seat: Spread(*spread) for seat, spread in seats},
            Spread(*changes),
            Counter(dict(decided)),
            comebacks,
        )

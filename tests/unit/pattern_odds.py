"""How likely a combination of dice is, counted from the pattern alone: what the counts from rules are held against.

Invariants:
    What is kept stays kept. Nothing is estimated: every roll is counted by how often it comes.
    Where the rules have some dice kept after the first roll, whatever they are worth, that is so here.
    Patterns know only which faces are alike, so what is kept counts as much under other faces; a face that is never
    part of the pattern stands for itself.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import TypeVar

from gekido_dsl.ground.patterns import PatternTable

Counts = tuple[int, ...]
_Count = TypeVar("_Count", int, tuple[int, int])
"""How many dice show a face: those that are kept, or those and the ones just rolled."""


class Odds:
    """The chances of one pattern with one number of dice."""

    def __init__(
        self,
        table: PatternTable,
        pattern: int,
        faces: range,
        dice: int,
        never: int,
        other: bool,
        first: int = 0,
    ) -> None:
        """Keeps what is asked about.

        Args:
            never: a face that may not be part of it; NONE when every face may.
            other: whether the pattern's second way counts.
            first: how many of the dice of the first roll have to be kept at least.
        """
        self._table = table
        self._pattern = pattern
        self._faces = faces
        self._dice = dice
        self._never = never
        self._other = other
        self._first = first
        self._known: dict[tuple[int, Counts], float] = {}
        self._answers: dict[Counts, tuple[bool, bool]] = {}

    def chance(self, kept: list[int], free: list[int], rolls: int) -> float:
        """Gives the chance to complete the pattern with so many rolls more.

        Args:
            kept: the faces that stay.
            free: the faces of the dice that may be kept now, or rolled again.
        """
        return self._best(self._counts(kept), self._counts(free), rolls)

    def _counts(self, dice: list[int]) -> Counts:
        return tuple(dice.count(face) for face in self._faces)

    def _best(self, kept: Counts, free: Counts, rolls: int) -> float:
        best = 0.0
        least = self._first if any(free) and not any(kept) else 0
        for more in product(*(range(count + 1) for count in free)):
            if sum(more) < least:
                continue
            whole = tuple(a + b for a, b in zip(kept, more, strict=True))
            alike = self._alike(whole)
            fits, complete = self._answer(alike)
            if complete:
                return 1.0
            if rolls and fits:
                best = max(best, self._rolled(alike, rolls))
        return best

    def _answer(self, kept: Counts) -> tuple[bool, bool]:
        """Tells whether what is kept can belong to the pattern, and whether it completes it."""
        if kept not in self._answers:
            faces = [face for face, count in zip(self._faces, kept, strict=True) for _ in range(count)]
            asked = self._pattern, faces, self._never, self._other
            self._answers[kept] = self._table.fits(*asked), self._table.complete(*asked)
        return self._answers[kept]

    def _rolled(self, kept: Counts, rolls: int) -> float:
        """Gives the chance when all dice that are not kept are rolled."""
        key = rolls, kept
        if key not in self._known:
            missing = self._dice - sum(kept)
            weights: dict[tuple[tuple[int, int], ...], float] = {}
            for rolled, weight in _rolls(missing, len(self._faces)):
                like = self._alike(tuple(zip(kept, rolled, strict=True)))
                weights[like] = weights.get(like, 0.0) + weight
            total = 0.0
            for like, weight in weights.items():
                held, free = zip(*like, strict=True)
                total += weight * self._best(held, free, rolls - 1)
            self._known[key] = total
        return self._known[key]

    def _alike(self, kept: tuple[_Count, ...]) -> tuple[_Count, ...]:
        """Gives the one combination, of counts by face, that stands for all that are like it."""
        return _sorted_but(kept, self._never - self._faces.start)


def _sorted_but(kept: tuple[_Count, ...], stays: int) -> tuple[_Count, ...]:
    """Sorts counts, all but the one at a place that stays where it is; none stays when there is no such place."""
    order = sorted((at for at in range(len(kept)) if at != stays), key=lambda at: kept[at], reverse=True)
    if 0 <= stays < len(kept):
        order.insert(stays, stays)
    return tuple(kept[at] for at in order)


@lru_cache(maxsize=64)
def _rolls(dice: int, faces: int) -> tuple[tuple[Counts, float], ...]:
    """Lists what so many dice may show, as counts of faces, with the chance of each."""
    return tuple(_listed(dice, faces))


def _listed(dice: int, faces: int) -> Iterator[tuple[Counts, float]]:
    for shown in combinations_with_replacement(range(faces), dice):
        counts = tuple(shown.count(face) for face in range(faces))
        yield counts, factorial(dice) / prod(map(factorial, counts)) / faces**dice

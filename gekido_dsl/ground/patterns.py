"""Combinations of dice: which dice can still belong to one, and which complete it.

Groups of a pattern show different faces from one another. A group of dice that are alike shows one face; a group of
different dice shows as many faces as it has dice.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations

from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE

Groups = tuple[tuple[int, bool], ...]


class PatternTable:
    """Answers for one set of patterns; answers are remembered."""

    def __init__(self, ways: Sequence[tuple[Groups, Groups]], faces: int, low: int) -> None:
        """Keeps the groups.

        Args:
            ways: of every pattern, its groups and those of its second way, if it has one.
            faces: how many faces the die has.
            low: value of its first face.
        """
        self._ways = ways
        self._faces = faces
        self._low = low
        self._known: dict[tuple[int, tuple[int, ...], int, bool], tuple[bool, bool]] = {}

    def fits(self, pattern: int, dice: list[int], never: int, other: bool) -> bool:
        """Tells whether all these faces can stand together in a completed pattern.

        Args:
            never: a face that may not be part of it; NONE when every face may.
            other: whether the pattern's second way counts.
        """
        return self._answer(pattern, dice, never, other)[0]

    def complete(self, pattern: int, dice: list[int], never: int, other: bool) -> bool:
        """Tells whether these faces are a completed pattern."""
        return self._answer(pattern, dice, never, other)[1]

    def _answer(self, pattern: int, dice: list[int], never: int, other: bool) -> tuple[bool, bool]:
        key = (pattern, tuple(sorted(dice)), never, other)
        known = self._known.get(key)
        if known is None:
            # A die in a track, or one that was used up there, may show 0: none of its faces, so it belongs to nothing.
            shown = [face - self._low for face in dice]
            if any(not 0 <= face < self._faces for face in shown):
                return False, False
            counts = [0] * self._faces
            for face in shown:
                counts[face] += 1
            barred = never - self._low if never != NONE else NONE
            first, second = self._ways[pattern]
            ways = [first, second] if other and second else [first]
            fits = [_possible(tuple(counts), groups, barred) for groups in ways]
            sizes = [sum(number for number, _ in groups) for groups in ways]
            done = any(fit and size == len(dice) for fit, size in zip(fits, sizes, strict=True))
            self._known[key] = known = (any(fits), done)
        return known


@lru_cache(maxsize=16)
def table_of(patterns: m.PatternSet) -> PatternTable:
    """Gives the table of the patterns of a game."""
    faces = patterns.die.faces
    number = len(faces.members) if isinstance(faces, m.Enum) else faces[1] - faces[0] + 1 if faces else 0
    low = faces[0] if isinstance(faces, tuple) else 0
    return PatternTable([(one.groups, one.other) for one in patterns.patterns], number, low)


@lru_cache(maxsize=20_000)
def _possible(counts: tuple[int, ...], groups: Groups, barred: int) -> bool:
    """Tells whether counts of faces can be part of the groups."""
    if barred != NONE and counts[barred]:
        return False
    free = [face for face in range(len(counts)) if face != barred]
    alike = sorted((number for number, same in groups if same), reverse=True)
    different = sum(number for number, same in groups if not same)
    if len(alike) + different > len(free):
        return False
    for faces in set(permutations(free, len(alike))):
        room = dict(zip(faces, alike, strict=True))
        rest = [face for face in free if counts[face] and face not in room]
        if all(counts[face] <= number for face, number in room.items()):
            if len(rest) <= different and all(counts[face] <= 1 for face in rest):
                return True
    return False

"""The chances of patterns of dice before the first roll, for tables in books."""

from collections.abc import Mapping
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Final

from gekido_dsl.ground.patterns import table_of
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.odds import finding
from gekido_dsl.odds.chances import Chances
from gekido_dsl.odds.expressions import Expressions
from gekido_dsl.odds.report import rules_rolls
from gekido_dsl.odds.sampled import Estimate
from gekido_dsl.odds.scope import NotExact, Scope, range_of

MOST_ROLLS: Final = 5
_MOST_WAYS: Final = 7_000
"""So many different rolls are counted at most where dice are rolled once."""


class OfPatterns:
    """The chances of one set of patterns."""

    def __init__(self, game: m.Game, patterns: m.PatternSet, answers: Mapping[str, int]) -> None:
        """Finds the part of the turn in which the dice are rolled for them.

        Args:
            answers: the answer to each option, by its name; those that are left out have their default.
        """
        self._game, self._patterns, self._answers = game, patterns, answers
        self._chances: Chances | None = None
        for part in finding.parts(game):
            aims = [one for one in finding.aims(game, part) if one.decl is patterns]
            if aims:
                self._chances, self._aims = Chances(game, part, answers), aims
                self._rows = {kind.name: 0 for kind in finding.owners(game, part)}
                break

    @property
    def again(self) -> bool:
        """Whether a player may roll dice again."""
        return self._chances is not None

    @property
    def rolls(self) -> int:
        """How many rolls the rules give, and at most as many as are told; 0 where that is no fixed number."""
        if self._chances is None:
            return 1
        return min(MOST_ROLLS, rules_rolls(self._chances, self._aims, self._rows, None))

    def of(self, number: int, rolls: int, dice: int | None = None) -> float:
        """Gives the chance of a pattern, by its number, for a player who goes for it.

        Args:
            dice: how many there are; None for as many as the rules say, or as the largest pattern needs.
        Raises:
            NotExact: it cannot be counted.
        """
        if self._chances is None:
            if rolls > 1:
                raise NotExact(f"nobody may roll {self._patterns.die.plural} again")
            return self._once(number, dice or self._largest)
        if dice is not None and dice == self._chances.dice(self._aims[0], None, self._rows):
            dice = None
        found = self._chances.of(self._aims[number], rolls, dice, (), self._rows)
        if isinstance(found, Estimate):
            raise NotExact("there is too much to count")
        return found

    @property
    def _largest(self) -> int:
        return max(sum(count for count, _ in one.groups) for one in self._patterns.patterns)

    def _once(self, number: int, dice: int) -> float:
        """Counts in how many rolls some of the dice are the pattern."""
        pattern, faces = self._patterns.patterns[number], range_of(self._patterns.die)
        if prod(range(len(faces), len(faces) + dice)) // factorial(dice) > _MOST_WAYS:
            raise NotExact("there is too much to count")
        # A face that may not be part of it is one of the faces, whichever: the chance is the same for each.
        never = faces.start if pattern.never is not None else NONE
        settled = Expressions(Scope(self._game, self._patterns.die, self._answers, {})).settled
        when = pattern.other_condition
        other = bool(pattern.other) and (when is None or bool(settled(when)))
        table, total = table_of(self._patterns), 0
        for shown in combinations_with_replacement(faces, dice):
            counts = [shown.count(face) for face in faces]
            parts = product(*(range(count + 1) for count in counts))
            if any(
                table.complete(
                    number,
                    [face for face, some in zip(faces, part, strict=True) for _ in range(some)],
                    never,
                    other,
                )
                for part in parts
            ):
                total += factorial(dice) // prod(map(factorial, counts))
        return float(total / len(faces) ** dice)

"""How often a decision mattered, and what a good choice is worth, as `weighing` finds it.

Units:
    What a choice brings is a share of wins, from -1 to 1, and in points of 100 wins where that is said.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from gekido_dsl.simulate import intervals
from gekido_dsl.simulate.courses import Estimate

DECISIONS: Final = 100
"""How many are drawn."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """What was found of one decision."""

    game: int
    taken: int
    """How many choices the game had had."""
    rule: str
    """Which rule asked."""
    choices: int
    rounds: int
    gain: float
    """What the best choice brings over one made at random: of 100 wins a hundredth each."""
    mattered: bool


@dataclass(slots=True)
class Mattering:
    """What was found of some decisions."""

    weighed: list[Weighed] = field(default_factory=list)
    games: int = 0
    """From how many games they were drawn."""
    decisions: int = 0
    """How many decisions with a choice these had."""
    players: str = ""
    """Who played these games."""
    picks: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    """By rule that asked and label, what seats chose at their first decision with a choice: in how many finished games,
    and how many of these the seat won."""
    left_out: int = 0
    """Decisions that were drawn, but could not be played on."""
    why_not: str = ""
    """Why nothing was found at all."""

    @property
    def mattered(self) -> int:
        """How many of them mattered."""
        return sum(one.mattered for one in self.weighed)

    @property
    def share(self) -> Estimate:
        """Which share of decisions mattered."""
        of = len(self.weighed)
        return Estimate(self.mattered / of if of else 0.0, *intervals.wilson(self.mattered, of))

    @property
    def gain(self) -> Estimate:
        """What a good choice brings over one made at random, in points of 100 wins."""
        return mean_of([100 * one.gain for one in self.weighed])

    @property
    def rules(self) -> list[tuple[str, list[Weighed]]]:
        """Which rules asked, those first whose choices bring most."""
        by_rule: dict[str, list[Weighed]] = {}
        for one in self.weighed:
            by_rule.setdefault(one.rule, []).append(one)
        return sorted(
            by_rule.items(), key=lambda item: (-mean_of([one.gain for one in item[1]]).value, item[0])
        )


def mean_of(values: Sequence[float]) -> Estimate:
    """Gives a mean with its interval."""
    count = len(values)
    value = sum(values) / count if count else 0.0
    deviation = math.sqrt(sum((one - value) ** 2 for one in values) / (count - 1)) if count > 1 else 0.0
    return Estimate(value, *intervals.mean(count, value, deviation), deviation)

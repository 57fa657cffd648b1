"""Numbers of a ruleset are ranked by how much the outcome moves when each is turned a little.

Each is played a step below what it is against a step above, with common random numbers. What it moves is the greatest
difference of a share of wins, draws or ends; how long a game takes stands beside it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from gekido_dsl.insight import verdicts
from gekido_dsl.insight.comparing import Comparison, Difference, Verdict
from gekido_dsl.insight.numbers import Number
from gekido_dsl.insight.pairs import TURNS

SCHEMA_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Moved:
    """What a number moves."""

    number: Number
    low: int
    high: int
    """The values that were compared."""
    found: Comparison

    @property
    def most(self) -> Difference | None:
        """The share that moves most; one that is known to move before one that may not."""
        shares = [one for one in self.found.differences if one.is_share and all(one.of)]
        return max(shares, key=lambda one: (one.verdict is Verdict.CHANGED, abs(one.value)), default=None)

    @property
    def turns(self) -> Difference | None:
        """How the length moves."""
        return next((one for one in self.found.differences if one.measure == TURNS), None)

    @property
    def weight(self) -> tuple[bool, float, float]:
        """By what it is ranked: whether anything moves for sure, how much at least, how much it seems."""
        most = self.most
        if most is None:
            return False, 0.0, 0.0
        sure = most.verdict is Verdict.CHANGED
        return sure, min(abs(most.low), abs(most.high)) if sure else 0.0, abs(most.value)


def ranked(moved: Sequence[Moved]) -> list[Moved]:
    """Puts what moves most first."""
    return sorted(moved, key=lambda one: one.weight, reverse=True)


def steps(number: Number, percent: float) -> tuple[int, int]:
    """Gives a step below and a step above; at least 1 each, and none below 0 of what is not below 0 now."""
    step = max(1, round(abs(number.value) * percent / 100))
    low = number.value - step
    return (max(0, low) if number.value >= 0 else low), number.value + step


def table(moved: Sequence[Moved]) -> list[tuple[str, ...]]:
    """Gives the rows of a table."""
    rows: list[tuple[str, ...]] = [
        ("", "now", "from", "to", "moves most", "of 100", "lies from", "to", "turns")
    ]
    for one in ranked(moved):
        most, turns = one.most, one.turns
        cells = verdicts.cells(most)[2:] if most is not None else ("", "", "")
        star = "*" if most is not None and most.verdict is Verdict.CHANGED else " "
        rows.append(
            (one.number.name, str(one.number.value), str(one.low), str(one.high), most.name if most else "",
             cells[0] + star, cells[1], cells[2], f"{turns.value:+,.1f}" if turns else "")
        )  # fmt: skip
    return rows


def data(moved: Sequence[Moved]) -> dict[str, Any]:
    """Gives the ranking as plain data."""
    return {
        "schema_version": SCHEMA_VERSION,
        "numbers": [
            {
                "name": one.number.name,
                "place": one.number.place,
                "now": one.number.value,
                "from": one.low,
                "to": one.high,
                "moves_most": one.most.name if one.most is not None else None,
                "comparison": verdicts.data(one.found),
            }
            for one in ranked(moved)
        ],
    }

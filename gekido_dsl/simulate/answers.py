"""Who wins by the answer of each option: a run for each answer, all the others as they are."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gekido_dsl.simulate.intervals import wilson
from gekido_dsl.simulate.spread import Spread
from gekido_dsl.simulate.totals import Totals


@dataclass(frozen=True, slots=True)
class Answered:
    """What games with one answer of one option come to."""

    option: str
    answer: str
    chosen: bool
    """Whether it is the answer of the whole report, whose games these then are."""
    games: int
    failed: int
    """Games with a rule error; in no share."""
    finished: int
    wins: tuple[int, ...]
    """By seat, of the finished games."""
    turns: Spread

    @property
    def shares(self) -> list[tuple[float, float, float]]:
        """By seat, the share of the finished games that it won, and its interval."""
        of = self.finished
        return [(won / of if of else 0.0, *wilson(won, of)) for won in self.wins]


def answered(option: str, answer: str, chosen: bool, totals: Totals, seats: int) -> Answered:
    """Makes it of what games come to."""
    wins = tuple(totals.wins[seat] for seat in range(seats))
    return Answered(option, answer, chosen, totals.games, totals.failed, totals.finished, wins, totals.turns)


def rows(answers: Sequence[Answered]) -> list[tuple[str, ...]]:
    """Writes a table: a head, then a row for each option and for each of its answers."""
    seats = len(answers[0].wins)
    found = [("wins by option", "games", *(f"seat {seat + 1}" for seat in range(seats)), "turns")]
    option = ""
    for one in answers:
        if one.option != option:
            option = one.option
            found.append((option, *[""] * (seats + 2)))
        name = f"  {one.answer}{' *' if one.chosen else ''}"
        shares = [f"{share:.0%}, {low:.0%} to {high:.0%}" for share, low, high in one.shares]
        if not one.finished:
            shares = [""] * seats
        found.append(
            (name, f"{one.finished:,}", *shares, f"{one.turns.mean:,.1f}" if one.turns.count else "")
        )
    return found


def plain(one: Answered) -> dict[str, Any]:
    """Gives it as plain data."""
    seats = enumerate(zip(one.wins, one.shares, strict=True), 1)
    return {
        "option": one.option, "answer": one.answer, "chosen": one.chosen, "games": one.games,
        "rule_error_games": one.failed,
        "turns": round(one.turns.mean, 6) if one.turns.count else None,
        "wins_by_seat": [
            {
                "name": f"seat {seat}", "count": won, "of": one.finished,
                "share": round(share, 6), "low": round(low, 6), "high": round(high, 6),
            }
            for seat, (won, (share, low, high)) in seats
        ],
    }  # fmt: skip

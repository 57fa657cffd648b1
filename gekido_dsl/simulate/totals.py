"""Games become totals that can be added up in any order: whole numbers, and the first few rule errors.

Invariants:
    Adding totals together, in whatever order and however the games were parted, gives the totals of all the games.
    `plain` holds numbers, texts and lists alone, and `from_plain` gives the same totals back.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from gekido_dsl.simulate.courses import Courses
from gekido_dsl.simulate.game import GameResult
from gekido_dsl.simulate.spread import Spread
from gekido_dsl.simulate.tallies import Tallies

ERRORS_KEPT: Final = 100
"""How many games with rule errors are kept, those with the smallest numbers."""


@dataclass(slots=True)
class Totals:
    """What some games of an experiment come to."""

    games: int = 0
    sound: int = 0
    """Games without a rule error."""
    finished: int = 0
    """Of the sound games, those that ended by their rules."""
    ties: int = 0
    all_won: int = 0
    all_lost: int = 0
    failed: int = 0
    """Games with a rule error."""
    apart: int = 0
    """Worlds of bots that were drawn thing by thing; see `GameResult`."""
    wins: Counter[int] = field(default_factory=Counter)
    """By seat, of the finished games."""
    ends: Counter[str] = field(default_factory=Counter)
    """By the label of the end, of the finished games; ends without one are left out."""
    had: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By kind and name of a thing: how often a player of a finished game had it."""
    had_and_won: Counter[tuple[str, str]] = field(default_factory=Counter)
    several: set[str] = field(default_factory=set)
    """Kinds of which a player of a finished game had more than one."""
    turns: Spread = field(default_factory=Spread)
    decisions: Spread = field(default_factory=Spread)
    most_choices: Spread = field(default_factory=Spread)
    errors: list[GameResult] = field(default_factory=list)
    """Games with rule errors, by number; no more than `ERRORS_KEPT`."""
    tallies: Tallies = field(default_factory=Tallies)
    courses: Courses = field(default_factory=Courses)
    """Of the sound games; empty unless they were counted."""

    def add(self, game: GameResult, times: int = 1) -> None:
        """Counts a game, or so many sound games that are alike but for their numbers."""
        self.games += times
        self.apart += game.apart * times
        if game.error is not None:
            self.failed += 1
            self._keep([game])
            return
        self.sound += times
        self.turns.add(game.turns, times)
        self.decisions.add(game.decisions, times)
        self.most_choices.add(game.most_choices, times)
        if game.course is not None:
            self.courses.add(game.course, game.turns, game.decisions, game.won, times)
        if not game.finished:
            return
        self.finished += times
        self.ties += game.shared * times
        self.all_won += (game.joint and bool(game.winners)) * times
        self.all_lost += (game.joint and not game.winners) * times
        won = frozenset(game.won)
        for seat in won:
            self.wins[seat] += times
        if game.label:
            self.ends[game.label] += times
        for seat, things in enumerate(game.owned):
            for thing in things:
                self.had[thing] += times
                if seat in won:
                    self.had_and_won[thing] += times
            kinds = Counter(kind for kind, _ in things)
            self.several |= {kind for kind, count in kinds.items() if count > 1}

    def merge(self, other: "Totals") -> None:
        """Adds the totals of other games."""
        self.games += other.games
        self.sound += other.sound
        self.finished += other.finished
        self.ties += other.ties
        self.all_won += other.all_won
        self.all_lost += other.all_lost
        self.failed += other.failed
        self.apart += other.apart
        self.wins.update(other.wins)
        self.ends.update(other.ends)
        self.had.update(other.had)
        self.had_and_won.update(other.had_and_won)
        self.several |= other.several
        self.turns.merge(other.turns)
        self.decisions.merge(other.decisions)
        self.most_choices.merge(other.most_choices)
        self._keep(other.errors)
        self.tallies.merge(other.tallies)
        self.courses.merge(other.courses)

    def _keep(self, games: Iterable[GameResult]) -> None:
        self.errors = sorted([*self.errors, *games], key=lambda game: game.number)[:ERRORS_KEPT]

    # ------------------------------------------------------------ kept in a file

    def plain(self) -> dict[str, Any]:
        """Gives the totals as plain data."""
        return {
            "games": [
                self.games, self.sound, self.finished, self.ties, self.all_won, self.all_lost, self.failed,
                self.apart,
            ],
            "wins": sorted(self.wins.items()),
            "ends": sorted(self.ends.items()),
            "had": [[*key, self.had[key], self.had_and_won[key]] for key in sorted(self.had)],
            "several": sorted(self.several),
            "spreads": [self.turns.plain(), self.decisions.plain(), self.most_choices.plain()],
            "errors": [
                [game.number, game.seed, game.turns, game.decisions, game.most_choices, game.error]
                for game in self.errors
            ],
            "tallies": self.tallies.plain(),
            "courses": self.courses.plain(),
        }  # fmt: skip

    @classmethod
    def from_plain(cls, data: dict[str, Any]) -> "Totals":
        """Makes totals of what `plain` gave."""
        made = cls(*data["games"])
        made.wins = Counter(dict(data["wins"]))
        made.ends = Counter(dict(data["ends"]))
        for kind, name, had, won in data["had"]:
            made.had[kind, name] = had
            made.had_and_won[kind, name] = won
        made.several = set(data["several"])
        made.turns, made.decisions, made.most_choices = (Spread(*each) for each in data["spreads"])
        made.errors = [
            GameResult(number, seed, (), turns, decisions, (), error, most)
            for number, seed, turns, decisions, most, error in data["errors"]
        ]
        made.tallies = Tallies.from_plain(data["tallies"])
        if "courses" in data:
            made.courses = Courses.from_plain(data["courses"])
        return made


def total(games: Iterable[GameResult]) -> Totals:
    """Counts games."""
    made = Totals()
    for game in games:
        made.add(game)
    return made

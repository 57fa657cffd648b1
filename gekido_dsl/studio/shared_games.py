"""Games that are simulated in a page, shared out to its workers: the studio plays some, and hands out others.

Invariants:
    Each game is counted once. What a helper had and did not bring back is played here.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from gekido_dsl.simulate import Chunk
from gekido_dsl.studio.helper import lettered, unlettered
from gekido_dsl.studio.many_games import Outcome

FIRST_GAMES: Final = 4
_HANDED_S: Final = 0.5
"""So long a helper should play what it is handed out."""
_WORTH_S: Final = 4.0
"""Helpers are asked for where so much is left to be played: each needs a second or two to start."""


@dataclass
class SharedGames:
    """The games of one job."""

    job: int
    games: int
    outcome: Outcome
    clock: Callable[[], float]
    done: int = 0
    first: int = 0
    """The first game that nobody has yet."""
    back: list[range] = field(default_factory=list)
    """What helpers did not bring back."""
    handed: dict[int, tuple[range, float]] = field(default_factory=dict)
    """What each helper has, and since when."""
    sizes: dict[int, int] = field(default_factory=dict)
    here: bool = True
    """Whether the studio plays some itself."""
    asked: bool = False
    """Whether helpers were asked for."""

    def take(self, size: int) -> range:
        """Gives games to be played; none when nothing is left."""
        if self.back:
            one = self.back.pop()
            if len(one) > size:
                self.back.append(range(one.start + size, one.stop))
            return one[:size]
        one = range(self.first, min(self.games, self.first + size))
        self.first = one.stop
        return one

    def count(self, chunk: Chunk) -> None:
        """Counts games that were played."""
        self.outcome.take(chunk)
        self.done += chunk.end - chunk.first

    @property
    def progress(self) -> dict[str, Any]:
        """What the page is told meanwhile."""
        return {"id": self.job, "done": self.done, "of": self.games, "report": None}

    def wish(self, a_second: float) -> dict[str, Any] | None:
        """Asks for helpers once, where it is worth it.

        Args:
            a_second: how many games are played here in a second.
        """
        if self.asked or (self.games - self.first) < _WORTH_S * a_second:
            return None
        self.asked = True
        return {"job": self.job, "experiment": lettered(self.outcome.experiment)}

    def hand(self, helper: int) -> dict[str, Any] | None:
        """Hands out games to a helper; None when nothing is left, or while it has some."""
        if helper in self.handed:
            return None
        games = self.take(self.sizes.setdefault(helper, FIRST_GAMES))
        if not games:
            return None
        self.handed[helper] = games, self.clock()
        return {"helper": helper, "job": self.job, "first": games.start, "end": games.stop}

    def brought(self, helper: int, letters: str) -> None:
        """Counts what a helper has played, and sees how much it can be given next."""
        if helper not in self.handed:
            return  # it was given up, and others have played them
        games, since = self.handed.pop(helper)
        self.count(unlettered(letters))
        took = max(self.clock() - since, 0.001)
        self.sizes[helper] = max(1, min(4 * len(games), int(len(games) * _HANDED_S / took) + 1))

    def lost(self, helper: int) -> None:
        """Takes back what a helper had that does not answer any more."""
        if helper in self.handed:
            self.back.append(self.handed.pop(helper)[0])

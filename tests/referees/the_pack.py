"""The Pack in plain Python, written from the rules and not from the ruleset."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class ThePack:
    """A match; seats count from 0."""

    pack: frozenset[int]
    dreamer: int
    warden: int
    players: int
    first: int
    alive: list[int] = field(default_factory=list)
    night: bool = True
    chosen: dict[int, int] = field(default_factory=dict)
    winners: frozenset[int] | None = None
    left: int = 12
    """How many rounds there may still be."""

    def __post_init__(self) -> None:
        """Seats everybody in turn order."""
        self.alive = [(self.first + k) % self.players for k in range(self.players)]

    @property
    def asked(self) -> list[int]:
        """Who decides now, in turn."""
        if not self.night:
            return self.alive
        return [one for one in self.alive if one in self.pack or one in (self.dreamer, self.warden)]

    @property
    def seat(self) -> int:
        """Whose decision it is."""
        return self.asked[len(self.chosen)]

    def choices(self) -> set[int]:
        """Lists the players who can be chosen."""
        if self.winners is not None or not self.left:
            return set()
        if self.night and self.seat in self.pack:
            return set(self.alive) - self.pack
        return set(self.alive) - ({self.seat} if not self.night or self.seat == self.dreamer else set())

    def choose(self, player: int) -> None:
        """Carries a choice out."""
        self.chosen[self.seat] = player
        if len(self.chosen) < len(self.asked):
            return
        if self.night:
            prey = Counter(player for seat, player in self.chosen.items() if seat in self.pack)
            taken = max(self.alive, key=lambda one: prey[one])
            if self.chosen.get(self.warden) != taken:
                self._falls(taken)
        else:
            votes = Counter(self.chosen.values()).most_common()
            if len(votes) == 1 or votes[0][1] > votes[1][1]:
                self._falls(votes[0][0])
            self.left -= 1
        self.night, self.chosen = not self.night, {}

    def _falls(self, player: int) -> None:
        self.alive.remove(player)
        pack = self.pack & set(self.alive)
        if not pack:
            self.winners = frozenset(range(self.players)) - self.pack
        elif 2 * len(pack) >= len(self.alive):
            self.winners = self.pack

"""Shut the Box in plain Python, written from the rules and not from the ruleset."""

from dataclasses import dataclass, field
from itertools import combinations


def sums(flaps: set[int]) -> set[int]:
    """Gives every sum that some of the flaps have."""
    return {sum(some) for size in range(len(flaps) + 1) for some in combinations(sorted(flaps), size)}


@dataclass
class Match:
    """A match: the flaps of the player on turn, what is left of the throw, and what everyone left open."""

    players: int
    flaps: int
    left: list[int] = field(default_factory=list)
    open: set[int] = field(default_factory=set)
    rest: int = 0

    def __post_init__(self) -> None:
        self.open = set(range(1, self.flaps + 1))

    @property
    def over(self) -> bool:
        """Whether everybody has had their turn."""
        return len(self.left) == self.players

    def choices(self) -> set[str]:
        """Gives what the player on turn may choose."""
        if not self.rest:
            return {"Two dice", "One die"}
        return {f"Flap {one}" for one in self.open if self.rest - one in sums(self.open - {one})}

    def needs_throw(self) -> bool:
        """Tells whether two dice are thrown before anybody is asked again."""
        return not self.over and not self.rest and max(self.open) > 6

    def throw(self, dice: list[int]) -> None:
        """Takes a throw; one that no flaps have ends the turn."""
        self.rest = sum(dice)
        if self.rest not in sums(self.open):
            self._end()

    def shut(self, flap: int) -> None:
        """Shuts a flap."""
        self.open.remove(flap)
        self.rest -= flap
        if not self.open:
            self._end()

    def _end(self) -> None:
        self.left.append(sum(self.open))
        self.rest = 0
        self.open = set(range(1, self.flaps + 1))

"""Backgammon in plain Python, written from the rules and not from the ruleset."""

from dataclasses import dataclass, field
from functools import lru_cache

BAR, OFF = 25, 0
Men = tuple[int, ...]
"""How many checkers of a player stand on each of his points from 1 to 24; 0 is off, 25 the bar."""


def _start() -> list[int]:
    men = [0] * 26
    men[24], men[13], men[8], men[6] = 2, 5, 3, 5
    return men


def _moves(own: Men, other: Men, die: int) -> list[tuple[int, Men, Men]]:
    """Gives every move with one die: from which point, and how both stand afterwards."""
    found = []
    for point in [BAR] if own[BAR] else range(24, 0, -1):
        if not own[point]:
            continue
        goal = point - die
        if goal <= OFF:
            far = max(k for k in range(1, 26) if own[k])
            if far > 6 or (goal < OFF and far > point):
                continue
            goal = OFF
        hit = goal != OFF and other[25 - goal] == 1
        if goal != OFF and other[25 - goal] > 1:
            continue
        mine, theirs = list(own), list(other)
        mine[point] -= 1
        mine[goal] += 1
        if hit:
            theirs[25 - goal] -= 1
            theirs[BAR] += 1
        found.append((point, tuple(mine), tuple(theirs)))
    return found


@lru_cache(maxsize=100_000)
def _most(own: Men, other: Men, dice: tuple[int, ...]) -> int:
    """Gives how many pips can still be used at most."""
    best = 0
    for die in set(dice):
        left = list(dice)
        left.remove(die)
        for _, mine, theirs in _moves(own, other, die):
            best = max(best, die + _most(mine, theirs, tuple(left)))
    return best


@dataclass
class Backgammon:
    """A match: how the checkers stand, what is still to be used, and who is to move."""

    men: list[list[int]] = field(default_factory=lambda: [_start(), _start()])
    to_move: int = 0
    dice: tuple[int, ...] = ()

    def roll(self, first: int, second: int) -> None:
        """Begins a turn with a throw; doubles count four times."""
        self.dice = (first,) * 4 if first == second else tuple(sorted((first, second)))

    def choices(self) -> dict[tuple[int, int], tuple[Men, Men]]:
        """Gives what may be done, by point and die: only what leads to the most pips."""
        own, other = tuple(self.men[self.to_move]), tuple(self.men[1 - self.to_move])
        found, ends = {}, {}
        for die in set(self.dice):
            left = list(self.dice)
            left.remove(die)
            for point, mine, theirs in _moves(own, other, die):
                found[point, die] = (mine, theirs)
                ends[point, die] = die + _most(mine, theirs, tuple(left))
        best = max(ends.values(), default=0)
        return {move: after for move, after in found.items() if ends[move] == best}

    def play(self, point: int, die: int) -> None:
        """Moves one checker."""
        mine, theirs = self.choices()[point, die]
        self.men[self.to_move], self.men[1 - self.to_move] = list(mine), list(theirs)
        left = list(self.dice)
        left.remove(die)
        self.dice = tuple(left)

    def over(self) -> bool:
        """Tells whether all checkers of whoever moved are off."""
        return self.men[self.to_move][OFF] == 15

    def worth(self) -> int:
        """Tells what the game is worth: 1, 2 for a gammon, 3 for a backgammon."""
        loser = self.men[1 - self.to_move]
        if loser[OFF]:
            return 1
        return 3 if loser[BAR] or any(loser[19:25]) else 2

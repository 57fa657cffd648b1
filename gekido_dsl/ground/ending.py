"""How a match that is over ended, from the few numbers that it keeps of its end.

It needs nothing of the game but the labels of its ends.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl import engine as e

WON: Final = -1
LOST: Final = -2
RANKED: Final = -10
"""What a player's cell for going out holds when a rule has said that they win, or lose; below `RANKED`, their rank."""

_WINS, _LOSES = (0, 0), (3, 0)


@dataclass(frozen=True, slots=True)
class Ending:
    """The numbers that a match keeps of its end; see the cells of `layout`."""

    out: Sequence[int]
    """By seat."""
    over: int
    label: str
    """Of the end that held; empty where it has none."""
    joint: bool
    games_won: Sequence[int] | None = None
    """By seat, where games in a row were counted."""
    sides: tuple[int, ...] = ()
    """By seat, from 0; empty where everybody plays alone."""

    def outcome(self) -> e.Outcome:
        """Tells how the match ended."""
        keys = [_key(out) for out in self.out]
        if self.games_won is not None:
            keys = [(1, -won) for won in self.games_won]
        sides = self.sides
        if sides:
            keys = [
                _of_side([key for key, side in zip(keys, sides, strict=True) if side == own]) for own in sides
            ]
        lost = tuple(player for player, key in enumerate(keys) if key == _LOSES)
        alone = len(set(sides)) == 1 and keys[0] in (_WINS, _LOSES)
        ranks = tuple(1 + (len(lost) == len(keys)) + sum(other < key for other in keys) for key in keys)
        return e.Outcome(ranks, self.over == 1, self.label, lost, alone or self.joint, sides)


def _of_side(keys: list[tuple[int, int]]) -> tuple[int, int]:
    """Gives what a whole side has come to: it wins or loses with those who are out, and else is as its best."""
    return next((key for key in (_WINS, _LOSES) if key in keys), min(keys))


def _key(out: int) -> tuple[int, int]:
    """Orders players: winners and who is ranked, who remains, who is out, the last before the first, losers."""
    if out in (WON, LOST):
        return _WINS if out == WON else _LOSES
    if out < RANKED:
        return 0, RANKED - out - 1
    return (1, 0) if out == 0 else (2, -out)

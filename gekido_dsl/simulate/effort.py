"""How much work it is for players to look ahead in a game, told by a game that chance plays."""

from dataclasses import dataclass
from typing import Final

from gekido_dsl.engine import Asked, Executor, Setting
from gekido_dsl.simulate.game import play

MOST_STEPS: Final = 30_000_000
"""Of a game whose players look ahead; more take minutes, even inside a module."""
_LONG: Final = 5_000
"""After so many decisions a game is long enough to tell."""


class _Enough(Exception):
    pass


@dataclass(frozen=True, slots=True)
class Effort:
    """What a game asks of players who look ahead."""

    counts: tuple[int, ...]
    """How many choices each decision has."""
    turns: int
    fails: bool
    """Whether a rule could not be carried out."""

    def too_much(self, playouts: int, turns: int | None) -> str:
        """Tells why players who try each choice, and so many playouts at least, would take too long; or nothing.

        Args:
            turns: how many turns a playout takes; None if it goes on to the end of the game.
        """
        if self.fails:
            return "a rule cannot be carried out"
        far = len(self.counts) / 2 if turns is None else len(self.counts) / self.turns * turns
        steps = sum(max(playouts, count) for count in self.counts if count > 1) * far
        if steps <= MOST_STEPS:
            return ""
        more = " and more" if len(self.counts) == _LONG else ""
        return f"a game has {len(self.counts):,} decisions{more}, with {sum(self.counts):,} choices"


def effort(executor: Executor, setting: Setting) -> Effort:
    """Plays a game at random to tell what it asks of players who look ahead."""
    counts: list[int] = []

    def takes(asked: Asked, choice: int) -> None:
        counts.append(asked.count)
        if len(counts) == _LONG:
            raise _Enough

    try:
        result = play(executor, setting, 0, (None,) * setting.players, takes=takes)
    except _Enough:
        return Effort(tuple(counts), 1, fails=False)
    return Effort(tuple(counts), max(1, result.turns), result.error is not None)

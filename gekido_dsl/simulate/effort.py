"""How much work it is for players to look ahead in a game, told by a game that chance plays."""

from typing import Final

from gekido_dsl.engine import Asked, Executor, Setting
from gekido_dsl.simulate.game import play

MOST_STEPS: Final = 30_000_000
"""Of a game whose players look ahead; more take minutes, even inside a module."""
_TRIES: Final = 6
_LONG: Final = 5_000
"""After so many decisions a game is long enough to tell."""


class _Enough(Exception):
    pass


def looks_ahead(executor: Executor, setting: Setting, aim: bool) -> str:
    """Tells why players who try each choice would take too long; nothing where they would not.

    Args:
        aim: whether the game has one, so that a try ends with the turn, and not with the game.
    """
    counts: list[int] = []

    def takes(asked: Asked, choice: int) -> None:
        counts.append(asked.count)
        if len(counts) == _LONG:
            raise _Enough

    turns = 1
    try:
        result = play(executor, setting, 0, (None,) * setting.players, takes=takes)
    except _Enough:
        pass
    else:
        if result.error is not None:
            return "a rule cannot be carried out"
        turns = max(1, result.turns)
    far = len(counts) / turns if aim else len(counts) / 2
    steps = sum(max(_TRIES, count) for count in counts) * far
    if steps <= MOST_STEPS:
        return ""
    more = " and more" if len(counts) == _LONG else ""
    return f"a game has {len(counts):,} decisions{more}, with {sum(counts):,} choices"

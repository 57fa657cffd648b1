"""Chance: the one place where a match is not decided by its players."""

from collections.abc import Callable
from typing import Literal

from gekido_dsl.engine import ChanceRequest
from gekido_dsl.interpreter.state import State


def draw(
    s: State, kind: Literal["roll", "shuffle", "pick"], what: str, count: int, label: Callable[[int], str]
) -> int:
    """Draws one of equally likely outcomes: from the source of chance if there is one, else from the seeded stream."""
    if s.chance is not None:
        given = s.chance.draw(ChanceRequest(kind, what, count, label))
        if given is not None:
            return given
    return s.rng.below(count)


def shuffle(s: State, things: list[int], what: str, label: Callable[[int], str] = str) -> None:
    """Shuffles in place, from the end (Fisher and Yates).

    Args:
        label: names a thing.
    """
    s.program.evaluator.work += len(things)
    for last in range(len(things) - 1, 0, -1):
        other = draw(s, "shuffle", what, last + 1, lambda k: label(things[k]))
        things[last], things[other] = things[other], things[last]

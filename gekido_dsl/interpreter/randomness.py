"""Chance: the one place where a match is not decided by its players."""

from collections.abc import Callable
from typing import Any, Literal

from gekido_dsl.engine import ChanceRequest
from gekido_dsl.interpreter.state import State
from gekido_dsl.model.types import NONE


def draw(
    s: State,
    kind: Literal["roll", "shuffle", "pick"],
    what: str,
    count: int,
    label: Callable[[int], str],
    goal: str = "",
    following: int = 0,
) -> int:
    """Draws one of equally likely outcomes: from the source of chance if there is one, else from the seeded stream.

    Args:
        goal: which of several draws it is.
        following: how many draws of the same sort come next.
    """
    if s.chance is not None:
        given = s.chance.draw(ChanceRequest(kind, what, count, label, goal, following))
        if given is not None:
            return given
    return s.rng.below(count)


def shuffle(
    s: State,
    things: list[int],
    what: str,
    label: Callable[[int], str] = str,
    goal: Callable[[int], str] | None = None,
) -> None:
    """Shuffles in place, from the end (Fisher and Yates).

    Args:
        label: names a thing.
        goal: says where the thing with a number comes to lie; None for things that lie upon one another.
    """
    s.program.evaluator.work += len(things)
    for last in range(len(things) - 1, 0, -1):
        lies = goal(last) if goal is not None else f"{len(things) - last} of {len(things)} from the top"
        other = draw(s, "shuffle", what, last + 1, lambda k: label(things[k]), lies, last - 1)
        things[last], things[other] = things[other], things[last]


def random_of(s: State, values: list[Any], name: str, label: Callable[[Any], str]) -> Any:
    """Lets chance pick one of several."""
    return values[draw(s, "pick", name, len(values), lambda k: label(values[k]))] if values else NONE

"""How often somebody's choice keeps what a position is worth, where another would not."""

from typing import Final

from gekido_dsl.rng import Rng
from gekido_dsl.solve.solved import Solved

_TRIES: Final = 50


def mattering(solved: Solved, many: int, seed: int) -> list[int]:
    """Draws positions in which one choice keeps what the position is worth and another does not, each as likely.

    Args:
        many: how many, if there are so many.
    """
    graph, rng = solved.graph, Rng(seed)
    if graph.opened <= many * _TRIES:
        found = [one for one in range(graph.opened) if _matters(solved, one)]
        rng.shuffle(found)
        return sorted(found[:many])
    drawn: set[int] = set()
    for _ in range(many * _TRIES):
        one = rng.below(graph.opened)
        if len(drawn) < many and _matters(solved, one):
            drawn.add(one)
    return sorted(drawn)


def _matters(solved: Solved, position: int) -> bool:
    if position in solved.graph.ends or not solved.verdict(position).certain:
        return False
    return len({keeps(solved, position, k) for k in range(solved.graph.choices(position))}) == 2


def keeps(solved: Solved, position: int, choice: int) -> bool:
    """Tells whether a choice keeps what a position is worth, as is certain."""
    after = solved.verdict(solved.graph.after_of(position)[choice])
    here = solved.verdict(position)
    return after.certain and after.least == here.least

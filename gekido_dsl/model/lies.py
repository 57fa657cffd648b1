"""How shapes of several squares may lie: turned, mirrored, and alike in several lies.

Invariants:
    Nothing here knows of what was written.
"""

from collections.abc import Iterable
from typing import Final

from gekido_dsl.model import nodes as m

LIES: Final = (
    "as drawn",
    "turned right",
    "turned around",
    "turned left",
    "mirrored",
    "mirrored turned right",
    "mirrored turned around",
    "mirrored turned left",
)
"""How a shape may lie: turned clockwise, after it was mirrored from left to right."""
WAYS: Final = {
    "turned": (0, 1, 2, 3),
    "mirrored": (0, 4),
    "turned or mirrored": tuple(range(len(LIES))),
    "turned right": (1,),
    "turned around": (2,),
    "turned left": (3,),
}
"""Which of them a sentence allows."""
MOST: Final = 16
"""How many rows and columns a shape has at most."""


def shape_of(game: m.Game, whole: m.Kind) -> m.Kind | None:
    """Gives the kind of the squares that a thing of a kind consists of; None for a thing without a shape."""
    return next((one for one in game.kinds.values() if one.lies is not None and one.parent is whole), None)


def lying(squares: list[tuple[int, int]], lie: int) -> tuple[tuple[int, int], ...]:
    """Gives where the squares of a shape lie, in their order, from the first one in reading order."""
    made = [(row, -at) if lie >= 4 else (row, at) for row, at in squares]
    for _ in range(lie % 4):
        made = [(at, -row) for row, at in made]
    top, left = min(made)
    return tuple((row - top, at - left) for row, at in made)


def distinct(squares: list[tuple[int, int]], lies: Iterable[int]) -> list[int]:
    """Leaves out how a shape looks as it does in a lie before."""
    seen: set[frozenset[tuple[int, int]]] = set()
    found = []
    for lie in lies:
        looks = frozenset(lying(squares, lie))
        if looks not in seen:
            seen.add(looks)
            found.append(lie)
    return found


def of_squares(board: m.Board) -> bool:
    """Tells whether shapes of squares lie on a board."""
    shape = board.shape
    grid = isinstance(shape, m.Grid) and shape.links is None and shape.round is None and not shape.starts
    return grid and shape.directions in (4, 8)

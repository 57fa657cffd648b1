"""Shapes of several squares: which squares a thing consists of, and where they lie. Nothing here depends on a match."""

from collections.abc import Sequence
from dataclasses import dataclass

from gekido_dsl.ground.layout import Layout
from gekido_dsl.model import nodes as m
from gekido_dsl.model.lies import LIES, distinct, lying
from gekido_dsl.model.types import NONE

Offsets = tuple[tuple[int, int], ...]
"""How far down and right each square lies from the first one in reading order."""


@dataclass(frozen=True, slots=True)
class Cut:
    """The shapes of all things of a kind."""

    wholes: range
    squares: tuple[tuple[int, ...], ...]
    """The squares of each thing."""
    offsets: tuple[tuple[Offsets, ...], ...]
    """Of each thing, in each lie."""

    @property
    def most(self) -> int:
        """How many squares a shape has at most."""
        return max(map(len, self.squares), default=0)

    def lies(self, allowed: Sequence[int]) -> list[list[int]]:
        """Gives how each thing may lie so that it looks different each time."""
        return [distinct(list(one[0]), allowed) for one in self.offsets]

    def on(self, board: m.Board, thing: int, lie: int) -> Offsets:
        """Gives where the squares of a thing lie; nowhere if the board is smaller than it."""
        found = self.offsets[thing - self.wholes.start][lie]
        high = max(down for down, _ in found) + 1
        wide = max(right for _, right in found) - min(right for _, right in found) + 1
        return found if high <= board.shape.rows and wide <= board.shape.columns else ()


def cut_of(layout: Layout, squares: m.Kind) -> Cut:
    """Gives the shapes of the things that a kind of squares is part of."""
    whole = squares.parent
    assert whole is not None
    wholes = layout.things[whole.name]
    parts = tuple(tuple(layout.parts.get((squares.name, one), ())) for one in wholes)
    made: dict[tuple[tuple[int, int], ...], tuple[Offsets, ...]] = {}
    offsets = []
    for own in parts:
        spots = tuple(spot for one in own if (spot := squares.rows[layout.row_of[one]].spot) is not None)
        if spots not in made:
            made[spots] = tuple(lying(list(spots), lie) for lie in range(len(LIES)))
        offsets.append(made[spots])
    return Cut(wholes, parts, tuple(offsets))

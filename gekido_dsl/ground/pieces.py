"""Shapes of several squares: which squares a thing consists of, and where they lie."""

from collections.abc import Sequence
from dataclasses import dataclass

from gekido_dsl.ground import knowledge
from gekido_dsl.ground.layout import Layout
from gekido_dsl.ground.position import Position
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
    most: int
    """How many squares a shape has at most."""

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
    return Cut(wholes, parts, tuple(offsets), max(map(len, parts), default=0))


def under(s: Position, cut: Cut, thing: int, space: int, lie: int) -> list[int]:
    """Lists the spaces that the squares of a thing cover if the first is on a space; none off the board."""
    layout, at = s.layout, s.layout.position_cell
    if s.cells[at + space] == NONE:
        return []
    chart, spot, base = layout.charts[layout.chart_of[space]], s.cells[at + space], layout.base_of[space]
    found = []
    for down, right in cut.on(chart.board, thing, lie):
        there = chart.stepped(spot, down, right)
        found.append(s.cells[base + there] if there != NONE else NONE)
        if found[-1] == NONE:
            return []
    return found


def cover(s: Position, thing: int, space: int) -> bool:
    """Puts the squares of a thing that lies on a space, as it is drawn, onto what it covers; tells whether it fits."""
    squares = s.layout.shaped[thing]
    spaces = under(s, cut_of(s.layout, s.layout.kind_of[squares[0]]), thing, space, 0)
    for square, there in zip(squares, spaces, strict=False):
        knowledge.move(s, square, there)
    return bool(spaces)

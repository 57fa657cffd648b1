"""Boards of hollows become pictures: what lies in a hollow is drawn as dots, with its number beside it.

A hollow that has its column to itself is as high as the board, as stores at the ends are.
"""

from collections import Counter
from collections.abc import Sequence
from math import cos, pi, sin, sqrt
from typing import Final

from gekido_dsl.drawing.look import Look
from gekido_dsl.drawing.squares import RIM, SPACE, Squares
from gekido_dsl.drawing.svg import label, number, shape
from gekido_dsl.drawing.tags import Tag, untagged
from gekido_dsl.engine import BoardView, SpaceView

_TALL: Final = 1.35
"""How high a hollow is for its width, with room for its number."""
_MOST: Final = 36
"""So many dots are drawn."""
_SPREAD: Final = 2.39996
"""The angle from one dot to the next, which fills a disc evenly."""


class Pits(Squares):
    """Draws hollows in wood."""

    def __init__(
        self, view: BoardView, marked: Sequence[str], legend: bool, look: Look, tag: Tag = untagged
    ) -> None:
        counted = Counter(space.column for space in view.spaces)
        self.alone = {space.label for space in view.spaces if counted[space.column] == 1 and view.rows > 1}
        super().__init__(view, marked, False, look, tag)
        self.named = False
        self.size = SPACE
        self.width = self.columns * self.size + 2 * RIM
        self.grid_height = self._grid_height() + 2 * RIM
        self.height = self.grid_height

    def _grid_height(self) -> float:
        return self.rows * self.size * _TALL

    def middle(self, row: int, column: int) -> tuple[float, float]:
        """Gives the middle of a hollow."""
        x = RIM + (column - self.first_column + 0.5) * self.size
        if f"r{row}c{column}" in self.alone:
            return x, RIM + self._grid_height() / 2
        return x, RIM + (row - self.first_row + 0.5) * self.size * _TALL

    def rims(self) -> list[str]:
        """Draws the wood."""
        measures = {"width": self.width - 4, "height": self.grid_height - 4, "rx": 8}
        return [shape("rect", "shade line-edge", x=2, y=2, stroke_width=0.5, **measures)]

    def _low(self, space: SpaceView) -> int:
        """Tells whether the number of a hollow stands below it, else above."""
        return 1 if space.row - self.first_row >= self.rows / 2 else -1

    def ground(self, space: SpaceView) -> list[str]:
        """Draws a hollow with the mark of its owner's colour round it."""
        x, y = self.middle(space.row, space.column)
        half = self.size * 0.44
        edge = "line-edge" if space.owner is None else f"player{space.owner % 12 + 1}-edge"
        wide = 1.6 if space.label in self.marked else 0.7
        if space.label in self.alone:
            high = self._grid_height() / 2 - 5.5
            box = {"x": x - half, "y": y - high, "width": 2 * half, "height": 2 * high, "rx": half}
            made = [shape("rect", f"tint {edge}", stroke_width=wide, **box)]
        else:
            made = [shape("circle", f"tint {edge}", cx=x, cy=self._pit(space, y), r=half, stroke_width=wide)]
        if space.label in self.marked:
            made[0] = made[0].replace(edge, "accent-edge")
        return made

    def _pit(self, space: SpaceView, y: float) -> float:
        return y - self._low(space) * self.size * 0.14

    def owned(self, space: SpaceView) -> list[str]:
        """Draws nothing more: the edge of a hollow has the colour of its owner."""
        return []

    def _content(self, space: SpaceView) -> list[str]:
        x, y = self.middle(space.row, space.column)
        count = int(space.number) if space.number.isdigit() else 0
        is_alone = space.label in self.alone
        made = self._seeds(min(count, _MOST), x, y if is_alone else self._pit(space, y), is_alone)
        low = self._low(space)
        below = y + low * (self._grid_height() / 2 - 2.2 if is_alone else self.size * 0.53)
        made.append(label(space.number, x, below, 4.6, bold=True))
        return made + self.standing(space.things, x, y)

    def _seeds(self, count: int, x: float, y: float, is_alone: bool) -> list[str]:
        if not count:
            return []
        room = self.size * 0.36
        radius = min(1.5, room * 0.86 / sqrt(count))
        tall = 1.9 if is_alone else 1.0
        far = room - radius
        spots = []
        for at in range(count):
            out = far * sqrt(at / (count - 1)) if count > 1 else 0.0
            if 1 < count < 6:
                out, turn = radius * (1.1 if count < 4 else 1.5), 2 * pi * at / count
            else:
                turn = at * _SPREAD
            spots.append((x + out * cos(turn), y + out * sin(turn) * tall))
        r = number(radius * 0.82)
        dots = "".join(
            f"M{number(a - radius * 0.82)} {number(b)}a{r} {r} 0 1 0 {number(radius * 1.64)} 0"
            f"a{r} {r} 0 1 0 {number(-radius * 1.64)} 0"
            for a, b in spots
        )
        return [shape("path", "strong", d=dots)]

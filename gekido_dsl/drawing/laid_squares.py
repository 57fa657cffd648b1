"""Boards of squares whose spaces are laid by hand, upon a picture or without one."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from gekido_dsl.drawing.squares import RIM, Squares
from gekido_dsl.drawing.svg import label
from gekido_dsl.engine import SpaceView

_SAID: Final = 2.6
"""How large a space without a name says where it is in the rules."""


class LaidSquares(Squares):
    """Draws squares where a theme has laid them."""

    @cached_property
    def _side(self) -> float:
        return max(self.view.rows, self.view.columns) * self.size

    @cached_property
    def _places(self) -> dict[tuple[int, int], tuple[float, float]]:
        laid = self.look.spots[self.view.name]
        return {
            (space.row, space.column): (x * self._side, y * self._side)
            for space in self.view.spaces
            for x, y in (laid.get(space.label, (0.0, 0.0)),)
        }

    @cached_property
    def _box(self) -> tuple[float, float, float, float]:
        """Gives what is seen: all spaces, and the picture."""
        half = self.size / 2
        spots = list(self._places.values()) or [(half, half)]
        (left, top), (right, bottom) = (
            (most(x for x, _ in spots) + by, most(y for _, y in spots) + by)
            for most, by in ((min, -half), (max, half))
        )
        backdrop = self.look.backdrops.get(self.view.name)
        if backdrop is None or backdrop.box is None:
            return left, top, right, bottom
        x1, y1, x2, y2 = (self._side * one for one in backdrop.box)
        return min(x1, left), min(y1, top), max(x2, right), max(y2, bottom)

    def _grid_width(self) -> float:
        return self._box[2] - self._box[0]

    def _grid_height(self) -> float:
        return self._box[3] - self._box[1]

    def middle(self, row: int, column: int) -> tuple[float, float]:
        """Gives the middle of a space."""
        x, y = self._places[row, column]
        return RIM - self._box[0] + x, RIM - self._box[1] + y

    def rims(self) -> list[str]:
        """Draws the picture below the spaces; they lie in no rows that could be numbered."""
        backdrop = self.look.backdrops.get(self.view.name)
        if backdrop is None:
            return []
        x1, y1, x2, y2 = self._box if backdrop.box is None else (self._side * one for one in backdrop.box)
        at = (RIM - self._box[0] + x1, RIM - self._box[1] + y1)
        return [backdrop.art.below(*at, x2 - x1, y2 - y1, stretched=backdrop.box is not None)]

    def arrows(self) -> list[str]:
        """Draws none: such a board does not wrap."""
        return []

    def ground(self, space: SpaceView) -> list[str]:
        """Draws a space; one without a name says where it is in the rules."""
        made = super().ground(space)
        if self.named or space.drawn:
            return made
        x, y = self.middle(space.row, space.column)
        return [*made, label(space.label, x, y + self.size / 2 - 1.8, _SAID, "quiet")]

    def lowest_first(self) -> Sequence[SpaceView]:
        """Lists the spaces so that what lies further up is drawn first."""
        return sorted(self.view.spaces, key=lambda one: self._places[one.row, one.column][1])

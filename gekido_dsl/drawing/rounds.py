"""Boards in rings and in a spiral become pictures: spaces lie round a middle."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final

from gekido_dsl.drawing.look import Look
from gekido_dsl.drawing.squares import RIM, Squares
from gekido_dsl.drawing.svg import label, number, placed, shape
from gekido_dsl.drawing.tags import Tag, untagged
from gekido_dsl.engine import BoardView, SpaceView, ThingView

_STEPS: Final = 8
"""An arc is drawn with so many straight lines."""
_NARROWEST: Final = 0.62
"""How far the innermost space is from the middle at least, as a part of the width of a space."""


class Rounds(Squares):
    """Draws rings, the first outermost, or a spiral from the outside in."""

    def __init__(
        self, view: BoardView, marked: Sequence[str], legend: bool, look: Look, tag: Tag = untagged
    ) -> None:
        assert view.round is not None
        self.round = view.round
        self.turns: list[float] = []
        """Of a spiral, the angle at which each space ends, from the innermost outwards."""
        super().__init__(view, marked, legend, look, tag)

    # ------------------------------------------------------------ where spaces are

    def _inside(self) -> float:
        """Gives the radius of the hole in the middle."""
        if self.round.spiral:
            return self.size * 0.4
        around = self.view.columns * self.size / (2 * pi)
        return max(around - self.size / 2, self.size * _NARROWEST)

    def _reached(self) -> float:
        """Gives how far the outermost space is from the middle."""
        if not self.round.spiral:
            return self._inside() + self.view.rows * self.size
        return self._winding(self._ends()[-1]) + self.size

    def _ends(self) -> list[float]:
        """Gives the angles at which the spaces of a spiral begin and end, from the innermost outwards."""
        if not self.turns:
            self.turns.append(0.0)
            for _ in range(self.view.columns):
                here = self.turns[-1]
                self.turns.append(here + self.size / (self._winding(here) + self.size * 0.6))
        return self.turns

    def _winding(self, angle: float) -> float:
        """Gives how far the inner side of a spiral is from the middle; each winding lies against the one before."""
        return self._inside() + self.size * angle / (2 * pi)

    def _grid_width(self) -> float:
        return 2 * self._reached()

    def _grid_height(self) -> float:
        return 2 * self._reached()

    def _span(self, row: int, column: int) -> tuple[float, float, float, float]:
        """Gives where a space begins and ends, as angles, and how far its inner side is from the middle there."""
        if self.round.spiral:
            ends = self._ends()
            first, last = ends[-column], ends[-column - 1]
            # The first space of all lies at the bottom.
            turn = (ends[-1] + ends[-2]) / 2 + pi
            return turn - first, turn - last, self._winding(first), self._winding(last)
        wide = 2 * pi / self.view.columns
        inner = self._inside() + (self.view.rows - row) * self.size
        return (column - 1.5) * wide, (column - 0.5) * wide, inner, inner

    def _at(self, angle: float, far: float) -> tuple[float, float]:
        """Gives a point by its angle from the top and its distance from the middle."""
        sign, middle = 1 if self.round.clockwise else -1, RIM + self._reached()
        return middle + sign * far * sin(angle), middle - far * cos(angle)

    def middle(self, row: int, column: int) -> tuple[float, float]:
        """Gives the middle of a space."""
        start, end, first, last = self._span(row, column)
        return self._at((start + end) / 2, (first + last + self.size) / 2)

    def _points(self, row: int, column: int, part: float = 1) -> str:
        """Gives the outline of a space, or of a smaller part of it."""
        start, end, first, last = self._span(row, column)
        gap = (1 - part) / 2
        steps = [gap + part * k / _STEPS for k in range(_STEPS + 1)]
        arcs = [(start + (end - start) * k, first + (last - first) * k) for k in steps]
        ends = [self._at(angle, far + self.size * (1 - gap)) for angle, far in arcs]
        ends += [self._at(angle, far + self.size * gap) for angle, far in reversed(arcs)]
        return " ".join(f"{number(x)},{number(y)}" for x, y in ends)

    # ------------------------------------------------------------ what is drawn

    def rims(self) -> list[str]:
        """Numbers the spaces of several rings outside, and the rings."""
        if self.view.rows == 1:
            return []
        made = []
        for column in range(1, self.view.columns + 1):
            start, end, _, _ = self._span(1, column)
            x, y = self._at((start + end) / 2, self._reached() + RIM / 2)
            made.append(label(str(column), x, y, self.rim, "quiet"))
        return made

    def arrows(self) -> list[str]:
        """Draws none: that a ring leads round can be seen."""
        return []

    def ground(self, space: SpaceView) -> list[str]:
        """Draws a space, with its number in a single ring or a spiral, and the number of its ring in the first."""
        shaded = not self.named and not self.view.signs and (space.row + space.column) % 2
        edge = "accent-edge" if space.label in self.marked else "line-edge"
        look = f"{'shade' if shaded else 'tint'} {edge}"
        made = [shape("polygon", look, points=self._points(space.row, space.column), stroke_width=0.25)]
        fill = next((mark.fill for sign in space.drawn.split("+") if (mark := self.look.mark(sign)).fill), "")
        if fill:
            points = self._points(space.row, space.column)
            made.append(shape("polygon", "line-edge", points=points, fill=fill, stroke_width=0.25))
        if space.label in self.marked:
            points = self._points(space.row, space.column, 0.9)
            made.append(shape("polygon", "accent-line", points=points, stroke_width=1))
        if self.view.rows == 1:
            x, y = self.middle(space.row, space.column)
            made.append(label(space.label.rpartition("c")[2], x, y + self.size / 2 - 2.6, 3.4, "quiet"))
        elif space.column == 1:
            start, _, inner, _ = self._span(space.row, 1)
            wide = 2 * pi / self.view.columns
            x, y = self._at(start + 0.16 * wide, inner + self.size * 0.82)
            made.append(label(str(space.row), x, y, self.rim, "quiet"))
        return made

    def standing(self, things: Sequence[ThingView], x: float, y: float) -> list[str]:
        """Draws what stands on a space, above its number in a single ring or a spiral."""
        if not things or self.view.rows > 1:
            return super().standing(things, x, y)
        return [placed(super().standing(things, 0, 0), x, y - 1.6, 0.78)]

    def _reach(self) -> float:
        """Gives how far the number of an owner is from the middle."""
        return self.size * 0.38

    def _frame(self, x: float, y: float, look: str, part: float, width: float) -> str:
        """Draws a ring inside a space."""
        return shape("circle", look, cx=x, cy=y, r=self.size * 0.46 * part, stroke_width=width)

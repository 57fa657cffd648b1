"""Boards whose corners or edges are spaces, and hexagons in rows of their own lengths, become pictures."""

from collections.abc import Sequence
from dataclasses import replace
from math import hypot, sqrt
from typing import Final

from gekido_dsl.drawing.look import Look
from gekido_dsl.drawing.squares import RIM, SPACE, Squares, is_bonus
from gekido_dsl.drawing.svg import label, number, placed, shape
from gekido_dsl.drawing.tags import Tag, untagged
from gekido_dsl.engine import BoardView, SpaceView, ThingView
from gekido_dsl.languages import text as say

_NUMBER: Final = 0.12
"""How large the number of a corner or edge is, as a part of a space."""
_CORNER: Final = 0.075
_TAKEN: Final = 0.13
"""How large a corner is that nobody or somebody has."""
_SMALL: Final = 0.42
"""How large things on corners and edges are, as a part of what they are on a space."""
_HEXAGON: Final = 6


class Mesh(Squares):
    """Draws spaces where they lie, then their edges as lines and their corners as discs."""

    def __init__(
        self, view: BoardView, marked: Sequence[str], legend: bool, look: Look, tag: Tag = untagged
    ) -> None:
        assert view.mesh is not None
        mesh = view.mesh
        self.hexagons = len(mesh.outline) == _HEXAGON
        self.points, self.ends = dict(mesh.points), dict(mesh.lines)
        every = [
            (x + right, y + down)
            for (row, _), (x, y) in mesh.points
            if row <= mesh.rows
            for right, down in mesh.outline
        ]
        self.left, self.top = min(x for x, _ in every), min(y for _, y in every)
        self.right, self.bottom = max(x for x, _ in every), max(y for _, y in every)
        self.has_corners = any(row > mesh.rows for row, _ in self.points)
        last = {end: key for key, ends in mesh.lines for end in ends}
        self.dots = {key: [end for end in ends if last[end] == key] for key, ends in mesh.lines}
        """Of each edge, the ends that no later one has: there a dot is drawn where corners are no spaces."""
        cells = [space for space in view.spaces if space.row <= mesh.rows]
        corners = [space for space in view.spaces if (space.row, space.column) in self.points]
        sides = [*(one for one in view.spaces if (one.row, one.column) in self.ends), *corners[len(cells) :]]
        super().__init__(replace(view, spaces=(*cells, *sides)), marked, legend, look, tag)
        self.small = SPACE * 1.25 if self.named else self.size
        """By this corners and edges are measured: on large spaces they stay small."""

    def is_cell(self, space: SpaceView) -> bool:
        """Tells whether a space is neither a corner nor an edge."""
        assert self.view.mesh is not None
        return space.row <= self.view.mesh.rows

    def _grid_width(self) -> float:
        return (self.right - self.left) * self.size / 2

    def _grid_height(self) -> float:
        return (self.bottom - self.top) * self._down()

    def _down(self) -> float:
        return self.size / (2 * sqrt(3)) if self.hexagons else self.size / 2

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return RIM + (x - self.left) * self.size / 2, RIM + (y - self.top) * self._down()

    def middle(self, row: int, column: int) -> tuple[float, float]:
        """Gives the middle of a space, a corner or an edge."""
        if (row, column) in self.ends:
            (x1, y1), (x2, y2) = self.ends[row, column]
            return self._at((x1 + x2) / 2, (y1 + y2) / 2)
        return self._at(*self.points[row, column])

    def rims(self) -> list[str]:
        """Numbers the rows of hexagons where they begin, and rows and columns of squares."""
        assert self.view.mesh is not None
        mesh, made = self.view.mesh, []
        first: dict[int, float] = {}
        for row, column in self.points:
            if row > mesh.rows:
                continue
            x, y = self.middle(row, column)
            first[row] = min(first.get(row, x), x)
            if not self.hexagons and row == 1:
                made.append(label(str(column), x, RIM / 2, self.rim, "quiet"))
        for row, x in first.items():
            _, y = self.middle(row, next(c for r, c in self.points if r == row))
            said = mesh.rows + 1 - row if self.view.from_bottom else row
            made.append(label(str(said), x - self.size / 2 - RIM * 0.72, y, self.rim, "quiet"))
        return made

    def owned(self, space: SpaceView) -> list[str]:
        """Draws nothing more: spaces, edges and corners have the colour of their owner."""
        return []

    def ground(self, space: SpaceView) -> list[str]:
        """Draws a space as it lies, an edge as a line, a corner as a disc."""
        if (space.row, space.column) in self.ends:
            return self._edge(space)
        x, y = self.middle(space.row, space.column)
        return self._cell(space, x, y) if self.is_cell(space) else self._corner(space, x, y)

    def _cell(self, space: SpaceView, x: float, y: float) -> list[str]:
        assert self.view.mesh is not None
        outline = self.view.mesh.outline
        points = [(x + right * self.size / 2, y + down * self._down()) for right, down in outline]

        def ring(part: float) -> str:
            return " ".join(f"{number(x + (a - x) * part)},{number(y + (b - y) * part)}" for a, b in points)

        made = [shape("polygon", "tint line-edge", points=ring(1), stroke_width=0.25)]
        tint = next(
            (one for fact in space.facts.items() if (one := self.look.tints.get(fact)) is not None), None
        )
        if tint is not None:
            made.append(shape("polygon", "", points=ring(0.96), fill=tint, opacity=0.3))
        if space.owner is not None:
            look = f"player{space.owner % 12 + 1}"
            made.append(shape("polygon", look, points=ring(0.8), opacity=0.45))
        if space.label in self.marked:
            made.append(shape("polygon", "accent-line", points=ring(0.9), stroke_width=1))
        return made

    def _edge(self, space: SpaceView) -> list[str]:
        key = (space.row, space.column)
        (x1, y1), (x2, y2) = (self._at(*end) for end in self.ends[key])
        look = "line-line" if space.owner is None else f"player{space.owner % 12 + 1}-line"
        width = 0.5 if space.owner is None else 1.8
        if space.label in self.marked:
            look, width = "accent-line", max(width, 1.2)
        measures = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
        made = [
            # It is wide enough to be hit.
            shape("line", "line-line", **measures, stroke_width=self.small * 0.2, opacity=0),
            shape("line", look, **measures, stroke_width=width),
        ]
        for end in () if self.has_corners else self.dots[key]:
            x, y = self._at(*end)
            made.append(shape("circle", "strong", cx=x, cy=y, r=self.small * 0.06))
        if space.owner is None and not space.things:
            made += self._number(space, (x1 + x2) / 2, (y1 + y2) / 2)
        return made

    def _corner(self, space: SpaceView, x: float, y: float) -> list[str]:
        free = space.owner is None
        look = "paper line-edge" if free else f"player{(space.owner or 0) % 12 + 1} strong-edge"
        radius = self.small * (_CORNER if free else _TAKEN)
        if space.label in self.marked:
            look = "accent line-edge" if free else look.replace("strong-edge", "accent-edge")
        made = [shape("circle", look, cx=x, cy=y, r=radius, stroke_width=0.3)]
        if not space.things:
            made += self._number(space, x, y) if free else []
        return made

    def _number(self, space: SpaceView, x: float, y: float) -> list[str]:
        """Writes the number of a corner or an edge, by which choices call it."""
        said = space.label.rpartition(" ")[2]
        if (space.row, space.column) not in self.ends:
            return [label(said, x, y, self.small * _NUMBER * 0.75, "quiet")]
        size = self.small * _NUMBER
        plate = shape("circle", "tint", cx=x, cy=y, r=size * 0.75)
        return [plate, label(said, x, y, size, "quiet")]

    def _content(self, space: SpaceView) -> list[str]:
        if self.is_cell(space):
            return self._on_hexagon(space) if self.hexagons and self.named else super()._content(space)
        if not space.things:
            return []
        x, y = self.middle(space.row, space.column)
        return [placed(self.standing(space.things, 0, 0), x, y, _SMALL * self.small / SPACE)]

    def _on_hexagon(self, space: SpaceView) -> list[str]:
        """Writes the name and the numbers of a hexagon where it is widest; what stands there has the middle."""
        x, y = self.middle(space.row, space.column)
        made = [label(space.name, x, y - self.size * 0.27, 3.6, bold=True)]
        shown = is_bonus(space.number)
        others = [
            say("{name} {value}", name=name, value=text)
            for name, text in space.facts.items()
            if is_bonus(text) and text != space.number
        ]
        if shown and not space.things:
            made.append(label(space.number, x, y + self.size * 0.02, self.size * 0.26, bold=True))
        elif shown:
            made.append(label(space.number, x, y + self.size * 0.3, self.size * 0.13, bold=True))
        for text in others[: 1 - (shown and bool(space.things))]:
            made.append(label(text.replace("-", "−"), x, y + self.size * 0.28, 3.0))
        return made + self.standing(space.things, x, y)

    def standing(self, things: Sequence[ThingView], x: float, y: float) -> list[str]:
        """Draws what stands on a space; on a hexagon a little smaller."""
        if not things or not self.hexagons:
            return super().standing(things, x, y)
        return [placed(super().standing(things, 0, 0), x, y, 0.8)]

    def move(self, start: str, goal: str) -> list[str]:
        """Draws an arrow from a space to another; none where both lie at one place."""
        spots = {space.label: self.middle(space.row, space.column) for space in self.view.spaces}
        if start in spots and goal in spots:
            (x1, y1), (x2, y2) = spots[start], spots[goal]
            if hypot(x2 - x1, y2 - y1) < self.size * 0.5:
                return []
        return super().move(start, goal)

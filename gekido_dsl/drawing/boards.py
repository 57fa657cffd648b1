"""Boards become pictures: spaces, what is drawn on them, borders, and what stands there."""

from collections.abc import Sequence
from dataclasses import replace
from math import cos, pi, sin, sqrt
from typing import Final

from gekido_dsl.drawing import maps
from gekido_dsl.drawing.laid_squares import LaidSquares
from gekido_dsl.drawing.look import PLAIN, Look
from gekido_dsl.drawing.maps import Map
from gekido_dsl.drawing.meshes import Mesh
from gekido_dsl.drawing.pits import Pits
from gekido_dsl.drawing.rounds import Rounds
from gekido_dsl.drawing.squares import RIM, SPACE, Squares, called
from gekido_dsl.drawing.svg import Picture, label, number, placed, polygon, shape
from gekido_dsl.drawing.tags import Tag, untagged
from gekido_dsl.engine import BoardView, EdgeView, SpaceView, ThingView
from gekido_dsl.languages import joined, text
from gekido_dsl.model.english import spot, wrapping

_HEXAGON: Final = 6
_ROW: Final = 12
"""A board that is one row is folded after so many spaces."""


def board(
    view: BoardView,
    *,
    title: str = "",
    marked: Sequence[str] = (),
    moves: Sequence[tuple[str, str]] = (),
    legend: bool = True,
    look: Look = PLAIN,
    tag: Tag = untagged,
) -> Picture:
    """Draws a board.

    Args:
        marked: labels of spaces to stand out.
        moves: labels of spaces, from where to where something has moved.
        legend: whether the signs of its spaces are explained.
        tag: names its spaces and what stands there.
    """
    sort, view = _shape_of(view, look)
    draw = sort(view, marked, legend, look, tag)
    shapes = [*draw.rims(), *draw.arrows()]
    for space in draw.lowest_first():
        shapes.append(draw.tagged_ground(space))
    shapes += [shape for edge in view.edges for shape in draw.edge(edge)]
    for space in draw.view.spaces:
        shapes += draw.content(space)
    shapes += [shape for start, goal in moves for shape in draw.move(start, goal)]
    shapes += draw.legend()
    return Picture(draw.width, draw.height, tuple(shapes), title or view.name, _said(view))


def legend(view: BoardView, look: Look = PLAIN) -> Picture | None:
    """Draws what the signs of a board mean, by itself; None where there are none."""
    draw = _shape_of(view, look)[0](view, (), True, look)
    if not draw.entries:
        return None
    shapes = placed(draw.legend(), 0, -draw.grid_height)
    return Picture(draw.key, draw.height - draw.grid_height, (shapes,), view.name)


def middles(view: BoardView, look: Look = PLAIN) -> list[tuple[float, float]]:
    """Gives where in the picture of a board the middles of its spaces are, in the order in which the view has them."""
    sort, shown = _shape_of(view, look)
    draw = sort(shown, (), False, look)
    return [draw.middle(space.row, space.column) for space in shown.spaces]


def whole(view: BoardView, look: Look = PLAIN) -> float | None:
    """Tells how long the longer side of a board is, for spaces laid by hand; None if it is drawn otherwise."""
    sort, shown = _shape_of(view, look)
    if sort is Map:
        return maps.side_of(len(shown.map.places)) if shown.map is not None else None
    if sort not in (Squares, LaidSquares):
        return None
    return max(shown.rows, shown.columns) * sort(shown, (), False, look).size


def space_width(view: BoardView) -> float:
    """Tells how wide a space is in the picture of a board."""
    sort, shown = _shape_of(view)
    return sort(shown, (), False, PLAIN).size


def _shape_of(view: BoardView, look: Look = PLAIN) -> tuple[type[Squares], BoardView]:
    """Tells how a board is drawn, and how it is laid for that."""
    if view.map is not None:
        return Map, view
    if look.boards.get(view.name) == "pits" and view.round is None and view.mesh is None:
        return Pits, view
    if view.mesh is not None and view.spaces:
        return Mesh, view
    if view.round is not None:
        return Rounds, view
    if view.name in look.spots and not view.edges:
        return LaidSquares, view
    sort = _Lined if view.lines is not None else _Hexagons if view.directions == _HEXAGON else Squares
    if sort is Squares and view.rows == 1 and view.columns > _ROW:
        plain = all(
            space.name in ("", space.label) and not space.drawn and not space.number for space in view.spaces
        )
        return (_Points, turned_back(view)) if plain and view.columns <= 2 * _ROW else (_Row, folded(view))
    return sort, view


def sign(name: str, drawn: str, edge: str = "", look: Look = PLAIN) -> Picture:
    """Draws a space that has one sign alone, or a border at its side.

    Args:
        drawn: the sign as drawings of boards have it; empty for a border.
        edge: what stands on the border.
    """
    space = SpaceView("r1c1", 1, 1, "", (), {}, drawn)
    edges = (EdgeView(1, 2, True, edge),) if edge else ()
    draw = Squares(BoardView(name, 1, 1, 4, (space,), edges=edges, edge_names=(edge,)), (), False, look)
    shapes = [*draw.ground(space), *(one for at in edges for one in draw.edge(at)), *draw.content(space)]
    side = SPACE + 2
    return Picture(side, side, (placed(shapes, 1 - RIM, 1 - RIM),), name, name)


def _said(view: BoardView) -> str:
    """Tells a board in words: how large it is, and what stands where."""
    told: list[str] = [
        joined(
            "",
            [text("{rows} by {columns} spaces", rows=view.rows, columns=view.columns), wrapping(view.wraps)],
        )
    ]
    if view.round is not None and view.round.spiral:
        told = [text("a spiral of {number} spaces", number=view.columns)]
    elif view.round is not None and view.rows == 1:
        told = [text("a ring of {number} spaces", number=view.columns)]
    elif view.round is not None:
        told = [text("{rings} rings of {number} spaces", rings=view.rows, number=view.columns)]
    if view.map is not None:
        spaces, ways = len(view.map.places), len(view.map.ends)
        told = [text("a map of {spaces} spaces and {ways} ways", spaces=spaces, ways=ways)]
    if view.mesh is not None:
        fields = sum(row <= view.mesh.rows for (row, _), _ in view.mesh.points)
        corners, edges = len(view.mesh.points) - fields, len(view.mesh.lines)
        parts = (
            (fields, text("{number} spaces", number=fields)),
            (corners, text("{number} corners", number=corners)),
            (edges, text("{number} edges", number=edges)),
        )
        told = [joined(", ", (sort for number, sort in parts if number))]
    for space in view.spaces:
        things = [called(thing) for thing in space.things]
        named = [space.name] if space.name not in ("", space.label) else []
        if things or named:
            where = spot(space.label, row=view.rows == 1)
            told.append(text("{name}: {told}", name=where, told=joined(", ", [*named, *things])))
    return joined("; ", told)


class _Row(Squares):
    """Draws a board that is one long row, in several rows, each space with its number."""

    def rims(self) -> list[str]:
        """Draws none: each space has its number."""
        return []

    def ground(self, space: SpaceView) -> list[str]:
        """Draws a space with its number."""
        x, y = self.middle(space.row, space.column)
        said = space.label.rpartition("c")[2]
        return [*super().ground(space), label(said, x, y + self.size / 2 - 2.2, 4.0, "quiet")]

    def standing(self, things: Sequence[ThingView], x: float, y: float) -> list[str]:
        """Draws what stands on a space."""
        return [placed(super().standing(things, 0, 0), x, y - 2.2, 0.8)] if things else []


class _Points(Squares):
    """Draws a board that is one long row as points in two rows, on which things stand one above another."""

    TALL: Final = 4.6
    """How many times as high as wide a point is."""
    STANDING: Final = 5
    """So many things stand on a point without one covering another."""

    def _grid_height(self) -> float:
        return self.rows * self.size * self.TALL

    def middle(self, row: int, column: int) -> tuple[float, float]:
        """Gives the middle of a point."""
        x, _ = super().middle(row, column)
        return x, RIM + (row - self.first_row + 0.5) * self.size * self.TALL

    def rims(self) -> list[str]:
        """Draws none: each point has its number."""
        return []

    def ground(self, space: SpaceView) -> list[str]:
        """Draws a point, which is wide at the rim, and its number beyond it."""
        x, y = self.middle(space.row, space.column)
        half, high, up = self.size / 2, self.size * self.TALL / 2, 1 if space.row == 1 else -1
        tip = y + up * high * 0.84
        edge = "accent-edge" if space.label in self.marked else "line-edge"
        look = "shade" if (space.row + space.column) % 2 else "tint"
        box = {"x": x - half, "y": y - high, "width": self.size, "height": 2 * high}
        return [
            shape("rect", "paper", **box),
            polygon(
                f"{look} {edge}",
                (x - half, y - up * high),
                (x + half, y - up * high),
                (x, tip),
                stroke_width=0.4,
            ),
            label(space.label.rpartition("c")[2], x, y - up * (high + RIM / 2), 4.0, "quiet"),
        ]

    def standing(self, things: Sequence[ThingView], x: float, y: float) -> list[str]:
        """Draws what stands on a point: the first at the rim, the others towards the middle of the board."""
        top = y < RIM + self.size * self.TALL
        up = 1 if top else -1
        start = y - up * (self.size * self.TALL / 2 - self.size * 0.44)
        far = self.size * min(0.82, 0.82 * self.STANDING / max(len(things), 1))
        made: list[str] = []
        for at, thing in enumerate(things):
            made += self._figure(thing, x, start + up * at * far, self.size * 0.4)
        return made


def turned_back(view: BoardView) -> BoardView:
    """Lays a long row in two rows: the first below from right to left, the other back above it."""
    half = -(-view.columns // 2)
    spaces = tuple(
        replace(space, row=2, column=half + 1 - space.column)
        if space.column <= half
        else replace(space, row=1, column=space.column - half)
        for space in view.spaces
    )
    return replace(view, rows=2, columns=half, spaces=spaces, edges=())


def folded(view: BoardView) -> BoardView:
    """Lays a long row in several rows."""
    rows = -(-view.columns // _ROW)
    spaces = tuple(
        replace(space, row=(space.column - 1) // _ROW + 1, column=(space.column - 1) % _ROW + 1)
        for space in view.spaces
    )
    return replace(view, rows=rows, columns=_ROW, spaces=spaces, edges=())


class _Hexagons(Squares):
    """Measures and draws a board of hexagons in slanted rows."""

    def _grid_width(self) -> float:
        return (self.columns + (self.rows - 1) / 2) * self.size

    def _grid_height(self) -> float:
        return self.size / sqrt(3) * (1.5 * (self.rows - 1) + 2)

    def middle(self, row: int, column: int) -> tuple[float, float]:
        """Gives the middle of a space; each row begins half a space further right."""
        r, c = row - self.first_row, column - self.first_column
        return RIM + (c + r / 2 + 0.5) * self.size, RIM + self.size / sqrt(3) * (1 + 1.5 * r)

    def rims(self) -> list[str]:
        """Numbers the columns, and each row where it begins."""
        columns = super().rims()[: self.columns]
        rows = []
        for at in range(self.rows):
            row = self.first_row + at
            x, y = self.middle(row, self.first_column)
            said = self.view.rows + 1 - row if self.view.from_bottom else row
            rows.append(label(str(said), x - self.size * 0.5 - RIM * 0.5, y, self.rim, "quiet"))
        return columns + rows

    def ground(self, space: SpaceView) -> list[str]:
        """Draws a hexagon."""
        x, y = self.middle(space.row, space.column)
        radius = self.size / sqrt(3)
        look = "accent-edge" if space.label in self.marked else "line-edge"
        return [shape("polygon", f"tint {look}", points=_hexagon(x, y, radius), stroke_width=0.25)]

    def _high(self) -> float:
        """Gives how far the top of a hexagon is from its middle."""
        return self.size / sqrt(3)

    def _reach(self) -> float:
        """Gives how far the number of an owner is from the middle: on the upper right side."""
        return self.size * 0.38

    def _frame(self, x: float, y: float, look: str, part: float, width: float) -> str:
        """Draws the outline of a hexagon, smaller by a part."""
        points = _hexagon(x, y, self.size / sqrt(3) * part)
        return shape("polygon", look, points=points, stroke_width=width)

    def edge(self, edge: EdgeView) -> list[str]:
        """Draws a border: the side to the left, or the one above on the left."""
        x, y = self.middle(edge.row, edge.column)
        radius = self.size / sqrt(3)
        turns = (2, 3) if edge.upright else (3, 4)
        ends = [(x + radius * cos(pi / 6 + pi / 3 * k), y + radius * sin(pi / 6 + pi / 3 * k)) for k in turns]
        return [self.stroke(edge.name, *ends[0], *ends[1])]


class _Lined(Squares):
    """Draws a board whose spaces are points, with the lines along which they touch."""

    def rims(self) -> list[str]:
        """Numbers the rows and columns, and draws the lines."""
        made = super().rims()
        for one, other in self.view.lines or ():
            (x1, y1), (x2, y2) = self.middle(*one), self.middle(*other)
            made.append(shape("line", "line-line", x1=x1, y1=y1, x2=x2, y2=y2, stroke_width=0.8))
        return made

    def ground(self, space: SpaceView) -> list[str]:
        """Draws a point."""
        x, y = self.middle(space.row, space.column)
        look = "accent" if space.label in self.marked else "strong"
        return [shape("circle", look, cx=x, cy=y, r=self.size / 9)]

    def _frame(self, x: float, y: float, look: str, part: float, width: float) -> str:
        """Draws a ring round a point."""
        return shape("circle", look, cx=x, cy=y, r=self.size * 0.42 * part, stroke_width=width)


def _hexagon(x: float, y: float, radius: float) -> str:
    corners = [(x + radius * sin(pi / 3 * k), y - radius * cos(pi / 3 * k)) for k in range(6)]
    return " ".join(f"{number(a)},{number(b)}" for a, b in corners)

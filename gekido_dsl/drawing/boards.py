"""Boards become pictures: spaces, what is drawn on them, borders, and what stands there."""

from collections.abc import Sequence
from dataclasses import replace
from math import cos, hypot, pi, sin, sqrt
from typing import Final

from gekido_dsl.drawing.figures import figure, filled, short_names, sign_shapes, tag, together
from gekido_dsl.drawing.look import PLAIN, Look, parted
from gekido_dsl.drawing.solids import carried
from gekido_dsl.drawing.svg import SEEN, WIDE, Picture, block, label, lines, number, placed, polygon, shape
from gekido_dsl.engine import BoardView, EdgeView, SpaceView, ThingView
from gekido_dsl.model.english import spot

SPACE: Final = 18.0
"""The width of a space in millimetres."""
NAMED_SPACE: Final = 34.0
"""The width of a space that has a name of its own, as a tile has."""
_RIM: Final = 6.0
_DASHES: Final = ("", "2 1.2", "0.6 1", "3 1 0.6 1")
"""How the sorts of borders are told apart, in the order of their declaration."""
_HEXAGON: Final = 6
_HEAP: Final = 4
"""So many things that are alike are drawn as one, with their number."""
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
) -> Picture:
    """Draws a board.

    Args:
        marked: labels of spaces to stand out.
        moves: labels of spaces, from where to where something has moved.
        legend: whether the signs of its spaces are explained.
    """
    sort = _Lined if view.lines is not None else _Hexagons if view.directions == _HEXAGON else _Squares
    if sort is _Squares and view.rows == 1 and view.columns > _ROW:
        sort, view = _Row, folded(view)
    draw = sort(view, marked, legend, look)
    shapes = draw.rims()
    for space in view.spaces:
        shapes += draw.ground(space)
    shapes += [shape for edge in view.edges for shape in draw.edge(edge)]
    for space in view.spaces:
        shapes += draw.content(space)
    shapes += [shape for start, goal in moves for shape in draw.move(start, goal)]
    shapes += draw.legend()
    return Picture(draw.width, draw.height, tuple(shapes), title or view.name, _said(view))


def sign(name: str, drawn: str, edge: str = "", look: Look = PLAIN) -> Picture:
    """Draws a space that has one sign alone, or a border at its side.

    Args:
        drawn: the sign as drawings of boards have it; empty for a border.
        edge: what stands on the border.
    """
    space = SpaceView("r1c1", 1, 1, "", (), {}, drawn)
    edges = (EdgeView(1, 2, True, edge),) if edge else ()
    draw = _Squares(BoardView(name, 1, 1, 4, (space,), edges=edges, edge_names=(edge,)), (), False, look)
    shapes = [*draw.ground(space), *(one for at in edges for one in draw.edge(at)), *draw.content(space)]
    side = SPACE + 2
    return Picture(side, side, (placed(shapes, 1 - _RIM, 1 - _RIM),), name, name)


def _said(view: BoardView) -> str:
    """Tells a board in words: how large it is, and what stands where."""
    told = [f"{view.rows} by {view.columns} spaces"]
    for space in view.spaces:
        things = [_name(thing) for thing in space.things]
        named = [space.name] if space.name not in ("", space.label) else []
        if things or named:
            told.append(f"{spot(space.label, row=view.rows == 1)}: {', '.join([*named, *things])}")
    return "; ".join(told)


def _name(thing: ThingView) -> str:
    whose = f" of player {thing.owner + 1}" if thing.owner is not None else ""
    return f"{thing.name or thing.face or thing.kind}{whose}"


class _Squares:
    """Measures and draws a board of squares."""

    def __init__(self, view: BoardView, marked: Sequence[str], legend: bool, look: Look) -> None:
        self.view, self.look = view, look
        self.marked = frozenset(marked)
        self.named = any(space.name not in ("", space.label) for space in view.spaces)
        self.size = NAMED_SPACE if self.named else SPACE
        rows = [space.row for space in view.spaces] or [1]
        columns = [space.column for space in view.spaces] or [1]
        self.first_row, self.first_column = min(rows), min(columns)
        self.rows, self.columns = max(rows) - self.first_row + 1, max(columns) - self.first_column + 1
        self.figures = short_names([thing for space in view.spaces for thing in space.things])
        self.width = self._grid_width() + 2 * _RIM
        signs = [(sign, name) for sign, name in view.signs.items() if sign != name and sign != "."]
        strokes = [name for name in view.edge_names if any(edge.name == name for edge in view.edges)]
        self.signs, self.strokes = (signs, strokes) if legend else ([], [])
        self.grid_height = self._grid_height() + 2 * _RIM
        self.rim = min(max(2.9, self.width * 0.027), _RIM * 0.85)
        self.key = self.width * (SEEN if self.width >= WIDE else 1.0)
        """How wide the legend is: all of it can be seen while the board is moved to and fro."""
        self.type = max(2.9, self.key * (0.031 if self.width >= WIDE else 0.027))
        """Of the legend: it can be read where the whole board is small."""
        self.signs = together(self.signs)
        self.entries = [*(name for _, name in self.signs), *self.strokes]
        self.per_row = 1 if self.key < 60 else 2
        self.room = (self.key - _RIM) / self.per_row - 4.2 * self.type
        self.deep = max((len(lines(name, self.room, self.type)) for name in self.entries), default=1)
        self.height = self.grid_height + (-(-len(self.entries) // self.per_row)) * self._entry()

    def _entry(self) -> float:
        return self.type * (1.5 if self.deep == 1 else 2.2)

    def _grid_width(self) -> float:
        return self.columns * self.size

    def _grid_height(self) -> float:
        return self.rows * self.size

    def middle(self, row: int, column: int) -> tuple[float, float]:
        """Gives the middle of a space."""
        x = _RIM + (column - self.first_column + 0.5) * self.size
        return x, _RIM + (row - self.first_row + 0.5) * self.size

    def rims(self) -> list[str]:
        """Numbers the rows and columns."""
        made = []
        for at in range(self.columns):
            x, _ = self.middle(self.first_row, self.first_column + at)
            made.append(label(str(self.first_column + at), x, _RIM / 2, self.rim, "quiet"))
        for at in range(self.rows):
            row = self.first_row + at
            _, y = self.middle(row, self.first_column)
            said = self.view.rows + 1 - row if self.view.from_bottom else row
            made.append(label(str(said), _RIM / 2, y, self.rim, "quiet"))
        return made

    def ground(self, space: SpaceView) -> list[str]:
        """Draws a space without what is on it."""
        x, y = self.middle(space.row, space.column)
        half = self.size / 2
        shaded = not self.named and not self.view.signs and (space.row + space.column) % 2
        shaded = shaded or bool([sign for sign in space.drawn.split("+") if sign not in ("", ".")])
        made = [
            shape(
                "rect",
                f"{'shade' if shaded else 'tint'} line-edge",
                x=x - half,
                y=y - half,
                width=self.size,
                height=self.size,
                stroke_width=0.25,
            )
        ]
        fill = next((mark.fill for sign in space.drawn.split("+") if (mark := self.look.mark(sign)).fill), "")
        if fill:
            made.append(filled(x - half, y - half, self.size, fill))
        if space.label in self.marked:
            made.append(
                shape(
                    "rect",
                    "accent-line",
                    x=x - half + 1,
                    y=y - half + 1,
                    width=self.size - 2,
                    height=self.size - 2,
                    stroke_width=1,
                )
            )
        return made

    def edge(self, edge: EdgeView) -> list[str]:
        """Draws a border between two spaces."""
        x, y = self.middle(edge.row, edge.column)
        half = self.size / 2
        x, y = x - half, y - half
        dx, dy = (0.0, self.size) if edge.upright else (self.size, 0.0)
        return [self._stroke(edge.name, x, y, x + dx, y + dy)]

    def _stroke(self, name: str, x1: float, y1: float, x2: float, y2: float) -> str:
        order = self.view.edge_names.index(name) if name in self.view.edge_names else 0
        dashes = _DASHES[min(order, len(_DASHES) - 1)]
        measures: dict[str, float | str] = {"stroke_dasharray": dashes} if dashes else {}
        return shape("line", "strong-line", x1=x1, y1=y1, x2=x2, y2=y2, stroke_width=1.3, **measures)

    def content(self, space: SpaceView) -> list[str]:
        """Draws what a space is called, what is drawn on it, and what stands there."""
        x, y = self.middle(space.row, space.column)
        made: list[str] = []
        top = y - self.size / 2
        if self.named:
            made += block(space.name, x, top + 1, self.size - 2, 6.5, 3.6, bold=True)
            numbers = [(name, text) for name, text in space.facts.items() if is_bonus(text)][:2]
            for at, (name, text) in enumerate(numbers):
                bottom = y + self.size / 2 - 4.1 * (len(numbers) - at) - 1.6
                made += block(f"{name} {text.replace('-', '−')}", x, bottom, self.size - 2, 4.2, 3.0)
        parts = [sign for sign in space.drawn.split("+") if sign not in ("", ".")]
        if any(self.look.mark(sign).art is not None for sign in parts):
            return [*made, *self._with_art(parts, space.things, x, y)]
        if parts and any(carried(thing) is not None for thing in space.things):
            return [*made, *self._under(parts, space.things, x, y)]
        if space.things and parts:  # small in a corner, so that what stands there hides nothing
            return [*made, *self._cornered(parts, x, y), *self._standing(space.things, x, y)]
        for at, sign in enumerate(parts):
            room = self.size if len(parts) == 1 else self.size * 1.7 / len(parts)
            made += sign_shapes(
                sign,
                x,
                y + (at - (len(parts) - 1) / 2) * self.size / len(parts) * 0.8,
                room,
                self.look.mark(sign),
            )
        return made + self._standing(space.things, x, y - (0.4 if self.named else 0))

    def _with_art(self, parts: Sequence[str], things: Sequence[ThingView], x: float, y: float) -> list[str]:
        """Draws artwork over the whole space, or beside what stands there; everything else in letters on a plate."""
        marks = [(sign, self.look.mark(sign)) for sign in parts]
        told = [mark.label or ("" if mark.art else mark.glyph or parted(sign)[1]) for sign, mark in marks]
        size = self.size * (0.34 if things else 1)
        at = (x - (self.size - size) / 2, y - (self.size - size) / 2)
        made = [one for sign, mark in marks if mark.art for one in sign_shapes(sign, *at, size, mark)]
        made += self._standing(things, x, y)
        if plate := " ".join(filter(None, told)):
            end = self.size * 0.47
            made += tag(plate, x + end, y + end, self.size * (0.2 if len(plate) < 7 else 0.16))
        return made

    def _under(self, parts: Sequence[str], things: Sequence[ThingView], x: float, y: float) -> list[str]:
        """Draws figures that fill their space, and the signs of the space on a plate at the lower right."""
        marks = [(sign, self.look.mark(sign)) for sign in parts]
        told = " ".join(mark.label or mark.glyph or parted(sign)[1] for sign, mark in marks)
        end = self.size * 0.47
        return [
            *self._standing(things, x, y),
            *(tag(told, x + end, y + end, self.size * 0.15) if told else []),
        ]

    def _cornered(self, parts: Sequence[str], x: float, y: float) -> list[str]:
        made: list[str] = []
        for at, sign in enumerate(parts):
            side = self.size / 2 - 3
            made += sign_shapes(sign, x - side, y - side + at * 4, 7.5, self.look.mark(sign))
        return made

    def _standing(self, things: Sequence[ThingView], x: float, y: float) -> list[str]:
        if not things:
            return []
        if (
            len(things) >= _HEAP
            and len({(one.kind, one.name, one.owner, one.face, one.heading) for one in things}) == 1
        ):
            radius = self.size * 0.24
            made = figure(things[0], self.figures[id(things[0])], x, y - self.size * 0.18, radius, self.look)
            return [*made, label(f"×{len(things)}", x, y + self.size * 0.22, self.size * 0.24, bold=True)]
        across = 1 if len(things) == 1 else 2 if len(things) <= 4 else 3
        radius = self.size * (0.36 if across == 1 else 0.2 if across == 2 else 0.14)
        if self.named:
            radius = min(radius, 6.2)
        made = []
        down = -(-len(things) // across)
        for at, thing in enumerate(things):
            dx = (at % across - (across - 1) / 2) * radius * 2.2
            dy = (at // across - (down - 1) / 2) * radius * 2.2
            made += figure(thing, self.figures[id(thing)], x + dx, y + dy, radius, self.look)
        return made

    def move(self, start: str, goal: str) -> list[str]:
        """Draws an arrow from a space to another."""
        spots = {space.label: (space.row, space.column) for space in self.view.spaces}
        if start not in spots or goal not in spots:
            return []
        (x1, y1), (x2, y2) = self.middle(*spots[start]), self.middle(*spots[goal])
        far = max(hypot(x2 - x1, y2 - y1), 0.1)
        a, b = (x2 - x1) / far, (y2 - y1) / far
        x2, y2 = x2 - a * self.size * 0.4, y2 - b * self.size * 0.4
        tip = [
            (x2, y2),
            (x2 - 3.4 * a - 2 * b, y2 - 3.4 * b + 2 * a),
            (x2 - 3.4 * a + 2 * b, y2 - 3.4 * b - 2 * a),
        ]
        return [
            shape("line", "accent-line", x1=x1, y1=y1, x2=x2 - 2.4 * a, y2=y2 - 2.4 * b, stroke_width=1.1),
            polygon("accent", *tip),
        ]

    def legend(self) -> list[str]:
        """Tells what the signs mean."""
        made = []
        width = (self.key - _RIM) / self.per_row
        for at, name in enumerate(self.entries):
            x = _RIM / 2 + at % self.per_row * width
            y = self.grid_height + (at // self.per_row + 0.5) * self._entry()
            if at < len(self.signs):
                sign = self.signs[at][0]
                mark = self.look.mark(sign)
                if mark.fill:
                    made.append(
                        filled(
                            x + 0.4 * self.type,
                            y - 0.75 * self.type,
                            2.3 * self.type,
                            mark.fill,
                            1.5 * self.type,
                        )
                    )
                made += sign_shapes(
                    sign, x + 1.5 * self.type, y, self.type * (2.2 if mark.art else 2.5), mark
                )
            else:
                made.append(self._stroke(name, x + 0.3 * self.type, y, x + 2.7 * self.type, y))
            top, high = y - self._entry() / 2, self._entry()
            broken = lines(name, self.room, self.type)
            size = self.type if len(broken) == 1 else self.type * 0.85
            top += (high - len(lines(name, self.room, size)) * size * 1.18) / 2
            made += block(name, x + 3.5 * self.type, top, self.room, high, size, "quiet", "start")
        return made


class _Row(_Squares):
    """Draws a board that is one long row, in several rows, each space with its number."""

    def rims(self) -> list[str]:
        """Draws none: each space has its number."""
        return []

    def ground(self, space: SpaceView) -> list[str]:
        """Draws a space with its number."""
        x, y = self.middle(space.row, space.column)
        said = space.label.rpartition("c")[2]
        return [*super().ground(space), label(said, x, y + self.size / 2 - 2.2, 4.0, "quiet")]

    def _standing(self, things: Sequence[ThingView], x: float, y: float) -> list[str]:
        return [placed(super()._standing(things, 0, 0), x, y - 2.2, 0.8)] if things else []


def folded(view: BoardView) -> BoardView:
    """Lays a long row in several rows."""
    rows = -(-view.columns // _ROW)
    spaces = tuple(
        replace(space, row=(space.column - 1) // _ROW + 1, column=(space.column - 1) % _ROW + 1)
        for space in view.spaces
    )
    return replace(view, rows=rows, columns=_ROW, spaces=spaces, edges=())


class _Hexagons(_Squares):
    """Measures and draws a board of hexagons in slanted rows."""

    def _grid_width(self) -> float:
        return (self.columns + (self.rows - 1) / 2) * self.size

    def _grid_height(self) -> float:
        return self.size / sqrt(3) * (1.5 * (self.rows - 1) + 2)

    def middle(self, row: int, column: int) -> tuple[float, float]:
        """Gives the middle of a space; each row begins half a space further right."""
        r, c = row - self.first_row, column - self.first_column
        return _RIM + (c + r / 2 + 0.5) * self.size, _RIM + self.size / sqrt(3) * (1 + 1.5 * r)

    def rims(self) -> list[str]:
        """Numbers the columns, and each row where it begins."""
        columns = super().rims()[: self.columns]
        rows = []
        for at in range(self.rows):
            row = self.first_row + at
            x, y = self.middle(row, self.first_column)
            said = self.view.rows + 1 - row if self.view.from_bottom else row
            rows.append(label(str(said), x - self.size * 0.5 - _RIM * 0.5, y, self.rim, "quiet"))
        return columns + rows

    def ground(self, space: SpaceView) -> list[str]:
        """Draws a hexagon."""
        x, y = self.middle(space.row, space.column)
        radius = self.size / sqrt(3)
        look = "accent-edge" if space.label in self.marked else "line-edge"
        return [shape("polygon", f"tint {look}", points=_hexagon(x, y, radius), stroke_width=0.25)]

    def edge(self, edge: EdgeView) -> list[str]:
        """Draws a border: the side to the left, or the one above on the left."""
        x, y = self.middle(edge.row, edge.column)
        radius = self.size / sqrt(3)
        turns = (2, 3) if edge.upright else (3, 4)
        ends = [(x + radius * cos(pi / 6 + pi / 3 * k), y + radius * sin(pi / 6 + pi / 3 * k)) for k in turns]
        return [self._stroke(edge.name, *ends[0], *ends[1])]


class _Lined(_Squares):
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


def is_bonus(text: str) -> bool:
    """Tells whether a value is a number that adds something."""
    return text.lstrip("+-−").isdigit() and int(text.replace("−", "-")) != 0


def _hexagon(x: float, y: float, radius: float) -> str:
    corners = [(x + radius * sin(pi / 3 * k), y - radius * cos(pi / 3 * k)) for k in range(6)]
    return " ".join(f"{number(a)},{number(b)}" for a, b in corners)

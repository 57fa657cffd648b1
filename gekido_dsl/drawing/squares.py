"""Boards of squares are measured and drawn; those of other shapes differ in where a space is and what it looks like."""

from collections.abc import Sequence
from math import hypot
from typing import Final

from gekido_dsl.drawing.figures import figure, filled, short_names, sign_shapes, tag, together
from gekido_dsl.drawing.look import LETTERS, Look, column_name, parted
from gekido_dsl.drawing.solids import carried
from gekido_dsl.drawing.svg import SEEN, WIDE, block, label, lines, number, polygon, shape
from gekido_dsl.drawing.tags import Tag, still, tagged, untagged
from gekido_dsl.engine import BoardView, EdgeView, SpaceView, ThingView
from gekido_dsl.engine.spots import of_space
from gekido_dsl.languages import joined, text
from gekido_dsl.model.english import spot

SPACE: Final = 18.0
"""The width of a space in millimetres."""
NAMED_SPACE: Final = 34.0
"""The width of a space that has a name of its own, as a tile has."""
RIM: Final = 6.0
GROUNDS: Final = ("checkered", "plain", "cloth", "lines", "holes", "pits")
"""How a theme can have the spaces of a board of squares drawn."""
_CHECKERED: Final = (8, 10, 12)
"""Square boards with so many rows are checkered unless a theme says otherwise."""
_SHORT: Final = 3
_MOST_TOLD: Final = 3
_NOTHING: Final = ("", "no", "none", "nothing", "0")
"""What is not worth a plate on a space."""
_DASHES: Final = ("", "2 1.2", "0.6 1", "3 1 0.6 1")
"""How the sorts of borders are told apart, in the order of their declaration."""
_HEAP: Final = 4
"""So many things that are alike are drawn as one, with their number."""


class Squares:
    """Measures and draws a board of squares."""

    def __init__(
        self, view: BoardView, marked: Sequence[str], legend: bool, look: Look, tag: Tag = untagged
    ) -> None:
        self.view, self.look, self.tag = view, look, tag
        self.marked = frozenset(marked)
        usual = "checkered" if view.rows == view.columns and view.rows in _CHECKERED else "plain"
        self.drawn_as = look.boards.get(view.name, usual)
        self.on = ""
        """The name of the space that is being drawn."""
        self.named = any(space.name not in ("", space.label) for space in view.spaces)
        self.size = NAMED_SPACE if self.named else SPACE
        rows = [space.row for space in view.spaces] or [1]
        columns = [space.column for space in view.spaces] or [1]
        self.first_row, self.first_column = min(rows), min(columns)
        self.rows, self.columns = max(rows) - self.first_row + 1, max(columns) - self.first_column + 1
        self.figures = short_names([thing for space in view.spaces for thing in space.things])
        self.width = self._grid_width() + 2 * RIM
        signs = [(sign, name) for sign, name in view.signs.items() if sign != name and sign != "."]
        strokes = [name for name in view.edge_names if any(edge.name == name for edge in view.edges)]
        self.signs, self.strokes = (signs, strokes) if legend else ([], [])
        self.grid_height = self._grid_height() + 2 * RIM
        self.rim = min(max(2.9, self.width * 0.027), RIM * 0.85)
        self.key = self.width * (SEEN if self.width >= WIDE else 1.0)
        """How wide the legend is: all of it can be seen while the board is moved to and fro."""
        self.type = max(2.9, self.key * (0.031 if self.width >= WIDE else 0.027))
        """Of the legend: it can be read where the whole board is small."""
        self.signs = together(self.signs)
        self.entries = [*(name for _, name in self.signs), *self.strokes]
        self.per_row = 1 if self.key < 60 else 2
        self.room = (self.key - RIM) / self.per_row - 4.2 * self.type
        self.deep = max((len(lines(name, self.room, self.type)) for name in self.entries), default=1)
        self.height = self.grid_height + (-(-len(self.entries) // self.per_row)) * self._entry()

    def _entry(self) -> float:
        return self.type * (1.5 if self.deep == 1 else 2.3)

    def _grid_width(self) -> float:
        return self.columns * self.size

    def _grid_height(self) -> float:
        return self.rows * self.size

    def middle(self, row: int, column: int) -> tuple[float, float]:
        """Gives the middle of a space."""
        x = RIM + (column - self.first_column + 0.5) * self.size
        return x, RIM + (row - self.first_row + 0.5) * self.size

    def rims(self) -> list[str]:
        """Numbers the rows and columns."""
        made = []
        for at in range(self.columns):
            x, _ = self.middle(self.first_row, self.first_column + at)
            column = self.first_column + at
            said_of = column_name(column) if self.look.columns.get(self.view.name) == LETTERS else str(column)
            made.append(label(said_of, x, RIM / 2, self.rim, "quiet"))
        for at in range(self.rows):
            row = self.first_row + at
            _, y = self.middle(row, self.first_column)
            said = self.view.rows + 1 - row if self.view.from_bottom else row
            made.append(label(str(said), RIM / 2, y, self.rim, "quiet"))
        return made

    def arrows(self) -> list[str]:
        """Marks with arrows where the board wraps round: they lead on at the other side."""
        down, across = self.view.wraps
        made, half = [], self.size / 2 + 1.1
        rows, columns = (
            range(self.first_row, self.first_row + self.rows),
            range(self.first_column, self.first_column + self.columns),
        )
        for row in rows if across else ():
            for column, way in ((columns[0], -1), (columns[-1], 1)):
                x, y = self.middle(row, column)
                made.append(_arrow(x + way * half, y, way, 0))
        for column in columns if down else ():
            for row, way in ((rows[0], -1), (rows[-1], 1)):
                x, y = self.middle(row, column)
                made.append(_arrow(x, y + way * (self._high() + 1.1), 0, way))
        return made

    def _high(self) -> float:
        """Gives how far the top of a space is from its middle."""
        return self.size / 2

    def lowest_first(self) -> Sequence[SpaceView]:
        """Lists the spaces in the order in which they are drawn."""
        return self.view.spaces

    def name(self, space: SpaceView) -> str:
        """Gives the name of a space, where things have names."""
        return "" if self.tag is untagged else " ".join(of_space(self.view.name, space.label))

    def tagged_ground(self, space: SpaceView) -> str:
        """Draws a space without what is on it, under its name."""
        name = self.name(space)
        if not name:
            return "".join([*self.ground(space), *self.owned(space)])
        said = spot(space.label, row=self.view.rows == 1)
        told: list[str] = [space.name] if space.name not in ("", space.label) else []
        told += [text("of player {number}", number=space.owner + 1)] if space.owner is not None else []
        told += [
            text("{name} {value}", name=fact, value=value)
            for fact, value in self._numbers(space)
            if self.named
        ]
        told += [meant for sign in space.drawn.split("+") if (meant := self.view.signs.get(sign, ""))]
        things = [called(thing) for thing in space.things] or ([space.number] if space.number else [])
        ground = [*self.ground(space), *self.owned(space)]
        where, lies = joined(", ", [said, *told]), joined(", ", things) or text("nothing")
        return tagged(name, ground, text("{name}: {told}", name=where, told=lies))

    def _numbers(self, space: SpaceView) -> list[tuple[str, str]]:
        """Gives the numbers that are written small on a space: not the one that is written large."""
        return [(name, text) for name, text in space.facts.items() if is_bonus(text) and not space.number]

    def ground(self, space: SpaceView) -> list[str]:
        """Draws a space without what is on it."""
        x, y = self.middle(space.row, space.column)
        half = self.size / 2
        if self.drawn_as == "lines":
            return self._crossing(space, x, y)
        shaded = (
            not self.named
            and not self.view.signs
            and self.drawn_as == "checkered"
            and (space.row + space.column) % 2 == (self.view.rows + 1) % 2
        )
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
        if self.drawn_as == "cloth":
            made[0] = made[0].replace('class="tint ', 'class="board ')
        if self.drawn_as == "holes":
            made[0] = shape("rect", "board", x=x - half, y=y - half, width=self.size, height=self.size)
            made.append(shape("circle", "tint strong-edge", cx=x, cy=y, r=half * 0.82, stroke_width=0.3))
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

    def _crossing(self, space: SpaceView, x: float, y: float) -> list[str]:
        """Draws a space as the crossing of two lines, on wood."""
        half, rows, columns = self.size / 2, self.view.rows, self.view.columns
        left, right = x - half * (space.column > 1), x + half * (space.column < columns)
        top, bottom = y - half * (space.row > 1), y + half * (space.row < rows)
        made = [
            shape("rect", "shade", x=x - half, y=y - half, width=self.size, height=self.size),
            shape("path", "strong-line", d=f"M{number(left)} {number(y)}H{number(right)}"
                  f"M{number(x)} {number(top)}V{number(bottom)}", stroke_width=0.35),
        ]  # fmt: skip
        third = 4 if rows > 9 else 3
        dots = {third, rows + 1 - third, *([(rows + 1) // 2] if rows % 2 else [])}
        if rows == columns and rows > 6 and space.row in dots and space.column in dots:
            made.append(shape("circle", "strong", cx=x, cy=y, r=half * 0.13))
        if space.label in self.marked:
            made.append(shape("circle", "accent-line", cx=x, cy=y, r=half * 0.88, stroke_width=0.8))
        return made

    def owned(self, space: SpaceView) -> list[str]:
        """Marks a space that a player has taken: a frame in their colour, their number in a corner."""
        if space.owner is None:
            return []
        x, y = self.middle(space.row, space.column)
        reach, seat = self._reach(), f"player{space.owner % 12 + 1}"
        side, size = reach * 0.8, self.size * 0.13
        return [
            self._frame(
                x,
                y,
                f"{seat}-line",
                0.97 if self.named else 0.84,
                max(1.0, self.size * (0.03 if self.named else 0.06)),
            ),
            shape("circle", seat, cx=x + side, cy=y - side, r=size * 0.75),
            label(str(space.owner + 1), x + side, y - side, size, f"{seat}-ink", bold=True),
        ]

    def _reach(self) -> float:
        """Gives how far the number of an owner is from the middle, across and up."""
        return self.size / 2

    def _frame(self, x: float, y: float, look: str, part: float, width: float) -> str:
        """Draws the outline of a space, smaller by a part."""
        half = self.size / 2 * part
        measures = {"x": x - half, "y": y - half, "width": 2 * half, "height": 2 * half}
        return shape("rect", look, **measures, stroke_width=width)

    def edge(self, edge: EdgeView) -> list[str]:
        """Draws a border between two spaces."""
        x, y = self.middle(edge.row, edge.column)
        half = self.size / 2
        x, y = x - half, y - half
        dx, dy = (0.0, self.size) if edge.upright else (self.size, 0.0)
        return [self.stroke(edge.name, x, y, x + dx, y + dy)]

    def stroke(self, name: str, x1: float, y1: float, x2: float, y2: float) -> str:
        """Draws a border from end to end."""
        order = self.view.edge_names.index(name) if name in self.view.edge_names else 0
        dashes = _DASHES[min(order, len(_DASHES) - 1)]
        measures: dict[str, float | str] = {"stroke_dasharray": dashes} if dashes else {}
        return shape("line", "strong-line", x1=x1, y1=y1, x2=x2, y2=y2, stroke_width=1.3, **measures)

    def content(self, space: SpaceView) -> list[str]:
        """Draws what a space is called, what is drawn on it, and what stands there."""
        if self.tag is untagged:
            return self._content(space)
        self.on = self.name(space)
        return [still([*self._content(space), *self._changed(space)])]

    def _changed(self, space: SpaceView) -> list[str]:
        """Writes what has changed of a space on plates in a corner: a sign or a letter for what is so now."""
        shown = {space.number, *(text for _, text in self._numbers(space))} if self.named else {space.number}
        signs = {fact: sign for (_, fact), sign in self.look.badges.items()}
        told = [
            signs.get(fact, fact[:1]) if text == "yes" else text if len(text) <= _SHORT else fact[:1]
            for fact, text in space.changed.items()
            if text not in _NOTHING and text not in shown
        ]
        x, y = self.middle(space.row, space.column)
        half, size = self._reach() * 0.94, min(self.size * 0.15, 3.4)
        made: list[str] = []
        for at, one in enumerate(told[:_MOST_TOLD]):
            made += tag(one, x + half, y - half + size * (1.25 + at * 1.35), size)
        return made

    def _content(self, space: SpaceView) -> list[str]:
        x, y = self.middle(space.row, space.column)
        made: list[str] = []
        top = y - self.size / 2
        if self.named:
            made += block(space.name, x, top + 1, self.size - 2, 6.5, 3.6, bold=True)
            numbers = self._numbers(space)[:2]
            for at, (name, text) in enumerate(numbers):
                bottom = y + self.size / 2 - 4.1 * (len(numbers) - at) - 1.6
                made += block(_bonus(name, text), x, bottom, self.size - 2, 4.2, 3.0)
            made += self._picture(space, x, y)
        parts = [sign for sign in space.drawn.split("+") if sign not in ("", ".")]
        if any(self.look.mark(sign).art is not None for sign in parts):
            return [*made, *self._with_art(parts, space.things, x, y)]
        if parts and any(carried(thing) is not None for thing in space.things):
            return [*made, *self._under(parts, space.things, x, y)]
        if space.things and parts:  # small in a corner, so that what stands there hides nothing
            return [*made, *self._cornered(parts, x, y), *self.standing(space.things, x, y)]
        for at, sign in enumerate(parts):
            room = self.size if len(parts) == 1 else self.size * 1.7 / len(parts)
            made += sign_shapes(
                sign,
                x,
                y + (at - (len(parts) - 1) / 2) * self.size / len(parts) * 0.8,
                room,
                self.look.mark(sign),
            )
        if space.number and not space.things and not parts:
            made.append(label(space.number, x, y + (2 if self.named else 0), self.size * 0.32, bold=True))
        return made + self.standing(space.things, x, y - (0.4 if self.named else 0))

    def _picture(self, space: SpaceView, x: float, y: float) -> list[str]:
        """Draws artwork of a space between its name and its numbers: in the middle, or beside what stands there."""
        art = self.look.art.get((space.kind, space.name))
        if art is None:
            return []
        size = self.size * (0.26 if space.things else 0.46)
        left = x - self.size * 0.46 if space.things else x - size / 2
        return [
            art.shape(
                left, y - size / 2 + (self.size * 0.02 if space.things else -self.size * 0.01), size, size
            )
        ]

    def _with_art(self, parts: Sequence[str], things: Sequence[ThingView], x: float, y: float) -> list[str]:
        """Draws artwork over the whole space, or beside what stands there; everything else in letters on a plate."""
        marks = [(sign, self.look.mark(sign)) for sign in parts]
        told = [mark.label or ("" if mark.art else mark.glyph or parted(sign)[1]) for sign, mark in marks]
        size = self.size * (0.34 if things else 1)
        at = (x - (self.size - size) / 2, y - (self.size - size) / 2)
        made = [one for sign, mark in marks if mark.art for one in sign_shapes(sign, *at, size, mark)]
        made += self.standing(things, x, y)
        if plate := " ".join(filter(None, told)):
            end = self.size * 0.47
            made += tag(plate, x + end, y + end, self.size * (0.2 if len(plate) < 7 else 0.178))
        return made

    def _under(self, parts: Sequence[str], things: Sequence[ThingView], x: float, y: float) -> list[str]:
        """Draws figures that fill their space, and the signs of the space on a plate at the lower right."""
        marks = [(sign, self.look.mark(sign)) for sign in parts]
        told = " ".join(mark.label or mark.glyph or parted(sign)[1] for sign, mark in marks)
        end = self.size * 0.47
        return [
            *self.standing(things, x, y),
            *(tag(told, x + end, y + end, self.size * 0.178) if told else []),
        ]

    def _cornered(self, parts: Sequence[str], x: float, y: float) -> list[str]:
        made: list[str] = []
        for at, sign in enumerate(parts):
            side = self.size / 2 - 3
            made += sign_shapes(sign, x - side, y - side + at * 4, 7.5, self.look.mark(sign))
        return made

    def standing(self, things: Sequence[ThingView], x: float, y: float) -> list[str]:
        """Draws what stands on a space."""
        flat = [one for thing in things if thing.joined is not None for one in self._square(thing, x, y)]
        things = [thing for thing in things if thing.joined is None]
        if not things:
            return flat
        return flat + self._standing(things, x, y)

    def _square(self, thing: ThingView, x: float, y: float) -> list[str]:
        """Draws a square of a shape: it fills its space, and has a line where no other of the shape lies."""
        half, rim = self.size / 2, self.size * 0.06
        joined = thing.joined or frozenset()
        up, right, down, left = (0.0 if side in joined else rim for side in range(4))
        seat = thing.owner
        look = "paper" if seat is None else f"player{seat % 12 + 1}"
        x1, y1, x2, y2 = x - half + left, y - half + up, x + half - right, y + half - down
        made = [shape("rect", look, x=x1, y=y1, width=x2 - x1, height=y2 - y1)]
        ends = ((x1, y1, x2, y1), (x2, y1, x2, y2), (x1, y2, x2, y2), (x1, y1, x1, y2))
        for side, (a, b, c, d) in enumerate(ends):
            if side not in joined:
                made.append(shape("line", "strong-line", x1=a, y1=b, x2=c, y2=d, stroke_width=0.7))
        said = str(seat + 1) if seat is not None else thing.name[:2]
        made.append(label(said, x, y, self.size * 0.26, "ink" if seat is None else "white", bold=True))
        name = self.tag(thing)
        inside = f'<g pointer-events="auto">{"".join(made)}</g>'
        return [tagged(name, [inside], called(thing), self.on)] if name else made

    def _standing(self, things: Sequence[ThingView], x: float, y: float) -> list[str]:
        if (
            len(things) >= _HEAP
            and len({(one.kind, one.name, one.owner, one.face, one.heading) for one in things}) == 1
        ):
            radius = self.size * 0.24
            top = self._figure(things[0], x, y - self.size * 0.18, radius, len(things))
            return [*top, label(f"×{len(things)}", x, y + self.size * 0.22, self.size * 0.24, bold=True)]
        across = 1 if len(things) == 1 else 2 if len(things) <= 4 else 3
        radius = self.size * (0.36 if across == 1 else 0.2 if across == 2 else 0.14)
        if self.named:
            radius = min(radius, 6.2)
        made = []
        down = -(-len(things) // across)
        for at, thing in enumerate(things):
            dx = (at % across - (across - 1) / 2) * radius * 2.2
            dy = (at // across - (down - 1) / 2) * radius * 2.2
            made += self._figure(thing, x + dx, y + dy, radius)
        return made

    def _figure(self, thing: ThingView, x: float, y: float, radius: float, count: int = 1) -> list[str]:
        """Draws a figure under its name; of a heap, the uppermost one."""
        made = figure(thing, self.figures[id(thing)], x, y, radius, self.look)
        name = self.tag(thing)
        if not name:
            return made
        told = called(thing)
        if count > 1:
            told = text("{count} times {thing}", count=count, thing=told)
        if thing.heading is not None:
            told = text("{thing}, facing {direction}", thing=told, direction=thing.heading.name)
        inside = f'<g pointer-events="auto">{"".join(made)}</g>'
        return [tagged(name, [inside], told, self.on)]

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
        width = (self.key - RIM) / self.per_row
        for at, name in enumerate(self.entries):
            x = RIM / 2 + at % self.per_row * width
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
                made.append(self.stroke(name, x + 0.3 * self.type, y, x + 2.7 * self.type, y))
            top, high = y - self._entry() / 2, self._entry()
            broken = lines(name, self.room, self.type)
            size = self.type if len(broken) == 1 else self.type * 0.9
            top += (high - len(lines(name, self.room, size)) * size * 1.18) / 2
            made += block(name, x + 3.5 * self.type, top, self.room, high, size, "quiet", "start")
        return made


def _arrow(x: float, y: float, right: int, down: int) -> str:
    """Draws a small arrow that points out of the board."""
    tip, wide = 0.7, 1.0
    ends = [(x + right * tip, y + down * tip)]
    ends += [(x - right * tip + side * down * wide, y - down * tip + side * right * wide) for side in (-1, 1)]
    return polygon("strong", *ends)


def called(thing: ThingView) -> str:
    """Names a thing with its owner."""
    name: str = thing.name or thing.face or thing.kind
    if thing.sign and name == thing.kind:
        name = next(iter(thing.facts.values()), name)
    if thing.owner is None:
        return name
    return text("{thing} of player {number}", thing=name, number=thing.owner + 1)


def _bonus(name: str, value: str) -> str:
    return text("{name} {value}", name=name, value=value.replace("-", "−"))


def is_bonus(text: str) -> bool:
    """Tells whether a value is a number that adds something."""
    return text.lstrip("+-−").isdigit() and int(text.replace("−", "-")) != 0

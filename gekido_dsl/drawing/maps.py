"""Maps become pictures: spaces as discs with their names, ways as lines in the colour of whoever owns them."""

from collections.abc import Sequence
from functools import cached_property
from math import hypot, sqrt
from typing import Final, NamedTuple

from gekido_dsl.drawing.look import Backdrop
from gekido_dsl.drawing.map_texts import Texts
from gekido_dsl.drawing.squares import RIM, Squares
from gekido_dsl.drawing.svg import label, number, shape, text_width
from gekido_dsl.engine import SpaceView, ThingView

_DISC: Final = 5.0
"""The radius of a space."""
_APART: Final = 6.0
"""How far apart ways lie that join the same two spaces."""
_NAME: Final = 3.2
_SAID: Final = 2.3
"""How large names of spaces are written, and what a space or a way says below or upon it."""
_LENGTH: Final = 2.2
"""The radius of the disc with the number of a way."""
_DASHES: Final = ("", "3 1.2", "0.9 0.9", "5 1 1 1")
"""How ways are drawn of which a fact in words tells the sort, if there are so few sorts."""
_MARGIN: Final = 9.0
"""What is left around the outermost spaces for their names."""


def side_of(spaces: int) -> float:
    """Tells how long the longer side of a map is that has so many spaces."""
    return 34.0 * sqrt(spaces) + 20.0


class _Written(NamedTuple):
    """Where the texts of a map stand."""

    names: dict[int, tuple[float, float]]
    """Of spaces, by their column."""
    numbers: dict[int, tuple[float, float]]
    """Of ways, by their number."""
    words: dict[int, tuple[float, float]]
    """Of those ways that have room for one."""


class Map(Squares):
    """Draws a map: spaces where they lie, ways between them."""

    def _side(self) -> float:
        return side_of(len(self._places))

    @cached_property
    def _places(self) -> Sequence[tuple[float, float]]:
        """Where its spaces lie: as a theme has laid them, or as they come."""
        assert self.view.map is not None
        laid = self.look.spots.get(self.view.name)
        if laid is None:
            return self.view.map.places
        named = {space.column: space.label for space in self.view.spaces}
        return [laid.get(named.get(at, ""), spot) for at, spot in enumerate(self.view.map.places, 1)]

    @cached_property
    def _backdrop(self) -> Backdrop | None:
        return self.look.backdrops.get(self.view.name)

    @cached_property
    def _box(self) -> tuple[float, float, float, float]:
        """Gives what is seen, measured from the leftmost and topmost space: a margin round all, and the picture."""
        side = self._side()
        left, top = (side * min((spot[k] for spot in self._places), default=0.0) - _MARGIN for k in range(2))
        right, bottom = (
            side * max((spot[k] for spot in self._places), default=0.0) + _MARGIN for k in range(2)
        )
        if self._backdrop is None or self._backdrop.box is None:
            return left, top, right, bottom
        x1, y1, x2, y2 = (side * one for one in self._backdrop.box)
        return min(x1, left), min(y1, top), max(x2, right), max(y2, bottom)

    def _grid_width(self) -> float:
        return self._box[2] - self._box[0]

    def _grid_height(self) -> float:
        return self._box[3] - self._box[1]

    def middle(self, row: int, column: int) -> tuple[float, float]:
        """Gives the middle of a space, or of a way."""
        assert self.view.map is not None
        joined = len(self.view.map.places)
        if column <= joined:
            x, y = self._places[column - 1]
            return self._at(x * self._side(), y * self._side())
        (x1, y1), (x2, y2) = self._ends(column - joined - 1)
        aside, across = self._aside(column - joined - 1)
        return (x1 + x2) / 2 + aside, (y1 + y2) / 2 + across

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return RIM - self._box[0] + x, RIM - self._box[1] + y

    def _ends(self, way: int) -> tuple[tuple[float, float], tuple[float, float]]:
        assert self.view.map is not None
        one, other = self.view.map.ends[way]
        return self.middle(1, one + 1), self.middle(1, other + 1)

    def _aside(self, way: int) -> tuple[float, float]:
        """Gives how far the middle of a way lies from the straight line, so that several can be told apart."""
        assert self.view.map is not None
        ends = sorted(self.view.map.ends[way])
        alike = [k for k, other in enumerate(self.view.map.ends) if sorted(other) == ends]
        by = (alike.index(way) - (len(alike) - 1) / 2) * _APART
        (x1, y1), (x2, y2) = (self.middle(1, end + 1) for end in ends)
        far = max(hypot(x2 - x1, y2 - y1), 0.1)
        return by * (y1 - y2) / far, by * (x2 - x1) / far

    def rims(self) -> list[str]:
        """Draws the picture below the map; spaces have names, and no numbers at the rims."""
        if self._backdrop is None:
            return []
        side, box = self._side(), self._backdrop.box
        x1, y1, x2, y2 = self._box if box is None else (side * one for one in box)
        return [self._backdrop.art.below(*self._at(x1, y1), x2 - x1, y2 - y1, stretched=box is not None)]

    def lowest_first(self) -> Sequence[SpaceView]:
        """Lists ways before the spaces that they join, so that names are read."""
        assert self.view.map is not None
        joined = len(self.view.map.places)
        return (*self.view.spaces[joined:], *self.view.spaces[:joined])

    def owned(self, space: SpaceView) -> list[str]:
        """Draws nothing more: discs and lines have the colour of their owner."""
        return []

    def ground(self, space: SpaceView) -> list[str]:
        """Draws a space as a disc, a way as a line."""
        assert self.view.map is not None
        joined = len(self.view.map.places)
        x, y = self.middle(space.row, space.column)
        if space.column > joined:
            return self._way(space, space.column - joined - 1, x, y)
        look = "accent" if space.label in self.marked else "tint"
        edge = "line-edge" if space.owner is None else f"player{space.owner % 12 + 1}-line"
        counted, said = "" if space.number else _number(space), self._said(space)
        name_x, name_y = self._written.names[space.column]
        return [
            shape("circle", f"{look} line-edge", cx=x, cy=y, r=_DISC, stroke_width=0.4),
            *(
                [shape("circle", edge, cx=x, cy=y, r=_DISC, stroke_width=1.4)]
                if space.owner is not None
                else []
            ),
            *([label(counted, x, y, 4.0, bold=True)] if counted and not space.things else []),
            self._label(space.label, name_x, name_y, _NAME, bold=True),
            *([self._label(said, name_x, name_y + 2.8, _SAID)] if said else []),
        ]

    def _label(self, text: str, x: float, y: float, size: float, bold: bool = False) -> str:
        """Writes a text; upon a picture, with paper round its letters."""
        if self._backdrop is None:
            return label(text, x, y, size, bold=bold)
        made = label(text, x, y, size, "ink paper-edge", bold=bold)
        edge = f'paint-order="stroke" stroke-width="{number(size * 0.3)}" stroke-linejoin="round"'
        return made.replace("<text ", f"<text {edge} ", 1)

    @cached_property
    def _written(self) -> _Written:
        """Places the texts of this map, names before all: nothing is written upon a space or out of the picture."""
        assert self.view.map is not None
        joined = len(self.view.map.places)
        spaces = [one for one in self.view.spaces if one.column <= joined]
        ways = {one.column - joined - 1: one for one in self.view.spaces if one.column > joined}
        bent = {way: self._bent(way) for way in range(len(self.view.map.ends))}
        texts = Texts(
            (1.0, 1.0, self.width - 1.0, self.grid_height - 1.0),
            [
                (x - _DISC, y - _DISC, x + _DISC, y + _DISC)
                for x, y in (self.middle(1, at + 1) for at in range(joined))
            ],
            [line for one, middle, other in bent.values() for line in ((*one, *middle), (*middle, *other))],
        )
        names = {
            one.column: texts.beside(
                one.label, self._said(one), self.middle(one.row, one.column), _DISC, (_NAME, _SAID)
            )
            for one in spaces
        }
        numbers = {
            way: texts.along(2 * _LENGTH, 2 * _LENGTH, bent[way])[0]
            for way, one in ways.items()
            if one.number or _number(one)
        }
        words = {}
        for way, one in ways.items():
            if said := self._said(one):
                spot, free = texts.along(text_width(said, _SAID) + 0.8, _SAID + 0.4, bent[way])
                if free:
                    words[way] = spot
        return _Written(names, numbers, words)

    def _bent(self, way: int) -> tuple[tuple[float, float], tuple[float, float], tuple[float, float]]:
        """Gives the ends of a way and, between them, its middle."""
        assert self.view.map is not None
        one, other = self._ends(way)
        return one, self.middle(1, len(self.view.map.places) + way + 1), other

    def _way(self, space: SpaceView, way: int, x: float, y: float) -> list[str]:
        """Draws a way, bent where others join the same spaces, with the first of its numbers upon it."""
        (x1, y1), (x2, y2) = self._ends(way)
        look = "line-line" if space.owner is None else f"player{space.owner % 12 + 1}-line"
        if space.label in self.marked:
            look = "accent-line"
        width = 1.0 if space.owner is None else 2.4
        dashes = self._dashes.get(self._said(space), "")
        broken = {"stroke_dasharray": dashes} if dashes and space.owner is None else {}
        line = ((x1, y1, x, y), (x, y, x2, y2))
        made = []
        if self._backdrop is not None:
            made = [
                shape(
                    "line",
                    "paper-line",
                    x1=a,
                    y1=b,
                    x2=c,
                    y2=d,
                    stroke_width=width + 1.2,
                    stroke_linecap="round",
                )
                for a, b, c, d in line
            ]
        made += [
            shape("line", look, x1=a, y1=b, x2=c, y2=d, stroke_width=width, **broken) for a, b, c, d in line
        ]
        spot, word = self._written.numbers.get(way), self._written.words.get(way)
        if spot is not None:
            made.append(
                shape("circle", "paper line-edge", cx=spot[0], cy=spot[1], r=_LENGTH, stroke_width=0.3)
            )
            made.append(label(space.number or _number(space), *spot, 2.8))
        if word is not None and space.owner is None:
            said = self._said(space)
            wide, high = text_width(said, _SAID), _SAID + 0.2
            made.append(
                shape("rect", "paper", x=word[0] - wide / 2, y=word[1] - high / 2, width=wide, height=high)
            )
            made.append(label(said, *word, _SAID))
        assert self.view.map is not None
        if way in self.view.map.one_way:
            made.append(label("▸" if x2 >= x1 else "◂", (x + x2) / 2, (y + y2) / 2, 4.0))
        return made

    def _content(self, space: SpaceView) -> list[str]:
        """Draws what stands on a space or a way; the number of a way is written on its line."""
        assert self.view.map is not None
        if space.column > len(self.view.map.places):
            return self.standing(space.things, *self.middle(space.row, space.column))
        return super()._content(space)

    @cached_property
    def _dashes(self) -> dict[str, str]:
        """Tells how ways are drawn by the sort that they say."""
        assert self.view.map is not None
        sorts = list(dict.fromkeys(map(self._said, self.view.spaces[len(self.view.map.places) :])))
        return dict(zip(sorts, _DASHES, strict=False)) if len(sorts) <= len(_DASHES) else {}

    def _said(self, space: SpaceView) -> str:
        """Gives the first fact in words that names no space of the map, such as a colour or a region."""
        assert self.view.map is not None
        ends = {one.label for one in self.view.spaces[: len(self.view.map.places)]}
        words = (text for text in space.facts.values() if not text.isdigit() and text not in ends)
        return next((text for text in words if text[:1].isupper()), "")

    def standing(self, things: Sequence[ThingView], x: float, y: float) -> list[str]:
        """Draws what stands on a space, a little above it so that its name is read."""
        return super().standing(things, x, y - 1.0)


def _number(space: SpaceView) -> str:
    """Gives the first fact of a space or a way that is a number, such as its length."""
    return next((text for text in space.facts.values() if text.isdigit()), "")

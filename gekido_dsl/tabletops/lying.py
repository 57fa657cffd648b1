"""What lies on a table, and how it is laid in rows: pieces, stacks, dice and counters, measured in millimetres."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from typing import Final, Literal

from gekido_dsl.drawing import Picture
from gekido_dsl.drawing.faces import Shape
from gekido_dsl.model import nodes as m
from gekido_dsl.printing.sorts import Sort

GAP: Final = 8.0
"""How far what is laid out lies apart."""

Lies = Literal["board", "piece", "stack", "bag", "die", "counter", "hand", "zone"]


@dataclass(frozen=True, eq=False, slots=True)
class Piece:
    """A sort of piece, as many as there are copies of it."""

    name: str
    kind: str
    group: str
    sort: Sort
    cut: Shape
    front: Picture
    back: Picture | None = None
    round: bool = False
    text: str = ""
    fields: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Lying:
    """Something on the table, with its middle and how far it is turned, in millimetres and degrees clockwise."""

    lies: Lies
    name: str
    x: float
    y: float
    width: float
    height: float
    pieces: tuple[Piece, ...] = ()
    """Of a stack, the one on top first."""
    down: bool = False
    """Whether it lies face down."""
    turn: float = 0.0
    seat: int | None = None
    value: int = 0
    """Of a counter; of a die, which of its faces looks up."""
    die: m.Kind | None = None
    spots: tuple[tuple[float, float], ...] = ()
    """Of a board, where things stand on it, from its middle."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A table that is set up."""

    title: str
    players: int
    lying: tuple[Lying, ...]
    width: float
    height: float
    left_over: tuple[str, ...] = ()
    """What is not on the table, in words."""


@dataclass(slots=True)
class Box:
    """Things that are laid out together, seen from their top left."""

    width: float = 0.0
    height: float = 0.0
    lying: list[Lying] = field(default_factory=list)

    def put(self, other: "Box", x: float, y: float) -> None:
        """Lays others in."""
        self.lying += [replace(one, x=one.x + x, y=one.y + y) for one in other.lying]
        self.width, self.height = max(self.width, x + other.width), max(self.height, y + other.height)

    def turned(self) -> "Box":
        """Gives it as someone on the other side of the table lays it."""
        lying = [
            replace(one, x=self.width - one.x, y=self.height - one.y, turn=(one.turn + 180) % 360)
            for one in self.lying
        ]
        return Box(self.width, self.height, lying)


def rows(boxes: Iterable[Box], width: float, gap: float = GAP) -> Box:
    """Lays boxes in rows that are no wider than they may be, or than the widest."""
    made, x, y, high = Box(), 0.0, 0.0, 0.0
    for one in boxes:
        if x and x + one.width > width:
            x, y, high = 0.0, y + high + gap, 0.0
        made.put(one, x, y)
        x, high = x + one.width + gap, max(high, one.height)
    return made


def wide(boxes: Sequence[Box]) -> float:
    """Tells how wide rows are such that all of them are about twice as wide as high."""
    return max(220.0, sqrt(2 * sum(one.width * one.height for one in boxes)))


def single(one: Lying) -> Box:
    """Makes a box of one thing."""
    return Box(one.width, one.height, [replace(one, x=one.width / 2, y=one.height / 2)])


def bounded(lying: Sequence[Lying]) -> Box | None:
    """Moves things to where they begin, and measures them."""
    if not lying:
        return None
    left, top = min(one.x - one.width / 2 for one in lying), min(one.y - one.height / 2 for one in lying)
    right, low = max(one.x + one.width / 2 for one in lying), max(one.y + one.height / 2 for one in lying)
    return Box(right - left, low - top, [replace(one, x=one.x - left, y=one.y - top) for one in lying])

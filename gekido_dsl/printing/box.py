"""What lies in the box of a game, and how large it is wished: things, groups of them, and what is needed besides."""

from dataclasses import dataclass

from gekido_dsl import drawing
from gekido_dsl.printing import nets
from gekido_dsl.printing.sorts import Sort


@dataclass(frozen=True, slots=True)
class Size:
    """A width and a height in millimetres."""

    width: float
    height: float
    hexagon: bool = False
    """Whether what is cut out has six sides."""


@dataclass(frozen=True, slots=True)
class Item:
    """A printed thing."""

    name: str
    kind: str
    copies: int
    front: drawing.Picture
    back: drawing.Picture | None = None
    part: tuple[float, float, float, float] | None = None
    """The part of the picture that is printed, as x, y, width and height; None for all of it."""
    fields: tuple[tuple[str, str], ...] = ()
    """What its table says, in words."""
    text: str = ""
    seat: int | None = None
    """Whose it is, where each player has their own look of it."""
    bleed: float = 0.0
    """How far the front goes on beyond where it is cut, on each side."""
    back_bleed: float = 0.0
    """The same of the back."""


@dataclass(frozen=True, slots=True)
class Group:
    """Things of one sort and size."""

    name: str
    sort: Sort
    size: Size
    items: tuple[Item, ...]
    note: str = ""

    @property
    def number(self) -> int:
        """How many pieces there are."""
        return sum(item.copies for item in self.items)


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be printed, and how large."""

    players: int | None = None
    """How many play; None for as many as can."""
    only: frozenset[Sort] = frozenset()
    """What alone is printed; empty for everything."""
    card: Size = Size(63, 88)
    tile: Size = Size(63, 63)
    panel: float | None = None
    """How wide a panel is; None for what dice on it need."""
    panel_height: float = 0.0
    """How high a panel that dice lie on is at least."""
    space: float | None = None
    """How wide a space of a board is; None for what fits on a page."""
    token: float | None = None
    """How wide a token is; None for what fits on a space."""
    die: float = nets.EDGE
    ordinary_dice: bool = False
    """Whether nets are printed for dice from 1 to 6, too."""
    bleed: float = 0.0
    """How far cards, tiles and tokens go on beyond where they are cut."""
    back_bleed: float = 0.0
    """How far backs do so, since no printer lays them exactly behind their fronts."""
    standees: bool = False
    """Whether figures with artwork stand: they are folded in place of lying as tokens."""
    fits: Size = Size(190, 277)
    """How large a page is within its margins."""


@dataclass(frozen=True, slots=True)
class Stock:
    """Everything that is printed, and what is not."""

    groups: tuple[Group, ...]
    besides: tuple[str, ...]
    """What is needed besides, in words."""
    players: int = 0
    """For how many it is."""

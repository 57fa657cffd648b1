"""Where things are: boards, places, tracks, counters, links, and what damage hits."""

from dataclasses import dataclass, replace
from typing import Literal

from gekido_dsl.syntax.nodes.conditions import Guard
from gekido_dsl.syntax.nodes.parts import Marks, Name, Node
from gekido_dsl.syntax.nodes.phrases import Expr, Phrase
from gekido_dsl.syntax.nodes.statements import Sentence


@dataclass(frozen=True, slots=True)
class Layout(Node):
    """`corners and edges: Tiles that are Outer Tiles, shuffled`"""

    regions: tuple[str, ...]
    phrase: Phrase
    shuffled: bool
    guard: Guard | None
    cites: Marks


@dataclass(frozen=True, slots=True)
class SideSpaces(Node):
    """`its corners are Spots`, `its edges are Roads`"""

    sort: Literal["corners", "edges"]
    kind: Name
    cites: Marks


@dataclass(frozen=True, slots=True)
class WayFact(Node):
    """`Length 3`, or `Red`, a value of the one fact that may have it"""

    name: Name
    number: int | None


@dataclass(frozen=True, slots=True)
class Way(Node):
    """`Ashby to Benton and Corley: Length 3, Red` below a map: a way to each of them, all with these facts"""

    start: Name
    ends: tuple[Name, ...]
    facts: tuple[WayFact, ...]
    cites: Marks


@dataclass(frozen=True, slots=True)
class Board(Node):
    """`board Arena: 3 by 3 Tile, touching in 8 directions`"""

    name: Name
    rows: int
    columns: int
    space: Name
    directions: int
    layout: tuple[Layout, ...]
    cites: Marks
    drawing: tuple[Name, ...] = ()
    """Rows of the board as drawn, the top row first."""
    legend: tuple["Legend", ...] = ()
    cases: tuple[int, int] | None = None
    """`capitals are of the first player, small letters of the second player`"""
    from_bottom: bool = False
    """`, rows counted from the bottom`"""
    each_player: bool = False
    """`of each player`"""
    parted: tuple[Name, ...] = ()
    """`, parted by Wall and Fence`"""
    seen: str | None = None
    """`, seen by its owner`"""
    lined: bool = False
    """`touching along lines`"""
    ways: Name | None = None
    """`board Land: City, touching along Routes`: what joins its spaces; it has no rows and columns then"""
    ends: tuple[Name, Name] | None = None
    """`from Start to End`: the two facts of a way that name its ends"""
    one_way: bool = False
    """`, one way`: a way leads from its first end to its second alone"""
    one_way_if: Name | None = None
    """`, one way if Single`: only the ways of which this fact is so"""
    lengths: tuple[int, ...] = ()
    """`in rows of 3, 4, 3`: how many hexagons each row has, the rows centred one below the other"""
    listed: tuple[Way, ...] = ()
    """The ways of a map that are written below it."""
    outline: tuple[Literal["hexagon", "triangle"], int] | None = None
    """`in a hexagon of side 5`: `lengths` follow from it"""
    sides: tuple["SideSpaces", ...] = ()
    """`its corners are Spots`"""

    rim: "Rim | None" = None
    """`, in a ring clockwise`"""
    wraps: "Wraps | None" = None
    """`, wrapping left to right`"""
    rounds: "Rounds | None" = None
    """`in 3 rings of 12`: its rows and columns follow from it"""

    def signs(self) -> tuple["Legend", ...]:
        """Gives the legend of each sign; where capitals and small letters tell whose it is, of both letters."""
        if self.cases is None:
            return self.legend
        found = []
        for entry in self.legend:
            both = zip((entry.sign.upper(), entry.sign.lower()), self.cases, strict=True)
            if not entry.sign.isalpha() or entry.names or any(one.player is not None for one in entry.drawn):
                found.append(entry)
                continue
            for sign, player in both:
                drawn = tuple(replace(one, player=player) for one in entry.drawn)
                found.append(replace(entry, sign=sign, drawn=drawn))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Rim(Node):
    """`in a ring anticlockwise`, `in a line clockwise`: how the spaces at the rim of a board follow one another"""

    closed: bool
    clockwise: bool


@dataclass(frozen=True, slots=True)
class Wraps(Node):
    """`wrapping left to right`, `wrapping top to bottom`, `wrapping both ways`"""

    down: bool
    """From the bottom row to the top row."""
    across: bool
    """From the last column to the first."""


@dataclass(frozen=True, slots=True)
class Rounds(Node):
    """`in a ring of 12`, `in 3 rings of 12 anticlockwise`, `in a spiral of 63`"""

    sort: Literal["ring", "rings", "spiral"]
    rows: int
    length: int
    clockwise: bool = True


@dataclass(frozen=True, slots=True)
class Drawn(Node):
    """`2 Men of the second player`, in a legend"""

    kind: Name
    number: int
    player: int | None


@dataclass(frozen=True, slots=True)
class Legend(Node):
    """`"a" is 2 Men of the second player and a Flag`, `"H" is Home`"""

    sign: str
    drawn: tuple[Drawn, ...]
    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Owner(Node):
    """`each Bot`; None for `each player`"""

    kind: Name | None


@dataclass(frozen=True, slots=True)
class Place(Node):
    """`hand Hand of each player, of Tech Cards`"""

    word: str
    name: Name
    owner: Owner | None
    holds: Name
    full: bool
    shuffled: bool
    seen: str | None
    pile: Name | None
    limit: Expr | None
    refill: Sentence | None
    text: str | None
    cites: Marks
    late: "LateCheck | None" = None
    carried: bool = False
    own_pile: bool = False
    """Whether it is `with pile my ...`: the pile of whoever owns what is discarded."""


@dataclass(frozen=True, slots=True)
class LateCheck(Node):
    """`, checked after the draw if ...`: a limit is asked about once for all that is drawn"""

    guard: Guard | None


@dataclass(frozen=True, slots=True)
class Track(Node):
    """`track Structure of each Bot: a Structure Die showing 6 for each of its Rows, from Spare Dice`"""

    name: Name
    owner: Owner
    die: Name
    showing: int
    rows: Name | None
    spaces: Expr | None
    supply: Name
    cites: Marks
    seen: str | None = None


@dataclass(frozen=True, slots=True)
class Counter(Node):
    """`counter Upgrade of each Bot: 0 to 5 on a Structure Die, from Spare Dice`"""

    name: Name
    owner: Owner
    low: int
    high: int
    die: Name
    supply: Name
    kept: int | None
    cites: Marks
    seen: str | None = None


@dataclass(frozen=True, slots=True)
class Link(Node):
    """`link Target Lock from each Bot to each other Bot: Ready or Loading, starts Ready, 3 of each`"""

    name: Name
    origin: Name
    goal: Name
    sides: tuple[Name, ...]
    start: Name
    number: int | None
    cites: Marks
    enemy: bool = False
    seen: str | None = None


@dataclass(frozen=True, slots=True)
class Damage(Node):
    """`damage to a Bot: Armor, then Structure`"""

    kind: Name
    tracks: tuple[Name, ...]
    cites: Marks
    most: int | None = None
    """`, at most 1 die a hit`"""

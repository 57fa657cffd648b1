"""What a seat may see of a match, and what is printed on its things."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Seat = int
"""A player by position, from 0. Shown to people from 1."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A direction of a compass."""

    number: int
    """Its place on the compass, from 0: up, and on clockwise."""
    count: int
    """How many directions the compass has."""
    name: str
    glyph: str | None = None
    """A sign for it, for screens that can show it; None when the ruleset draws none."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A part of a tile, as the tile lies."""

    value: str
    """What its first fact that is one of several values says."""
    listed: str
    """The list that this value is of."""
    sides: tuple[int, ...]
    """The directions in which it reaches the edge of the tile, as `Heading.number`."""
    directions: int
    """How many directions there are."""
    held: tuple["ThingView", ...] = ()
    """What stands on it."""


@dataclass(frozen=True, slots=True)
class ThingView:
    """A thing, as far as it is seen."""

    kind: str
    name: str
    """Its printed name, or its face; empty when it has neither."""
    owner: Seat | None = None
    face: str | None = None
    glyph: str | None = None
    """The signs of its face, or of its values, for screens that can show them; None when the ruleset draws none."""
    space: str | None = None
    """The space it stands on: `r1c2`."""
    facts: Mapping[str, str] = field(default_factory=dict)
    tracks: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The dice of each track, the first to be hit first."""
    counters: Mapping[str, int | None] = field(default_factory=dict)
    """None while the counter is not in use."""
    links: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Side by the name of the other thing."""
    parts: tuple["ThingView", ...] = ()
    text: str | None = None
    places: tuple["PlaceView", ...] = ()
    heading: "Heading | None" = None
    """Where it faces, if it has one direction that changes."""
    sides: Mapping[str, str] = field(default_factory=dict)
    """Of a solid die, the face that looks in each direction."""
    changed: Mapping[str, str] = field(default_factory=dict)
    """Those of its facts that a match keeps and that are not as they were at the start."""
    printed: frozenset[str] = frozenset()
    """The names of those of its facts that no match changes."""
    sign: str = ""
    """What stands for it in a picture of a board, as in `"N" is a Knight`; empty where none tells its kind apart."""
    patches: tuple[Patch, ...] = ()
    """Of a tile with sides, its parts as it lies."""
    squares: tuple[tuple[int, int], ...] = ()
    """Of a shape, the row and column of each of its squares as it is drawn."""
    joined: frozenset[int] | None = None
    """Of a square of a shape that lies on a board, the sides at which others of it lie: 0 above, then clockwise."""


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A deck, pile, hand, pool or box."""

    name: str
    word: str
    owner: Seat | None
    count: int
    things: tuple[ThingView, ...] | None
    """None when the seat may not see them."""
    text: str | None = None
    known: tuple[ThingView, ...] = ()
    """Of things that the seat may not see, those that it has seen and knows to be there; in no order."""


@dataclass(frozen=True, slots=True)
class SpaceView:
    """A space of a board."""

    label: str
    row: int
    column: int
    name: str
    things: tuple[ThingView, ...]
    facts: Mapping[str, str] = field(default_factory=dict)
    drawn: str = ""
    """The signs that it is drawn with."""
    changed: Mapping[str, str] = field(default_factory=dict)
    """Those of its facts that a match keeps and that are not as they were at the start, and what lies in its places."""
    owner: Seat | None = None
    """Whose it is, once somebody has taken it."""
    number: str = ""
    """The number that is written on it, where spaces have one that changes, and no other."""
    kind: str = ""
    """Of which kind it is; empty where that is not seen."""


@dataclass(frozen=True, slots=True)
class MapView:
    """How the spaces of a map lie; they are listed first, all ways after them."""

    places: tuple[tuple[float, float], ...]
    """Of each space that ways join, how far it is from the left and from the top; the longer side is 1."""
    ends: tuple[tuple[int, int], ...]
    """Of each way, the two spaces that it joins, counted from 0."""
    one_way: frozenset[int]
    """The ways that lead from the first to the second alone, counted from 0."""


@dataclass(frozen=True, slots=True)
class RoundView:
    """How the spaces of a board lie round its middle: row 1 is the outermost ring, or its one row a spiral inwards."""

    spiral: bool
    clockwise: bool


@dataclass(frozen=True, slots=True)
class MeshView:
    """Where the spaces of a board lie that is in rows of hexagons, or whose corners or edges are spaces."""

    points: tuple[tuple[tuple[int, int], tuple[int, int]], ...]
    """Row and column of each space that is no edge, and where its middle lies: so many halves of a space."""
    lines: tuple[tuple[tuple[int, int], tuple[tuple[int, int], tuple[int, int]]], ...]
    """Row and column of each edge, and where its two ends lie."""
    outline: tuple[tuple[int, int], ...]
    """How far the corners of a space are from its middle, clockwise."""
    rows: int
    """How many rows of spaces there are: corners are listed as the first row below, edges as the second."""


@dataclass(frozen=True, slots=True)
class EdgeView:
    """Something on the border between two spaces, or at the rim."""

    row: int
    column: int
    upright: bool
    """Whether it stands to the left of the space at this row and column, else above it; that space may be missing."""
    name: str


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board; row 1 is the top row, column 1 the left one."""

    name: str
    rows: int
    columns: int
    directions: int
    spaces: tuple[SpaceView, ...]
    from_bottom: bool = False
    """Whether its rows are numbered from the bottom."""
    owner: Seat | None = None
    """Whose it is, if each player has one."""
    edges: tuple[EdgeView, ...] = ()
    edge_names: tuple[str, ...] = ()
    """What may stand on its borders, in the order of declaration."""
    signs: Mapping[str, str] = field(default_factory=dict)
    """What the signs mean that its spaces are drawn with; only signs that occur."""
    lines: tuple[tuple[tuple[int, int], tuple[int, int]], ...] | None = None
    """Rows and columns of the two ends of each line, where spaces touch along lines."""
    map: MapView | None = None
    """How spaces and ways lie on a map; it is listed as one row of them."""
    mesh: MeshView | None = None
    """Where spaces, corners and edges lie, where the board is more than a grid."""
    wraps: tuple[bool, bool] = (False, False)
    """Whether its bottom row leads to the top row, and its last column to the first."""
    round: RoundView | None = None
    """How its spaces lie round its middle, where its rows are rings or a spiral."""


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player's own things and places."""

    seat: Seat
    remaining: bool
    things: tuple[ThingView, ...]
    places: tuple[PlaceView, ...]
    automaton: bool = False
    """Whether the seat plays by rules alone."""


@dataclass(frozen=True, slots=True)
class View:
    """Everything that a seat may see. A seat of None is a spectator."""

    seat: Seat | None
    turn: int
    """How many turns have begun."""
    on_turn: Seat | None
    """None before the first turn, and where a turn is a round of all."""
    phases: tuple[str, ...]
    """The phases that are running, the outermost first."""
    facts: Mapping[str, str]
    """The facts of the running phases."""
    boards: tuple[BoardView, ...]
    players: tuple[PlayerView, ...]
    places: tuple[PlaceView, ...]
    """Places that belong to nobody."""
    things: tuple[ThingView, ...] = ()
    """Things that belong to nobody and lie nowhere, as far as something about them can change, or be on them."""


@dataclass(frozen=True, slots=True)
class Printed:
    """What the tables and texts of a ruleset say of a thing, or of a word of the game."""

    name: str
    kind: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    tables: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Facts with a value for each of several."""
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Facts that are a list, or a list of rows."""
    parts: tuple["Printed", ...] = ()
    text: str | None = None
    marks: tuple[str, ...] = ()
    """Where it is printed, and whether it had to be reconstructed."""


@dataclass(frozen=True, slots=True)
class Odds:
    """How likely it is what dice decide, from where a match stands."""

    rows: tuple[tuple[str, str], ...] = ()
    """Of what, and how likely it is, in words."""
    notes: tuple[str, ...] = ()
    """Sentences: what is not told and why, and for whom the numbers hold."""

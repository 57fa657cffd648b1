"""Where things are: boards, places, tracks, counters, links, and what damage hits."""

from dataclasses import dataclass, field
from typing import Literal

from gekido_dsl.model.nodes.expressions import Expr
from gekido_dsl.model.nodes.parts import Decl
from gekido_dsl.model.nodes.shapes_of_boards import NO_SHAPE, Grid, Mesh, Shape
from gekido_dsl.model.nodes.statements import Sentence
from gekido_dsl.model.nodes.things import Drawing, Enum, Field, Kind
from gekido_dsl.source import Span


@dataclass(slots=True, eq=False)
class Layout:
    """Which spaces of a board are laid where."""

    regions: tuple[str, ...]
    things: Expr
    shuffled: bool
    condition: Expr | None
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands on a space that is drawn: so many of a kind, of a player or of nobody."""

    kind: Kind
    number: int
    player: int
    rows: frozenset[int] | None = None
    """The rows of the kind that may stand there; None for any."""
    fact: tuple[Field, int] | None = None
    """A fact of what stands there, and the value that it starts with."""


@dataclass(slots=True, eq=False)
class Board(Decl):
    """A grid of spaces."""

    shape: Shape = NO_SHAPE
    space: Kind = None  # type: ignore[assignment]
    ways: Kind | None = None
    """What joins its spaces, where it is a map, or its corners; ways are spaces, too."""
    sides: tuple[Kind, ...] = ()
    """Its corners and its edges, as far as they are spaces."""
    ends: tuple[Field, ...] = ()
    """The two facts of a way that tell what it joins."""
    one_way_by: Field | None = None
    """The fact of the ways that lead from the first to the second alone, where not all do or none."""
    drawn_by: tuple[Field, ...] = ()
    """The facts that tell where a space of a map is drawn: how far across, and how far down; players read none."""
    layout: tuple[Layout, ...] = ()
    drawing: dict[int, str] = field(default_factory=dict)
    """The sign at a position, in their order, where there is more than an empty space."""
    legend: dict[str, tuple[Standing, ...]] = field(default_factory=dict)
    """What a sign stands for."""
    names: dict[int, str] = field(default_factory=dict)
    """What spaces are called at a position."""
    from_bottom: bool = False
    """Whether rows are counted from the bottom."""

    each_player: bool = False
    """Whether each player has one of their own."""
    parted: tuple[Field, ...] = ()
    """Fields of the spaces: no step leads across a border where one of them is yes."""
    seen: Literal["everyone", "owner", "nobody"] = "everyone"
    """Who sees the facts of its spaces and what stands there; where the spaces are is known to all."""

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """What lies on it as a space."""
        return (self.space, self.ways) if self.is_map and self.ways is not None else (self.space, *self.sides)

    @property
    def is_map(self) -> bool:
        """Whether it has neither rows nor columns, only spaces and the ways between them."""
        return self.ways is not None and not self.sides

    def by_name(self, kind: Kind) -> bool:
        """Tells whether spaces of a kind are called by their names, and not by row and column."""
        return self.is_map or kind is not self.space

    @property
    def size(self) -> int:
        """How many positions there are, those without a space among them."""
        return self.shape.size

    @property
    def bare_size(self) -> int:
        """How many positions there are without corners and edges: these come last."""
        return self.shape.grid.size if isinstance(self.shape, Mesh) else self.shape.size

    def row_number(self, position: int) -> int:
        """Gives the number of the row that a position lies in, from 1."""
        row = self.shape.row(position)
        return self.shape.rows - row if self.from_bottom else row + 1

    def column_number(self, position: int) -> int:
        """Gives the number of the column that a position lies in, from 1."""
        return self.shape.column(position) + 1

    def spot_name(self, position: int) -> str:
        """Gives what the space at a position is called by where it lies, as in `r2c3`."""
        return f"r{self.row_number(position)}c{self.column_number(position)}"

    def position(self, row: int, column: int) -> int:
        """Gives the position at a row and a column, both counted from 1."""
        shape = self.shape
        grid = shape.grid if isinstance(shape, Mesh) else shape
        down = shape.rows - row if self.from_bottom else row - 1
        return grid.at(down, column - 1) if isinstance(grid, Grid) else down * shape.columns + column - 1

    def corner_of(self, drawing: Drawing, lie: int = 0) -> int:
        """Gives the position of the top left space of a drawing: in the corner where rows begin to count."""
        rows = drawing.columns if lie % 2 else drawing.rows
        return (self.shape.rows - rows) * self.shape.columns if self.from_bottom else 0


@dataclass(slots=True, eq=False)
class Place(Decl):
    """A deck, pile, hand, pool or box."""

    word: Literal["deck", "pile", "hand", "pool", "box"] = "pool"
    holds: Kind = None  # type: ignore[assignment]
    owner: Kind | Literal["player"] | None = None
    full: bool = False
    shuffled: bool = False
    carried: bool = False
    """Whether what lies there stays from one game of a row to the next."""
    seen: Literal["everyone", "owner", "nobody"] = "everyone"
    """Who sees the faces; how many lie there is known to all."""
    pile: "Place | None" = None
    limit: Expr | None = None
    """Asked as the player who keeps it; like `late` and `refill` with whose place it is in local 1."""
    late: Expr | None = None
    """When this holds, the limit is asked about once for all that a sentence draws."""
    refill: Sentence | None = None
    locals: int = 2
    """How many locals these need."""


@dataclass(slots=True, eq=False)
class Track(Decl):
    """A row of number dice that is hit from the first."""

    owner: Kind = None  # type: ignore[assignment]
    die: Kind = None  # type: ignore[assignment]
    showing: int = 0
    rows: Field | None = None
    spaces: Expr | None = None
    locals: int = 2
    """How many locals `spaces` needs, with the owner in local 1."""
    supply: Place = None  # type: ignore[assignment]
    seen: Literal["everyone", "owner", "nobody"] = "everyone"
    """Who sees what its dice show; how many there are is known to all."""


@dataclass(slots=True, eq=False)
class Counter(Decl):
    """A number shown by a die."""

    owner: Kind = None  # type: ignore[assignment]
    die: Kind = None  # type: ignore[assignment]
    low: int = 0
    high: int = 0
    kept: int | None = None
    supply: Place = None  # type: ignore[assignment]
    seen: Literal["everyone", "owner", "nobody"] = "everyone"
    """Who sees its number; whether it has a die is known to all."""


@dataclass(slots=True, eq=False)
class Link(Decl):
    """A two-sided token from one thing to another."""

    origin: Kind = None  # type: ignore[assignment]
    goal: Kind = None  # type: ignore[assignment]
    sides: Enum = None  # type: ignore[assignment]
    start: int = 0
    number: int | None = None
    seen: Literal["everyone", "owner", "nobody"] = "everyone"
    enemy: bool = False
    """Whether it leads to enemies alone."""


@dataclass(slots=True, eq=False)
class Damage(Decl):
    """The order in which the tracks of a kind are hit."""

    kind: Kind = None  # type: ignore[assignment]
    tracks: tuple[Track, ...] = ()
    most: int | None = None
    """How many dice a hit takes at most; the rest of it is lost."""

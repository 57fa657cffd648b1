"""Things and the values on them: lists of names, fields, kinds with their rows."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from gekido_dsl.model.nodes.expressions import Expr
from gekido_dsl.model.nodes.parts import Decl
from gekido_dsl.model.types import NONE, UNKNOWN, EnumType, Type
from gekido_dsl.source import Span

if TYPE_CHECKING:
    from gekido_dsl.model.nodes.definitions import Melding, Ranking
    from gekido_dsl.model.nodes.places import Board
    from gekido_dsl.model.nodes.rules import Procedure
    from gekido_dsl.tables.cells import Cell


@dataclass(slots=True, eq=False)
class Enum(Decl):
    """A closed list of names."""

    members: tuple[str, ...] = ()
    member_spans: tuple[Span, ...] = ()
    used_members: set[int] = field(default_factory=set)
    glyphs: str = ""
    """A sign for each member, for screens; empty when the ruleset draws none."""
    anonymous: bool = False
    compass: bool = False
    """Whether the values are directions, from the top clockwise."""
    ranking: "Ranking | None" = None
    """What makes them patterns of cards."""
    melding: "Melding | None" = None
    """What makes them melds of cards."""


@dataclass(slots=True, eq=False)
class Numbers(Enum):
    """The numbers of a range, for a fact that has a value for each."""

    low: int = 0
    gone: tuple[str, ...] = ()
    """Numbers that a variant takes away with the named number that they end at: what tables say of them is left out."""


@dataclass(slots=True, eq=False)
class Combinations(Enum):
    """Every combination of the values of several lists, the last going round fastest: `Red North`."""

    parts: tuple[Enum, ...] = ()


@dataclass(slots=True, eq=False)
class Field(Decl):
    """A column, or a fact that a match keeps."""

    type: Type = UNKNOWN
    optional: bool = False
    index: "Enum | Kind | None" = None
    start: Expr | None = None
    kept: bool = False
    """Whether a match may change it."""
    seen: Literal["everyone", "owner", "nobody"] = "everyone"
    owner: "Kind | Procedure | None" = None
    carried: bool = False
    """Whether it is kept from one game of a row to the next."""
    unlogged: bool = False
    """Whether the log is silent about its changes, and so are reports of what happened."""
    both_sides: bool = False
    """Whether what is drawn on one side of a border holds on its other side, too."""
    turned: bool = False
    """Whether its directions follow how the whole lies that the thing is part of."""

    @property
    def on_edges(self) -> bool:
        """Whether it has a value for each side of a space."""
        return isinstance(self.index, Enum) and self.index.compass

    @property
    def of_numbers(self) -> bool:
        """Whether it has a value for each number of a range, so that there are numbers for which it has none."""
        index = self.index
        return any(
            isinstance(one, Numbers) for one in (index.parts if isinstance(index, Combinations) else (index,))
        )

    usual: "Cell | None" = None
    """What an empty cell of a printed field means."""
    pictured: set[int] = field(default_factory=set)
    """The values with which things in pictures of boards start."""
    numbered: bool = False
    """Whether the things of a kind have one value each, in order: those of one whole, of one player, or all."""


@dataclass(slots=True)
class Row:
    """One row of a kind: a printed thing."""

    name: str
    span: Span = field(repr=False)
    copies: int = 1
    values: dict[str, Any] = field(default_factory=dict)
    """Field name to a number, a tuple of them (lists, indexed fields), or a text."""
    text: str | None = None
    """What players read, with the numbers that it takes in place; see `model.row_texts`."""
    cite: str | None = None
    reconstructed: bool = False
    parent: int = NONE
    """For a nested kind, the row of the parent that lists it; NONE when each parent has it."""
    used: bool = False
    spot: tuple[int, int] | None = None
    """For a space that is drawn, its row and column in the drawing, from the top left, from 0."""
    lie: int = 0
    """For a space that is drawn, how its drawing is turned or mirrored."""
    drawn: str = ""
    """The signs of a space that is drawn, as they stand there."""
    glyph: str = ""
    """For a combination of values, the signs that these are drawn as."""
    art: str = ""
    """A picture of the designer's own, as the table names its file; empty when there is none."""
    art_span: Span | None = field(default=None, repr=False)
    written: str | None = None
    """The text as its author wrote it, where it takes numbers."""
    made: bool = False
    """Whether the text is made of its effects, since its author wrote none."""


@dataclass(slots=True)
class Sign:
    """A sign of drawings, and what a space has where it is drawn."""

    sign: str
    name: str
    span: Span = field(repr=False)
    values: dict[str, Any] = field(default_factory=dict)
    """As in a row; only what the sign sets."""
    edge: Field | None = None
    """The field that is yes on both sides of a border where it is drawn; None for a sign of spaces."""
    text: str | None = None
    cite: str | None = None
    reconstructed: bool = False
    used: bool = False
    """Whether a drawing has it."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing: as written, and how many rows and columns of spaces it has."""

    lines: tuple[str, ...]
    rows: int
    columns: int


@dataclass(slots=True, eq=False)
class Kind(Decl):
    """A kind of thing: cards, figures, tokens, dice, spaces."""

    plural: str = ""
    blocking: bool = True
    """Whether a space with such a thing on it is not empty."""
    fields: dict[str, Field] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    total: int | None = None
    """How many there are; None means one for each row."""
    total_at: Span | None = None
    """The number that says how many there are, there are of each player, or in each part."""
    each_player: int | None = None
    """How many each player has of their own from the start."""
    listed: bool = False
    """Whether its rows stand in the ruleset, behind its name."""
    sheet: bool = False
    """Whether it keeps the facts of players, `each player has`: what it has is the player's, and it has no name."""
    table: bool = False
    """Whether it keeps the facts of the game itself, `the game has`: it has no name, and its facts stand alone."""
    parent: "Kind | None" = None
    column: str = ""
    """For a nested kind, the column of the parent's table that lists it; empty when each parent has the same."""
    combined: tuple[str, ...] = ()
    """The fields of whose values it has a row for each combination, without a table."""
    each_parent: int | None = None
    """For a nested kind that no column lists, how many each parent has."""
    file: str | None = None
    table_at: Span | None = None
    """Where its table, or the table of its signs, is named: files are looked for beside that text."""
    faces: Enum | tuple[int, int] | None = None
    opposite: dict[int, int] = field(default_factory=dict)
    rings: dict[int, tuple[int, int, int, int]] = field(default_factory=dict)
    """Of a solid die, the faces around each face, clockwise seen from above, the first in order first."""
    board: "Board | None" = None
    """The board whose spaces these are."""
    legend: str | None = None
    """For a drawn kind, the table of its signs."""
    signs: list[Sign] = field(default_factory=list)
    drawings: dict[int, Drawing] = field(default_factory=dict)
    """For a drawn kind, the drawing of each row of the parent."""
    lain: tuple[int, ...] = (0,)
    """For a drawn kind, the lies in which drawings are laid out; each has rows of its own, behind those as drawn."""
    lies: "Enum | None" = None
    """Of squares of a shape, how the shape may lie; each row has its `spot` in the drawing."""

    @property
    def laid_out(self) -> bool:
        """Whether these are spaces that a board lays out anew for each match."""
        return self.board is not None and self.board.space is self and bool(self.board.layout)

    def directions(self) -> list[Field]:
        """Lists the facts that keep a direction."""
        return [
            field
            for field in self.fields.values()
            if field.kept
            and field.index is None
            and isinstance(field.type, EnumType)
            and field.type.enum.compass
        ]

    def facings(self) -> list[Field]:
        """Lists the facts that tell in which direction a thing of this kind looks: one, unless it is not clear."""
        found = self.directions()
        return [field for field in found if not field.optional] or found if len(found) > 1 else found

    @property
    def sides(self) -> Field | None:
        """The directions in which a part has a side, which turn with its whole; None for a kind without sides."""
        return next((field for field in self.fields.values() if field.turned), None)

    def wholes(self) -> Iterator["Kind"]:
        """Gives the kinds that a thing of this kind is part of, the nearest first."""
        whole = self.parent
        while whole is not None:
            yield whole
            whole = whole.parent

    def whole(self) -> "Kind":
        """Gives the kind that has an owner of its own: the outermost, or this one."""
        return next(reversed([self, *self.wholes()]))

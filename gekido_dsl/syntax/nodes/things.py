"""Things and the values on them: lists of names, dice, kinds and their fields."""

from dataclasses import dataclass
from typing import Literal

from gekido_dsl.syntax.nodes.parts import Marks, Name, Node
from gekido_dsl.syntax.nodes.phrases import Expr


@dataclass(frozen=True, slots=True)
class NamedNumber(Node):
    """`Program Length is 5`"""

    name: Name
    number: int
    cites: Marks
    once: int = 0
    """The greatest number that a game which was changed gave it; 0 where none was."""


@dataclass(frozen=True, slots=True)
class Values(Node):
    """`values Symbol: Circle, Triangle` and `drawn as "●▲"`"""

    name: Name
    members: tuple[Name, ...]
    cites: Marks
    glyphs: str | None = None
    compass: bool = False
    """Whether the values are directions, from the top clockwise."""


@dataclass(frozen=True, slots=True)
class Total(Node):
    """`46 of them`, `2 for each player`, `5 for each Bot`, `1 for each Suit and Rank`"""

    number: int
    each_player: bool
    each: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True)
class Face(Node):
    """A face of a die, by its name or number."""

    value: str | int


@dataclass(frozen=True, slots=True)
class Ring(Node):
    """`around 1: 2, 4, 5, 3`"""

    top: Face
    sides: tuple[Face, ...]
    cites: Marks


@dataclass(frozen=True, slots=True)
class Die(Node):
    """`die Command Die of Symbol, 6 of them`"""

    name: Name
    faces: Name | tuple[int, int]
    total: Total | None
    opposites: tuple[tuple[Name, Name], ...]
    rings: tuple[Ring, ...]
    cites: Marks


@dataclass(frozen=True, slots=True)
class RangeType(Node):
    """`0 to 6`; `0 or more` and `any number` have no end on one side or on both"""

    low: int | None
    high: int | None


@dataclass(frozen=True, slots=True)
class RefType(Node):
    """`a Bot or none`; None for `a player`"""

    name: Name | None
    optional: bool


@dataclass(frozen=True, slots=True)
class ValuesType(Node):
    """`Red, Green or Gray`"""

    members: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class BoolType(Node):
    """`yes or no`"""


@dataclass(frozen=True, slots=True)
class ListType(Node):
    """`up to 4 Effect`, `up to 8 rows of up to 4 Effect`"""

    most_rows: int | None
    most: int
    name: Name


@dataclass(frozen=True, slots=True)
class TextType(Node):
    """`text`"""


FieldType = RangeType | RefType | ValuesType | BoolType | ListType | TextType


@dataclass(frozen=True, slots=True)
class Index(Node):
    """`for each Suit`, `for each 1 to 6`, `towards each Heading`"""

    of: Name | RangeType
    towards: bool


@dataclass(frozen=True, slots=True)
class Usual(Node):
    """`, usually 1`, `, usually none`: what an empty cell means"""

    word: str


@dataclass(frozen=True, slots=True)
class Field(Node):
    """`Score: 0 to 200, starts 0`, `Place: 1 to 5, numbered`"""

    name: Name
    indexes: tuple[Index, ...]
    type: FieldType
    start: Expr | None
    seen: str | None
    cites: Marks
    numbered: bool = False
    both_sides: bool = False
    """`, on both sides`"""
    unlogged: bool = False
    carried: bool = False
    turned_with: Name | None = None
    """`, turned with its Tile`: of what whole the directions follow how it lies."""
    usual: "Usual | None" = None


@dataclass(frozen=True, slots=True)
class Param(Node):
    """`1 to 3 as the count`, `for a Bot as the shooter`, `towards a Heading as the way`; `a Bot`: its word is empty"""

    type: RangeType | RefType
    word: str
    said: Literal["with", "for", "towards"] = "with"


@dataclass(frozen=True, slots=True)
class RowsFrom(Node):
    """`from "gekido/bots.yaml"`, `of each Bot, listed as Powers`, `of each Plan, drawn as Rows with signs from "x"`"""

    file: str | None
    parent: Name | None = None
    column: Name | None = None
    signs: str | None = None
    """The table of the signs that a drawing is made of."""
    shaped: bool = False
    """Whether each is a square of a shape, which the column draws, or lines below do if there is none."""


@dataclass(frozen=True, slots=True)
class ShapeHere(Node):
    """`Corner: "#.", "##"` below `kind Square of each Piece, drawn below`; without a name the shape of all"""

    name: Name | None
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RowHere(Node):
    """`12 Red` of `kind Card: 12 Red, 12 Blue and 14 Engines`"""

    number: int
    name: Name
    bare: bool = False
    """Whether there is neither a number nor an article, as before spaces of a map."""


SHEET = "Player's Sheet"
"""What the kind is called that keeps the facts of players: no author can write it, as it is no name."""
TABLE = "The game"
"""What the kind is called that keeps the facts of the game itself; no author can write it, either."""


@dataclass(frozen=True, slots=True)
class Kind(Node):
    """`kind Tech Card from "gekido/tech_cards.yaml", 46 of them`"""

    name: Name
    rows: RowsFrom | None
    total: Total | None
    fields: tuple[Field, ...]
    text: str | None
    cites: Marks
    blocking: bool = True
    """Without `, not blocking`"""
    listed: tuple[RowHere, ...] = ()
    """Its rows, where they stand behind its name."""
    shapes: tuple[ShapeHere, ...] = ()
    sheet: bool = False
    """Written `each player has`: facts of the players themselves, which no thing is named for."""

    @property
    def table(self) -> bool:
        """Whether it is written `the game has`: facts of the game itself."""
        return self.name.text == TABLE

"""What follows from a state: patterns, definitions, properties, amounts."""

from dataclasses import dataclass
from typing import Literal

from gekido_dsl.syntax.nodes.conditions import Cond, Guard
from gekido_dsl.syntax.nodes.parts import Marks, Name, Node
from gekido_dsl.syntax.nodes.phrases import Attribute, Expr, Noun, Phrase
from gekido_dsl.syntax.nodes.places import Owner
from gekido_dsl.syntax.nodes.things import TABLE, Param


@dataclass(frozen=True, slots=True)
class Group(Node):
    """`3 alike`, `5 different`"""

    number: int
    alike: bool


@dataclass(frozen=True, slots=True)
class Run(Node):
    """`5 in a row of one Suit`, `5 of one Suit`"""

    number: int
    in_a_row: bool
    suit: Name | None
    most: int | None = None
    """Of a meld: how many at most; None if there may be any number more."""


@dataclass(frozen=True, slots=True)
class Pattern(Node):
    """`Full House: 3 alike and 2 alike, or 5 alike if ...`"""

    name: Name
    groups: tuple[Group, ...]
    never: Expr | None
    other: tuple[Group, ...]
    other_guard: Guard | None
    cites: Marks
    run: Run | None = None
    """Of cards: what is in a row, or of one suit."""


@dataclass(frozen=True, slots=True)
class Patterns(Node):
    """`patterns Command of Command Dice in Locked`, `patterns Hand of 5 Cards by Rank, 14 also as 1`"""

    name: Name
    die: Name
    place: Name | None
    """None where they are patterns of cards."""
    patterns: tuple[Pattern, ...]
    cites: Marks
    number: int = 0
    """How many cards make one at most; 0 where they are melds, each as large as it says."""
    by: Name | None = None
    also: tuple[int, int] | None = None
    wild: Name | None = None
    """What counts as any card: `, Deuces wild`."""


@dataclass(frozen=True, slots=True)
class Definition(Node):
    """`a Tile is a Free Step if it is empty and it is next to my Bot`; kind is None for `a player`"""

    kind: Name | None
    name: Name
    condition: Cond
    cites: Marks
    params: tuple[Param, ...] = ()

    @property
    def of_the_game(self) -> bool:
        """Whether it says what holds of the game itself."""
        return self.kind is not None and self.kind.text == TABLE


@dataclass(frozen=True, slots=True)
class Cluster(Node):
    """`a Chain is Stones of one owner that touch`"""

    name: Name
    noun: Noun
    alike: tuple[Attribute, ...]
    """What all of them have in common, besides what the noun says."""
    cites: Marks


@dataclass(frozen=True, slots=True)
class Position(Node):
    """`the position is Pieces on Board with Rank and Castling, and who is on turn`"""

    things: Phrase
    facts: tuple[Name, ...]
    on_turn: bool
    kept: int | None
    cites: Marks


@dataclass(frozen=True, slots=True)
class Property(Node):
    """`the Run of a Square is ...`; kind is None for `a player`"""

    name: Name
    kind: Name | None
    phrase: Phrase
    cites: Marks
    params: tuple[Param, ...] = ()


@dataclass(frozen=True, slots=True)
class AmountLine(Node):
    """`add Boost if ...`"""

    operator: Literal["start", "add", "subtract", "multiply", "divide", "set", "floor", "cap"]
    operand: Expr
    rounding: str
    guard: Guard | None
    cites: Marks


@dataclass(frozen=True, slots=True)
class Amount(Node):
    """`amount Attack Damage` and its lines"""

    name: Name
    of: Owner | None
    lines: tuple[AmountLine, ...]
    text: str | None
    cites: Marks
    params: tuple[Param, ...] = ()

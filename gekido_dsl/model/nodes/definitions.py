"""What follows from a state: patterns, definitions, properties, amounts, and exceptions to them."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from gekido_dsl.model.nodes.expressions import Expr
from gekido_dsl.model.nodes.parts import Citation, Decl, Word
from gekido_dsl.model.nodes.places import Place
from gekido_dsl.model.nodes.statements import Body
from gekido_dsl.model.nodes.things import Enum, Field, Kind, Row
from gekido_dsl.model.types import UNKNOWN, Type, kind_name
from gekido_dsl.source import Span

if TYPE_CHECKING:
    from gekido_dsl.model.nodes.rules import Procedure


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter; of a rule or effect, parameter k is local k+1, of a definition or amount local k+2."""

    word: str
    """Empty for what has no word of its own."""
    type: Type
    span: Span = field(compare=False, repr=False)
    said: Literal["with", "for", "towards"] = "with"
    noted: Word | None = field(default=None, compare=False, repr=False)

    @property
    def called(self) -> str:
        """Says what a rule calls it: `the way`, `the Robot`, `it`."""
        if self.word:
            return f"the {self.word}"
        return f"the {name}" if (name := kind_name(self.type)) else "it"


@dataclass(frozen=True, slots=True)
class Pattern:
    """One combination of dice."""

    name: str
    groups: tuple[tuple[int, bool], ...]
    """How many, and whether alike (or all different)."""
    never: Expr | None
    other: tuple[tuple[int, bool], ...]
    other_condition: Expr | None
    span: Span = field(compare=False, repr=False)


@dataclass(slots=True, eq=False)
class PatternSet(Decl):
    """Combinations of dice, built in a place."""

    enum: Enum = None  # type: ignore[assignment]
    die: Kind = None  # type: ignore[assignment]
    place: Place = None  # type: ignore[assignment]
    patterns: tuple[Pattern, ...] = ()


@dataclass(frozen=True, slots=True)
class CardPattern:
    """One combination of cards: groups that are alike or different, or a run, or cards of one suit."""

    name: str
    groups: tuple[tuple[int, bool], ...]
    """How many, and whether alike (or all different); the largest of those that are alike first."""
    number: int
    """How many are in a row, or of one suit; 0 where there are groups."""
    in_a_row: bool
    suit: Field | None
    span: Span = field(compare=False, repr=False)

    @property
    def size(self) -> int:
        """How many cards are the pattern itself."""
        return self.number or sum(number for number, _ in self.groups)

    @property
    def told(self) -> int:
        """How many numbers tell two of them apart, before the other cards do."""
        if self.number:
            return 1 if self.in_a_row else self.number
        return sum(1 if alike else number for number, alike in self.groups)


@dataclass(frozen=True, slots=True)
class Ranking:
    """What makes a list of values patterns of cards, the best first."""

    kind: Kind
    number: int
    """How many cards count at most."""
    by: Field
    low: int
    high: int
    also: tuple[int, int] | None
    """A number that in a row is also another: the one before the lowest, or behind the highest."""
    patterns: tuple[CardPattern, ...]
    wild: str = ""
    """What counts as whatever card makes most: a definition of the cards, or a row of them."""

    @property
    def numbers(self) -> int:
        """How many numbers tell two of one pattern apart at most."""
        return max((one.told + self.number - one.size for one in self.patterns), default=0)

    @property
    def base(self) -> int:
        """More than each of these numbers: 0 is no card."""
        return self.high - self.low + 2

    @property
    def most(self) -> int:
        """No worth is as high."""
        return int((len(self.patterns) + 1) * self.base**self.numbers)

    def values(self, row: Row) -> tuple[int, ...]:
        """Gives what counts of a card: its number, then its suit for each pattern, -1 for none."""
        found = row.values.get(self.by.name)
        suits = [one.suit for one in self.patterns]
        values = [row.values.get(suit.name) if suit is not None else None for suit in suits]
        return tuple(value if isinstance(value, int) else -1 for value in (found, *values))


@dataclass(frozen=True, slots=True)
class Meld:
    """One combination that may be laid down: alike by number, or in a row."""

    name: str
    least: int
    most: int | None
    in_a_row: bool
    suit: Field | None
    """In a row, all have the same; alike, each has another."""
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Melding:
    """What makes a list of values melds of cards."""

    kind: Kind
    by: Field
    low: int
    high: int
    also: tuple[int, int] | None
    """A number that in a row is also another."""
    melds: tuple[Meld, ...]
    wild: "str | Definition" = ""
    """What counts as whatever makes a meld: a row of the cards, or what is so of some by what is printed on them."""

    def values(self, row: Row) -> tuple[int, ...]:
        """Gives what counts of a card that is not wild: its number, then its suit for each meld, -1 for none."""
        found = row.values.get(self.by.name)
        values = [row.values.get(one.suit.name) if one.suit is not None else None for one in self.melds]
        return tuple(value if isinstance(value, int) else -1 for value in (found, *values))


@dataclass(frozen=True, slots=True)
class AmountLine:
    """One line of an amount."""

    operator: Literal["start", "add", "subtract", "multiply", "divide", "set", "floor", "cap"]
    operand: Expr
    rounding: str
    condition: Expr | None
    cites: tuple[Citation, ...]
    span: Span = field(compare=False, repr=False)


LAYERS: Final[dict[str, int]] = {
    operator: layer
    for layer, operators in enumerate(
        (("start",), ("set",), ("add", "subtract"), ("multiply", "divide"), ("floor",), ("cap",))
    )
    for operator in operators
}
"""In which order the lines of an amount count, wherever they are written; within a layer they count as written."""


@dataclass(slots=True, eq=False)
class Exception_:
    """A labelled exception to a named rule."""

    condition: Expr
    as_began: "Procedure | None"
    note: int
    """Which noted fact holds the condition; -1 when it is asked afresh."""
    test: Expr | None
    body: Body | None
    lines: tuple[AmountLine, ...]
    span: Span = field(repr=False)
    cites: tuple[Citation, ...] = ()
    said: str = field(default="", repr=False)
    """What holds by it instead, as `canonical` writes it: two that say the same agree."""
    over: "Exception_ | None" = field(default=None, repr=False)
    """The exception that it is an exception to; then its condition includes that one's."""


@dataclass(slots=True, eq=False)
class Definition(Decl):
    """A noun or an adjective: local 1 is the thing asked about."""

    subject: Type = UNKNOWN
    params: tuple[Param, ...] = ()
    test: Expr = None  # type: ignore[assignment]
    locals: int = 2
    exceptions: list[Exception_] = field(default_factory=list)
    members: "Property | None" = None
    """What belongs to the same group as a thing, where the noun is one of groups: their first stands for each."""


@dataclass(slots=True, eq=False)
class Property(Decl):
    """A value that follows from a thing: local 1 is the thing."""

    subject: Type = UNKNOWN
    params: tuple[Param, ...] = ()
    value: Expr = None  # type: ignore[assignment]
    locals: int = 2
    exceptions: list[Exception_] = field(default_factory=list)
    """Those whose `test` gives the value instead."""


@dataclass(slots=True, eq=False)
class Position(Decl):
    """What tells positions apart: where these things are, whose, of which row, and some facts; local 1 is the thing."""

    things: Expr = None  # type: ignore[assignment]
    facts: tuple[Expr, ...] = ()
    on_turn: bool = False
    kept: int = 0
    """For how many turns it is remembered how the position was when they began."""
    locals: int = 2

    @property
    def asked(self) -> tuple[Expr, ...]:
        """The things, and what is asked of each."""
        return (self.things, *self.facts)


@dataclass(slots=True, eq=False)
class Amount(Decl):
    """A named number and its pipeline; local 1 is the thing it belongs to, if any."""

    subject: Type | None = None
    params: tuple[Param, ...] = ()
    lines: tuple[AmountLine, ...] = ()
    locals: int = 2
    low: int | None = None
    high: int | None = None
    exceptions: list[Exception_] = field(default_factory=list)

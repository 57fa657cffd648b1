"""Phrases and expressions: what is talked about, and how many of it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from gekido_dsl.syntax.nodes.parts import Name, Node

if TYPE_CHECKING:
    from gekido_dsl.syntax.nodes.conditions import AddsUp, Is, Relative


@dataclass(frozen=True, slots=True)
class Num(Node):
    """`3`"""

    value: int


@dataclass(frozen=True, slots=True)
class Noun(Node):
    """`empty Tile`, `Ready Enemy`, `Tech Cards`, `remaining players`: adjectives of the language, then a name."""

    adjectives: tuple[str, ...]
    name: Name | None
    """None for `player`."""
    arguments: tuple["Argument", ...] = ()
    """`Barred towards the way`"""
    definite: bool = False
    """`the Robot`"""


@dataclass(frozen=True, slots=True)
class Argument(Node):
    """`for Command`, `towards the way`"""

    word: Literal["for", "towards"]
    value: "Expr"


@dataclass(frozen=True, slots=True)
class Indefinite(Node):
    """`a Ready Enemy`"""

    noun: Noun


@dataclass(frozen=True, slots=True)
class Several(Node):
    """`5 Command Dice`"""

    number: int
    noun: Noun


@dataclass(frozen=True, slots=True)
class Local(Node):
    """`the row`"""

    word: str


@dataclass(frozen=True, slots=True)
class It(Node):
    """`it`"""


@dataclass(frozen=True, slots=True)
class Me(Node):
    """`me`"""


@dataclass(frozen=True, slots=True)
class Spot(Node):
    """`r1c2`: a space by its row and column"""

    word: str


@dataclass(frozen=True, slots=True)
class StandingOn(Node):
    """`Pawn r1c2`: the one that stands there"""

    name: Name
    spot: Spot


@dataclass(frozen=True, slots=True)
class NoneWord(Node):
    """`none`"""


@dataclass(frozen=True, slots=True)
class YesNo(Node):
    """`yes`, `no`"""

    value: bool


@dataclass(frozen=True, slots=True)
class Attribute(Node):
    """`Hand Limit`, `Damage for Command`, `owner`: what follows `'s`, `my` or `its`."""

    name: str
    built_in: bool
    arguments: tuple["Argument", ...] = ()
    nth: int | None = None
    """Which of them, from 0: `my third House`."""


@dataclass(frozen=True, slots=True)
class Of(Node):
    """`Attacker's Upgrade`, `my Bot`, `its Rows`. `my` has the base `me`, `its` the base `it`."""

    base: "Expr"
    attribute: Attribute


@dataclass(frozen=True, slots=True)
class Located(Node):
    """`Command Dice of Pool`, `Tech Cards in my Hand`, `Bots on Arena`, `Houses after it`"""

    things: "Expr"
    where: "Expr"
    way: Literal["of", "after", "before"] = "of"


Reckoning = Literal["plus", "minus", "times", "divided_up", "divided_down", "remainder", "smaller", "larger"]


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    """`Rolls plus 1`, `Rolls divided by 2 rounded up`, `the smaller of Rolls and 3`"""

    operator: Reckoning
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True)
class Automaton(Node):
    """`the automaton`"""


@dataclass(frozen=True, slots=True)
class Ordinal(Node):
    """`the first player`; the number counts from 0"""

    number: int


@dataclass(frozen=True, slots=True)
class Key(Node):
    """`by its Speed, highest first`: a number that things are compared by, and which way round"""

    by: "Expr"
    lowest: bool


@dataclass(frozen=True, slots=True)
class Taking(Node):
    """`, following Suit, unless trumped by Table's Trump`: which card takes a trick"""

    attribute: "Attribute"
    trump: "Expr | None" = None


@dataclass(frozen=True, slots=True)
class Highest(Node):
    """`the highest Card of Trick by Strength, then the lowest by Number, then at random`"""

    things: "Expr"
    keys: tuple[Key, ...]
    random: bool = False
    taking: Taking | None = None


@dataclass(frozen=True, slots=True)
class Rank(Node):
    """`the rank of me by my Score, then by my Cards, lowest first`"""

    player: "Expr"
    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Sum(Node):
    """`the sum of Cards of Trick by Strength`, `the sum of Cards of my Hand outside Melds by Points`"""

    things: "Expr"
    by: "Expr"
    outside: Name | None = None


@dataclass(frozen=True, slots=True)
class Lines(Node):
    """`the lines from it over Hostile Squares to Own Squares`"""

    origin: "Expr"
    over: Noun
    end: Noun


@dataclass(frozen=True, slots=True)
class Turned(Node):
    """`the way turned left`"""

    base: "Expr"
    way: str
    """left, right or around."""


@dataclass(frozen=True, slots=True)
class Beside(Node):
    """`the Square beside my Robot towards North`"""

    noun: Noun
    origin: "Expr"
    towards: "Expr"


@dataclass(frozen=True, slots=True)
class Opposite(Node):
    """`the House opposite it`"""

    noun: Noun
    origin: "Expr"


@dataclass(frozen=True, slots=True)
class Line(Node):
    """`the line from my Robot towards North while it is empty`"""

    origin: "Expr"
    towards: "Expr"
    bound: Literal["while", "until", "blocked"] | None
    test: "Is | None"
    any: bool = False
    """`towards any Way`: a line in each direction of the noun."""


@dataclass(frozen=True, slots=True)
class Asked(Node):
    """`the robot towards the way`: a phrase with arguments that is no name; see `Located`."""

    base: "Expr"
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Distance(Node):
    """`the distance from my Ship to Harbour over Isles that are Free`"""

    origin: "Expr"
    goal: "Expr"
    over: "Phrase | None"
    cost: "Expr | None" = None
    """`, each by its Length`"""


@dataclass(frozen=True, slots=True)
class LongestWay(Node):
    """`the longest way over Routes that are friendly, each by their Length`"""

    over: "Phrase"
    cost: "Expr | None"


@dataclass(frozen=True, slots=True)
class Exactly(Node):
    """`exactly 2 Cards of my Pocket and 3 Cards of Board`"""

    numbers: tuple[int, ...]
    things: "tuple[Expr, ...]"


@dataclass(frozen=True, slots=True)
class Best(Node):
    """`the best Hand of Cards that are Mine`"""

    name: Name
    things: "Expr | Exactly"


@dataclass(frozen=True, slots=True)
class Worth(Node):
    """`the worth of Cards that are Mine as a Hand`"""

    things: "Expr | Exactly"
    name: Name


@dataclass(frozen=True, slots=True)
class Share(Node):
    """`the share of me in their Paid among players that are Live by their Worth, highest first`"""

    player: "Expr"
    paid: "Expr"
    among: "Expr"
    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Numbers(Node):
    """`a number from 1 to its HP`"""

    low: "Expr"
    high: "Expr"


@dataclass(frozen=True, slots=True)
class Union(Node):
    """`a Square that is A or a Square that is B`"""

    parts: tuple["Phrase", ...]


@dataclass(frozen=True, slots=True)
class Inner(Node):
    """`(the last Card of Pack)`; in a condition, also without parentheses: `it is next to a Bot that is Weak`."""

    phrase: "Phrase"
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Count(Node):
    """`number of remaining players`"""

    phrase: "Phrase"


Expr = (
    Num
    | Noun
    | Indefinite
    | Several
    | Local
    | It
    | Me
    | NoneWord
    | YesNo
    | Of
    | Located
    | Arithmetic
    | Count
    | Ordinal
    | Automaton
    | Highest
    | Rank
    | Sum
    | Lines
    | Distance
    | LongestWay
    | Best
    | Worth
    | Share
    | Numbers
    | Union
    | Spot
    | StandingOn
    | Inner
    | Turned
    | Beside
    | Opposite
    | Line
    | Asked
)


@dataclass(frozen=True, slots=True)
class Quantity(Node):
    """How many, and who says which: `all`, `up to 3`, `any number of`, `2 random`."""

    kind: Literal["all", "between", "random", "next", "last", "front", "back", "nth"]
    least: int = 1
    most: int | None = 1
    """None: as many as there are."""


@dataclass(frozen=True, slots=True)
class Phrase(Node):
    """`up to 2 Command Dice of Pool that fit Command`"""

    quantity: Quantity | None
    head: Expr
    relative: "Relative | None" = None
    as_many: Expr | None = None
    """`as many Tech Cards as Card Reward`"""
    adding: "AddsUp | None" = None
    """`any Cards of Table that add up to 15 by Worth`"""

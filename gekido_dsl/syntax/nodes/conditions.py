"""Conditions: what is said of a subject, and the guards of sentences and lines."""

from dataclasses import dataclass
from typing import Literal

from gekido_dsl.syntax.nodes.parts import Name, Node
from gekido_dsl.syntax.nodes.phrases import Attribute, Expr, Phrase


@dataclass(frozen=True, slots=True)
class Whose(Node):
    """`whose Suit is Hearts`, `of the same Suit as the card`"""

    attribute: Attribute
    predicate: "Predicate | None"
    like: Expr | None = None
    """What has the same, where that is said."""


@dataclass(frozen=True, slots=True)
class Relative(Node):
    """`that is empty and is next to my Bot`, `that is unclaimed and whose Length is 3`"""

    predicates: tuple["Predicate", ...]
    joined: Literal["and", "or"]
    whose: tuple[Whose, ...] = ()
    """What is said of facts of theirs; all of it holds, besides what is said of them."""


@dataclass(frozen=True, slots=True)
class Is(Node):
    """`is not at least 3`; the operand is None for an adjective of the language."""

    negated: bool
    how: Literal[
        "value",
        "adjective",
        "at_least",
        "at_most",
        "more",
        "less",
        "next_to",
        "within",
        "leap",
        "on",
        "in",
        "relation",
        "connected_to",
    ]
    operand: Expr | None
    word: str = ""
    """The adjective, the direction of a relation, or how a leap is said: `straight`, `slanted`, `knight`, ..."""
    distance: int = 0
    across: int = 0
    """Of a leap how far it leads to the side of the way; `distance` is how far along it."""
    over: "Phrase | None" = None
    """What a connection leads over, or along what something is next to another."""
    reach: Expr | None = None
    """`within its Speed of X`: how far, where it is no number that is written there; else `distance`."""
    cost: Expr | None = None
    """`, each by its Cost`"""
    others: tuple[Expr, ...] = ()
    """What else it may be: `is Red, Green or Blue`."""


@dataclass(frozen=True, slots=True)
class Has(Node):
    """`has an Effect`"""

    negated: bool
    operand: Expr


@dataclass(frozen=True, slots=True)
class HasMoved(Node):
    """`has not moved this Turn`"""

    negated: bool
    scope: Name


@dataclass(frozen=True, slots=True)
class HasUsed(Node):
    """`has used Claim Tile this Attack`"""

    negated: bool
    actions: tuple[Name, ...]
    scope: Name


@dataclass(frozen=True, slots=True)
class Fits(Node):
    """`fits Command`"""

    negated: bool
    operand: Expr


@dataclass(frozen=True, slots=True)
class FitsNeighbours(Node):
    """`fits its neighbours by Land`"""

    negated: bool
    fact: Name


@dataclass(frozen=True, slots=True)
class HasOpenSide(Node):
    """`has an open side`"""

    negated: bool


@dataclass(frozen=True, slots=True)
class Shows(Node):
    """`shows my Bot's Symbol`"""

    negated: bool
    operand: Expr


@dataclass(frozen=True, slots=True)
class Joins(Node):
    """`joins left and right`"""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class MakesRow(Node):
    """`makes 4 in a row`"""

    length: int


@dataclass(frozen=True, slots=True)
class Price(Node):
    """`3 Ore`, `its Cost in Coins`, `my Rate in Goods whose Ware is the wish`: how many, and of what"""

    amount: Expr | None
    """None where no number is said."""
    unit: Expr
    relative: "Relative | None" = None


@dataclass(frozen=True, slots=True)
class CanPay(Node):
    """`can pay 1 Brick and 1 Lumber`, `can pay 3 Goods from my Sack`"""

    negated: bool
    prices: tuple[Price, ...]
    source: Expr | None = None


@dataclass(frozen=True, slots=True)
class MakesMeld(Node):
    """`makes a Meld together with Cards of Spread`"""

    negated: bool
    name: Name
    along: Expr | None = None
    more: Expr | None = None
    """What is laid down may go on with some of these."""
    most: tuple[Expr, Expr] | None = None
    """How much those that stay may count, and by what."""


@dataclass(frozen=True, slots=True)
class AddsUp(Node):
    """`add up to 15 by Worth`"""

    total: Expr
    by: Expr


Predicate = (
    AddsUp
    | CanPay
    | Is
    | Has
    | HasMoved
    | HasUsed
    | HasOpenSide
    | Fits
    | FitsNeighbours
    | Shows
    | Joins
    | MakesRow
    | MakesMeld
)


@dataclass(frozen=True, slots=True)
class Test(Node):
    """`my Bot is on Arena`"""

    subject: Expr
    predicate: Predicate


@dataclass(frozen=True, slots=True)
class Quantified(Node):
    """`no Tile that is In Reach is next to a Ready Enemy`"""

    quantifier: Literal["some", "no", "every"]
    phrase: Phrase
    predicate: Predicate


@dataclass(frozen=True, slots=True)
class ForSome(Node):
    """`for some Way, the line from it towards the Way is ...`"""

    quantifier: Literal["some", "no", "every"]
    phrase: Phrase
    condition: "Cond"


@dataclass(frozen=True, slots=True)
class Logic(Node):
    """`A and B and C`"""

    operator: Literal["and", "or"]
    parts: tuple["Cond", ...]


@dataclass(frozen=True, slots=True)
class RoundsOver(Node):
    """`10 rounds`: so many are over"""

    number: int


@dataclass(frozen=True, slots=True)
class Repeated(Node):
    """`the position has come up at least 3 times`, `the position is new`, `... is unlike the last 2`"""

    how: Literal["is", "at_least", "at_most", "more", "less"]
    number: int
    negated: bool = False
    last: Expr | None = None
    """Among how many of the last turns it is looked for; all that are kept if nothing is said."""
    new: bool = False
    """Whether it is said as `new` or `unlike`."""


Cond = Test | Quantified | ForSome | Logic | RoundsOver | Repeated


@dataclass(frozen=True, slots=True)
class Guard(Node):
    """`if C`, `unless C`, `if possible` (no condition)."""

    kind: Literal["if", "unless", "possible"]
    condition: Cond | None

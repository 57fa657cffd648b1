"""Sentences and blocks, and the other lines of a body."""

from dataclasses import dataclass, field
from typing import Literal

from gekido_dsl.source import Span
from gekido_dsl.syntax.nodes.conditions import Cond, FitsNeighbours, Guard, Has, Is, Price, Repeated
from gekido_dsl.syntax.nodes.parts import Marks, Name, Node
from gekido_dsl.syntax.nodes.phrases import Attribute, Expr, Key, Phrase


@dataclass(frozen=True, slots=True)
class Prep(Node):
    """`to Target's Tile`, `with 5 and 2`"""

    word: str
    phrase: Phrase
    more: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True)
class Leaving(Node):
    """`leave no enemy Piece that is Attacking my King`"""

    word: Literal["some", "no"]
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class Covering(Node):
    """`cover some Square that is corner`: what is among the spaces that a shape lies on"""

    word: Literal["some", "no"]
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class LeavingPosition(Node):
    """`leave a new position`, `leave a position unlike the last 2`"""

    condition: Repeated


@dataclass(frozen=True, slots=True)
class Follow(Node):
    """`follow Suit`: be like the first card in the place that the sentence moves to"""

    attribute: Attribute


Rung = Is | Has | FitsNeighbours | Covering | Leaving | LeavingPosition | Follow


@dataclass(frozen=True, slots=True)
class Must(Node):
    """`must be a Battle Station, else next to an enemy Bot, else anywhere`; a rung of None is `anywhere`."""

    rungs: tuple[Rung | None, ...]


@dataclass(frozen=True, slots=True)
class Sentence(Node):
    """`Target's owner moves Target to an empty Tile, asking "Where?" if ...`"""

    subject: Phrase | None
    may: bool
    verb: str
    """Base form."""
    object: Phrase | None
    damage: Expr | None
    """`suffers 3 damage`"""
    preps: tuple[Prep, ...] = ()
    asking: str | None = None
    guard: Guard | None = None
    musts: tuple[Must, ...] = ()
    otherwise: tuple["Statement", ...] | None = None
    cites: Marks = ()
    text: str | None = None
    """`announce "obstruction encountered" for the robot`: what is about the text is the object."""
    way: str | None = None
    """`turn X left`, `shuffle all Decks alike`"""
    bound: Expr | None = None
    """`gains 3, up to 20`, `loses 2, down to 0`"""
    bound_word: str = ""
    """`up` or `down`"""
    loop: str | None = None
    """`stop each Robot`, `skip repeat`: which loop is meant; a name, a word, `player` or `repeat`."""
    order: "Order | None" = None
    """`all players rank by my Score, highest first`"""


@dataclass(frozen=True, slots=True)
class Nothing(Node):
    """`do nothing`: the rule goes on with what follows"""

    cites: Marks = ()


@dataclass(frozen=True, slots=True)
class If(Node):
    """`if C` and a block"""

    condition: Cond
    then: tuple["Statement", ...]
    otherwise: tuple["Statement", ...]


@dataclass(frozen=True, slots=True)
class Order(Node):
    """`by its Speed, highest first, then by its Number, lowest first`; without a key the order is turned round"""

    keys: tuple[Key, ...]
    random: bool = False
    """Whether chance puts equals in order."""
    start: Expr | None = None
    """`, starting with my left neighbour`: the player who is first."""


@dataclass(frozen=True, slots=True)
class Each(Node):
    """`each other player` and a block, `secretly each player` and a block"""

    phrase: Phrase
    body: tuple["Statement", ...]
    secret: bool = False
    order: Order | None = None
    word: str | None = None
    """`each number from 1 to 6 as the row`"""
    word_span: Span | None = field(default=None, compare=False, repr=False)
    sure: "Cond | None" = None
    """What holds as each round begins, where the loop is written out for something else."""


@dataclass(frozen=True, slots=True)
class InTurn(Node):
    """`in turn each player that is Bidding, until one is left` and a block: round and round"""

    phrase: Phrase
    until: Cond | None
    """None where it goes on until one is left."""
    body: tuple["Statement", ...]
    start: Expr | None = None


@dataclass(frozen=True, slots=True)
class Auction(Node):
    """`in turn each player bids from 1 to my Coins as my Bid`, and blocks: for whoever wins it, or if nobody does"""

    phrase: Phrase
    sealed: bool
    low: Expr
    high: Expr
    fact: Attribute
    asking: str | None
    body: tuple["Statement", ...]
    otherwise: tuple["Statement", ...]
    start: Expr | None = None


@dataclass(frozen=True, slots=True)
class Betting(Node):
    """`in turn each player that is Live bets at least 2 Chips as my Stake`, and what is done with who folds"""

    phrase: Phrase
    start: Expr | None
    least: bool
    """Whether a raise may be more than what is said."""
    price: Price
    stake: Attribute
    calling: Expr | None
    """The least that everyone has to call."""
    like_last: bool
    """Whether a raise is at least the last one."""
    asking: str | None
    fold: tuple["Statement", ...]


@dataclass(frozen=True, slots=True)
class ShareOut(Node):
    """`share all Stakes among players that are Live by their Strength, highest first, as Chips`"""

    paid: Name
    among: Expr
    keys: tuple[Key, ...]
    won: Attribute
    cites: Marks = ()


@dataclass(frozen=True, slots=True)
class Pay(Node):
    """`the host pays 1 Brick and 1 Lumber to Bank`, `pay 5 Coins, or all that is left, to the rival`"""

    subject: Phrase | None
    may: bool
    prices: tuple[Price, ...]
    source: Expr | None
    goal: Expr | None
    all_left: bool
    asking: str | None
    guard: Guard | None
    otherwise: tuple["Statement", ...] | None
    cites: Marks = ()


@dataclass(frozen=True, slots=True)
class LayDown(Node):
    """`lay down a Meld from my Hand into Spread, leaving at most 10 by Points`: card by card"""

    subject: Phrase | None
    may: bool
    name: Name
    origin: Expr
    goal: Expr
    most: tuple[Expr, Expr] | None
    asking: str | None
    guard: Guard | None
    cites: Marks
    otherwise: tuple["Statement", ...] | None


@dataclass(frozen=True, slots=True)
class Offer(Node):
    """`offer 2 Wool for 1 Ore to the others`: they answer in turn, and the first who accepts trades"""

    given: tuple[Price, ...]
    wanted: tuple[Price, ...]
    to: Phrase
    asking: str | None
    guard: Guard | None
    cites: Marks = ()
    otherwise: tuple["Statement", ...] | None = None
    """What happens when nobody accepts."""


@dataclass(frozen=True, slots=True)
class Room(Node):
    """`1 Solid Robot to a Square`"""

    number: int
    things: Phrase
    space: Name


@dataclass(frozen=True, slots=True)
class Together(Node):
    """`together move each Pawn to its Goal, 1 Pawn to a Spot` and what it says of those that stay and go first"""

    things: Phrase
    goal: Expr
    room: Room | None
    stays: tuple[Guard, ...]
    first: tuple[Guard, ...]
    then: tuple["Statement", ...]
    cites: Marks


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    """`repeat while C`, `repeat until C`, `repeat up to 3 times`, maybe `, so that N ends highest`"""

    kind: Literal["while", "until", "times"]
    condition: Cond | None
    times: Expr | None
    body: tuple["Statement", ...]
    ends: Key | None = None


@dataclass(frozen=True, slots=True)
class Alternative(Node):
    """`"Roll again" if C` and a block"""

    label: str
    guard: Guard | None
    body: tuple["Statement", ...]


@dataclass(frozen=True, slots=True)
class ChooseOne(Node):
    """`choose one` and its alternatives"""

    asking: str | None
    alternatives: tuple[Alternative, ...]


@dataclass(frozen=True, slots=True)
class May(Node):
    """`may "Push the target"` and a block"""

    subject: Phrase | None
    label: str
    guard: Guard | None
    body: tuple["Statement", ...]
    otherwise: tuple["Statement", ...]


@dataclass(frozen=True, slots=True)
class OnlyIf(Node):
    """`only if C`"""

    condition: Cond
    cites: Marks


@dataclass(frozen=True, slots=True)
class Text(Node):
    """`text "the dice just rolled"`"""

    text: str


Statement = (
    Sentence
    | Nothing
    | If
    | Each
    | InTurn
    | Auction
    | Betting
    | ShareOut
    | LayDown
    | Pay
    | Offer
    | Together
    | Repeat
    | ChooseOne
    | May
)

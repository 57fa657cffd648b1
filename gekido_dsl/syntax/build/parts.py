"""What a rule says until the node of its parent takes it up, and small readers of tokens."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from gekido_dsl.grammar.tree import Token, Tree
from gekido_dsl.syntax import nodes as s


class DropPart:
    """A word without a meaning of its own, or `anywhere`."""


class CostPart(NamedTuple):
    """`, each by its Length`"""

    by: Any


class FlagPart:
    """A word that is there or not."""


class EachPlayerPart:
    """`for each player`"""


class UnloggedPart:
    """`unlogged`"""


@dataclass
class TurningPart:
    """`turned with its Tile`"""

    name: s.Name


@dataclass
class PricesPart:
    """`1 Brick and 1 Lumber`"""

    prices: tuple[s.Price, ...]


@dataclass
class FromPart:
    """`from my Sack`"""

    source: Any


@dataclass
class PaidPart:
    """`to Bank`, `, or all that is left`, `, or all that is left, to Bank`"""

    goal: Any
    all_left: bool


@dataclass
class TurnedPart:
    """`turned to a Way`"""

    prep: s.Prep


@dataclass
class LiePart:
    """`turned or mirrored`"""

    word: str


class CarriedPart:
    """`carried over`"""


class PicksPart(tuple[s.Name | s.Of, ...]):
    """What is chosen in a step of a scenario."""


class MarksPart(tuple[s.Cite, ...]):
    """Citations."""


class NamesPart(tuple[s.Name, ...]):
    """A list of names."""


class EnemyPart:
    """A link that leads to enemies alone."""


class PairsPart(tuple[tuple[s.Name, s.Name], ...]):
    """Opposite faces."""


@dataclass
class ChangesPart:
    """Changes: what a rule says until its parent takes it up."""

    files: Any = None


@dataclass
class FacesPart:
    """Faces: what a rule says until its parent takes it up."""

    low: Any = None
    high: Any = None


@dataclass
class IndexPart:
    """Index: what a rule says until its parent takes it up."""

    name: Any = None


@dataclass
class LimitPart:
    """Limit: what a place says until its parent takes it up."""

    value: Any = None
    late: Any = None


@dataclass
class StartPart:
    """Start: what a rule says until its parent takes it up."""

    value: Any = None


@dataclass
class WordPart:
    """Word: what a rule says until its parent takes it up."""

    word: Any = None


@dataclass
class FilePart:
    """File of a table: what a rule says until its parent takes it up."""

    name: str = ""


@dataclass
class PlacePart:
    """Place: what a rule says until its parent takes it up."""

    shuffled: Any = None
    seen: Any = None
    pile: Any = None
    own_pile: Any = None
    carried: Any = None


@dataclass
class RowsPart:
    """Rows: what a rule says until its parent takes it up."""

    die: Any = None
    showing: Any = None
    rows: Any = None


@dataclass
class SpacesPart:
    """Spaces: what a rule says until its parent takes it up."""

    die: Any = None
    most: Any = None


@dataclass
class MostPart:
    """How many dice a hit takes at most."""

    dice: int = 0


@dataclass
class CasesPart:
    """Whose capitals are, and whose small letters."""

    players: tuple[int, int]


@dataclass
class TouchingPart:
    """How spaces touch: in so many directions, or None along the lines that are drawn."""

    directions: int | None = None


@dataclass
class DrawnPart:
    """Drawn: what a rule says until its parent takes it up."""

    text: Any = None
    span: Any = None


@dataclass
class KeptPart:
    """Kept: what a rule says until its parent takes it up."""

    value: Any = None


class OnTurnPart:
    """`, and who is on turn`"""


class TurnsPart(NamedTuple):
    """`, kept for 100 turns`"""

    number: int


@dataclass
class GroupsPart:
    """Groups: what a rule says until its parent takes it up."""

    groups: Any = None


@dataclass
class OtherPart:
    """Other: what a rule says until its parent takes it up."""

    groups: Any = None
    guard: Any = None


@dataclass
class CondsPart:
    """Conds: what a rule says until its parent takes it up."""

    conds: Any = None


@dataclass
class AmountOpPart:
    """Amount op: what a rule says until its parent takes it up."""

    operator: Any = None
    operand: Any = None
    rounding: Any = None


@dataclass
class ParamsPart:
    """Params: what a rule says until its parent takes it up."""

    params: Any = None


@dataclass
class BodyPart:
    """Body: what a rule says until its parent takes it up."""

    lines: Any = None


@dataclass
class BlockPart:
    """Block: what a rule says until its parent takes it up."""

    statements: Any = None


@dataclass
class ListPart:
    """List: what a rule says until its parent takes it up."""

    values: Any = None


@dataclass
class CorePart:
    """Core: what a rule says until its parent takes it up."""

    subject: Any = None
    may: Any = None
    verb: Any = None
    object: Any = None
    damage: Any = None
    preps: Any = None
    text: Any = None
    way: Any = None
    bound: Any = (None, "")
    loop: Any = None
    order: Any = None


@dataclass
class ClampPart:
    """Clamp: what a rule says until its parent takes it up."""

    number: Any = None
    word: str = ""


@dataclass
class LoopPart:
    """Loop: what a rule says until its parent takes it up."""

    word: str = ""


@dataclass
class SubjectPart:
    """Subject: what a rule says until its parent takes it up."""

    phrase: Any = None


@dataclass
class ObjectPart:
    """Object: what a rule says until its parent takes it up."""

    phrase: Any = None
    damage: Any = None
    text: Any = None


@dataclass
class AskingPart:
    """Asking: what a rule says until its parent takes it up."""

    text: Any = None


@dataclass
class OtherwisePart:
    """Otherwise: what a rule says until its parent takes it up."""

    statements: Any = None


@dataclass(frozen=True, slots=True)
class LeavingPart:
    """How much those that stay in hand may count, and by what."""

    most: s.Expr
    by: s.Expr


@dataclass
class OpenerPart:
    """Who is first: what a block of players says until it takes it up."""

    player: Any = None


@dataclass
class CallingPart:
    """How much everyone has to call at least."""

    least: Any = None


@dataclass
class WildPart:
    """What counts as any card."""

    name: Any = None


@dataclass
class KeysPart:
    """By what something is shared out."""

    keys: tuple[s.Key, ...] = ()


@dataclass
class StaysPart:
    """Stays: what a block says until its parent takes it up."""

    guard: Any = None


@dataclass
class FirstPart:
    """Goes first: what a block says until its parent takes it up."""

    guard: Any = None


@dataclass
class BoundPart:
    """Bound: what a rule says until its parent takes it up."""

    kind: Any = None
    condition: Any = None
    times: Any = None


CONTENT = frozenset(
    [
        "AT_RANDOM",
        "NAME",
        "NUMBER",
        "RANGE",
        "STRING",
        "WORD",
        "SPOT",
        "NAMED",
        "VERB",
        "ADJ",
        "ATTR",
        "PREP",
        "OR_NONE",
        "AND_IS",
        "OR_IS",
        "ORDER_WAY",
    ]
)
CONDS = (s.Test, s.Quantified, s.ForSome, s.Logic, s.RoundsOver, s.Repeated)
STATEMENTS = (
    s.Sentence,
    s.Nothing,
    s.If,
    s.Each,
    s.InTurn,
    s.Auction,
    s.Betting,
    s.ShareOut,
    s.Pay,
    s.LayDown,
    s.Offer,
    s.Together,
    s.Repeat,
    s.ChooseOne,
    s.May,
)


def first(parts: Iterable[Any], kind: Any) -> Any:
    return next((part for part in parts if isinstance(part, kind)), None)


def must_find(parts: Iterable[Any], kind: Any) -> Any:
    return next(part for part in parts if isinstance(part, kind))


def every(parts: Iterable[Any], kind: Any) -> tuple[Any, ...]:
    return tuple(part for part in parts if isinstance(part, kind))


def drawing_of(parts: Iterable[Any]) -> tuple[s.Name, ...]:
    """Gives the rows of a picture."""
    return tuple(s.Name(line.span, line.text) for line in every(parts, DrawnPart))


def marks_of(parts: Iterable[Any]) -> s.Marks:
    return tuple(first(parts, MarksPart) or ())


def text_of(parts: Iterable[Any]) -> str | None:
    found = first(parts, s.Text)
    return found.text if found else None


def unquote(token: Any) -> str:
    return str(token)[1:-1]


def number_of(tree: Tree) -> int:
    return int(str(next(t for t in tree.children if isinstance(t, Token) and t.type == "NUMBER")))


def range_of(token: Token) -> tuple[int, int]:
    low, _, high = str(token).split()
    return int(low), int(high)

"""Claims of how many games go, and what they are made for."""

from dataclasses import dataclass
from typing import Literal

from gekido_dsl.syntax.nodes.parts import Marks, Name, Node

ClaimKind = Literal[
    "rows", "row", "seats", "seat", "all", "longer", "shorter", "drawn", "unfinished", "ends", "mean"
]


@dataclass(frozen=True, slots=True)
class Bound(Node):
    """`18 to 32`, `at least 5`, `at most 1`"""

    low: int | None
    high: int | None


@dataclass(frozen=True, slots=True)
class Claimed(Node):
    """`then each Bot wins 18 to 32 of 100 games`, `then at most 1 of 100 games lasts more than 60 turns`"""

    kind: ClaimKind
    bound: Bound
    of: int = 0
    """Of how many games; 0 where a mean is claimed."""
    name: Name | None = None
    """The kind whose rows win, the row that wins, or the label of the end."""
    seat: int = 0
    length: int = 0
    """How many turns, decisions or minutes."""
    unit: str = ""
    cites: Marks = ()


@dataclass(frozen=True, slots=True)
class ClaimGiven(Node):
    """`given option Reach is Far`, `given 4 players`, `given a random setup`"""

    option: Name | None
    answer: Name | None
    players: int = 0
    random_setup: bool = False
    cites: Marks = ()


@dataclass(frozen=True, slots=True)
class Claim(Node):
    """`claim "Bots are even"` and its lines"""

    title: str
    given: tuple[ClaimGiven, ...]
    lines: tuple[Claimed, ...]
    cites: Marks

"""Claims: what the designer says of many games."""

from dataclasses import dataclass, field
from typing import Literal

from gekido_dsl.model.nodes.parts import Decl
from gekido_dsl.source import Span

ClaimKind = Literal[
    "rows", "row", "seats", "seat", "all", "longer", "shorter", "drawn", "unfinished", "ends", "mean"
]


@dataclass(frozen=True, slots=True)
class Claimed:
    """A line of a claim."""

    kind: ClaimKind
    low: float
    high: float
    """The share of the games, both ends included; of a mean, the length. Without an end, 0 and infinite."""
    text: str
    """As it is said."""
    span: Span = field(repr=False)
    thing: str = ""
    """The kind of the things that win."""
    names: tuple[str, ...] = ()
    """Its rows, the one row, or the label of the end."""
    seat: int = 0
    length: int = 0
    unit: str = ""


@dataclass(slots=True, eq=False)
class Claim(Decl):
    """Something that is to hold of many games."""

    options: dict[str, str] = field(default_factory=dict)
    """Answers by option."""
    players: int | None = None
    random_setup: bool = False
    """Whether chance chooses before the first turn."""
    lines: tuple[Claimed, ...] = ()

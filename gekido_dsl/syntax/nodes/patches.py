"""What a variant does to the declarations, lines and rows of its base."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from gekido_dsl.grammar.lexer import Line
from gekido_dsl.syntax.nodes.parts import Marks, Name, Node
from gekido_dsl.syntax.nodes.things import Total

if TYPE_CHECKING:
    from gekido_dsl.syntax.nodes.files import Declaration


@dataclass(frozen=True, slots=True)
class Change(Node):
    """`change kind Bot ...`, `replace rule Push ...`"""

    how: Literal["change", "replace"]
    declaration: "Declaration"


@dataclass(frozen=True, slots=True)
class Remove(Node):
    """`remove Tech Card, Tech Deck`"""

    names: tuple[Name, ...]
    cites: Marks


@dataclass(frozen=True, slots=True)
class Section(Node):
    """`setup`, `phase Brace`, `Legal Start`, `"whenever Attack ends"`: a declaration of the base."""

    word: str
    """Its sort; empty when only the name is said."""
    name: Name | None
    text: str | None = None
    """What its first line begins with."""


@dataclass(frozen=True, slots=True)
class PatchSpot(Node):
    """`first`, `after First Movement`, `under "choose one"`"""

    where: Literal["first", "before", "after", "under"]
    line: Name | None = None
    """What the line begins with."""


@dataclass(frozen=True, slots=True)
class AddLines(Node):
    """`add to phase Brace, after "draw 5"` and the lines as they are written"""

    section: Section
    spot: PatchSpot | None
    cites: Marks
    lines: tuple[Line, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ChangePart(Node):
    """`change "deal 5 Cards" of setup` and the lines instead, `change V-REX of Bots` and cells"""

    part: Name
    quoted: bool
    section: Section
    cites: Marks
    lines: tuple[Line, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ChangeSpot(Node):
    """`change r1c4 of Foyer` and the signs instead"""

    spot: Name
    row: Name
    cites: Marks
    lines: tuple[Line, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class RemoveLine(Node):
    """`remove "open Turn Start" of phase Start Of Turn`, `remove "the game ends when Deck"`"""

    part: Name
    section: Section
    cites: Marks
    whole: bool = False
    """Whether the whole declaration goes that begins so."""


@dataclass(frozen=True, slots=True)
class AddValues(Node):
    """`add to values Suit: Star drawn as "★"`, `add to option Start: Late`"""

    word: Literal["values", "option"]
    name: Name
    members: tuple[Name, ...]
    glyphs: str | None
    cites: Marks


@dataclass(frozen=True, slots=True)
class AddToField(Node):
    """`add to Colour of Tech Card: Blue`: values that a field lists in place."""

    field: Name
    kind: Name
    members: tuple[Name, ...]
    cites: Marks


@dataclass(frozen=True, slots=True)
class AddRow(Node):
    """`add Lucky Charm to Tech Cards` and cells"""

    row: Name
    kind: Name
    cites: Marks
    lines: tuple[Line, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class PatchSign(Node):
    """`add "%" to signs of Square`, `change "%" of signs of Square` and cells"""

    sign: Name
    adds: bool
    kind: Name
    cites: Marks
    lines: tuple[Line, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class AddTable(Node):
    """`add to Tech Cards from "house/cards.yaml"`"""

    kind: Name
    file: str
    cites: Marks


@dataclass(frozen=True, slots=True)
class ReplaceTable(Node):
    """`replace Plans from "rooms.yaml", 5 for each player`"""

    kind: Name
    file: str
    total: Total | None
    cites: Marks


Patch = (
    Change
    | Remove
    | AddLines
    | ChangePart
    | ChangeSpot
    | RemoveLine
    | AddValues
    | AddToField
    | AddRow
    | AddTable
    | PatchSign
    | ReplaceTable
)
"""What begins with `add`, `change`, `replace` or `remove`."""

WithLines = AddLines | ChangePart | ChangeSpot | AddRow | PatchSign
"""The patches that take the block below them as it is written."""

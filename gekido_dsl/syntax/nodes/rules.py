"""What happens and what may be done: the turn, procedures, windows, triggers, exceptions, the end."""

from dataclasses import dataclass
from typing import Literal

from gekido_dsl.syntax.nodes.conditions import Cond, Guard, Relative
from gekido_dsl.syntax.nodes.definitions import AmountLine, Definition, Property
from gekido_dsl.syntax.nodes.parts import Marks, Name, Node
from gekido_dsl.syntax.nodes.phrases import Expr, Phrase
from gekido_dsl.syntax.nodes.statements import OnlyIf, Statement
from gekido_dsl.syntax.nodes.things import Field, Param


@dataclass(frozen=True, slots=True)
class TurnLine(Node):
    """`Attack: Acquire Target, Brace if ...`"""

    phase: Name
    steps: tuple[Name, ...]
    guard: Guard | None
    turns: int = -1
    """Of a round, the turns that it is a part of, by their number; -1 for a phase that comes once."""


@dataclass(frozen=True, slots=True)
class Turns(Node):
    """In a round, `turn of each player that is Awake, until every player is Done`"""

    relative: Relative | None
    until: Cond | None
    lines: tuple[TurnLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn(Node):
    """`turn of each player, a random player first`, `turn of all players`, `round`, and its phases"""

    first: Literal["seat", "random"]
    lines: tuple[TurnLine, ...]
    cites: Marks
    together: bool = False
    round: bool = False
    turns: tuple[Turns, ...] = ()


@dataclass(frozen=True, slots=True)
class Setup(Node):
    """`setup` and a block"""

    body: tuple[Statement, ...]
    cites: Marks


@dataclass(frozen=True, slots=True)
class Phase(Node):
    """`phase Attack "Attack Phase"`: fields, then statements"""

    name: Name
    title: str | None
    fields: tuple[Field, ...]
    body: tuple[Statement, ...]
    text: str | None
    cites: Marks


@dataclass(frozen=True, slots=True)
class Procedure(Node):
    """`rule Push`, `effect Flip "flip a die"`"""

    word: Literal["rule", "effect"]
    name: Name
    params: tuple[Param, ...]
    title: str | None
    only_if: tuple[OnlyIf, ...]
    body: tuple[Statement, ...]
    text: str | None
    cites: Marks


@dataclass(frozen=True, slots=True)
class Action(Node):
    """`action Play: a Tech Card in my Hand that is Playable` and a block"""

    name: Name
    phrase: Phrase
    once_each: Name | None
    only_if: tuple[OnlyIf, ...]
    body: tuple[Statement, ...]
    text: str | None
    cites: Marks


@dataclass(frozen=True, slots=True)
class Quota(Node):
    """`at most 1 each Roll of Play or Use Power`; most is None for `any number of`"""

    most: int | None
    scope: Name | None
    actions: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class WindowLine(Node):
    """`first Target's owner: any number of Play`, `then each other player: ...`"""

    seat: Expr | Phrase
    quotas: tuple[Quota, ...]
    guard: Guard | None
    cites: Marks


@dataclass(frozen=True, slots=True)
class Window(Node):
    """`window After Roll` and its lines"""

    name: Name
    lines: tuple[WindowLine, ...]
    text: str | None
    cites: Marks


@dataclass(frozen=True, slots=True)
class Event(Node):
    """`a Bot loses a row of Structure as the row`, `Attack begins`"""

    kind: Literal["destroyed", "out", "row", "damage", "enters", "gains", "loses", "draws", "begins", "ends"]
    subject: Name
    other: Name | None = None
    where: Phrase | None = None
    local: str | None = None
    every: int = 1
    """`every third Round`"""


@dataclass(frozen=True, slots=True)
class Trigger(Node):
    """`whenever a Bot runs out of Structure` and a block"""

    event: Event
    after_damage: bool
    guard: Guard | None
    body: tuple[Statement, ...]
    cites: Marks
    name: Name | None = None


@dataclass(frozen=True, slots=True)
class Replacement(Node):
    """`instead when a Bot suffers damage` and a block"""

    event: Event
    guard: Guard | None
    body: tuple[Statement, ...]
    cites: Marks
    name: Name | None = None


@dataclass(frozen=True, slots=True)
class Exception_(Node):
    """`exception to Legal Start when ...`; the body is a definition, lines of an amount, or statements"""

    name: Name
    condition: Cond
    as_began: Name | None
    definition: Definition | Property | None
    lines: tuple[AmountLine, ...]
    only_if: tuple[OnlyIf, ...]
    body: tuple[Statement, ...]
    cites: Marks
    also: tuple[Name, ...] = ()
    """What else it is an exception to."""
    label: Name | None = None
    """What exceptions to this exception call it."""

    @property
    def names(self) -> tuple[Name, ...]:
        """Lists all that it is an exception to."""
        return (self.name, *self.also)


@dataclass(frozen=True, slots=True)
class LastTurns(Node):
    """`each other player has one more turn`: who plays on when the end is certain"""

    whose: Literal["each", "others", "alike"]
    cites: Marks


@dataclass(frozen=True, slots=True)
class GameEnd(Node):
    """`the game ends when Last Standing: ...`, `the match ends when ...`, and a block"""

    condition: Cond
    body: tuple[Statement, ...]
    cites: Marks
    name: Name | None = None
    whole: bool = False
    """Whether it ends all games of a row."""
    last: LastTurns | None = None


@dataclass(frozen=True, slots=True)
class Aim(Node):
    """`aim of each player: the lowest Way To Go`"""

    lowest: bool
    amount: Name
    cites: Marks

"""What happens and what may be done: procedures, events, windows, the turn."""

from dataclasses import dataclass, field
from typing import Final, Literal

from gekido_dsl.model.kernel import events
from gekido_dsl.model.nodes.definitions import Amount, Exception_, Param
from gekido_dsl.model.nodes.expressions import Expr
from gekido_dsl.model.nodes.parts import Decl
from gekido_dsl.model.nodes.places import Counter
from gekido_dsl.model.nodes.statements import Body
from gekido_dsl.model.nodes.things import Field
from gekido_dsl.model.types import UNKNOWN, Type
from gekido_dsl.source import Span

GAME_END: Final = "Game end"
"""What the end of a game is called that has no label."""


@dataclass(slots=True, eq=False)
class Procedure(Decl):
    """A phase, rule, effect, action, trigger, replacement, set-up or end of the game."""

    word: Literal["phase", "rule", "effect", "action", "trigger", "replacement", "setup", "end"] = "rule"
    title: str | None = None
    params: tuple[Param, ...] = ()
    fields: dict[str, Field] = field(default_factory=dict)
    only_if: tuple[Expr, ...] = ()
    body: Body = field(default_factory=Body)
    exceptions: list[Exception_] = field(default_factory=list)
    candidates: Expr | None = None
    """For an action, what it can be done with; the chosen one is local 1."""
    item: Type = UNKNOWN
    once_each: "Scope | None" = None
    event: "Event | None" = None
    after_damage: bool = False
    condition: Expr | None = None
    in_turn: bool = False
    whole: bool = False
    """Of an end, whether it ends all games of a row."""
    last: Literal["each", "others", "alike"] | None = None
    """Of an end that comes after the last turns, whose they are."""


Scope = Procedure | Literal["Turn", "Round"]
STRETCHES: Final = ("Turn", "Round")
"""Stretches of play that every game has."""


@dataclass(slots=True, eq=False)
class Stretch(Decl):
    """A turn or a round, where it begins or ends."""


@dataclass(frozen=True, slots=True)
class Event:
    """What a trigger waits for."""

    kind: events.Kind
    subject: Decl
    other: Decl | None
    where: Expr | None
    span: Span = field(compare=False, repr=False)
    local: str | None = None
    """The word for the row of a track that was lost."""

    @property
    def about(self) -> str:
        """What it happens to, by name: a kind or stretch, a track, or a number that a kind keeps."""
        if isinstance(self.other, Field | Counter):
            return f"{self.subject.name} {self.other.name}"
        return (self.other or self.subject).name


@dataclass(frozen=True, slots=True)
class Quota:
    """How many uses of some actions a seat has, since a scope began."""

    most: int | None
    scope: Scope | None
    """None: since the window opened."""
    actions: tuple[Procedure, ...]


@dataclass(frozen=True, slots=True)
class WindowLine:
    """Whose turn it is in a window, and what may be done."""

    seat: Expr
    quotas: tuple[Quota, ...]
    condition: Expr | None
    span: Span = field(compare=False, repr=False)
    locals: int = 1
    """How many locals the seat and the condition have."""


@dataclass(slots=True, eq=False)
class Window(Decl):
    """A reaction window."""

    lines: tuple[WindowLine, ...] = ()
    index: int = 0


@dataclass(frozen=True, slots=True)
class TurnLine:
    """A phase of the turn."""

    phase: Procedure
    steps: tuple[Procedure, ...]
    condition: Expr | None
    span: Span = field(compare=False, repr=False)
    locals: int = 1
    """How many locals the condition has."""
    turns: int = -1
    """Of a round, the turns that it is a part of, by their number; -1 for a phase that comes once."""


@dataclass(frozen=True, slots=True)
class Turns:
    """The turns in a round."""

    each: Expr | None
    """Who has turns; others are passed over. None: all who remain."""
    until: Expr | None
    """Until when the turns go round; None: once."""
    span: Span = field(compare=False, repr=False)
    locals: int = 1


@dataclass(slots=True, eq=False)
class Turn(Decl):
    """The order of play."""

    first: Literal["seat", "random"] = "seat"
    together: bool = False
    """Whether a turn is a round of all players."""
    lines: tuple[TurnLine, ...] = ()
    round: bool = False
    """Whether a round is declared, which may hold turns of each player."""
    turns: tuple[Turns, ...] = ()


@dataclass(slots=True, eq=False)
class Note:
    """A fact noted when a phase begins."""

    phase: Procedure
    condition: Expr
    locals: int


@dataclass(slots=True, eq=False)
class Aim(Decl):
    """What a player strives for; it tells players that are programs how well things stand, and is no rule."""

    amount: Amount = None  # type: ignore[assignment]
    """Of a player, or asked as each player."""
    lowest: bool = False

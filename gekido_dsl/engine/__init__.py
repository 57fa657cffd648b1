"""The contract that every executor meets, and the values that cross it.

Everything that plays, simulates, searches, exports or serves a game uses this contract alone and takes either executor.

Invariants:
    A history is a function of (ruleset, options, players, seed, decisions); see `Setting`.
    At a decision the acting seats have an ordered list of choices, each with a stable identity.
    `observe` and the decision of another seat hold nothing that a seat may not see.
    An illegal choice is refused with `IllegalChoice`; the state stays as it was.
    A rule that cannot be carried out raises `RuleError`; the state stays as it was.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Protocol

from gekido_dsl.engine.spots import Address
from gekido_dsl.engine.views import (
    BoardView,
    EdgeView,
    Heading,
    MapView,
    MeshView,
    Odds,
    Patch,
    PlaceView,
    PlayerView,
    Printed,
    RoundView,
    Seat,
    SpaceView,
    ThingView,
    View,
)
from gekido_dsl.languages import joined, text
from gekido_dsl.source import Span

__all__ = [
    "Address",
    "Asked",
    "BoardView",
    "Chance",
    "ChanceRequest",
    "Choice",
    "Decision",
    "EdgeView",
    "Event",
    "Executor",
    "Heading",
    "IllegalChoice",
    "MapView",
    "MeshView",
    "Notice",
    "Odds",
    "Outcome",
    "Patch",
    "PlaceView",
    "PlayerView",
    "Printed",
    "Report",
    "ReportLine",
    "RoundView",
    "RuleError",
    "Seat",
    "Setting",
    "SpaceView",
    "State",
    "ThingView",
    "View",
]

_DECLINING: Final = frozenset({"pass", "done", "no"})


@dataclass(frozen=True, slots=True)
class Setting:
    """What a match starts from, besides the ruleset."""

    players: int
    seed: int
    options: Mapping[str, str] = field(default_factory=dict)
    """Answer by option, by their names; options left out have their default."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that a decision offers."""

    id: str
    """The same in every run and on every executor; made of names, not of positions in a list."""
    label: str
    """What a person reads."""
    value: tuple[int, ...] = ()
    """The chosen values, one for each open slot; empty for passing and declining."""
    takes_back: bool = False
    """Whether it undoes a choice before; at least one other does not. It serves people, and search can leave it out."""
    note: str = ""
    """What sets it apart besides: of a solid die, the face that looks in each direction."""

    @property
    def declines(self) -> bool:
        """Whether it is to pass, to be done or to say no."""
        return self.id in _DECLINING


@dataclass(frozen=True, slots=True)
class Decision:
    """A question to one seat."""

    seat: Seat
    prompt: str
    choices: tuple[Choice, ...]
    """At least one."""
    rule: str
    """The phase, rule, effect or window that asks."""
    span: Span | None
    cites: tuple[str, ...] = ()
    kind: Literal["choice", "menu", "window"] = "choice"
    """A window and a repeated choice can be passed: their last choice has the id `pass`, `done` or `no`."""
    secret: bool = False
    """Whether it is part of what players decide in secret: others do not learn how often they are asked, either."""
    about: tuple[str, ...] = ()
    """Names of what is asked about, where the prompt alone does not say it."""

    @property
    def asked(self) -> str:
        """The prompt, and what it is about."""
        if not self.about:
            return self.prompt
        return text("{question} ({things})", question=self.prompt, things=joined(", ", self.about))

    @property
    def forward(self) -> list[int]:
        """The numbers of the choices that take nothing back."""
        return [number for number, choice in enumerate(self.choices) if not choice.takes_back]


@dataclass(frozen=True, slots=True)
class Asked:
    """What can be told of a decision without putting anything into words."""

    seat: Seat
    count: int
    """Of its choices."""
    rule: str
    """The phase, rule, effect or window that asks."""
    window: bool = False
    """Whether it is a window, which most often is passed."""


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A line of a report: a value for each column, or none where it tells what rules did."""

    title: str
    cells: tuple[str, ...] = ()
    """As everybody may read them."""
    private: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    """What single seats may read instead of `cells`."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a report tells, but for what rules did: for that, see `play.reports`."""

    name: str
    columns: tuple[str, ...]
    keys: tuple[int, ...]
    """What the events of each column say in `about`."""
    words: tuple[str, ...]
    """What the events of each column may call it instead."""
    lines: tuple[ReportLine, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened."""

    kind: str
    """The kernel's name: moved, rolled, drawn, suffered, ..."""
    text: str
    """In words, as everybody may read it; empty when only those in `private` may know of it at all."""
    rule: str
    span: Span | None
    cites: tuple[str, ...] = ()
    seat: Seat | None = None
    """Who acted."""
    private: Mapping[Seat, str] = field(default_factory=dict)
    """What single seats may read instead of `text`."""
    data: tuple[Any, ...] = ()
    """Values for tools; may be hidden information."""
    why: tuple[str, ...] = ()
    """How a number came about, a line each."""
    about: tuple[tuple[str, int, int], ...] = ()
    """The reports that tell of it: name, number of the line, key of the column."""
    report: Report | None = None

    def read_by(self, seat: Seat | None) -> str:
        """Gives the text for a seat; None is a spectator."""
        return self.text if seat is None else self.private.get(seat, self.text)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended."""

    ranks: tuple[int, ...]
    """Rank by seat, from 1; equal ranks are ties. Where all have lost, nobody has rank 1."""
    finished: bool
    """False when a limit ended the match."""
    label: str = ""
    """The label of the end of the game that held; empty for one without a label, or when a rule let somebody win."""
    lost: tuple[Seat, ...] = ()
    """The seats of which a rule said that they lose."""
    joint: bool = False
    """Whether all players have won, or lost, as one."""
    sides: tuple[int, ...] = ()
    """By seat, the side that it is on; empty where everybody plays alone."""

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats of rank 1, in a finished match."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1 and self.finished)

    @property
    def shared(self) -> bool:
        """Whether the first rank is shared by some who did not win as one: by several sides, or nobody has it."""
        if self.joint or not self.finished:
            return False
        return len({self.sides[seat] if self.sides else seat for seat in self.winners}) != 1


# ---------------------------------------------------------------- chance


@dataclass(frozen=True, slots=True)
class ChanceRequest:
    """A draw of chance about to happen: which of `count` equally likely outcomes."""

    kind: Literal["roll", "shuffle", "pick"]
    what: str
    """The die, the place or the thing, by name."""
    count: int
    labels: Callable[[int], str]
    """Names an outcome."""
    goal: str = ""
    """Which of several draws one after the other it is: `2 of 5`, or the space that is filled."""
    following: int = 0
    """How many draws of the same sort come next."""


class Chance(Protocol):
    """Where chance comes from, when it is not the seeded stream: real dice, a script, a recorded match."""

    def draw(self, request: ChanceRequest) -> int | None:
        """Gives an outcome from 0 to count - 1; None leaves it to the seeded stream."""
        ...


# ---------------------------------------------------------------- errors


class IllegalChoice(ValueError):
    """A choice that the decision does not offer."""


class RuleError(Exception):
    """A rule that cannot be carried out: a choice from nothing, a range left, a limit of steps."""

    def __init__(
        self, message: str, span: Span | None, trace: Sequence[tuple[str, Span | None]] = ()
    ) -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.trace = tuple(trace)
        """The rules that were running, the innermost first."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message, self.span, self.trace)


# ---------------------------------------------------------------- the contract


Notice = Callable[[str, str, str, int, int], None]
"""Is told of something that happened: what, kind and name of a thing, seat or -1, an amount; see `simulate.tallies`."""

State = Any
"""The state of a match: opaque, made by an executor, changed by its `apply` alone. `copy()` gives another like it."""


class Executor(Protocol):
    """Runs one ruleset."""

    def initial(self, setting: Setting, chance: Chance | None = None) -> tuple[State, list[Event]]:
        """Sets up a match and goes on to the first decision (or the end)."""
        ...

    def decision(self, state: State) -> Decision | None:
        """Gives the open question; None when the match is over."""
        ...

    def asked(self, state: State) -> Asked | None:
        """Tells who decides and among how many choices, and names none of them; None when the match is over."""
        ...

    def apply(self, state: State, choice: int, chance: Chance | None = None) -> list[Event]:
        """Takes choice number `choice` of the open decision, and goes on to the next.

        Raises:
            IllegalChoice: there is no such choice; the state is unchanged.
            RuleError: a rule cannot be carried out; the state is unchanged.
        """
        ...

    def outcome(self, state: State) -> Outcome | None:
        """Tells how the match ended; None while it goes on."""
        ...

    def observe(self, state: State, seat: Seat | None) -> View:
        """Gives everything that a seat may see, and nothing else."""
        ...

    @property
    def apart(self) -> int:
        """How many worlds were drawn thing by thing, as none was found that agrees with what the seat was told."""
        ...

    def sample(self, state: State, seat: Seat, seed: int) -> State:
        """Draws a world that looks the same to a seat: hidden things are dealt anew, and so is all chance to come.

        States that look the same to the seat give the same world for the same seed. What others have decided in
        secret is undecided in it, and whoever decides so now has just begun.
        """
        ...

    def turn(self, state: State) -> tuple[int, Seat | None]:
        """Tells how many turns have begun and whose it is; None before the first, and if it is everybody's."""
        ...

    def aims(self, state: State) -> tuple[int | None, ...] | None:
        """Tells for each seat how well it stands by the aim of the game: more is better. None for a seat that is out.

        It looks at hidden things too; a player that is fair asks it of sampled worlds.

        Returns:
            None if the game names no aim.

        Raises:
            RuleError: it cannot be worked out.
        """
        ...

    def why_not(self, state: State, text: str) -> list[str]:
        """Explains why something by that name is not among the choices, a reason each; empty when nothing is known."""
        ...

    def amounts(self, state: State) -> tuple[str, ...]:
        """Tells the numbers that belong to each choice of the open decision, in words; an empty text for none.

        Of a thing these are the numbers of its table, of a value those that a thing of the seat has for it, and of
        a pattern of dice how likely it is.
        """
        ...

    def spots(self, state: State) -> tuple[tuple[tuple[Address, ...], ...], ...]:
        """Tells what each choice of the open decision is about, as `engine.spots` addresses it, slot by slot.

        Made of what whoever decides may see. Of a thing that is shown in several places, each is an address of its
        slot; a slot that is about nothing on the table is left out.
        """
        ...

    def odds(self, state: State) -> Odds:
        """Tells whoever decides how likely it is what dice decide in the part of the turn that is under way."""
        ...

    def printed(self, state: State, text: str) -> list[Printed]:
        """Tells what is printed on things by that name; empty when there are none."""
        ...

    def snapshot(self, state: State) -> tuple[Any, ...]:
        """Gives the whole state as plain values; equal states give equal snapshots."""
        ...

    def restore(self, snapshot: tuple[Any, ...]) -> State:
        """Makes a state from a snapshot."""
        ...

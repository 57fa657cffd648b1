"""The game as a whole, its options and its rulings."""

from dataclasses import dataclass, field
from typing import Any, Literal

from gekido_dsl.model.nodes.claims import Claim
from gekido_dsl.model.nodes.definitions import Amount, Definition, PatternSet, Position, Property
from gekido_dsl.model.nodes.expressions import Expr
from gekido_dsl.model.nodes.parts import Decl, Word
from gekido_dsl.model.nodes.places import Board, Counter, Damage, Link, Place, Track
from gekido_dsl.model.nodes.reports import Report
from gekido_dsl.model.nodes.rules import Aim, Note, Procedure, Turn, Window
from gekido_dsl.model.nodes.scenarios import Scenario
from gekido_dsl.model.nodes.things import Enum, Kind
from gekido_dsl.source import Span


@dataclass(slots=True, eq=False)
class Option(Decl):
    """A switch of the ruleset; the first answer is the default."""

    answers: Enum = None  # type: ignore[assignment]
    title: str | None = None


@dataclass(slots=True, eq=False)
class NamedNumber(Decl):
    """A number with a name; wherever the name stands, the number has taken its place."""

    value: int = 0
    once: int = 0
    """The greatest number that a game which was changed gave it; 0 where none was."""


@dataclass(slots=True)
class Ruling:
    """A line of the ruling ledger."""

    name: str
    question: str
    default: str
    alternatives: tuple[str, ...]
    reason: str
    cite: str
    option: str | None
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True)
class Sides:
    """Which players are on one side."""

    kind: Literal["opposite", "alternate", "together", "one", "by"]
    number: int = 0
    """How many sides there are, alternating by seats; or the seat that plays against all others."""
    by: Expr | None = None
    """Asked as each player: those with the same value are on one side."""
    locals: int = 1


@dataclass(slots=True, eq=False)
class Game:
    """A whole game."""

    title: str
    edition: int
    least_players: int
    most_players: int
    partners: bool
    facing: bool
    turn_limit: int | None
    sources: dict[str, str]
    source_spans: dict[str, Span]
    span: Span
    base: str | None = None
    own: frozenset[str] = frozenset()
    """The files of a variant itself; empty for a game that changes none."""
    row: int = 0
    """How many games are played in a row; 0 for a single one."""
    best_of: bool = False
    """Whether the row is over when somebody has won more than half of its games."""
    sides: Sides | None = None
    automaton: bool = False
    """Whether the last seat plays by rules alone and is never asked."""
    round_limit: int | None = None
    order_span: Span | None = None
    """Where it is said that the player on turn decides what comes first of what happens at the same time."""
    options: dict[str, Option] = field(default_factory=dict)
    numbers: dict[str, NamedNumber] = field(default_factory=dict)
    enums: dict[str, Enum] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    boards: dict[str, Board] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    tracks: dict[str, Track] = field(default_factory=dict)
    counters: dict[str, Counter] = field(default_factory=dict)
    links: dict[str, Link] = field(default_factory=dict)
    damages: list[Damage] = field(default_factory=list)
    patterns: dict[str, PatternSet] = field(default_factory=dict)
    definitions: dict[str, Definition] = field(default_factory=dict)
    properties: dict[str, Property] = field(default_factory=dict)
    amounts: dict[str, Amount] = field(default_factory=dict)
    phases: dict[str, Procedure] = field(default_factory=dict)
    rules: dict[str, Procedure] = field(default_factory=dict)
    effects: dict[str, Procedure] = field(default_factory=dict)
    actions: dict[str, Procedure] = field(default_factory=dict)
    windows: dict[str, Window] = field(default_factory=dict)
    reports: dict[str, Report] = field(default_factory=dict)
    triggers: list[Procedure] = field(default_factory=list)
    replacements: list[Procedure] = field(default_factory=list)
    setup: Procedure | None = None
    turn: Turn | None = None
    aim: Aim | None = None
    position: Position | None = None
    ends: list[Procedure] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)
    scenarios: list[Scenario] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    effect_calls: list[tuple[Procedure, tuple[int, ...]]] = field(default_factory=list)
    """Every effect with its numbers, as cells of tables name them; a value of type Effect is an index of this."""
    words: list[Word] = field(default_factory=list)
    """The words that are given to parameters and to what is chosen."""

    def declarations(self) -> list[Decl]:
        """Lists everything that is named, kind by kind, in the order of writing."""
        groups: list[Any] = [
            self.options, self.enums, self.kinds, self.boards, self.places, self.tracks, self.counters, self.links,
            self.patterns, self.definitions, self.properties, self.amounts, self.phases, self.rules, self.effects,
            self.actions, self.windows, self.reports,
        ]  # fmt: skip
        named: list[Decl] = [decl for group in groups for decl in group.values()]
        return [*named, *self.triggers, *self.replacements]

    def piles_of(self, kind: Kind) -> list[Place]:
        """Lists the piles that things of a kind may be discarded to: those that a place names, else all common ones."""
        holding = [place for place in self.places.values() if place.holds is kind]
        named = [place.pile for place in holding if place.pile is not None]
        common = [place for place in holding if place.word == "pile" and place.owner is None]
        return list(dict.fromkeys(named or common))

    def pile_of(self, kind: Kind) -> Place | None:
        """Gives the pile that things of a kind are discarded to; None when there is none."""
        return next(iter(self.piles_of(kind)), None)

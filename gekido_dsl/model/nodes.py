"""The resolved, typed game: every name is an object, every number has a range, every collection a bound.

Invariants:
    Names are resolved: a node refers to the declaration object itself, never to its spelling.
    A declaration carries the text, the citation and the span it was written with.
    `Expr` is the kernel: an operator of the closed list OPERATORS, its operands, maybe a declaration. A phrase that
    leaves a decision open is no expression; it is a `Slot` of a `Decision`.

Declarations are filled in two steps, first all names, then what they mean, and are not changed afterwards.
Expressions and statements are frozen.
"""

from dataclasses import dataclass, field
from typing import Any, Final, Literal

from gekido_dsl.model.types import NONE, UNKNOWN, Type
from gekido_dsl.source import Span

# ---------------------------------------------------------------- declarations


@dataclass(frozen=True, slots=True)
class Citation:
    """A source and its pages: `GB p5, p16`."""

    source: str
    pages: str
    span: Span = field(compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.source} {self.pages}".strip()


@dataclass(slots=True, eq=False)
class Decl:
    """Anything that a ruleset names."""

    name: str
    span: Span = field(repr=False)
    """Of the whole declaration."""
    name_span: Span = field(repr=False)
    cites: tuple[Citation, ...] = ()
    ruling: str | None = None
    reconstructed: bool = False
    text: str | None = None
    """What players read; None when the ruleset gives none."""
    used: bool = False
    """Whether anything refers to it."""


@dataclass(slots=True, eq=False)
class Enum(Decl):
    """A closed list of names."""

    members: tuple[str, ...] = ()
    member_spans: tuple[Span, ...] = ()
    used_members: set[int] = field(default_factory=set)
    glyphs: str = ""
    """A sign for each member, for screens; empty when the ruleset draws none."""
    anonymous: bool = False


@dataclass(slots=True, eq=False)
class Option(Decl):
    """A switch of the ruleset; the first answer is the default."""

    answers: Enum = None  # type: ignore[assignment]
    title: str | None = None


@dataclass(slots=True, eq=False)
class Field(Decl):
    """A column, or a fact that a match keeps."""

    type: Type = UNKNOWN
    optional: bool = False
    index: "Enum | Kind | None" = None
    start: "Expr | None" = None
    kept: bool = False
    """Whether a match may change it."""
    seen: Literal["everyone", "owner", "nobody"] = "everyone"
    owner: "Kind | Procedure | None" = None


@dataclass(slots=True)
class Row:
    """One row of a kind: a printed thing."""

    name: str
    span: Span = field(repr=False)
    copies: int = 1
    values: dict[str, Any] = field(default_factory=dict)
    """Field name to a number, a tuple of them (lists, indexed fields), or a text."""
    text: str | None = None
    cite: str | None = None
    reconstructed: bool = False
    parent: int = NONE
    """For a nested kind, the row of the parent."""
    used: bool = False


@dataclass(slots=True, eq=False)
class Kind(Decl):
    """A kind of thing: cards, figures, tokens, dice, spaces."""

    plural: str = ""
    fields: dict[str, Field] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    total: int | None = None
    """How many there are; None means one for each row."""
    each_player: int | None = None
    """How many each player has of his own from the start."""
    parent: "Kind | None" = None
    column: str = ""
    """For a nested kind, the column of the parent's table that lists it."""
    file: str | None = None
    faces: "Enum | tuple[int, int] | None" = None
    opposite: dict[int, int] = field(default_factory=dict)
    board: "Board | None" = None
    """The board whose spaces these are."""


@dataclass(slots=True, eq=False)
class Layout:
    """Which spaces of a board are laid where."""

    regions: tuple[str, ...]
    things: "Expr"
    shuffled: bool
    condition: "Expr | None"
    span: Span = field(repr=False)


@dataclass(slots=True, eq=False)
class Board(Decl):
    """A grid of spaces."""

    rows: int = 0
    columns: int = 0
    directions: int = 4
    space: Kind = None  # type: ignore[assignment]
    layout: tuple[Layout, ...] = ()
    drawing: tuple[str, ...] = ()
    """Rows as drawn, the top row first; empty when nothing stands there at the start."""
    legend: "dict[str, tuple[Kind, int]]" = field(default_factory=dict)
    """Which thing of which player a sign stands for."""


@dataclass(slots=True, eq=False)
class Place(Decl):
    """A deck, pile, hand, pool or box."""

    word: Literal["deck", "pile", "hand", "pool", "box"] = "pool"
    holds: Kind = None  # type: ignore[assignment]
    owner: "Kind | Literal['player'] | None" = None
    full: bool = False
    shuffled: bool = False
    seen: Literal["everyone", "owner", "nobody"] = "everyone"
    """Who sees the faces; how many lie there is known to all."""
    pile: "Place | None" = None
    limit: "Expr | None" = None
    """Evaluated with the owner as the actor."""
    late: "Expr | None" = None
    """When this holds, the limit is asked about once for all that a sentence draws."""
    refill: "Sentence | None" = None


@dataclass(slots=True, eq=False)
class Track(Decl):
    """A row of number dice that is hit from the first."""

    owner: Kind = None  # type: ignore[assignment]
    die: Kind = None  # type: ignore[assignment]
    showing: int = 0
    rows: Field | None = None
    spaces: "Expr | None" = None
    supply: Place = None  # type: ignore[assignment]


@dataclass(slots=True, eq=False)
class Counter(Decl):
    """A number shown by a die."""

    owner: Kind = None  # type: ignore[assignment]
    die: Kind = None  # type: ignore[assignment]
    low: int = 0
    high: int = 0
    kept: int | None = None
    supply: Place = None  # type: ignore[assignment]


@dataclass(slots=True, eq=False)
class Link(Decl):
    """A two-sided token from one thing to another."""

    origin: Kind = None  # type: ignore[assignment]
    goal: Kind = None  # type: ignore[assignment]
    sides: Enum = None  # type: ignore[assignment]
    start: int = 0
    number: int | None = None


@dataclass(slots=True, eq=False)
class Damage(Decl):
    """The order in which the tracks of a kind are hit."""

    kind: Kind = None  # type: ignore[assignment]
    tracks: tuple[Track, ...] = ()


@dataclass(frozen=True, slots=True)
class Pattern:
    """One combination of dice."""

    name: str
    groups: tuple[tuple[int, bool], ...]
    """How many, and whether alike (or all different)."""
    never: "Expr | None"
    other: tuple[tuple[int, bool], ...]
    other_condition: "Expr | None"
    span: Span = field(compare=False, repr=False)


@dataclass(slots=True, eq=False)
class PatternSet(Decl):
    """Combinations of dice, built in a place."""

    enum: Enum = None  # type: ignore[assignment]
    die: Kind = None  # type: ignore[assignment]
    place: Place = None  # type: ignore[assignment]
    patterns: tuple[Pattern, ...] = ()


@dataclass(slots=True, eq=False)
class Exception_:
    """A labelled exception to a named rule."""

    condition: "Expr"
    as_began: "Procedure | None"
    note: int
    """Which noted fact holds the condition; -1 when it is asked afresh."""
    test: "Expr | None"
    body: "Body | None"
    lines: tuple["AmountLine", ...]
    span: Span = field(repr=False)
    cites: tuple[Citation, ...] = ()


@dataclass(slots=True, eq=False)
class Definition(Decl):
    """A noun or an adjective: local 1 is the thing asked about."""

    subject: Type = UNKNOWN
    test: "Expr" = None  # type: ignore[assignment]
    locals: int = 2
    exceptions: list[Exception_] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Property(Decl):
    """A value that follows from a thing: local 1 is the thing."""

    subject: Type = UNKNOWN
    value: "Expr" = None  # type: ignore[assignment]
    locals: int = 2


@dataclass(frozen=True, slots=True)
class AmountLine:
    """One line of an amount."""

    operator: Literal["start", "add", "subtract", "multiply", "divide", "set", "floor", "cap"]
    operand: "Expr"
    rounding: str
    condition: "Expr | None"
    cites: tuple[Citation, ...]
    span: Span = field(compare=False, repr=False)


LAYERS: Final[dict[str, int]] = {
    operator: layer
    for layer, operators in enumerate(
        (("start",), ("set",), ("add", "subtract"), ("multiply", "divide"), ("floor",), ("cap",))
    )
    for operator in operators
}
"""In which order the lines of an amount count, wherever they are written; within a layer they count as written."""


@dataclass(slots=True, eq=False)
class Amount(Decl):
    """A named number and its pipeline; local 1 is the thing it belongs to, if any."""

    subject: Type | None = None
    lines: tuple[AmountLine, ...] = ()
    locals: int = 2
    low: int | None = None
    high: int | None = None
    exceptions: list[Exception_] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter of a rule or an effect; parameter k is local k+1."""

    word: str
    type: Type
    span: Span = field(compare=False, repr=False)


@dataclass(slots=True, eq=False)
class Body:
    """Statements, and how many locals they need. Local 0 is the acting player."""

    statements: tuple["Statement", ...] = ()
    locals: int = 1


@dataclass(slots=True, eq=False)
class Procedure(Decl):
    """A phase, rule, effect, action, trigger, replacement, set-up or end of the game."""

    word: Literal["phase", "rule", "effect", "action", "trigger", "replacement", "setup", "end"] = "rule"
    title: str | None = None
    params: tuple[Param, ...] = ()
    fields: dict[str, Field] = field(default_factory=dict)
    only_if: tuple["Expr", ...] = ()
    body: Body = field(default_factory=Body)
    exceptions: list[Exception_] = field(default_factory=list)
    candidates: "Expr | None" = None
    """For an action, what it can be done with; the chosen one is local 1."""
    item: Type = UNKNOWN
    once_each: "Scope | None" = None
    event: "Event | None" = None
    after_damage: bool = False
    condition: "Expr | None" = None
    in_turn: bool = False


Scope = Procedure | Literal["Turn"]


@dataclass(frozen=True, slots=True)
class Event:
    """What a trigger waits for."""

    kind: Literal["destroyed", "out", "row", "damage", "enters", "begins", "ends"]
    subject: Decl
    other: Decl | None
    where: "Expr | None"
    span: Span = field(compare=False, repr=False)


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

    seat: "Expr"
    quotas: tuple[Quota, ...]
    condition: "Expr | None"
    span: Span = field(compare=False, repr=False)


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
    condition: "Expr | None"
    span: Span = field(compare=False, repr=False)


@dataclass(slots=True, eq=False)
class Turn(Decl):
    """The order of play."""

    first: Literal["seat", "random"] = "seat"
    lines: tuple[TurnLine, ...] = ()


@dataclass(slots=True, eq=False)
class Note:
    """A fact noted when a phase begins."""

    phase: Procedure
    condition: "Expr"
    locals: int


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


@dataclass(slots=True, eq=False)
class ScenarioStep:
    """A step as written, with what it names resolved."""

    kind: str
    span: Span = field(repr=False)
    subject: Any = None
    values: tuple[Any, ...] = ()
    expr: "Expr | None" = None
    body: Body | None = None


@dataclass(slots=True, eq=False)
class Scenario(Decl):
    """An example that is a test."""

    options: dict[str, int] = field(default_factory=dict)
    players: int | None = None
    seats: tuple[int, ...] = ()
    steps: tuple[ScenarioStep, ...] = ()
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
    options: dict[str, Option] = field(default_factory=dict)
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
    triggers: list[Procedure] = field(default_factory=list)
    replacements: list[Procedure] = field(default_factory=list)
    setup: Procedure | None = None
    turn: Turn | None = None
    ends: list[Procedure] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)
    scenarios: list[Scenario] = field(default_factory=list)
    effect_calls: list[tuple[Procedure, tuple[int, ...]]] = field(default_factory=list)
    """Every effect with its numbers, as cells of tables name them; a value of type Effect is an index of this."""

    def declarations(self) -> list[Decl]:
        """Lists everything that is named, kind by kind, in the order of writing."""
        groups: list[Any] = [
            self.options, self.enums, self.kinds, self.boards, self.places, self.tracks, self.counters, self.links,
            self.patterns, self.definitions, self.properties, self.amounts, self.phases, self.rules, self.effects,
            self.actions, self.windows,
        ]  # fmt: skip
        named: list[Decl] = [decl for group in groups for decl in group.values()]
        return [*named, *self.triggers, *self.replacements]


# ---------------------------------------------------------------- the kernel of expressions


Operator = Literal[
    "const", "option", "local", "actor", "field", "cell", "owner", "face", "partner", "place", "space",
    "counter", "track", "link", "amount", "property", "mine", "all_mine", "things", "players", "members", "nested",
    "inside", "on", "items", "union", "next", "last", "highest", "lines", "spot", "row", "column",
    "toward", "filter", "count", "plus", "minus", "times", "window", "board",
    "is", "at_least", "at_most", "more", "less", "and", "or", "not", "member", "empty", "full", "next_to",
    "within", "on_board", "at", "in_place", "defined", "some", "every", "no", "fits", "complete", "shows", "shown_in",
    "moved", "used", "enemy", "friendly", "unclaimed", "other", "remaining", "central", "corner", "active",
    "joins", "in_a_row", "called",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Expr:
    """An operator with its operands. `docs/design/kernel.md` says what each operator means."""

    op: Operator
    type: Type
    span: Span = field(compare=False, repr=False)
    args: tuple["Expr", ...] = ()
    ref: Any = None
    """The declaration that the operator is about, where it needs one."""
    value: int = 0
    """The constant, or the number of a local."""


# ---------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Slot:
    """One thing that a decision leaves open."""

    local: int
    candidates: Expr
    """Of several; local `local` is the candidate when `rungs` are asked."""
    least: int = 1
    most: int | None = 1
    random: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """Who chooses, among what, under which constraint, and what it is called."""

    slots: tuple[Slot, ...]
    prompt: str
    may: bool
    rungs: tuple[Expr | None, ...] = ()
    """A ladder on the last slot: the first rung that leaves anything holds; None lets everything through."""


@dataclass(frozen=True, slots=True)
class Act:
    """What a sentence does, once everything is chosen: a verb of the kernel and its operands."""

    verb: Literal[
        "move", "draw", "roll", "roll_into", "flip", "flip_link", "turn", "set", "gain", "lose", "take", "fill",
        "bind", "open", "do", "apply", "suffer", "heal", "destroy", "eliminate", "discard", "shuffle", "win", "stop",
        "lead", "flip_fact",
        "end", "remove", "restore", "reroll",
    ]  # fmt: skip
    args: tuple[Expr, ...] = ()
    ref: Any = None
    value: int = 0


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence."""

    act: Act
    span: Span = field(compare=False, repr=False)
    actor: Expr | None = None
    decision: Decision | None = None
    condition: Expr | None = None
    if_possible: bool = False
    otherwise: tuple["Statement", ...] | None = None
    cites: tuple[Citation, ...] = ()
    each: int = -1
    """For an act on several things chosen one by one, the local that holds the one at hand."""


@dataclass(frozen=True, slots=True)
class If:
    """Two ways on."""

    condition: Expr
    then: tuple["Statement", ...]
    otherwise: tuple["Statement", ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Each:
    """Once for each, in order; `acting` when each is a player who acts."""

    items: Expr
    local: int
    acting: bool
    body: tuple["Statement", ...]
    span: Span = field(compare=False, repr=False)
    saved: int = 0
    """The local that keeps the list, followed by one for the position and one for the actor."""
    secret: bool = False
    """Whether what happens is told to the acting player alone."""


@dataclass(frozen=True, slots=True)
class Repeat:
    """Again and again: while the condition holds, or a number of times (then `counter` is a local)."""

    condition: Expr | None
    times: Expr | None
    counter: int
    body: tuple["Statement", ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Menu:
    """`choose one` and `may`: labelled ways on. An empty label of the last means declining."""

    actor: Expr | None
    prompt: str
    labels: tuple[str, ...]
    conditions: tuple[Expr | None, ...]
    bodies: tuple[tuple["Statement", ...], ...]
    span: Span = field(compare=False, repr=False)
    optional: bool = False


Statement = Sentence | If | Each | Repeat | Menu

OPERATORS: Final[frozenset[str]] = frozenset(Operator.__args__)  # type: ignore[attr-defined]

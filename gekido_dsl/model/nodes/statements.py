"""Statements: sentences with their decisions and acts, and the blocks around them."""

from dataclasses import dataclass, field
from typing import Final

from gekido_dsl.languages import text
from gekido_dsl.model.kernel.operators import AddsUp
from gekido_dsl.model.kernel.statement import Decides, Stated, StatementRecord, again, block, once, ways
from gekido_dsl.model.kernel.verbs import AnyAct
from gekido_dsl.model.nodes.expressions import Expr
from gekido_dsl.model.nodes.parts import Citation
from gekido_dsl.source import Span

DECLINED: Final = text("Do not")
"""The way of a menu that leaves out what may be done; no author wrote it."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One thing that a decision leaves open."""

    local: int
    candidates: Expr
    """Of several; local `local` is the candidate when `rungs` are asked."""
    least: int = 1
    most: int | None = 1
    random: bool = False
    number: Expr | None = None
    """How many, where only the match tells: `as many ... as`."""
    adding: AddsUp | None = None
    """What those that are chosen add up to, in any number."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Who chooses, among what, under which constraint, and what it is called."""

    slots: tuple[Slot, ...]
    prompt: str
    may: bool
    ladders: tuple[tuple[Expr | None, ...], ...] = ()
    """Each narrows what the one before left to its first rung that lets anything through; None lets everything."""


@dataclass(frozen=True)
class Sentence(
    Stated,
    record=StatementRecord(
        name="sentence",
        blocks={"otherwise": block("otherwise")},
        asks={"actor": once("who acts"), "condition": once("whether it is done")},
        gives="",
        repeats=False,
        decides=Decides.IF_OPEN,
    ),
):
    """Does what its verb says, with what is chosen; where nothing can be, what else it says."""

    act: AnyAct
    span: Span = field(compare=False, repr=False)
    actor: Expr | None = None
    decision: Decision | None = None
    condition: Expr | None = None
    if_possible: bool = False
    otherwise: tuple["Statement", ...] | None = None
    cites: tuple[Citation, ...] = ()
    each: int = -1
    """For an act on several things chosen one by one, the local that holds the one at hand."""


@dataclass(frozen=True)
class If(
    Stated,
    record=StatementRecord(
        name="if",
        blocks={"then": block("if"), "otherwise": block("else")},
        asks={"condition": once("which way")},
        gives="",
        repeats=False,
        decides=Decides.NEVER,
    ),
):
    """Two ways on."""

    condition: Expr
    then: tuple["Statement", ...]
    otherwise: tuple["Statement", ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Sure:
    """What holds as each round of a loop begins that was written out; no executor asks it, only checks."""

    bounded: Expr
    condition: Expr
    """Says something of what is bounded; unless this counts there in its own bound, it holds."""
    bound: Expr


@dataclass(frozen=True)
class Each(
    Stated,
    record=StatementRecord(
        name="each",
        blocks={"body": block("each")},
        asks={"items": once("what it goes through")},
        gives="local",
        repeats=True,
        decides=Decides.NEVER,
    ),
):
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
    random: bool = False
    """Whether chance puts equals in order; then `items` is an order."""
    sure: Sure | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Repeat(
    Stated,
    record=StatementRecord(
        name="repeat",
        blocks={"body": block("repeat")},
        asks={
            "condition": again("whether it goes on"),
            "times": once("how often"),
            "ends": again("the number that ends best"),
        },
        gives="",
        repeats=True,
        decides=Decides.NEVER,
    ),
):
    """Again and again: while the condition holds, or a number of times (then `counter` is a local)."""

    condition: Expr | None
    times: Expr | None
    counter: int
    body: tuple["Statement", ...]
    span: Span = field(compare=False, repr=False)
    ends: Expr | None = None
    """The number that choices inside must let end highest, or `lowest`."""
    lowest: bool = False
    inner: tuple[int, int] = (0, 0)
    """The locals that only the body uses, from one to before another."""


@dataclass(frozen=True)
class Menu(
    Stated,
    record=StatementRecord(
        name="menu",
        blocks={"bodies": ways("way", "labels")},
        asks={"actor": once("who chooses"), "conditions": once("which ways there are")},
        gives="",
        repeats=False,
        decides=Decides.ALWAYS,
    ),
):
    """`choose one` and `may`: labelled ways on. An empty label of the last means declining."""

    actor: Expr | None
    prompt: str
    labels: tuple[str, ...]
    conditions: tuple[Expr | None, ...]
    bodies: tuple[tuple["Statement", ...], ...]
    span: Span = field(compare=False, repr=False)
    optional: bool = False


Statement = Sentence | If | Each | Repeat | Menu


@dataclass(slots=True, eq=False)
class Body:
    """Statements, and how many locals they need. Local 0 is the acting player."""

    statements: tuple["Statement", ...] = ()
    locals: int = 1

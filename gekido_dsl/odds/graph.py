"""The graph of a part of the turn: its points, what may be used in it, and what is known while it is written."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, IntType, ThingType
from gekido_dsl.odds.expressions import key_of_cell
from gekido_dsl.odds.scope import (
    OTHER,
    ROLLER,
    UNKNOWN,
    Die,
    Function,
    Mine,
    NotExact,
    RowOf,
    Seat,
    State,
    moved,
)

Change = Callable[[State], State]
Ways = Callable[[State], "list[tuple[str, State, Node]]"]
Facts = tuple[Any, ...]
Key = tuple[int, "Node"]
"""What a body is the body of, by identity, and where it leads."""


@dataclass(eq=False)
class Node:
    """A point of the part."""

    kind: Literal["end", "change", "branch", "roll", "decide"]
    number: int
    next: "Node | None" = None
    other: "Node | None" = None
    """Of a branch, where it goes if the test fails."""
    change: Change | None = None
    test: Callable[[State], Any] | None = None
    ways: Ways | None = None
    possible: "Callable[[Facts], list[tuple[Facts, Node]]] | None" = None
    """Where it may lead while these facts hold, however the dice lie; None where nobody knows beforehand."""
    guarded: "Callable[[Facts], list[Guarded]] | None" = None
    """Of a window's line, what may be used while these facts hold."""
    seat: Seat = ROLLER
    places: tuple[int, ...] = ()
    """Of a roll, the places whose dice are rolled."""
    fresh: bool = False
    """Of a roll, whether only dice without a face are rolled."""
    statement: Any = None
    entries: "tuple[Node, ...]" = ()
    """Of a decision, where its ways may lead, besides `next`."""
    faces: frozenset[int] | None = None
    """The places whose dice are asked for their faces here; None for all."""
    carried: tuple[int, int] | None = None
    """From which place to which all dice move here."""
    facts: frozenset[int] = frozenset()
    """Of the facts that count uses, those that are asked for here."""
    cleared: frozenset[int] = frozenset()
    """The facts that begin anew here, whatever they were."""
    asks: tuple[m.Expr, ...] = ()
    """Of a window's line, what is asked before anything is offered."""
    scope: int = 0
    """Of a point that begins a phase or rule anew, the identity of that, until the facts of its own are known."""


@dataclass(frozen=True)
class Guarded:
    """Something that may be used, if tests hold."""

    name: str
    tests: tuple[Function, ...]
    """Each holds where it gives 1 or does not know."""
    seat: Seat
    entry: Node


@dataclass(frozen=True)
class Offer:
    """Something that may be used in a window: an action with a thing."""

    name: str
    action: m.Procedure
    thing: RowOf
    uses: int
    """How often it can be used."""
    seat: Seat


@dataclass(eq=False)
class Body:
    """A body while it is being written."""

    frame: dict[int, Hashable]
    actor: Seat
    leave: Node
    loops: tuple[tuple[Node, Node], ...] = ()
    """Of each loop around, the outermost first: where it is left to, and where its next round begins."""
    phases: dict[int, Node] = field(default_factory=dict)
    """Where each phase that runs is left to."""
    calls: tuple[int, ...] = ()
    guards: frozenset[Hashable] = frozenset()
    """The facts that are none here."""
    token: RowOf | None = None
    """What local 1 holds, where that is known beforehand."""

    @property
    def key(self) -> "Key":
        """Names it by what it is the body of and where it leads."""
        return self.calls[-1], self.leave


class Written(NamedTuple):
    """Where a statement of a body is in the graph; one that is left out is where the next one is."""

    begins: Node
    within: Node
    """Where it goes on after what it has begun."""
    after: Node
    statement: m.Statement
    body: Body


def walk_expr(e: m.Expr) -> Iterator[m.Expr]:
    """Gives an expression with all inside it."""
    yield e
    for one in e.args:
        yield from walk_expr(one)


def theirs_among(candidates: m.Expr) -> Any:
    """Gives what is chosen among things that dice do not tell: another player's, if only those may be chosen."""
    kind = getattr(candidates.type, "item", candidates.type)
    if isinstance(kind, ThingType) and any(
        isinstance(e, m.ops.Enemy | m.ops.Other) for e in asked_in(candidates)
    ):
        return Mine(kind.kind, OTHER)
    return UNKNOWN


def asked_in(e: m.Expr, seen: set[int] | None = None) -> Iterator[m.Expr]:
    """Gives an expression with all inside it and inside the definitions that it asks."""
    seen = set() if seen is None else seen
    for one in walk_expr(e):
        yield one
        if isinstance(one, m.ops.Defined) and id(one.ref) not in seen:
            seen.add(id(one.ref))
            yield from asked_in(one.ref.test, seen)


def none_in(condition: m.Expr | None) -> frozenset[Hashable]:
    """Lists the facts that are none where a condition holds."""
    if condition is None:
        return frozenset()
    if isinstance(condition, m.ops.And):
        return frozenset().union(*map(none_in, condition.args))
    if isinstance(condition, m.ops.Is):
        one, two = condition.left, condition.right
        if isinstance(one, m.ops.Cell) and isinstance(two, m.ops.Const) and two.value == NONE:
            return frozenset((key_of_cell(one),))
    return frozenset()


def each(S: State, dice: Any, to: Callable[[Die], Die], sentence: m.Sentence) -> State:
    """Has dice lie elsewhere or show something else."""
    if dice is UNKNOWN:
        raise NotExact("which dice are meant depends on more than dice", sentence.span)
    for die in dice if isinstance(dice, list) else [] if dice == NONE else [dice]:
        S = moved(S, die, to(die))
    return S


def range_of_fact(target: m.Expr) -> tuple[float, float]:
    kind = target.type
    if isinstance(target, m.ops.Counter):
        return target.ref.low, target.ref.high
    if isinstance(kind, IntType):
        return (
            kind.low if kind.low is not None else float("-inf"),
            kind.high if kind.high is not None else float("inf"),
        )
    return float("-inf"), float("inf")

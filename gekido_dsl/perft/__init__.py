"""A ruleset becomes counts of every way it can go: the classic test of rules that know no chance.

Invariants:
    A ply is one decision, or one turn: all decisions of it, whoever takes them; turns without one do not count. The
    number at ply n counts the positions after n plies, each as often as it is reached; a position where the match is
    over has no children.
    The set-up may use chance, which comes from the seed; a decision may not.
    A compiled game counts the same; what it does not count it leaves to the interpreter, which says why.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from gekido_dsl.engine import ChanceRequest, Choice, Executor, Setting, State
from gekido_dsl.perft.compiled import CompiledTree, NotCompiled, Unclear

__all__ = ["CompiledTree", "Counts", "NotCompiled", "UsesChance", "count", "divide"]

_TELL_EVERY: Final = 1_000
_FEW: Final = 300
"""As many positions the interpreter has counted before a game is compiled."""
_CHOICES: Final = 1_500
"""As many choices these may have together: where there are many, each position takes the interpreter long."""

Ply = Literal["decision", "turn"]


class UsesChance(Exception):
    """A decision was followed by chance, so there is no one number to count."""

    def __init__(self, what: str, line: tuple[str, ...]) -> None:
        super().__init__(what)
        self.what = what
        """The die, the place or the thing, by name."""
        self.line = line
        """The choices that led there."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Positions by ply."""

    positions: tuple[int, ...]
    """At ply 0 the start alone."""
    ended: tuple[int, ...]
    """How many of them are the end of the match."""
    set_up_by_chance: bool


class _Watch:
    """Notices chance and leaves it to the seeded stream."""

    def __init__(self) -> None:
        self.seen: str | None = None

    def draw(self, request: ChanceRequest) -> int | None:
        if request.count > 1 and self.seen is None:
            self.seen = request.what
        return None


def count(
    executor: Executor,
    setting: Setting,
    depth: int,
    tell: Callable[[int], None] = lambda done: None,
    ply: Ply = "decision",
    compiled: Callable[[], CompiledTree | None] | None = None,
) -> Counts:
    """Counts the positions at each ply up to a depth.

    Args:
        tell: is told now and then how many positions have been looked at.
        ply: what is counted as one step.
        compiled: makes the game compiled, once there is enough to count; None where that cannot be.
    Raises:
        UsesChance: a decision within the depth is followed by chance.
        RuleError: a rule cannot be carried out.
    """
    watch = _Watch()
    state, _ = executor.initial(setting, watch)
    counter = _Counter(executor, depth, tell, ply, _FEW if compiled is not None else None)
    try:
        counter.visit(state.copy() if compiled is not None else state, 0, ())
    except _Many:
        counted = _by_compiled(compiled, executor, state, depth, tell)
        if counted is not None:
            return Counts(tuple(counted[0]), tuple(counted[1]), watch.seen is not None)
        counter = _Counter(executor, depth, tell, ply)
        counter.visit(state, 0, ())
    return Counts(tuple(counter.positions), tuple(counter.ended), watch.seen is not None)


def divide(
    executor: Executor,
    setting: Setting,
    depth: int,
    tell: Callable[[int], None] = lambda done: None,
    ply: Ply = "decision",
    compiled: Callable[[], CompiledTree | None] | None = None,
) -> list[tuple[str, int]]:
    """Counts the positions at a depth for each first choice, by its identity, in the order of the choices.

    Raises:
        UsesChance: a decision within the depth is followed by chance.
        RuleError: a rule cannot be carried out.
    """
    state, _ = executor.initial(setting, _Watch())
    counter = _Counter(executor, depth, tell, ply)
    decision = executor.decision(state)
    if decision is None or depth < 1:
        return []
    if compiled is not None:
        counted = _by_compiled(compiled, executor, state, depth, tell)
        if counted is not None:
            return [(choice.id, part) for choice, part in zip(decision.choices, counted[2], strict=True)]
    parts = []
    for number, choice in enumerate(decision.choices):
        before = counter.positions[depth]
        after = counter.child(state, number, choice, ())
        passed = counter.passed(state, after)
        counter.visit(after, passed, (choice.id,), passed > 0)
        parts.append((choice.id, counter.positions[depth] - before))
    return parts


def _by_compiled(
    compiled: Callable[[], CompiledTree | None] | None,
    executor: Executor,
    state: State,
    depth: int,
    tell: Callable[[int], None],
) -> tuple[list[int], list[int], list[int]] | None:
    """Counts on a compiled game; None where the interpreter has to.

    Raises:
        UsesChance: a decision within the depth is followed by chance.
        RuleError: a rule cannot be carried out.
    """
    tree = compiled() if compiled is not None else None
    if tree is None:
        return None
    try:
        return tree.count(depth, tell, _TELL_EVERY)
    except Unclear as unclear:
        counter = _Counter(executor, depth, tell, "decision")
        line: tuple[str, ...] = ()
        for number in unclear.line:
            decision = executor.decision(state)
            if decision is None:
                return None
            choice = decision.choices[number]
            state = counter.child(state, number, choice, line)
            line = (*line, choice.id)
        return None


class _Many(Exception):
    """There is enough to count for the game to be compiled."""


class _Counter:
    """Walks the tree of a game, depth first."""

    def __init__(
        self, executor: Executor, depth: int, tell: Callable[[int], None], ply: Ply, most: int | None = None
    ) -> None:
        self._most = most
        self._executor = executor
        self._depth = depth
        self._tell = tell
        self._by_turn = ply == "turn"
        self._looked_at = 0
        self._choices = 0
        self.positions = [0] * (depth + 1)
        self.ended = [0] * (depth + 1)

    def visit(self, state: State, ply: int, line: tuple[str, ...], new: bool = True) -> None:
        """Counts a position and those below it.

        Args:
            new: whether a ply has ended; within a turn nothing is counted.
        """
        self._looked_at += 1
        if self._looked_at == self._most or (self._most is not None and self._choices > _CHOICES):
            raise _Many
        if self._looked_at % _TELL_EVERY == 0:
            self._tell(self._looked_at)
        decision = self._executor.decision(state)
        self._choices += 0 if decision is None else len(decision.choices)
        if new:
            self.positions[ply] += 1
            self.ended[ply] += decision is None
        if decision is None or ply == self._depth:
            return
        for number, choice in enumerate(decision.choices):
            after = self.child(state, number, choice, line)
            passed = self.passed(state, after)
            self.visit(after, ply + passed, (*line, choice.id), passed > 0)

    def passed(self, state: State, after: State) -> int:
        """Tells how many plies a choice ends: one or none."""
        if not self._by_turn or self._executor.decision(after) is None:
            return 1
        return int(self._executor.turn(after)[0] != self._executor.turn(state)[0])

    def child(self, state: State, number: int, choice: Choice, line: tuple[str, ...]) -> State:
        """Gives the position after a choice."""
        watch = _Watch()
        after = state.copy()
        self._executor.apply(after, number, watch)
        if watch.seen is not None:
            raise UsesChance(watch.seen, (*line, choice.id))
        return after

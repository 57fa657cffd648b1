"""A ruleset becomes counts of every way it can go: the classic test of rules that know no chance.

Invariants:
    A ply is one decision, or one turn: all decisions of it, whoever takes them; turns without one do not count. The
    number at ply n counts the positions after n plies, each as often as it is reached; a position where the match is
    over has no children.
    The set-up may use chance, which comes from the seed; a decision may not.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from gekido_dsl.engine import ChanceRequest, Choice, Executor, Setting, State

__all__ = ["Counts", "UsesChance", "count", "divide"]

_TELL_EVERY: Final = 1_000

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
) -> Counts:
    """Counts the positions at each ply up to a depth.

    Args:
        tell: is told now and then how many positions have been looked at.
        ply: what is counted as one step.
    Raises:
        UsesChance: a decision within the depth is followed by chance.
        RuleError: a rule cannot be carried out.
    """
    watch = _Watch()
    state, _ = executor.initial(setting, watch)
    counter = _Counter(executor, depth, tell, ply)
    counter.visit(state, 0, ())
    return Counts(tuple(counter.positions), tuple(counter.ended), watch.seen is not None)


def divide(
    executor: Executor,
    setting: Setting,
    depth: int,
    tell: Callable[[int], None] = lambda done: None,
    ply: Ply = "decision",
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
    parts = []
    for number, choice in enumerate(decision.choices):
        before = counter.positions[depth]
        after = counter.child(state, number, choice, ())
        passed = counter.passed(state, after)
        counter.visit(after, passed, (choice.id,), passed > 0)
        parts.append((choice.id, counter.positions[depth] - before))
    return parts


class _Counter:
    """Walks the tree of a game, depth first."""

    def __init__(self, executor: Executor, depth: int, tell: Callable[[int], None], ply: Ply) -> None:
        self._executor = executor
        self._depth = depth
        self._tell = tell
        self._by_turn = ply == "turn"
        self._looked_at = 0
        self.positions = [0] * (depth + 1)
        self.ended = [0] * (depth + 1)

    def visit(self, state: State, ply: int, line: tuple[str, ...], new: bool = True) -> None:
        """Counts a position and those below it.

        Args:
            new: whether a ply has ended; within a turn nothing is counted.
        """
        self._looked_at += 1
        if self._looked_at % _TELL_EVERY == 0:
            self._tell(self._looked_at)
        decision = self._executor.decision(state)
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

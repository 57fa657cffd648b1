"""The positions of a match with what they are worth, and best choices in words."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from gekido_dsl import engine as e
from gekido_dsl.solve.graph import NOWHERE, Graph
from gekido_dsl.solve.values import FAR, NO_END, before, values

_LONGEST: Final = 400
"""As many decisions a best line has at most."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a position is worth to the first seat: 1 a win, 0 a draw, -1 a loss."""

    least: int
    most: int
    """As `least` where it is certain."""
    distance: int | None = None
    """Decisions to the end by best play; None where nobody can force an end, or it is not certain."""
    exact: bool = False
    """Whether it cannot be fewer."""

    @property
    def certain(self) -> bool:
        """Whether no position that was not looked at can change it."""
        return self.least == self.most


@dataclass(frozen=True, slots=True)
class Step:
    """A choice, and what it leads to."""

    seat: int
    choice: e.Choice
    verdict: Verdict


class Solved:
    """The positions of a match and what they are worth."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        turned = before(graph)
        self._depth = graph.depth
        self._low = values(graph, turned, 0 if graph.complete else -FAR)
        self._high = self._low if graph.complete else values(graph, turned, FAR)

    def verdict(self, position: int = 0, away: int | None = None) -> Verdict:
        """Tells what a position is worth; the first is where the match begins.

        Args:
            away: how many decisions it is away from the start, if that is known.
        """
        least, most = _sign(self._low.worth[position]), _sign(self._high.worth[position])
        # What was not looked at counts against whoever wins.
        distance = (self._low if least > 0 else self._high).distance[position]
        if least != most or distance == NO_END:
            return Verdict(least, most)
        away = (0 if position == 0 else FAR) if away is None else away
        return Verdict(least, most, distance, self.graph.complete or away + distance <= self._depth)

    def best(self, position: int) -> int | None:
        """Gives the number of a best choice; None at an end, and where it is not certain."""
        here = self.verdict(position)
        if not here.certain or position >= self.graph.opened or position in self.graph.ends:
            return None
        good = here.least * (1 if self.graph.seats[position] == 0 else -1)
        found: tuple[int, int] | None = None
        for choice, after in enumerate(self.graph.after_of(position)):
            verdict = self.verdict(after)
            if not verdict.certain or verdict.least != here.least:
                continue
            far = _LONGEST * _LONGEST if verdict.distance is None else verdict.distance
            rank = -far if good < 0 else far
            if found is None or rank < found[0]:
                found = rank, choice
        return found[1] if found is not None else None

    def line(self) -> list[tuple[int, int]]:
        """Lists positions and best choices from the start on, until the end, or a position comes again."""
        found: list[tuple[int, int]] = []
        seen: set[int] = set()
        position = 0
        while position not in seen and len(found) < _LONGEST:
            seen.add(position)
            choice = self.best(position)
            if choice is None:
                break
            found.append((position, choice))
            position = self.graph.after_of(position)[choice]
        return found


class Worded:
    """Puts the choices of a graph into words, by carrying them out once more."""

    def __init__(self, solved: Solved, executor: e.Executor, begin: Callable[[], Any]) -> None:
        """Keeps what carries out the rules.

        Args:
            begin: gives the state in which the match begins.
        """
        self._solved = solved
        self._executor = executor
        self._states: dict[int, Any] = {0: begin()}

    def state(self, position: int) -> Any:
        """Gives the state in which a position was found first."""
        graph = self._solved.graph
        path: list[int] = []
        while position not in self._states:
            path.append(position)
            position = graph.parent[position]
            assert position != NOWHERE
        for one in reversed(path):
            state = self._states[graph.parent[one]].copy()
            self._executor.apply(state, graph.choice[one])
            self._states[one] = state
        return self._states[path[0] if path else position]

    def choices(self, position: int = 0) -> list[Step]:
        """Lists the choices of a position that was opened, in order."""
        decision = self._executor.decision(self.state(position))
        if decision is None:
            return []
        after = self._solved.graph.after_of(position)
        return [
            Step(decision.seat, choice, self._solved.verdict(one, 1 if position == 0 else None))
            for choice, one in zip(decision.choices, after, strict=True)
        ]

    def line(self) -> list[Step]:
        """Lists a best line from the start on."""
        return [self.choices(position)[choice] for position, choice in self._solved.line()]


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)

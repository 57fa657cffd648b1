"""A scenario as somebody plays it who learns the game: what is so, what is asked, and the choice that it takes.

Invariants:
    A page holds what all see together, and what its player sees: an example keeps no secrets of those it tells of.
    What is passed on the way is no page of its own.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from gekido_dsl import engine as e
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import nodes as m
from gekido_dsl.scenario.match import Match
from gekido_dsl.scenario.run import GIVENS, WHENS, watched
from gekido_dsl.scenario.shown import open_view

_MOST: Final = 24
"""So many lessons a game has at most."""
_PLAYED: Final = frozenset({"chooses", "passes"})
GIVEN, DONE, SO = "given", "done", "so"
"""What a line says: what is so before, what happens, or what is so then."""
_OWNER: Final = re.compile(r"\(([^()]*)\)'s")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a scenario in its own words."""

    text: str
    kind: str
    """`given`, `done` or `so`."""


@dataclass(frozen=True, slots=True)
class Page:
    """A moment of a lesson."""

    told: tuple[Line, ...]
    """What is said of it."""
    state: State
    decision: e.Decision | None = None
    """What is asked now; None where there is only something to see."""
    choice: int = 0
    """The choice that the example takes."""

    def view(self, executor: e.Executor) -> e.View:
        """Gives the table through the eyes of whoever is asked, with what the others see of their own."""
        return replace(
            open_view(executor, self.state), seat=None if self.decision is None else self.decision.seat
        )


def lessons(game: m.Game) -> list[m.Scenario]:
    """Lists the examples from which somebody learns the game, in their order.

    Somebody chooses in each of them, and each shows something for which none before it stands in the rulebook.
    """
    found: list[m.Scenario] = []
    seen: set[str] = set()
    for one in game.scenarios:
        cites = {str(cite) for cite in one.cites}
        plays = any(step.kind in _PLAYED for step in one.steps)
        fails = any(step.kind == "error" for step in one.steps)
        if plays and not fails and (not cites or not cites <= seen) and len(found) < _MOST:
            found.append(one)
            seen |= cites
    return found


def pages(interpreter: Interpreter, scenario: m.Scenario) -> tuple[Page, ...]:
    """Plays a scenario and gives its pages; none if it does not hold."""
    played: list[_Played] = []

    def began(match: Match, step: m.ScenarioStep) -> None:
        played.append(_Played(match.state.copy(), step))

    def chose(match: Match, choice: int) -> None:
        decision = match.decision()
        if decision is not None:
            played.append(_Played(match.state.copy(), None, decision, choice))

    result, match = watched(interpreter, scenario, began=began, chose=chose)
    if not result.passed:
        return ()
    return tuple(_pages(played, match.state))


@dataclass(frozen=True, slots=True)
class _Played:
    """A step of a scenario or a choice, and how things stood before it."""

    state: State
    step: m.ScenarioStep | None
    decision: e.Decision | None = None
    choice: int = 0


def _pages(played: list[_Played], last: State) -> Iterator[Page]:
    told: list[Line] = []
    doing: Line | None = None
    for one in played:
        if one.decision is not None:
            yield Page(
                tuple(told) or (() if doing is None else (doing,)), one.state, one.decision, one.choice
            )
            told = []
        elif one.step is not None:
            line = Line(_words(one.step), _kind(one.step))
            if line.kind == GIVEN and any(before.kind == SO for before in told):
                # What is given once more begins something else.
                yield Page(tuple(told), one.state)
                told = []
            told.append(line)
            doing = line if line.kind == DONE else doing
            if one.step.kind == "does":
                yield Page(tuple(told), one.state)
                told = []
    yield Page(tuple(told), last)


def _kind(step: m.ScenarioStep) -> str:
    if step.kind in WHENS:
        return DONE
    return GIVEN if step.kind in GIVENS else SO


def _words(step: m.ScenarioStep) -> str:
    """Gives a line as the designer wrote it."""
    text = step.span.text if step.kind != "seats" else step.span.text.partition(" ")[2]
    said = _OWNER.sub(r"\1's", " ".join(text.split()))
    return said[:1].upper() + said[1:]

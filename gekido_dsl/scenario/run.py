"""Runs one scenario: the set-up, what is given, what is done, and what must be so then.

Invariants:
    A scenario gives a result, whatever it says; nothing is raised.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from gekido_dsl import engine as e
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import nodes as m
from gekido_dsl.scenario.given import Given
from gekido_dsl.scenario.match import FIRST, SCRIPTED, Match
from gekido_dsl.scenario.script import ScriptEmpty
from gekido_dsl.scenario.then import Then
from gekido_dsl.scenario.trouble import Failure
from gekido_dsl.scenario.when import When
from gekido_dsl.source import Span

_STATES: Final = frozenset({"then", "then drawn", "holds", "spot", "suffered"})
GIVENS: Final = frozenset({"seats", "turn", "is", "on", "drawn", "next", *FIRST, *SCRIPTED})
"""The steps that say what is so before."""
_CHANGES: Final = frozenset({"is", "on", "drawn"})
WHENS: Final = frozenset({*SCRIPTED, "chooses", "passes", "does"})
"""The steps in which something happens."""
Watcher = Callable[[State], None]
"""Is shown how a match stands before something happens in it."""
Began = Callable[[Match, m.ScenarioStep], None]
"""Is shown a match before each of its lines."""
Chose = Callable[[Match, int], None]
"""Is shown a match before a choice that one of its lines names."""


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """How one scenario came out."""

    title: str
    passed: bool
    message: str
    """What was expected and what was found; empty when it passed."""
    span: Span | None
    """The step that failed; the scenario when it passed."""
    cites: tuple[str, ...]
    events: tuple[e.Event, ...]
    """What happened after the set-up."""


def run_one(interpreter: Interpreter, scenario: m.Scenario) -> ScenarioResult:
    """Runs a scenario."""
    return watched(interpreter, scenario)[0]


def watched(
    interpreter: Interpreter,
    scenario: m.Scenario,
    watch: Watcher | None = None,
    *,
    began: Began | None = None,
    chose: Chose | None = None,
) -> tuple[ScenarioResult, Match]:
    """Runs a scenario before the eyes of somebody; gives the match as it stands at the end, too."""
    match = Match(interpreter, scenario)
    match.chose = chose
    span: Span | None = scenario.span
    message = ""
    try:
        _run(match, watch, began)
    except Failure as failure:
        message, span = failure.message, failure.span or match.at
    except e.RuleError as error:
        message, span = f"a rule cannot be carried out: {error.message}", match.at
    except ScriptEmpty as error:
        message, span = str(error), match.at
    cites = tuple(str(cite) for cite in scenario.cites)
    return ScenarioResult(scenario.name, not message, message, span, cites, tuple(match.events)), match


def _run(match: Match, watch: Watcher | None, began: Began | None = None) -> None:
    """Runs all steps of a scenario."""
    match.open()
    steps = Given(match).steps | When(match).steps | Then(match).steps
    before = ""
    for step in match.scenario.steps:
        match.at = step.span
        if match.error is not None and step.kind != "error":
            break
        if step.kind in WHENS and before not in WHENS:
            match.since = len(match.events)
            if watch is not None:
                watch(match.state)
        before = step.kind
        if began is not None:
            began(match, step)
        try:
            steps[step.kind](step)
        except Failure as failure:
            match.check_early()
            raise (Failure(failure.message + match.standing()) if step.kind in _STATES else failure) from None
        match.changed |= step.kind in _CHANGES
        if step.kind not in GIVENS:
            match.check_early()
    if match.error is not None:
        error, match.at = match.error
        raise error
    match.all_fell(first=True)
    match.all_fell()


__all__ = ["GIVENS", "WHENS", "ScenarioResult", "run_one", "watched"]

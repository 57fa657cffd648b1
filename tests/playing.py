"""Plays choices that a test names, and tells what happened."""

from collections.abc import Mapping
from types import MappingProxyType

from gekido_dsl import scenario
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics import Severity
from gekido_dsl.engine import Setting
from gekido_dsl.source import MemoryProvider


def played(made: Compilation, *choices: str, seed: int = 1) -> list[str]:
    """Plays choices of two players by their labels or identities, and lists what happened."""
    assert [one.message for one in made.diagnostics if one.severity is Severity.ERROR] == []
    executor = made.executor()
    state, events = executor.initial(Setting(2, seed))
    for choice in choices:
        decision = executor.decision(state)
        assert decision is not None
        by_name = [k for k, one in enumerate(decision.choices) if choice in (one.label, one.id)]
        assert by_name, [one.label for one in decision.choices]
        events += executor.apply(state, by_name[0])
    return [event.text for event in events]


def examples(text: str, files: Mapping[str, str] = MappingProxyType({})) -> dict[str, str]:
    """Runs the scenarios of a ruleset without errors; gives what went wrong with each, nothing if it passed."""
    made = load("game.gdl", MemoryProvider({"game.gdl": text, **files}))
    assert [one.message for one in made.diagnostics if one.severity is Severity.ERROR] == []
    return {one.title: one.message for one in scenario.run(made)}


def hold(text: str, files: Mapping[str, str] = MappingProxyType({})) -> None:
    """Runs the scenarios of a ruleset, which has some, and all pass."""
    found = examples(text, files)
    assert found
    assert {title: message for title, message in found.items() if message} == {}

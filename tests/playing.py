"""Plays choices that a test names, and tells what happened."""

from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import Severity
from gekido_dsl.engine import Setting


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

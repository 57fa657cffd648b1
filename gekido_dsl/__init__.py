"""Gekido DSL: describe a tabletop game, check it, play it."""

# `typing` would be imported before `gdl` can say what Ctrl-C does, and takes as long as all else until then.
TYPE_CHECKING = False

__version__ = "1.0.0"

if TYPE_CHECKING:
    from typing import Any

    from gekido_dsl.api import (
        Bot,
        Choice,
        Decision,
        Diagnostic,
        Event,
        Executor,
        GreedyBot,
        IllegalChoice,
        InvalidRuleset,
        NotCompiledWarning,
        Outcome,
        PlannerBot,
        RandomBot,
        Report,
        RuleError,
        Ruleset,
        ScenarioResult,
        Session,
        Setting,
        View,
        WorkersDie,
        read,
        read_text,
        roll_out,
    )

__all__ = [
    "Bot", "Choice", "Decision", "Diagnostic", "Event", "Executor", "GreedyBot", "IllegalChoice", "InvalidRuleset",
    "NotCompiledWarning", "Outcome", "PlannerBot", "RandomBot", "Report", "RuleError", "Ruleset", "ScenarioResult",
    "Session", "Setting", "View", "WorkersDie", "__version__", "read", "read_text", "roll_out",
]  # fmt: skip


def __getattr__(name: str) -> "Any":
    # Imported when asked for, so that the command line starts quickly.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module("gekido_dsl.api"), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]

"""Gekido DSL: describe a tabletop game, check it, play it."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gekido_dsl.api import InvalidRuleset, Ruleset, read, read_text
    from gekido_dsl.diagnostics import Diagnostic
    from gekido_dsl.engine import (
        Choice,
        Decision,
        Event,
        Executor,
        IllegalChoice,
        Outcome,
        RuleError,
        Setting,
        View,
    )
    from gekido_dsl.play.bots import Bot, GreedyBot, RandomBot
    from gekido_dsl.play.planner import PlannerBot
    from gekido_dsl.play.session import Session
    from gekido_dsl.scenario import ScenarioResult
    from gekido_dsl.simulate import Report

__all__ = [
    "Bot", "Choice", "Decision", "Diagnostic", "Event", "Executor", "GreedyBot", "IllegalChoice", "InvalidRuleset",
    "Outcome", "PlannerBot", "RandomBot", "Report", "RuleError", "Ruleset", "ScenarioResult", "Session", "Setting",
    "View", "read", "read_text",
]  # fmt: skip

_HOMES = {
    "gekido_dsl.api": ("InvalidRuleset", "Ruleset", "read", "read_text"),
    "gekido_dsl.diagnostics": ("Diagnostic",),
    "gekido_dsl.engine": (
        "Choice", "Decision", "Event", "Executor", "IllegalChoice", "Outcome", "RuleError", "Setting", "View",
    ),
    "gekido_dsl.play.bots": ("Bot", "GreedyBot", "RandomBot"),
    "gekido_dsl.play.planner": ("PlannerBot",),
    "gekido_dsl.play.session": ("Session",),
    "gekido_dsl.scenario": ("ScenarioResult",),
    "gekido_dsl.simulate": ("Report",),
}  # fmt: skip
"""Where each public name is; they are imported when asked for, so that the command line starts quickly."""


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]

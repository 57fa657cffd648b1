"""Finds examples without a `then`: they pass whatever the rules do."""

from collections.abc import Iterator
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import nodes as m

_LEADS_UP: Final = frozenset(
    {
        "seats", "turn", "is", "on", "drawn", "next", "first falls", "first chance", "falls", "brings", "chance",
        "chooses", "passes", "does",
    }
)  # fmt: skip
"""Steps that are given or done; all others expect something."""


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports examples that expect nothing."""
    for one in game.scenarios:
        if all(step.kind in _LEADS_UP for step in one.steps):
            yield Diagnostic(
                codes.EMPTY_SCENARIO,
                f"`{one.name}` expects nothing, so it passes whatever happens",
                (Label(one.name_span, "no `then` below it"),),
                "say what must be true at the end: `then ...`",
            )

"""Lark trees become syntax nodes: one function for each rule of the grammar, registered by its name.

Invariants:
    Every rule that reaches a tree has a function; a test compares the two lists.
    Nothing is checked here but what the grammar cannot say; see `parse`.
"""

from gekido_dsl.syntax.build import (
    claims,
    conditions,
    definitions,
    game,
    patches,
    phrases,
    places,
    reports,
    rules,
    scenarios,
    statements,
    things,
    words,
)
from gekido_dsl.syntax.build.building import RULES, Builder

__all__ = [
    "RULES",
    "Builder",
    "claims",
    "conditions",
    "definitions",
    "game",
    "patches",
    "phrases",
    "places",
    "reports",
    "rules",
    "scenarios",
    "statements",
    "things",
    "words",
]

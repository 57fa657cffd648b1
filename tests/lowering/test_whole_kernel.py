"""Every operator and verb of the kernel is lowered."""

import typing

from gekido_dsl.lowering import registry
from gekido_dsl.model import nodes as m

STATEMENTS = {"stop", "skip", "arrange"}
"""Verbs that are lowered as statements, not as what an act does."""
MISSING = {"leaves", "shuffle_alike"}
"""What is not lowered yet. Whoever lowers it takes it out of here."""


def test_every_operator_is_lowered() -> None:
    assert m.OPERATORS - set(registry.OPERATORS) == MISSING & m.OPERATORS


def test_every_verb_is_lowered() -> None:
    verbs = set(typing.get_type_hints(m.Act)["verb"].__args__)
    assert verbs - set(registry.VERBS) == STATEMENTS | (MISSING & verbs)

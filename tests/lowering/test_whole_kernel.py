"""Every operator and verb of the kernel is lowered."""

import typing

from gekido_dsl.lowering import registry
from gekido_dsl.model import nodes as m

STATEMENTS = {"stop", "skip", "arrange"}
"""Verbs that are lowered as statements, not as what an act does."""
MISSING = {"leaves"}
"""What has no function of its own: it is asked by the rungs of a ladder, on a position that is tried."""


def test_every_operator_is_lowered() -> None:
    assert m.OPERATORS - set(registry.OPERATORS) == MISSING & m.OPERATORS


def test_every_verb_is_lowered() -> None:
    verbs = set(typing.get_type_hints(m.Act)["verb"].__args__)
    assert verbs - set(registry.VERBS) == STATEMENTS | (MISSING & verbs)

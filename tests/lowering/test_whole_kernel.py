"""Every operator and verb of the kernel is lowered."""

import typing

from gekido_dsl.lowering import registry
from gekido_dsl.model import nodes as m

STATEMENTS = {m.acts.Stop, m.acts.Skip, m.acts.Arrange}
"""Verbs that are lowered as statements, not as what an act does."""
MISSING = {"leaves"}
"""What has no function of its own: it is asked by the rungs of a ladder, on a position that is tried."""


def test_every_operator_is_lowered() -> None:
    assert m.OPERATORS - set(registry.OPERATORS) == MISSING & m.OPERATORS


def test_every_verb_is_lowered() -> None:
    assert set(typing.get_args(m.AnyAct)) - set(registry.VERBS) == STATEMENTS

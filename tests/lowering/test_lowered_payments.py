"""Payments in lockstep: costs of several kinds, all or nothing, or all that is left."""

from lockstep import RULESETS, lockstep

from gekido_dsl.compilation import load
from gekido_dsl.files import FolderProvider

CORPUS = RULESETS.parent / "tests" / "corpus" / "resolve" / "good"


def test_costs_of_several_kinds() -> None:
    game = load("payments.gdl", FolderProvider(CORPUS)).game
    assert game is not None
    assert lockstep(game, 1) > 12

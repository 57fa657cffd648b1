"""A fact with a value for every combination of values, numbers and directions, in lockstep."""

from lockstep import RULESETS, lockstep

from gekido_dsl.compilation import load
from gekido_dsl.files import FolderProvider

CORPUS = RULESETS.parent / "tests" / "corpus" / "resolve" / "good"


def test_a_value_for_every_combination() -> None:
    game = load("facts_of_combinations.gdl", FolderProvider(CORPUS)).game
    assert game is not None
    assert lockstep(game, 1) == 24

"""Wild cards in lockstep: what they make of every pattern, as an option and always."""

from lockstep import RULESETS, lockstep

from gekido_dsl.compilation import load
from gekido_dsl.files import FolderProvider

CORPUS = RULESETS.parent / "tests" / "corpus" / "resolve" / "good"


def test_wild_cards() -> None:
    game = load("wild_cards.gdl", FolderProvider(CORPUS)).game
    assert game is not None
    assert lockstep(game, 1) > 12

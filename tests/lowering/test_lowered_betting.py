"""Betting in lockstep: antes, fixed and free raises, all that is left, and pots that are shared out."""

from lockstep import RULESETS, lockstep

from gekido_dsl.compilation import load
from gekido_dsl.files import FolderProvider

CORPUS = RULESETS.parent / "tests" / "corpus" / "resolve" / "good"


def test_betting_and_pots() -> None:
    game = load("betting.gdl", FolderProvider(CORPUS)).game
    assert game is not None
    assert lockstep(game, 1) > 12

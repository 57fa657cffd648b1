"""Facts that each player has, in lockstep."""

from lockstep import RULESETS, lockstep

from gekido_dsl.compilation import load
from gekido_dsl.files import FolderProvider

CORPUS = RULESETS.parent / "tests" / "corpus" / "resolve" / "good"


def test_what_each_player_has() -> None:
    game = load("each_player_has.gdl", FolderProvider(CORPUS)).game
    assert game is not None
    assert lockstep(game, 1) == 61

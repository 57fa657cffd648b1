"""Facts that each player has, and what is said of facts where things are spoken of, in lockstep."""

from lockstep import RULESETS, lockstep

from gekido_dsl.compilation import load
from gekido_dsl.files import FolderProvider

CORPUS = RULESETS.parent / "tests" / "corpus" / "resolve" / "good"


def test_what_each_player_has() -> None:
    game = load("each_player_has.gdl", FolderProvider(CORPUS)).game
    assert game is not None
    assert lockstep(game, 1) == 61


def test_what_is_said_of_facts_of_each() -> None:
    game = load("whose_facts.gdl", FolderProvider(CORPUS)).game
    assert game is not None
    assert lockstep(game, 1) == 22

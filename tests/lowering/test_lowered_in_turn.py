"""Players who act in turn until one is left, names of what is known, and last turns, in lockstep."""

from lockstep import RULESETS, lockstep

from gekido_dsl.compilation import load
from gekido_dsl.files import FolderProvider

CORPUS = RULESETS.parent / "tests" / "corpus" / "resolve" / "good"


def test_in_turn() -> None:
    game = load("in_turn.gdl", FolderProvider(CORPUS)).game
    assert game is not None
    for seed in range(6):
        assert lockstep(game, seed) > 20


def test_last_turns() -> None:
    game = load("last_turns.gdl", FolderProvider(CORPUS)).game
    assert game is not None
    for seed in range(6):
        assert lockstep(game, seed, players=3) > 0

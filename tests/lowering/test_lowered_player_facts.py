"""Facts that each player has, and what is said of facts in place, kinds with rows in a line, in lockstep."""

from lockstep import RULESETS, lockstep

from gekido_dsl.compilation import load
from gekido_dsl.files import FolderProvider

CORPUS = RULESETS.parent / "tests" / "corpus" / "resolve" / "good"


def test_what_each_player_has() -> None:
    game = load("each_player_has.gdl", FolderProvider(CORPUS)).game
    assert game is not None
    assert lockstep(game, 1) == 61


def test_what_the_game_has() -> None:
    game = load("the_game_has.gdl", FolderProvider(CORPUS)).game
    assert game is not None
    assert lockstep(game, 1) > 40


def test_what_is_said_of_facts_of_each() -> None:
    game = load("whose_facts.gdl", FolderProvider(CORPUS)).game
    assert game is not None
    assert lockstep(game, 1) == 22


def test_a_kind_with_its_rows_in_a_line() -> None:
    game = load("kind_listed.gdl", FolderProvider(CORPUS)).game
    assert game is not None
    assert [(row.name, row.copies) for row in game.kinds["Card"].rows] == [
        ("Red", 6),
        ("Blue", 6),
        ("Engine", 4),
    ]
    assert lockstep(game, 1) > 10

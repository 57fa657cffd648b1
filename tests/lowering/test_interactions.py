"""Rules that meet in play: each ruleset says with its scenarios what is right, and both executors do it."""

from pathlib import Path

import pytest
from lockstep import RULESETS, lockstep

from gekido_dsl.compilation import load
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.scenario.run import run_one

GAMES = RULESETS.parent / "tests" / "games" / "interactions"
PATHS = sorted(GAMES.glob("*.gdl"))
MATCHES = 6
MOST = 80
"""How many decisions of a match are compared."""


def named(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", PATHS, ids=named)
def test_the_scenarios_say_what_is_right(path: Path) -> None:
    made = load(path.name, FolderProvider(GAMES))
    assert made.game is not None and made.game.scenarios, [found.message for found in made.diagnostics]
    assert [found.message for found in made.diagnostics] == []
    interpreter = made.executor()
    assert isinstance(interpreter, Interpreter)
    for one in made.game.scenarios:
        result = run_one(interpreter, one)
        assert result.passed, f"{one.name}: {result.message}"


@pytest.mark.parametrize("path", PATHS, ids=named)
@pytest.mark.quick_in_turn(3)
def test_both_executors_play_it_alike(path: Path) -> None:
    made = load(path.name, FolderProvider(GAMES))
    assert made.game is not None
    for seed in range(MATCHES):
        lockstep(made.game, seed, most=MOST)

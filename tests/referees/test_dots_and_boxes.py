"""The ruleset of Dots and Boxes and `dots_and_boxes.py` offer the same at every decision, and come to the same end."""

import random
from pathlib import Path

import pytest
from dots_and_boxes import SIDE, Match

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter

CLASSICS = Path(__file__).parents[2] / "rulesets" / "classics"


@pytest.fixture(scope="module")
def game() -> Interpreter:
    return load("dots_and_boxes.gdl", FolderProvider(CLASSICS)).executor()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(k, marks=pytest.mark.slow) for k in range(2, 40))])
@pytest.mark.in_turn(6)
def test_the_referee_agrees(game: Interpreter, players: int, seed: int) -> None:
    rng = random.Random(seed)
    state, _ = game.initial(Setting(players, seed))
    referee = Match(players)
    boxes = state.program.layout.things["Box"]
    while (decision := game.decision(state)) is not None:
        offered = {int(choice.label.removeprefix("Line ")): k for k, choice in enumerate(decision.choices)}
        assert decision.seat == referee.to_draw
        assert set(offered) == referee.open()
        number = rng.choice(sorted(offered))
        game.apply(state, offered[number])
        referee.draw(number)
        owners = [referee.boxes.get((k // SIDE, k % SIDE), -1) for k in range(SIDE * SIDE)]
        assert [state.owner(box) for box in boxes] == owners
    assert not referee.open()
    outcome = game.outcome(state)
    assert outcome is not None
    assert {player for player, rank in enumerate(outcome.ranks) if rank == 1} == referee.winners()

"""The ruleset of Oware and `oware.py` offer the same at every decision, and end alike."""

import random
from pathlib import Path

import pytest
from oware import Oware

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter

CLASSICS = Path(__file__).parents[2] / "rulesets" / "classics"


@pytest.fixture(scope="module")
def game() -> Interpreter:
    made = load("oware.gdl", FolderProvider(CLASSICS))
    assert made.game is not None and not made.diagnostics
    return Interpreter(made.game, trace=False)


@pytest.mark.parametrize(
    "seed", [*range(6), *(pytest.param(k, marks=pytest.mark.slow) for k in range(6, 60))]
)
@pytest.mark.in_turn(3)
def test_the_referee_agrees(game: Interpreter, seed: int) -> None:
    rng = random.Random(seed)
    state, _ = game.initial(Setting(2, seed))
    referee = Oware()
    layout = state.program.layout
    houses = layout.things["House"]
    seeds = layout.field_cell[id(layout.game.kinds["House"]), "Seeds"]
    while state.question is not None:
        choices = {
            option[0] - houses.start: number
            for number, option in enumerate(state.question.options)
            if option is not None
        }
        assert state.question.seat == referee.to_move
        assert set(choices) == referee.choices()
        assert state.cells[seeds : seeds + len(houses)] == referee.houses
        # Whoever can take something mostly does, so that matches come to an end.
        loot = [house for house in choices if referee.sown(house)[1]]
        house = rng.choice(sorted(loot if loot and rng.random() < 0.8 else choices))
        game.apply(state, choices[house])
        referee.play(house)
    assert referee.over
    outcome = game.outcome(state)
    assert outcome is not None and outcome.finished
    assert outcome.ranks == referee.ranks()

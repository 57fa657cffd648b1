"""The ruleset of kalah, `kalah.py` and OpenSpiel's mancala offer the same at every decision, and end alike."""

import random
from pathlib import Path

import pytest
from kalah import HOUSES, Kalah

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State

CLASSICS = Path(__file__).parents[2] / "rulesets" / "classics"
NUMBERS = {"Three": 3, "Four": 4, "Five": 5, "Six": 6}


@pytest.fixture(scope="module")
def game() -> Interpreter:
    made = load("kalah.gdl", FolderProvider(CLASSICS))
    assert made.game is not None
    return Interpreter(made.game, trace=False)


def offered(state: State) -> dict[int, int]:
    """Gives the number of each choice by its house: things are numbered round the board, the store last."""
    assert state.question is not None
    first = state.program.layout.things["Pit"].start
    found = {}
    for number, option in enumerate(state.question.options):
        assert option is not None
        house = option[0] - first - state.question.seat * (HOUSES + 1)
        assert 0 <= house < HOUSES
        found[house] = number
    return found


def held(state: State) -> tuple[list[list[int]], list[int]]:
    """Gives how many seeds lie in the houses and in the stores."""
    layout = state.program.layout
    pit = state.program.game.kinds["Pit"]
    first = layout.field_cell[id(pit), "Seeds"]
    seeds = state.cells[first : first + 2 * (HOUSES + 1)]
    sides = [seeds[: HOUSES + 1], seeds[HOUSES + 1 :]]
    return [list(side[:HOUSES]) for side in sides], [side[HOUSES] for side in sides]


@pytest.mark.parametrize("empty", ["No", "Yes"])
@pytest.mark.parametrize("seeds", NUMBERS)
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(k, marks=pytest.mark.slow) for k in range(2, 40))])
def test_the_referee_agrees(game: Interpreter, seed: int, seeds: str, empty: str) -> None:
    rng = random.Random(seed)
    state, _ = game.initial(Setting(2, seed, options={"Seeds": seeds, "Empty Capture": empty}))
    referee = Kalah(NUMBERS[seeds], empty == "Yes")
    while state.question is not None:
        choices = offered(state)
        assert state.question.seat == referee.to_move
        assert set(choices) == referee.choices()
        assert held(state) == (referee.houses, referee.stores)
        house = rng.choice(sorted(choices))
        game.apply(state, choices[house])
        referee.play(house)
    assert referee.over
    outcome = game.outcome(state)
    assert outcome is not None and outcome.finished
    assert outcome.ranks == referee.ranks()


@pytest.mark.parametrize("seed", [0, 1, 2, *(pytest.param(k, marks=pytest.mark.slow) for k in range(3, 100))])
def test_openspiel_agrees(seed: int) -> None:
    """OpenSpiel numbers its pits from 0, the second player's store, the way seeds are sown."""
    pyspiel = pytest.importorskip("pyspiel")
    rng = random.Random(seed)
    state, referee = pyspiel.load_game("mancala").new_initial_state(), Kalah()
    while not state.is_terminal():
        mine = referee.to_move
        actions = {action - 1 - mine * (HOUSES + 1): action for action in state.legal_actions()}
        assert state.current_player() == mine
        assert set(actions) == referee.choices()
        house = rng.choice(sorted(actions))
        state.apply_action(actions[house])
        referee.play(house)
    assert referee.over
    mine, theirs = referee.stores
    assert state.returns() == [
        float((mine > theirs) - (mine < theirs)),
        float((theirs > mine) - (theirs < mine)),
    ]

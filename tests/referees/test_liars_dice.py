"""Liar's Dice agrees with its referee at every decision of random matches."""

import random
from pathlib import Path

import pytest
from liars_dice import LiarsDice

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State

CLASSICS = Path(__file__).resolve().parents[2] / "rulesets" / "classics"


@pytest.fixture(scope="module")
def x() -> Interpreter:
    made = load("liars_dice.gdl", FolderProvider(CLASSICS))
    assert made.game is not None and not made.diagnostics
    return made.executor()


def cups(state: State) -> list[list[int]]:
    """Reads what lies under the cups."""
    layout = state.program.layout
    return [
        [state.cells[layout.face_cell + die] for die in state.contents[layout.place_of["Cup", player]]]
        for player in range(layout.players)
    ]


@pytest.mark.parametrize("wild", ["No", "Yes"])
@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("seed", range(3))
def test_every_decision_is_that_of_the_referee(x: Interpreter, players: int, wild: str, seed: int) -> None:
    state, _ = x.initial(Setting(players, seed, {"Wild Ones": wild}))
    referee, rng = LiarsDice(cups(state), wild == "Yes"), random.Random(seed)
    decisions = 0
    while (decision := x.decision(state)) is not None:
        labels = [choice.label for choice in decision.choices]
        assert (decision.seat, labels) == (referee.turn, referee.choices())
        # Bids go up in small steps, so that some of them are true.
        said = labels[min(len(labels) - 1, int(rng.expovariate(0.8)))]
        x.apply(state, labels.index(said))
        referee.choose(said)
        if referee.fallen:
            assert list(map(len, cups(state))) == list(map(len, referee.cups))
            referee.cups, referee.fallen = cups(state), False
        decisions += 1
    outcome = x.outcome(state)
    assert outcome is not None and outcome.finished and referee.choices() == []
    assert list(outcome.ranks) == referee.ranks() and decisions > 10 * players

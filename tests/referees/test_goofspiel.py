"""The ruleset of Goofspiel and `goofspiel.py` offer the same at every decision, and come to the same end."""

import random
from pathlib import Path

import pytest
from goofspiel import Match

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.syntax.nodes import SHEET

CLASSICS = Path(__file__).parents[2] / "rulesets" / "classics"


@pytest.fixture(scope="module")
def game() -> Interpreter:
    made = load("goofspiel.gdl", FolderProvider(CLASSICS))
    assert made.game is not None
    return made.executor()


def lying(state: State, place: str, owner: int = -1) -> list[int]:
    """Gives the values of the cards in a place, in order."""
    layout = state.program.layout
    things = state.contents[layout.place_of[place, owner]]
    return [layout.kind_of[thing].rows[layout.row_of[thing]].values["Value"] for thing in things]


@pytest.mark.parametrize("ties", ["Carried Over", "Thrown Away"])
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(k, marks=pytest.mark.slow) for k in range(2, 40))])
@pytest.mark.in_turn(6)
def test_the_referee_agrees(game: Interpreter, players: int, ties: str, seed: int) -> None:
    rng = random.Random(seed)
    state, _ = game.initial(Setting(players, seed, {"Ties": ties}))
    referee = Match(players, ties == "Carried Over")
    prizes = []
    while (decision := game.decision(state)) is not None:
        if not referee.bids:
            prizes.append(lying(state, "Offer")[-1])
            referee.turn_up(prizes[-1])
        assert lying(state, "Offer") == referee.offer
        offered = {
            int(choice.label.removeprefix("Bid Card ")): k for k, choice in enumerate(decision.choices)
        }
        assert decision.seat == referee.to_bid
        assert set(offered) == referee.hands[decision.seat]
        assert decision.secret
        # High bids are likelier, so that many are the same.
        value = max(rng.sample(sorted(offered), min(3, len(offered))))
        game.apply(state, offered[value])
        referee.bid(value)
        purses = state.program.layout.field_cell[id(game.game.kinds[SHEET]), "Points"]
        if not referee.bids:
            assert state.cells[purses : purses + players] == referee.points
    assert sorted(prizes) == list(range(1, 14))
    assert not any(referee.hands)
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.finished
    assert outcome.ranks == referee.ranks()

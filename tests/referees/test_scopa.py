"""The ruleset of Scopa and `scopa.py` offer the same at every decision, and score the same."""

import random
from pathlib import Path

import pytest
from scopa import Card, Scopa

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.syntax.nodes import SHEET

CLASSICS = Path(__file__).parents[2] / "rulesets" / "classics"


@pytest.fixture(scope="module")
def game() -> Interpreter:
    made = load("scopa.gdl", FolderProvider(CLASSICS))
    assert made.game is not None
    assert not made.diagnostics
    return made.executor()


def lying(state: State, place: str, owner: int = -1) -> list[Card]:
    """Gives the cards in a place, the last on top."""
    layout = state.program.layout
    start = layout.things["Card"].start
    there = state.contents[layout.place_of[place, owner]]
    return [((card - start) // 10, (card - start) % 10 + 1) for card in there]


@pytest.mark.parametrize("seed", [0, *(pytest.param(k, marks=pytest.mark.slow) for k in range(1, 40))])
def test_the_referee_agrees(game: Interpreter, seed: int) -> None:
    rng = random.Random(seed)
    state, _ = game.initial(Setting(2, seed))
    start = state.program.layout.things["Card"].start
    points = state.program.layout.field_cell[id(game.game.kinds[SHEET]), "Points"]
    decision = game.decision(state)
    assert decision is not None

    def dealt() -> tuple[list[list[Card]], list[Card], list[Card]]:
        return [lying(state, "Hand", seat) for seat in range(2)], lying(state, "Table"), lying(state, "Pack")

    referee = Scopa(decision.seat, *dealt())
    while (decision := game.decision(state)) is not None:
        if not referee.dealt:
            assert referee.winner is None
            referee.deal(*dealt())
        offered = {
            ((choice.value[0] - start) // 10, (choice.value[0] - start) % 10 + 1): k
            for k, choice in enumerate(decision.choices)
        }
        assert decision.seat == referee.turn
        assert set(offered) == referee.choices(), decision.prompt
        card = rng.choice(sorted(offered))
        game.apply(state, offered[card])
        referee.choose(card)
        assert state.cells[points : points + 2] == referee.points
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.finished
    assert outcome.ranks.index(1) == referee.winner

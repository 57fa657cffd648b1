"""The ruleset of Estate Sale and `estate_sale.py` offer the same at every decision, and count the same."""

import random
from pathlib import Path

import pytest
from estate_sale import EstateSale

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.syntax.nodes import SHEET

CLASSICS = Path(__file__).parents[2] / "rulesets" / "classics"


@pytest.fixture(scope="module")
def game() -> Interpreter:
    made = load("estate_sale.gdl", FolderProvider(CLASSICS))
    assert made.game is not None and not made.diagnostics
    return made.executor()


def lots(state: State, place: str) -> list[tuple[int, bool]]:
    """Gives the lots in a place, in order."""
    layout = state.program.layout
    rows = layout.game.kinds["Lot"].rows
    found = [rows[layout.row_of[lot]].values for lot in state.contents[layout.place_of[place, -1]]]
    return [(values["Collection"], bool(values["Sealed"])) for values in found]


def coins(game: Interpreter, state: State, players: int) -> list[int]:
    """Gives what each player has left."""
    start = state.program.layout.field_cell[id(game.game.kinds[SHEET]), "Coins"]
    return state.cells[start : start + players]


@pytest.mark.parametrize(("players", "seed"), [(3 + seed % 3, seed) for seed in range(12)])
def test_the_referee_agrees(game: Interpreter, players: int, seed: int) -> None:
    rng = random.Random(seed)
    state, _ = game.initial(Setting(players, seed))
    decision = game.decision(state)
    assert decision is not None
    referee = EstateSale(lots(state, "Catalogue") + lots(state, "Block"), players, decision.seat)
    while (decision := game.decision(state)) is not None:
        offered = [choice.label for choice in decision.choices]
        assert (decision.seat, sorted(offered)) == (referee.turn, sorted(referee.choices()))
        # Low bids are taken more often, so that many can still bid for the last lots.
        pick = min(rng.randrange(len(offered)) for _ in range(4 if offered[0].isdigit() else 1))
        game.apply(state, pick)
        referee.choose(offered[pick])
        assert coins(game, state, players) == referee.coins
    assert referee.lot is None
    outcome = game.outcome(state)
    assert outcome is not None and outcome.finished
    assert outcome.ranks == referee.ranks()
    assert game.aims(state) == tuple(map(referee.total, range(players)))

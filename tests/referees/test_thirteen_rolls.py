"""The ruleset of Thirteen Rolls and `thirteen_rolls.py` offer the same at every decision, and count the same."""

import random
from pathlib import Path

import pytest
from thirteen_rolls import BOXES, Match

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.syntax.nodes import SHEET

CLASSICS = Path(__file__).parents[2] / "rulesets" / "classics"


@pytest.fixture(scope="module")
def game() -> Interpreter:
    made = load("thirteen_rolls.gdl", FolderProvider(CLASSICS))
    assert made.game is not None
    return made.executor()


def dice(state: State) -> list[int]:
    """Gives the faces that lie on the table."""
    layout = state.program.layout
    return sorted(state.cells[layout.face_cell + die] for die in layout.things["Number Die"])


def points(game: Interpreter, state: State, player: int) -> dict[str, int]:
    """Gives the boxes that a player has filled, and what they count."""
    layout = state.program.layout
    sheet = game.game.kinds[SHEET]
    filled, counted = (
        layout.field_cell[id(sheet), name] + player * len(BOXES) for name in ("Filled", "Points")
    )
    return {box: state.cells[counted + k] for k, box in enumerate(BOXES) if state.cells[filled + k]}


@pytest.mark.parametrize(
    ("players", "seed"),
    [(1, 0), (2, 1), (3, 2), *(pytest.param(1 + k % 6, k, marks=pytest.mark.slow) for k in range(3, 60))],
)
@pytest.mark.in_turn(4)
def test_the_referee_agrees(game: Interpreter, players: int, seed: int) -> None:
    rng = random.Random(seed)
    state, _ = game.initial(Setting(players, seed))
    referee = Match(players)
    while (decision := game.decision(state)) is not None:
        lying = dice(state)
        offered = {
            choice.id if choice.id == "done" else choice.label: k for k, choice in enumerate(decision.choices)
        }
        assert decision.seat == referee.on_turn
        assert len(offered) == len(decision.choices)
        assert set(offered) == referee.choices(lying)
        # Dice that are most alike are kept often, so that boxes are made.
        wanted = [face for face in offered if face.isdigit() and lying.count(int(face)) == 1]
        choice = rng.choice(sorted(wanted or offered))
        game.apply(state, offered[choice])
        referee.choose(choice, lying)
        for player in range(players):
            assert points(game, state, player) == referee.sheets[player]
    assert referee.over
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.finished
    assert outcome.ranks == referee.ranks()
    assert game.aims(state) == tuple(map(referee.total, range(players)))

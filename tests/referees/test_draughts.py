"""The ruleset of draughts and `draughts.py` offer the same at every decision, and come to the same end."""

import random
from pathlib import Path

import pytest
from draughts import Draughts, Spot, perft

from gekido_dsl import perft as counting
from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State

CLASSICS = Path(__file__).parents[2] / "rulesets" / "classics"


@pytest.fixture(scope="module")
def game() -> Interpreter:
    made = load("draughts.gdl", FolderProvider(CLASSICS))
    assert made.game is not None
    return Interpreter(made.game, trace=False)


def spot(state: State, space: int) -> Spot:
    """Gives the row and column of a space, from the first player's side."""
    position = state.cells[state.program.layout.position_cell + space]
    return 8 - position // 8, position % 8 + 1


def offered(state: State) -> dict[tuple[Spot, Spot], int]:
    """Gives what is offered, by whence and where, with its number."""
    assert state.question is not None
    found = {}
    for number, option in enumerate(state.question.options):
        assert option is not None
        piece = option[0] if len(option) == 2 else state.frames[-1].locals[1]
        found[spot(state, state.where[piece]), spot(state, option[-1])] = number
    assert len(found) == len(state.question.options)
    return found


def stand(state: State) -> dict[Spot, tuple[int, bool]]:
    """Gives who stands where, and whether it is a king."""
    layout = state.program.layout
    kings = layout.field_cell[id(layout.game.kinds["Piece"]), "King"]
    pieces = layout.things["Piece"]
    return {
        spot(state, state.where[piece]): (state.owner(piece), bool(state.cells[kings + number]))
        for number, piece in enumerate(pieces)
        if 0 <= state.where[piece] < layout.count
    }


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(k, marks=pytest.mark.slow) for k in range(4, 15))]
)
@pytest.mark.in_turn(3)
@pytest.mark.quick_in_turn(2)
def test_the_referee_agrees(game: Interpreter, seed: int) -> None:
    rng = random.Random(seed)
    state, _ = game.initial(Setting(2, seed))
    referee = Draughts()
    while state.question is not None:
        choices = offered(state)
        assert state.question.seat == referee.to_move
        assert set(choices) == referee.choices()
        assert stand(state) == {at: (who, at in referee.kings) for at, who in referee.men.items()}
        # Jumps are taken often, so that the board empties and kings come.
        move = rng.choice(sorted(choices))
        game.apply(state, choices[move])
        referee.play(*move)
    assert not referee.choices()
    outcome = game.outcome(state)
    assert outcome is not None and outcome.finished
    assert outcome.ranks == referee.ranks()


KNOWN = (1, 7, 49, 302, 1_469, 7_361, 36_768, 179_740)
"""Positions after so many moves, as they are published."""


def test_the_referee_counts_what_is_known() -> None:
    assert tuple(perft(Draughts(), depth) for depth in range(7)) == KNOWN[:7]


@pytest.mark.slow
def test_the_ruleset_counts_what_is_known(game: Interpreter, depth: int = 3) -> None:
    counts = counting.count(game, Setting(2, 0), depth, ply="turn")
    assert counts.positions == KNOWN[: depth + 1]

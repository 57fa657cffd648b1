"""The house rule of crazyhouse and the package `chess` offer the same at every decision."""

import random
from pathlib import Path

import chess.variant
import pytest

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter

ROOT = Path(__file__).parents[2]
RANKS = (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)
Option = tuple[int | None, int, int | None]
"""Whence, where, and what is dropped."""


@pytest.mark.dear
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(k, marks=pytest.mark.slow) for k in range(2, 8))])
def test_the_referee_agrees(seed: int) -> None:
    """Forty moves of a random game; what can be taken is often taken, so that much is dropped."""
    made = load("crazyhouse.gdl", FolderProvider(ROOT / "tests" / "house", library=ROOT / "rulesets"))
    assert made.game is not None
    interpreter = Interpreter(made.game)
    rng, board = random.Random(seed), chess.variant.CrazyhouseBoard()
    state, _ = interpreter.initial(Setting(2, seed))
    layout = state.program.layout
    kind = made.game.kinds["Piece"]
    rank = layout.field_cell[id(kind), "Rank"] - layout.things["Piece"].start
    squares = layout.things["Square"]
    drops = 0
    for _ in range(40):
        question = state.question
        if question is None:
            break
        assert question.seat == (0 if board.turn else 1)
        choices: list[Option] = []
        for option in question.options:
            assert option is not None
            piece, goal = option
            there = state.where[piece]
            on_board = there in squares
            whence = _square(there - squares.start) if on_board else None
            what = None if on_board else RANKS[state.cells[rank + piece]]
            choices.append((whence, _square(goal - squares.start), what))
        legal = {
            (None if one.drop else one.from_square, one.to_square, one.drop) for one in board.legal_moves
        }
        assert set(choices) == legal
        assert len(choices) == len(legal)
        liked = [k for k, (whence, goal, what) in enumerate(choices) if what or board.piece_at(goal)]
        number = rng.choice(liked if liked and rng.random() < 0.6 else range(len(choices)))
        whence, goal, what = choices[number]
        interpreter.apply(state, number)
        become = None
        if whence is not None and chess.Move(whence, goal, chess.QUEEN) in board.legal_moves:
            become = RANKS[1:5][chosen := rng.randrange(4)]
            interpreter.apply(state, chosen)
        drops += what is not None
        board.push(chess.Move(goal if whence is None else whence, goal, become, what))
    assert drops


def _square(space: int) -> int:
    return chess.square(space % 8, 7 - space // 8)

"""Spaces that players have taken show whose they are in pictures."""

import pytest

from gekido_dsl import engine as e
from gekido_dsl.compilation import load
from gekido_dsl.drawing.boards import board as picture
from gekido_dsl.drawing.svg import document
from gekido_dsl.source import MemoryProvider

CLAIMS = """edition 1
game "Claims"
  players 2
kind Plot
board Land: {board}
turn of each player
  Taking
phase Taking
  take a Plot that is unclaimed
    otherwise stop
the game ends after 4 rounds
  all players rank by number of Plots that are friendly, highest first
"""
BOARDS = {
    "squares": "3 by 3 Plot, touching in 4 directions",
    "hexagons": "3 by 3 Plot, touching in 6 directions",
    "lines": '3 by 3 Plot, touching along lines\n  ".-.-."\n  "| | |"\n  ".-.-."\n  "| | |"\n  ".-.-."',
    "hexagon": "Plot, in a hexagon of side 2",
}


@pytest.mark.parametrize("shape", BOARDS)
def test_whose_a_space_is_can_be_seen(shape: str) -> None:
    text = CLAIMS.format(board=BOARDS[shape])
    made = load("claims.gdl", MemoryProvider({"claims.gdl": text}))
    executor = made.executor()
    state, _ = executor.initial(e.Setting(2, 1))
    before = document(picture(executor.observe(state, None).boards[0]))
    executor.apply(state, 0)
    view = executor.observe(state, None).boards[0]
    assert [space.owner for space in view.spaces].count(0) == 1
    after = document(picture(view))
    assert 'class="player1' not in before and 'class="player1' in after

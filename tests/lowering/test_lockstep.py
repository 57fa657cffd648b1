"""Interpreter and lowered program agree, decision by decision."""

import pytest
from lockstep import game_of, lockstep

from gekido_dsl.lowering import lower

READY = ["classics/tic_tac_toe", "classics/connect_four", "classics/breakthrough", "classics/hex"]
"""The rulesets that are lowered."""


@pytest.mark.parametrize("name", READY)
def test_program_agrees_with_interpreter(name: str) -> None:
    game = game_of(name)
    players = game.least_players
    lowered = lower(game, players, {})
    assert sum(lockstep(game, seed, players, lowered=lowered, most=30) for seed in range(2)) > 5

"""Interpreter and machine code say the same: events, decisions, what is seen, how it ended."""

import pytest
from both import both
from lockstep import game_of
from test_lockstep import READY

from gekido_dsl.backend.executor import CompiledExecutor

QUICK = (
    "classics/tic_tac_toe",
    "classics/rock_paper_scissors",
    "classics/thirteen_rolls",
    "botwars",
    "gekido",
)


@pytest.mark.parametrize("name", QUICK)
def test_both_say_the_same(name: str) -> None:
    assert both(game_of(name), 7, most=40, every=20) > 20


@pytest.mark.slow
@pytest.mark.parametrize("name", READY)
def test_both_say_the_same_throughout(name: str) -> None:
    game = game_of(name)
    compiled = CompiledExecutor(game, trace=True)
    for players in sorted({game.least_players, game.most_players}):
        assert both(game, 3 * players, players, most=150, compiled=compiled) > 20

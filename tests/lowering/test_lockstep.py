"""Interpreter and lowered program agree, decision by decision."""

import pytest
from by_python import Match
from lockstep import game_of, lockstep

from gekido_dsl.lowering import lower

READY = [
    "classics/tic_tac_toe",
    "classics/connect_four",
    "classics/breakthrough",
    "classics/hex",
    "classics/backgammon",
    "classics/draughts",
    "classics/four_lamps",
    "classics/goofspiel",
    "classics/hearts",
    "classics/liars_dice",
    "classics/mill_creek",
    "classics/nine_mens_morris",
    "classics/othello",
    "classics/pig",
    "classics/rock_paper_scissors",
    "classics/the_heir",
    "classics/thirteen_rolls",
    "classics/whist",
    "aimbots",
    "botwars",
    "geeko",
    "gekido",
    "gekido_duel",
]
"""The rulesets that are lowered."""


@pytest.mark.parametrize("name", READY)
def test_program_agrees_with_interpreter(name: str) -> None:
    game = game_of(name)
    players = game.least_players
    lowered = lower(game, players, {})
    assert sum(lockstep(game, seed, players, lowered=lowered, most=60) for seed in range(2)) > 5


@pytest.mark.parametrize(
    "name", ["classics/tic_tac_toe", "classics/breakthrough", "classics/pig", "classics/the_heir"]
)
def test_program_reads_and_writes_nothing_outside(name: str) -> None:
    game = game_of(name)
    assert lockstep(game, 1, most=12, by=Match) > 2

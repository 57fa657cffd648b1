"""Interpreter and lowered program agree, decision by decision."""

import pytest
from lockstep import game_of, lockstep

from gekido_dsl.backend.journal import Journal, journal_module
from gekido_dsl.engine import Setting
from gekido_dsl.lockstep import Differs, Pair
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
@pytest.mark.quick_in_turn(5)
@pytest.mark.dear
def test_program_agrees_with_interpreter(name: str) -> None:
    game = game_of(name)
    players = game.least_players
    lowered = lower(game, players, {})
    assert sum(lockstep(game, seed, players, lowered=lowered, most=60) for seed in range(2)) > 5


@pytest.mark.parametrize(
    "name", ["classics/tic_tac_toe", "classics/breakthrough", "classics/pig", "classics/the_heir"]
)
@pytest.mark.quick_in_turn(6)
def test_program_reads_and_writes_nothing_outside(name: str) -> None:
    game = game_of(name)
    assert lockstep(game, 1, most=12, by="python") > 2


def test_a_journal_that_is_full_is_begun_anew() -> None:
    game = game_of("classics/pig")
    lowered = lower(game, 2, {})
    setting = Setting(2, 1)
    for length in (48, 100, 1 << 16):
        pair = Pair(game, setting, lowered, Journal(journal_module(lowered.program, length)).play)
        state, error = pair.play(5, 1_000)
        assert error is None and state.question is None
        assert pair.decision > 40
    pair = Pair(game, setting, lowered, Journal(journal_module(lowered.program, 12)).play)
    with pytest.raises(Differs, match="longer than there is room for"):
        pair.play(5, 1_000)


@pytest.mark.parametrize("name", ["classics/hex", "gekido_duel"])
def test_playing_choice_by_choice_agrees(name: str) -> None:
    assert lockstep(game_of(name), 1, most=60, by="steps") > 20

"""`must leave`: of the choices, only those after which something is, or is not; each is tried on a copy."""

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import Setting
from gekido_dsl.interpreter.state import State
from gekido_dsl.source import MemoryProvider

GAME = """edition 1
game "Kings"
  players 2
  limit 9 turns
kind Square
board Board: 4 by 4 Square, touching in 8 directions
  "r..."
  "...."
  "K.R."
  "...."
  "K" is a King of the first player
  "R" is a Pawn of the first player
  "r" is a Rook of the second player
kind King, 1 for each player
kind Pawn, 1 for each player
kind Rook, 1 for each player
die Coin of 1 to 2, 1 of them
turn of each player
  Moving
a Square is a Way for a Rook if its row is the Rook's Square's row or its column is the Rook's Square's column
a King is In Check if some Rook that is on Board is Attacking for it
a Rook is Attacking for a King if all of
  its owner is not the King's owner
  the King's Square is a Way for it
  no Pawn is above the King
a Square is Close if it is next to my King and no friendly Pawn is on it
the game ends when every King is In Check
  the player wins
whenever a King enters a Square
  remove all Rooks on its Square
phase Moving
"""
MOVE = """  move my King to a Square that is Close, asking "Where?"
"""
LEAVE = "    must leave no friendly King that is In Check{rest}\n    otherwise stop\n"


def compiled(phase: str) -> Compilation:
    return load("kings.gdl", MemoryProvider({"kings.gdl": GAME + phase}))


def begun(phase: str) -> State:
    state, _ = compiled(phase).executor().initial(Setting(2, 1))
    return state


def offered(phase: str) -> list[str]:
    made = compiled(phase)
    assert made.game is not None, [one.message for one in made.diagnostics]
    executor = made.executor()
    state, _ = executor.initial(Setting(2, 1))
    before = executor.snapshot(state)
    decision = executor.decision(state)
    assert decision is not None
    # Nothing of what was tried stays.
    assert executor.snapshot(executor.restore(before)) == before
    assert executor.decision(executor.restore(before)) == decision
    return [choice.id for choice in decision.choices]


def test_without_it_every_square_is_offered() -> None:
    assert offered(MOVE + "    otherwise stop\n") == ["r2c1", "r2c2", "r3c2", "r4c1", "r4c2"]


def test_only_what_leaves_the_king_safe_is_offered() -> None:
    assert offered(MOVE + LEAVE.format(rest="")) == ["r2c2", "r3c2", "r4c2"]


def test_what_follows_from_a_move_counts() -> None:
    # The King reaches the Rook: a rule that follows takes it, so that nothing attacks any more.
    near = GAME.replace('"r..."\n  "...."\n  "K.R."', '"...."\n  "r..."\n  "K.R."')
    made = load("kings.gdl", MemoryProvider({"kings.gdl": near + MOVE + LEAVE.format(rest="")}))
    executor = made.executor()
    decision = executor.decision(executor.initial(Setting(2, 1))[0])
    assert decision is not None
    assert [choice.id for choice in decision.choices] == ["r2c1", "r3c2", "r4c2"]


def test_it_is_a_rung_like_others() -> None:
    assert offered(MOVE + LEAVE.format(rest=", else anywhere")) == ["r2c2", "r3c2", "r4c2"]
    assert offered(MOVE + "    must be corner, else leave no friendly King that is In Check\n") == ["r4c1"]


def test_lines_narrow_one_after_the_other() -> None:
    safe = "    must leave no friendly King that is In Check\n"
    assert offered(MOVE + safe + "    must be corner, else anywhere\n    otherwise stop\n") == [
        "r2c2", "r3c2", "r4c2",
    ]  # fmt: skip
    # Above and below the King, the Rook attacks: nothing is left for the second line.
    both = MOVE + safe + "    must be above my King, else below my King\n    otherwise me wins\n"
    assert begun(both).question is None


def test_with_two_open_phrases_every_pair_is_tried() -> None:
    block = """  do Jump with (a friendly Pawn or a friendly Pawn) and a Square that is empty, asking "Jump?"
    must leave no friendly King that is In Check
    otherwise stop
"""
    rule = "rule Jump with a Pawn, a Square as the goal\n  remove all Rooks on the goal\n  move the Pawn to the goal\n"
    made = compiled(block.replace("(a friendly Pawn or a friendly Pawn)", "a friendly Pawn") + rule)
    decision = made.executor().decision(made.executor().initial(Setting(2, 1))[0])
    assert decision is not None
    # Only between the Rook and the King.
    assert [choice.id.split(" → ")[1].split(" (")[0] for choice in decision.choices] == ["r2c1"]


def test_where_nothing_can_be_left_the_otherwise_is_done() -> None:
    nothing = MOVE + "    must leave no Square\n    otherwise me wins\n"
    executor = compiled(nothing).executor()
    state, _ = executor.initial(Setting(2, 1))
    outcome = executor.outcome(state)
    assert outcome is not None and outcome.ranks == (1, 2)


def test_what_is_tried_may_use_no_chance_and_ask_nobody() -> None:
    rolls = MOVE + LEAVE.format(rest="") + "whenever a King enters a Square\n  roll Coin\n"
    found = [one.code.slug for one in compiled(rolls).diagnostics]
    assert "cannot-be-tried" in found
    asks = MOVE + LEAVE.format(rest="") + 'whenever a King enters a Square\n  may "Wait"\n    stop\n'
    assert "cannot-be-tried" in [one.code.slug for one in compiled(asks).diagnostics]


@pytest.mark.parametrize(
    "sentence", ["choose a Square that is Close as the square\n", "arrange Squares into my Racks\n"]
)
def test_it_is_refused_where_a_sentence_changes_nothing(sentence: str) -> None:
    found = [one.code.slug for one in compiled(f"  {sentence}    must leave no Square\n").diagnostics]
    assert "wrong-sentence" in found or "unknown-name" in found


def test_why_not_names_what_must_be() -> None:
    executor = compiled(MOVE + LEAVE.format(rest="")).executor()
    state, _ = executor.initial(Setting(2, 1))
    assert executor.why_not(state, "r2c1") == ["r2c1: must leave no friendly King that is In Check"]

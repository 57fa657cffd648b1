"""`must be A, else B`: the first rung that any way to fill the whole sentence reaches counts for all ways."""

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.source import MemoryProvider

GAME = """edition 1
game "Ladder"
  players 2
  limit 5 turns
kind Square
board Board: 1 by 9 Square, touching in 4 directions
  "1.1....2."
  "1" is a Man of the first player
  "2" is a Man of the second player
kind Man, 2 for each player
turn of each player
  Moving
a Man is Home if its Square is corner
the game ends when some friendly Man on Board is Home
  the player wins
"""


def offered(phase: str, picks: int = 0) -> list[str]:
    """Lists the squares that are offered to the first player after the first choice was taken so many times."""
    executor = load("ladder.gdl", MemoryProvider({"ladder.gdl": GAME + phase})).executor()
    state, _ = executor.initial(Setting(2, 1))
    for _ in range(picks):
        executor.apply(state, 0)
    decision = executor.decision(state)
    assert decision is not None
    return [choice.id.split(" → ")[1].split(" (")[0] for choice in decision.choices]


def test_the_best_rung_counts_whatever_is_picked_first() -> None:
    moves = """phase Moving
  move a friendly Man on Board to an empty Square that is within 4 of it
    must be next to an enemy Man, else anywhere
    otherwise stop
"""
    # The Man at r1c1 reaches no square next to an enemy, so only the one at r1c3 may move.
    assert offered(moves) == ["r1c7"]


def test_with_nothing_on_the_first_rung_the_next_counts_for_all() -> None:
    moves = """phase Moving
  move a friendly Man on Board to an empty Square that is within 3 of it
    must be next to an enemy Man, else within 2 of an enemy Man, else anywhere
    otherwise stop
"""
    assert offered(moves) == ["r1c6"]
    assert offered(moves.replace("within 3 of it", "within 2 of it")) == [
        "r1c2",
        "r1c2",
        "r1c4",
        "r1c5",
    ]


def test_of_several_those_chosen_before_are_no_reason_to_stay_on_a_rung() -> None:
    moves = """phase Moving
  move 2 friendly Men on Board to a Square that is empty
    must be next to an enemy Man, else anywhere
    otherwise stop
"""
    assert offered(moves) == ["r1c7", "r1c9", "r1c7", "r1c9"]
    # The first now stands at r1c7; the other one may still come next to the enemy.
    assert offered(moves, 1) == ["r1c9"]

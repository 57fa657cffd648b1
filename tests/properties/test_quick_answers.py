"""What is remembered within a question, and what is not looked through, changes no answer: only the work."""

import random
from typing import Any

import pytest
from shipped import NAMES, silent, traced

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.interpreter import Interpreter, interpreter
from gekido_dsl.interpreter.operators import Evaluator, making
from gekido_dsl.model import nodes as m
from gekido_dsl.source import MemoryProvider

DEAR = ("classics/draughts.gdl", "classics/go_on_19_by_19.gdl")
"""What looks through everything takes long in these."""


class Slow(Evaluator):
    """Works everything out afresh, and looks through everything."""

    narrows = False

    def remembered(self, declared: m.Decl, run: Any) -> Any:
        return run


def same_match(quick: Interpreter, slow: Interpreter, seed: int, most: int) -> tuple[int, int]:
    """Plays a random match on both and compares what is offered and what comes of it; gives the work of each."""
    players = quick.game.least_players
    quick.effort = slow.effort = 0
    one, _ = quick.initial(Setting(players, seed))
    two, _ = slow.initial(Setting(players, seed))
    rng = random.Random(seed)
    for _ in range(most):
        assert (one.cells, one.contents, one.rng.state) == (two.cells, two.contents, two.rng.state)
        if one.question is None or two.question is None:
            break
        assert one.question.options == two.question.options
        choice = rng.randrange(len(one.question.options))
        quick.apply(one, choice)
        slow.apply(two, choice)
    assert quick.outcome(one) == slow.outcome(two)
    return quick.effort, slow.effort


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=pytest.mark.slow if one in DEAR else ()) for one in NAMES]
)
@pytest.mark.quick_in_turn(6)
def test_shipped_games_go_the_same_way(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Looking through everything may be more work than a match allows.
    for module in (interpreter, making):
        monkeypatch.setattr(module, "WORK_LIMIT", 1_000_000_000)
    slow = Interpreter(traced(name).game, trace=False, evaluator=Slow)
    same_match(silent(name), slow, 9, 40)


WALKS = """edition 1
game "Land"
  players 2, facing each other
  limit 30 turns
kind Field from "fields.yaml"
  Dry: yes or no
board Land: 5 by 5 Field, touching in 8 directions
  all: Fields, shuffled
kind Walker, 8 for each player
setup
  each player
    each friendly Walker
      put it onto random Field that is empty
turn of each player
  Walking
a Field is Open for a Walker if it is empty and (RELATION)
a Walker is Cornered if its Field is corner
a Field is Watched if some enemy Walker is next to it
the Ways of a Walker are Fields that are Open for it
a Walker is Free if some Field of its Ways is not Watched
phase Walking
  move a friendly Walker to a Field that is Open for it
    must be Watched, else within 2 of an enemy Walker, else anywhere
    otherwise stop
  if number of friendly Walkers that are Free is at least 6
    remove a friendly Walker
  remove a Walker that is Cornered if possible
the game ends when every friendly Walker is Cornered
  the player wins
"""

RELATIONS = (
    "it is next to the Walker",
    "the Walker is within 2 of it",
    "it is ahead of the Walker or the Walker is above it",
    "it is diagonally ahead of the Walker or the Walker is left of it",
    "it is behind the Walker or it is right of the Walker",
    "it is not corner and it is next to the Walker",
    "it is next to an enemy Walker",
    "it is Dry",
)
FIELDS = "\n".join(f"- {{Name: F{n * 7 % 25}, Dry: {'true' if n % 3 else 'false'}}}" for n in range(25))


@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.quick_in_turn(3)
def test_what_lies_near_is_found_like_by_looking_everywhere(relation: str) -> None:
    text = WALKS.replace("RELATION", relation)
    made = load("land.gdl", MemoryProvider({"land.gdl": text, "fields.yaml": FIELDS}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    quick, slow = (Interpreter(made.game, trace=False, evaluator=one) for one in (Evaluator, Slow))
    for seed in range(3):
        same_match(quick, slow, seed, 30)


DRAUGHTS = """edition 1
game "Draughts"
  players 2, facing each other
  limit 400 turns
kind Square
board Board: 8 by 8 Square, touching in 8 directions
  ".2.2.2.2"
  "2.2.2.2."
  ".2.2.2.2"
  "........"
  "........"
  "1.1.1.1."
  ".1.1.1.1"
  "1.1.1.1."
  "1" is a Piece of the first player
  "2" is a Piece of the second player
kind Piece, 12 for each player
  King: yes or no, starts no
turn of each player
  Moving
phase Moving
  do Jump with a friendly Piece on Board and a Square
    must be a Landing for it, else a Step for it
    otherwise
      each other player
        me wins
rule Jump with a Piece, a Square as the goal
  remove all enemy Pieces on the goal's Hurdles for the Piece if the goal is a Landing for the Piece
  move the Piece to the goal
a Square is Reachable for a Piece if
  it is diagonally ahead of the Piece or (the Piece is King and the Piece is diagonally ahead of it)
a Square is a Step for a Piece if it is empty and it is Reachable for the Piece
the Hurdles of a Square for a Piece are Squares that are Reachable for the Piece and are next to it
a Square is a Landing for a Piece if all of
  it is empty
  its row is not the Piece's Square's row
  its column is not the Piece's Square's column
  some enemy Piece is on its Hurdles for the Piece
"""


@pytest.mark.dear
def test_definitions_over_a_whole_board_cost_little() -> None:
    text = DRAUGHTS.replace("for a Piece if\n  it is", "for a Piece if it is")
    made = load("draughts.gdl", MemoryProvider({"draughts.gdl": text}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    quick, slow = (Interpreter(made.game, trace=False, evaluator=one) for one in (Evaluator, Slow))
    least, most = same_match(quick, slow, 4, 4)
    assert least < most / 50
    assert least < 4 * 5_000

"""A search knows that it will know later what it looks at now."""

import pytest

from gekido_dsl.backend.policy import Policy
from gekido_dsl.backend.policy_games import PolicyGames
from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.source import MemoryProvider

pytest.importorskip("wasmtime")

LOOK_FIRST = """edition 1
game "Look First"
  players 2
values Colour: Red, Blue, Green
kind Card, 1 for each Colour
  Colour: a Colour
kind Seat, 1 for each player
  Shut: yes or no, starts no
deck Pack: all Cards, shuffled
pile Covered of Cards, seen by nobody
setup
  move the next Card of Pack to Covered
turn of each player
  Guessing
phase Guessing
  choose one
    "Shut my eyes"
      set my Seat's Shut to yes
    "Look"
      show Covered to me
  choose a Colour as the guess
  if some Card of Covered is Guessed for the guess
    me wins
  me loses
a Card is Guessed for a Colour as the guess if its Colour is the guess
"""


def test_who_can_look_looks_before_it_guesses() -> None:
    game = load("look.gdl", MemoryProvider({"look.gdl": LOOK_FIRST})).game
    assert game is not None
    player = PolicyGames(game, Setting(2, 1, {}), (Policy(300), Policy(300)))
    for number in range(12):
        played = player.play(number)
        assert played.outcome is not None
        assert player.choices[0] == 1
        assert played.outcome.ranks == (1, 2)

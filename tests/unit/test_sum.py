"""The sum of things by a number: what it adds up, of things and of players."""

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import Setting
from gekido_dsl.source import MemoryProvider

GAME = """\
edition 1

game "Weights"
  players 3
  limit 9 turns

kind Sack, 2 for each player
  Weight: 0 to 9, starts 2
kind Scale, 1 for each player
  Reading: 0 to 99, starts 0
pool Cart of Sacks

the Double of a Sack is its Weight times 2
amount Load of a player
  starts at the sum of my Sacks by Weight

turn of each player
  Weighing

phase Weighing
  each Sack
    set its Weight to 5 if it is friendly
  move all Sacks that are friendly to Cart
  set my Scale's Reading to NUMBER
  my Scale's Reading gains (the highest Sack of Cart by Double)'s Weight if possible
  me wins if my Load is 10
"""


def compiled(number: str) -> Compilation:
    return load("weights.gdl", MemoryProvider({"weights.gdl": GAME.replace("NUMBER", number)}))


@pytest.mark.parametrize(
    ("number", "reading"),
    [
        ("the sum of Sacks by Weight", 18),
        ("the sum of Sacks of Cart by Weight", 10),
        ("the sum of my Sacks by Double", 20),
        ("the sum of players by my Load", 18),
        ("(the sum of Sacks by Weight) minus (the sum of Sacks of Cart by Weight)", 8),
    ],
)
def test_the_numbers_of_all_are_added(number: str, reading: int) -> None:
    made = compiled(number)
    assert made.game is not None, [one.message for one in made.diagnostics]
    x = made.executor()
    state, _ = x.initial(Setting(3, 1))
    assert x.observe(state, 0).players[0].things[-1].facts["Reading"] == str(reading + 5)


@pytest.mark.parametrize("number", ["the sum of my Scale by Reading", "the sum of Sacks by me"])
def test_one_thing_and_what_is_no_number_are_refused(number: str) -> None:
    assert [one.code.slug for one in compiled(number).diagnostics] == ["wrong-type"]

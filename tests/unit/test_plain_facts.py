"""A fact of yes or no is said of the thing that has it."""

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.model import nodes as m
from gekido_dsl.source import MemoryProvider

RULESET = """edition 1

game "Laps"
  players 2
  limit 50 turns

values Way: North, East, South, West, clockwise

kind Runner, 1 for each player
  Steps: 0 to 9, starts 0
  Tired: yes or no, starts no
  Barred towards each Way: yes or no, starts no

a Runner is Slow if {condition}

turn of each player
  Play

phase Play
  my Runner's Steps gains 1 if possible
  if some Runner is Slow
    my Runner's Steps gains 2 if possible
  set my Runner's Tired to yes
  set my Runner's Barred towards North to yes

the game ends when my Runner's Steps is 9
  the player wins
"""


@pytest.mark.parametrize(
    ("plain", "spelled_out"),
    [
        ("it is Tired", "its Tired is yes"),
        ("it is not Tired", "not yes"),
        ("it is Barred towards North", "its Barred towards North is yes"),
        ("its owner's Runner is Tired", "its owner's Runner's Tired is yes"),
    ],
)
def test_means_the_same(plain: str, spelled_out: str) -> None:
    made = _slow(plain)
    if spelled_out == "not yes":
        assert made.op == "not"
        made, spelled_out = made.args[0], "its Tired is yes"
    assert _shape(made) == _shape(_slow(spelled_out))


def _slow(condition: str) -> m.Expr:
    compilation = load("laps.gdl", MemoryProvider({"laps.gdl": RULESET.format(condition=condition)}))
    assert compilation.game is not None, compilation.diagnostics
    test = compilation.game.definitions["Slow"].test
    assert test is not None
    return test


def _shape(expr: m.Expr) -> object:
    ref = getattr(expr.ref, "name", expr.ref)
    return (expr.op, str(expr.type), ref, expr.value, tuple(_shape(arg) for arg in expr.args))

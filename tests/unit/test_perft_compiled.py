"""A compiled game is counted as the interpreter counts it."""

from pathlib import Path

import pytest

from gekido_dsl import perft
from gekido_dsl.api import read
from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.model import nodes as m
from gekido_dsl.source import MemoryProvider

CLASSICS = Path(__file__).parent.parent.parent / "rulesets" / "classics"


class Compiled:
    """Makes a tree, and knows whether it was asked to."""

    def __init__(self, game: m.Game, setting: Setting, by_turn: bool = False) -> None:
        self.made = False
        self._given = game, setting, by_turn

    def __call__(self) -> perft.CompiledTree:
        self.made = True
        return perft.CompiledTree(*self._given)


@pytest.mark.parametrize(
    ("name", "shallow", "depth", "ply", "known"),
    [
        ("tic_tac_toe", 4, 6, "decision", 54_720),
        pytest.param("tic_tac_toe", 5, 7, "decision", 148_176, marks=pytest.mark.slow),
        ("connect_four", 3, 6, "decision", 117_649),
        ("draughts", 2, 5, "turn", 7_361),
        pytest.param("draughts", 3, 6, "turn", 36_768, marks=pytest.mark.slow),
    ],
)
@pytest.mark.quick_in_turn(3)
@pytest.mark.dear
def test_known_numbers(name: str, shallow: int, depth: int, ply: perft.Ply, known: int) -> None:
    """The interpreter is followed as far as it is quick, the published numbers as far as the module is."""
    ruleset = read(CLASSICS / f"{name}.gdl")
    setting = Setting(2, 0)
    interpreter = Interpreter(ruleset.game, trace=False)
    compiled = Compiled(ruleset.game, setting, ply == "turn")
    counts = perft.count(interpreter, setting, depth, ply=ply, compiled=compiled)
    assert compiled.made
    assert counts.positions[depth] == known
    near = perft.count(interpreter, setting, shallow, ply=ply)
    assert counts.positions[: shallow + 1] == near.positions
    assert counts.ended[: shallow + 1] == near.ended


def test_parts_are_the_same() -> None:
    ruleset, setting = read(CLASSICS / "tic_tac_toe.gdl"), Setting(2, 0)
    interpreter = Interpreter(ruleset.game, trace=False)
    parts = perft.divide(interpreter, setting, 3, compiled=Compiled(ruleset.game, setting))
    assert parts == perft.divide(interpreter, setting, 3) and len(parts) == 9


TRIED = """edition 1
game "Careful Steps"
  players 2
  limit 30 turns
kind Square
board Board: 3 by 3 Square, touching in 4 directions
  "k.."
  "..."
  "..K"
  "K" is a King of the first player
  "k" is a King of the second player
kind King, 1 for each player
kind Stone, 9 for each player
pool Bowl of each player: all Stones
turn of each player
  Stepping
phase Stepping
  may move my King to a Square that is next to it and is empty, asking "Where?"
    must leave no friendly King that is next to an enemy King
    must leave some empty Square that is next to my King
    otherwise put the next Stone of my Bowl onto Square r2c2 if Square r2c2 is empty
  do Drop with an empty Square, asking "What is taken?"
    must leave some empty Square that is next to my King
    otherwise me loses
rule Drop with a Square
  put the next Stone of my Bowl onto the Square
"""


@pytest.mark.parametrize("by_turn", [False, True])
@pytest.mark.dear
def test_ways_that_are_tried_alone_are_as_many_as_all_that_are_offered(by_turn: bool) -> None:
    """Some pass and some do not, one may decline, and where none passes nobody is asked."""
    made = load("steps.gdl", MemoryProvider({"steps.gdl": TRIED}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    setting = Setting(2, 0)
    interpreter = Interpreter(made.game, trace=False)
    ply: perft.Ply = "turn" if by_turn else "decision"
    depth = 2 if by_turn else 4
    compiled = Compiled(made.game, setting, by_turn)
    assert perft.count(interpreter, setting, depth, ply=ply, compiled=compiled) == perft.count(
        interpreter, setting, depth, ply=ply
    )
    assert compiled.made
    assert perft.divide(interpreter, setting, depth, ply=ply, compiled=compiled) == perft.divide(
        interpreter, setting, depth, ply=ply
    )


def test_chance_deep_down_is_worded_by_the_interpreter() -> None:
    ruleset, setting = read(CLASSICS / "backgammon.gdl"), Setting(2, 1)
    interpreter = Interpreter(ruleset.game, trace=False)
    told = []
    for compiled in (None, Compiled(ruleset.game, setting)):
        with pytest.raises(perft.UsesChance) as found:
            perft.divide(interpreter, setting, 4, compiled=compiled)
        told.append((found.value.what, found.value.line))
    assert told[0] == told[1] and told[0][1]

"""A compiled game is counted as the interpreter counts it."""

from pathlib import Path

import pytest

from gekido_dsl import perft
from gekido_dsl.api import Ruleset, read
from gekido_dsl.engine import Setting
from gekido_dsl.interpreter import Interpreter

CLASSICS = Path(__file__).parent.parent.parent / "rulesets" / "classics"


class Compiled:
    """Makes a tree, and knows whether it was asked to."""

    def __init__(self, ruleset: Ruleset, setting: Setting, by_turn: bool = False) -> None:
        self.made = False
        self._given = ruleset.game, setting, by_turn

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
    compiled = Compiled(ruleset, setting, ply == "turn")
    counts = perft.count(interpreter, setting, depth, ply=ply, compiled=compiled)
    assert compiled.made
    assert counts.positions[depth] == known
    near = perft.count(interpreter, setting, shallow, ply=ply)
    assert counts.positions[: shallow + 1] == near.positions
    assert counts.ended[: shallow + 1] == near.ended


def test_parts_are_the_same() -> None:
    ruleset, setting = read(CLASSICS / "tic_tac_toe.gdl"), Setting(2, 0)
    interpreter = Interpreter(ruleset.game, trace=False)
    parts = perft.divide(interpreter, setting, 3, compiled=Compiled(ruleset, setting))
    assert parts == perft.divide(interpreter, setting, 3) and len(parts) == 9


def test_chance_deep_down_is_worded_by_the_interpreter() -> None:
    ruleset, setting = read(CLASSICS / "backgammon.gdl"), Setting(2, 1)
    interpreter = Interpreter(ruleset.game, trace=False)
    told = []
    for compiled in (None, Compiled(ruleset, setting)):
        with pytest.raises(perft.UsesChance) as found:
            perft.divide(interpreter, setting, 4, compiled=compiled)
        told.append((found.value.what, found.value.line))
    assert told[0] == told[1] and told[0][1]

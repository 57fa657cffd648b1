"""When a verb does what several are chosen for: to each as it is chosen, or once to all of them.

Both executors go by the column `late` of the verb's record, so that only what is told shows whether it is right.
"""

from dataclasses import replace
from typing import Any

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import Severity
from gekido_dsl.engine import Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.model import nodes as m
from gekido_dsl.source import MemoryProvider

GAME = """edition 1

game "Picks"
  players 2

kind Card, 12 of them

die Cube of 1 to 6, 3 for each player

deck Pack: all Cards, shuffled, with pile Trash
pile Trash of Cards
hand Hand of each player, of Cards
pool Cup of each player: all Cubes

setup
  each player
    draw 4 Cards

turn of each player
  Doing

phase Doing
  roll all Cubes of my Cup
  LINE

the game ends when Pack is empty
  the player wins
"""
EACH = {
    "flip 2 Cubes of my Cup": m.acts.Flip,
    "turn 2 Cubes of my Cup to 3": m.acts.Turn,
    "move 2 Cards of my Hand to Trash": m.acts.Move,
    "discard 2 Cards of my Hand": m.acts.Discard,
    "remove 2 Cards of my Hand": m.acts.Remove,
    "destroy 2 Cards of my Hand": m.acts.Destroy,
    "take 2 Cards of the second player's Hand": m.acts.Take,
    "show 2 Cards of my Hand to the second player": m.acts.Show,
}
"""What is done to each thing as soon as it is chosen, so that the next one is asked for when the first is done."""
ONCE = {
    "roll 2 Cubes of my Cup": m.acts.Roll,
    "reroll 2 Cubes of my Cup": m.acts.Reroll,
    "choose 2 Cards of my Hand as the pair": m.acts.Bind,
}
"""What is done to all of them, once they are chosen."""
LINES = {**EACH, **ONCE}


def told_between(line: str) -> list[str]:
    """Plays two choices, and gives what is told after the first and before the second."""
    loaded = load(
        "game.gdl", MemoryProvider({"game.gdl": GAME.replace("LINE", f"{line}\n    otherwise stop")})
    )
    assert [one.message for one in loaded.diagnostics if one.severity is Severity.ERROR] == []
    assert loaded.game is not None
    executor = Interpreter(loaded.game)
    state, _ = executor.initial(Setting(2, 1))
    told = executor.apply(state, 0)
    assert executor.decision(state) is not None
    return [event.kind for event in told if event.kind not in ("begin", "turn")]


@pytest.mark.parametrize("line", LINES)
def test_when_it_is_done(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    act: Any = LINES[line]
    told = told_between(line)
    assert bool(told) is (line in EACH)
    assert set(told) <= set(act.record.tells)
    monkeypatch.setattr(act, "record", replace(act.record, late=not act.record.late))
    assert bool(told_between(line)) is not bool(told), "the other way shows"

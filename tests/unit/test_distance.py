"""Distances: the fewest steps, what a way may lead over, and what is nowhere."""

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import Setting
from gekido_dsl.source import MemoryProvider

GAME = """edition 1
game "Ways"
  players 2
  limit 9 turns
kind Spot from "spots.yaml"
  Wet: yes or no
kind Cell
board Field: 3 by 4 Spot, touching in {ways} directions
  all: Spots
board Yard: 2 by 2 Cell, touching in 4 directions
kind Pawn, 1 for each player
kind Flag, 2 of them
amount Far
  starts at {distance}
a Spot is a Dry Spot if its Wet is no
a Spot is Free if it is a Dry Spot and no Flag is on it
setup
  put my Pawn onto Start
{setup}
turn of each player
  Act
phase Act
  me wins
"""
MAP = """
S..D
.##.
E#L.
"""
NAMES = {"S": "Start", "D": "Dock", "E": "End", "L": "Lake"}
NO_WAY = 12


def compiled(distance: str, setup: str = "", ways: int = 4) -> Compilation:
    spots = "".join(
        f"- Name: {NAMES.get(sign, f'Spot{row}{column}')}\n  Wet: {str(sign in '#L').lower()}\n"
        for row, line in enumerate(MAP.split())
        for column, sign in enumerate(line)
    )
    lines = "".join(f"  {line}\n" for line in setup.split("; ") if line)
    text = GAME.format(distance=distance, setup=lines, ways=ways)
    return load("ways.gdl", MemoryProvider({"ways.gdl": text, "spots.yaml": spots}))


def far(made: Compilation) -> int:
    interpreter = made.executor()
    state = interpreter.opened(Setting(2, 1))
    interpreter.go_on(state)
    while interpreter.decision(state) is not None:
        interpreter.apply(state, 0)
    (line,) = interpreter.game.amounts["Far"].lines
    found = state.program.evaluator.make(line.operand)
    first = found(state, [0] + [-1] * 9)
    assert found(state, [0] + [-1] * 9) == first
    return int(first)


@pytest.mark.parametrize(
    ("distance", "setup", "ways", "steps"),
    [
        ("the distance from my Pawn to Lake", "", 4, 4),
        ("the distance from my Pawn to Lake", "", 8, 2),
        ("the distance from my Pawn to Start", "", 4, 0),
        ("the distance from Lake to my Pawn over Dry Spots", "", 4, 6),
        ("the distance from Lake to Start over Spots that are Dry Spots", "", 8, 4),
        ("the distance from my Pawn to Lake over Dry Spots", "", 4, NO_WAY),
        ("the distance from my Pawn to Dock over Spots that are Free", "put a Flag onto Dock", 4, NO_WAY),
        ("the distance from my Pawn to End over Spots that are Free", "put a Flag onto Dock", 4, 2),
        (
            "the distance from my Pawn to a Flag",
            "put a Flag onto Dock; put a Flag that is not on Field onto Lake",
            4,
            3,
        ),
        (
            "the distance from Flags to End",
            "put a Flag onto Dock; put a Flag that is not on Field onto Lake",
            4,
            2,
        ),
        ("the distance from my Pawn to a Flag", "", 4, NO_WAY),
        ("the distance from my Pawn to none", "", 4, NO_WAY),
        ("the distance from my Pawn to a Flag", "put a Flag onto a Cell", 4, NO_WAY),
        ("the distance from my Pawn to a Dry Spot", "", 4, 0),
    ],
)
def test_the_fewest_steps_are_counted(distance: str, setup: str, ways: int, steps: int) -> None:
    made = compiled(distance, setup, ways)
    assert not [one.message for one in made.diagnostics if one.code.slug == "wrong-type"]
    assert far(made) == steps


@pytest.mark.parametrize(
    ("distance", "message"),
    [
        ("the distance from Start to a Cell", "board to board"),
        ("the distance from my Pawn to End over Flags", "over spaces of a board"),
        ("the distance from my Pawn to Field", "a thing or a space"),
        ("the distance from 3 to End", "a thing or a space"),
    ],
)
def test_what_is_no_way_is_said(distance: str, message: str) -> None:
    assert any(message in one.message for one in compiled(distance).diagnostics)

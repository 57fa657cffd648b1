"""BotWars as players meet it: how many have a place, and what the log and the reports tell."""

import random
from collections.abc import Mapping
from pathlib import Path

import pytest

from gekido_dsl import engine as e
from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.play.reports import tables
from gekido_dsl.scenario.run import run_one

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"


def botwars() -> Interpreter:
    return load("botwars.gdl", FolderProvider(RULESETS)).executor()


def test_the_ninth_player_has_a_place_only_if_nine_may_play() -> None:
    x = botwars()
    for options, asked in (dict[str, str](), 8), ({"Most Players": "Nine"}, 9):
        state, _ = x.initial(Setting(9, 1, options))
        seats = []
        while (decision := x.decision(state)) is not None and "robot" in decision.prompt:
            seats.append(decision.seat)
            x.apply(state, 0)
        assert seats == list(range(asked))


TURN = """edition 1

game "A Turn" changes "botwars.gdl"

scenario "A turn"
  given seats Red, Blue, Green
  given Red's Mode is Real
  given Blue's Mode is Real
  given the turn of Red, at Programming
  given Red is on r1c1
  given Red's Facing is East
  given Blue is on r1c2
  given Blue's Facing is North
"""


def stage(folder: Path, *steps: str) -> Mapping[str, Mapping[str, str]]:
    """Gives what everybody reads of the first stage of a turn: the lines of each robot."""
    path = folder / "turn.gdl"
    path.write_text(TURN + "".join(f"  {step}\n" for step in steps), encoding="utf-8")
    x = load(path.name, FolderProvider(folder, library=RULESETS)).executor()
    result = run_one(x, x.game.scenarios[-1])
    assert result.passed, result.message
    report = next(table for _, table in tables(result.events, None))
    return {
        robot: {title: cells[column] for title, cells in report.lines}
        for column, robot in enumerate(report.columns)
    }


@pytest.mark.dear
def test_a_push_is_told_with_its_time_index(tmp_path: Path) -> None:
    told = stage(
        tmp_path,
        "given Red's Hand is FWD2-670",
        "given Blue's Hand is RT90-80",
        "when Red chooses FWD2-670, Done",
        "when Blue chooses RT90-80, Done",
        "when Green passes",
    )
    assert told["Red"]["Moves"] == "moves to r1c2, r1c3"
    assert told["Blue"]["Moves"] == (
        "pushed at 670; moves to r1c3; pushed at 670; moves to r1c4; Facing: North → East"
    )


def test_a_robot_that_is_lost_for_good_has_its_column_in_that_stage(tmp_path: Path) -> None:
    told = stage(
        tmp_path,
        "given Blue's Stock is 1",
        "given Blue's HP is 2",
        "given Blue's Facing is South",
        "given Blue's Hand is FWD1-490",
        "when Red passes",
        "when Blue chooses FWD1-490, Done",
        "when Green passes",
    )
    assert list(told) == ["Red", "Blue", "Green"]
    assert told["Blue"]["Mode"] == "Destroyed"
    assert told["Blue"]["Moves"].endswith("is off the board; Player 2 is out of the game")


def played(seed: int, turns: int) -> list[e.Event]:
    x = botwars()
    chance = random.Random(seed)
    state, told = x.initial(Setting(3, seed, {"Floor Plan": "Gamma"}))
    while (decision := x.decision(state)) is not None and x.turn(state)[0] <= turns:
        told += x.apply(state, chance.randrange(len(decision.choices)))
    return told


def test_the_log_tells_of_obstructions_and_fused_registers() -> None:
    texts = [event.text for event in played(5, 12)]
    assert any(text.endswith("obstruction encountered") for text in texts)
    assert any(text.endswith("a register is fused") for text in texts)
    assert not any("Reach" in text or "Hits" in text for text in texts)

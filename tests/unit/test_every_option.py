"""Wins by the answer of each option."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from gekido_dsl.cli import simulate

RULESET = """\
edition 1

game "Seats"
  players 2
  limit 40 turns

option Winner "Who wins" is First or Second
option Pace "How fast it goes" is Quick, Slow or Slower

kind Seat, 1 for each player
  Score: 0 to 300, starts 0

turn of each player
  Walking

phase Walking
  choose one
    "On"
      if Winner is First
        my Seat's Score gains 1
      otherwise
        each other Seat
          its Score gains 1

the game ends when some Seat is Rich
  the highest player by my Seat's Score wins

a Seat is Rich if its Score is at least 1
"""


def run(folder: Path, *more: str) -> tuple[int, str]:
    path = folder / "seats.gdl"
    path.write_text(RULESET)
    asked = [str(path), "--games", "8", "--seat", "random", "--seed", "1", "--every-option", "--jobs", "1"]
    told = CliRunner().invoke(simulate.command, [*asked, *more], standalone_mode=False)
    return told.exit_code, told.stdout + (f"{told.exception}" if told.exception else "")


def test_each_answer_of_each_option_is_played(tmp_path: Path) -> None:
    code, told = run(tmp_path, "--format", "json")
    assert code == 0, told
    found = json.loads(told)["wins_by_option"]
    wins = {(one["option"], one["answer"]): [seat["count"] for seat in one["wins_by_seat"]] for one in found}
    assert wins == {
        ("Winner", "First"): [8, 0], ("Winner", "Second"): [0, 8],
        ("Pace", "Quick"): [8, 0], ("Pace", "Slow"): [8, 0], ("Pace", "Slower"): [8, 0],
    }  # fmt: skip
    assert [one["answer"] for one in found if one["chosen"]] == ["First", "Quick"]
    assert found[1]["wins_by_seat"][1]["low"] == pytest.approx(0.675592, abs=1e-6)


def test_what_is_given_stays_as_it_is(tmp_path: Path) -> None:
    code, told = run(tmp_path, "--option", "winner=second")
    assert code == 0 and "Slower" in told and "Winner" not in told.split("repeat")[0]
    assert re.search(r"  Slow +8  ", told) and "--every-option" in told
    _, page = run(tmp_path, "--format", "html")
    assert "Wins by option" in page and "Second" in page


def test_one_game_has_no_options_to_compare(tmp_path: Path) -> None:
    code, told = run(tmp_path, "--game", "1")
    assert code and "--every-option plays many runs here" in told

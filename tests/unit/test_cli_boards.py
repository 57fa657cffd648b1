"""What is drawn between two questions of one turn: the boards, when something has moved."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from gekido_dsl.cli import play

GAME = """edition 1

game "Strides"
  players 2
  limit 9 turns

kind Square
board Floor: 3 by 3 Square, touching in 4 directions
kind Runner, 1 for each player
  Steps: 0 to 9, starts 0

setup
  each player
    put my Runner onto random empty Square

turn of each player
  Play

phase Play
  move my Runner to an empty Square, asking "Where to?"
    otherwise stop
  my Runner's Steps gains 1 if possible
  choose one, asking "And now?"
    "Rest"
      stop
    "Rest a bit"
      stop

the game ends when some Runner's Steps is 9
  the player wins
"""


def test_boards_are_drawn_again_when_something_has_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    (tmp_path / "strides.gdl").write_text(GAME, encoding="utf-8")
    typed = ["1", "oops", "1", "1"]
    told = (
        CliRunner()
        .invoke(
            play.command,
            [str(tmp_path / "strides.gdl"), "--seed", "3", "--seat", "2=person"],
            input="\n".join(typed) + "\n",
        )
        .output
    )
    first, moved, *_ = told.split("And now?")
    begun, went = first.split("Where to?")
    assert (begun.count("Floor"), went.count("Floor")) == (1, 1)
    # After a slip nothing has changed; the next turn draws the whole table.
    rested, next_turn = moved.split("Where to?")[0].split("Turn ")
    assert (rested.count("Floor"), next_turn.count("Floor")) == (0, 1)


@pytest.mark.slow
def test_a_wide_board_is_drawn_in_parts_and_counts_what_is_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    told = CliRunner().invoke(play.command, ["backgammon", "--seed", "3"], input="quit\n").output
    drawn = [line for line in told.splitlines() if "P1×5" in line or "P1x5" in line]
    assert len(drawn) == 2 and "…" not in "".join(drawn)
    assert all(len(line) <= 80 for line in told.splitlines() if "│" in line)

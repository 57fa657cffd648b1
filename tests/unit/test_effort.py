"""Players that look ahead are taken where nothing is said, unless a game is too long for them."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import gekido_dsl
from gekido_dsl.cli.main import gdl
from gekido_dsl.engine import Setting
from gekido_dsl.simulate import effort

AIM = """aim of each player: the highest Light
amount Light of a player
  starts at my Lamp's Oil
"""
HEX = Path(__file__).parents[2] / "rulesets" / "classics" / "hex.gdl"


def too_long(ruleset: gekido_dsl.Ruleset, playouts: int = 6, rounds: int = 0) -> str:
    executor = ruleset.compilation.executor(trace=False)
    players = ruleset.players.start
    turns = 1 + rounds * players if ruleset.game.aim is not None else None
    return effort(executor, Setting(players, 1)).too_much(playouts, turns)


@pytest.mark.parametrize("name", ["classics/tic_tac_toe", "classics/hex", "gekido", "classics/pig"])
def test_shipped_games_are_short_enough(name: str) -> None:
    assert too_long(gekido_dsl.read(name), 60, rounds=2) == ""


@pytest.mark.slow
def test_a_game_of_very_many_choices_is_not() -> None:
    text = re.sub(r"\d+ by \d+", "25 by 25", HEX.read_text(encoding="utf-8"), count=1)
    assert re.fullmatch(
        r"a game has 5,000 decisions and more, with [\d,]+ choices", too_long(gekido_dsl.read_text(text))
    )


def test_nor_is_one_with_a_rule_that_cannot_be_carried_out() -> None:
    ruleset = gekido_dsl.read_text("""
edition 1
game "Broken"
  players 2
kind Lamp, 1 for each player
  Oil: 0 to 1, starts 1
turn of each player
  Burn
phase Burn
  my Lamp's Oil loses 1
the game ends after 5 rounds
  all players win
""")
    assert too_long(ruleset) == "a rule cannot be carried out"


@pytest.mark.parametrize(("limit", "says"), [("", False), ("  limit 3 turns\n", True)])
def test_a_report_without_an_end_says_that_nothing_is_known(limit: str, says: bool, tmp_path: Path) -> None:
    file = tmp_path / "lamps.gdl"
    file.write_text(
        f"""edition 1
game "Lamps"
  players 2
{limit}kind Lamp, 1 for each player
  Oil: 0 to 9, starts 9
turn of each player
  Burn
phase Burn
  my Lamp's Oil loses 1 if possible
the game ends when some player's Lamp's Oil is 0
  all players win
""",
        encoding="utf-8",
    )
    arguments = ["simulate", str(file), "--games", "3", "--seat", "random", "--seed", "1", "--jobs", "1"]
    told = CliRunner().invoke(gdl, [*arguments, "--brief"]).output
    assert ("nothing is known of winning" in " ".join(told.split())) == says


@pytest.mark.parametrize(
    ("aim", "seats", "who"),
    [
        (AIM, [], "planner"),
        (AIM, ["--seat", "greedy"], "greedy"),
        ("", [], "search:60"),
    ],
)
@pytest.mark.quick_in_turn(3)
def test_who_comes_to_no_end_makes_room_for_the_planner(
    aim: str, seats: list[str], who: str, tmp_path: Path
) -> None:
    """Unless seats were named, or there is no aim by which a plan is judged."""
    file = tmp_path / "lamps.gdl"
    file.write_text(
        f"""edition 1
game "Lamps"
  players 2
  limit 3 turns
kind Lamp, 1 for each player
  Oil: 0 to 9, starts 9
{aim}turn of each player
  Burn
phase Burn
  choose one
    "Burn"
      my Lamp's Oil loses 1 if possible
    "Wait"
      my Lamp's Oil gains 1 if possible
the game ends when some player's Lamp's Oil is 0
  all players win
""",
        encoding="utf-8",
    )
    arguments = ["simulate", str(file), "--games", "6", "--seed", "1", "--jobs", "1", "--brief", *seats]
    told = " ".join(CliRunner().invoke(gdl, arguments).output.split())
    assert f"seat 1 {who}, seat 2 {who}" in told
    assert "unfinished 6 of 6" in told
    assert ("none of the first 4 games" in told) == (who == "planner")

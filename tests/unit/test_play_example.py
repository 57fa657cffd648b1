"""Matches that begin where an example stands."""

from functools import lru_cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from gekido_dsl import scenario
from gekido_dsl.cli import play
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider, shipped_folder
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.play.bots import RandomBot
from gekido_dsl.scenario.opening import FromExample, NoPosition
from gekido_dsl.source import MemoryProvider

GAME = """edition 1

game "Steps"
  players 2 to 3

option Speed "How fast" is Slow or Fast

kind Seat, 1 for each player
  Points: 0 to 9, starts 0

turn of each player
  Playing

phase Playing
  choose one
    "one"
      my Seat's Points gains 1 if possible
    "two"
      my Seat's Points gains 2 if possible

the game ends when some Seat is Done
  the highest player by my Seat's Points wins

a Seat is Done if its Points is at least 9

scenario "Eight is not enough"
  given 3 players
  given option Speed is Fast
  given the turn of the second player
  given the second player's Seat's Points is 8
  then the second player's Seat's Points is 8

scenario "Nine is"
  given the turn of the first player
  given the first player's Seat's Points is 9
  when the first player chooses "one"
  then the first player wins
"""


@lru_cache
def shipped(name: str) -> Compilation:
    return load(name, FolderProvider(shipped_folder(), library=shipped_folder()))


@pytest.mark.parametrize("name", ["gekido.gdl", "botwars.gdl", "geeko.gdl", "classics/tic_tac_toe.gdl"])
@pytest.mark.quick_in_turn(6)
@pytest.mark.dear
def test_a_match_can_begin_from_nearly_every_example_and_goes_on_by_the_rules(name: str) -> None:
    made = shipped(name)
    game = made.game
    assert game is not None
    refused = 0
    some = game.scenarios[:: max(1, len(game.scenarios) // 8)]
    for number, example in enumerate(some):
        executor = FromExample(game, example)
        try:
            state, _ = executor.initial(Setting(2, number))
        except NoPosition as error:
            assert str(error)
            refused += 1
            continue
        for taken in range(3):
            decision = executor.decision(state)
            if decision is None:
                break
            executor.apply(state, RandomBot(1).choose(executor, state, decision, taken))
    assert refused <= len(some) // 8


def test_what_is_given_stands_and_chance_follows_from_the_seed() -> None:
    game = load("steps.gdl", MemoryProvider({"steps.gdl": GAME})).game
    assert game is not None
    executor = FromExample(game, game.scenarios[0])
    state, _ = executor.initial(Setting(2, 7))
    decision = executor.decision(state)
    assert decision is not None and decision.seat == 1
    assert len(executor.observe(state, 1).players) == 3
    again, _ = executor.initial(Setting(2, 7))
    other, _ = executor.initial(Setting(2, 8))
    assert executor.snapshot(state) == executor.snapshot(again) != executor.snapshot(other)


def test_a_fault_of_the_program_is_not_told_as_a_mistake_in_the_example(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = load("steps.gdl", MemoryProvider({"steps.gdl": GAME}))
    assert made.game is not None

    def fails(*given: object, **named: object) -> None:
        raise TypeError("a fault")

    monkeypatch.setattr(Interpreter, "go_on", fails)
    with pytest.raises(TypeError, match="a fault"):
        FromExample(made.game, made.game.scenarios[0]).initial(Setting(2, 7))
    with pytest.raises(TypeError, match="a fault"):
        scenario.run(made)


def test_a_match_from_an_example_is_played_kept_and_resumed(tmp_path: Path) -> None:
    (tmp_path / "steps.gdl").write_text(GAME, encoding="utf-8")
    ruleset, saved = str(tmp_path / "steps.gdl"), str(tmp_path / "match.jsonl")
    run = CliRunner()
    options = ["--no-hot-seat", "--seat", "person"]
    first = run.invoke(
        play.command, [ruleset, "--example", "eight", "--save", saved, *options], input="1\nundo\n1\n"
    )
    assert (
        "Player 2" in first.output
        and "It begins at the position of the example `Eight is not enough`" in first.output
    )
    assert "Player 2 wins" in first.output
    run.invoke(play.command, [ruleset, "--example", "eight", "--save", saved + "2", *options], input="")
    again = run.invoke(play.command, ["--resume", saved + "2", "--no-hot-seat"], input="1\n")
    assert "It begins at the position of the example" in again.output and "Player 2 wins" in again.output


@pytest.mark.parametrize(
    ("words", "more", "said"),
    [
        ("Eihgt is not enough", (), "did you mean `Eight is not enough`?"),
        ("i", (), "which one? `Eight is not enough`, `Nine is`"),
        ("Eight", ("--players", "2"), "the example is for 3 players"),
        ("Eight", ("--option", "speed=slow"), "says itself with which options"),
    ],
)
def test_an_example_that_cannot_be_played_from_is_refused(
    tmp_path: Path, words: str, more: tuple[str, ...], said: str
) -> None:
    (tmp_path / "steps.gdl").write_text(GAME, encoding="utf-8")
    found = CliRunner().invoke(play.command, [str(tmp_path / "steps.gdl"), "--example", words, *more])
    assert found.exit_code != 0 and (said in found.output or said in str(found.exception))

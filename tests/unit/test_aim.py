"""The aim of a game: how each player stands by it, and that a bot which looks ahead goes by it."""

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import Setting
from gekido_dsl.play.bots import LIFE, GreedyBot, RandomBot, striving
from gekido_dsl.simulate import play
from gekido_dsl.source import MemoryProvider

RUN = """edition 1
game "Run"
  players 2 to 3
  limit 60 turns
kind Seat, 1 for each player
  Way: 0 to 30, starts 12
aim of each player: the {aim}
amount Left of a player
  starts at my Seat's Way
amount Gone
  starts at 12 minus my Seat's Way
amount Weight of a Seat
  starts at its Way
amount Share of a player for 1 to 3 as the part
  starts at my Seat's Way
  divide by the part rounded up
turn of each player
  Step
phase Step
  choose one
    "One"
      my Seat's Way loses 1
    "Two"
      my Seat's Way loses 2
    "Back"
      my Seat's Way gains 1 if possible
    "Up"
      eliminate me
the game ends when some Seat is Home or the number of remaining players is 1
  the lowest player by my Seat's Way wins if some Seat is Home
  all remaining players win if no Seat is Home
a Seat is Home if its Way is less than 2
"""


def run(aim: str = "lowest Left", extra: str = "") -> Compilation:
    return load("run.gdl", MemoryProvider({"run.gdl": RUN.format(aim=aim) + extra}))


@pytest.mark.parametrize(("aim", "start", "after"), [("lowest Left", -12, -11), ("highest Gone", 0, 1)])
def test_more_is_better(aim: str, start: int, after: int) -> None:
    executor = run(aim).executor()
    state, _ = executor.initial(Setting(3, 1))
    assert executor.aims(state) == (start, start, start)
    assert executor.turn(state) == (1, 0)
    executor.apply(state, 0)
    assert executor.aims(state) == (after, start, start)
    assert executor.turn(state) == (2, 1)
    executor.apply(state, 3)
    assert executor.aims(state) == (after, None, start)


def test_a_game_may_name_no_aim() -> None:
    text = RUN.replace("aim of each player: the {aim}\n", "").format()
    executor = load("run.gdl", MemoryProvider({"run.gdl": text})).executor()
    assert executor.aims(executor.initial(Setting(2, 1))[0]) is None


@pytest.mark.parametrize(
    ("aim", "extra", "slug", "words"),
    [
        ("lowest Weight", "", "wrong-type", "an amount of a player"),
        ("lowest Share", "", "wrong-type", "an amount of a player"),
        ("lowest Lift", "", "unknown-name", "Lift"),
        ("lowest Seat", "", "unknown-name", "Seat"),
        ("lowest Left", "aim of each player: the highest Gone\n", "duplicate-name", "appears twice"),
    ],
)
def test_what_is_no_aim_is_reported(aim: str, extra: str, slug: str, words: str) -> None:
    found = [one for one in run(aim, extra).diagnostics if one.code.slug == slug]
    assert any(words in one.message for one in found)


def test_a_variant_has_an_aim_of_its_own() -> None:
    variant = 'edition 1\ngame "Other" changes "run.gdl"\nreplace aim of each player: the highest Gone\n'
    files = {"run.gdl": RUN.format(aim="lowest Left"), "other.gdl": variant}
    made = load("other.gdl", MemoryProvider(files))
    assert made.game is not None and made.game.aim is not None
    assert (made.game.aim.amount.name, made.game.aim.lowest) == ("Gone", False)


def test_an_aim_changes_no_rule() -> None:
    assert run("lowest Left").identity == run("highest Gone").identity


def test_the_greedy_bot_goes_by_the_aim() -> None:
    executor = run().executor(trace=False)
    for number in range(8):
        game = play(executor, Setting(2, 3), number, [RandomBot, GreedyBot])
        assert game.winners == (1,), game


def test_a_seat_stands_by_how_far_others_are_behind() -> None:
    assert striving((-3, -5), 0) == 2
    assert striving((-3, -5, -9), 1) == 1
    assert striving((4,), 0) == 4
    assert striving((None, 7), 0) == -LIFE
    assert striving((None, None), 0) == 0
    assert striving((10**9, 0), 0) < 1000
    assert striving((-5009,), 0) > striving((-5034,), 0) > -1000

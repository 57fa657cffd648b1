"""Exceptions that may overlap are looked for in play, and a match that shows it is told."""

import json
import subprocess
import sys

import pytest

from gekido_dsl import witness
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics import Diagnostic
from gekido_dsl.diagnostics.render import human, sarif
from gekido_dsl.diagnostics.render import json as as_json
from gekido_dsl.source import MemoryProvider

GAME = """edition 1

game "Example"
  players 2 to 4

option Pace "How fast the game is" is Slow or Fast

kind Seat, 1 for each player
  Points: 0 to 9, starts 0
  Tired: yes or no, starts no

phase Play
  choose one
    "Work"
      my Seat's Points gains 1 if possible
    "Watch"
      set my Seat's Tired to yes
    "Rest"
      set my Seat's Tired to no
  do Leave

rule Leave
  eliminate me if my Seat's Points is 9 and Pace is Slow
exception to Leave when FIRST
  stop
exception to Leave when SECOND
  all remaining players win

turn of each player
  Play
"""
TIRED = "my Seat's Tired is yes"
NEVER = GAME.replace("to yes", "to yes\n      set my Seat's Points to 0").replace(
    "if possible", "if possible\n      set my Seat's Tired to no"
)
"""Nobody who has points is tired; only play can tell."""


def game(first: str, second: str = TIRED, text: str = GAME) -> str:
    return text.replace("FIRST", first).replace("SECOND", second)


def findings(text: str) -> tuple[Diagnostic, ...]:
    return load("example.gdl", MemoryProvider({"example.gdl": text})).diagnostics


def searched(text: str, limit: int) -> witness.Search:
    """Searches a game with one pair of exceptions, with a bound of one's own."""
    made = load("example.gdl", MemoryProvider({"example.gdl": text})).model.value
    assert made is not None
    first, second = made.rules["Leave"].exceptions
    return witness.Search(made, [(first, first, second)], limit)


def test_a_shortest_match_is_told_with_its_players_options_and_decisions() -> None:
    (found,) = findings(game("my Seat's Points is at least 2 and Pace is Fast"))
    assert (found.code.slug, found.message) == (
        "overlapping-exceptions",
        "two exceptions to `Leave` hold at once",
    )
    assert found.notes == (
        "both hold for player 1 in a match of 2 players, seed 1, Pace is Fast, after:\n"
        "player 1: Choose one: Work\n"
        "player 2: Choose one: Work\n"
        "player 1: Choose one: Work\n"
        "player 2: Choose one: Work\n"
        "player 1: Choose one: Watch",
    )


def test_every_format_tells_the_match() -> None:
    found = findings(game("my Seat's Points is at least 1"))
    last = "player 1: Choose one: Watch"
    assert f"      {last}\n" in human.render(found)
    assert json.loads(as_json.render(found))["diagnostics"][0]["notes"][0].endswith(last)
    (result,) = json.loads(sarif.render(found))["runs"][0]["results"]
    assert last in result["message"]["text"]


CHANCE = """edition 1

game "Example"
  players 2 to 4

die Bone of 1 to 6, 4 of them

box Table: all Bones

kind Seat, 1 for each player
  Luck: 0 to 9, starts 0

phase Play
  choose one
    "Roll"
      roll all Bones
      my Seat's Luck gains 1 if possible
    "Wait"
      stop
  do Leave

rule Leave
  eliminate me if my Seat's Luck is 9
exception to Leave when every Bone's face is 6
  stop
exception to Leave when my Seat's Luck is at least 2
  all remaining players win

turn of each player
  Play
"""


@pytest.mark.dear
def test_random_play_finds_what_no_short_match_with_the_first_seed_shows() -> None:
    (found,) = (found for found in findings(CHANCE) if found.code.slug == "overlapping-exceptions")
    assert found.notes == (
        "both hold for player 1 in a match of 2 players, seed 1116, after:\n"
        "player 1: Choose one: Roll\n"
        "player 2: Choose one: Roll\n"
        "player 1: Choose one: Roll",
    )


@pytest.mark.dear
def test_what_never_happens_stays_possible_with_the_facts() -> None:
    (found,) = findings(game("my Seat's Points is at least 1", text=NEVER))
    assert (found.code.slug, found.message) == (
        "possible-overlap",
        "two exceptions to `Leave` may hold at once",
    )
    assert found.notes == (f"both hold when `my Seat's Points is at least 1` and `{TIRED}`",)


@pytest.mark.dear
def test_the_same_game_gives_the_same_match() -> None:
    one, other = (Compilation("example.gdl", MemoryProvider({"example.gdl": CHANCE})) for _ in range(2))
    assert one.diagnostics == other.diagnostics


def test_a_search_ends_at_its_bound() -> None:
    for limit in (0, 10_000, 300_000):
        search = searched(game("my Seat's Points is at least 1", text=NEVER), limit)
        assert search.best == {}
        assert limit * 3 // 4 <= search.work < limit + 1_000
    short = searched(game("my Seat's Points is at least 3"), 100)
    assert short.best == {}
    assert short.work < 1_000


def test_what_a_comment_ignores_is_not_looked_for() -> None:
    comment = "# gdl: ignore[possible-overlap] the first one counts"
    assert findings(game("my Seat's Points is at least 1", f"{TIRED}  {comment}")) == ()


def test_options_that_show_an_overlap_get_a_match_too() -> None:
    text = GAME.replace("Slow or Fast", "Slow, Medium or Fast").replace('"Watch"\n', '"Watch" if SECOND\n')
    (found,) = findings(game(f"Pace is Fast or {TIRED}", "Pace is not Slow", text))
    assert found.message == "two exceptions to `Leave` hold at once with Pace is Fast"
    assert found.notes == (
        "both hold for player 1 in a match of 2 players, seed 1, Pace is Fast, after:\n"
        "player 1: Choose one: Work",
    )


@pytest.mark.dear
def test_nothing_is_played_without_such_a_finding() -> None:
    program = (
        "import sys; from gekido_dsl.compilation import load; from gekido_dsl.source import MemoryProvider\n"
        "assert not load('a.gdl', MemoryProvider({'a.gdl': sys.argv[1]})).diagnostics\n"
        "assert not {'gekido_dsl.interpreter', 'gekido_dsl.witness'} & set(sys.modules)"
    )
    text = game("Pace is Fast", f"Pace is Slow and {TIRED}")
    subprocess.run([sys.executable, "-c", program, text], check=True)

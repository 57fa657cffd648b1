"""Robots on conveyors: what moves together in a small game, and what is announced."""

import pytest

from gekido_dsl import scenario
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import Setting
from gekido_dsl.format import format
from gekido_dsl.interpreter.interpreter import Interpreter
from gekido_dsl.rng import Rng
from gekido_dsl.rulesdoc import render
from gekido_dsl.source import MemoryProvider, Source

GAME = """edition 1

game "Conveyors"
  players 2
  limit 30 turns

kind Robot from "robots.yaml"
  Aim: a Square or none, starts none
  Held: yes or no, starts no
  Braced: yes or no, starts no
  Straight: yes or no, starts no
  Flat: yes or no, starts no
  Rides: 0 to 9, starts 0

kind Square from "squares.yaml"
  Pit: yes or no, starts no

board Floor: 3 by 3 Square, touching in 4 directions

a Robot is Solid if its Flat is no

rule Convey
  together move each Robot that is on Floor to its Aim, 1 Robot that is Solid to a Square
    stays if its Held is yes
    stays unless its Braced is no
    goes first if its Straight is yes
    then
      its Rides gains 1 if possible
      announce "leaves the corner" for it if the origin is corner
  announce "The belts stop."

rule Drift
  together move each Robot that is on Floor to its Aim

whenever a Robot enters Squares
  if its Square's Pit is yes
    announce "falls" for it at its Rides
    remove it

turn of each player
  Belts
  Play

phase Belts
  each Robot
    set its Aim to none
    put it onto random Square that is empty if it is not on Floor  # gdl: ignore[empty-choice] there is room
    if it is on Floor
      choose random Square that is next to it as the goal  # gdl: ignore[empty-choice] each has some beside it
      set its Aim to the goal
  do Convey
  do Drift if some Robot's Rides is at least 9

phase Play
  choose one
    "Go on"
      stop
    "Give up"
      eliminate me

the game ends when the number of remaining players is 1
  all remaining players win
"""
NAMES = ("Ann", "Ben", "Cat", "Dan")
FILES = {
    "robots.yaml": "".join(f"- {{Name: {name}}}\n" for name in NAMES),
    "squares.yaml": "".join(f"- {{Name: {row}{column}}}\n" for row in "ABC" for column in (1, 2, 3)),
}
"""The squares are named like those of a chess board, from the top: A1 is r1c1, C3 is r3c3."""


def compiled(text: str) -> Compilation:
    return load("game.gdl", MemoryProvider({**FILES, "game.gdl": text}))


def findings(text: str) -> list[tuple[str, str]]:
    return [(one.code.slug, one.message) for one in compiled(text).diagnostics]


def spot(square: str) -> str:
    return f"r{'ABC'.index(square[0]) + 1}c{square[1]}"


def example(before: str, after: str, rule: str = "Convey") -> str:
    """Writes a scenario; `Ann A1 A2 Held` stands on A1, wants to A2 and is held; a `-` is nowhere, or no goal."""
    lines = ['scenario "One"', "  given the turn of the first player, at Play"]
    standing = {}
    for robot in before.split(", "):
        name, square, aim, *facts = robot.split()
        standing[name] = square
        if aim != "-":
            lines.append(f"  given {name}'s Aim is {aim}")
        lines += [f"  given {name}'s {fact} is yes" for fact in facts]
    lines += [f"  given {name} is on {spot(square)}" for name, square in standing.items()]
    lines.append(f"  when do {rule}")
    lines += [
        f"  then {name} is on {spot(square)}"
        for name, square in (robot.split() for robot in after.split(", "))
    ]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("Ann A1 A2, Ben A3 A2", "Ann A1, Ben A3", id="contested"),
        pytest.param("Ann A1 A2, Ben A3 A2 Straight", "Ann A1, Ben A2", id="contested, one goes first"),
        pytest.param("Ann A1 A2, Ben A2 -", "Ann A1, Ben A2", id="blocked by what has no goal"),
        pytest.param("Ann A1 A2, Ben A2 A3 Held", "Ann A1, Ben A2", id="blocked by what stays of itself"),
        pytest.param("Ann A1 A2, Ben A2 A3 Braced", "Ann A1, Ben A2", id="a second reason to stay"),
        pytest.param("Ann A1 A2, Ben A2 A3", "Ann A2, Ben A3", id="train"),
        pytest.param("Ann A1 A2, Ben A2 A3, Cat A3 -", "Ann A1, Ben A2, Cat A3", id="train behind a blocker"),
        pytest.param(
            "Ann A1 A2, Ben A2 B2, Cat B2 B1, Dan B1 A1", "Ann A2, Ben B2, Cat B1, Dan A1", id="ring"
        ),
        pytest.param("Ann A1 A2, Ben A2 A1", "Ann A1, Ben A2", id="head-on"),
        pytest.param("Ann A1 A2, Ben A2 A1 Flat", "Ann A2, Ben A1", id="what is flat passes"),
        pytest.param("Ann A1 A2, Ben A2 - Flat", "Ann A2, Ben A2", id="what is flat does not block"),
        pytest.param("Ann A1 A2 Flat, Ben A2 -", "Ann A2, Ben A2", id="what is flat is not blocked"),
        pytest.param("Ann A1 A2 Flat, Ben A3 A2", "Ann A2, Ben A2", id="what is flat contests nothing"),
        pytest.param("Ann A1 A1, Ben A2 A1", "Ann A1, Ben A2", id="to where it stands is not a move"),
        pytest.param(
            "Ann A1 A2, Ben A2 A3, Cat A3 B3, Dan C3 B3",
            "Ann A1, Ben A2, Cat A3, Dan C3",
            id="a contest holds up a train",
        ),
    ],
)
def test_who_moves(before: str, after: str) -> None:
    results = scenario.run(compiled(GAME + example(before, after)))
    assert [one.message for one in results if not one.passed] == []


def test_without_room_nothing_is_in_the_way() -> None:
    text = GAME + example("Ann A1 A2, Ben A2 A1, Cat A3 A2, Dan B2 -", "Ann A2, Ben A1, Cat A2", "Drift")
    assert all(one.passed for one in scenario.run(compiled(text)))


def test_then_is_done_for_each_that_moved_and_still_stands_on_a_space() -> None:
    text = GAME + (
        'scenario "Rides"\n'
        "  given the turn of the first player, at Play\n"
        "  given Ann's Aim is A2\n"
        "  given Ben's Aim is A3\n"
        "  given Cat's Aim is C2\n"
        "  given C2's Pit is yes\n"
        "  given Ann is on r1c1\n"
        "  given Ben is on r1c2\n"
        "  given Cat is on r2c2\n"
        "  when do Convey\n"
        "  then Ann's Rides is 1\n"
        "  then Ben's Rides is 1\n"
        "  then Cat's Rides is 0\n"
        "  then Dan's Rides is 0\n"
        "  then Cat is not on Floor\n"
    )
    results = scenario.run(compiled(text))
    assert [one.message for one in results if not one.passed] == []


def test_a_match_comes_to_its_end_and_a_snapshot_goes_on_alike() -> None:
    compilation = compiled(GAME)
    assert findings(GAME) == []
    assert compilation.game is not None
    executor = Interpreter(compilation.game)
    for seed in range(5):
        state, events = executor.initial(Setting(2, seed))
        rng = Rng(seed)
        while executor.count(state):
            other = executor.restore(executor.snapshot(state))
            choice = rng.below(executor.count(state) + 5)
            choice = choice if choice < executor.count(state) else 0
            events += executor.apply(state, choice)
            executor.apply(other, choice)
            assert executor.snapshot(other) == executor.snapshot(state)
        told = [event.text for event in events if event.kind == "announce"]
        assert "The belts stop." in told
        assert {text for text in told if text.endswith("leaves the corner")} <= {
            f"{name}: leaves the corner" for name in NAMES
        }


def test_the_rules_are_written_out_once() -> None:
    compilation = compiled(GAME)
    pages = "".join(render(compilation, "single").values())
    assert pages.count("“leaves the corner”") == 1, "in English"
    assert pages.count('"leaves the corner"') == 1, "as it is written"


def test_the_layout_is_kept() -> None:
    laid = format(Source("game.gdl", GAME)).value
    assert laid == GAME


@pytest.mark.parametrize(
    ("line", "slug", "message"),
    [
        ("together move each Robot to an empty Square", "wrong-type", "may be several"),
        ("together move each Robot to 3", "wrong-sentence", "a space or one place is needed"),
        ("together move each Robot to none", "wrong-sentence", "a space or one place is needed"),
        ("together move each Square to A1", "wrong-sentence", "only things move"),
        ("together move each player to A1", "wrong-sentence", "only things move"),
        (
            "together move each Robot to its Aim, 0 Robots to a Square",
            "value-out-of-range",
            "one thing at least",
        ),
        ("together move each Robot to its Aim, 1 player to a Square", "wrong-sentence", "not a thing"),
        ("together move each Robot to its Aim, 1 Robot to a Robot", "wrong-sentence", "not to Robots"),
        (
            "together move each Robot to its Aim\n    goes first if its Held is yes",
            "wrong-sentence",
            "nothing goes first",
        ),
        ("together move each Robot to the origin", "unbound-word", "the origin"),
        ("announce", "wrong-sentence", "a text in quotes"),
        ("announce Robot", "wrong-sentence", "a text in quotes"),
        ('remove "Ann"', "wrong-sentence", "takes no text"),
        ('announce "here" for 3', "wrong-sentence", "a thing or a player"),
        ('announce "here" for all', "syntax-error", ""),
        ('announce "here" for A1 to 3', "wrong-sentence", "takes no `to`"),
        ("roll Die at 3", "wrong-sentence", "takes no `at`"),
    ],
)
def test_what_is_wrong_is_said(line: str, slug: str, message: str) -> None:
    text = GAME.replace(
        "  together move each Robot that is on Floor to its Aim\n\nwhenever", f"  {line}\n\nwhenever"
    )
    found = findings(text)
    assert any(one == slug and message in told for one, told in found), found

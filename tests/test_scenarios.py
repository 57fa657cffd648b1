"""Runs the scenarios of the shipped rulesets; every alternative of an option must make a difference."""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest

from gekido_dsl import scenario
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.model import nodes as m
from gekido_dsl.scenario.run import run_one
from gekido_dsl.source import MemoryProvider

RULESETS = Path(__file__).parent.parent / "rulesets"
ON_BOTH = "(default)"
"""Ends the title of a scenario that names an option and holds under its default as well."""


@lru_cache
def compiled(name: str) -> Compilation:
    return load(name, FolderProvider(RULESETS))


@lru_cache
def interpreter(name: str) -> Interpreter:
    return compiled(name).executor()


def game(name: str) -> m.Game:
    found = compiled(name).model.value
    assert found is not None
    return found


def scenarios(name: str) -> list[m.Scenario]:
    return game(name).scenarios


WITH_SCENARIOS = ("gekido.gdl", "aimbots.gdl", "botwars.gdl", "geeko.gdl")
"""Rulesets whose rulebook is shown by scenarios."""


PARTS = 6
"""In how many tests the scenarios of a ruleset are run, so that several processes can share them."""
in_parts = pytest.mark.parametrize(
    ("name", "part"), [(name, part) for name in WITH_SCENARIOS for part in range(PARTS)]
)


@in_parts
def test_scenarios_come_out_as_they_say(name: str, part: int) -> None:
    failed = []
    for one in scenarios(name)[part::PARTS]:
        result = run_one(interpreter(name), one)
        if not result.passed:
            where = result.span.text.splitlines()[0] if result.span else ""
            failed.append(f"{one.name}: {where}\n{result.message}")
    assert not failed, "\n\n".join(failed)


@in_parts
@pytest.mark.quick_in_turn(3, of="name")
def test_a_scenario_with_an_option_fails_without_it(name: str, part: int) -> None:
    passed = []
    for one in scenarios(name)[part::PARTS]:
        for option in one.options if not one.name.endswith(ON_BOTH) else ():
            others = {other: answer for other, answer in one.options.items() if other != option}
            if run_one(interpreter(name), replace(one, options=others)).passed:
                passed.append((one.name, option))
    assert passed == []


@pytest.mark.parametrize("name", WITH_SCENARIOS)
def test_every_alternative_of_every_option_has_a_scenario(name: str) -> None:
    wanted = {
        (option.name, answer)
        for option in game(name).options.values()
        for answer in range(1, len(option.answers.members))
    }
    shown = {pair for one in scenarios(name) for pair in one.options.items()}
    assert wanted <= shown


@pytest.mark.parametrize("name", WITH_SCENARIOS)
def test_every_scenario_ends_with_what_is_expected(name: str) -> None:
    expecting = {
        "then",
        "holds",
        "spot",
        "suffered",
        "can",
        "cannot",
        "only",
        "unasked",
        "wins",
        "alone",
        "error",
    }
    assert [one.name for one in scenarios(name) if one.steps[-1].kind not in expecting] == []


def test_only_titles_with_the_text_are_run() -> None:
    found = scenario.run(compiled("gekido.gdl"), "four of a KIND")
    assert {one.title for one in found} == {
        "Slicer makes Four of a Kind",
        "Slicer falls short of Four of a Kind",
    }


# ---------------------------------------------------------------- what goes wrong


def failure_of(*steps: str) -> str:
    """Runs one scenario of Gekido, and gives its message."""
    files = {
        path.relative_to(RULESETS).as_posix(): path.read_text(encoding="utf-8")
        for path in [RULESETS / "gekido.gdl", *(RULESETS / "gekido").glob("*.*")]
        if not path.name.startswith("scenarios")
    }
    lines = files["gekido.gdl"].splitlines()
    kept = [line for line in lines if not line.startswith('use "gekido/scenarios')]
    example = ['scenario "One"', *(f"  {step}" for step in steps)]
    files["gekido.gdl"] = "\n".join([*kept, *example]) + "\n"
    (result,) = scenario.run(load("gekido.gdl", MemoryProvider(files)))
    assert result.passed is not bool(result.message)
    return result.message


SEATED = ("given seats Slicer, Pytron", "given the turn of Slicer, at Attack")
SQUARES = "when Command Dice fall Square, Square, Square, Cross, Circle"


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ((*SEATED, "then Slicer's Structure is 6, 6"), ["expected", "found: 6, 6, 6, 6, 6", "asked"]),
        ((*SEATED, "then Slicer's Upgrade is 1"), ["Slicer's Upgrade is 1", "Slicer's Upgrade is 0"]),
        ((*SEATED, "then Slicer is on r3c3"), ["on r3c3", "found: on r1c1"]),
        ((*SEATED, SQUARES, "when Slicer chooses Overcharge"), ["cannot choose Overcharge", "Two Pairs"]),
        ((*SEATED, SQUARES, "then Slicer has suffered 3 damage"), ["3 damage", "found: 0"]),
        ((*SEATED, "then Pytron cannot choose Overcharge"), ["expected: cannot", "Pytron is not asked"]),
        ((*SEATED, "then Slicer is not asked"), ["expected: Slicer is not asked", "Which Bot"]),
        (
            (*SEATED, "given Command Dice fall Square", "then Pytron is not asked"),
            ["1 of the given", "set-up"],
        ),
        ((*SEATED, "when chance chooses Square", "then Pytron is not asked"), ["chance never chose Square"]),
        ((*SEATED, SQUARES, "then Slicer wins"), ["expected: Slicer wins", "the match goes on"]),
        ((*SEATED, SQUARES, "then Slicer alone wins"), ["expected: Slicer wins", "the match goes on"]),
        ((*SEATED, SQUARES, "then Pool is Square"), ["expected: Pool is Square", "found: none"]),
        ((*SEATED, SQUARES, SQUARES, "when Slicer chooses Two Pairs"), ["5 of the scripted", "never fell"]),
        (
            (*SEATED, "when Command Dice fall Square", "when Slicer chooses Pytron", SQUARES),
            ["no face for", "comes later"],
        ),
        ((*SEATED, SQUARES, 'then there is an error "range"'), ["expected: an error", "found: none"]),
        (("given seats Slicer, Pytron", "then V-REX wins"), ["expected: V-REX wins"]),
        (("given seats Slicer, Pytron", "when V-REX chooses r1c1"), ["nobody plays V-REX"]),
        (
            ("given 2 players", "given the turn of the first player", "then no Bot is on Arena"),
            ["no Bot is on Arena"],
        ),
    ],
)
@pytest.mark.quick_in_turn(3)
def test_a_failure_says_what_was_found(steps: tuple[str, ...], words: list[str]) -> None:
    message = failure_of(*steps)
    assert all(word in message for word in words), message


ROLLS = """edition 1
game "Rolls"
  players 2
option Kept is Yes, No
turn of each player
  Roll
phase Roll
  Pips: 0 to 9
  Pips gains 1
  choose one
    "Again"
      Pips gains 2
    "End"
      Pips gains 3
rule Add
  Pips gains 1
the game ends when Pips is 9
  nobody wins
scenario "One"
"""


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        (["given the turn of the first player, at Roll", "given Pips is 4", "then Pips is 5"], []),
        (["when the first player chooses Again", "given Pips is 6", "then Pips is 6"], []),
        (["given Pips is 4", "then Pips is 5"], ["Roll sets Pips again when it begins", "the turn of"]),
        (["given Pips is 4", "when do Add", "then Pips is 1"], []),
        (["when do Add", "given Pips is 4", "when do Add", "then Pips is 5"], []),
    ],
)
def test_facts_of_phases_are_given_at_any_time(steps: list[str], words: list[str]) -> None:
    text = ROLLS + "".join(f"  {step}\n" for step in steps)
    (result,) = scenario.run(load("rolls.gdl", MemoryProvider({"rolls.gdl": text})))
    assert all(word in result.message for word in words), result.message
    assert bool(words) is not result.passed


MAY = """edition 1
game "May"
  players 2
  limit 4 turns
kind Rack, 5 for each player
pool Bag of each player: all Racks
kind Square
board Field: 3 by 3 Square, touching in 4 directions
turn of each player
  Play
phase Play
  may put a Rack of my Bag onto an empty Square, asking "Where?"
the game ends when number of Racks on Field is 9
  nobody wins
scenario "One"
"""


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        (
            ["when the first player chooses r4c4"],
            ["was asked “Where?”", "Rack → r1c1", "before the match ended"],
        ),
        (["when the second player chooses r2c"], ["did you mean Rack to r2c1?"]),
        (
            ["when the first player passes"] * 2 + ["when the second player passes"] * 2,
            ["the second player cannot pass: the match is over"],
        ),
        (["when the first player chooses r1c1"], []),
    ],
)
def test_what_could_be_chosen_is_told_where_a_player_may_decline(steps: list[str], words: list[str]) -> None:
    text = MAY + "".join(f"  {step}\n" for step in steps)
    (result,) = scenario.run(load("may.gdl", MemoryProvider({"may.gdl": text})))
    assert all(word in result.message for word in words), result.message
    assert bool(words) is not result.passed


ALIKE = """edition 1
game "Alike"
  players 2
values Sort: Star, Moon
kind Card: a Star and a Moon
deck Deck: all Cards
pile Discards of Cards
kind Square
board Field: 2 by 2 Square, touching in 4 directions
turn of each player
  Play
phase Play
  choose one
    "On"
      do nothing
    "Off"
      move the next Card of Deck to Discards
the game ends after 3 rounds
  nobody wins
scenario "One"
"""


@pytest.mark.parametrize(
    ("steps", "passes"),
    [
        (["given Discards is Moon", "then Moon is in Discards", "then Star is not in Discards"], True),
        (["given Discards is Moon", "then Star is in Discards"], False),
        (["given Star is on r1c1", "then Star is on r1c1", "then Star is next to r1c2"], True),
    ],
)
def test_a_row_stands_somewhere_though_a_value_is_called_the_same(steps: list[str], passes: bool) -> None:
    text = ALIKE + "".join(f"  {step}\n" for step in steps)
    (result,) = scenario.run(load("alike.gdl", MemoryProvider({"alike.gdl": text})))
    assert result.passed is passes, result.message


CARDS = "- Name: Apple\n- Name: Bread\n- Name: Cake\n"
CHANCE = """edition 1
game "Chance"
  players 2
die Pip Die of 1 to 6, 3 of them
kind Card from "cards.yaml"
box Bag: all Pip Dice
pool Cup of Pip Dice
deck Deck: all Cards, shuffled
pile Shown of Cards
hand Hand of each player, of Cards
setup
  move all Pip Dice of Bag into Cup
  roll all Pip Dice of Cup
  move random Card of Deck to Shown
turn of each player
  Play
phase Play
  move random Card of Deck to Shown
  choose one, asking "What now?"
    "Roll" if Cup is not empty
      roll all Pip Dice of Cup
    "Stop"
      end Play
the game ends when Shown is empty
  nobody wins
scenario "One"
"""


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        (["given Pip Dice fall 2, 5, 6", "then Cup is 2, 5, 6"], []),
        (
            ["given Pip Dice fall 2, 5, 6, 1", "then Cup is 2, 5, 6"],
            ["1 of the given Pip Dice", "the set-up"],
        ),
        (
            [
                "given Pip Dice fall 2, 5, 6",
                "when Pip Dice fall 1, 1, 1",
                "when the first player chooses Roll",
                "then Cup is 1, 1, 1",
            ],
            [],
        ),
        (["given chance chooses Bread", "when chance chooses Apple", "then Shown is Bread, Apple"], []),
        (
            ["given chance chooses Bread", "when chance chooses Bread", "then Shown is Bread"],
            ["cannot choose Bread", "Cake"],
        ),
        (["then Shown is Apple, Bread", "given Pip Dice fall 2, 5, 6"], ["is over", "say `when`"]),
        (["given (the first player)'s Hand has Cake", "then (the first player)'s Hand is Cake"], []),
        (
            ["given remaining players' Hand is Cake", "then the second player is not asked"],
            ["there are 2", "say whose"],
        ),
        (
            [
                "then the first player can choose Roll",
                "given Cup is none",
                "then the first player can only choose Stop",
            ],
            [],
        ),
        (["then Shown is Apple, Bread", "given the turn of the second player"], ["a turn has begun"]),
        (["then the second player is not asked"], []),
        (["then the first player is not asked"], ["asked “What now?”"]),
    ],
)
def test_chance_in_the_set_up_is_given(steps: list[str], words: list[str]) -> None:
    text = CHANCE + "".join(f"  {step}\n" for step in steps)
    (result,) = scenario.run(load("chance.gdl", MemoryProvider({"chance.gdl": text, "cards.yaml": CARDS})))
    assert all(word in result.message for word in words), result.message
    assert bool(words) is not result.passed


def test_an_error_that_is_expected_passes() -> None:
    assert not failure_of(
        "given seats Slicer, Pytron",
        "given Slicer's Upgrade is 5",
        "when Slicer's Upgrade gains 1",
        'then there is an error "goes from 0 to 5"',
    )


ROUNDS = """edition 1
game "Rounds"
  players 3
kind Card from "cards.yaml"
deck Deck: all Cards
hand Hand of each player, of Cards
turn of each player
  Draw
  Play
phase Draw
  draw 1 Card into my Hand if my Hand is empty
phase Play
  choose one, asking "What now?"
    "Wait"
      end Play
    "Discard" if my Hand is not empty
      move a Card of my Hand to Deck
the game ends after 9 rounds
  nobody wins
scenario "One"
"""
SECOND, THIRD = "given the turn of the second player", "given the turn of the third player"
HAND = "(the first player)'s Hand"


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        (["given the Turn is 7", SECOND, "then the Turn is 7"], []),
        (["then the Turn is 1", "given the Turn is 7", "then the Turn is 7"], []),
        (["given the Turn is 0", SECOND, "then the Turn is 1"], ["Turn counts from 1"]),
        # The players before the one whose turn is given have had theirs, where the round is given.
        (["given the Round is 3", "then the Round is 3"], []),
        (["given the Round is 3", THIRD, "then the Round is 3", "then the first player is not asked"], []),
        (["given the Round is 3", THIRD, "when the third player chooses Wait", "then the Round is 4"], []),
        (
            ["given the Round is 3", f"{THIRD}, at Play", "when the third player chooses Wait", "then the Round is 4"],
            [],
        ),
        ([THIRD, "when the third player chooses Wait", "then the Round is 1"], []),
        ([THIRD, "when the third player chooses Wait", "then the Round is 2"], ["add `given the Round is 1`"]),
        (["given the Round is 1", THIRD, "when the third player chooses Wait", "then the Round is 2"], []),
        (["given the Round is 3", SECOND, "when the second player chooses Wait", "then the Round is 3"], []),
        # What rules change before the first question is told of.
        ([f"given {HAND} is empty", f"then {HAND} is empty"], ["Hand is Trey", "rules changed it in Draw"]),
        (["then the Round is 1", f"given {HAND} is empty", "then the first player can only choose Wait"], []),
        ([f"given {HAND} is full", "then the Round is 1"], ["`full` follows from what is there"]),
        (["given the first player is empty", "then the Round is 1"], ["nothing that things lie in"]),
        # Who is asked again in a turn to come is not asked now.
        (["when the first player chooses Wait", "then the first player is not asked"], []),
        (["when the first player chooses Wait", "then the second player is not asked"], ["What now?"]),
    ],
)  # fmt: skip
def test_turns_rounds_and_empty_places_are_given(steps: list[str], words: list[str]) -> None:
    text = ROUNDS + "".join(f"  {step}\n" for step in steps)
    cards = "- Name: Trey\n- Name: Deuce\n- Name: Ace\n"
    made = load("rounds.gdl", MemoryProvider({"rounds.gdl": text, "cards.yaml": cards}))
    told = [one.message for one in made.diagnostics] or [one.message for one in scenario.run(made)]
    message = "\n".join(told)
    assert all(word in message for word in words), message
    assert bool(words) is bool(message), message

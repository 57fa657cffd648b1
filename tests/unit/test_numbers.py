"""Choosing a number: what is offered, who chooses, and what happens when there is none."""

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.scenario import run
from gekido_dsl.source import MemoryProvider

GAME = """\
edition 1

game "Bids"
  players 2
  limit 9 turns

kind Purse, 1 for each player
  Coins: 0 to 20, starts 4
  Secret: 0 to 20, starts 0, seen by its owner

amount Reach of a player
  starts at my Purse's Coins plus 1

turn of each player
  Bidding

phase Bidding
  SENTENCE
  my Purse's Coins gains 1 if possible
  me wins if my Purse's Coins is 20
"""


def compiled(sentence: str, more: str = "") -> Compilation:
    return load("bids.gdl", MemoryProvider({"bids.gdl": GAME.replace("SENTENCE", sentence) + more}))


def offered(sentence: str) -> tuple[int, list[str]]:
    made = compiled(sentence)
    assert made.game is not None, [one.message for one in made.diagnostics]
    x = made.executor()
    state, _ = x.initial(Setting(2, 1))
    decision = x.decision(state)
    assert decision is not None
    return decision.seat, [choice.label for choice in decision.choices]


@pytest.mark.parametrize(
    ("sentence", "seat", "labels"),
    [
        ("choose a number from 1 to 3 as the bid", 0, ["1", "2", "3"]),
        ("choose a number from -1 to 1 as the bid", 0, ["-1", "0", "1"]),
        ("choose a number from 2 to 2 as the bid", 0, ["2"]),
        ("choose a number from 2 plus 1 to my Purse's Coins plus 1 as the bid", 0, ["3", "4", "5"]),
        ("choose a number from my Purse's Coins to my Reach as the bid", 0, ["4", "5"]),
        ("may choose a number from 1 to 2 as the bid", 0, ["1", "2", "No"]),
        ("the second player chooses a number from 1 to 2 as the bid", 1, ["1", "2"]),
        ("set my Purse's Coins to a number from 5 to 6", 0, ["5", "6"]),
        ("my Purse's Coins gains a number from 0 to 1", 0, ["0", "1"]),
        (
            "choose a number from 1 to 6 as the bid\n    must be more than 4, else anywhere",
            0,
            ["5", "6"],
        ),
    ],
)
def test_the_numbers_from_one_to_another_are_offered(sentence: str, seat: int, labels: list[str]) -> None:
    found, given = offered(sentence)
    assert found == seat
    assert given == labels


def test_without_any_number_the_otherwise_is_done() -> None:
    made = compiled("choose a number from 9 to my Purse's Coins as the bid\n    otherwise me wins")
    x = made.executor()
    state, _ = x.initial(Setting(2, 1))
    assert x.decision(state) is None
    outcome = x.outcome(state)
    assert outcome is not None and outcome.winners == (0,)


def test_without_any_number_and_without_a_way_out_there_is_a_rule_error() -> None:
    made = compiled("choose a number from 9 to my Purse's Coins as the bid")
    assert [one.code.slug for one in made.diagnostics if one.code.slug == "empty-choice"]
    with pytest.raises(RuleError, match="nothing to choose"):
        made.executor().initial(Setting(2, 1))


def test_a_scenario_chooses_a_number_by_its_figures() -> None:
    scenarios = """
scenario "what is bid is lost"
  given 2 players
  when the first player chooses 3
  then the first player's Purse's Coins is 2

scenario "more than there is cannot be bid"
  given the first player's Purse's Coins is 2
  then the first player can only choose 0, 1, 2
"""
    bid = "choose a number from 0 to my Purse's Coins as the bid\n  my Purse's Coins loses the bid"
    made = compiled(bid, scenarios)
    assert not [one for one in made.diagnostics if one.code.slug == "range-may-be-left"]
    assert [one.message for one in run(made)] == ["", ""]


def test_a_number_that_is_chosen_in_secret_is_not_told() -> None:
    secret = "secretly each player\n    set my Purse's Secret to a number from 1 to 9"
    x = compiled(secret).executor()
    state, told = x.initial(Setting(2, 1))
    told = list(told)
    while (decision := x.decision(state)) is not None and len(told) < 40:
        told += x.apply(state, len(decision.choices) - 1)
        if decision.seat == 1:
            break
    assert not any("9" in (event.read_by(None) or "") for event in told)
    assert any("9" in (event.read_by(0) or "") for event in told)


TOLD = """
rule Tell for 0 to 99 as the steps
  set my Purse's Secret to the steps
rule Show for a Purse
  set my Purse's Secret to the Purse's Coins
scenario "It is told"
  when do {}
  then (the first player)'s Purse's Secret is {}
"""


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("Tell for 3", 3),
        ("Tell for (3 plus 1)", 4),
        ("Tell for 3 plus 1", 4),
        ("Tell for my Reach times 2 plus 1", 11),
        ("Tell for 9 minus 3 minus 2", 4),
        ("Tell for my Reach minus 2", 3),
        ("Show for my Purse", 4),
    ],
)
def test_a_rule_is_given_all_that_stands_behind_for(said: str, number: int) -> None:
    made = compiled("choose a number from 0 to 3 as the bid", TOLD.format(said, number))
    assert made.game is not None, [one.message for one in made.diagnostics]
    assert [(one.passed, one.message) for one in run(made)] == [(True, "")]

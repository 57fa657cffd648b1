"""Small rulesets show single points of the reference: events, exceptions, conditions of rules, declining."""

import pytest
from playing import played

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import Setting
from gekido_dsl.source import MemoryProvider

GAME = """edition 1
game "Shown"
  players 2
  limit 20 turns
die Small Die of 1 to 6, 8 of them
box Bag: all Small Dice
pool Table of Small Dice
kind Spot
board Field: 3 by 3 Spot, touching in 8 directions
kind Pawn, 1 for each player
  Score: 0 to 20, starts 0
track Life of each Pawn: Small Dice, up to 2, from Bag
damage to a Pawn: Life
setup
  each player
    roll 2 Small Dice into my Pawn's Life if possible
turn of each player
  Play
the game ends when some Pawn is Done
  the player wins
a Pawn is Done if its Score is at least 20
rule Wait
  choose one
    "Wait"
      stop
"""


def compiled(text: str) -> Compilation:
    return load("shown.gdl", MemoryProvider({"shown.gdl": GAME + text}))


def told(text: str, *choices: str) -> list[str]:
    return played(compiled(text), *choices)


def slugs(text: str) -> set[str]:
    return {one.code.slug for one in compiled(text).diagnostics}


def test_entering_asks_which_spaces() -> None:
    text = """phase Play
  put my Pawn onto a Spot
  do Wait
whenever a Pawn enters a Spot that is corner
  its Score gains 5 if possible
"""
    assert "Player 1's Score: 0 → 5" not in told(text, "r1c2")
    assert "Player 1's Score: 0 → 5" in told(text, "r1c3")


def test_a_place_is_nothing_to_enter() -> None:
    assert "wrong-type" in slugs(
        "phase Play\n  do Wait\nwhenever a Pawn enters Bag\n  its Score gains 5 if possible\n"
    )


def test_suffering_is_an_event_that_follows_the_whole_hit() -> None:
    text = """phase Play
  my Pawn suffers 2 damage
  do Wait
whenever a Pawn suffers damage if the damage is at least 2
  its Score gains the damage if possible
"""
    found = told(text)
    assert found.index("Player 1's Score: 0 → 2") > max(k for k, one in enumerate(found) if "takes" in one)


def test_a_phase_that_begins_is_not_replaced() -> None:
    text = "phase Play\n  do Wait\ninstead when Play begins\n  do Wait\n"
    assert "wrong-sentence" in slugs(text)


def test_only_numbers_that_a_thing_keeps_are_gained() -> None:
    text = "phase Play\n  do Wait\ninstead when a Pawn gains Height\n  do Wait\n"
    assert "wrong-type" in slugs(text)


def test_an_exception_to_a_phase_takes_the_place_of_its_statements() -> None:
    text = """phase Play
  my Pawn's Score gains 1 if possible
  do Wait
exception to Play when my Pawn's Score is at least 1
  my Pawn's Score gains 7 if possible
  do Wait
"""
    found = told(text, "Wait", "Wait")
    assert found.count("Player 1's Score: 0 → 1") == 1 and "Player 1's Score: 1 → 8" in found


@pytest.mark.parametrize("word", ["rule", "effect"])
def test_only_if_keeps_a_rule_from_doing_anything(word: str) -> None:
    text = f"""phase Play
  do Gain
  do Wait
{word} Gain
  only if my Pawn's Score is at least 10
  my Pawn's Score gains 1 if possible
"""
    assert not any("Score" in one for one in told(text))


def test_an_exception_takes_no_only_if() -> None:
    text = """phase Play
  do Wait
exception to Wait when my Pawn's Score is at least 1
  only if my Pawn's Score is at least 2
  my Pawn's Score gains 1 if possible
"""
    assert "wrong-sentence" in slugs(text)


def test_several_that_may_be_chosen_can_be_declined() -> None:
    text = """phase Play
  draw 3 Small Dice from Bag into Table
  me may return 2 Small Dice of Table to Bag, asking "Give two back?"
    otherwise my Pawn's Score gains 3 if possible
  do Wait
"""
    assert "Player 1's Score: 0 → 3" in told(text, "no")
    executor = compiled(text).executor()
    state, _ = executor.initial(Setting(2, 1))
    executor.apply(state, 0)
    decision = executor.decision(state)
    assert decision is not None and "no" not in {choice.id for choice in decision.choices}


@pytest.mark.parametrize("players", ["players 2, partners opposite", "players 2 to 4, facing each other"])
def test_partners_and_opponents_need_fitting_numbers(players: str) -> None:
    text = GAME.replace("players 2\n", f"{players}\n") + "phase Play\n  do Wait\n"
    found = load("shown.gdl", MemoryProvider({"shown.gdl": text})).diagnostics
    assert ("value-out-of-range" in {one.code.slug for one in found}) is ("2 to 4" in players)


def test_in_an_amount_or_property_of_a_player_me_is_that_player() -> None:
    text = """phase Play
  my Pawn's Score gains 3 if possible
  the second player's Pawn's Score gains the first player's Wealth if possible
  the second player's Pawn's Score gains the first player's Double if possible
  do Wait
amount Wealth of a player
  starts at my Pawn's Score
the Double of a player is my Pawn's Score times 2
"""
    found = told(text)
    assert "Player 2's Score: 0 → 3" in found and "Player 2's Score: 3 → 9" in found


def test_leaving_a_phase_leaves_the_secret_too() -> None:
    text = """phase Play
  secretly each player
    my Pawn's Score gains 1 if possible
    end Play
whenever Play ends
  my Pawn's Score gains 4 if possible
  do Wait
"""
    found = told(text)
    assert "Player 1 decides in secret" in found and "Player 1's Score: 1 → 5" in found


def test_an_exception_to_a_rule_that_follows_an_event_takes_the_place_of_its_statements() -> None:
    text = """phase Play
  do Wait
  my Pawn suffers 2 damage
whenever Anger: a Pawn suffers damage if the damage is at least 2
  its Score gains the damage if possible
exception to Anger when its Score is at least 2
  its Score gains 10 if possible
"""
    found = told(text, "Wait", "Wait", "Wait")
    assert "Player 1's Score: 0 → 2" in found and "Player 2's Score: 0 → 2" in found
    assert "Player 1's Score: 2 → 12" in found and "Player 1's Score: 2 → 4" not in found


def test_such_an_exception_knows_the_words_of_the_event() -> None:
    text = """phase Play
  do Wait
  my Pawn suffers 1 damage
  my Pawn suffers 2 damage from the first player's Pawn
whenever Anger: a Pawn suffers damage
  its Score gains 1 if possible
exception to Anger when the damage is at least 2 and the source is it
  choose a Spot as the spot, asking "Where do you hide?"
  put it onto the spot
  its Score gains (the damage) times 3 if possible
"""
    assert not slugs(text) & {"unbound-word", "unknown-name", "wrong-type"}
    found = told(text, "Wait", "r2c2", "Wait")
    assert [one for one in found if "Score" in one] == [
        "Player 1's Score: 0 → 1",
        "Player 1's Score: 1 → 7",
        "Player 2's Score: 0 → 1",
        "Player 2's Score: 1 → 2",
    ]


def test_the_condition_of_the_event_is_not_replaced() -> None:
    text = """phase Play
  do Wait
whenever Beginning: Play begins if my Pawn's Score is at least 1
  my Pawn's Score gains 1
exception to Beginning when my Pawn's Score is 0
  my Pawn's Score gains 5
whenever Ending: Play ends
  my Pawn's Score gains 2 if possible
exception to Ending when my Pawn's Score is 0, as Play began
  my Pawn's Score gains 3 if possible
"""
    found = [one for one in told(text, "Wait", "Wait", "Wait") if "Player 1" in one and "Score" in one]
    assert found == [
        "Player 1's Score: 0 → 3",
        "Player 1's Score: 3 → 4",
        "Player 1's Score: 4 → 6",
    ]


def test_labels_of_rules_that_follow_events_are_names() -> None:
    event = "phase Play\n  do Wait\nwhenever Late: Play ends\n  my Pawn's Score gains 1 if possible\n"
    other = "exception to {} when my Pawn's Score is 3\n  my Pawn's Score gains 2 if possible\n"
    assert "unknown-name" not in slugs(event + other.format("Late"))
    assert "unknown-name" in slugs(event + other.format("Early"))
    assert "duplicate-name" in slugs(event.replace("Late", "Wait"))
    broken = event.replace("Play ends", "a Paw is destroyed")
    assert [one.code.slug for one in compiled(broken + other.format("Late")).diagnostics] == ["unknown-name"]
    more = other.replace("is 3", "is at least 2").replace("gains 2", "gains 3")
    twice = other.format("Late") + more.format("Late")
    assert "possible-overlap" in slugs(event + twice)

"""Phrases that once meant something else than they say: each is played, and what it did is asked."""

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.scenario import run
from gekido_dsl.source import MemoryProvider

GAME = """\
edition 1

game "Phrases"
  players 2
  limit 9 turns

kind Seat, 1 for each player
  Score: 0 to 99, starts 0
  Debt: any number, starts 0
kind Card, 6 of them
die Coin of 0 to 1
deck Pack: all Cards
hand Hand of each player, of Cards
hand Spare of each player, of Cards
pile Trick of Cards

turn of each player
  Play

phase Play
  choose one
    "Go on"
      do Go
    "Draw"
      draw 1 Card into my Hand

rule Go
  BODY

amount Big
  starts at 900000000
  MORE

the game ends when Pack is empty
  me wins
"""


def compiled(body: str, more: str = "add 1", scenario: str = "") -> Compilation:
    text = GAME.replace("BODY", body.replace("\n", "\n  ")).replace("MORE", more) + scenario
    return load("phrases.gdl", MemoryProvider({"phrases.gdl": text}))


def passes(body: str, *lines: str, more: str = "add 1") -> None:
    """Plays the first turn, and asks what holds then."""
    steps = "".join(f"  {line}\n" for line in lines)
    made = compiled(body, more, f'\nscenario "it"\n{steps}')
    assert made.game is not None, [one.message for one in made.diagnostics]
    (result,) = run(made)
    assert result.passed, result


START = ("given the turn of the first player", 'when the first player chooses "Go on"')


def test_its_after_by_is_the_one_that_is_compared() -> None:
    passes(
        "(the second player)'s Seat's Score gains 5 if possible\n"
        "each Seat\n"
        "  its Debt gains 1 if its Score is (the highest Seat by its Score)'s Score",
        *START,
        "then (the first player)'s Seat's Debt is 0",
        "then (the second player)'s Seat's Debt is 1",
    )


def test_its_after_by_is_the_one_that_is_added() -> None:
    passes(
        "(the second player)'s Seat's Score gains 5 if possible\n"
        "each Seat\n"
        "  its Debt gains the sum of Seats by its Score",
        *START,
        "then (the first player)'s Seat's Debt is 5",
    )


def test_a_card_given_to_a_hand_belongs_to_the_player() -> None:
    passes(
        "move a Card of my Hand to Trick as the card\n"
        "  otherwise stop\n"
        "my Seat's Debt gains 7 if the card's owner is me",
        "given the first player's Hand is Card, Card",
        "given the turn of the first player",
        'when the first player chooses "Go on", Card',
        "then (the first player)'s Seat's Debt is 7",
    )


def test_cards_are_dealt_into_the_place_that_is_named() -> None:
    passes(
        "deal 1 Card to all players into Spare",
        *START,
        "then (the first player)'s Hand is empty",
        "then (the second player)'s Spare is not empty",
    )


def test_a_die_without_a_count_is_one() -> None:
    passes(
        "turn Coin to 1\nmy Seat's Debt gains Coin's face",
        *START,
        "then (the first player)'s Seat's Debt is 1",
    )


@pytest.mark.parametrize(
    "line",
    ["add 900000000 plus 900000000", "multiply by 3", "add 900000000 times 9", "subtract -900000000 times 2"],
)
def test_numbers_beyond_32_bits_are_a_rule_error_with_a_place(line: str) -> None:
    made = compiled("my Seat's Debt gains Big", line)
    assert made.game is not None, [one.message for one in made.diagnostics]
    x = made.executor()
    state, _ = x.initial(Setting(2, 1))
    with pytest.raises(RuleError, match="too large") as error:
        x.apply(state, 0)
    assert error.value.span is not None
    assert error.value.span.text in line


def test_what_adds_up_beyond_32_bits_is_a_rule_error() -> None:
    made = compiled("my Seat's Debt gains Big\nmy Seat's Debt gains Big\nmy Seat's Debt gains Big")
    x = made.executor()
    state, _ = x.initial(Setting(2, 1))
    with pytest.raises(RuleError, match="too large"):
        x.apply(state, 0)
    assert x.count(state) == 2


def test_a_number_without_a_bound_is_kept_and_restored() -> None:
    made = compiled("my Seat's Debt loses Big")
    x = made.executor()
    state, _ = x.initial(Setting(2, 1))
    x.apply(state, 0)
    assert -900000001 in x.restore(x.snapshot(state)).cells


def test_a_limit_that_nobody_has_yet_limits_nothing() -> None:
    text = GAME.replace("BODY", "stop").replace("MORE", "add 1")
    text = text.replace(
        "hand Hand of each player, of Cards\n",
        "kind Bot, 2 of them\n  Room: 1 to 6, starts 1\npile Heap of Cards\n"
        "hand Hand of each player, of Cards\n  limit its owner's Bot's Room\n",
    )
    text = text.replace("deck Pack: all Cards\n", "deck Pack: all Cards, with pile Heap\n")
    text += (
        "\nsetup\n  deal 2 Cards to all players into Hand\n  each player\n    take an unclaimed Bot\n"
        "      otherwise stop\n"
    )
    made = load("phrases.gdl", MemoryProvider({"phrases.gdl": text}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    x = made.executor()
    state, _ = x.initial(Setting(2, 1))
    decision = x.decision(state)
    assert decision is not None
    assert "Bot" in decision.prompt

"""`as many Cards as NUMBER`: how many are chosen, dealt and drawn where only the match tells."""

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import Setting
from gekido_dsl.source import MemoryProvider

GAME = """edition 1
game "Hands"
  players 2
  limit 9 turns
kind Card, 20 of them
  Worth: 1 to 20, numbered
deck Deck: all Cards, shuffled, with pile Rest
pile Rest of Cards
hand Hand of each player, of Cards
kind Purse, 1 for each player
  Coins: 0 to 9, starts 0
turn of each player
  Play
the game ends when my Purse's Coins is 9
  the player wins
"""


def compiled(text: str) -> Compilation:
    return load("hands.gdl", MemoryProvider({"hands.gdl": GAME + text}))


def asked(text: str, picks: int) -> list[str]:
    """Takes the first choice so many times, and lists what was asked."""
    executor = compiled(text).executor()
    state, _ = executor.initial(Setting(2, 1))
    prompts = []
    for _ in range(picks):
        decision = executor.decision(state)
        assert decision is not None
        prompts.append(f"{decision.prompt} {len(decision.choices)}")
        executor.apply(state, 0)
    return prompts


def codes(text: str) -> list[str]:
    return [one.code.slug for one in compiled(text).diagnostics if one.code.slug == "empty-choice"]


DOWN_TO_TWO = """phase Play
  draw 5 Cards
  discard as many Cards of my Hand as (number of Cards in my Hand) minus 2, asking "Discard?"
  choose one, asking "Go on?"
    "Yes"
      my Purse's Coins gains 1 if possible
    "No"
      stop
"""


def test_so_many_are_chosen_though_the_number_changes_meanwhile() -> None:
    # The first has 5 and discards 3; every choice is between one card less, and there is no way to be done early.
    assert asked(DOWN_TO_TWO, 4) == ["Discard? 5", "Discard? 4", "Discard? 3", "Go on? 2"]


def test_none_are_chosen_when_the_number_is_none_or_less() -> None:
    fewer = DOWN_TO_TWO.replace("draw 5 Cards", "draw 1 Card")
    assert asked(fewer, 1) == ["Go on? 2"]


def test_those_that_there_are_stay_chosen_when_there_are_no_more() -> None:
    more = DOWN_TO_TWO.replace("(number of Cards in my Hand) minus 2", "my Purse's Coins plus 7")
    assert asked(more, 6)[-2:] == ["Discard? 1", "Go on? 2"]


def test_what_is_counted_is_known_to_be_there() -> None:
    assert codes(DOWN_TO_TWO) == []
    assert codes(DOWN_TO_TWO.replace("minus 2", "plus 2")) == ["empty-choice"]
    assert codes(DOWN_TO_TWO.replace("(number of Cards in my Hand) minus 2", "3")) == ["empty-choice"]


def test_as_many_are_dealt_to_each() -> None:
    dealt = """phase Play
  deal as many Cards as my Purse's Coins plus 3 to all players
  choose a Card of my Hand, asking "Which?"
    otherwise stop
  move the Card to Deck
  my Purse's Coins gains 1 if possible
"""
    assert asked(dealt, 2) == ["Which? 3", "Which? 6"]

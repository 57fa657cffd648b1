"""What is looked through: no more than it takes, and printed facts only once; what is found stays the same."""

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import Setting
from gekido_dsl.source import MemoryProvider

GAME = """\
edition 1

game "Looking"
  players 2
  limit 9 turns

kind Card from "cards.yaml"
  Suit: 1 to 5
  Twin: 1 to 5
  Seen: yes or no, starts no
kind Board, 1 for each player
  Number: 0 to 99, starts 0
deck Deck: all Cards
pile Heap of Cards

a Card is Good if its Suit is 3 and its Seen is no
a Card is Fine if it is Good
a Card is Bad if its Seen is yes and its Suit is 3
a Card is Like for 1 to 5 as the suit if its Suit is the suit
a Card is a Double if its Suit is its Twin

setup
  each player
    SENTENCE

turn of each player
  Ending

phase Ending
  each Card of Heap
    set its Seen to yes
  me wins
"""
CARDS = "".join(
    f"- {{Name: Card {n}, Suit: {1 + n % 5}, Twin: {1 + n // 5 % 5}}}\n" for n in reversed(range(25))
)


def compiled(sentence: str) -> Compilation:
    files = {"looking.gdl": GAME.replace("SENTENCE", sentence), "cards.yaml": CARDS}
    return load("looking.gdl", MemoryProvider(files))


@pytest.mark.parametrize(
    ("sentence", "heap"),
    [
        ("move the next Card of Deck that is Good to Heap", ["Card 22", "Card 17"]),
        ("move the last Card of Deck that is Fine to Heap", ["Card 2", "Card 7"]),
        ("move the next Card of Deck that is Bad to Heap if possible", []),
        ("move the next Card of Deck that is Like for 5 to Heap", ["Card 24", "Card 19"]),
        ("move the next Card of Deck to Heap", ["Card 24", "Card 23"]),
        (
            "move all Cards of Deck that are a Double to Heap",
            ["Card 0", "Card 6", "Card 12", "Card 18", "Card 24"],
        ),
    ],
)
def test_what_is_found_is_what_holds_now(sentence: str, heap: list[str]) -> None:
    made = compiled(sentence)
    assert made.game is not None, [one.message for one in made.diagnostics]
    x = made.executor()
    state, _ = x.initial(Setting(2, 1))
    (pile,) = [place for place in x.observe(state, 0).places if place.name == "Heap"]
    assert [thing.name for thing in pile.things or ()] == heap


def test_what_lies_behind_is_not_looked_at() -> None:
    effort = {}
    for end in ("next", "last"):
        x = compiled(f"move the {end} Card of Deck that is Like for 5 to Heap").executor()
        x.initial(Setting(2, 1))
        effort[end] = x.effort
    looked_at = {"next": 1 + 5, "last": 5 + 9}
    assert effort["last"] - effort["next"] == looked_at["last"] - looked_at["next"]

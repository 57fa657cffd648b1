"""What cards make, in lockstep: decks of several sorts, patterns of every form, none, more than one of a card."""

import pytest
from both import both
from lockstep import RULESETS, lockstep

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import has_errors
from gekido_dsl.files import FolderProvider
from gekido_dsl.source import MemoryProvider

GAME = """edition 1
game "Hands"
  players 2 to 3
values Suit: Clubs, Diamonds, Hearts
kind Card, {copies} for each Suit and Rank
  Suit: a Suit
  Rank: {ranks}
deck Pack: all Cards, shuffled
hand Pocket of each player, of Cards
pile Table of Cards
each player has
  Worth: 0 or more, starts 0
  Made: a Hand or none, starts none
  Luck: 0 to 99, starts 0
patterns Hand of {number} Cards by Rank{also}
{patterns}
turn of each player
  Play
phase Play
  move all Cards to Pack
  shuffle Pack
  move the next 2 Cards of Pack to Table
  draw 1 Card
  repeat up to 6 times
    may "More"
      draw 1 Card
    otherwise
      stop repeat
  set my Made to the best Hand of (a Card of my Pocket or a Card of Table)
  set my Worth to the worth of Cards that are Open as a Hand
  my Luck gains 1 if the best Hand of Cards in my Pocket is not none
a Card is Open if it is in my Pocket or it is in Table
whenever a player gains Luck
  announce "lucky" for it at its Luck
the game ends after 12 rounds
  all players rank by their Worth, highest first, then by the worth of Cards in my Pocket as a Hand, lowest first
"""
POKER = """
  Straight Flush: 5 in a row of one Suit
  Full House: 3 alike and 2 alike
  Flush: 5 of one Suit
  Straight: 5 in a row
  Three Of A Kind: 3 alike
  Two Pairs: 2 alike and 2 alike
  Pair: 2 alike
  High Card: 1 alike"""
MELDS = """
  Run: 3 in a row of one Suit
  Three: 3 alike
  Pair And More: 2 alike and 2 different
  Row: 3 in a row
  Colour: 3 of one Suit
  Two: 2 alike"""


@pytest.mark.parametrize(
    ("patterns", "also", "ranks", "number", "copies"),
    [
        (POKER, ", 14 also as 1", "2 to 14", 5, 1),
        (POKER, ", 1 also as 9", "1 to 8", 5, 2),
        (MELDS, ", 6 also as 0", "1 to 6", 4, 1),
        (MELDS, "", "1 to 5", 5, 4),
    ],
)
def test_cards_make_the_same(patterns: str, also: str, ranks: str, number: int, copies: int) -> None:
    text = GAME.format(patterns=patterns.strip("\n"), also=also, ranks=ranks, number=number, copies=copies)
    made = load("hands.gdl", MemoryProvider({"hands.gdl": text}))
    assert not has_errors(made.diagnostics), [one.message for one in made.diagnostics]
    assert made.game is not None
    assert sum(lockstep(made.game, seed) for seed in range(8)) > 100
    assert both(made.game, 5) > 10


@pytest.mark.parametrize(
    ("folder", "file"), [("tests/english", "brag.gdl"), ("rulesets/classics", "holdem.gdl")]
)
@pytest.mark.parametrize("players", [2, 4])
def test_what_is_paid_is_shared_the_same(folder: str, file: str, players: int) -> None:
    made = load(file, FolderProvider(RULESETS.parent / folder))
    assert made.game is not None
    assert sum(lockstep(made.game, seed, players=players) for seed in range(6)) > 40


@pytest.mark.parametrize(("file", "players"), [("melds.gdl", 2), ("melds.gdl", 3), ("gin_rummy.gdl", 2)])
def test_melds_are_laid_down_the_same(file: str, players: int) -> None:
    folder = "rulesets/classics" if file == "gin_rummy.gdl" else "tests/english"
    made = load(file, FolderProvider(RULESETS.parent / folder))
    assert made.game is not None
    assert sum(lockstep(made.game, seed, players=players) for seed in range(4)) > 40

"""What cards make: against an independent evaluator of poker hands, and against every way to leave cards out."""

import random
from itertools import combinations

import pytest
from pokerkit import StandardHighHand

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import has_errors
from gekido_dsl.model import hands
from gekido_dsl.model import nodes as m
from gekido_dsl.source import MemoryProvider

DECK = """edition 1
game "Hands"
  players 2
  limit 10 turns
values Suit: Clubs, Diamonds, Hearts, Spades
kind Card, {copies} for each Suit and Rank
  Suit: a Suit
  Rank: {ranks}
deck Pack: all Cards, shuffled
hand Pocket of each player, of Cards
patterns Hand of {number} Cards by Rank{also}
{patterns}
setup
  deal 2 Cards to all players
turn of each player
  Pass
phase Pass
  draw 1 Card if possible
the game ends after 3 rounds
  the highest player by the worth of Cards in my Pocket as a Hand wins
"""
POKER = """
  Straight Flush: 5 in a row of one Suit
  Four Of A Kind: 4 alike
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


def ranking_of(
    patterns: str, also: str = "", ranks: str = "2 to 14", number: int = 5, copies: int = 1
) -> m.Ranking:
    text = DECK.format(patterns=patterns.strip("\n"), also=also, ranks=ranks, number=number, copies=copies)
    compilation = load("hands.gdl", MemoryProvider({"hands.gdl": text}))
    assert compilation.game is not None and not has_errors(compilation.diagnostics), compilation.diagnostics
    ranking = compilation.game.enums["Hand"].ranking
    assert ranking is not None
    return ranking


def pack_of(ranking: m.Ranking) -> list[tuple[int, ...]]:
    return [ranking.values(row) for row in ranking.kind.rows for _ in range(row.copies)]


def card_of(card: tuple[int, ...]) -> str:
    return "??23456789TJQKA"[card[0]] + "cdhs"[card[1]]


@pytest.mark.dear
def test_poker_hands_rank_as_an_independent_evaluator_ranks_them() -> None:
    ranking, stream = ranking_of(POKER, ", 14 also as 1"), random.Random(7)
    pack = pack_of(ranking)
    labels = {
        "Straight flush": 0, "Four of a kind": 1, "Full house": 2, "Flush": 3, "Straight": 4,
        "Three of a kind": 5, "Two pair": 6, "One pair": 7, "High card": 8,
    }  # fmt: skip
    seen = set()
    for _ in range(1500):
        dealt = stream.sample(pack if stream.random() < 0.7 else pack[:13], 9)
        board, ours, theirs = dealt[:5], dealt[5:7], dealt[7:]
        one, other = (hands.best(ranking, [*board, *held]) for held in (ours, theirs))
        hand, rival = (
            StandardHighHand.from_game("".join(map(card_of, held)), "".join(map(card_of, board)))
            for held in (ours, theirs)
        )
        assert (one[1] > other[1], one[1] == other[1]) == (hand > rival, hand == rival), dealt
        assert one[0] == labels[hand.entry.label.value], dealt
        seen.add(one[0])
    assert len(seen) == 9


@pytest.mark.parametrize(
    ("patterns", "also", "ranks", "number", "copies"),
    [
        (POKER, ", 14 also as 1", "2 to 14", 5, 1),
        (POKER, ", 1 also as 9", "1 to 8", 5, 1),
        (POKER, "", "4 to 9", 5, 2),
        (MELDS, ", 6 also as 0", "1 to 6", 4, 1),
        (MELDS, "", "1 to 5", 5, 3),
    ],
)
def test_of_more_cards_the_best_of_all_choices_counts(
    patterns: str, also: str, ranks: str, number: int, copies: int
) -> None:
    ranking, stream = ranking_of(patterns, also, ranks, number, copies), random.Random(11)
    pack = pack_of(ranking)
    for _ in range(150):
        held = stream.sample(pack, number + 2)
        assert hands.best(ranking, held)[1] == max(
            hands.best(ranking, list(some))[1] for some in combinations(held, number)
        )

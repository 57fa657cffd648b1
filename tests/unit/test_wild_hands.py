"""What cards make of which some are wild: against every card that these may count as, one after the other."""

import random
from itertools import combinations_with_replacement
from pathlib import Path

from gekido_dsl.compilation import load
from gekido_dsl.files import FolderProvider
from gekido_dsl.model import hands, wild_hands

CORPUS = Path(__file__).parents[1] / "corpus" / "resolve" / "good"


def test_a_wild_card_counts_as_whatever_makes_most() -> None:
    game = load("wild_cards.gdl", FolderProvider(CORPUS)).game
    assert game is not None
    ranking, stream = game.enums["Holding"].ranking, random.Random(3)
    assert ranking is not None
    every = [ranking.values(row) for row in ranking.kind.rows for _ in range(row.copies)]
    others = sorted(set(every))
    for size, wild, rounds in ((6, 1, 60), (3, 2, 6), (5, 2, 6), (1, 2, 2)):
        for _ in range(rounds):
            cards = stream.sample(every, size)
            most = max(
                hands.best(ranking, [*cards, *more])[1]
                for more in combinations_with_replacement(others, wild)
            )
            assert wild_hands.best(ranking, cards, wild)[1] == most, (cards, wild)

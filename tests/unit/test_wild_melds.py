"""Wild cards in melds: all that there are, against every set of cards that is tried by itself."""

from itertools import combinations, product

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.model import melding, rankings
from gekido_dsl.source import MemoryProvider

GAME = """edition 1

game "Melds"
  players 2

values Suit: Cups, Coins

kind Card, 1 for each Suit and Rank
  Suit: a Suit
  Rank: 1 to 5

patterns Meld of Cards by Rank{also}, {wild} wild
  Set: {set}
  Run: {run}

a Card is a Deuce if its Rank is 2
a Card is a Fool if (its Rank is at least 5 and its Suit is not Cups) or (its Rank is 1 and its Suit is Cups)

deck Stock: all Cards, shuffled
hand Hand of each player, of Cards

turn of each player
  Draw

phase Draw
  draw 1 Card
    otherwise stop
  announce "melds" for me if my Hand makes a Meld

the game ends when Stock is empty
  all players win
"""
RANKS, SUITS = range(1, 6), range(2)
CARDS = tuple(product(SUITS, RANKS))


def is_meld(cards: tuple[tuple[int, int], ...], sets: range, runs: range, wild: set, also: bool) -> bool:
    """Tries everything that wild cards may stand for."""
    natural = [card for card in cards if card not in wild]
    size = len(cards)
    if not natural:
        return False
    ranks = {rank for _, rank in natural}
    if size in sets and len(ranks) == 1:
        return True
    if size not in runs or len({suit for suit, _ in natural}) > 1 or len(ranks) < len(natural):
        return False
    lowest = 0 if also else 1
    for first in range(lowest, 6 - size + 1):
        row = set(range(first, first + size))
        stands = {5 if rank == 0 else rank for rank in row}
        if ranks <= stands and not (0 in row and 5 in row and 5 in ranks):
            if sum(1 for rank in row if (5 if rank == 0 else rank) in ranks) >= len(ranks):
                return True
    return False


@pytest.mark.parametrize(
    ("wild", "also", "sets", "runs"),
    [
        ("Deuces", "", range(3, 99), range(3, 99)),
        ("Fools", "", range(3, 5), range(3, 5)),
        ("Deuces", ", 5 also as 0", range(2, 99), range(3, 99)),
    ],
)
def test_all_melds_are_found(wild: str, also: str, sets: range, runs: range) -> None:
    def said(sizes: range) -> str:
        return f"{sizes.start} or more" if sizes.stop == 99 else f"{sizes.start} to {sizes.stop - 1}"

    text = GAME.format(
        wild=wild, also=also, set=f"{said(sets)} alike", run=f"{said(runs)} in a row of one Suit"
    )
    made = load("melds.gdl", MemoryProvider({"melds.gdl": text}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    enum = next(one for one in made.game.enums.values() if one.melding is not None)
    listed = melding.melds(enum.melding, rankings.cards_of(enum.melding))
    assert listed is not None
    found = {bits for of_card in listed.with_card for bits in of_card}
    free = {(suit, 2) for suit in SUITS} if wild == "Deuces" else {(1, 5), (0, 1)}
    wanted = {
        sum(1 << CARDS.index(card) for card in cards)
        for size in range(1, len(CARDS) + 1)
        for cards in combinations(CARDS, size)
        if is_meld(cards, sets, runs, free, bool(also))
    }
    assert found == wanted

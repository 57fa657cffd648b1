"""Melds of cards: all that there are, which of them some cards are part of, and the best that cards are laid down in.

Cards are bits of a word, so that a melding is for 64 cards at most.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final

from gekido_dsl.model import nodes as m

CARDS_LIMIT: Final = 64
"""Of how many cards a melding may be."""
MELDS_LIMIT: Final = 4096
"""How many different melds these may make."""
STEPS_LIMIT: Final = 100_000
"""How many ways to lay melds down side by side are looked at; of more, the best of these counts."""


@dataclass(frozen=True, slots=True)
class Melds:
    """All melds of some cards, as bits."""

    with_card: tuple[tuple[int, ...], ...]
    """For each card those that it is in."""
    from_card: tuple[tuple[int, ...], ...]
    """For each card those that have it as their first card, and are not two melds laid side by side."""


def melds(melding: m.Melding, cards: Sequence[tuple[int, ...]]) -> Melds | None:
    """Lists all melds of cards; None if they are too many.

    Args:
        cards: of each, its number and its suit for each meld; see `Melding.values`.
    """
    if len(cards) > CARDS_LIMIT:
        return None
    found: dict[int, bool] = {}
    for at, one in enumerate(melding.melds):
        listed = _row(melding, at, one, cards) if one.in_a_row else _alike(melding, at, one, cards)
        for bits, short in listed:
            found[bits] = found.get(bits, False) or short
            if len(found) > MELDS_LIMIT:
                return None
    with_card: list[list[int]] = [[] for _ in cards]
    from_card: list[list[int]] = [[] for _ in cards]
    for bits, short in found.items():
        members = [card for card in range(len(cards)) if bits >> card & 1]
        for card in members:
            with_card[card].append(bits)
        if short:
            from_card[members[0]].append(bits)
    return Melds(tuple(map(tuple, with_card)), tuple(map(tuple, from_card)))


def _alike(
    melding: m.Melding, at: int, one: m.Meld, cards: Sequence[tuple[int, ...]]
) -> Iterator[tuple[int, bool]]:
    """Gives melds of cards with one number, and whether each is short: not two of them."""
    by_number: dict[int, list[int]] = {}
    for card, values in enumerate(cards):
        if values[0] >= melding.low and (one.suit is None or values[at + 1] >= 0):
            by_number.setdefault(values[0], []).append(card)
    for alike in by_number.values():
        for size in range(one.least, min(one.most or len(alike), len(alike)) + 1):
            for group in combinations(alike, size):
                if one.suit is None or len({cards[card][at + 1] for card in group}) == size:
                    yield sum(1 << card for card in group), size < 2 * one.least


def _row(
    melding: m.Melding, at: int, one: m.Meld, cards: Sequence[tuple[int, ...]]
) -> Iterator[tuple[int, bool]]:
    """Gives melds of cards in a row, of one suit where the meld says so."""
    suits = {values[at + 1] for values in cards} - {-1} if one.suit is not None else {-1}
    for suit in sorted(suits):
        places: dict[int, list[int]] = {}
        for card, values in enumerate(cards):
            if values[0] >= melding.low and (one.suit is None or values[at + 1] == suit):
                places.setdefault(values[0], []).append(card)
        if melding.also is not None and melding.also[0] in places:
            places[melding.also[1]] = places[melding.also[0]]
        for first in sorted(places):
            size = 1
            while first + size - 1 in places and (one.most is None or size <= one.most):
                if size >= one.least:
                    for row in product(*(places[first + k] for k in range(size))):
                        if len(set(row)) == size:
                            yield sum(1 << card for card in row), size < 2 * one.least
                size += 1


def part_of_one(all_melds: Melds, cards: int, more: int) -> bool:
    """Tells whether some cards, with some of others or none, are a meld."""
    if not cards:
        return False
    within = cards | more
    first = (cards & -cards).bit_length() - 1
    return any(cards & ~bits == 0 and bits & ~within == 0 for bits in all_melds.with_card[first])


def most_laid(all_melds: Melds, hand: int, begun: int, points: Sequence[int]) -> int:
    """Gives the most that cards count which are laid down in melds side by side.

    Args:
        hand: the cards.
        begun: cards of which one meld is made, with some of the others or none; 0 for none.
        points: what each card counts, by its bit.
    """
    every = hand | begun
    playable = [
        (bits, _count(points, bits))
        for card in _cards(every)
        for bits in all_melds.from_card[card]
        if bits & ~every == 0
    ]
    whole = sum(max(points[card], 0) for card in _cards(every))
    starts = [(0, 0)]
    if begun:
        first = (begun & -begun).bit_length() - 1
        starts = [
            (bits, _count(points, bits))
            for bits in all_melds.with_card[first]
            if begun & ~bits == 0 and bits & ~every == 0
        ]
        if not starts:
            return 0
    best = max(laid for _, laid in starts)
    steps = 0
    for bits, laid in starts:
        stack = [(0, bits, laid, whole - _count([max(one, 0) for one in points], bits))]
        while stack and steps < STEPS_LIMIT:
            steps += 1
            at, used, count, rest = stack.pop()
            if at == len(playable) or count + rest <= best:
                continue
            stack.append((at + 1, used, count, rest))
            meld, more = playable[at]
            if meld & used:
                continue
            gained = sum(max(points[card], 0) for card in _cards(meld))
            stack.append((at + 1, used | meld, count + more, rest - gained))
            best = max(best, count + more)
    return best


def _cards(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def _count(points: Sequence[int], bits: int) -> int:
    return sum(points[card] for card in _cards(bits))

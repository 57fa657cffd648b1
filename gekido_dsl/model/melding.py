"""Melds of cards: all that there are, which of them some cards are part of, and the best that cards are laid down in.

Cards are bits of a word, so that a melding is for 64 cards at most.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from gekido_dsl.model import nodes as m
from gekido_dsl.model import printed

CARDS_LIMIT: Final = 64
"""Of how many cards a melding may be."""
MELDS_LIMIT: Final = 16_384
"""How many different melds these may make."""
WILD: Final = -1_000_000
"""The number of a card that is wild."""
WAYS_LIMIT: Final = 200_000
"""In how many ways these may be made: wild cards make one in many."""
STEPS_LIMIT: Final = 100_000
"""How many ways to lay melds down side by side are looked at; of more, the best of these counts."""


@dataclass(frozen=True, slots=True)
class Melds:
    """All melds of some cards, as bits."""

    with_card: tuple[tuple[int, ...], ...]
    """For each card those that it is in."""
    from_card: tuple[tuple[int, ...], ...]
    """For each card those that have it as their first card, and are not two melds laid side by side."""


def values(melding: m.Melding, row: m.Row) -> tuple[int, ...]:
    """Gives what counts of a card: its number, or that it is wild, then its suit for each meld, -1 for none."""
    found = melding.values(row)
    wild = melding.wild
    is_wild = row.name == wild if isinstance(wild, str) else printed.holds(wild.test, row) is True
    return (WILD, *found[1:]) if is_wild else found


def melds(melding: m.Melding, cards: Sequence[tuple[int, ...]]) -> Melds | None:
    """Lists all melds of cards; None if they are too many.

    Args:
        cards: what counts of each; see `values`.
    """
    if len(cards) > CARDS_LIMIT:
        return None
    found: dict[int, bool] = {}
    ways = 0
    for at, one in enumerate(melding.melds):
        listed = _row(melding, at, one, cards) if one.in_a_row else _alike(melding, at, one, cards)
        for bits, short in listed:
            ways += 1
            found[bits] = found.get(bits, False) or short
            if len(found) > MELDS_LIMIT or ways > WAYS_LIMIT:
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
    wild = _wild(cards)
    suits = {card[at + 1] for card in cards} - {-1}
    for alike in by_number.values():
        most = len(suits) if one.suit is not None else len(alike) + len(wild)
        for size in range(1, len(alike) + 1):
            for group in combinations(alike, size):
                if one.suit is None or len({cards[card][at + 1] for card in group}) == size:
                    for more in range(max(0, one.least - size), min(len(wild), most - size) + 1):
                        if one.most is None or size + more <= one.most:
                            yield from _with_wild(one, group, wild, more)


def _row(
    melding: m.Melding, at: int, one: m.Meld, cards: Sequence[tuple[int, ...]]
) -> Iterator[tuple[int, bool]]:
    """Gives melds of cards in a row, of one suit where the meld says so."""
    wild = _wild(cards)
    suits = {values[at + 1] for values in cards} - {-1} if one.suit is not None else {-1}
    for suit in sorted(suits):
        places: dict[int, list[int]] = {}
        for card, values in enumerate(cards):
            if values[0] >= melding.low and (one.suit is None or values[at + 1] == suit):
                places.setdefault(values[0], []).append(card)
        ends = [melding.low, melding.high]
        if melding.also is not None:
            ends.append(melding.also[1])
            if melding.also[0] in places:
                places[melding.also[1]] = places[melding.also[0]]
        first, last = min(ends), max(ends)
        for begin in range(first, last + 1):
            most = last - begin + 1 if one.most is None else min(one.most, last - begin + 1)
            for row in _rows(places, begin, most, len(wild)):
                taken = [card for card in row if card >= 0]
                if len(row) < one.least or not taken or len(set(taken)) < len(taken):
                    continue
                # A wild card is no second highest at the other end of the row.
                if len(row) == len(taken) or len(row) <= melding.high - melding.low + 1:
                    yield from _with_wild(one, taken, wild, len(row) - len(taken))


_GAP: Final = -1
"""The place of a wild card in a row."""


def _rows(places: Mapping[int, Sequence[int]], begin: int, most: int, wild: int) -> Iterator[tuple[int, ...]]:
    """Gives all rows of cards from a number on, of any length, with wild cards where cards are left out."""
    stack: list[tuple[tuple[int, ...], int]] = [((), wild)]
    while stack:
        row, left = stack.pop()
        if row:
            yield row
        if len(row) < most:
            stack += [((*row, card), left) for card in places.get(begin + len(row), ())]
            if left:
                stack.append(((*row, _GAP), left - 1))


def _wild(cards: Sequence[tuple[int, ...]]) -> list[int]:
    return [card for card, values in enumerate(cards) if values[0] == WILD]


def _with_wild(
    one: m.Meld, cards: Sequence[int], wild: Sequence[int], number: int
) -> Iterator[tuple[int, bool]]:
    """Gives a meld with each choice of so many wild cards, and whether it is short.

    With fewer wild cards than the least meld has, each part of a long one has another card, and is a meld.
    """
    bits = sum(1 << card for card in cards)
    size = len(cards) + number
    short = size < 2 * one.least or number >= one.least
    for more in combinations(wild, number):
        yield bits | sum(1 << card for card in more), short


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

"""The best that cards make: which pattern, and a number that is higher the better it is.

Of each pattern the highest cards count, then the highest of the others, as far as so many count at all.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE

NOTHING: Final = (NONE, 0)
"""What cards make that make no pattern."""


def best(ranking: m.Ranking, cards: Sequence[tuple[int, ...]], only: int | None = None) -> tuple[int, int]:
    """Gives the best pattern of some cards and what it is worth; none and 0 if they make none.

    Args:
        cards: of each, its number and its suit for each pattern; see `Ranking.values`.
        only: the only pattern to look for.
    """
    counted = [card for card in cards if card[0] >= ranking.low]
    ranks = Counter(card[0] - ranking.low + 1 for card in counted)
    for at, one in enumerate(ranking.patterns):
        if only is not None and at != only:
            continue
        if one.suit is None:
            found = [_made(ranking, one, ranks)]
        else:
            suits = {card[at + 1] for card in counted} - {NONE}
            found = [
                _made(
                    ranking,
                    one,
                    Counter(card[0] - ranking.low + 1 for card in counted if card[at + 1] == suit),
                )
                for suit in suits
            ]
        made = [each for each in found if each is not None]
        if made:
            told = max((*own, *_others(ranks, used, ranking.number - one.size)) for own, used in made)
            told += (0,) * (ranking.numbers - len(told))
            worth = len(ranking.patterns) - at
            for number in told:
                worth = worth * ranking.base + number
            return at, worth
    return NOTHING


def _made(
    ranking: m.Ranking, one: m.CardPattern, ranks: Counter[int]
) -> tuple[tuple[int, ...], Counter[int]] | None:
    """Gives the numbers that tell a pattern from others of its name, and what it takes; None if it is not there."""
    if one.in_a_row:
        return _in_a_row(ranking, one.number, ranks)
    if one.number:
        highest = sorted(ranks.elements(), reverse=True)[: one.number]
        return (tuple(highest), Counter(highest)) if len(highest) == one.number else None
    own: list[int] = []
    used = Counter[int]()
    for size, alike in one.groups:
        free = [rank for rank in sorted(ranks, reverse=True) if rank not in used]
        taken = [rank for rank in free if ranks[rank] >= size][:1] if alike else free[:size]
        if len(taken) < (1 if alike else size):
            return None
        own += taken
        used.update(dict.fromkeys(taken, size if alike else 1))
    return tuple(own), used


def _in_a_row(
    ranking: m.Ranking, number: int, ranks: Counter[int]
) -> tuple[tuple[int, ...], Counter[int]] | None:
    there = dict.fromkeys(ranks)
    places = {rank: rank for rank in there}
    if ranking.also is not None and (rank := ranking.also[0] - ranking.low + 1) in places:
        places[ranking.also[1] - ranking.low + 1] = rank
    for top in sorted(places, reverse=True):
        row = range(top - number + 1, top + 1)
        if all(place in places for place in row):
            return (top,), Counter(places[place] for place in row)
    return None


def _others(ranks: Counter[int], used: Counter[int], number: int) -> Iterable[int]:
    """Gives the highest numbers of the other cards."""
    return sorted((ranks - used).elements(), reverse=True)[: max(number, 0)]

"""The best that cards make of which some are wild: each of these counts as whatever card makes most.

A wild card that a pattern does not need counts as one of the highest number.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gekido_dsl.model import hands
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE


@dataclass(frozen=True, slots=True)
class Made:
    """How cards make a pattern."""

    told: tuple[int, ...]
    """The numbers that tell it from others of its name."""
    used: Counter[int]
    """Of the cards that are not wild, how many of each number it takes."""
    left: int
    """How many wild cards it does not take."""


def best(ranking: m.Ranking, cards: Sequence[tuple[int, ...]], wild: int) -> tuple[int, int]:
    """Gives the best pattern of some cards and what it is worth; none and 0 if they make none.

    Args:
        cards: of each that is not wild, its number and its suit for each pattern; see `Ranking.values`.
        wild: how many more are wild.
    """
    counted = [card for card in cards if card[0] >= ranking.low]
    ranks = Counter(card[0] - ranking.low + 1 for card in counted)
    top = ranking.high - ranking.low + 1
    for at, one in enumerate(ranking.patterns):
        if one.suit is None:
            among = [ranks]
        else:
            suits = {card[at + 1] for card in counted} - {NONE}
            of_suit = [
                Counter(card[0] - ranking.low + 1 for card in counted if card[at + 1] == suit)
                for suit in suits
            ]
            among = [*of_suit, Counter[int]()]
        made = [found for each in among if (found := _made(ranking, one, each, wild)) is not None]
        if made:
            others = ranking.number - one.size
            told = max((*each.told, *_others(ranks, each, others, top)) for each in made)
            told += (0,) * (ranking.numbers - len(told))
            worth = len(ranking.patterns) - at
            for number in told:
                worth = worth * ranking.base + number
            return at, worth
    return hands.NOTHING


def _made(ranking: m.Ranking, one: m.CardPattern, ranks: Counter[int], wild: int) -> Made | None:
    top = ranking.high - ranking.low + 1
    if one.in_a_row:
        return _in_a_row(ranking, one.number, ranks, wild)
    if one.number:
        taken = min(wild, one.number)
        highest = sorted(ranks.elements(), reverse=True)[: one.number - taken]
        if len(highest) + taken < one.number:
            return None
        return Made((*(top,) * taken, *highest), Counter(highest), wild - taken)
    return _groups(one.groups, ranks, Made((), Counter(), wild), top)


def _in_a_row(ranking: m.Ranking, number: int, ranks: Counter[int], wild: int) -> Made | None:
    first, last = 1, ranking.high - ranking.low + 1
    places = {rank: rank for rank in ranks}
    if ranking.also is not None:
        rank, place = (one - ranking.low + 1 for one in ranking.also)
        first, last = min(first, place), max(last, place)
        if rank in places:
            places[place] = rank
    for top in range(last, first + number - 2, -1):
        there = [place for place in range(top - number + 1, top + 1) if place in places]
        if number - len(there) <= wild:
            return Made((top,), Counter(places[place] for place in there), wild - number + len(there))
    return None


def _groups(groups: Sequence[tuple[int, bool]], ranks: Counter[int], before: Made, top: int) -> Made | None:
    """Makes groups, of each the highest number with which the rest can be made, too."""
    if not groups:
        return before
    (size, alike), *rest = groups
    if not alike:
        made: Made | None = before
        for _ in range(size):
            made = next(_taken(ranks, made, top, 1), None) if made is not None else None
        return _groups(rest, ranks, made, top) if made is not None else None
    for taken in _taken(ranks, before, top, size):
        found = _groups(rest, ranks, taken, top)
        if found is not None:
            return found
    return None


def _taken(ranks: Counter[int], before: Made, top: int, size: int) -> Iterator[Made]:
    """Takes so many cards of one number that no other group has, the highest number first."""
    for rank in range(top, 0, -1):
        there = min(ranks[rank], size)
        if rank not in before.told and size - there <= before.left:
            used = before.used + Counter({rank: there})
            yield Made((*before.told, rank), used, before.left - size + there)


def _others(ranks: Counter[int], made: Made, number: int, top: int) -> list[int]:
    """Gives the highest numbers of the other cards."""
    rest = sorted((ranks - made.used).elements(), reverse=True)
    return [*[top] * made.left, *rest][: max(number, 0)]

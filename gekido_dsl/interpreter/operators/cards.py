"""Operators about several cards: the best pattern that they make, what it is worth, whether they are a meld."""

from collections.abc import Callable, Iterable
from itertools import chain, combinations, product
from operator import itemgetter

from gekido_dsl.engine import RuleError
from gekido_dsl.ground.limits import MOST_TAKEN, TOO_MANY_TO_TRY
from gekido_dsl.interpreter.operators.making import Function, gives, held
from gekido_dsl.interpreter.operators.ranking import rates
from gekido_dsl.interpreter.state import Evaluation, Locals, State
from gekido_dsl.model import hands, melding, wild_hands
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import item


@gives(m.ops.BestPattern)
def _best_pattern(ev: Evaluation, e: m.ops.BestPattern) -> Function:
    made = _made(ev, e)
    return lambda s, L: made(s, L)[0]


@gives(m.ops.Worth)
def _worth(ev: Evaluation, e: m.ops.Worth) -> Function:
    made = _made(ev, e)
    return lambda s, L: made(s, L)[1]


def _made(ev: Evaluation, e: m.ops.BestPattern | m.ops.Worth) -> Callable[[State, Locals], tuple[int, int]]:
    ranking, base = e.ref.ranking, ev.make(e.cards)
    assert ranking is not None
    rows, row_of = [ranking.values(row) for row in ranking.kind.rows], ev.layout.row_of
    wild = ev.make(e.wild) if e.wild is not None else None

    def made(s: State, L: Locals) -> tuple[int, int]:
        cards = [rows[row_of[card]] for card in base(s, L)]
        ev.work += len(cards) * (len(ranking.patterns) + 1)
        if wild is not None and (more := wild(s, L)):
            ev.work += 16 * more
            return wild_hands.best(ranking, cards, more)
        return hands.best(ranking, cards)

    return made


@gives(m.ops.BestTaken)
def _best_taken(ev: Evaluation, e: m.ops.BestTaken) -> Function:
    made = _taken(ev, e)
    return lambda s, L: made(s, L)[0]


@gives(m.ops.WorthTaken)
def _worth_taken(ev: Evaluation, e: m.ops.WorthTaken) -> Function:
    made = _taken(ev, e)
    return lambda s, L: made(s, L)[1]


def _taken(
    ev: Evaluation, e: m.ops.BestTaken | m.ops.WorthTaken
) -> Callable[[State, Locals], tuple[int, int]]:
    """Makes what tries every way to take so many cards of each place; the best of them counts."""
    ranking = e.ref.ranking
    assert ranking is not None
    rows, row_of, span = [ranking.values(row) for row in ranking.kind.rows], ev.layout.row_of, e.span
    bases, number = (ev.make(e.cards), ev.make(e.others)), ranking.number

    def made(s: State, L: Locals) -> tuple[int, int]:
        places = [[rows[row_of[card]] for card in base(s, L)] for base in bases]
        if any(len(cards) > MOST_TAKEN for cards in places):
            raise RuleError(TOO_MANY_TO_TRY, span)
        best = hands.NOTHING
        for taken in product(*map(combinations, places, (e.value, number - e.value))):
            ev.work += number
            best = max(best, hands.best(ranking, list(chain(*taken))), key=itemgetter(1))
        return best

    return made


@gives(m.ops.MakesMeld)
def _makes_meld(ev: Evaluation, e: m.ops.MakesMeld) -> Function:
    cards, more = ev.make(e.cards), ev.make(e.more)
    melds, start = _melds(ev, e.ref)

    def makes(s: State, L: Locals) -> bool:
        ev.work += 8
        return melding.part_of_one(melds, _bits(cards(s, L), start), _bits(more(s, L), start))

    return makes


@gives(m.ops.LeftOver)
def _left_over(ev: Evaluation, e: m.ops.LeftOver) -> Function:
    cards, begun, span = ev.make(e.cards), ev.make(e.begun), e.span
    rated = rates(ev, item(e.cards.type), (e.number,), (True,), e.value)
    melds, start = _melds(ev, e.ref)

    def left(s: State, L: Locals) -> int:
        every = cards(s, L)
        points = [0] * len(melds.with_card)
        for card, (number,) in rated(s, L, every):
            points[card - start] = number
        ev.work += 8 * len(every)
        laid = melding.most_laid(melds, _bits(every, start), _bits(begun(s, L), start), points)
        return held(sum(points) - laid, span)

    return left


def _melds(ev: Evaluation, enum: m.Enum) -> tuple[melding.Melds, int]:
    """Gives all melds of the cards there are, and the first card."""
    made = enum.melding
    assert made is not None
    things = ev.layout.things[made.kind.name]
    found = melding.melds(
        made, [melding.values(made, made.kind.rows[ev.layout.row_of[one]]) for one in things]
    )
    assert found is not None
    return found, things.start


def _bits(cards: Iterable[int], start: int) -> int:
    found = 0
    for card in cards:
        if card >= start:
            found |= 1 << (card - start)
    return found

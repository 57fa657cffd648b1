"""What cards make of which exactly so many of each place count: every way to take them is tried."""

from contextlib import ExitStack

from gekido_dsl.ground.limits import MOST_TAKEN, TOO_MANY_TO_TRY
from gekido_dsl.lowering.operators.ranked_cards import Ranked
from gekido_dsl.lowering.sets.sets import Visit
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


class Taken:
    """Looks for the best of all ways to take the cards."""

    def __init__(self, w: Writer, e: m.ops.BestTaken | m.ops.WorthTaken) -> None:
        code = w.code
        self.found, self.worth = code.variable(NONE, "pattern"), code.variable(0, "worth")
        ranking = e.ref.ranking
        assert ranking is not None
        places, numbers = (
            (_listed(w, e, e.cards), _listed(w, e, e.others)),
            (e.value, ranking.number - e.value),
        )
        cards: list[ir.Expr] = []
        with ExitStack() as loops:
            for (array, count), number in zip(places, numbers, strict=True):
                first: ir.Expr = x.constant(0)
                for left in range(number, 0, -1):
                    end = code.let(x.sub(count, left - 1))
                    at = loops.enter_context(code.each(first, end, "taken", MOST_TAKEN))
                    cards.append(code.let(x.load(array, at)))
                    first = code.let(x.add(at, 1))
            made = _Given(w, e, cards)
            better = x.gt(made.worth, self.worth)
            if made.only_name:
                none = x.lt(self.found, 0)
                better = x.and_(x.ge(made.found, 0), x.or_(none, x.lt(made.found, self.found)))
            with code.if_(better):
                code.set(self.found, made.found)
                code.set(self.worth, made.worth)


def _listed(w: Writer, e: m.ops.BestTaken | m.ops.WorthTaken, cards: m.Expr) -> tuple[ir.Array, ir.Expr]:
    """Lists the cards of one place, and how many they are."""
    code = w.code
    array, count = code.frame("cards", MOST_TAKEN, w.lowering.width), code.variable(0, "n")

    def note(card: ir.Expr, _: ir.Label) -> None:
        one = code.let(card)
        with code.if_(x.ge(count, MOST_TAKEN)):
            w.error(TOO_MANY_TO_TRY, e.span)
        code.store(array, count, one)
        code.set(count, x.add(count, 1))

    w.several(cards).each(w, note)
    return array, count


class _Given(Ranked):
    """Looks for the patterns of cards that are known."""

    def __init__(self, w: Writer, e: m.ops.BestTaken | m.ops.WorthTaken, cards: list[ir.Expr]) -> None:
        self.given = cards
        super().__init__(w, e, only_name=isinstance(e, m.ops.BestTaken))

    def _each_card(self, visit: Visit) -> None:
        with self.code.block("cards") as done:
            for card in self.given:
                visit(card, done)

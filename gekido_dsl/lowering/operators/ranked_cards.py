"""What cards make, told from bits, one for each number that a card may have.

Level k has the bit of every number of which there are more than k cards. The bits stand one higher than the number of
the lowest card, so that a number which is also another one in a row has a bit of its own on either side.
"""

from collections import Counter
from typing import Final

from gekido_dsl.lowering.sets.sets import Visit
from gekido_dsl.lowering.sets.things import of_thing
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

LEVELS: Final = 64
"""Of how many equal cards one is told from the other at most."""
Levels = list[ir.Local]
Patterned = m.ops.BestPattern | m.ops.Worth | m.ops.BestTaken | m.ops.WorthTaken


class Ranked:
    """Looks for each pattern, the best first."""

    def __init__(self, w: Writer, e: Patterned, *, only_name: bool) -> None:
        ranking = e.ref.ranking
        assert ranking is not None
        self.w, self.code, self.ranking = w, w.code, ranking
        self.cards, self.only_name = e.cards, only_name
        things = w.layout.things[ranking.kind.name]
        self.values = [ranking.values(ranking.kind.rows[w.layout.row_of[one]]) for one in things]
        self.start = things.start
        self.found, self.worth = self.code.variable(NONE, "pattern"), self.code.variable(0, "worth")
        self.levels = self._levels(Counter(one[0] for one in self.values))
        self.suited: dict[str, tuple[ir.Array, int, int]] = {}
        """By suit: the levels of each value, how many levels, how many values."""
        suits = {one.suit.name: at for at, one in enumerate(ranking.patterns) if one.suit}
        for name, at in suits.items():
            pairs = Counter((one[0], one[at + 1]) for one in self.values)
            number = max((one[at + 1] for one in self.values), default=-1) + 1
            deep = max(pairs.values(), default=1)
            levels = self.code.frame(f"levels by {name}", max(number * deep, 1))
            with self.code.each(0, max(number * deep, 1), "level") as k:
                self.code.store(levels, k, 0)
            self.suited[name] = levels, deep, number
        self._count(suits)
        with self.code.block("made") as done:
            for number, pattern in enumerate(ranking.patterns):
                self._look(number, pattern, done)

    def _levels(self, counted: Counter[int]) -> Levels:
        deep = min(max(counted.values(), default=1), LEVELS)
        return [self.code.variable(0, f"level {k}") for k in range(deep)]

    def _each_card(self, visit: Visit) -> None:
        """Goes through the cards that count."""
        self.w.several(self.cards).each(self.w, visit)

    def _count(self, suits: dict[str, int]) -> None:
        code, ranking = self.code, self.ranking
        bits = [1 << (one[0] - ranking.low + 1) if one[0] >= ranking.low else 0 for one in self.values]

        def visit(card: ir.Expr, _next: ir.Label) -> None:
            one = code.let(card)
            bit = code.let(
                of_thing(self.w, f"bits of {ranking.by.name} of {ranking.kind.name}", bits, self.start, one)
            )
            for k in range(len(self.levels) - 1, 0, -1):
                code.set(self.levels[k], x.or_(self.levels[k], x.and_(self.levels[k - 1], bit)))
            code.set(self.levels[0], x.or_(self.levels[0], bit))
            for name, at in suits.items():
                levels, deep, _ = self.suited[name]
                told = [value[at + 1] for value in self.values]
                suit = code.let(of_thing(self.w, f"{name} as {ranking.kind.name}", told, self.start, one))
                with code.if_(x.ge(suit, 0)):
                    first = code.let(x.mul(suit, deep))
                    for k in range(deep - 1, 0, -1):
                        more = x.and_(x.load(levels, x.add(first, k - 1)), bit)
                        code.store(levels, x.add(first, k), x.or_(x.load(levels, x.add(first, k)), more))
                    code.store(levels, first, x.or_(x.load(levels, first), bit))

        self._each_card(visit)

    def _look(self, at: int, one: m.CardPattern, done: ir.Label) -> None:
        """Looks for one pattern: its own numbers, then those of the other cards."""
        if one.suit is None:
            self._made(at, one, self.levels, done)
            return
        levels, deep, number = self.suited[one.suit.name]
        with self.code.each(0, number, "suit") as suit:
            first = self.code.let(x.mul(suit, deep))
            own = [self.code.variable(x.load(levels, x.add(first, k)), "of suit") for k in range(deep)]
            with self.code.block("not of this suit") as out:
                self._made(at, one, own, None, out)
        self.code.br(done, x.ge(self.found, 0))

    def _made(
        self, at: int, one: m.CardPattern, levels: Levels, done: ir.Label | None, out: ir.Label | None = None
    ) -> None:
        """Goes to `done` with what the pattern is worth if it is there; with `out`, keeps the best of several."""
        code = self.code
        with code.block("not made") as missing:
            no = out if out is not None else missing
            rest = [code.variable(level, "rest") for level in self.levels] if not self.only_name else []
            told = code.variable(len(self.ranking.patterns) - at, "told")
            if one.in_a_row:
                self._row(one, levels, rest, told, no)
            elif one.number:
                self._highest(one.number, levels, rest, told, no)
            else:
                self._groups(one, levels, rest, told, no)
            others = self.ranking.number - one.size
            if not self.only_name:
                self._others(rest, others, told)
                for _ in range(self.ranking.numbers - one.told - others):
                    code.set(told, x.mul(told, self.ranking.base))
            code.set(self.found, at)
            code.set(self.worth, x.select(x.lt(self.worth, told), told, self.worth))
            if done is not None:
                code.br(done)

    def _tell(self, told: ir.Local, rank: ir.Expr) -> None:
        self.code.set(told, x.add(x.mul(told, self.ranking.base), rank))

    def _take(self, rest: Levels, bit: ir.Expr, size: int = 1) -> None:
        """Takes so many cards of one number."""
        for k, level in enumerate(rest):
            more = x.and_(rest[k + size], bit) if k + size < len(rest) else x.constant(0)
            kept = x.and_(level, x.invert(bit, "i32"))
            self.code.set(level, x.or_(kept, more))

    def _top(self, levels: ir.Expr) -> tuple[ir.Expr, ir.Expr]:
        """Gives the highest number of some, and its bit."""
        rank = self.code.let(x.highest(levels, "i32"))
        return rank, self.code.let(x.shl(1, rank))

    def _row(self, one: m.CardPattern, levels: Levels, rest: Levels, told: ir.Local, no: ir.Label) -> None:
        code, ranking = self.code, self.ranking
        there = code.variable(levels[0], "there")
        rank, place = (number - ranking.low + 1 for number in ranking.also or (0, 0))
        if ranking.also is not None:
            code.set(there, x.or_(there, x.shl(x.and_(x.shr_u(levels[0], rank), 1), place)))
        row = code.variable(there, "row")
        for k in range(1, one.number):
            code.set(row, x.and_(row, x.shr_u(there, k)))
        code.br(no, x.not_(row))
        lowest, _ = self._top(row)
        self._tell(told, x.add(lowest, one.number - 1))
        if rest:
            used = code.variable(x.shl((1 << one.number) - 1, lowest), "used")
            if ranking.also is not None:
                code.set(used, x.or_(used, x.shl(x.and_(x.shr_u(used, place), 1), rank)))
            self._take(rest, code.let(used))

    def _highest(self, number: int, levels: Levels, rest: Levels, told: ir.Local, no: ir.Label) -> None:
        left = [self.code.variable(level, "left") for level in levels] if len(levels) > 1 else levels
        for _ in range(number):
            self.code.br(no, x.not_(left[0]))
            rank, bit = self._top(left[0])
            self._tell(told, rank)
            self._take(left, bit)
            self._take(rest, bit)

    def _groups(self, one: m.CardPattern, levels: Levels, rest: Levels, told: ir.Local, no: ir.Label) -> None:
        free = self.code.variable(-1, "free")
        for size, alike in one.groups:
            for _ in range(1 if alike else size):
                number = size if alike else 1
                if number > len(levels):
                    self.code.br(no)
                    return
                there = self.code.let(x.and_(levels[number - 1], free))
                self.code.br(no, x.not_(there))
                rank, bit = self._top(there)
                self._tell(told, rank)
                self.code.set(free, x.and_(free, x.invert(bit, "i32")))
                self._take(rest, bit, number)

    def _others(self, rest: Levels, number: int, told: ir.Local) -> None:
        """Tells the highest numbers of the other cards; 0 where there are no more."""
        for _ in range(number):
            there = self.code.let(rest[0])
            some = self.code.let(x.ne(there, 0))
            rank, bit = self._top(x.or_(there, 1))
            self._tell(told, x.select(some, rank, 0))
            self._take(rest, self.code.let(x.select(some, bit, 0)))

"""What cards make of which some are wild: like `model.wild_hands`, told from the bits of the others."""

from collections.abc import Sequence

from gekido_dsl.lowering.operators.ranked_cards import Levels, Ranked
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


class WildRanked(Ranked):
    """Looks for each pattern with wild cards, which count as whatever makes most."""

    def __init__(self, w: Writer, e: m.ops.BestPattern | m.ops.Worth) -> None:
        assert e.wild is not None
        self.wild = w.code.variable(w.fixed(e.wild), "wild")
        self.left = w.code.variable(0, "wild left")
        super().__init__(w, e, only_name=isinstance(e, m.ops.BestPattern))

    @property
    def top(self) -> int:
        """The highest number, as a bit."""
        return self.ranking.high - self.ranking.low + 1

    def _row(self, one: m.CardPattern, levels: Levels, rest: Levels, told: ir.Local, no: ir.Label) -> None:
        code, ranking = self.code, self.ranking
        there = code.variable(levels[0], "there")
        rank, place = (number - ranking.low + 1 for number in ranking.also or (ranking.low, ranking.low))
        if ranking.also is not None:
            code.set(there, x.or_(there, x.shl(x.and_(x.shr_u(levels[0], rank), 1), place)))
        first, last = min(1, place), max(self.top, place)
        row, row_top = code.variable(0, "row"), code.variable(0, "top of row")
        with code.block("in a row") as made:
            with code.each(0, max(last - first - one.number + 2, 0), "row") as k:
                code.set(row_top, x.sub(last, k))
                code.set(row, x.shl((1 << one.number) - 1, x.sub(row_top, one.number - 1)))
                code.set(row, x.and_(row, there))
                code.set(self.left, x.sub(self.wild, x.sub(one.number, x.popcount(row, "i32"))))
                code.br(made, x.ge(self.left, 0))
            code.br(no)
        self._tell(told, row_top)
        if rest:
            if ranking.also is not None:
                code.set(row, x.or_(row, x.shl(x.and_(x.shr_u(row, place), 1), rank)))
            self._take(rest, code.let(x.and_(row, levels[0])))

    def _highest(self, number: int, levels: Levels, rest: Levels, told: ir.Local, no: ir.Label) -> None:
        code = self.code
        code.set(self.left, self.wild)
        cards = [code.variable(level, "cards") for level in levels]
        for _ in range(number):
            with code.if_(x.gt(self.left, 0)):
                code.set(self.left, x.sub(self.left, 1))
                self._tell(told, x.constant(self.top))
            with code.else_():
                code.br(no, x.not_(cards[0]))
                rank, bit = self._top(cards[0])
                self._tell(told, rank)
                self._take(cards, bit)
                self._take(rest, bit)

    def _groups(self, one: m.CardPattern, levels: Levels, rest: Levels, told: ir.Local, no: ir.Label) -> None:
        code = self.code
        ranks: list[tuple[ir.Local, int]] = []
        with code.block("groups") as made:
            self._next(one.groups, levels, code.let(self.wild), code.let(x.constant(0)), ranks, made)
            code.br(no)
        for rank, size in ranks:
            self._tell(told, rank)
            self._take(rest, code.let(x.and_(x.shl(1, rank), levels[0])), size)

    def _next(
        self,
        groups: Sequence[tuple[int, bool]],
        levels: Levels,
        left: ir.Expr,
        used: ir.Expr,
        ranks: list[tuple[ir.Local, int]],
        made: ir.Label,
    ) -> None:
        """Goes to `made` with the numbers of the groups and what is left; goes on if they cannot be made."""
        code = self.code
        if not groups:
            code.set(self.left, left)
            code.br(made)
            return
        (size, alike), *more = groups
        if not alike:
            with code.block("not different") as out:
                for _ in range(size):
                    left, used = self._different(levels, left, used, ranks, out)
                self._next(more, levels, left, used, ranks, made)
            return
        rank = code.variable(0, "number")
        ranks.append((rank, size))
        with code.each(0, self.top, "number") as k:
            code.set(rank, x.sub(self.top, k))
            bit = code.let(x.shl(1, rank))
            there = x.constant(0)
            for level in levels[:size]:
                there = x.add(there, x.ne(x.and_(level, bit), 0))
            after = code.let(x.sub(left, x.sub(size, there)))
            with code.if_(x.and_(x.ge(after, 0), x.not_(x.and_(used, bit)))):
                self._next(more, levels, after, code.let(x.or_(used, bit)), ranks, made)

    def _different(
        self, levels: Levels, left: ir.Expr, used: ir.Expr, ranks: list[tuple[ir.Local, int]], out: ir.Label
    ) -> tuple[ir.Expr, ir.Expr]:
        """Takes a card of the highest number that no group has yet, a wild one where there is no other."""
        code = self.code
        every = ((1 << self.top) - 1) << 1
        may = code.let(x.and_(x.select(x.gt(left, 0), every, levels[0]), x.invert(used, "i32")))
        code.br(out, x.not_(may))
        found, bit = self._top(may)
        rank = code.variable(found, "number")
        ranks.append((rank, 1))
        missing = x.not_(x.and_(levels[0], bit))
        return code.let(x.sub(left, missing)), code.let(x.or_(used, bit))

    def _others(self, rest: Levels, number: int, told: ir.Local) -> None:
        """Tells the wild cards that are left, then the highest numbers of the other cards."""
        code = self.code
        for _ in range(number):
            with code.if_(x.gt(self.left, 0)):
                code.set(self.left, x.sub(self.left, 1))
                self._tell(told, x.constant(self.top))
            with code.else_():
                super()._others(rest, 1, told)

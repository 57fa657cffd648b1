"""Operators about several cards: what they make, told from bits, one for each number that a card may have.

Level k has the bit of every number of which there are more than k cards. The bits stand one higher than the number of
the lowest card, so that a number which is also another one in a row has a bit of its own on either side.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from gekido_dsl.lowering.operators.ranking import rates
from gekido_dsl.lowering.sets.things import number_in, of_thing
from gekido_dsl.lowering.writing.amounts import TOO_LARGE
from gekido_dsl.lowering.writing.registry import operator
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import melding
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

LEVELS: Final = 64
"""Of how many equal cards one is told from the other at most."""
Levels = list[ir.Local]


@operator(m.ops.BestPattern)
def best_pattern(w: Writer, e: m.ops.BestPattern) -> ir.Expr:
    """The best pattern that the cards make; none if they make none."""
    return _Ranked(w, e).found


@operator(m.ops.Worth)
def worth(w: Writer, e: m.ops.Worth) -> ir.Expr:
    """What the best pattern of the cards is worth; 0 if they make none."""
    return _Ranked(w, e).worth


class _Ranked:
    """Looks for each pattern, the best first."""

    def __init__(self, w: Writer, e: m.ops.BestPattern | m.ops.Worth) -> None:
        ranking = e.ref.ranking
        assert ranking is not None
        self.w, self.code, self.ranking = w, w.code, ranking
        self.only_name = isinstance(e, m.ops.BestPattern)
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
        self._count(e.cards, suits)
        with self.code.block("made") as done:
            for number, pattern in enumerate(ranking.patterns):
                self._look(number, pattern, done)

    def _levels(self, counted: Counter[int]) -> Levels:
        deep = min(max(counted.values(), default=1), LEVELS)
        return [self.code.variable(0, f"level {k}") for k in range(deep)]

    def _count(self, cards: m.Expr, suits: dict[str, int]) -> None:
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

        self.w.several(cards).each(self.w, visit)

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


@operator(m.ops.MakesMeld)
def makes_meld(w: Writer, e: m.ops.MakesMeld) -> ir.Expr:
    """Whether the cards, with some of the others or none, are a meld."""
    code, melds = w.code, _Melds(w, e.ref)
    cards = melds.bits(e.cards)
    within = code.let(x.or_(cards, melds.bits(e.more)) if e.more is not e.cards else cards)
    found = code.variable(0, "makes")
    with code.if_(x.ne(cards, 0)), code.block("made") as done:

        def one(meld: ir.Expr) -> None:
            with code.if_(melds.between(meld, cards, within)):
                code.set(found, 1)
                code.br(done)

        melds.each(melds.with_card, x.lowest(cards), one)
    return found


@operator(m.ops.LeftOver)
def left_over(w: Writer, e: m.ops.LeftOver) -> ir.Expr:
    """The least that the cards count which no meld takes, however they are laid down."""
    code, melds = w.code, _Melds(w, e.ref)
    begun = melds.bits(e.begun)
    hand = code.variable(x.constant(0, "i64"), "hand")
    points = code.frame("points", max(melds.cards, 1))
    rated = rates(w, e.cards, (e.number,), (True,), e.value)
    whole, most = (code.variable(x.constant(0, "i64"), name) for name in ("whole", "most"))
    with code.each(0, melds.cards, "card", melds.cards) as k:
        code.store(points, k, 0)

    def note(card: ir.Expr, _: ir.Label) -> None:
        (number,) = rated(card)
        at = code.let(number_in(w, card, melds.start))
        code.set(hand, x.or_(hand, x.bit(at)))
        code.store(points, at, number)
        code.set(whole, x.add(whole, x.extend(number)))
        code.set(most, x.add(most, x.extend(x.select(x.gt(number, 0), number, 0))))

    w.several(e.cards).each(w, note)
    laid = _Laid(w, melds, points, code.let(x.or_(hand, begun)), begun, most).best
    left = code.let(x.sub(whole, laid))
    narrow = code.let(x.wrap(left))
    with code.if_(x.ne(left, x.extend(narrow))):
        w.error(TOO_LARGE, e.span)
    return narrow


class _Melds:
    """All melds of the cards there are, as tables of bits."""

    def __init__(self, w: Writer, enum: m.Enum) -> None:
        made = enum.melding
        assert made is not None
        self.w = w
        things = w.layout.things[made.kind.name]
        self.start, self.cards = things.start, len(things)
        rows = [made.values(made.kind.rows[w.layout.row_of[one]]) for one in things]
        listed = melding.melds(made, rows)
        assert listed is not None
        self.with_card = self._tables(f"{enum.name} with", listed.with_card)
        self.from_card = self._tables(f"{enum.name} from", listed.from_card)
        self.short = sum(map(len, listed.from_card))

    def _tables(self, name: str, melds: Sequence[Sequence[int]]) -> tuple[ir.Array, ir.Array, int]:
        """Gives all one after the other, and where those of each card begin, and how many one card has."""
        begins = [sum(map(len, melds[:card])) for card in range(len(melds) + 1)]
        every = [x.signed(bits, "i64") for of_card in melds for bits in of_card]
        lowering = self.w.lowering
        most = max(map(len, melds), default=0)
        return lowering.table64(name, every), lowering.table(f"{name}, first", begins), most

    def bits(self, cards: m.Expr) -> ir.Expr:
        """Gives cards as bits."""
        code = self.w.code
        found = code.variable(x.constant(0, "i64"), "cards")
        several = self.w.several(cards)
        several.each(
            self.w,
            lambda one, _: code.set(found, x.or_(found, x.bit(number_in(self.w, one, self.start)))),
        )
        return found

    def each(
        self, tables: tuple[ir.Array, ir.Array, int], card: ir.Expr, visit: Callable[[ir.Expr], None]
    ) -> None:
        """Goes through the melds of a card."""
        every, begins, most = tables
        code, at = self.w.code, self.w.code.let(card)
        first, end = code.let(x.load(begins, at)), code.let(x.load(begins, x.add(at, 1)))
        with code.each(first, end, "meld", max(most, 1)) as k:
            visit(code.variable(x.load(every, k), "meld", "i64"))

    @staticmethod
    def between(meld: ir.Expr, cards: ir.Expr, within: ir.Expr) -> ir.Expr:
        """Tells whether a meld has all of the first, and nothing but the second."""
        whole = x.eq(x.and_(cards, x.invert(meld)), 0)
        return x.and_(whole, x.eq(x.and_(meld, x.invert(within)), 0))


class _Laid:
    """The most that cards count which are laid down side by side; like `melding.most_laid`, step by step."""

    def __init__(
        self, w: Writer, melds: _Melds, points: ir.Array, every: ir.Expr, begun: ir.Expr, whole: ir.Expr
    ) -> None:
        self.w, self.code, self.melds = w, w.code, melds
        self.points, self.every, self.begun, self.whole = points, every, begun, whole
        code = w.code
        zero = x.constant(0, "i64")
        self.best = code.variable(zero, "best")
        self.steps = code.variable(0, "steps")
        room = max(melds.short, 1)
        self.playable, self.counts, self.gains = (
            code.frame(name, room, 64) for name in ("playable", "counts", "gains")
        )
        self.number = code.variable(0, "playable")
        with code.each_bit(every, "card") as card:
            melds.each(melds.from_card, card, self._list)
        with code.if_(x.eq(begun, 0)):
            self._search(zero, zero, whole)
        with code.else_():
            some = code.variable(0, "some")

            def first(meld: ir.Expr) -> None:
                with code.if_(melds.between(meld, begun, every)):
                    count, _ = self._count(meld)
                    better = x.or_(x.not_(some), x.gt(count, self.best))
                    with code.if_(better):
                        code.set(self.best, count)
                    code.set(some, 1)

            def again(meld: ir.Expr) -> None:
                with code.if_(melds.between(meld, begun, every)):
                    count, gain = self._count(meld)
                    self._search(meld, count, x.sub(whole, gain))

            melds.each(melds.with_card, x.lowest(begun), first)
            melds.each(melds.with_card, x.lowest(begun), again)

    def _list(self, meld: ir.Expr) -> None:
        code = self.code
        with code.if_(x.eq(x.and_(meld, x.invert(self.every)), 0)):
            count, gain = self._count(meld)
            for array, value in ((self.playable, meld), (self.counts, count), (self.gains, gain)):
                code.store(array, self.number, value)
            code.set(self.number, x.add(self.number, 1))

    def _count(self, meld: ir.Expr) -> tuple[ir.Local, ir.Local]:
        """Gives what the cards of a meld count, and what those count that count more than nothing."""
        code = self.code
        count, gain = (code.variable(x.constant(0, "i64"), name) for name in ("count", "gain"))
        with code.each_bit(meld, "card") as card:
            number = code.let(x.load(self.points, card))
            code.set(count, x.add(count, x.extend(number)))
            code.set(gain, x.add(gain, x.extend(x.select(x.gt(number, 0), number, 0))))
        return count, gain

    def _search(self, used: ir.Expr, count: ir.Expr, rest: ir.Expr) -> None:
        """Lays melds beside those that are used, each way once, as long as that may still be more than the best."""
        code = self.code
        deep = self.melds.cards + 2
        ats = code.frame("at", deep)
        stack = [code.frame(name, deep, 64) for name in ("used", "count", "rest")]
        depth = code.variable(0, "depth")
        code.store(ats, 0, 0)
        for array, value in zip(stack, (used, count, rest), strict=True):
            code.store(array, 0, value)
        with code.block("searched") as done, code.loop("way", bound=melding.STEPS_LIMIT + 1) as again:
            code.br(done, x.or_(x.lt(depth, 0), x.ge(self.steps, melding.STEPS_LIMIT)))
            code.set(self.steps, x.add(self.steps, 1))
            at = code.variable(x.load(ats, depth), "at")
            here = [code.variable(x.load(array, depth), "here", "i64") for array in stack]
            no_more = x.le(x.add(here[1], here[2]), self.best)
            with code.if_(x.or_(x.eq(at, self.number), no_more)):
                code.set(depth, x.sub(depth, 1))
                code.br(again)
            code.store(ats, depth, x.add(at, 1))
            meld = code.variable(x.load(self.playable, at), "meld", "i64")
            with code.if_(x.eq(x.and_(meld, here[0]), 0)):
                laid = code.variable(x.add(here[1], x.load(self.counts, at)), "laid", "i64")
                code.set(depth, x.add(depth, 1))
                code.store(ats, depth, x.add(at, 1))
                values = (x.or_(here[0], meld), laid, x.sub(here[2], x.load(self.gains, at)))
                for array, value in zip(stack, values, strict=True):
                    code.store(array, depth, value)
                with code.if_(x.gt(laid, self.best)):
                    code.set(self.best, laid)
            code.br(again)

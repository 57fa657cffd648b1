"""Operators about several cards: the best pattern that they make, what it is worth, and melds."""

from collections.abc import Callable, Sequence

from gekido_dsl.lowering.operators.ranked_cards import Ranked
from gekido_dsl.lowering.operators.ranking import rates
from gekido_dsl.lowering.operators.taken_cards import Taken
from gekido_dsl.lowering.operators.wild_cards import WildRanked
from gekido_dsl.lowering.sets.things import number_in
from gekido_dsl.lowering.writing.amounts import TOO_LARGE
from gekido_dsl.lowering.writing.registry import operator
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import melding
from gekido_dsl.model import nodes as m
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


@operator(m.ops.BestPattern)
def best_pattern(w: Writer, e: m.ops.BestPattern) -> ir.Expr:
    """The best pattern that the cards make; none if they make none."""
    return _ranked(w, e).found


@operator(m.ops.Worth)
def worth(w: Writer, e: m.ops.Worth) -> ir.Expr:
    """What the best pattern of the cards is worth; 0 if they make none."""
    return _ranked(w, e).worth


def _ranked(w: Writer, e: m.ops.BestPattern | m.ops.Worth) -> Ranked:
    return (
        WildRanked(w, e) if e.wild is not None else Ranked(w, e, only_name=isinstance(e, m.ops.BestPattern))
    )


@operator(m.ops.BestTaken)
def best_taken(w: Writer, e: m.ops.BestTaken) -> ir.Expr:
    """The best pattern that so many cards of either place make; none if they make none."""
    return Taken(w, e).found


@operator(m.ops.WorthTaken)
def worth_taken(w: Writer, e: m.ops.WorthTaken) -> ir.Expr:
    """What the best pattern of so many cards of either place is worth; 0 if they make none."""
    return Taken(w, e).worth


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
        rows = [melding.values(made, made.kind.rows[w.layout.row_of[one]]) for one in things]
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

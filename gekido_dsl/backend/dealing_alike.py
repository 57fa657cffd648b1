"""Decks that were shuffled alike, dealt anew inside a module: in the same way for all; see `ground.shuffled_alike`.

Invariants:
    What is drawn depends on what the seat sees alone: spots are gone through by the numbers that they bear, which say
    nothing of what lies there.
"""

from typing import Final

from gekido_dsl.program import chance
from gekido_dsl.program import expressions as e
from gekido_dsl.program.build import FunctionBuilder, ProgramBuilder
from gekido_dsl.program.nodes import Array, Expr, Function

MOST_SORTS: Final = 63
"""Sorts of things, as bits of a word."""


class Alike:
    """Emits that what bears numbers is dealt anew."""

    def __init__(
        self, b: ProgramBuilder, alike: Array, count: int, sorts: Array, number_of_sorts: int
    ) -> None:
        """Declares what it needs.

        Args:
            alike: the numbers, by thing.
            sorts: by thing, its sort; less than 0 for none.
        """
        self.b, self.alike, self.count = b, alike, max(count, 1)
        self.sorts, self.number_of_sorts = sorts, number_of_sorts
        self.first = b.scratch("first that bears", self.count)
        """By place in the order: the thing with the least number that bears it."""
        self.later = b.scratch("next that bears", self.count)
        """By thing: the next one in the same place of the order."""
        self.spots, self.masks = (
            b.scratch("alike spots", self.count),
            b.scratch("alike masks", self.count, 64),
        )
        self.order, self.group = b.scratch("alike order", self.count), b.scratch("alike group", self.count)
        self.mark = b.scratch("alike mark", self.count)

    def deal(self, f: FunctionBuilder, names: Array, unseen: Array, pick: Function) -> Expr:
        """Emits what lies where then; gives whether anything does.

        Args:
            names: by thing, which one is to lie in its spot; each itself until now.
            unseen: by thing, whether it may be dealt anew.
        """
        self._gather(f)
        number = self._spots(f, unseen)
        changed = f.variable(0, "dealt alike")
        with f.each(0, number, "spot") as one:
            mask = f.let(e.load(self.masks, one), "mask")
            with f.if_(e.ne(mask, e.constant(0, "i64"))):
                many = f.variable(0, "many")
                with f.each(one, number, "other") as other, f.if_(e.eq(e.load(self.masks, other), mask)):
                    f.store(self.group, many, e.load(self.spots, other))
                    f.store(self.masks, other, e.constant(0, "i64"))
                    f.set(many, e.add(many, 1))
                self._mix(f, names, mask, many, pick)
                f.set(changed, 1)
        return changed

    def _gather(self, f: FunctionBuilder) -> None:
        """Emits the chains of those that bear numbers, by place in the order, lower numbers first."""
        with f.each(0, self.count, "place") as place:
            f.store(self.first, place, -1)
        with f.each(0, self.count, "thing") as thing:
            own = f.let(e.load(self.alike, thing), "own")
            with f.if_(e.gt(own, 0)):
                at = f.let(e.rem(own, self.count), "at")
                before, after = f.variable(-1, "before"), f.variable(e.load(self.first, at), "after")
                with f.block("found") as found, f.loop("chain", bound=self.count) as again:
                    f.br(found, e.lt(after, 0))
                    f.br(found, e.ge(e.load(self.alike, after), own))
                    f.set(before, after)
                    f.set(after, e.load(self.later, after))
                    f.br(again)
                f.store(self.later, thing, after)
                with f.if_(e.lt(before, 0)):
                    f.store(self.first, at, thing)
                with f.else_():
                    f.store(self.later, before, thing)

    def _spots(self, f: FunctionBuilder, unseen: Array) -> Expr:
        """Emits the spots that may be dealt: the first that bears each number, and of which sorts all are."""
        number = f.variable(0, "spots")
        with f.each(0, self.count, "place") as place:
            thing = f.variable(e.load(self.first, place), "thing")
            with f.block("chain") as done, f.loop("chain", bound=self.count) as again:
                f.br(done, e.lt(thing, 0))
                own = f.let(e.load(self.alike, thing), "own")
                head = f.let(thing, "head")
                mask, good = f.variable(e.constant(0, "i64"), "mask", "i64"), f.variable(1, "good")
                with f.block("bearers") as over, f.loop("bearers", bound=self.count) as more:
                    f.br(over, e.lt(thing, 0))
                    f.br(over, e.ne(e.load(self.alike, thing), own))
                    bit = f.let(e.bit(e.load(self.sorts, thing)), "bit")
                    fresh = e.eq(e.and_(mask, bit), e.constant(0, "i64"))
                    f.set(good, e.and_(good, e.and_(fresh, e.load(unseen, thing))))
                    f.set(mask, e.or_(mask, bit))
                    f.set(thing, e.load(self.later, thing))
                    f.br(more)
                with f.if_(good):
                    f.store(self.spots, number, head)
                    f.store(self.masks, number, mask)
                    f.set(number, e.add(number, 1))
                f.br(again)
        return number

    def _mix(self, f: FunctionBuilder, names: Array, mask: Expr, many: Expr, pick: Function) -> None:
        """Emits that spots of the same sorts change places."""
        order = self.order
        with f.each(0, many, "k") as k:
            f.store(order, k, k)
        chance.shuffle(f, order, many, pick)
        things = self.b.scratch("alike things", self.count)
        bearer = self.b.scratch("alike bearers", self.count)
        with f.each(0, self.number_of_sorts, "sort") as sort, f.if_(e.has_bit(mask, sort)):
            with f.each(0, self.count, "thing") as thing:
                f.store(self.mark, thing, 0)
            with f.each(0, many, "k") as k:
                thing = f.variable(e.load(self.group, k), "bears")
                with f.block("found") as found, f.loop("bearers", bound=self.count) as again:
                    f.br(found, e.eq(e.load(self.sorts, thing), sort))
                    f.set(thing, e.load(self.later, thing))
                    f.br(again)
                f.store(bearer, k, thing)
                f.store(self.mark, thing, 1)
            found_ = f.variable(0, "found")
            with f.each(0, self.count, "thing") as thing, f.if_(e.load(self.mark, thing)):
                f.store(things, found_, thing)
                f.set(found_, e.add(found_, 1))
            with f.each(0, many, "k") as k:
                f.store(names, e.load(bearer, k), e.load(things, e.load(order, k)))

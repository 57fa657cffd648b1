"""What a seat does not know, dealt so that nothing lies where it cannot, as others chose what they did.

Orders are drawn until one agrees, a few times; then each spot gets a thing that may lie there, for which others make
room, and things change places by chance as long as each may lie where the other does. Where there is no such order,
the one that was drawn first stays, as in the interpreter (`telling.worlds`).

Invariants:
    However it is drawn, the work is bounded: as many steps as there are things, three times over, at most.
"""

from typing import Final

from gekido_dsl.lowering.game.memory import Memory
from gekido_dsl.program import chance
from gekido_dsl.program import expressions as e
from gekido_dsl.program.build import FunctionBuilder, ProgramBuilder
from gekido_dsl.program.nodes import Array, Expr, Function, Label

_DRAWS: Final = 4
"""Orders that are drawn before one is made."""
_MIXED: Final = 6
"""How often things change places for each that is dealt."""


class Agreed:
    """Emits that an order is brought into one in which nothing lies where it cannot."""

    def __init__(self, b: ProgramBuilder, memory: Memory, count: int) -> None:
        assert memory.barred is not None
        self.barred, self.memory = memory.barred, memory
        count = self.count = max(count, 1)
        self.places = b.scratch("place of spot", count)
        self.holders, self.found = b.scratch("spot of thing", count), b.scratch("thing of spot", count)
        self.tried, self.queue = b.scratch("thing tried", count), b.scratch("spots to fill", count)
        self.copied = b.scratch("agreed order", count)
        self.may = self._may(b)

    def _may(self, b: ProgramBuilder) -> Function:
        """Makes the function that tells whether a thing may lie in a spot."""
        f = b.function("may lie", ["thing", "spot"], result="i32")
        thing, spot = f.parameters
        place = f.let(e.load(self.places, spot), "place")
        with f.if_(e.lt(place, 0)):
            f.return_(1)
        f.return_(e.not_(e.and_(e.shr(e.load(self.barred.never, thing), place), 1)))
        return f.finish()

    def order(self, f: FunctionBuilder, members: Array, pool: Array, many: Expr, pick: Function) -> None:
        """Emits that the first things of `pool` come into an order that agrees.

        Args:
            members: what lies in each spot until now.
        """
        with f.block("ordered") as done:
            self._spots(f, members, many, done)
            for _ in range(_DRAWS):
                wrong = f.variable(0, "wrong")
                with f.each(0, many, "k") as k, f.if_(e.not_(f.call_value(self.may, e.load(pool, k), k))):
                    f.set(wrong, 1)
                f.br(done, e.not_(wrong))
                chance.shuffle(f, pool, many, pick)
            self._fill(f, pool, many, done)
            with f.each(0, many, "spot") as spot:
                f.store(self.copied, spot, e.load(pool, e.load(self.found, spot)))
            with f.each(0, many, "spot") as spot:
                f.store(pool, spot, e.load(self.copied, spot))
            with f.each(0, e.mul(many, _MIXED), "change"):
                one = f.call_value(pick, many)
                other = f.call_value(pick, many)
                here, there = f.let(e.load(pool, one), "here"), f.let(e.load(pool, other), "there")
                with f.if_(f.call_value(self.may, here, other)), f.if_(f.call_value(self.may, there, one)):
                    f.store(pool, one, there)
                    f.store(pool, other, here)

    def _spots(self, f: FunctionBuilder, members: Array, many: Expr, done: Label) -> None:
        """Emits which place each spot is in, if anything is known of that spot; where none is, all is done."""
        barred, some = self.barred, f.variable(0, "some")
        with f.each(0, many, "k") as k:
            before = f.let(e.load(members, k), "before")
            where = f.let(e.load(self.memory.chains.where, before), "where")
            number = f.variable(-1, "number")
            with f.if_(e.ge(where, 0)):
                f.set(number, e.load(barred.by_place, where))
            with f.if_(e.ge(number, 0)):
                known = e.eq(e.load(barred.beside, before), e.add(number, 1))
                with f.if_(e.not_(e.and_(e.truth(e.load(barred.noted, number)), known))):
                    f.set(number, -1)
            f.store(self.places, k, number)
            f.set(some, e.or_(some, e.ge(number, 0)))
        f.br(done, e.not_(some))

    def _fill(self, f: FunctionBuilder, pool: Array, many: Expr, done: Label) -> None:
        """Emits that each spot finds a thing, for which others make room; where one does not, all is done."""
        with f.each(0, many, "k") as k:
            f.store(self.holders, k, -1)
        with f.each(0, many, "begun") as begun:
            with f.each(0, many, "k") as k:
                f.store(self.tried, k, -1)
            f.store(self.queue, 0, begun)
            at, end, free = f.variable(0, "at"), f.variable(1, "end"), f.variable(-1, "free")
            with f.block("free") as over, f.loop("spots", bound=self.count + 1) as again:
                f.br(over, e.ge(at, end))
                spot = f.let(e.load(self.queue, at), "spot")
                f.set(at, e.add(at, 1))
                with f.each(0, many, "thing") as thing:
                    may = f.call_value(self.may, e.load(pool, thing), spot)
                    with f.if_(e.and_(e.lt(e.load(self.tried, thing), 0), may)):
                        f.store(self.tried, thing, spot)
                        holder = f.let(e.load(self.holders, thing), "holder")
                        with f.if_(e.lt(holder, 0)):
                            f.set(free, thing)
                            f.br(over)
                        f.store(self.queue, end, holder)
                        f.set(end, e.add(end, 1))
                f.br(again)
            f.br(done, e.lt(free, 0))
            with f.block("made room") as made, f.loop("room", bound=self.count + 1) as more:
                spot = f.let(e.load(self.tried, free), "spot")
                before = f.variable(-1, "before")
                with f.if_(e.ne(spot, begun)):
                    f.set(before, e.load(self.found, spot))
                f.store(self.found, spot, free)
                f.store(self.holders, free, spot)
                f.br(made, e.lt(before, 0))
                f.set(free, before)
                f.br(more)

"""Sets that are made of other sets: some of them, several together, each once, backwards, or what belongs to each."""

from collections.abc import Callable, Sequence

from gekido_dsl.lowering.sets.pen import Pen
from gekido_dsl.lowering.sets.safe import harmless
from gekido_dsl.lowering.sets.sets import Frozen, Known, Range, Set, Visit
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk

_FEW = 6
"""Of so many values at most each is looked at without a branch."""
_SHORT = 16
"""So many nodes of a test are worked out as quickly as a branch is taken that nobody foresaw."""


class Filtered(Set):
    """Those of another set for which a test holds."""

    def __init__(self, base: Set, test: Callable[[ir.Expr], ir.Expr]) -> None:
        self.base = base
        self.test = test
        self.most = base.most
        self.sure = base.sure
        self.ascending = base.ascending

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        def passing(value: ir.Expr, leave: ir.Label) -> None:
            with w.code.if_(self.test(value)):
                visit(value, leave)

        self.base.each(w, passing, backwards)

    def each_tested(self, w: Pen, visit: Callable[[ir.Expr, ir.Expr], None]) -> None:
        """Goes through few known values without a branch, where the test is short: nobody foresees its answers."""
        if not isinstance(self.base, Range | Known) or self.most > _FEW:
            super().each_tested(w, visit)
            return

        def one(value: ir.Expr, _: ir.Label) -> None:
            found, statements = w.apart(lambda: x.truth(self.test(value)))
            w.put(statements)
            short = len([*walk.all_expressions(statements), *walk.expressions([found])]) <= _SHORT
            if short and all(isinstance(one, ir.Set) for one in statements):
                visit(value, found)
                return
            with w.code.if_(found):
                visit(value, x.constant(1))

        self.base.each(w, one)

    def has(self, w: Pen, value: ir.Expr) -> ir.Expr:
        """Whether it is in the other set and passes; the test is asked of nothing else."""
        one = w.code.let(value)
        there = self.base.has(w, one)
        if there == x.constant(1):
            return self.test(one)
        if there == x.constant(0):
            return there  # known, as a space of another board is: it is in no table that the test reads
        found = w.code.variable(there, "has")
        with w.code.if_(found):
            w.code.set(found, self.test(one))
        return found


class Prepared(Filtered):
    """Those of another set for which a test holds that has a part which is the same for all: worked out once."""

    def __init__(self, base: Set, prepare: Callable[[], Callable[[ir.Expr], ir.Expr]]) -> None:
        super().__init__(base, lambda one: prepare()(one))
        self.prepare = prepare

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        Filtered(self.base, self.prepare()).each(w, visit, backwards)

    def each_tested(self, w: Pen, visit: Callable[[ir.Expr, ir.Expr], None]) -> None:
        """Asks the test, and leaves it to others to look at the answer; a die fits as chance will have it."""
        test = self.prepare()

        def asked(one: ir.Expr, member: ir.Expr) -> None:
            found, statements = w.apart(lambda: x.truth(test(one)))
            if member == x.constant(1) or (not statements and harmless(found)):
                w.put(statements)
                visit(one, w.code.let(x.and_(member, found)))
                return
            with w.code.if_(member):
                w.put(statements)
                with w.code.if_(found):
                    visit(one, x.constant(1))

        self.base.each_tested(w, asked)


class Spread(Set):
    """For each of a set, all of another that follows from it, one after the other."""

    def __init__(self, base: Set, spread: Callable[[ir.Expr], Set], most: int, sure: bool = True) -> None:
        self.base = base
        self.spread = spread
        self.most = most
        self.sure = sure

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        with w.code.block("all") as done:
            self.base.each(
                w,
                lambda one, _: self.spread(one).each(w, lambda value, _: visit(value, done), backwards),
                backwards,
            )


class Mapped(Set):
    """What follows from each of a set; the same may come twice."""

    def __init__(self, base: Set, give: Callable[[ir.Expr], ir.Expr], sure: bool = False) -> None:
        self.base = base
        self.give = give
        self.most = base.most
        self.sure = sure

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        self.base.each(w, lambda one, leave: visit(w.code.let(self.give(one)), leave), backwards)

    def count(self, w: Pen) -> ir.Expr:
        """As many as there are in the other."""
        return self.base.count(w)

    def nth(self, w: Pen, k: ir.Expr) -> ir.Expr:
        """What follows from number k."""
        return self.give(w.code.let(self.base.nth(w, k)))

    def some(self, w: Pen) -> ir.Expr:
        """Whether there are any in the other."""
        return self.base.some(w)


class Several(Set):
    """Sets one after the other, nothing left out."""

    def __init__(self, parts: Sequence[Set]) -> None:
        self.parts = tuple(parts)
        self.most = sum(part.most for part in parts)
        self.sure = all(part.sure for part in parts)

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        with w.code.block("parts") as done:
            for part in reversed(self.parts) if backwards else self.parts:
                part.each(w, lambda value, _: visit(value, done), backwards)

    def count(self, w: Pen) -> ir.Expr:
        """The sum."""
        number: ir.Expr = x.constant(0)
        for part in self.parts:
            number = x.add(number, w.code.let(part.count(w)))
        return number

    def has(self, w: Pen, value: ir.Expr) -> ir.Expr:
        """Whether any has it."""
        one = w.code.let(value)
        found = w.code.variable(0, "has")
        for part in self.parts:
            with w.code.if_(x.not_(found)):
                w.code.set(found, part.has(w, one))
        return found


class Distinct(Set):
    """Another set, each value where it comes first."""

    def __init__(self, base: Set) -> None:
        self.base = base
        self.most = base.most
        self.sure = base.sure

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        self.freeze(w).each(w, visit, backwards)

    def has(self, w: Pen, value: ir.Expr) -> ir.Expr:
        """Whether the other has it."""
        return self.base.has(w, value)

    def some(self, w: Pen) -> ir.Expr:
        """Whether the other has any."""
        return self.base.some(w)

    def first(self, w: Pen) -> ir.Expr:
        """That of the other."""
        return self.base.first(w)

    def freeze(self, w: Pen) -> Set:
        """Lists them, each looked for among those before."""
        array = w.code.frame("list", max(self.most, 1), w.lowering.width)
        count = w.code.variable(0, "n")
        listed = Frozen(array, count, self.most, self.sure)

        def visit(one: ir.Expr, leave: ir.Label) -> None:
            with w.code.if_(x.not_(listed.has(w, one))):
                w.code.store(array, count, one)
                w.code.set(count, x.add(count, 1))

        self.base.each(w, visit)
        return listed


class Reversed(Set):
    """Another set, the last first."""

    def __init__(self, base: Set) -> None:
        self.base = base
        self.most = base.most
        self.sure = base.sure

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        self.base.each(w, visit, not backwards)

    def count(self, w: Pen) -> ir.Expr:
        """As many."""
        return self.base.count(w)

    def has(self, w: Pen, value: ir.Expr) -> ir.Expr:
        """The same."""
        return self.base.has(w, value)

    def some(self, w: Pen) -> ir.Expr:
        """The same."""
        return self.base.some(w)

    def _end(self, w: Pen, backwards: bool) -> ir.Expr:
        return self.base._end(w, not backwards)

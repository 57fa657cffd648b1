"""Sets answer four questions, in the defined order: go through, count, give number k, is this among them.

Every set can be gone through; the other answers come from that, unless a set knows better. How a set is held (a range,
a chain, a list, a test over another set) cannot change what it answers.

Invariants:
    `each` gives the values in the defined order, each in a local that the loop sets.
    What a set is asked it answers from the state as it is where it is asked; `freeze` takes it now.
    `most` is how many there can be.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from gekido_dsl.lowering.sets.pen import Pen
from gekido_dsl.lowering.sets.words import Words
from gekido_dsl.model.types import NONE
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

Visit = Callable[[ir.Expr, ir.Label], None]
"""Writes what is done with a value; a branch to the label leaves the loop."""


class Set(ABC):
    """Several values."""

    most: int = 0
    """How many there can be."""
    sure: bool = True
    """Whether none is never among them."""
    ascending: bool = False
    """Whether they come in the order of their numbers, each once."""
    quick: bool = False
    """Whether they are counted, and number k is given, without going through them."""

    @abstractmethod
    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        """Writes the loop."""

    def each(self, w: Pen, visit: Visit, backwards: bool = False) -> None:
        """Goes through them."""
        rounds, region = w.rounds, w.region
        if self.most > 1:
            w.rounds *= self.most
            w.region = w.region or w.lowering.new_region()
        self._each(w, visit, backwards)
        w.rounds, w.region = rounds, region

    def count(self, w: Pen) -> ir.Expr:
        """How many there are."""
        number = w.code.variable(0, "n")
        self.each(w, lambda value, leave: w.code.set(number, x.add(number, 1)))
        return number

    def count_up_to(self, w: Pen, most: int) -> ir.Expr:
        """How many there are; of more than so many, at least one more."""
        if self.quick or self.most <= most + 1 or type(self).count is not Set.count:
            return self.count(w)
        number = w.code.variable(0, "n")

        def visit(value: ir.Expr, leave: ir.Label) -> None:
            w.code.set(number, x.add(number, 1))
            w.code.br(leave, x.gt(number, most))

        self.each(w, visit)
        return number

    def nth(self, w: Pen, k: ir.Expr) -> ir.Expr:
        """Number k of them, from 0; there are more than k."""
        found, left = w.code.variable(NONE, "nth"), w.code.variable(k, "left")

        def visit(value: ir.Expr, leave: ir.Label) -> None:
            w.code.set(found, value)
            w.code.br(leave, x.eq(left, 0))
            w.code.set(left, x.sub(left, 1))

        self.each(w, visit)
        return found

    def has(self, w: Pen, value: ir.Expr) -> ir.Expr:
        """1 if a value is among them, else 0."""
        found, wanted = w.code.variable(0, "has"), w.code.let(value)

        def visit(one: ir.Expr, leave: ir.Label) -> None:
            with w.code.if_(x.eq(one, wanted)):
                w.code.set(found, 1)
                w.code.br(leave)

        self.each(w, visit)
        return found

    def some(self, w: Pen) -> ir.Expr:
        """1 if there are any, else 0."""
        found = w.code.variable(0, "some")

        def visit(one: ir.Expr, leave: ir.Label) -> None:
            w.code.set(found, 1)
            w.code.br(leave)

        self.each(w, visit)
        return found

    def first(self, w: Pen) -> ir.Expr:
        """The first; none if there are none."""
        return self._end(w, backwards=False)

    def last(self, w: Pen) -> ir.Expr:
        """The last; none if there are none."""
        return self._end(w, backwards=True)

    def _end(self, w: Pen, backwards: bool) -> ir.Expr:
        found = w.code.variable(NONE, "end")

        def visit(one: ir.Expr, leave: ir.Label) -> None:
            w.code.set(found, one)
            w.code.br(leave)

        self.each(w, visit, backwards)
        return found

    def bits(self, w: Pen) -> Words | None:
        """Gives spaces without their order, as bits; None where they cannot be had so."""
        return None

    def each_tested(self, w: Pen, visit: Callable[[ir.Expr, ir.Expr], None]) -> None:
        """Goes through values that may be among them, each with what tells whether it is: 1 or 0.

        Who does the same with each, whatever that says, has no branch that nobody can foresee.
        """
        self.each(w, lambda one, _: visit(one, x.constant(1)))

    def freeze(self, w: Pen) -> "Set":
        """Takes them now: a set that no statement changes any more."""
        # What is no member is written behind the last one, too, where the next overwrites it.
        array = w.code.frame("list", self.most + 1, w.lowering.width)
        count = w.code.variable(0, "n")

        def visit(one: ir.Expr, member: ir.Expr) -> None:
            w.code.store(array, count, one)
            w.code.set(count, x.add(count, member))

        self.each_tested(w, visit)
        return Frozen(array, count, self.most, self.sure, self.ascending)


class Nothing(Set):
    """None at all."""

    quick = True
    ascending = True

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        pass

    def freeze(self, w: Pen) -> Set:
        """Stays as it is."""
        return self


class Single(Set):
    """One value, or nothing if it is none."""

    quick = True
    most = 1
    ascending = True

    def __init__(self, value: ir.Expr, sure: bool = False) -> None:
        self.value = value
        self.known = sure
        """Whether it is known not to be none."""

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        with w.code.block("one") as leave:
            if self.known or isinstance(self.value, ir.Const):
                if self.value != ir.Const(NONE):
                    visit(self.value, leave)
                return
            with w.code.if_(x.ne(self.value, NONE)):
                visit(self.value, leave)

    def count(self, w: Pen) -> ir.Expr:
        """1, or 0."""
        return x.constant(1) if self.known else x.ne(self.value, NONE)

    def nth(self, w: Pen, k: ir.Expr) -> ir.Expr:
        """The one."""
        return self.value

    def has(self, w: Pen, value: ir.Expr) -> ir.Expr:
        """Whether it is the one."""
        same = x.eq(self.value, value)
        return same if self.known else x.and_(same, x.ne(self.value, NONE))

    def some(self, w: Pen) -> ir.Expr:
        """Whether it is not none."""
        return self.count(w)

    def first(self, w: Pen) -> ir.Expr:
        """The one, or none."""
        return self.value

    last = first

    def freeze(self, w: Pen) -> Set:
        """Keeps the value."""
        return Single(w.code.let(self.value), self.known)


class Range(Set):
    """The numbers from one to before another, both known or worked out before."""

    quick = True
    ascending = True

    def __init__(self, start: ir.Expr | int, end: ir.Expr | int, most: int) -> None:
        self.start = x.constant(start)
        self.end = x.constant(end)
        self.most = most

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        with w.code.block("range") as leave, w.code.each(self.start, self.end, "v", self.most) as v:
            one = v if not backwards else w.code.let(x.sub(x.add(self.start, x.sub(self.end, 1)), v))
            visit(one, leave)

    def count(self, w: Pen) -> ir.Expr:
        """The difference; none where the end lies before the start."""
        number = x.sub(self.end, self.start)
        return x.select(x.gt(number, 0), number, 0)

    def nth(self, w: Pen, k: ir.Expr) -> ir.Expr:
        """The first and k more."""
        return x.add(self.start, k)

    def has(self, w: Pen, value: ir.Expr) -> ir.Expr:
        """Whether it lies between."""
        return x.and_(x.ge(value, self.start), x.lt(value, self.end))

    def some(self, w: Pen) -> ir.Expr:
        """Whether the end lies behind the start."""
        return x.gt(self.end, self.start)

    def _end(self, w: Pen, backwards: bool) -> ir.Expr:
        one = x.sub(self.end, 1) if backwards else self.start
        return x.select(x.gt(self.end, self.start), one, NONE)

    def freeze(self, w: Pen) -> Set:
        """Keeps both ends."""
        return Range(w.code.let(self.start), w.code.let(self.end), self.most)


class Known(Set):
    """Numbers that are known beforehand, in any order."""

    quick = True

    def __init__(self, values: Sequence[int]) -> None:
        self.values = tuple(values)
        self.most = len(self.values)
        self.sure = NONE not in self.values
        self.ascending = list(self.values) == sorted(set(self.values))

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        table = w.lowering.table("values", self.values[::-1] if backwards else self.values)
        with w.code.block("values") as leave, w.code.each(0, self.most, "i") as i:
            visit(w.code.let(x.load(table, i)), leave)

    def count(self, w: Pen) -> ir.Expr:
        """How many were given."""
        return x.constant(self.most)

    def nth(self, w: Pen, k: ir.Expr) -> ir.Expr:
        """From a table."""
        return x.load(w.lowering.table("values", self.values), k)

    def has(self, w: Pen, value: ir.Expr) -> ir.Expr:
        """From a table of bits, or by comparing."""
        if self.most <= 3:
            found: ir.Expr = x.constant(0)
            one = w.code.let(value)
            for known in self.values:
                found = x.or_(found, x.eq(one, known))
            return found
        low, high = min(self.values), max(self.values)
        table = w.lowering.table("among", [int(k in self.values) for k in range(low, high + 1)], guard=0)
        one = w.code.let(value)
        inside = x.within(one, low, high)
        return x.and_(inside, x.load(table, x.select(inside, x.sub(one, low), -1)))

    def some(self, w: Pen) -> ir.Expr:
        """Whether any were given."""
        return x.constant(int(self.most > 0))

    def _end(self, w: Pen, backwards: bool) -> ir.Expr:
        return x.constant(self.values[-1 if backwards else 0] if self.values else NONE)

    def freeze(self, w: Pen) -> Set:
        """Stays as it is."""
        return self


def known(values: Sequence[int]) -> Set:
    """Gives the set of known numbers: a range where they follow one another."""
    if not values:
        return Nothing()
    if list(values) == list(range(values[0], values[0] + len(values))):
        return Range(values[0], values[0] + len(values), len(values))
    return Known(values)


class Chain(Set):
    """What lies in a place, in the order of arrival."""

    def __init__(self, place: ir.Expr, most: int) -> None:
        self.place = place
        """Worked out before; none holds nothing."""
        self.most = most

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        chains, code = w.memory.chains, w.code
        one = code.variable(x.load(chains.tail if backwards else chains.head, self.place), "thing")
        with code.block("chain") as leave, code.loop("chain", bound=self.most + 1) as again:
            code.br(leave, x.eq(one, NONE))
            visit(one, leave)
            code.set(one, x.load(chains.before if backwards else chains.next, one))
            code.br(again)

    def count(self, w: Pen) -> ir.Expr:
        """Is kept."""
        number = x.load(w.memory.chains.count, self.place)
        return number if isinstance(self.place, ir.Const) else x.select(x.ge(self.place, 0), number, 0)

    def has(self, w: Pen, value: ir.Expr) -> ir.Expr:
        """Whether it lies there."""
        one = w.code.let(value)
        return x.and_(x.eq(x.load(w.memory.chains.where, one), self.place), x.ge(one, 0))

    def some(self, w: Pen) -> ir.Expr:
        """Whether the place is not empty."""
        return x.ge(x.load(w.memory.chains.head, self.place), 0)

    def _end(self, w: Pen, backwards: bool) -> ir.Expr:
        chains = w.memory.chains
        return x.load(chains.tail if backwards else chains.head, self.place)


class Frozen(Set):
    """A list."""

    quick = True

    def __init__(
        self, array: ir.Array, number: ir.Expr, most: int, sure: bool = True, ascending: bool = False
    ) -> None:
        self.array = array
        self.number = number
        self.most = most
        self.sure = sure
        self.ascending = ascending

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        with w.code.block("list") as leave, w.code.each(0, self.number, "i", self.most) as i:
            at = x.sub(x.sub(self.number, 1), i) if backwards else i
            visit(w.code.let(x.load(self.array, at)), leave)

    def count(self, w: Pen) -> ir.Expr:
        """Is kept."""
        return self.number

    def nth(self, w: Pen, k: ir.Expr) -> ir.Expr:
        """From the list."""
        return x.load(self.array, k)

    def some(self, w: Pen) -> ir.Expr:
        """Whether the list is not empty."""
        return x.gt(self.number, 0)

    def _end(self, w: Pen, backwards: bool) -> ir.Expr:
        found = w.code.variable(NONE, "end")
        with w.code.if_(x.gt(self.number, 0)):
            w.code.set(found, x.load(self.array, x.sub(self.number, 1) if backwards else 0))
        return found

    def freeze(self, w: Pen) -> Set:
        """Stays as it is."""
        return self


class Slice(Set):
    """A part of a table."""

    quick = True

    def __init__(
        self, table: ir.Array, start: ir.Expr, number: ir.Expr, most: int, sure: bool = True
    ) -> None:
        self.table = table
        self.start = start
        self.number = number
        """How long it is; worked out before, as where it starts."""
        self.most = most
        self.sure = sure

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        with w.code.block("list") as leave, w.code.each(0, self.number, "i", self.most) as i:
            at = x.sub(x.sub(self.number, 1), i) if backwards else i
            visit(w.code.let(self.nth(w, at)), leave)

    def count(self, w: Pen) -> ir.Expr:
        """How long it is."""
        return self.number

    def nth(self, w: Pen, k: ir.Expr) -> ir.Expr:
        """From the table."""
        return x.load(self.table, x.add(self.start, k))

    def some(self, w: Pen) -> ir.Expr:
        """Whether it has any length."""
        return x.gt(self.number, 0)

    def freeze(self, w: Pen) -> Set:
        """Stays as it is."""
        return self

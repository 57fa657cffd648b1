"""Counting in a module: the code that counts in a position what `features` finds in its model.

Invariants:
    It adds up exactly what `Features.noted` counts, in the same numbers.
"""

from collections.abc import Callable
from dataclasses import dataclass

from gekido_dsl.learning.features import (
    BY_SEAT,
    FACES,
    LINE,
    MANY,
    MINE,
    NOBODYS,
    NTH,
    OTHERS,
    Facts,
    Features,
    Lines,
)
from gekido_dsl.lowering import Lowered
from gekido_dsl.model.types import NONE
from gekido_dsl.program import expressions as e
from gekido_dsl.program.build import FunctionBuilder, ProgramBuilder
from gekido_dsl.program.nodes import Array, Expr, Function

Add = Callable[[Expr, Expr | None], None]
"""Emits that something was counted: its number, and how much; None for one."""


@dataclass(frozen=True, slots=True)
class After:
    """What a position came from, and who decides in it."""

    seat: Expr
    """From whose eyes it is seen."""
    choice: Expr
    asked_rule: Expr
    """The rule in which that was chosen; less than 0 where it has no number."""
    next_seat: Expr
    """Who decides next; less than 0 for nobody."""
    next_rule: Expr


class Counter:
    """Writes that code into functions; what all have in common is made once."""

    def __init__(self, b: ProgramBuilder, lowered: Lowered, features: Features) -> None:
        self._b, self._lowered, self._features = b, lowered, features
        self._memory = lowered.memory
        self._code = self._code_of()
        self._tables: dict[tuple[int, ...], Array] = {}

    def write(self, f: FunctionBuilder, after: After, add: Add) -> None:
        """Emits that everything is counted."""
        self._lies(f, after.seat, add)
        self._shows(f, after.seat, add)
        self._filled(f, after.seat, add)
        for facts in self._features.facts:
            self._facts(f, facts, after.seat, add)
        for lines in self._features.lines:
            self._lines(f, lines, after.seat, add)
        self._decisions(f, after, add)
        judge = self._lowered.judge
        assert judge is not None, "nothing judges positions"
        if judge.aimed:
            # Before the first turn nobody may stand anywhere by the aim.
            began = e.load(self._memory.system["turns"])
            add(e.constant(self._features.aim), e.select(began, e.load(judge.balances, after.seat), 0))

    # ------------------------------------------------------------ whose, and where

    def _relation(self, owner: Expr, seat: Expr) -> Expr:
        return e.select(e.eq(owner, seat), MINE, e.select(e.eq(owner, NONE), NOBODYS, OTHERS))

    def _whose(self, f: FunctionBuilder, root: Expr, seat: Expr) -> Expr:
        owner = f.let(e.load(self._memory.owner, root), "owner")
        return f.let(self._relation(owner, seat), "whose")

    def _table(self, contents: "list[int] | tuple[int, ...]") -> Array:
        key = tuple(contents)
        if key not in self._tables:
            self._tables[key] = self._b.table("counted", key, 32)
        return self._tables[key]

    def _code_of(self) -> Function:
        """Makes the function that gives the code of a place, as a seat sees it."""
        features, b = self._features, self._b
        f = b.function("code_of", ["place", "seat"], result="i32")
        place, seat = f.parameters
        code = f.let(e.load(b.table("place codes", features.place_code, 32), place), "code")
        owner = f.variable(e.load(b.table("place seats", features.place_seat, 32), place), "owner")
        with f.if_(e.eq(owner, BY_SEAT)):
            f.return_(e.add(code, seat))
        holder = f.let(e.load(b.table("place holders", features.place_holder, 32), place), "holder")
        with f.if_(e.ge(holder, 0)):
            f.set(owner, e.load(self._memory.owner, holder))
        f.return_(e.add(code, self._relation(owner, seat)))
        return f.finish()

    def _cells(self, cell: int, count: int) -> tuple[Array, int] | None:
        """Gives the array that cells side by side are in, and where in it they begin; None if they never change."""
        for run in self._lowered.cells:
            if run.cell <= cell and cell + count <= run.cell + run.count:
                return run.array, run.first + cell - run.cell
        return None

    # ------------------------------------------------------------ what is counted

    def _lies(self, f: FunctionBuilder, seat: Expr, add: Add) -> None:
        things, roots = self._features.things, self._features.layout.root_of
        which, slots = self._table(things), self._table(self._features.lies_of)
        root = self._table([roots[thing] for thing in things])
        with f.each(0, len(things), "i") as i:
            place = f.let(e.load(self._memory.chains.where, e.load(which, i)), "place")
            with f.if_(e.ge(place, 0)):
                code = f.call_value(self._code, place, seat)
                whose = self._whose(f, e.load(root, i), seat)
                first = e.add(e.load(slots, i), e.mul(whose, len(self._features.sorts)))
                add(e.add(first, code), None)

    def _shows(self, f: FunctionBuilder, seat: Expr, add: Add) -> None:
        things, roots = self._features.faced, self._features.layout.root_of
        which, root = self._table(things), self._table([roots[thing] for thing in things])
        shows, shown = self._table(self._features.shows_of), self._table(self._features.shown_of)
        with f.each(0, len(things), "i") as i:
            thing = f.let(e.load(which, i), "thing")
            with f.if_(e.ge(e.load(self._memory.chains.where, thing), 0)):
                whose = self._whose(f, e.load(root, i), seat)
                face = f.let(e.load(self._memory.face, thing), "face")
                add(e.add(e.add(e.load(shows, i), e.mul(whose, FACES)), clip(face, 0, FACES - 1)), None)
                add(e.add(e.load(shown, i), whose), face)

    def _filled(self, f: FunctionBuilder, seat: Expr, add: Add) -> None:
        counted = self._table(self._features.counted)
        with f.each(0, len(self._features.counted), "i") as i:
            place = f.let(e.load(counted, i), "place")
            code = f.call_value(self._code, place, seat)
            number = clip(e.load(self._memory.chains.count, place), 0, MANY)
            add(e.add(e.add(self._features.filled, e.mul(code, MANY + 1)), number), None)

    def _facts(self, f: FunctionBuilder, facts: Facts, seat: Expr, add: Add) -> None:
        found = self._cells(facts.cell, len(facts.slots))
        assert found is not None, "a fact is in no array"
        array, begin = found
        slots, roots = self._table(facts.slots), self._table(facts.roots)
        with f.each(0, len(facts.slots), "i") as i:
            value = f.let(e.load(array, e.add(i, begin)), "value")
            root = f.let(e.load(roots, i), "root")
            whose = f.variable(NOBODYS, "whose")
            with f.if_(e.ge(root, 0)):
                f.set(whose, self._whose(f, root, seat))
            first = f.let(e.load(slots, i), "first")
            if not facts.values:
                with f.if_(e.ne(value, 0)):
                    add(e.add(first, whose), value)
                return
            told = clip(e.add(value, 1), 0, facts.values - 1)
            if facts.player:
                told = self._relation(value, seat)
            add(e.add(e.add(first, e.mul(whose, facts.values)), told), None)

    def _lines(self, f: FunctionBuilder, lines: Lines, seat: Expr, add: Add) -> None:
        spots = max(spot for window in lines.windows for spot in window) + 1
        stands = self._b.scratch("stands", spots)
        found = self._cells(lines.at_cell, spots)
        assert found is not None, "a board is in no array"
        array, begin = found
        roots = self._table(self._features.layout.root_of)
        with f.each(0, spots, "spot") as spot:
            space = f.let(e.load(array, e.add(spot, begin)), "space")
            thing = f.variable(NONE, "thing")
            with f.if_(e.ge(space, 0)):
                f.set(thing, e.load(self._memory.chains.head, space))
            f.store(stands, spot, 0)
            with f.if_(e.ge(thing, 0)):
                mine = e.eq(e.load(self._memory.owner, e.load(roots, thing)), seat)
                f.store(stands, spot, e.select(mine, 1, 2))
        flat = self._table([spot for window in lines.windows for spot in window])
        slots = self._table(lines.slots)
        with f.each(0, len(lines.windows), "i") as i:
            pattern: Expr = e.constant(0)
            for at in range(LINE):
                stood = e.load(stands, e.load(flat, e.add(e.mul(i, LINE), at)))
                pattern = f.let(e.add(e.mul(pattern, 3), stood), "pattern")
            with f.if_(pattern):
                add(e.add(e.load(slots, i), pattern), None)
                if lines.placed:
                    add(e.add(e.load(self._table(lines.placed), i), pattern), None)

    def _decisions(self, f: FunctionBuilder, after: After, add: Add) -> None:
        features = self._features
        next_rule, asked_rule = f.let(after.next_rule, "next rule"), f.let(after.asked_rule, "asked rule")
        with f.if_(e.and_(e.ge(after.next_seat, 0), e.ge(next_rule, 0))):
            whose = self._relation(after.next_seat, after.seat)
            add(e.add(e.add(features.next, e.mul(next_rule, OTHERS + 1)), whose), None)
        with f.if_(e.ge(asked_rule, 0)):
            nth = clip(after.choice, 0, NTH - 1)
            add(e.add(e.add(features.chosen, e.mul(asked_rule, NTH)), nth), None)


def clip(value: Expr, low: int, high: int) -> Expr:
    """Gives the value, or the bound that it lies beyond."""
    return e.select(e.lt(value, low), low, e.select(e.gt(value, high), high, value))

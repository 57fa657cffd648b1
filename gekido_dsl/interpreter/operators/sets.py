"""Operators that give several, choose among several, or ask about several."""

from collections.abc import Callable
from typing import Any

from gekido_dsl.engine import RuleError
from gekido_dsl.interpreter.operators.lasting import lasting
from gekido_dsl.interpreter.operators.making import LISTED, Function, effort, gives
from gekido_dsl.interpreter.operators.narrowing import Narrowing
from gekido_dsl.interpreter.operators.ranking import Ranking
from gekido_dsl.interpreter.state import Locals, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, SetType


class Sets(Ranking, Narrowing):
    """Operators about sets and the places they lie in."""

    @gives("place")
    def _place(self, e: m.Expr) -> Function:
        layout, place = self.layout, e.ref
        if not e.args:
            number = layout.place_of[place.name, NONE]
            return lambda s, L: number
        base = self.make(e.args[0])
        numbers = {owner: number for (name, owner), number in layout.place_of.items() if name == place.name}
        if isinstance(e.args[0].type, SetType):
            return lambda s, L: [numbers[owner] for owner in base(s, L)]

        def of_one(s: State, L: Locals) -> int:
            owner = base(s, L)
            if owner == NONE:
                raise RuleError(f"none has no `{place.name}`", e.span)
            return numbers[owner]

        return of_one

    @gives("things")
    def _things(self, e: m.Expr) -> Function:
        things, gone = list(self.layout.things[e.ref.name]), self.layout.gone
        kind: m.Kind = e.ref
        if kind.board is not None and kind.legend is not None:
            cells = self.layout.cells_of(kind.board)
            laid = slice(cells.start, cells.stop)
            return lambda s, L: [space for space in s.cells[laid] if space != NONE]
        if kind.board is not None and kind.board.layout:
            cells = self.layout.cells_of(kind.board)
            at, size = cells.start, len(cells)
            # Before a board is laid, all its spaces are there to be laid; afterwards, those that lie on it.
            return lambda s, L: (
                [space for space in s.cells[at : at + size] if space != NONE]
                or [space for space in things if s.where[space] != gone]
            )
        return self._in_the_game(things)

    def _in_the_game(self, things: list[int]) -> Function:
        """Makes the function that leaves out what has left the game."""
        gone = self.layout.gone
        return lambda s, L: [one for one in things if s.where[one] != gone] if s.contents[gone] else things

    @gives("called")
    def _called(self, e: m.Expr) -> Function:
        kind, name = e.ref
        things = self.layout.called.get((kind.name, name), [])
        if e.args:
            base = self.make(e.args[0])
            if not isinstance(e.type, SetType):
                return lambda s, L: next((thing for thing in base(s, L) if thing in things), NONE)
            return lambda s, L: [thing for thing in base(s, L) if thing in things]
        if isinstance(e.type, SetType):
            return self._in_the_game(things)
        thing = things[0] if things else NONE
        return lambda s, L: thing

    @gives("members")
    def _members(self, e: m.Expr) -> Function:
        values = list(range(len(e.ref.members)))
        return lambda s, L: values

    @gives("numbers")
    def _numbers(self, e: m.Expr) -> Function:
        low, high = self.make_all(e.args)
        return lambda s, L: list(range(low(s, L), high(s, L) + 1))

    @gives("nested")
    def _nested(self, e: m.Expr) -> Function:
        base = self.make(e.args[0])
        parts = {parent: things for (name, parent), things in self.layout.parts.items() if name == e.ref.name}
        where = self.layout.gone
        if isinstance(e.args[0].type, SetType):
            return lambda s, L: [
                part for parent in base(s, L) for part in parts.get(parent, ()) if s.where[part] != where
            ]
        return lambda s, L: [part for part in parts.get(base(s, L), ()) if s.where[part] != where]

    @gives("whole")
    def _whole(self, e: m.Expr) -> Function:
        base, wholes, parents = self.make(e.args[0]), self.layout.things[e.ref.name], self.layout.parent_of

        def one(thing: int) -> int:
            while thing != NONE and thing not in wholes:
                thing = parents[thing]
            return thing

        if isinstance(e.args[0].type, SetType):
            return lambda s, L: list(dict.fromkeys(one(thing) for thing in base(s, L)))
        return lambda s, L: one(base(s, L))

    @gives("inside")
    def _inside(self, e: m.Expr) -> Function:
        place = self.make(e.args[0])
        if isinstance(e.args[0].type, SetType):
            return lambda s, L: [thing for one in place(s, L) for thing in s.contents[one]]
        return lambda s, L: s.contents[place(s, L)]

    @gives("items")
    def _items(self, e: m.Expr) -> Function:
        base = self.make(e.args[0])

        def items(s: State, L: Locals) -> list[Any]:
            value = base(s, L)
            if isinstance(value, tuple | list):
                return list(value)
            return [] if value == NONE else [value]

        return items

    @gives("union")
    def _union(self, e: m.Expr) -> Function:
        parts = self.make_all(e.args)

        def union(s: State, L: Locals) -> list[Any]:
            found = list(dict.fromkeys(value for part in parts for value in part(s, L)))
            self.work += len(found)
            return found

        return union

    @gives("filter")
    def _filter(self, e: m.Expr) -> Function:
        local = e.value
        base, rest = self._sieved(e)
        if rest is None:
            return base
        test, possible = self.make(rest), self._possible(rest, local)

        def kept(s: State, L: Locals) -> list[Any]:
            found = []
            for L[local] in base(s, L):
                if test(s, L):
                    found.append(L[local])
            return found

        if possible is None:
            return kept

        def sifted(s: State, L: Locals) -> list[Any]:
            found = []
            for value in base(s, L):
                if possible(s, value):
                    L[local] = value
                    if test(s, L):
                        found.append(value)
            return found

        return sifted

    def _sieved(self, e: m.Expr) -> tuple[Function, m.Expr | None]:
        """Makes the function that gives those of a set that pass a sieve; gives, too, what is still to be asked."""
        base = self._looked_through(e)
        sieve, rest = self.sieve(e.args[0], e.args[1], e.value)
        if sieve is None:
            return base, rest
        through = sieve
        return lambda s, L: through(s, L, base(s, L)), rest

    def _looked_through(self, e: m.Expr) -> Function:
        """Makes the function that gives those of a set for which a test can hold, counted."""
        return self.narrowed(e.args[0], e.args[1], e.value) or self.counted(e.args[0], e.args[1])

    def _possible(self, test: m.Expr, local: int) -> Callable[[State, int], bool] | None:
        """Makes the test of what a condition says first, by printed facts alone, of a local: worked out once for each.

        None if it begins with something else.
        """
        first, at = test, local
        while first.op == "and" or (
            first.op == "defined"
            and not first.ref.exceptions
            and first.args == (m.ops.Local(first.args[0].type, first.args[0].span, value=at),)
        ):
            if lasting(first, self.game, frozenset({at}), placed=False):
                break
            first, at = (first.args[0], at) if first.op == "and" else (first.ref.test, 1)
        if not lasting(first, self.game, frozenset({at}), placed=False):
            return None
        holds, known = self.make(first), dict[int, bool]()

        def possible(s: State, value: int) -> bool:
            found = known.get(value)
            if found is None:
                L = [NONE] * (at + 1)
                L[at] = value
                found = known[value] = bool(holds(s, L))
            return found

        return possible

    @gives("next")
    def _next(self, e: m.Expr) -> Function:
        return self._one_end(e.args[0], -1) if not isinstance(e.type, SetType) else self._ends(e, -1)

    @gives("last")
    def _last(self, e: m.Expr) -> Function:
        return self._one_end(e.args[0], 1) if not isinstance(e.type, SetType) else self._ends(e, 1)

    def _ends(self, e: m.Expr, way: int) -> Function:
        """Makes the function that gives so many at an end of several, the outermost first."""
        several, number = self.make(e.args[0]), e.value
        return lambda s, L: list(several(s, L))[::way][:number]

    def _one_end(self, several: m.Expr, way: int) -> Function:
        """Makes the function that gives the one at an end of several; those behind it are not looked at."""
        if several.op == "filter":
            within, span = several.args[0], several.args[0].span
            base = self.narrowed(within, several.args[1], several.value) or self.make(within)
            test, local, each = self.make(several.args[1]), several.value, effort(several.args[1])

            def first(s: State, L: Locals) -> Any:
                for L[local] in base(s, L)[::way]:
                    self.look(each, span)
                    if test(s, L):
                        return L[local]
                return NONE

            return first
        give, at = self.make(several), min(way, 0)

        def end(s: State, L: Locals) -> Any:
            found = give(s, L)
            return found[at] if found else NONE

        return end

    @gives("reversed")
    def _reversed(self, e: m.Expr) -> Function:
        base = self.make(e.args[0])
        return lambda s, L: base(s, L)[::-1]

    @gives("count")
    def _count(self, e: m.Expr) -> Function:
        base = self.make(e.args[0])

        def count(s: State, L: Locals) -> int:
            number = len(base(s, L))
            self.work += number // LISTED
            return number

        return count

    @gives("some")
    def _some(self, e: m.Expr) -> Function:
        local = e.value
        base, rest = self._sieved(e)
        if rest is None:
            return lambda s, L: bool(base(s, L))
        test = self.make(rest)

        def run(s: State, L: Locals) -> bool:
            for L[local] in base(s, L):
                if test(s, L):
                    return True
            return False

        return run

    @gives("no")
    def _no(self, e: m.Expr) -> Function:
        some = self._some(e)
        return lambda s, L: not some(s, L)

    @gives("every")
    def _every(self, e: m.Expr) -> Function:
        base, test, local = self.counted(e.args[0], e.args[1]), self.make(e.args[1]), e.value

        def run(s: State, L: Locals) -> bool:
            for L[local] in base(s, L):
                if not test(s, L):
                    return False
            return True

        return run

    @gives("member")
    def _member(self, e: m.Expr) -> Function:
        one, test = self.make(e.args[0]), self.membership(e.args[1])
        return lambda s, L: test(s, L, one(s, L))

    def membership(self, several: m.Expr) -> Callable[[State, Locals, Any], bool]:
        """Makes the test whether a value is among several, without listing them where that can be helped."""
        if several.op == "filter":
            base, test, local = self.membership(several.args[0]), self.make(several.args[1]), several.value

            def passes(s: State, L: Locals, value: Any) -> bool:
                if not base(s, L, value):
                    return False
                before, L[local] = L[local], value
                result = bool(test(s, L))
                L[local] = before
                return result

            return passes
        if several.op == "things" and several.ref.legend is not None:
            spaces, cell = self.layout.things[several.ref.name], self.layout.position_cell
            return lambda s, L, value: value in spaces and s.cells[cell + value] != NONE
        if several.op == "things" and not (several.ref.board is not None and several.ref.board.layout):
            things, gone = self.layout.things[several.ref.name], self.layout.gone
            return lambda s, L, value: value in things and s.where[value] != gone
        listed = self.make(several)

        def among(s: State, L: Locals, value: Any) -> bool:
            found = listed(s, L)
            self.work += len(found) // LISTED
            return value in found

        return among

    @gives("empty")
    def _empty(self, e: m.Expr) -> Function:
        place = self.make(e.args[0])
        free = self.walked_over()
        spaces = self.layout.base_of
        if not free:
            return lambda s, L: (one := place(s, L)) != NONE and not s.contents[one]

        def empty(s: State, L: Locals) -> bool:
            one = place(s, L)
            return one != NONE and (
                not s.contents[one] or (one in spaces and free.issuperset(s.contents[one]))
            )

        return empty

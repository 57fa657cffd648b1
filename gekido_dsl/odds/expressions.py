"""Expressions become functions of how dice lie; what depends on anything else is unknown."""

from collections.abc import Callable, Hashable
from typing import Any, Final

from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, ThingType
from gekido_dsl.odds.scope import (
    OTHER,
    ROLLER,
    UNKNOWN,
    Die,
    Function,
    Locals,
    Mine,
    NotExact,
    RowOf,
    Scope,
    State,
    dice_in,
    printed,
    start_of,
)

_DEEP: Final = 40


class Expressions:
    """Makes functions in one scope."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self._deep = 0
        self._known: dict[int, Function] = {}

    def make(self, e: m.Expr, frame: "dict[int, Hashable] | None" = None, actor: Any = ROLLER) -> Function:
        """Makes the function of an expression.

        Args:
            frame: the facts that hold the locals of the body around it.
            actor: the acting player.
        """
        made = getattr(self, f"_{e.op}", None)
        if made is None:
            return _unknown
        function: Function = made(e, lambda one: self.make(one, frame, actor), frame, actor)
        return function

    # ------------------------------------------------------------ values

    def _const(self, e: m.Expr, *_: Any) -> Function:
        value = e.value
        if isinstance(e.type, ThingType) and value != NONE:
            return _unknown
        return lambda S, L: value

    def _option(self, e: m.Expr, *_: Any) -> Function:
        value = self.scope.answers.get(e.ref.name, 0)
        return lambda S, L: value

    def _local(self, e: m.Expr, make: Any, frame: Any, actor: Any) -> Function:
        number = e.value
        if number == 0:
            return lambda S, L: L.get(0, actor)
        key = frame.get(number) if frame else None
        if key is None:
            return lambda S, L: L.get(number, UNKNOWN)
        fact = self._fact(key, UNKNOWN)
        if fact < 0:
            return lambda S, L: L.get(number, UNKNOWN)
        return lambda S, L: L[number] if number in L else S[1][fact]

    def _fact(self, key: Hashable, start: Any) -> int:
        self.scope.read.add(key)
        return self.scope.fact(key, start)

    def _actor(self, e: m.Expr, make: Any, frame: Any, actor: Any) -> Function:
        return lambda S, L: L.get(0, actor)

    def _cell(self, e: m.Expr, make: Any, *_: Any) -> Function:
        if e.args:
            return _unknown
        fact = self._fact(key_of_cell(e), start_of(e.ref))
        return (lambda S, L: S[1][fact]) if fact >= 0 else _unknown

    def _field(self, e: m.Expr, make: Any, *_: Any) -> Function:
        scope, fact = self.scope, e.ref
        of = make(e.args[0])
        index = make(e.args[1]) if len(e.args) > 1 else None
        if fact.kept:
            if index is not None:
                return _unknown
            number = self._fact(("field", id(fact)), start_of(fact))

            def kept(S: State, L: Locals) -> Any:
                return S[1][number] if number >= 0 and _is_roller(of(S, L)) else UNKNOWN

            return kept

        def read(S: State, L: Locals) -> Any:
            thing = of(S, L)
            if isinstance(thing, Mine) and thing.seat is ROLLER:
                scope.asked.add((thing.kind.name, fact.name))
                row = scope.rows.get(thing.kind.name)
                if row is None:
                    return UNKNOWN
                thing = RowOf(thing.kind, row)
            if not isinstance(thing, RowOf):
                return UNKNOWN
            value = printed(thing.kind, thing.row, fact)
            if index is not None:
                place = index(S, L)
                if place is UNKNOWN or not isinstance(value, tuple) or not 0 <= place < len(value):
                    return UNKNOWN
                value = value[place]
            if isinstance(fact.type, ThingType) and isinstance(value, int) and value != NONE:
                return RowOf(fact.type.kind, value)
            return value

        return read

    def _counter(self, e: m.Expr, make: Any, *_: Any) -> Function:
        of = make(e.args[0])
        scope, counter = self.scope, e.ref

        def read(S: State, L: Locals) -> Any:
            thing = of(S, L)
            number = scope.keys.get(("counter", id(counter), thing), -1)
            return S[1][number] if number >= 0 else UNKNOWN

        return read

    def _owner(self, e: m.Expr, make: Any, *_: Any) -> Function:
        of = make(e.args[0])

        def owner(S: State, L: Locals) -> Any:
            thing = of(S, L)
            return thing.seat if isinstance(thing, Mine) else UNKNOWN

        return owner

    def _mine(self, e: m.Expr, make: Any, *_: Any) -> Function:
        who, kind = make(e.args[0]), e.ref

        def mine(S: State, L: Locals) -> Any:
            seat = who(S, L)
            return Mine(kind, seat) if seat in (ROLLER, OTHER) else UNKNOWN

        return mine

    def _window(self, e: m.Expr, *_: Any) -> Function:
        if e.ref is None:
            return _unknown
        fact = self._fact("window", NONE)
        index = e.ref.index
        return (lambda S, L: int(S[1][fact] == index)) if fact >= 0 else _unknown

    # ------------------------------------------------------------ dice and places

    def _place(self, e: m.Expr, make: Any, *_: Any) -> Function:
        number = self.scope.place(e.ref)
        if e.args:
            who = make(e.args[0])
            return lambda S, L: number if who(S, L) is ROLLER else UNKNOWN
        return lambda S, L: number if number >= 0 else UNKNOWN

    def _inside(self, e: m.Expr, make: Any, *_: Any) -> Function:
        place = make(e.args[0])

        def inside(S: State, L: Locals) -> Any:
            number = place(S, L)
            return UNKNOWN if number is UNKNOWN else dice_in(S, number)

        return inside

    def _things(self, e: m.Expr, *_: Any) -> Function:
        if e.ref is not self.scope.die:
            return _unknown
        places = range(len(self.scope.places))
        return lambda S, L: [die for place in places for die in dice_in(S, place)]

    def _called(self, e: m.Expr, *_: Any) -> Function:
        kind = e.ref[0] if isinstance(e.ref, tuple) else None
        places = range(len(self.scope.places))
        if kind is self.scope.die and not e.args:
            many = isinstance(e.type, ThingType)

            def only(S: State, L: Locals) -> Any:
                dice = [die for place in places for die in dice_in(S, place)]
                return (dice[0] if len(dice) == 1 else UNKNOWN) if many else dice

            return only
        return _unknown

    def _face(self, e: m.Expr, make: Any, *_: Any) -> Function:
        die, faces = make(e.args[0]), self.scope.faces

        def face(S: State, L: Locals) -> Any:
            one = die(S, L)
            return faces[one.face] if isinstance(one, Die) and one.face < len(faces) else UNKNOWN

        return face

    def _in_place(self, e: m.Expr, make: Any, *_: Any) -> Function:
        die, place = make(e.args[0]), make(e.args[1])

        def lies(S: State, L: Locals) -> Any:
            one, number = die(S, L), place(S, L)
            if not isinstance(one, Die) or number is UNKNOWN:
                return UNKNOWN if one != NONE else 0
            return int(one.place == number)

        return lies

    def _shows(self, e: m.Expr, make: Any, *_: Any) -> Function:
        die, wanted, faces = make(e.args[0]), make(e.args[1]), self.scope.faces

        def shows(S: State, L: Locals) -> Any:
            one, face = die(S, L), wanted(S, L)
            if not isinstance(one, Die) or face is UNKNOWN or one.face >= len(faces):
                return UNKNOWN
            return int(faces[one.face] == face)

        return shows

    def _shown_in(self, e: m.Expr, make: Any, *_: Any) -> Function:
        wanted, place, faces = make(e.args[0]), make(e.args[1]), self.scope.faces

        def shown(S: State, L: Locals) -> Any:
            face, number = wanted(S, L), place(S, L)
            if face is UNKNOWN or number is UNKNOWN:
                return UNKNOWN
            return int(face in faces and S[0][faces.index(face)][number] > 0)

        return shown

    def _fits(self, e: m.Expr, make: Any, *_: Any) -> Function:
        die, pattern, more = make(e.args[0]), make(e.args[1]), self.pattern(e.ref)

        def fits(S: State, L: Locals) -> Any:
            return more(S, pattern(S, L), die(S, L))[0]

        return fits

    def _complete(self, e: m.Expr, make: Any, *_: Any) -> Function:
        pattern, more = make(e.args[0]), self.pattern(e.ref)

        def complete(S: State, L: Locals) -> Any:
            return more(S, pattern(S, L), None)[1]

        return complete

    def pattern(self, patterns: m.PatternSet) -> Callable[[State, Any, Any], tuple[Any, Any]]:
        """Makes the function that tells whether dice fit a pattern, one more with them, and complete it."""
        scope = self.scope
        table, place, faces = scope.table(patterns), scope.place(patterns.place), scope.faces
        if patterns.die is not scope.die:
            return lambda S, which, die: (UNKNOWN, UNKNOWN)
        nevers = [self.make(one.never) if one.never is not None else None for one in patterns.patterns]
        others = [
            self.make(one.other_condition) if one.other_condition is not None else None
            for one in patterns.patterns
        ]

        def more(S: State, which: Any, die: Any) -> tuple[Any, Any]:
            if which is UNKNOWN or die is UNKNOWN:
                return UNKNOWN, UNKNOWN
            if which == NONE:
                return 0, 0
            columns = S[0]
            shown = [face for at, face in enumerate(faces) for _ in range(columns[at][place])]
            if isinstance(die, Die):
                if die.face >= len(faces):
                    return UNKNOWN, UNKNOWN
                shown.append(faces[die.face])
            asked, condition = nevers[which], others[which]
            never = asked(S, {}) if asked is not None else NONE
            also = condition(S, {}) if condition is not None else 1
            if never is UNKNOWN or also is UNKNOWN:
                raise NotExact(f"what counts as {patterns.patterns[which].name} depends on who plays")
            other = bool(also) and bool(patterns.patterns[which].other)
            return (
                int(table.fits(which, shown, never, other)),
                int(table.complete(which, shown, never, other)),
            )

        return more

    # ------------------------------------------------------------ sets

    def _members(self, e: m.Expr, *_: Any) -> Function:
        size = list(range(len(e.ref.members)))
        return lambda S, L: size

    def _numbers(self, e: m.Expr, make: Any, *_: Any) -> Function:
        low, high = make(e.args[0]), make(e.args[1])

        def numbers(S: State, L: Locals) -> Any:
            a, b = low(S, L), high(S, L)
            return UNKNOWN if a is UNKNOWN or b is UNKNOWN else list(range(a, b + 1))

        return numbers

    def _items(self, e: m.Expr, make: Any, *_: Any) -> Function:
        return _listing(make(e.args[0]))

    def _filter(self, e: m.Expr, make: Any, *_: Any) -> Function:
        items, test, local = _listing(make(e.args[0])), make(e.args[1]), e.value

        def those(S: State, L: Locals) -> Any:
            several = items(S, L)
            if several is UNKNOWN:
                return UNKNOWN
            found = []
            for one in several:
                holds = test(S, {**L, local: one})
                if holds is UNKNOWN:
                    return UNKNOWN
                if holds:
                    found.append(one)
            return found

        return those

    def _next(self, e: m.Expr, make: Any, *_: Any) -> Function:
        if len(e.args) > 1:
            return _unknown
        items = _listing(make(e.args[0]))

        def first(S: State, L: Locals) -> Any:
            several = items(S, L)
            if several is UNKNOWN:
                return UNKNOWN
            return NONE if not several else several[0] if len(set(several)) == 1 else UNKNOWN

        return first

    _last = _next

    def _some(self, e: m.Expr, make: Any, *_: Any) -> Function:
        items, test, local = _listing(make(e.args[0])), make(e.args[1]), e.value

        def some(S: State, L: Locals) -> Any:
            several = items(S, L)
            if several is UNKNOWN:
                return UNKNOWN
            answer: Any = 0
            for one in dict.fromkeys(several):
                holds = test(S, {**L, local: one})
                if holds is UNKNOWN:
                    answer = UNKNOWN
                elif holds:
                    return 1
            return answer

        return some

    def _no(self, e: m.Expr, make: Any, *_: Any) -> Function:
        return _opposite(self._some(e, make))

    def _every(self, e: m.Expr, make: Any, *_: Any) -> Function:
        return _opposite(self._some(e, lambda one: _opposite(make(one)) if one is e.args[1] else make(one)))

    def _count(self, e: m.Expr, make: Any, *_: Any) -> Function:
        items = _listing(make(e.args[0]))

        def count(S: State, L: Locals) -> Any:
            several = items(S, L)
            return UNKNOWN if several is UNKNOWN else len(several)

        return count

    def _empty(self, e: m.Expr, make: Any, *_: Any) -> Function:
        place = make(e.args[0])

        def empty(S: State, L: Locals) -> Any:
            number = place(S, L)
            known = isinstance(number, int) and e.args[0].op == "place"
            return int(not dice_in(S, number)) if known else UNKNOWN

        return empty

    def _sum(self, e: m.Expr, make: Any, *_: Any) -> Function:
        items, number, local = _listing(make(e.args[0])), make(e.args[1]), e.value

        def total(S: State, L: Locals) -> Any:
            several = items(S, L)
            if several is UNKNOWN:
                return UNKNOWN
            values = [number(S, {**L, local: one}) for one in several]
            return UNKNOWN if any(value is UNKNOWN for value in values) else sum(values)

        return total

    def _highest(self, e: m.Expr, make: Any, *_: Any) -> Function:
        items, numbers, local = _listing(make(e.args[0])), [make(one) for one in e.args[1:]], e.value
        lowest = e.ref

        def best(S: State, L: Locals) -> Any:
            several = items(S, L)
            if several is UNKNOWN or not several:
                return UNKNOWN if several is UNKNOWN else NONE
            found: list[tuple[list[Any], Any]] = []
            for one in dict.fromkeys(several):
                values = [number(S, {**L, local: one}) for number in numbers]
                if any(value is UNKNOWN for value in values):
                    return UNKNOWN
                signs = zip(values, lowest, strict=True) if isinstance(lowest, tuple) else ()
                found.append(([-value if low else value for value, low in signs] or values, one))
            return max(found, key=lambda pair: pair[0])[1]

        return best

    # ------------------------------------------------------------ what declarations say

    def _defined(self, e: m.Expr, make: Any, *_: Any) -> Function:
        return self._asked_of(e, make, lambda: self.definition(e.ref), 1)

    def _asked_of(self, e: m.Expr, make: Any, make_it: Callable[[], Function], first: int) -> Function:
        """Makes the function that asks a declaration, with its operands as locals."""
        args = [make(one) for one in e.args]
        held: list[Function] = []

        def ask(S: State, L: Locals) -> Any:
            if not held:
                held.append(make_it())
            given = {number + first: value(S, L) for number, value in enumerate(args)}
            given[0] = L.get(0, ROLLER)
            return held[0](S, given)

        if self._deep < _DEEP:  # What it reads has to be known before anything is asked.
            self._deep += 1
            held.append(make_it())
            self._deep -= 1
        return ask

    def _amount(self, e: m.Expr, make: Any, *_: Any) -> Function:
        return self._asked_of(e, make, lambda: self.amount(e.ref), 1 if e.ref.subject is not None else 2)

    def amount(self, amount: m.Amount) -> Function:
        """Makes the function of a named number, its subject in local 1."""
        if amount.exceptions:
            return _unknown
        if id(amount) in self._known:
            return self._known[id(amount)]
        ordered = sorted(amount.lines, key=lambda line: m.LAYERS[line.operator])
        lines = [
            (line, self.make(line.operand), self.make(line.condition) if line.condition is not None else None)
            for line in ordered
        ]

        def worked_out(S: State, L: Locals) -> Any:
            total: Any = 0
            for line, operand, condition in lines:
                holds = condition(S, L) if condition is not None else 1
                if holds is UNKNOWN:
                    return UNKNOWN
                if not holds:
                    continue
                value = operand(S, L)
                if value is UNKNOWN:
                    return UNKNOWN
                total = _line(line, total, value)
            return total

        self._known[id(amount)] = worked_out
        return worked_out

    def definition(self, definition: m.Definition) -> Function:
        """Makes the function of a definition, its subject in local 1."""
        if definition.exceptions:
            return _unknown
        if id(definition) not in self._known:
            self._known[id(definition)] = self.make(definition.test)
        return self._known[id(definition)]

    # ------------------------------------------------------------ logic and arithmetic

    def _and(self, e: m.Expr, make: Any, *_: Any) -> Function:
        tests = [make(one) for one in e.args]

        def both(S: State, L: Locals) -> Any:
            answer: Any = 1
            for test in tests:
                holds = test(S, L)
                if holds is UNKNOWN:
                    answer = UNKNOWN
                elif not holds:
                    return 0
            return answer

        return both

    def _or(self, e: m.Expr, make: Any, *_: Any) -> Function:
        tests = [make(one) for one in e.args]

        def either(S: State, L: Locals) -> Any:
            answer: Any = 0
            for test in tests:
                holds = test(S, L)
                if holds is UNKNOWN:
                    answer = UNKNOWN
                elif holds:
                    return 1
            return answer

        return either

    def _not(self, e: m.Expr, make: Any, *_: Any) -> Function:
        return _opposite(make(e.args[0]))

    def _member(self, e: m.Expr, make: Any, *_: Any) -> Function:
        return _of_two(make(e.args[0]), _listing(make(e.args[1])), lambda one, several: int(one in several))

    def _is(self, e: m.Expr, make: Any, *_: Any) -> Function:
        return _of_two(make(e.args[0]), make(e.args[1]), lambda a, b: int(a == b))

    def _at_least(self, e: m.Expr, make: Any, *_: Any) -> Function:
        return _of_two(make(e.args[0]), make(e.args[1]), lambda a, b: int(a >= b))

    def _at_most(self, e: m.Expr, make: Any, *_: Any) -> Function:
        return _of_two(make(e.args[0]), make(e.args[1]), lambda a, b: int(a <= b))

    def _more(self, e: m.Expr, make: Any, *_: Any) -> Function:
        return _of_two(make(e.args[0]), make(e.args[1]), lambda a, b: int(a > b))

    def _less(self, e: m.Expr, make: Any, *_: Any) -> Function:
        return _of_two(make(e.args[0]), make(e.args[1]), lambda a, b: int(a < b))

    def _plus(self, e: m.Expr, make: Any, *_: Any) -> Function:
        return _of_two(make(e.args[0]), make(e.args[1]), lambda a, b: a + b)

    def _minus(self, e: m.Expr, make: Any, *_: Any) -> Function:
        return _of_two(make(e.args[0]), make(e.args[1]), lambda a, b: a - b)

    def _times(self, e: m.Expr, make: Any, *_: Any) -> Function:
        return _of_two(make(e.args[0]), make(e.args[1]), lambda a, b: a * b)


def key_of_cell(e: m.Expr) -> Hashable:
    """Names the fact of a phase that an expression speaks of."""
    return ("cell", id(e.ref))


def _is_roller(thing: Any) -> bool:
    return isinstance(thing, Mine) and thing.seat is ROLLER


def _unknown(S: State, L: Locals) -> Any:
    return UNKNOWN


def _listing(items: Function) -> Function:
    def several(S: State, L: Locals) -> Any:
        found = items(S, L)
        if found is UNKNOWN or isinstance(found, list):
            return found
        return [] if found == NONE else [found]

    return several


def _opposite(test: Function) -> Function:
    def opposite(S: State, L: Locals) -> Any:
        holds = test(S, L)
        return UNKNOWN if holds is UNKNOWN else int(not holds)

    return opposite


def _of_two(first: Function, second: Function, say: Callable[[Any, Any], Any]) -> Function:
    def of_two(S: State, L: Locals) -> Any:
        a, b = first(S, L), second(S, L)
        return UNKNOWN if a is UNKNOWN or b is UNKNOWN else say(a, b)

    return of_two


def _line(line: m.AmountLine, total: int, value: int) -> int:
    match line.operator:
        case "start" | "set":
            return value
        case "add":
            return total + value
        case "subtract":
            return total - value
        case "multiply":
            return total * value
        case "divide":
            if value == 0:
                raise NotExact("a number is divided by 0", line.span)
            return -(-total // value) if line.rounding == "up" else total // value
        case "floor":
            return max(total, value)
        case "cap":
            return min(total, value)

"""Sets, declarations, logic and arithmetic, as functions of how dice lie."""

from collections.abc import Callable, Hashable
from typing import Any, Final

from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.odds.scope import ROLLER, UNKNOWN, Function, Locals, NotExact, Scope, State, dice_in

_DEEP: Final = 40


class Combining:
    """Makes functions of functions."""

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
            return unknown
        function: Function = made(e, lambda one: self.make(one, frame, actor), frame, actor)
        return function

    def _fact(self, key: Hashable, start: Any) -> int:
        self.scope.read.add(key)
        return self.scope.fact(key, start)

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
            holds = {one: test(S, {**L, local: one}) for one in dict.fromkeys(several)}
            if UNKNOWN in holds.values():
                return UNKNOWN
            return [one for one in several if holds[one]]

        return those

    def _next(self, e: m.Expr, make: Any, *_: Any) -> Function:
        if len(e.args) > 1:
            return unknown
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
            known = isinstance(number, int) and isinstance(e.args[0], m.ops.Place)
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
            return unknown
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
            return unknown
        if id(definition) not in self._known:
            self._known[id(definition)] = self.make(definition.test)
        return self._known[id(definition)]

    # ------------------------------------------------------------ logic and arithmetic

    def settled(self, e: m.Expr) -> int | None:
        """Gives what a test comes to by the answers to options alone; None where more decides."""
        match e:
            case m.ops.Option():
                return self.scope.answers.get(e.ref.name, 0)
            case m.ops.Is() if {arg.op for arg in e.args} == {"option", "const"}:
                one, two = (
                    self.settled(arg) if isinstance(arg, m.ops.Option) else arg.value for arg in e.args
                )
                return int(one == two)
            case m.ops.And() | m.ops.Or():
                decides = int(isinstance(e, m.ops.Or))
                found = [self.settled(arg) for arg in e.args]
                return decides if decides in found else None if None in found else 1 - decides
            case m.ops.Not():
                inner = self.settled(e.condition)
                return None if inner is None else int(not inner)
        return None

    def _and(self, e: m.Expr, make: Any, *_: Any) -> Function:
        settled = self.settled(e)
        if settled is not None:
            return lambda S, L: settled
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
        settled = self.settled(e)
        if settled is not None:
            return lambda S, L: settled
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
        return self._compared(e, make, lambda a, b: int(a >= b))

    def _at_most(self, e: m.Expr, make: Any, *_: Any) -> Function:
        return self._compared(e, make, lambda a, b: int(a <= b))

    def _more(self, e: m.Expr, make: Any, *_: Any) -> Function:
        return self._compared(e, make, lambda a, b: int(a > b))

    def _less(self, e: m.Expr, make: Any, *_: Any) -> Function:
        return self._compared(e, make, lambda a, b: int(a < b))

    def _compared(self, e: m.Expr, make: Any, say: Callable[[Any, Any], Any]) -> Function:
        made = _of_two(make(e.args[0]), make(e.args[1]), say)
        if all(isinstance(one, m.ops.Cell) and not one.args for one in e.args):
            keys = [key_of_cell(one) for one in e.args]
            self.scope.compared.add(frozenset(keys))
            for key in keys:
                self.scope.alone[key] -= 1
        return made

    def _plus(self, e: m.Expr, make: Any, *_: Any) -> Function:
        return _of_two(make(e.args[0]), make(e.args[1]), lambda a, b: a + b)

    def _minus(self, e: m.Expr, make: Any, *_: Any) -> Function:
        return _of_two(make(e.args[0]), make(e.args[1]), lambda a, b: a - b)

    def _times(self, e: m.Expr, make: Any, *_: Any) -> Function:
        return _of_two(make(e.args[0]), make(e.args[1]), lambda a, b: a * b)


def key_of_cell(e: m.Expr) -> Hashable:
    """Names the fact of a phase that an expression speaks of."""
    return ("cell", id(e.ref))


def unknown(S: State, L: Locals) -> Any:
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

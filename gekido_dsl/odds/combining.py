"""Sets, declarations, logic and arithmetic, as functions of how dice lie."""

from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar, overload

from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.odds.scope import ROLLER, UNKNOWN, Function, Locals, NotExact, Scope, State, dice_in

_DEEP: Final = 40
Node = TypeVar("Node", bound=m.Expr)
Other = TypeVar("Other", bound=m.Expr)
Maker = Callable[[Any, Node, Any, Any, Any], Function]
MEANS: Final[dict[type[m.Expr], Maker[Any]]] = {}
"""What makes the function of each class of expressions; of a class that is not here, nothing is known."""


@overload
def means(one: type[Node], /) -> Callable[[Maker[Node]], Maker[Node]]: ...
@overload
def means(one: type[Node], other: type[Other], /) -> Callable[[Maker[Node | Other]], Maker[Node | Other]]: ...
def means(*classes: type[m.Expr]) -> Callable[[Maker[Any]], Maker[Any]]:
    """Registers the method that makes the functions of these classes.

    It is given the expression, what makes its operands, the facts that hold locals, and the acting player.
    """

    def register(method: Maker[Any]) -> Maker[Any]:
        for one in classes:
            assert one not in MEANS, one
            MEANS[one] = method
        return method

    return register


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
        made = MEANS.get(type(e))
        return (
            unknown if made is None else made(self, e, lambda one: self.make(one, frame, actor), frame, actor)
        )

    def _fact(self, key: Hashable, start: Any) -> int:
        self.scope.read.add(key)
        return self.scope.fact(key, start)

    # ------------------------------------------------------------ sets

    @means(m.ops.Members)
    def _members(self, e: m.ops.Members, *_: Any) -> Function:
        size = list(range(len(e.ref.members)))
        return lambda S, L: size

    @means(m.ops.Numbers)
    def _numbers(self, e: m.ops.Numbers, make: Any, *_: Any) -> Function:
        low, high = make(e.low), make(e.high)

        def numbers(S: State, L: Locals) -> Any:
            a, b = low(S, L), high(S, L)
            return UNKNOWN if a is UNKNOWN or b is UNKNOWN else list(range(a, b + 1))

        return numbers

    @means(m.ops.Items)
    def _items(self, e: m.ops.Items, make: Any, *_: Any) -> Function:
        return _listing(make(e.one))

    @means(m.ops.Filter)
    def _filter(self, e: m.ops.Filter, make: Any, *_: Any) -> Function:
        items, test, local = _listing(make(e.set)), make(e.test), e.value

        def those(S: State, L: Locals) -> Any:
            several = items(S, L)
            if several is UNKNOWN:
                return UNKNOWN
            holds = {one: test(S, {**L, local: one}) for one in dict.fromkeys(several)}
            if UNKNOWN in holds.values():
                return UNKNOWN
            return [one for one in several if holds[one]]

        return those

    @means(m.ops.Next, m.ops.Last)
    def _next(self, e: m.ops.Next | m.ops.Last, make: Any, *_: Any) -> Function:
        items = _listing(make(e.set))

        def first(S: State, L: Locals) -> Any:
            several = items(S, L)
            if several is UNKNOWN:
                return UNKNOWN
            return NONE if not several else several[0] if len(set(several)) == 1 else UNKNOWN

        return first

    @means(m.ops.Some)
    def _some(self, e: m.ops.Some, make: Any, *_: Any) -> Function:
        return _any_of(_listing(make(e.set)), make(e.test), e.value)

    @means(m.ops.No)
    def _no(self, e: m.ops.No, make: Any, *_: Any) -> Function:
        return _opposite(_any_of(_listing(make(e.set)), make(e.test), e.value))

    @means(m.ops.Every)
    def _every(self, e: m.ops.Every, make: Any, *_: Any) -> Function:
        return _opposite(_any_of(_listing(make(e.set)), _opposite(make(e.test)), e.value))

    @means(m.ops.Count)
    def _count(self, e: m.ops.Count, make: Any, *_: Any) -> Function:
        items = _listing(make(e.set))

        def count(S: State, L: Locals) -> Any:
            several = items(S, L)
            return UNKNOWN if several is UNKNOWN else len(several)

        return count

    @means(m.ops.Empty)
    def _empty(self, e: m.ops.Empty, make: Any, *_: Any) -> Function:
        place = make(e.place)

        def empty(S: State, L: Locals) -> Any:
            number = place(S, L)
            known = isinstance(number, int) and isinstance(e.place, m.ops.Place)
            return int(not dice_in(S, number)) if known else UNKNOWN

        return empty

    @means(m.ops.Sum)
    def _sum(self, e: m.ops.Sum, make: Any, *_: Any) -> Function:
        items, number, local = _listing(make(e.set)), make(e.number), e.value

        def total(S: State, L: Locals) -> Any:
            several = items(S, L)
            if several is UNKNOWN:
                return UNKNOWN
            values = [number(S, {**L, local: one}) for one in several]
            return UNKNOWN if any(value is UNKNOWN for value in values) else sum(values)

        return total

    @means(m.ops.Highest)
    def _highest(self, e: m.ops.Highest, make: Any, *_: Any) -> Function:
        items, numbers, local = _listing(make(e.set)), [make(one) for one in e.numbers], e.value
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
                signs = zip(values, lowest, strict=True)
                found.append(([-value if low else value for value, low in signs], one))
            return max(found, key=lambda pair: pair[0])[1]

        return best

    # ------------------------------------------------------------ what declarations say

    @means(m.ops.Defined)
    def _defined(self, e: m.ops.Defined, make: Any, *_: Any) -> Function:
        return self._asked_of(e.args, make, lambda: self.definition(e.ref), 1)

    def _asked_of(
        self, asked: tuple[m.Expr, ...], make: Any, make_it: Callable[[], Function], first: int
    ) -> Function:
        """Makes the function that asks a declaration, with its operands as locals."""
        args = [make(one) for one in asked]
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

    @means(m.ops.Amount)
    def _amount(self, e: m.ops.Amount, make: Any, *_: Any) -> Function:
        return self._asked_of(
            e.asked, make, lambda: self.amount(e.ref), 1 if e.ref.subject is not None else 2
        )

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
            case m.ops.Is(left=m.ops.Option() as option, right=m.ops.Const() as told):
                return int(self.settled(option) == told.value)
            case m.ops.Is(left=m.ops.Const() as told, right=m.ops.Option() as option):
                return int(self.settled(option) == told.value)
            case m.ops.And() | m.ops.Or():
                decides = int(isinstance(e, m.ops.Or))
                found = [self.settled(arg) for arg in e.args]
                return decides if decides in found else None if None in found else 1 - decides
            case m.ops.Not():
                inner = self.settled(e.condition)
                return None if inner is None else int(not inner)
        return None

    @means(m.ops.And)
    def _and(self, e: m.ops.And, make: Any, *_: Any) -> Function:
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

    @means(m.ops.Or)
    def _or(self, e: m.ops.Or, make: Any, *_: Any) -> Function:
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

    @means(m.ops.Not)
    def _not(self, e: m.ops.Not, make: Any, *_: Any) -> Function:
        return _opposite(make(e.condition))

    @means(m.ops.Member)
    def _member(self, e: m.ops.Member, make: Any, *_: Any) -> Function:
        return _of_two(make(e.one), _listing(make(e.set)), lambda one, several: int(one in several))

    @means(m.ops.Is)
    def _is(self, e: m.ops.Is, make: Any, *_: Any) -> Function:
        return _of_two(make(e.left), make(e.right), lambda a, b: int(a == b))

    @means(m.ops.AtLeast)
    def _at_least(self, e: m.ops.AtLeast, make: Any, *_: Any) -> Function:
        return self._compared(e, make, lambda a, b: int(a >= b))

    @means(m.ops.AtMost)
    def _at_most(self, e: m.ops.AtMost, make: Any, *_: Any) -> Function:
        return self._compared(e, make, lambda a, b: int(a <= b))

    @means(m.ops.More)
    def _more(self, e: m.ops.More, make: Any, *_: Any) -> Function:
        return self._compared(e, make, lambda a, b: int(a > b))

    @means(m.ops.Less)
    def _less(self, e: m.ops.Less, make: Any, *_: Any) -> Function:
        return self._compared(e, make, lambda a, b: int(a < b))

    def _compared(self, e: m.ops.Comparison, make: Any, say: Callable[[Any, Any], Any]) -> Function:
        made = _of_two(make(e.left), make(e.right), say)
        if _is_fact(e.left) and _is_fact(e.right):
            keys = [key_of_cell(e.left), key_of_cell(e.right)]
            self.scope.compared.add(frozenset(keys))
            for key in keys:
                self.scope.alone[key] -= 1
        return made

    @means(m.ops.Plus)
    def _plus(self, e: m.ops.Plus, make: Any, *_: Any) -> Function:
        return _of_two(make(e.left), make(e.right), lambda a, b: a + b)

    @means(m.ops.Minus)
    def _minus(self, e: m.ops.Minus, make: Any, *_: Any) -> Function:
        return _of_two(make(e.left), make(e.right), lambda a, b: a - b)

    @means(m.ops.Times)
    def _times(self, e: m.ops.Times, make: Any, *_: Any) -> Function:
        return _of_two(make(e.left), make(e.right), lambda a, b: a * b)

    @means(m.ops.DividedUp)
    def _divided_up(self, e: m.ops.DividedUp, make: Any, *_: Any) -> Function:
        return _of_two(make(e.left), make(e.right), lambda a, b: -(-a // b) if b else UNKNOWN)

    @means(m.ops.DividedDown)
    def _divided_down(self, e: m.ops.DividedDown, make: Any, *_: Any) -> Function:
        return _of_two(make(e.left), make(e.right), lambda a, b: a // b if b else UNKNOWN)

    @means(m.ops.Remainder)
    def _remainder(self, e: m.ops.Remainder, make: Any, *_: Any) -> Function:
        return _of_two(make(e.left), make(e.right), lambda a, b: a % b if b else UNKNOWN)

    @means(m.ops.Smaller)
    def _smaller(self, e: m.ops.Smaller, make: Any, *_: Any) -> Function:
        return _of_two(make(e.left), make(e.right), min)

    @means(m.ops.Larger)
    def _larger(self, e: m.ops.Larger, make: Any, *_: Any) -> Function:
        return _of_two(make(e.left), make(e.right), max)


def key_of_cell(e: m.Expr) -> Hashable:
    """Names the fact of a phase that an expression speaks of."""
    return ("cell", id(e.ref))


def _is_fact(e: m.Expr) -> bool:
    return isinstance(e, m.ops.Cell) and e.index is None


def unknown(S: State, L: Locals) -> Any:
    return UNKNOWN


def _listing(items: Function) -> Function:
    def several(S: State, L: Locals) -> Any:
        found = items(S, L)
        if found is UNKNOWN or isinstance(found, list):
            return found
        return [] if found == NONE else [found]

    return several


def _any_of(items: Function, test: Function, local: int) -> Function:
    """Makes the function that tells whether one of several passes a test, which its local holds."""

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

"""What conditions that hold imply: how large a sum can be, and how many things a set holds.

Invariants:
    What is implied holds in every case in which the conditions hold together.
    A definition of a player speaks of its subject as `me`; it is opened for others only where that can be said.
"""

from collections.abc import Callable, Iterable, Iterator

from gekido_dsl.model import conditions, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.conditions import Literal
from gekido_dsl.model.ranges import EVERYTHING, Range, meet
from gekido_dsl.model.types import ThingType, Type, item

Sum = dict[m.Expr, int]
"""How often each number is added up; the key None would be the constant, which stands apart."""


# ---------------------------------------------------------------- sums


def summed(expr: m.Expr) -> tuple[Sum, int]:
    """Gives a number as a sum of others and a constant."""
    if isinstance(expr, m.ops.Const):
        return {}, expr.value
    if isinstance(expr, m.ops.Plus | m.ops.Minus):
        (left, one), (right, two) = summed(expr.left), summed(expr.right)
        sign = 1 if isinstance(expr, m.ops.Plus) else -1
        return _plus(left, right, sign), one + sign * two
    return {expr: 1}, 0


def _plus(left: Sum, right: Sum, times: int) -> Sum:
    found = dict(left)
    for number, often in right.items():
        found[number] = found.get(number, 0) + times * often
    return {number: often for number, often in found.items() if often}


def _at_most_nothing(literal: m.Expr, holds: bool) -> Iterator[tuple[Sum, int]]:
    """Gives the sums that a comparison says are 0 at most."""
    if not isinstance(literal, m.ops.Comparison):
        return
    (left, one), (right, two) = summed(literal.left), summed(literal.right)
    match literal:
        case m.ops.Is() if holds:
            yield _plus(left, right, -1), one - two
            yield _plus(right, left, -1), two - one
        case m.ops.Is():
            pass
        case m.ops.AtMost() | m.ops.Less() if holds:
            yield _plus(left, right, -1), one - two + isinstance(literal, m.ops.Less)
        case m.ops.AtLeast() | m.ops.More() if not holds:
            yield _plus(left, right, -1), one - two + isinstance(literal, m.ops.AtLeast)
        case _:
            yield _plus(right, left, -1), two - one + isinstance(literal, m.ops.More | m.ops.AtMost)


def of_sum(expr: m.Expr, literals: tuple[Literal, ...], plain: Callable[[m.Expr], Range]) -> Range:
    """Gives the range of a sum by one comparison at a time, of those that hold together."""
    parts, constant = summed(expr)
    found: Range = EVERYTHING
    for literal, holds in literals:
        for told, more in _at_most_nothing(literal, holds):
            if not parts.keys() & told.keys():
                continue
            high = _most(_plus(parts, told, -1), plain)
            low = _most(_plus({one: -often for one, often in parts.items()}, told, -1), plain)
            found = meet(
                found,
                (
                    None if low is None else constant + more - low,
                    None if high is None else constant - more + high,
                ),
            )
    return found


def _most(parts: Sum, plain: Callable[[m.Expr], Range]) -> int | None:
    """Gives how large a sum can be."""
    total = 0
    for number, often in parts.items():
        end = plain(number)[often > 0]
        if end is None:
            return None
        total += often * end
    return total


def without(found: Range, expr: m.Expr, literals: tuple[Literal, ...]) -> Range:
    """Takes the numbers off the ends of a range that an expression is said not to be."""
    low, high = found
    never = {
        literal.right.value
        for literal, holds in literals
        if isinstance(literal, m.ops.Is)
        and not holds
        and literal.left == expr
        and isinstance(literal.right, m.ops.Const)
    }
    while low is not None and low in never and (high is None or low <= high):
        low += 1
    while high is not None and high in never and (low is None or low <= high):
        high -= 1
    return low, high


# ---------------------------------------------------------------- sets

_ANYONE = -7
"""The local that stands for the member of a set, so that sets compare whatever their locals are called."""


def parted(things: m.Expr) -> tuple[m.Expr, frozenset[m.Expr]]:
    """Gives a set as what it is taken from and the tests that its members pass."""
    tests: set[m.Expr] = set()
    while isinstance(things, m.ops.Filter | m.ops.Sorted | m.ops.Reversed):
        if isinstance(things, m.ops.Filter):
            subject = m.ops.Local(item(things.type), things.span, value=_ANYONE)
            tests |= set(_conjuncts(walk.replaced(things.test, things.value, subject)))
        things = things.set
    tests = {test for test in tests if not isinstance(test, m.ops.Const) or not test.value}
    for test in tests:
        if (
            isinstance(test, m.ops.InPlace)
            and isinstance(things, m.ops.Things)
            and test.thing.value == _ANYONE
        ):
            inside = m.ops.Inside(things.type, things.span, place=test.place, ref=things.ref)
            return inside, frozenset(tests - {test})
        if isinstance(test, m.ops.At) and isinstance(things, m.ops.Things) and test.thing.value == _ANYONE:
            if all(
                not isinstance(one, m.ops.Local) or one.value != _ANYONE for one in walk.inside(test.space)
            ):
                there = m.ops.On(things.type, things.span, spaces=test.space, ref=things.ref)
                return there, frozenset(tests - {test})
    return things, frozenset(tests)


def _conjuncts(test: m.Expr) -> Iterator[m.Expr]:
    if isinstance(test, m.ops.And):
        for arg in test.args:
            yield from _conjuncts(arg)
    else:
        yield test


def _among(smaller: m.Expr, larger: m.Expr) -> bool:
    """Tells whether all that a set holds is in another one, as they are written."""
    (one, tests), (other, fewer) = parted(smaller), parted(larger)
    same = one == other or (
        isinstance(one, m.ops.Inside) and isinstance(other, m.ops.Inside) and one.place == other.place
    )
    held = {part for test in tests for part in _opened(test, 4)}
    return same and all(_holds(test, held, 4) for test in fewer)


def _opened(test: m.Expr, depth: int) -> Iterator[m.Expr]:
    """Gives a test, and what it says where it is a definition."""
    yield test
    inner = conditions.opened(test) if isinstance(test, m.ops.Defined) and depth else None
    if inner is not None:
        for part in _conjuncts(inner):
            yield from _opened(part, depth - 1)


def _holds(test: m.Expr, held: set[m.Expr], depth: int) -> bool:
    """Tells whether a test is among others, or all that it says as a definition."""
    if test in held:
        return True
    inner = conditions.opened(test) if isinstance(test, m.ops.Defined) and depth else None
    return inner is not None and all(_holds(part, held, depth - 1) for part in _conjuncts(inner))


def everyone(players: m.Expr) -> bool:
    """Tells whether a set is that of all players, or of all who remain."""
    return isinstance(players, m.ops.Players) or (
        isinstance(players, m.ops.Filter)
        and isinstance(players.set, m.ops.Players)
        and isinstance(players.test, m.ops.Remaining)
    )


def least(things: m.Expr, guards: tuple[Literal, ...], plain: Callable[[m.Expr], Range]) -> int:
    """Tells how many a set holds at least, by what holds."""
    found: int | None = None
    for case in conditions.cases(guards):
        one = max((_told(things, literal, holds, plain) for literal, holds in case.literals), default=0)
        found = one if found is None else min(found, one)
    return found or 0


def _told(things: m.Expr, literal: m.Expr, holds: bool, plain: Callable[[m.Expr], Range]) -> int:
    """Tells how many a set holds at least, by one condition."""
    match literal:
        case m.ops.Some() | m.ops.No() if (isinstance(literal, m.ops.Some)) is holds:
            of, test = literal.set, literal.test
            asked = m.ops.Filter(of.type, of.span, set=of, test=test, value=literal.value)
            return int(_among(asked, things))
        case m.ops.Every() if not holds:
            of, test = literal.set, literal.test
            failing = m.ops.Not(test.type, test.span, condition=test)
            asked = m.ops.Filter(of.type, of.span, set=of, test=failing, value=literal.value)
            return int(_among(asked, things))
        case m.ops.Empty() if not holds and isinstance(things, m.ops.Inside):
            return int(things.place == literal.place)
    for number in literal.args:
        if isinstance(number, m.ops.Count) and _among(number.set, things):
            low = of_sum(number, ((literal, holds),), plain)[0] or 0
            return max(low, without((0, None), number, ((literal, holds),))[0] or 0)
    return 0


# ---------------------------------------------------------------- members


def decided(test: m.Expr, member: m.Row | int, local: int) -> int | None:
    """Works out a test, or a number, by nothing but which value or row a member is; None when that does not tell."""
    match test:
        case m.ops.Const():
            return test.value
        case m.ops.Local() if test.value == local and isinstance(member, int):
            return member
        case m.ops.Field() if (
            isinstance(member, m.Row) and not test.ref.kept and isinstance(test.thing, m.ops.Local)
        ):
            value = member.values.get(test.ref.name) if test.thing.value == local else None
            return value if isinstance(value, int) else None
        case m.ops.Defined():
            opened = conditions.opened(test)
            return None if opened is None else decided(opened, member, local)
        case m.ops.Not():
            inner = decided(test.condition, member, local)
            return None if inner is None else int(not inner)
        case m.ops.And() | m.ops.Or():
            parts = [decided(arg, member, local) for arg in test.args]
            sure = [part for part in parts if part is not None]
            if any(bool(part) is (isinstance(test, m.ops.Or)) for part in sure):
                return int(isinstance(test, m.ops.Or))
            return None if len(sure) < len(parts) else int(isinstance(test, m.ops.And))
        case m.ops.Is() | m.ops.AtLeast() | m.ops.AtMost() | m.ops.More() | m.ops.Less():
            left, right = decided(test.left, member, local), decided(test.right, member, local)
            return None if left is None or right is None else int(conditions.compared(test, left, right))
        case _:
            return None


def passing(things: m.Expr) -> int:
    """Counts the values of a list, or the things of a kind, that certainly pass the tests on them."""
    inner, tests = parted(things)
    if isinstance(inner, m.ops.Members):
        return sum(_passes(tests, value) for value in range(len(inner.ref.members)))
    if isinstance(inner, m.ops.Things) and inner.ref.each_player is None and inner.ref.parent is None:
        return sum(row.copies for row in inner.ref.rows if _passes(tests, row))
    return 0


def _passes(tests: Iterable[m.Expr], member: m.Row | int) -> bool:
    return all(decided(test, member, _ANYONE) for test in tests)


def in_some_row(subject: Type | None, tests: list[m.Expr]) -> bool:
    """Tells whether a thing of some row of a table may pass several tests on local 1."""
    if not isinstance(subject, ThingType) or not subject.kind.rows:
        return True
    return any(all(decided(test, row, 1) != 0 for test in tests) for row in subject.kind.rows)

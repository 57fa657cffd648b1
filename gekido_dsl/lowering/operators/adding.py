"""Things that add up to a number: whether some do, and which of them may be chosen so that they can."""

from gekido_dsl.ground.limits import MOST_ADDED, TOO_LARGE_TO_ADD
from gekido_dsl.lowering.game.ranges import bounds
from gekido_dsl.lowering.operators.ranking import rates
from gekido_dsl.lowering.sets.sets import Frozen, Set
from gekido_dsl.lowering.writing.amounts import as_number
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def adds_up(w: Writer, e: m.ops.AddsUp) -> ir.Expr:
    """Whether some of them have just this sum."""
    goal = total(w, e)
    rated = rates(w, e.set, (e.number,), (True,), e.value)
    sums = _Sums(w, e, goal)
    w.several(e.set).each(w, lambda one, leave: sums.add(w.code.let(rated(one)[0])))
    return sums.whole()


def total(w: Writer, e: m.ops.AddsUp) -> ir.Expr:
    """The sum that is looked for."""
    goal = w.code.let(as_number(w, w.lower(e.total)))
    with w.code.if_(x.gt(goal, MOST_ADDED)):
        w.error(TOO_LARGE_TO_ADD, e.span)
    return goal


def number(w: Writer, e: m.ops.AddsUp, one: ir.Expr) -> ir.Expr:
    """What one of them adds."""
    return rates(w, e.set, (e.number,), (True,), e.value)(one)[0]


def leading(w: Writer, e: m.ops.AddsUp, several: Set, rest: ir.Expr) -> Set:
    """Those of several with which some of the others add up to what is still missing."""
    code, most = w.code, max(several.most, 1)
    things, numbers = code.frame("addends", most, w.lowering.width), code.frame("added", most)
    leads, count, found = (
        code.frame("leads", most, w.lowering.width),
        code.variable(0, "n"),
        code.variable(0, "leading"),
    )
    rated = rates(w, e.set, (e.number,), (True,), e.value)

    def note(one: ir.Expr, leave: ir.Label) -> None:
        code.store(numbers, count, rated(one)[0])
        code.store(things, count, one)
        code.set(count, x.add(count, 1))

    several.each(w, note)
    with code.each(0, count, "addend", most) as k:
        own = code.let(x.load(numbers, k))
        with code.if_(x.and_(x.gt(own, 0), x.le(own, rest))):
            goal = code.let(x.sub(rest, own))
            sums = _Sums(w, e, goal)
            with code.each(0, count, "other", most) as other, code.if_(x.ne(other, k)):
                sums.add(code.let(x.load(numbers, other)))
            with code.if_(sums.whole()):
                code.store(leads, found, x.load(things, k))
                code.set(found, x.add(found, 1))
    return Frozen(leads, found, several.most, several.sure, several.ascending)


class _Sums:
    """Which sums up to a goal some of the numbers so far have; numbers below 1 are left out."""

    def __init__(self, w: Writer, e: m.ops.AddsUp, goal: ir.Expr) -> None:
        self._code, self._goal = w.code, goal
        self._most = max(0, min(MOST_ADDED, bounds(w.layout, e.total)[1])) + 1
        self._reached = w.code.frame("reached", self._most)
        with w.code.each(0, x.add(goal, 1), "sum", self._most) as one:
            w.code.store(self._reached, one, x.eq(one, 0))

    def add(self, number: ir.Expr) -> None:
        """Adds a number to each of the sums."""
        code = self._code
        with (
            code.if_(x.and_(x.gt(number, 0), x.le(number, self._goal))),
            code.each(0, x.add(x.sub(self._goal, number), 1), "less", self._most) as less,
        ):
            at = code.let(x.sub(self._goal, less))
            with code.if_(x.load(self._reached, x.sub(at, number))):
                code.store(self._reached, at, 1)

    def whole(self) -> ir.Expr:
        """Whether some have the goal itself."""
        found = self._code.variable(0, "adds up")
        with self._code.if_(x.ge(self._goal, 0)):
            self._code.set(found, x.load(self._reached, self._goal))
        return found

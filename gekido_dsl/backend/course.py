"""The course of a game inside a batch module: decisions, waits, work of hands and who led, as `simulate.course` has it.

The numbers of the game that is played stand in one array; when it is over they become a row. The lead is measured where
a turn's first decision is asked, by what judges positions for searches.
"""

from typing import Final

from gekido_dsl.backend.parts import Parts
from gekido_dsl.backend.rows import ROWS
from gekido_dsl.ground.course import (
    AGAIN,
    CHANGES,
    CHOICES,
    EACH,
    FURTHER,
    HANDED,
    HEAD,
    LEADER,
    MEASURED,
    QUICK,
    REAL,
    SINCE,
)
from gekido_dsl.lowering import Lowered
from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.build import FunctionBuilder
from gekido_dsl.program.nodes import Array, Function, Stmt

_TURN: Final = 0
_LED: Final = 1


class Coursing:
    """The course of the game that a module plays."""

    def __init__(self, lowered: Lowered, parts: Parts, rules: int) -> None:
        self._players = lowered.layout.players
        self._turns = lowered.memory.system["turns"]
        self._judge = lowered.judge if lowered.judge is not None and lowered.judge.aimed else None
        self._parts = parts
        self.width: int = HEAD + EACH * self._players
        """Numbers of a course."""
        b = parts.b
        self._numbers = b.control("course", self.width)
        self._kept = b.control("course kept", 2)
        """The last turn that was measured, and from 1 who led alone last."""
        self._before = b.control("course before", 2)
        """From 1 who made the last real decision, and which rule asked it."""
        self._work = b.control("course work")
        """From 1 what hands did since the last decision that was not quick."""
        self._rules, self._asked_in = rules, b.control("course asked in", max(1, rules * self._players))
        """By seat and rule, from 1, the turn in which it asked last."""
        self._last = b.control("course last", self._players)
        """By seat how many real decisions there were when it had its last."""
        self.rows: Array = b.scratch("courses", ROWS * self.width)
        self.blind: Array = b.control("course blind", 2)
        """Whether the lead is not measured, which the host says of a game whose aim cannot be asked; and whether it is
        being measured, which the module says."""
        self._note = self._note_function()
        self._note_work = self._work_function()

    def asked(self, seat: ir.Expr, count: ir.Expr, choice: ir.Expr, rule: int, *, window: bool) -> Stmt:
        """Gives the statement that counts a question.

        Args:
            choice: the number of what was chosen.
            rule: the number of the rule that asks, from 0.
        """
        return ir.Call(self._note, (seat, count, choice, ir.Const(rule), ir.Const(int(window))))

    def handled(self, work: int) -> Stmt:
        """Gives the statement that counts work of hands."""
        return ir.Call(self._note_work, (ir.Const(work),))

    def forget(self, f: FunctionBuilder) -> None:
        """Emits that another game begins."""
        for array in (self._numbers, self._kept, self._before, self._work, self._asked_in, self._last):
            with f.each(0, array.length) as i:
                f.store(array, i, 0)

    def close(self, f: FunctionBuilder, row: ir.Expr) -> None:
        """Emits that a game is over, which leaves its row."""
        start = f.let(e.mul(row, self.width), "start")
        with f.each(0, self.width) as i:
            f.store(self.rows, e.add(start, i), e.load(self._numbers, i))

    # ------------------------------------------------------------ the functions

    def _work_function(self) -> Function:
        f = self._parts.b.function("note_work", ["work"])
        (work,) = f.parameters
        f.increase(self._numbers, e.add(HANDED, work))
        f.increase(self._numbers, FURTHER, e.eq(e.load(self._work), e.add(work, 1)))
        f.store(self._work, 0, e.add(work, 1))
        return f.finish()

    def _note_function(self) -> Function:
        measure = self._measure_function()
        numbers, last = self._numbers, self._last
        f = self._parts.b.function("note_course", ["seat", "count", "choice", "rule", "window"])
        seat, count, choice, rule, window = f.parameters
        with f.if_(e.gt(count, 1)):
            f.increase(numbers, REAL)
            f.increase(numbers, CHOICES, count)
            same_seat = e.eq(e.load(self._before, 0), e.add(seat, 1))
            again = e.and_(same_seat, e.eq(e.load(self._before, 1), rule))
            passes = e.eq(choice, e.sub(count, 1))  # what a window offers last
            quick = f.let(e.select(window, passes, again), "quick")
            f.increase(numbers, QUICK, quick)
            at = f.let(e.add(e.mul(seat, self._rules), rule), "at")
            begun = f.let(e.add(e.load(self._turns), 1), "begun")
            with f.if_(e.not_(quick)):
                f.increase(numbers, AGAIN, e.eq(e.load(self._asked_in, at), begun))
                f.store(self._work, 0, 0)
            f.store(self._asked_in, at, begun)
            f.store(self._before, 0, e.add(seat, 1))
            f.store(self._before, 1, rule)
            now = f.let(e.load(numbers, REAL), "now")
            before = f.let(e.load(last, seat), "before")
            own = f.let(e.add(HEAD, e.mul(seat, EACH)), "own")
            f.increase(numbers, own)
            with f.if_(before):
                wait = f.let(e.sub(e.sub(now, before), 1), "wait")
                f.increase(numbers, e.add(own, 1), wait)
                f.increase(numbers, e.add(own, 2))
                longest = f.let(e.add(own, 3), "longest")
                with f.if_(e.gt(wait, e.load(numbers, longest))):
                    f.store(numbers, longest, wait)
            f.store(last, seat, now)
        if measure is not None:
            turn = f.let(e.load(self._turns), "turn")
            with f.if_(e.gt(turn, e.load(self._kept, _TURN))):
                f.store(self._kept, _TURN, turn)
                with f.if_(e.not_(e.load(self.blind))):
                    f.call(measure)
        return f.finish()

    def _measure_function(self) -> Function | None:
        judge = self._judge
        if judge is None:
            return None
        numbers, kept, balances = self._numbers, self._kept, judge.balances
        f = self._parts.b.function("measure")
        f.store(self.blind, 1, 1)
        f.call(self._parts.program.also[0])
        f.store(self.blind, 1, 0)
        best = f.variable(e.load(balances, 0), "best")
        worst = f.variable(e.load(balances, 0), "worst")
        for seat in range(1, self._players):
            value = e.load(balances, seat)
            f.set(best, e.select(e.gt(value, best), value, best))
            f.set(worst, e.select(e.lt(value, worst), value, worst))
        f.increase(numbers, MEASURED)
        now = f.let(e.load(numbers, MEASURED), "now")
        first, number = f.variable(0, "first"), f.variable(0, "number")
        for seat in range(self._players):
            value = e.load(balances, seat)
            with f.if_(e.and_(e.eq(value, worst), e.lt(worst, best))):
                f.store(numbers, HEAD + EACH * seat + EACH - 1, now)
            with f.if_(e.eq(value, best)):
                f.set(first, seat + 1)
                f.set(number, e.add(number, 1))
        leader = f.let(e.load(numbers, LEADER), "leader")
        with f.if_(leader), f.if_(e.eq(e.load(balances, e.sub(leader, 1)), best)):
            f.return_()
        with f.if_(e.ne(number, 1)):
            f.store(numbers, LEADER, 0)
            f.return_()
        f.store(numbers, LEADER, first)
        f.store(numbers, SINCE, now)
        led = f.let(e.load(kept, _LED), "led")
        with f.if_(e.and_(e.ne(led, 0), e.ne(led, first))):
            f.increase(numbers, CHANGES)
        f.store(kept, _LED, first)
        return f.finish()

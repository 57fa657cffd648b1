"""Things that add up to a number: whether some do, and which of them may be chosen so that they can."""

from collections.abc import Iterable, Sequence
from typing import Any

from gekido_dsl.engine import RuleError
from gekido_dsl.ground.limits import MOST_ADDED, TOO_LARGE_TO_ADD
from gekido_dsl.interpreter.operators.making import Function, gives
from gekido_dsl.interpreter.operators.ranking import rates
from gekido_dsl.interpreter.state import Evaluation, Locals, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import item


class Adding:
    """What several are to add up to."""

    def __init__(self, ev: Evaluation, e: m.ops.AddsUp) -> None:
        self._goal = ev.make(e.total)
        self._rated = rates(ev, item(e.set.type), (e.number,), (True,), e.value)
        self._span = e.span

    def total(self, s: State, L: Locals) -> int:
        """Gives the sum that is looked for."""
        goal: int = self._goal(s, L)
        if goal > MOST_ADDED:
            raise RuleError(TOO_LARGE_TO_ADD, self._span)
        return goal

    def numbers(self, s: State, L: Locals, several: Sequence[Any]) -> list[int]:
        """Gives what each of several adds."""
        s.program.evaluator.work += len(several)
        return [number for _, (number,) in self._rated(s, L, several)]

    def leading(self, s: State, L: Locals, several: Sequence[Any], rest: int) -> list[Any]:
        """Keeps those with which some of the others add up to what is still missing."""
        numbers = self.numbers(s, L, several)
        leads = {number: 0 < number <= rest and adds_up(numbers, rest, number) for number in set(numbers)}
        s.program.evaluator.work += len(leads) * len(numbers)
        return [one for one, number in zip(several, numbers, strict=True) if leads[number]]


def adds_up(numbers: Iterable[int], goal: int, taken: int = 0) -> bool:
    """Tells whether some of the numbers have just this sum; those below 1 are left out.

    Each bit is a sum that some of the numbers so far have.

    Args:
        taken: is taken already, and once among the numbers; 0 for none.
    """
    rest, left, reached = goal - taken, taken, 1
    for number in numbers:
        if number == left:
            left = 0
        elif 0 < number <= rest:
            reached |= reached << number
    return rest >= 0 and bool(reached >> rest & 1)


@gives(m.ops.AddsUp)
def _adds_up(ev: Evaluation, e: m.ops.AddsUp) -> Function:
    base, adding = ev.counted(e.set, e.number), Adding(ev, e)

    def holds(s: State, L: Locals) -> bool:
        goal = adding.total(s, L)
        return adds_up(adding.numbers(s, L, base(s, L)), goal)

    return holds

"""In which order the statements of some functions are done, as far as that is known without running them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.nodes import Body, Function, Stmt


@dataclass(frozen=True, slots=True)
class Moment:
    """When a statement is done: its number in the order of writing, and the loops that it is in; -1 for at any time."""

    number: int
    loops: frozenset[int] = frozenset()

    def is_before(self, other: "Moment") -> bool:
        """Tells whether the other may be done after this one."""
        if self.number < 0 or other.number < 0 or self.number < other.number:
            return True
        return not self.loops.isdisjoint(other.loops)


ANY: Final = Moment(-1)


class Course:
    """When each statement is done that some functions lead to."""

    def __init__(self, roots: Iterable[Function], functions: Sequence[Function]) -> None:
        self._moments: dict[int, Moment] = {}
        self._calls: dict[Function, int] = {}
        self._asked: set[Function] = set()
        self._number = 0
        for function in functions:
            for statement in walk.statements(function.body):
                if isinstance(statement, ir.Call):
                    self._calls[statement.function] = self._calls.get(statement.function, 0) + 1
                for value in walk.expressions(walk.operands(statement)):
                    if isinstance(value, ir.Ask):
                        self._asked.add(value.function)
        for root in roots:
            if not self._calls.get(root) and root not in self._asked:
                self._go(root.body, frozenset())

    def moment(self, statement: Stmt) -> Moment:
        """Gives when a statement is done; at any time, if that is not known."""
        return self._moments.get(id(statement), ANY)

    def _go(self, body: Body, loops: frozenset[int]) -> None:
        for statement in body:
            self._number += 1
            number = self._number
            self._moments[id(statement)] = ANY if id(statement) in self._moments else Moment(number, loops)
            inside = loops | {number} if isinstance(statement, ir.Loop | ir.For) else loops
            for inner in walk.bodies(statement):
                self._go(inner, inside)
            if isinstance(statement, ir.Call):
                called = statement.function
                if self._calls[called] == 1 and called not in self._asked:
                    self._go(called.body, loops)

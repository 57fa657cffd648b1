"""What the operators have in common: the program they are made for, and the making of their operands."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from gekido_dsl.engine import RuleError
from gekido_dsl.interpreter.state import Locals, State
from gekido_dsl.model import nodes as m
from gekido_dsl.source import Span

if TYPE_CHECKING:
    from gekido_dsl.interpreter.program import Program

Value = Any
Function = Callable[[State, Locals], Value]

WORK_LIMIT: Final = 1_000_000
"""How many things may be looked at between two decisions."""


class Maker:
    """Makes functions for one program; each operator is a method by its name, in the classes made of this one."""

    def __init__(self, program: "Program") -> None:
        self.program = program
        self.layout = program.layout
        self.game = program.layout.game
        self.work = 0
        """How many things were looked at since the last decision."""

    def make(self, expr: m.Expr) -> Function:
        """Makes the function of an expression."""
        method: Callable[[m.Expr], Function] = getattr(self, f"_{expr.op}")
        return method(expr)

    def make_all(self, exprs: tuple[m.Expr, ...]) -> list[Function]:
        """Makes the functions of several expressions."""
        return [self.make(expr) for expr in exprs]

    def counted(self, several: m.Expr) -> Function:
        """Makes the function that gives several to be looked at one by one; too many since a decision are an error."""
        give, span = self.make(several), several.span

        def listed(s: State, L: Locals) -> Any:
            found = give(s, L)
            self.work += len(found)
            if self.work > WORK_LIMIT:
                self.look(0, span)
            return found

        return listed

    def look(self, number: int, span: Span) -> None:
        """Counts how many things are looked at."""
        self.work += number
        if self.work > WORK_LIMIT:
            raise RuleError("there is far too much to look through before the next decision", span)

"""What writes statements into one function: all that sets and boards need to know of a `Writer`."""

from collections.abc import Callable
from typing import TypeVar

from gekido_dsl.lowering.game.lowering import Lowering
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.build import FunctionBuilder

T = TypeVar("T")


class Pen:
    """Writes into one function, and knows how often that runs."""

    def __init__(self, lowering: Lowering, code: FunctionBuilder) -> None:
        self.lowering = lowering
        self.code = code
        self.memory = lowering.memory
        self.layout = lowering.layout
        self.game = lowering.game
        self.rounds = 1
        """How often, at most, what is written here runs within the step at hand."""
        self.region = 0
        """The outermost loop of the step that is written in; 0 outside of all."""

    def apart(self, write: Callable[[], ir.Expr]) -> tuple[ir.Expr, ir.Body]:
        """Gives an expression, and the statements that work it out, without putting these here."""
        with self.code.nested() as level:
            found = write()
        return found, tuple(level.body)

    def unwritten(self, lower: Callable[[], T]) -> T:
        """Gives what lowering gives, and writes nothing of it: for what is known of it beforehand."""
        with self.code.nested():
            return lower()

    def put(self, statements: ir.Body) -> None:
        """Puts statements that were written apart here."""
        for statement in statements:
            self.code.emit(statement)

    def clear_scope(self, name: str) -> None:
        """Forgets what happened in a scope."""
        cells = {cell + k for cell, count in self.layout.scope_cells.get(name, ()) for k in range(count)}
        for run in self.memory.runs:
            if run.cell in cells:
                with self.code.each(0, run.count) as k:
                    self.code.store(run.array, k, 0)

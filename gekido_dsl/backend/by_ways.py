"""A match module whose scripts may name ways: what is tried before it is chosen need not all be tried to be counted.

Where a decision tries its choices (`Sampled`), an entry of the script from `WAY` on is the number of a way, of all that
there are before any is tried, with declining as the last. It is tried alone, and one that does not pass is `refused`.
Past the script such a decision waits as soon as one way passes, if the host says so: whether a match goes on needs no
more.
"""

from typing import Final

from gekido_dsl.backend.scripted import Maker
from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.functions import FunctionBuilder
from gekido_dsl.program.nodes import Function, Program, Stmt

WAY: Final = 1 << 24
"""In a script: from here on numbers are those of ways."""


class WaysMaker(Maker):
    """Adds what scripts of ways need."""

    def __init__(self, program: Program) -> None:
        super().__init__(program, traced=False, by_way=Function("by way", (), "i32"))

    def declare(self) -> None:
        """Declares what is handed over, and what tells where a decision is asked by ways."""
        b, c = self.b, self.control
        self.ways_past = b.control("ways past the script")
        """1 if decisions past the script wait as soon as one way passes."""
        self.open_ways = b.control("open ways")
        """1 if the decision that waits has so many ways as `Control.waiting` says, not choices."""
        self.refused = b.control("refused")
        """1 if the way of the script does not pass."""
        self._tried, self._waits = b.scratch("ways tried"), b.scratch("way waits")
        at = e.load(c.script_at)
        assert self.by_way is not None
        f = FunctionBuilder(self.by_way)
        with f.if_(e.lt(at, e.load(c.script_length))):
            f.return_(e.ge(e.load(c.script, at), WAY))
        f.return_(e.load(self.ways_past))
        f.finish()
        self._pick_way, self._way_picked = self._pick_function(), self._picked_function()

    def _in_script(self) -> ir.Expr:
        return e.lt(e.load(self.control.script_at), e.load(self.control.script_length))

    def _pick_function(self) -> Function:
        """Makes the function that says which way is tried next: that of the script, then the first that is left."""
        f = self.b.function("pick_way", ["count"], result="i32")
        (count,) = f.parameters
        with f.if_(self._in_script()):
            f.increase(self._tried)
            k = f.let(e.sub(e.load(self.control.script, e.load(self.control.script_at)), WAY), "k")
            with f.if_(e.and_(e.eq(e.load(self._tried), 1), e.lt_u(k, count))):
                f.return_(k)
            # If no way passes at all, nobody is asked here, and the script goes on with another decision.
            f.store(self._tried, 0, 2)
        f.return_(0)
        return f.finish()

    def _picked_function(self) -> Function:
        """Makes the function of a way that passes: it is taken, or is another than that of the script, or waits."""
        f, c = self.b.function("way_picked", ["count"]), self.control
        (count,) = f.parameters
        f.store(self._waits, 0, 1)
        with f.if_(self._in_script()):
            with f.if_(e.eq(e.load(self._tried), 1)):
                f.increase(c.script_at)
                f.store(self._waits, 0, 0)
            with f.else_():
                f.store(self.refused, 0, 1)
            f.return_()
        f.store(self.open_ways, 0, 1)
        f.store(c.waiting, 1, count)
        return f.finish()

    def special(self, statement: Stmt) -> list[Stmt] | None:
        """Gives what a statement means here."""
        waits = ir.Return(ir.Const(ir.WAITS))
        match statement:
            case ir.Picking():
                return [ir.Store(self._tried, ir.Const(0), ir.Const(0))]
            case ir.Pick(local=local, count=count):
                return [ir.Call(self._pick_way, (count,), local)]
            case ir.Picked(count=count):
                return [ir.Call(self._way_picked, (count,)), ir.If(e.load(self._waits), (waits,))]
            case ir.Unpicked():
                return []
        return super().special(statement)

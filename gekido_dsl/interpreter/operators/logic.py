"""Operators that reckon and compare numbers, and combine conditions."""

from gekido_dsl.interpreter.operators.making import Function, Maker, gives, held
from gekido_dsl.interpreter.state import Locals, State
from gekido_dsl.model import nodes as m


class Logic(Maker):
    """Operators about numbers and conditions."""

    @gives("plus")
    def _plus(self, e: m.Expr) -> Function:
        a, b = self.make_all(e.args)
        span = e.span
        return lambda s, L: held(a(s, L) + b(s, L), span)

    @gives("minus")
    def _minus(self, e: m.Expr) -> Function:
        a, b = self.make_all(e.args)
        span = e.span
        return lambda s, L: held(a(s, L) - b(s, L), span)

    @gives("times")
    def _times(self, e: m.Expr) -> Function:
        a, b = self.make_all(e.args)
        span = e.span
        return lambda s, L: held(a(s, L) * b(s, L), span)

    @gives("is")
    def _is(self, e: m.Expr) -> Function:
        left, right = self.make(e.args[0]), self.make(e.args[1])
        if e.args[1].op == "const":
            value = e.args[1].value
            return lambda s, L: left(s, L) == value
        return lambda s, L: left(s, L) == right(s, L)

    @gives("at_least")
    def _at_least(self, e: m.Expr) -> Function:
        a, b = self.make_all(e.args)
        return lambda s, L: a(s, L) >= b(s, L)

    @gives("at_most")
    def _at_most(self, e: m.Expr) -> Function:
        a, b = self.make_all(e.args)
        return lambda s, L: a(s, L) <= b(s, L)

    @gives("more")
    def _more(self, e: m.Expr) -> Function:
        a, b = self.make_all(e.args)
        return lambda s, L: a(s, L) > b(s, L)

    @gives("less")
    def _less(self, e: m.Expr) -> Function:
        a, b = self.make_all(e.args)
        return lambda s, L: a(s, L) < b(s, L)

    @gives("and")
    def _and(self, e: m.Expr) -> Function:
        parts = self.make_all(e.args)
        if len(parts) == 2:
            a, b = parts
            return lambda s, L: a(s, L) and b(s, L)

        def every(s: State, L: Locals) -> bool:
            for part in parts:
                if not part(s, L):
                    return False
            return True

        return every

    @gives("or")
    def _or(self, e: m.Expr) -> Function:
        parts = self.make_all(e.args)
        if len(parts) == 2:
            a, b = parts
            return lambda s, L: a(s, L) or b(s, L)

        def some(s: State, L: Locals) -> bool:
            for part in parts:
                if part(s, L):
                    return True
            return False

        return some

    @gives("leaves")
    def _leaves(self, e: m.Expr) -> Function:
        """Is asked of the state after the choice was tried: see `ladders`."""
        return self.make(e.args[0])

    @gives("not")
    def _not(self, e: m.Expr) -> Function:
        part = self.make(e.args[0])
        return lambda s, L: not part(s, L)

"""Where a program takes fuel, so that whatever it does comes to an end.

Invariants:
    Each unit is worth at most `WORTH` rounds of loops, and what the text of the program says once.
    Loops with a bound are free as long as they, with all loops in them and in what they call, are few rounds.
"""

from collections.abc import Callable, Iterable
from typing import Final

from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.nodes import Body, Expr, Function, Stmt

WORTH: Final = 32
FREE: Final = 1 << 12
"""How many rounds a loop or function may make, all in all, without fuel of its own."""

Charge = Callable[[e.Value], tuple[Stmt, ...]]
"""Gives the statements that take so many units."""


def take_fuel(functions: Iterable[Function], charge: Charge) -> None:
    """Has functions take fuel, where rounds are many or not bounded, and where functions call themselves."""
    groups, again = walk.circles(functions)
    fuel = _Fuel(charge)
    for group in reversed(groups):
        for function in group:
            body, rounds = fuel.body(function.body)
            paid = function in again or rounds > FREE
            function.body = (*charge(1 + rounds // WORTH), *body) if paid else body
            fuel.rounds[function] = 0 if paid else rounds


class _Fuel:
    def __init__(self, charge: Charge) -> None:
        self.charge = charge
        self.rounds: dict[Function, int] = {}
        """How many rounds a call makes at most that take no fuel."""

    def body(self, body: Body) -> tuple[Body, int]:
        """Gives a body that takes fuel, and how many rounds it makes at most without."""
        out: list[Stmt] = []
        rounds = 0
        for statement in body:
            new, more = self._statement(statement)
            out += new
            rounds += more + sum(map(self._asked, walk.operands(statement)))
        return tuple(out), rounds

    def _statement(self, statement: Stmt) -> tuple[Iterable[Stmt], int]:
        match statement:
            case ir.Loop(label=label, body=body, bound=bound):
                inner, each = self.body(body)
                if bound is not None and bound * (1 + each) <= FREE:
                    return [ir.Loop(label, inner, bound)], bound * (1 + each)
                return [ir.Loop(label, (*self.charge(1 + each // WORTH), *inner), bound)], 0
            case ir.For(local=local, start=start, end=end, body=body, bound=bound):
                inner, each = self.body(body)
                if isinstance(start, ir.Const) and isinstance(end, ir.Const):
                    bound = max(end.value - start.value, 0)
                loop = ir.For(local, start, end, inner, bound)
                if bound is not None and bound * (1 + each) <= FREE:
                    return [loop], bound * (1 + each)
                many = e.sub(end, start)
                return [*self.charge(e.mul(many, 1 + each // WORTH)), loop], 0
            case ir.Call(function=function):
                # Not known yet is what calls itself; that takes fuel for each call.
                return [statement], self.rounds.get(function, 0)
        found = 0

        def one(body: Body) -> Body:
            nonlocal found
            inner, more = self.body(body)
            found += more
            return inner

        return [walk.with_bodies(statement, one)], found

    def _asked(self, value: Expr) -> int:
        own = self.rounds.get(value.function, 0) if isinstance(value, ir.Ask) else 0
        return own + sum(map(self._asked, walk.parts(value)))

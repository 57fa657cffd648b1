"""What whoever makes steps knows of the body at hand, and can have made besides.

Invariants:
    A question is about what its body was given, or an `each` around its sentence holds: nothing that is still to be
    chosen.
"""

from dataclasses import dataclass, field
from typing import Protocol

from gekido_dsl.interpreter.state import Code, Function, Program
from gekido_dsl.interpreter.steps import leave_for
from gekido_dsl.interpreter.verbs import Acts
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import Type
from gekido_dsl.model.walk import exprs


@dataclass(eq=False)
class Around:
    """A body or block around a statement, and the steps in it that wait to know where it ends."""

    head: int = -1
    """Of a loop, the step that begins the next round; -1 for what is no loop."""
    actor: int = -1
    """The local that keeps who acted before it; -1 if nobody else acts in it."""
    secret: int = 0
    """How many secret parts it is."""
    ahead: int = -1
    """The local that tells whether it looks ahead; -1 for what does not."""
    leaving: list[tuple[int, int, int, list[int]]] = field(default_factory=list)
    """Steps that leave it: who acts then, how many secret parts end, and which loops look ahead no more."""

    def leave_at(self, code: Code, after: int) -> None:
        """Makes the steps that leave it, now that its end is known."""
        for step, actor, secret, aheads in self.leaving:
            code.steps[step] = leave_for(after, actor, secret, aheads)


class BodyBuilder(Protocol):
    """What makes the steps of bodies; see `build`."""

    program: Program
    acts: Acts
    around: list[Around]
    """What is around the statement at hand, the outermost, its body, first."""
    standing: dict[int, Type]
    """What the body at hand was given, and what each `each` around the statement at hand holds."""

    def make(self, expr: m.Expr) -> Function:
        """Makes the function of an expression."""
        ...

    def body(self, code: Code, statements: tuple[m.Statement, ...]) -> None:
        """Makes the steps of a body; `stop` outside of a loop leaves it."""
        ...

    def end(self, code: Code) -> None:
        """Makes the step that ends a body."""
        ...

    def block(self, code: Code, statements: tuple[m.Statement, ...]) -> None:
        """Makes the steps of statements."""
        ...

    def procedure_body(self, code: Code, phase: m.Procedure) -> None:
        """Makes the steps of a phase's own body, its exceptions first."""
        ...


def passing(decl: m.Decl | None) -> tuple[int, ...]:
    """Gives the locals of a body in which operators hold what they go through, and that nothing else reads."""
    if not isinstance(decl, m.Procedure):
        return ()
    bodies = [decl.body, *(one.body for one in decl.exceptions if one.body is not None)]
    passing, others = set[int](), set[int]()
    for body in bodies:  # each counts its locals from the first, and one of them runs
        inside = _passing(body)
        passing |= inside
        others |= set(range(body.locals)) - inside
    return tuple(sorted(passing - others))


def _passing(body: m.Body) -> set[int]:
    every = list(exprs(body))
    bound = {expr.value for expr in every if expr.record.binds}
    inside = [
        id(one) for expr in every if expr.record.binds for one in walk.inside(expr) if _reads(one, expr.value)
    ]
    within = set(inside)
    kept = {expr.value for expr in every if expr.record.reads_local and id(expr) not in within}
    return bound - kept


def _reads(expr: m.Expr, local: int) -> bool:
    return expr.record.reads_local and expr.value == local

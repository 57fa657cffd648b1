"""What whoever makes steps knows of the body at hand, and can have made besides.

Invariants:
    A question is about what its body was given, or an `each` around its sentence holds: nothing that is still to be
    chosen.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from gekido_dsl.interpreter.state import Code, Function, Program
from gekido_dsl.interpreter.steps import leave_for
from gekido_dsl.interpreter.verbs import Acts
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import ThingType, Type, item
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


def given(procedure: m.Procedure) -> dict[int, Type]:
    """Gives the locals that a body is begun with, and their types."""
    if procedure.word == "action":
        return {1: procedure.item}
    return {number: param.type for number, param in enumerate(procedure.params, start=1)}


_BINDING: Final = frozenset({"filter", "some", "no", "every"})
"""Operators that hold what they go through in a local."""


def passing(decl: m.Decl | None) -> tuple[int, ...]:
    """Gives the locals of a body in which operators hold what they go through, and that nothing else reads."""
    if not isinstance(decl, m.Procedure):
        return ()
    every = list(exprs(decl))
    bound = {expr.value for expr in every if expr.op in _BINDING}
    inside = [
        id(one)
        for expr in every
        if expr.op in _BINDING
        for one in walk.inside(expr)
        if _reads(one, expr.value)
    ]
    within = set(inside)
    kept = {expr.value for expr in every if expr.op in _READING and id(expr) not in within}
    return tuple(sorted(bound - kept))


_READING: Final = frozenset({"local", "arrived", "origin"})
"""Operators that read a local."""


def _reads(expr: m.Expr, local: int) -> bool:
    return expr.op in _READING and expr.value == local


def spoken_of(standing: Mapping[int, Type], part: Any) -> tuple[int, ...]:
    """Gives the locals at hand that part of a statement speaks of, as far as what they hold has a name."""
    named = {local for local, kind in standing.items() if _has_name(kind)}
    return tuple(sorted(named & {expr.value for expr in exprs(part) if expr.op == "local"})) if named else ()


def _has_name(kind: Type) -> bool:
    one = item(kind)
    if not isinstance(one, ThingType) or one.kind.faces is not None or one.kind.board is not None:
        return False
    return one.kind.file is not None or (one.kind.parent is not None and one.kind.parent.file is not None)

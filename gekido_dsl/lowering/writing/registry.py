"""Where functions are registered that lower an operator, a verb or a statement: one of each, where it is written.

Invariants:
    What is registered nowhere is refused with `NotLowered`; nothing is passed over in silence.
"""

from collections.abc import Callable
from typing import TypeVar, overload

from gekido_dsl.lowering.writing.writer import (
    BEFORE,
    OPERATORS,
    STATEMENTS,
    VERBS,
    Held,
    Operator,
    Verb,
    Writer,
)
from gekido_dsl.model import nodes as m

First = TypeVar("First", bound=m.Expr)
Second = TypeVar("Second", bound=m.Expr)
Third = TypeVar("Third", bound=m.Expr)
Fourth = TypeVar("Fourth", bound=m.Expr)
Done = TypeVar("Done", bound=m.Act)
Other = TypeVar("Other", bound=m.Act)
Stated = TypeVar("Stated", bound=m.Statement)
Gives = Callable[[Writer, First], Held]
"""What lowers operators of a class."""
Does = Callable[[Writer, m.Sentence, Done], None]
"""What lowers acts of a class."""
Writes = Callable[[Writer, Stated], None]
"""What writes statements of a class."""


@overload
def operator(op: type[First], /) -> Callable[[Gives[First]], Gives[First]]: ...
@overload
def operator(
    op: type[First], other: type[Second], /
) -> Callable[[Gives[First | Second]], Gives[First | Second]]: ...
@overload
def operator(
    op: type[First], second: type[Second], third: type[Third], /
) -> Callable[[Gives[First | Second | Third]], Gives[First | Second | Third]]: ...
@overload
def operator(
    op: type[First], second: type[Second], third: type[Third], fourth: type[Fourth], /
) -> Callable[[Gives[First | Second | Third | Fourth]], Gives[First | Second | Third | Fourth]]: ...
def operator(*ops: type[m.Expr]) -> Callable[[Operator], Operator]:
    """Registers the function that lowers operators of these classes."""

    def register(function: Operator) -> Operator:
        for op in ops:
            assert op not in OPERATORS, op
            OPERATORS[op] = function
        return function

    return register


@overload
def lowers(act: type[Done], /) -> Callable[[Does[Done]], Does[Done]]: ...
@overload
def lowers(act: type[Done], other: type[Other], /) -> Callable[[Does[Done | Other]], Does[Done | Other]]: ...
def lowers(*acts: type[m.Act]) -> Callable[[Verb], Verb]:
    """Registers the function that lowers acts of these classes; it is given the sentence, and its act."""

    def register(function: Verb) -> Verb:
        for act in acts:
            assert act not in VERBS, act
            VERBS[act] = function
        return function

    return register


def writes(statement: type[Stated]) -> Callable[[Writes[Stated]], Writes[Stated]]:
    """Registers the function that writes statements of a class."""

    def register(function: Writes[Stated]) -> Writes[Stated]:
        assert statement not in STATEMENTS, statement
        STATEMENTS[statement] = function
        return function

    return register


def before(function: Writes[m.Statement]) -> Writes[m.Statement]:
    """Registers the function that writes what comes before any statement."""
    BEFORE.append(function)
    return function

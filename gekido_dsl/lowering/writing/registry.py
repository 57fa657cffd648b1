"""Where functions are registered that lower an operator, a verb or a statement: one of each, where it is written.

Invariants:
    What is registered nowhere is refused with `NotLowered`; nothing is passed over in silence.
"""

from collections.abc import Callable
from typing import TypeVar, overload

from gekido_dsl.lowering.writing.writer import OPERATORS, STATEMENTS, VERBS, Operator, Verb, Writer
from gekido_dsl.model import nodes as m

Done = TypeVar("Done", bound=m.Act)
Other = TypeVar("Other", bound=m.Act)
Stated = TypeVar("Stated", bound=m.Statement)
Does = Callable[[Writer, m.Sentence, Done], None]
"""What lowers acts of a class."""
Writes = Callable[[Writer, Stated], None]
"""What writes statements of a class."""


def operator(*names: str) -> Callable[[Operator], Operator]:
    """Registers the function that lowers operators of the kernel."""

    def register(function: Operator) -> Operator:
        for name in names:
            assert name in m.OPERATORS and name not in OPERATORS, name
            OPERATORS[name] = function
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

"""Which function lowers which operator and which verb: one of each, registered where it is written.

Invariants:
    What is registered nowhere is refused with `NotLowered`; nothing is passed over in silence.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar, overload

from gekido_dsl.diagnostics.codes import TOO_LARGE_TO_COMPILE
from gekido_dsl.model import nodes as m
from gekido_dsl.program.nodes import Expr
from gekido_dsl.source import Span

if TYPE_CHECKING:
    from gekido_dsl.lowering.sets import Set
    from gekido_dsl.lowering.writer import Writer

Operator = Callable[["Writer", m.Expr], "Expr | Set"]
Done = TypeVar("Done", bound=m.Act)
Other = TypeVar("Other", bound=m.Act)
Verb = Callable[["Writer", m.Sentence, Done], None]

OPERATORS: Final[dict[str, Operator]] = {}
VERBS: Final[dict[type[m.Act], Verb[Any]]] = {}


class NotLowered(NotImplementedError):
    """Something that the lowering does not know yet; a fault of ours, never of a ruleset."""

    def __init__(self, what: str, span: Span | None) -> None:
        super().__init__(f"{what} is not lowered" + (f": {' '.join(span.text.split())}" if span else ""))
        self.what = what
        self.span = span


class CompilerFailed(NotLowered):
    """The lowering came to an error of its own; the interpreter plays the game."""

    def __init__(self, error: Exception, span: Span | None) -> None:
        text = str(error).strip().partition("\n")[0]
        said = f"{type(error).__name__}, {text}" if text else type(error).__name__
        NotImplementedError.__init__(self, f"the compiler failed: {said}")
        self.what = f"the compiler failed here ({said})"
        self.span = span


class TooMuch(NotLowered):
    """There is more of something than is lowered, though each is known; the interpreter plays it."""

    def __init__(self, message: str, span: Span | None) -> None:
        NotImplementedError.__init__(self, f"{message} [{TOO_LARGE_TO_COMPILE.slug}]")
        self.what = message
        self.span = span


def operator(*names: str) -> Callable[[Operator], Operator]:
    """Registers the function that lowers operators of the kernel."""

    def register(function: Operator) -> Operator:
        for name in names:
            assert name in m.OPERATORS and name not in OPERATORS, name
            OPERATORS[name] = function
        return function

    return register


@overload
def lowers(act: type[Done], /) -> Callable[[Verb[Done]], Verb[Done]]: ...
@overload
def lowers(act: type[Done], other: type[Other], /) -> Callable[[Verb[Done | Other]], Verb[Done | Other]]: ...
def lowers(*acts: type[m.Act]) -> Callable[[Verb[Any]], Verb[Any]]:
    """Registers the function that lowers acts of these classes; it is given the sentence, and its act."""

    def register(function: Verb[Any]) -> Verb[Any]:
        for act in acts:
            assert act not in VERBS, act
            VERBS[act] = function
        return function

    return register

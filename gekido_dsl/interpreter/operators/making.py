"""What the operators have in common: the program they are made for, the making of their operands, what is remembered.

A question is what a step asks while nothing changes: a condition, a number, all choices of a decision. Within one
question nothing that a ruleset declares is worked out twice for the same things; between two, nothing is kept.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, ParamSpec, TypeVar

from gekido_dsl.engine import RuleError
from gekido_dsl.interpreter.state import Declared, Evaluation, Given, Locals, Program, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.kernel.operator import Effort
from gekido_dsl.model.kernel.operators import those
from gekido_dsl.model.types import LEAST, MOST
from gekido_dsl.source import Span

Value = Any
Function = Callable[[State, Locals], Value]
P = ParamSpec("P")
T = TypeVar("T")
Op = TypeVar("Op", bound=m.Expr)

WORK_LIMIT: Final = 1_000_000
"""How many things may be looked at between two decisions."""
LISTED: Final = 8
"""How many things are listed or compared as quickly as one is looked at."""
_AS_LONG: Final = 16
"""How many operators are asked as quickly as a thing is looked at."""
KNOWN_LIMIT: Final = 100_000
"""How many answers are kept within one question."""
_UNKNOWN: Final = object()
"""Stands for an answer that is not known yet: none is an answer, too."""
DECLARED: Final = those(lambda record: record.declared)
"""Operators with a declaration of their own, whose answers are remembered."""
PLAIN: Final = those(lambda record: record.effort is Effort.PLAIN)
"""Operators that are as quickly asked again as remembered."""
QUICK: Final = PLAIN | those(lambda record: record.effort is Effort.QUICK)
"""The same, where a declaration has a few of them."""
_QUICK_LIMIT: Final = 40
"""How many operators a declaration has at most that is asked again, with those of the declarations that it asks."""
_LOOKED_UP: Final = 4
"""How many operators are asked as quickly as an answer is looked up."""


def held(value: int, span: Span) -> int:
    """Gives a number that was worked out; one that does not fit into 32 bits is a rule error."""
    if LEAST <= value <= MOST:
        return value
    raise RuleError("this number has become too large: numbers go to 2,147,483,647", span)


def divisor(value: int, span: Span) -> int:
    """Gives the number that divides another; 0 is a rule error."""
    if value:
        return value
    raise RuleError("this divides by 0", span)


def _reads_nothing_given(expr: m.Expr) -> bool:
    """Tells whether an expression is the same for whatever it is asked about: it reads no local but its own."""
    inside = list(walk.inside(expr))
    own = {one.value for one in inside if one.record.binds}
    return all(one.value in own for one in inside if one.record.reads_local)


def effort(*asked: m.Expr) -> int:
    """Gives how much looking at one thing counts when something is asked of it: more where that is long."""
    return 1 + sum(1 for expr in asked for _ in walk.inside(expr)) // _AS_LONG


Meaning = Callable[[Evaluation, Op], Function]
MAKERS: Final[dict[type[m.Expr], Meaning[Any]]] = {}
"""What makes the function of operators of each class, given the evaluator and the expression."""


def gives(op: type[Op]) -> Callable[[Meaning[Op]], Meaning[Op]]:
    """Registers what makes the function of operators of a class."""

    def register(method: Meaning[Op]) -> Meaning[Op]:
        assert op not in MAKERS, op
        MAKERS[op] = method
        return method

    return register


class Evaluator:
    """Makes functions for one program; each operator is a registered function that is given this."""

    narrows = True
    """Whether what a condition says of places narrows what is looked through."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.layout = program.layout
        self.game = program.layout.game
        self.work = 0
        """How many things were looked at since the last decision."""
        self._depth = 0
        """How many expressions are being made around the one at hand."""
        self._declared = 0
        """How many declarations the expression at hand is part of."""
        self._asking = False
        """Whether a question is open."""
        self._known: dict[tuple[int, Given], Value] = {}
        """The answers within the open question: by declaration, actor, and what it was asked about and with."""
        self.answers: dict[int, Declared] = {}
        """What a declaration answers when it is asked, by its id."""
        self._quick: dict[int, int | None] = {}
        """See `_operators`, by the id of the declaration."""

    def make(self, expr: m.Expr) -> Function:
        """Makes the function of an expression; a call of it is a question, unless one is open."""
        self._depth += 1
        try:
            made = MAKERS[type(expr)](self, expr)
        finally:
            self._depth -= 1
        effort = expr.record.effort
        if effort is Effort.BOARD:
            made = self._counting(made, expr)
        if effort is Effort.LOOKING and self._declared and _reads_nothing_given(expr):
            made = self._once_in_a_question(made, expr)
        if self._depth or all(one.op not in DECLARED for one in walk.inside(expr)):
            return made

        def asked(s: State, L: Locals) -> Value:
            # As `question` does it, with a call less where one is open.
            return made(s, L) if self._asking else opened(s, L)

        opened = self.question(made)
        return asked

    def _counting(self, made: Function, expr: m.Expr) -> Function:
        """Makes a function count as looking through the largest board."""
        most = max((board.size for board in self.game.boards.values()), default=0)
        number, span = 1 + most // LISTED, expr.span

        def asked(s: State, L: Locals) -> Value:
            self.look(number, span)
            return made(s, L)

        return asked

    def _once_in_a_question(self, made: Function, expr: m.Expr) -> Function:
        """Makes a function remember its answer: whatever else is asked of many things, this is the same for each."""
        number = id(expr)

        def asked(s: State, L: Locals) -> Value:
            if not self._asking:
                return made(s, L)
            key = number, (L[0],)
            found = self._known.get(key, _UNKNOWN)
            if found is _UNKNOWN:
                found = self._known[key] = made(s, L)
            return found

        return asked

    @contextmanager
    def declared(self) -> Iterator[None]:
        """Makes what a declaration says, which may be asked of one thing after the other."""
        self._declared += 1
        try:
            yield
        finally:
            self._declared -= 1

    @contextmanager
    def part(self) -> Iterator[None]:
        """Makes what is part of something else, and so no question of its own."""
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1

    def make_all(self, exprs: tuple[m.Expr, ...]) -> list[Function]:
        """Makes the functions of several expressions."""
        return [self.make(expr) for expr in exprs]

    def question(self, ask: Callable[P, T]) -> Callable[P, T]:
        """Makes a function a question: what it asks is remembered until it is answered."""

        def asked(*args: P.args, **named: P.kwargs) -> T:
            if self._asking:
                return ask(*args, **named)
            self._asking = True
            try:
                return ask(*args, **named)
            finally:
                self._asking = False
                self._known.clear()

        return asked

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Asks of another state for a while: what is remembered of the one at hand waits."""
        asking, known = self._asking, self._known
        self._asking, self._known = False, {}
        try:
            yield
        finally:
            self._asking, self._known = asking, known

    def _operators(self, declared: m.Decl) -> int | None:
        """Tells how many operators it takes to ask a declaration that is quickly asked again; None for another."""
        key = id(declared)
        if key not in self._quick:
            self._quick[key] = None  # what asks itself is not
            asked = [one for expr in walk.asked(declared) for one in walk.inside(expr)]
            if all(one.op in PLAIN for one in asked):
                self._quick[key] = len(asked)
            elif all(one.op in QUICK or one.op in DECLARED for one in asked):
                within = [self._operators(one.ref) if one.op in DECLARED else 1 for one in asked]
                number = sum(_LOOKED_UP if one is None else one for one in within)
                self._quick[key] = number if number <= _QUICK_LIMIT else None
        return self._quick[key]

    def quick(self, declared: m.Decl) -> bool:
        """Tells whether a declaration is quickly asked again."""
        return self._operators(declared) is not None

    def remembered(self, declared: m.Decl, run: Declared) -> Declared:
        """Makes the function of a declaration remember its answers, where asking again would take longer."""
        if self.quick(declared):
            return run
        number = id(declared)

        def answer(s: State, asked: Given) -> Value:
            if not self._asking:
                return run(s, asked)
            key = number, asked
            found = self._known.get(key, _UNKNOWN)
            if found is not _UNKNOWN:
                return found
            found = run(s, asked)
            if len(self._known) >= KNOWN_LIMIT:
                self._known.clear()
            self._known[key] = found
            return found

        return answer

    def exception(self, exception: m.Exception_) -> Function:
        """Makes the condition of an exception: asked afresh, or as it was noted."""
        if exception.note < 0:
            return self.make(exception.condition)
        cell = self.layout.note_cell + exception.note
        return lambda s, L: s.cells[cell]

    def counted(self, several: m.Expr, *asked: m.Expr) -> Function:
        """Makes the function that gives several to be looked at one by one; too many since a decision are an error.

        Args:
            asked: what is asked of each.
        """
        give, span, each = self.make(several), several.span, effort(*asked)

        def listed(s: State, L: Locals) -> Any:
            found = give(s, L)
            self.work += each * len(found)
            if self.work > WORK_LIMIT:
                self.look(0, span)
            return found

        return listed

    def look(self, number: int, span: Span) -> None:
        """Counts how many things are looked at."""
        self.work += number
        if self.work > WORK_LIMIT:
            raise RuleError("there is far too much to look through before the next decision", span)

"""What nothing asks for in the end is not worked out: a number lives if what is seen outside depends on it.

Nothing is believed to live at first. What ends a function, asks, draws, tells or fails lives, and what is written into
arrays that are read outside; then whatever these read, and the conditions under which they happen. A question whose
answer nobody needs lives, too, if it may end in a rule error. So what is kept up only for itself, such as a chain
that nobody goes through, is not kept up.
"""

from collections.abc import Iterable, Sequence

from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.course import ANY, Course, Moment
from gekido_dsl.program.failing import failing, may_fail
from gekido_dsl.program.nodes import Array, Body, Expr, Function, Label, Local, Stmt

_ZERO = ir.Const(0)


def drop_dead(
    roots: Iterable[Function],
    functions: Sequence[Function],
    kept: Iterable[Array],
    *,
    forgotten: bool = False,
) -> set[Array]:
    """Takes out what does not live, and gives the arrays that are written nowhere any more.

    Args:
        functions: all that `roots` need, themselves included.
        kept: arrays that are read from outside.
        forgotten: whether all other arrays are as before once a root has run, so that what is written lives only if it
            is read after that.
    """
    live = _Live(roots, functions, kept, forgotten=forgotten)
    live.find()
    written = _written(functions)
    for function in functions:
        function.body = live.left(function)
    return written - _written(functions) - live.arrays


def _written(functions: Iterable[Function]) -> set[Array]:
    return {
        one.array
        for function in functions
        for one in walk.statements(function.body)
        if isinstance(one, ir.Store)
    }


class _Live:
    """What lives, of a whole program."""

    def __init__(
        self,
        roots: Iterable[Function],
        functions: Sequence[Function],
        kept: Iterable[Array],
        *,
        forgotten: bool = False,
    ) -> None:
        roots = list(roots)
        self.functions = functions
        self.course = Course(roots, functions) if forgotten else None
        self.at = ANY
        """Where the statement at hand comes in the course of what is done."""
        self.reads: dict[Array, set[Moment]] = {}
        """When arrays are read by what lives, where that matters."""
        self.arrays: set[Array] = set(kept)
        self.locals: set[Local] = set()
        self.labels: set[Label] = set()
        """Blocks and loops with something in them that lives."""
        self.bodies: set[Function] = set(roots)
        """Functions with something in them that lives."""
        self.results: set[Function] = set(self.bodies)
        """Functions whose result is asked for."""
        self._failing = failing(functions)
        self._changed = False
        self._bodies = [one.body for one in functions]
        self._needed: set[int] = set()
        """By identity, expressions whose needs are noted for good; they last as long as the bodies do."""
        self._settled: dict[int, bool] | None = None
        """Once it is known what lives: which statements of a function do, by identity."""

    def find(self) -> None:
        """Finds what lives.

        It spreads from what is called to what calls it, and back: in turns, so that long chains take few rounds.
        """
        order = list(self.functions)
        # How often more was found to live, and how often it had been when a function was looked at in vain.
        more, seen = 1, dict[Function, int]()
        begun = 0
        while begun != more:
            begun = more
            order.reverse()
            for function in order:
                if seen.get(function) == more:
                    continue
                self._changed = False
                if self._any(function, function.body) and function not in self.bodies:
                    self.bodies.add(function)
                    self._changed = True
                if self._changed:
                    more += 1
                else:
                    seen[function] = more

    # ------------------------------------------------------------ what lives

    def _any(self, function: Function, body: Body) -> bool:
        found = False
        for statement in body:
            found |= self.lives(function, statement)
        return found

    def lives(self, function: Function, s: Stmt) -> bool:
        """Tells whether a statement lives as far as is known, and notes what it needs then."""
        if self.course is not None:
            self.at = self.course.moment(s)
        if self._settled is None:
            return self._lives(function, s)
        found = self._settled.get(id(s))
        if found is None:
            found = self._settled[id(s)] = self._lives(function, s)
        return found

    def _lives(self, function: Function, s: Stmt) -> bool:
        match s:
            case ir.Set(local=local, value=value):
                return (local in self.locals or may_fail(value, self._failing)) and self._need(value)
            case ir.Store(array=array, index=index, value=value):
                return (self._read(array) or array.kind == "control") and self._need(index, value)
            case ir.If(condition=condition, then=then, otherwise=otherwise):
                at = self.at
                inside = [self._any(function, then), self._any(function, otherwise)]
                self.at = at
                return (any(inside) or may_fail(condition, self._failing)) and self._need(condition)
            case ir.Block(label=label, body=body) | ir.Loop(label=label, body=body):
                return self._holds(function, label, body)
            case ir.For(start=start, end=end, body=body):
                at = self.at
                inside_lives = self._any(function, body)
                self.at = at
                return inside_lives and self._need(start, end)
            case ir.Branch(label=label, condition=condition):
                if condition is not None and label not in self.labels and may_fail(condition, self._failing):
                    self.labels.add(label)
                    self._changed = True
                return label in self.labels and (condition is None or self._need(condition))
            case ir.Switch(selector=selector, labels=labels):
                return any(label in self.labels for label in labels) and self._need(selector)
            case ir.Return(value=value):
                return self._returns(function, value)
            case ir.Call():
                return self._calls(s)
            case ir.Note():
                return False
            case ir.Copy(target=target, source=source):
                self._changed |= not self.arrays >= {target, source}
                self.arrays |= {target, source}
        self._need(*walk.operands(s))
        return True

    def _read(self, array: Array) -> bool:
        """Tells whether what is written now into an array is read by what lives."""
        if array not in self.arrays or self.course is None:
            return array in self.arrays
        reads = self.reads.get(array)
        return reads is None or any(self.at.is_before(one) for one in reads)

    def _holds(self, function: Function, label: Label, body: Body) -> bool:
        """Tells whether anything in a block or loop lives but branches out of it or to its next round."""
        found = self._any(function, body)
        if found and label not in self.labels:
            self.labels.add(label)
            self._changed = True
        return found

    def _returns(self, function: Function, value: Expr | None) -> bool:
        if function.result == "status":
            if value is not None and value != _ZERO:
                return self._need(value)
            return function in self.bodies
        if value is not None and function in self.results:
            return self._need(value)
        return function in self.bodies

    def _calls(self, s: ir.Call) -> bool:
        called = s.function
        wanted = s.result is not None and s.result in self.locals
        if wanted and called not in self.results:
            self.results.add(called)
            self._changed = True
        if not wanted and called not in self.bodies:
            return False
        self._arguments(called, s.arguments)
        return True

    def _arguments(self, called: Function, arguments: Sequence[Expr]) -> None:
        for parameter, argument in zip(called.parameters, arguments, strict=True):
            if parameter in self.locals:
                self._need(argument)

    def _need(self, *values: Expr) -> bool:
        for value in values:
            if self.course is not None:
                self._noted(value)
            elif id(value) not in self._needed and self._noted(value):
                self._needed.add(id(value))
        return True

    def _noted(self, value: Expr) -> bool:
        """Notes what an expression needs; tells whether that is all, whatever else lives: a function may need more."""
        match value:
            case ir.Local():
                if value not in self.locals:
                    self.locals.add(value)
                    self._changed = True
                return True
            case ir.Load(array=array, index=index):
                if array not in self.arrays:
                    self.arrays.add(array)
                    if self.course is not None:
                        self.reads[array] = set()
                    self._changed = True
                if self.at not in self.reads.get(array, (self.at,)):
                    self.reads[array].add(self.at)
                    self._changed = True
                return self._noted(index)
            case ir.Ask(function=called, arguments=arguments):
                if called not in self.results:
                    self.results.add(called)
                    self._changed = True
                self._arguments(called, arguments)
                return False
        whole = True
        for part in walk.parts(value):
            whole &= self._noted(part)
        return whole

    # ------------------------------------------------------------ what is left

    def left(self, function: Function) -> Body:
        """Gives the body of a function without what does not live."""
        self._settled = {}
        return self.body(function, function.body)

    def body(self, function: Function, body: Body) -> Body:
        """Gives the statements that live."""
        out: list[Stmt] = []
        for statement in body:
            if not self.lives(function, statement):
                continue
            new = walk.with_bodies(statement, lambda inner: self.body(function, inner))
            out.append(self._shorter(function, new))
        return tuple(out)

    def _shorter(self, function: Function, s: Stmt) -> Stmt:
        """Leaves out of a statement what does not live: arguments that nothing asks for, results."""
        if isinstance(s, ir.Return) and function.result != "status" and function not in self.results:
            return s if s.value is None else ir.Return(ir.Const(0, s.value.type))
        if isinstance(s, ir.Call):
            s = ir.Call(s.function, self._left(s.function, s.arguments), s.result)
        return walk.with_operands(s, self._expression)

    def _left(self, called: Function, arguments: Sequence[Expr]) -> tuple[Expr, ...]:
        return tuple(
            argument if parameter in self.locals else ir.Const(0, parameter.type)
            for parameter, argument in zip(called.parameters, arguments, strict=True)
        )

    def _expression(self, value: Expr) -> Expr:
        if isinstance(value, ir.Ask):
            value = ir.Ask(value.function, self._left(value.function, value.arguments))
        return walk.rebuilt(value, self._expression)

"""Functions that are short, or called at one place only, are put where they are called."""

from collections import Counter
from collections.abc import Iterable

from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.expressions import eq
from gekido_dsl.program.nodes import Body, Expr, Function, Label, Local, Stmt
from gekido_dsl.program.passes.sizes import sizes

SHORT = 12
"""Functions up to so many nodes go wherever they are called."""
LARGE = 3000
"""No function becomes larger by this."""


def inline(roots: Iterable[Function], budget: int = 0) -> None:
    """Puts functions where they are called.

    Args:
        budget: how many nodes the whole may have with everything put in place; 0 for short ones and those called once.
    """
    functions = walk.reachable(roots)
    for function in functions:
        function.body = walk.replaced(function.body, _called_for)
    groups, again = walk.circles(functions)
    size = sizes(functions)
    calls = Counter(
        one.function
        for function in functions
        for one in walk.statements(function.body)
        if isinstance(one, ir.Call)
    )
    asked = {
        value.function
        for function in functions
        for value in walk.all_expressions(function.body)
        if isinstance(value, ir.Ask)
    }
    total = sum(size.values())
    for group in reversed(groups):
        for function in group:
            for called in _called(function):
                if called in again or called is function or _stops_a_match(called):
                    continue
                times = calls[called]
                cost = size[called] * (times - 1)
                once = times == 1 and called not in asked
                if not (once or size[called] <= SHORT or total + cost <= budget):
                    continue
                here = sum(
                    isinstance(one, ir.Call) and one.function is called
                    for one in walk.statements(function.body)
                )
                if size[function] + size[called] * here > max(LARGE, budget):
                    continue
                _put(function, called)
                total += size[called] * (here - once)
                size[function] += size[called] * here
                calls[called] -= here
                for one in walk.statements(called.body):
                    if isinstance(one, ir.Call):
                        calls[one.function] += here - once


def _called_for(statement: Stmt) -> Iterable[Stmt] | None:
    """Calls a function that is asked for one value alone, so that it can be put in place."""
    if isinstance(statement, ir.Set) and isinstance(statement.value, ir.Ask):
        return [ir.Call(statement.value.function, statement.value.arguments, statement.local)]
    return None


def _stops_a_match(function: Function) -> bool:
    """Tells whether a wait that a function hands on ends with it: in place it would leave the caller as well."""
    return function.result != "status" and any(
        isinstance(one, ir.Call) and one.function.result == "status" for one in walk.statements(function.body)
    )


def _called(function: Function) -> list[Function]:
    return list(
        dict.fromkeys(one.function for one in walk.statements(function.body) if isinstance(one, ir.Call))
    )


def _put(caller: Function, called: Function) -> None:
    """Puts a function in place of each call of it in another."""
    caller.frame += [array for array in called.frame if array not in caller.frame]

    def change(statement: Stmt) -> Iterable[Stmt] | None:
        if isinstance(statement, ir.Call) and statement.function is called:
            return _Copy(caller, statement).statements()
        return None

    caller.body = walk.replaced(caller.body, change)


class _Copy:
    """The body of a function for one call of it, with locals of its own."""

    def __init__(self, caller: Function, call: ir.Call) -> None:
        self.call = call
        self.called = call.function
        self.end = Label(self.called.name)
        self.locals: dict[Local, Local] = {}
        for local in (*self.called.parameters, *self.called.locals):
            self.locals[local] = Local(local.name, local.type)
        self.status = Local("status")
        self.inner = Local("status")
        caller.locals += [*self.locals.values(), self.status, self.inner]
        self.left = False

    def statements(self) -> Iterable[Stmt]:
        """Gives what stands for the call."""
        for parameter, argument in zip(self.called.parameters, self.call.arguments, strict=True):
            yield ir.Set(self.locals[parameter], argument)
        body = self.called.body
        last = body[-1] if body and isinstance(body[-1], ir.Return) else None
        inner = self.body(body[:-1] if last is not None else body)
        given = self.expression(last.value) if last is not None and last.value is not None else None
        tail = tuple(self.result(given))
        if not self.left:
            yield from (*inner, *tail)
        else:
            yield ir.Block(self.end, (*inner, *tail))

    def body(self, body: Body) -> Body:
        """Gives statements with the locals of this copy, and without returns."""
        out: list[Stmt] = []
        for statement in body:
            new = walk.with_operands(statement, self.expression)
            written = walk.written(new)
            if written is not None:
                new = walk.with_written(new, self.locals[written])
            if isinstance(new, ir.Return):
                out += self._leave(new.value)
            elif isinstance(new, ir.Call) and new.function.result == "status" and new.result is None:
                # What that function gives would be returned by this one; here it would leave the caller.
                out.append(ir.Call(new.function, new.arguments, self.inner))
                out.append(ir.If(self.inner, tuple(self._leave(self.inner))))
            else:
                out.append(walk.with_bodies(new, self.body))
        return tuple(out)

    def _leave(self, value: Expr | None) -> list[Stmt]:
        """Gives what stands for a return."""
        out = list(self.result(value))
        if not (out and isinstance(out[-1], ir.Return)):
            self.left = True
            out.append(ir.Branch(self.end))
        return out

    def expression(self, value: Expr) -> Expr:
        """Gives an expression with the locals of this copy."""
        if isinstance(value, ir.Local):
            return self.locals[value]
        return walk.rebuilt(value, self.expression)

    def result(self, value: Expr | None) -> Iterable[Stmt]:
        """Gives what happens to the result; ends with a return where the caller is left as well."""
        into = self.call.result
        if value is None:
            return
        if self.called.result != "status":
            if into is not None:
                yield ir.Set(into, value)
            return
        if isinstance(value, ir.Const):
            if value.value == ir.WAITS or (into is None and value.value):
                yield ir.Return(value)
            elif into is not None:
                yield ir.Set(into, value)
            return
        yield ir.Set(self.status, value)
        condition = self.status if into is None else eq(self.status, ir.WAITS)
        yield ir.If(condition, (ir.Return(self.status),))
        if into is not None:
            yield ir.Set(into, self.status)

"""What nothing reads is not written: arrays, and locals with what is worked out for them."""

from collections.abc import Iterable

from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.failing import failing, may_fail
from gekido_dsl.program.nodes import Array, Function, Local, Stmt


def drop_arrays(functions: Iterable[Function], kept: Iterable[Array]) -> set[Array]:
    """Takes out all that is written into arrays that nothing reads, and gives those arrays.

    Args:
        kept: arrays that are read from outside.
    """
    functions = list(functions)
    dropped: set[Array] = set()
    while True:
        read = set(kept)
        written: set[Array] = set()
        for function in functions:
            for statement in walk.statements(function.body):
                if isinstance(statement, ir.Copy):
                    read |= {statement.source, statement.target}
                if isinstance(statement, ir.Store):
                    written.add(statement.array)
                    own = statement.array
                    read.update(
                        value.array
                        for value in walk.expressions((statement.index, statement.value))
                        if isinstance(value, ir.Load) and value.array is not own
                    )
                    continue
                read.update(
                    value.array
                    for value in walk.expressions(walk.operands(statement))
                    if isinstance(value, ir.Load)
                )
        useless = {array for array in written - read if array.kind != "control"}
        if not useless:
            return dropped
        dropped |= useless

        def change(statement: Stmt, useless: set[Array] = useless) -> Iterable[Stmt] | None:
            return [] if isinstance(statement, ir.Store) and statement.array in useless else None

        for function in functions:
            function.body = walk.replaced(function.body, change)
            drop_locals(function)


def unused_arrays(
    functions: Iterable[Function], arrays: Iterable[Array], kept: Iterable[Array]
) -> set[Array]:
    """Gives the state and scratch arrays that no function reads or writes."""
    used = set(kept)
    for function in functions:
        for statement in walk.statements(function.body):
            if isinstance(statement, ir.Copy):
                used |= {statement.source, statement.target}
            elif isinstance(statement, ir.Store):
                used.add(statement.array)
            elif isinstance(statement, ir.Recall):
                used.add(statement.result)
            for value in walk.expressions(walk.operands(statement)):
                if isinstance(value, ir.Load):
                    used.add(value.array)
    return {one for one in arrays if one not in used and one.kind in ("state", "derived", "scratch")}


def drop_locals(function: Function) -> None:
    """Takes out what sets locals that nothing reads, and bodies that became empty."""
    fails = failing(walk.reachable([function]))
    while True:
        read: set[Local] = set()
        used: set[Local] = set()
        for statement in walk.statements(function.body):
            own = walk.written(statement)
            if own is not None:
                used.add(own)
            for value in walk.expressions(walk.operands(statement)):
                if isinstance(value, ir.Local) and not (value is own and isinstance(statement, ir.Set)):
                    read.add(value)
        used |= read
        before = function.body

        def change(statement: Stmt, read: set[Local] = read) -> Iterable[Stmt] | None:
            match statement:
                case ir.Set():
                    return None if statement.local in read or may_fail(statement.value, fails) else []
                case ir.If(then=(), otherwise=()) if may_fail(statement.condition, fails):
                    return None
                case ir.If(then=(), otherwise=()) | ir.For(body=()) | ir.Block(body=()) | ir.Loop(body=()):
                    return []
            return None

        function.body = walk.replaced(before, change)
        if function.body is before:
            function.locals = [local for local in function.locals if local in used]
            return

"""Functions copied together: each calls and asks the copies of the others."""

from collections.abc import Iterable
from dataclasses import replace

from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.nodes import Function, Stmt


def twins_of(functions: Iterable[Function], beside: bool = False) -> dict[Function, Function]:
    """Gives each of some functions a copy; all that they need is among them.

    Args:
        beside: whether both are in one program, so that each needs lists of its own.
    """
    functions = list(functions)
    lists = {array: replace(array) for one in functions for array in one.frame} if beside else {}
    twins = {
        function: Function(
            function.name,
            function.parameters,
            function.result,
            list(function.locals),
            [lists.get(array, array) for array in function.frame],
            note=function.note,
            listed=function.listed,
        )
        for function in functions
    }

    def expression(value: ir.Expr) -> ir.Expr:
        if isinstance(value, ir.Ask):
            return ir.Ask(twins[value.function], tuple(map(expression, value.arguments)))
        if isinstance(value, ir.Load) and value.array in lists:
            return ir.Load(lists[value.array], expression(value.index))
        return walk.rebuilt(value, expression)

    def statement(old: Stmt) -> Iterable[Stmt]:
        new = walk.with_operands(old, expression)
        if isinstance(new, ir.Store) and new.array in lists:
            return [ir.Store(lists[new.array], new.index, new.value)]
        return [ir.Call(twins[new.function], new.arguments, new.result) if isinstance(new, ir.Call) else new]

    for function, twin in twins.items():
        twin.body = walk.replaced(function.body, statement)
    return twins

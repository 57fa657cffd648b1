"""State that nothing writes is what it is when a match starts."""

from collections.abc import Iterable

from gekido_dsl.program import expressions as e
from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.nodes import Array, Expr, Function


def use_what_is_settled(functions: Iterable[Function]) -> None:
    """Puts the numbers of state that no function writes in the place of reading it, where the place is fixed."""
    functions = list(functions)
    written: set[Array] = set()
    for function in functions:
        for statement in walk.statements(function.body):
            match statement:
                case ir.Store(array=array) | ir.Copy(target=array):
                    written.add(array)

    def expression(value: Expr) -> Expr:
        match value:
            case ir.Load(array=array, index=ir.Const(value=index)) if array not in written:
                if array.kind in ("state", "derived") and e.reaches(array, index):
                    return ir.Const(e.entry(array, index), array.type)
        return walk.rebuilt(value, expression)

    for function in functions:
        function.body = walk.replaced(function.body, lambda one: [walk.with_operands(one, expression)])

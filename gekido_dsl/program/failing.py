"""Which functions may end a match with a rule error when they are asked: asking them is more than their answer."""

from collections.abc import Iterable

from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.nodes import Expr, Function


def failing(functions: Iterable[Function]) -> frozenset[Function]:
    """Gives the functions that have an error in them, or ask or call one that has.

    Args:
        functions: all that there are.
    """
    functions = list(functions)
    found = {
        function
        for function in functions
        if any(isinstance(one, ir.Error | ir.Trap) for one in walk.statements(function.body))
    }
    needs = {function: walk.callees(function) for function in functions if function not in found}
    while more := {one for one, other in needs.items() if one not in found and not found.isdisjoint(other)}:
        found |= more
    return frozenset(found)


def may_fail(value: Expr, failing: frozenset[Function]) -> bool:
    """Tells whether working out an expression may end a match with a rule error."""
    return bool(failing) and any(
        isinstance(one, ir.Ask) and one.function in failing for one in walk.expressions((value,))
    )

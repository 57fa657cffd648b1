"""How large code is, in nodes: what the budgets of the passes are counted in."""

from gekido_dsl.program import walk
from gekido_dsl.program.nodes import Body, Expr, Function


def size(body: Body) -> int:
    """Counts statements and the nodes of their expressions."""
    count = 0
    for statement in body:
        count += 1
        for value in walk.operands(statement):
            count += nodes(value)
        for inner in walk.bodies(statement):
            count += size(inner)
    return count


def nodes(value: Expr) -> int:
    """Counts the nodes of an expression."""
    return 1 + sum(map(nodes, walk.parts(value)))


def sizes(functions: list[Function]) -> dict[Function, int]:
    """Counts each function."""
    return {function: size(function.body) for function in functions}

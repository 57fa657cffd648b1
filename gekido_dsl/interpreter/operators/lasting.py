"""What never changes however a match goes: what printed facts and nothing else say of things."""

from typing import Final

from gekido_dsl.model import nodes as m

PRINTED: Final = frozenset(
    {"const", "option", "local", "is", "at_least", "at_most", "more", "less", "and", "or", "not", "plus", "minus",
     "times", "field", "whole", "defined", "property"}
)  # fmt: skip
"""Operators that give the same for a thing however a match goes."""
PLACED: Final = PRINTED | {
    "things",
    "called",
    "row",
    "column",
    "central",
    "corner",
    "inner",
    "outer",
    "items",
    "filter",
}
"""Operators that give the same for a space however a match goes, as long as it lies where it lies."""


def lasting(
    expr: m.Expr, game: m.Game, bound: frozenset[int] = frozenset(), operators: frozenset[str] = PLACED
) -> bool:
    """Tells whether what an expression says of things never changes: printed facts and nothing else.

    Args:
        bound: the locals that hold the things.
    """
    match expr.op:
        case op if op not in operators:
            return False
        case "local":
            return expr.value in bound
        case "field" if expr.ref.kept:
            return False
        case "row" | "column" if game.facing:
            return False
        case "defined":
            if expr.ref.exceptions or not lasting(expr.ref.test, game, asked_about(expr.ref), operators):
                return False
        case "property":
            if expr.ref.exceptions or not lasting(expr.ref.value, game, asked_about(expr.ref), operators):
                return False
        case "filter":
            bound = bound | {expr.value}
    return all(lasting(arg, game, bound, operators) for arg in expr.args)


def asked_about(declared: m.Definition | m.Property) -> frozenset[int]:
    """Gives the locals that hold what a definition or property is asked about and what it is asked with."""
    return frozenset(range(1, 2 + len(declared.params)))

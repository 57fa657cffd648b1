"""What is so of a thing by what is printed on it, told before any match."""

from typing import Final

from gekido_dsl.model import conditions
from gekido_dsl.model.kernel import operators as ops
from gekido_dsl.model.nodes.expressions import Expr
from gekido_dsl.model.nodes.things import Row

_SUBJECT: Final = 1
"""The local of what a definition is said of."""


def holds(test: Expr, row: Row) -> bool | None:
    """Tells whether the test of a definition holds for the things of a row; None where the match alone tells."""
    match test:
        case ops.Not():
            found = holds(test.condition, row)
            return None if found is None else not found
        case ops.And() | ops.Or():
            each = [holds(one, row) for one in test.args]
            if isinstance(test, ops.Or) in each:
                return isinstance(test, ops.Or)
            return None if None in each else isinstance(test, ops.And)
        case ops.Is() | ops.AtLeast() | ops.AtMost() | ops.More() | ops.Less():
            left, right = (_number(one, row) for one in (test.left, test.right))
            return None if left is None or right is None else conditions.compared(test, left, right)
        case _:
            return None


def _number(expr: Expr, row: Row) -> int | None:
    match expr:
        case ops.Const(value=int(value)):
            return value
        case ops.Field(thing=ops.Local(value=local), ref=fact) if local == _SUBJECT and not fact.kept:
            printed = row.values.get(fact.name)
            return printed if isinstance(printed, int) else None
        case _:
            return None

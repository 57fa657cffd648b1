"""The kernel of expressions: operators and their operands."""

from typing import Final

from gekido_dsl.model.kernel import operators
from gekido_dsl.model.kernel.expr import Expr, made

OPERATORS: Final[frozenset[str]] = frozenset(operators.RECORDS)

__all__ = ["OPERATORS", "Expr", "made"]

"""What is on a space of which nothing is said.

Invariants:
    Whoever shows a match in a page imports this, so nothing here knows how rulesets are read.
"""

from typing import Any

from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, BoolType, EnumType, IntType, ListType, TextType


def default_of(field: m.Field) -> Any:
    """Gives what is printed on a space where no sign says anything: none, no, the least number."""
    match field.type:
        case BoolType():
            return 0
        case IntType(low=low):
            return low or 0
        case EnumType():
            return NONE if field.optional else 0
        case ListType():
            return ()
        case TextType():
            return ""
        case _:
            return NONE


def starting(field: m.Field) -> Any:
    """Gives what a space has of a field as long as nothing is drawn or changed."""
    if field.start is not None and isinstance(field.start, m.ops.Const):
        return field.start.value
    return default_of(field)

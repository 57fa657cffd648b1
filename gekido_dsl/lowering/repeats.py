"""Whether the same value may come several times among several, as the owners of things do: by what they are made of."""

from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import SetType

_OF_EACH = frozenset({"owner", "field", "neighbour", "face"})
"""Operators that give a value for each of several, which may be the same."""
_AS_THEY_ARE = frozenset(
    {"filter", "place", "inside", "on", "nested", "sorted", "reversed", "highest", "next", "last"}
)
"""Operators that give something twice only where it comes of what is there twice."""


def may_repeat(several: m.Expr) -> bool:
    """Tells whether a value may come several times."""
    if several.op in _OF_EACH:
        return isinstance(several.args[0].type, SetType)
    if several.op in _AS_THEY_ARE:
        return bool(several.args) and may_repeat(several.args[0])
    if several.op == "property":
        decl: m.Property = several.ref
        # One that asks about itself gives things or spaces, never whose they are.
        return not decl.exceptions and decl.value.op != "property" and may_repeat(decl.value)
    return False

"""Whose a thing is."""

from gekido_dsl.lowering.sets.pen import Pen
from gekido_dsl.model.types import ThingType
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def owner_of(w: Pen, thing: ir.Expr, kind: object = None) -> ir.Expr:
    """Gives whose a thing is; none of none."""
    if isinstance(kind, ThingType) and kind.kind.parent is None:
        return x.load(w.memory.owner, thing)
    roots = w.layout.root_of
    if roots == list(range(len(roots))):
        return x.load(w.memory.owner, thing)
    return x.load(w.memory.owner, x.load(w.lowering.table("root", roots), thing))

"""Whose a thing is."""

from gekido_dsl.lowering.sets.pen import Pen
from gekido_dsl.lowering.sets.things import born_things, of_thing
from gekido_dsl.model.types import ThingType
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def owner_of(w: Pen, thing: ir.Expr, kind: object = None) -> ir.Expr:
    """Gives whose a thing is; none of none."""
    if isinstance(kind, ThingType):
        born = born_things(w.lowering, kind.kind)
        if born is not None:
            owners = [player for player in range(w.layout.players) for _ in range(born.each)]
            return of_thing(w, f"owner of {kind.kind.name}", owners, born.start, thing)
    if isinstance(kind, ThingType) and kind.kind.parent is None:
        return x.load(w.memory.owner, thing)
    roots = w.layout.root_of
    if roots == list(range(len(roots))):
        return x.load(w.memory.owner, thing)
    return x.load(w.memory.owner, x.load(w.lowering.table("root", roots), thing))

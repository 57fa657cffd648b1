"""Who knows which thing lies where; see `ground.knowledge`."""

from gekido_dsl.lowering.registry import NotLowered
from gekido_dsl.lowering.writer import Writer
from gekido_dsl.model.types import Type
from gekido_dsl.program import nodes as ir


def move(
    w: Writer, thing: ir.Expr, before: ir.Expr, to: ir.Expr, *, on_top: bool = False, under: bool = False
) -> None:
    """Moves a thing, and notes who knows of it."""
    from gekido_dsl.lowering.verbs.moving import put

    if w.memory.known is not None:
        raise NotLowered("who knows which thing lies where", None)
    put(w, thing, before, to, under=under)


def look(w: Writer, thing: ir.Expr, kind: Type) -> None:
    """Notes that somebody sees what lies in the places of a thing, as with a new owner."""
    if w.memory.known is not None:
        raise NotLowered("who knows which thing lies where", None)

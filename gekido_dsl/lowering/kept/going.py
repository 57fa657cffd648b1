"""A thing goes from one place to another: what is noted, what is told, and what follows."""

from gekido_dsl.lowering.kept import knowledge
from gekido_dsl.lowering.kept.owning import belong
from gekido_dsl.lowering.sets.sets import Set, Single
from gekido_dsl.lowering.writing.triggers import trigger
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import PlaceType, ThingType, Type, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def for_each(w: Writer, things: Set, act: "object") -> None:
    """Does something to each of several, as they are now."""
    assert callable(act)
    taken = things if isinstance(things, Single) else things.freeze(w)
    taken.each(w, lambda thing, leave: act(thing))


def shift(
    w: Writer,
    thing: ir.Expr,
    before: ir.Expr,
    to: ir.Expr,
    kind: Type,
    goal: Type,
    *,
    on_top: bool = False,
    under: bool = False,
    onto: m.Board | None = None,
    off: bool = True,
    owner: ir.Expr | None = None,
) -> None:
    """Moves a thing and remembers that it moved; `onto`, `off` and `owner` as in `knowledge.move`."""
    if w.lowering.may_leave(kind):
        with w.code.if_(x.eq(before, w.layout.gone)):
            w.error("{} is out of the game", None, thing)
    belong(w, thing, to, kind, goal)
    assert isinstance(item(kind), ThingType)
    decl = item(kind).kind  # type: ignore[union-attr]
    knowledge.move(w, thing, before, to, decl, on_top=on_top, under=under, onto=onto, off=off, owner=owner)
    for array, first in w.memory.moved(decl.name):
        w.code.store(array, x.sub(thing, first), 1)


def entered(w: Writer, thing: ir.Expr, to: ir.Expr, kind: Type, goal: Type) -> None:
    """Makes what follows due when a thing has come to a space."""
    if isinstance(goal, PlaceType) or not isinstance(kind, ThingType):
        return
    if w.lowering.triggers.get(("enters", kind.kind.name)):
        with w.code.if_(x.within(to, 0, w.layout.count - 1)):
            trigger(w, "enters", kind.kind.name, w.actor, thing)

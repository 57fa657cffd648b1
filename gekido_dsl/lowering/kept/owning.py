"""Things change hands."""

from collections.abc import Iterable

from gekido_dsl.lowering.kept import derived_state, standing
from gekido_dsl.lowering.kept.owners import owner_of
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, PlaceType, ThingType, Type
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def belong(w: Writer, thing: ir.Expr, to: ir.Expr, kind: Type, goal: Type) -> None:
    """Gives a thing to the player whose place it comes to; in a deck it is nobody's again."""
    if not isinstance(goal, PlaceType) or not isinstance(kind, ThingType):
        return
    if kind.kind.whole().each_player is not None and kind.kind.parent is None:
        return

    numbered: dict[str, range] = w.lowering.remembered("numbers of places", lambda: _numbers(w))
    for decl in _places(w, to):
        if decl.holds is not goal.holds:
            continue
        numbers = numbered.get(decl.name)
        if not numbers:
            continue
        inside = x.within(to, numbers.start, numbers.stop - 1)
        if inside == x.constant(0):
            continue
        if decl.owner == "player":
            with w.code.if_(inside):
                own(w, thing, x.sub(to, numbers.start), kind.kind)
        elif decl.owner is not None:
            first = w.layout.place_names[numbers.start][1]
            with w.code.if_(inside):
                holder = x.add(x.sub(to, numbers.start), first)
                own(w, thing, owner_of(w, holder), kind.kind)
        elif decl.word in ("deck", "box"):
            with w.code.if_(inside):
                own(w, thing, x.constant(NONE), kind.kind)


def _places(w: Writer, to: ir.Expr) -> Iterable[m.Place]:
    """Gives the places that a number may be of: all, or the one of a number that is known."""
    if not isinstance(to, ir.Const):
        return w.game.places.values()
    decl = w.layout.place_names[to.value][0] if to.value >= 0 else None
    return [decl] if isinstance(decl, m.Place) else []


def _numbers(w: Writer) -> dict[str, range]:
    """Finds which numbers the places of a name have: they follow one another."""
    found: dict[str, range] = {}
    for (name, _), number in w.layout.place_of.items():
        found[name] = range(found[name].start if name in found else number, number + 1)
    return found


def own(w: Writer, thing: ir.Expr, player: ir.Expr, kind: m.Kind, *, noted: bool = False) -> None:
    """Makes a thing a player's, or nobody's.

    Args:
        noted: whether the spaces on which each player's things stand say so already.
    """
    player = w.code.let(player)
    if not noted:
        standing.changed_hands(w, kind, thing, player)
    w.code.store(w.memory.owner, thing, player)
    derived_state.owner_changed(w, kind)

"""Which things count as one and the same choice."""

from typing import Any

from gekido_dsl.ground import knowledge
from gekido_dsl.ground.layout import Layout
from gekido_dsl.ground.position import Position
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import ThingType, Type


def distinct(s: Position, kind: Type, values: list[Any], seat: int | None = None) -> list[Any]:
    """Leaves out things that cannot be told from one before; the order of the others is kept.

    Two things are alike that are of the same row, lie in the same place, have the same owner and whole, show the same
    face, and whose kept facts are the same. Spaces and what is no thing are never alike, nor are things with a fact
    that not everybody sees, or with places, tracks or counters of their own.

    Args:
        kind: the type of the values.
        seat: who chooses: of what they do not know each stays, so that nothing is told by how many there are.
    """
    layout = s.layout
    if len(values) < 2 or not isinstance(kind, ThingType) or kind.kind.board is not None:
        return values
    kept = _compared(layout, kind.kind)
    if kept is None:
        return values
    values = knowledge.in_sight(s, values)
    rows = layout.row_of
    cells, where = s.cells, s.where
    face, owner = layout.face_cell, layout.owner_cell
    dice = kind.kind.faces is not None
    seen = set()
    found = []
    for thing in values:
        key = (
            rows[thing],
            where[thing],
            cells[face + thing] if dice else 0,
            cells[owner + thing],
            layout.parent_of[thing],
            *[
                cells[at + k]
                for fact in kept
                for at in (layout.fact_cell(thing, fact),)
                for k in range(layout.index_size(fact.index))
            ],
        )
        if key not in seen or (seat is not None and not knowledge.knows(s, seat, thing)):
            seen.add(key)
            found.append(thing)
    return found


def _compared(layout: Layout, kind: m.Kind) -> list[m.Field] | None:
    """Gives the facts by which things of a kind may differ, besides what all things have; None if none are alike."""
    if kind.name not in layout.compared:
        kept = [fact for fact in kind.fields.values() if fact.kept]
        never = any(fact.seen != "everyone" for fact in kept) or kind.name in layout.holders
        layout.compared[kind.name] = None if never else kept
    return layout.compared[kind.name]

"""What is known of decks that were shuffled alike: like places in their order hold like things.

Invariants:
    Things that were shuffled alike and came to the same place of the order bear the same number; others bear 0.
    A number says nothing of what a thing is, and it stays with the spot when a world is drawn.
"""

from collections.abc import Collection, Mapping

from gekido_dsl.ground import layout as lay
from gekido_dsl.ground.position import Position
from gekido_dsl.model.types import NONE
from gekido_dsl.rng import Rng

Sort = tuple[str, int, int]
"""Of which things any may lie in the spot of any other: kind, whose they are from the start, the whole."""


def number(s: Position, places: Mapping[int, int]) -> None:
    """Numbers things that were shuffled alike, anew.

    Args:
        places: by thing, its place in the order of all.
    """
    first, count = s.layout.alike_cell, s.layout.count
    s.cells[first + count] += 1
    for thing, at in places.items():
        s.cells[first + thing] = s.cells[first + count] * count + at


def forget(s: Position, place: int) -> None:
    """Takes the numbers from things that were shuffled by themselves."""
    first = s.layout.alike_cell
    if first != NONE:
        for thing in s.contents[place]:
            s.cells[first + thing] = 0


def sort_of(layout: lay.Layout, thing: int) -> Sort:
    """Tells of which sort a thing is."""
    return layout.kind_of[thing].name, layout.born_to[thing], layout.parent_of[thing]


def deal(made: Position, unseen: Collection[int], rng: Rng) -> dict[int, int]:
    """Deals anew what bears numbers: in the same way for all who have such things, as they were shuffled alike.

    What a number stands for is known as soon as one of the things that bear it is seen.

    Args:
        unseen: what may be dealt anew.
    Returns:
        By thing, which one lies in its spot now.
    """
    layout, cells = made.layout, made.cells
    first = layout.alike_cell
    if first == NONE:
        return {}
    bearers: dict[int, list[int]] = {}
    for thing in range(layout.count):
        if cells[first + thing]:
            bearers.setdefault(cells[first + thing], []).append(thing)
    groups: dict[tuple[Sort, ...], list[dict[Sort, int]]] = {}
    for at in sorted(bearers):
        sorts = {sort_of(layout, thing): thing for thing in bearers[at]}
        if len(sorts) == len(bearers[at]) and all(thing in unseen for thing in bearers[at]):
            groups.setdefault(tuple(sorted(sorts)), []).append(sorts)
    names: dict[int, int] = {}
    for sorts_of, spots in groups.items():
        order = list(range(len(spots)))
        rng.shuffle(order)
        for sort in sorts_of:
            before = [spot[sort] for spot in spots]
            things = sorted(before, key=lambda thing: (layout.row_of[thing], thing))
            names |= {old: things[order[at]] for at, old in enumerate(before)}
    return names

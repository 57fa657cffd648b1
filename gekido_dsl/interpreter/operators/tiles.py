"""Operators about the sides of tiles: which lie at each other, whether they agree, which are open."""

from collections.abc import Callable, Iterator

from gekido_dsl.ground.geometry import steps_of
from gekido_dsl.ground.tiles import Sides, sides_of
from gekido_dsl.interpreter.operators.making import Function, gives
from gekido_dsl.interpreter.operators.membership import membership
from gekido_dsl.interpreter.state import Evaluation, Locals, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.sides import compass_of, suits
from gekido_dsl.model.types import NONE, ThingType, item


class Lie:
    """Tells how tiles lie beside each other in a match."""

    def __init__(self, ev: Evaluation, part: m.Kind) -> None:
        layout = ev.layout
        self.sides: Sides = sides_of(layout, part)
        compass = compass_of(part)
        assert compass is not None
        headings = self.sides.headings
        self.steps = [steps_of(one, headings) if suits(compass, one.board) else None for one in layout.charts]
        self.chart, self.base, self.cell = layout.chart_of, layout.base_of, layout.position_cell
        kind = part.parent
        assert kind is not None
        self.faces = layout.field_cell[id(kind), self.sides.facing.name] - self.sides.tiles.start
        self.parents = layout.parent_of

    def beside(self, s: State, space: int, way: int) -> int:
        """Gives the space one step away; NONE beyond the rim and from what is no space of squares that suit."""
        if space not in self.chart or s.cells[self.cell + space] == NONE:
            return NONE
        steps = self.steps[self.chart[space]]
        there = steps[s.cells[self.cell + space]][way] if steps is not None else NONE
        return s.cells[self.base[space] + there] if there != NONE else NONE

    def tile_on(self, s: State, space: int) -> int:
        """Gives the first tile on a space, or NONE."""
        return (
            next((one for one in s.contents[space] if one in self.sides.tiles), NONE)
            if space != NONE
            else NONE
        )

    def facing(self, s: State, tile: int) -> int:
        """Gives how a tile lies: its first direction, if it looks nowhere."""
        return max(s.cells[self.faces + tile], 0)

    def ways(self, s: State, part: int) -> Iterator[int]:
        """Gives the sides of a part as its tile lies."""
        facing = self.facing(s, self.parents[part])
        for way in self.sides.ways[part]:
            yield (way + facing) % self.sides.headings

    def printed(self, s: State, tile: int, way: int) -> int:
        """Gives which printed side of a tile looks in a direction."""
        return (way - self.facing(s, tile)) % self.sides.headings

    def across(self, s: State, part: int) -> Iterator[int]:
        """Gives, for each side of a part, the part of another tile that lies there, or NONE."""
        space = s.where[self.parents[part]]
        for way in self.ways(s, part):
            other = self.tile_on(s, self.beside(s, space, way))
            if other == NONE:
                yield NONE
            else:
                at = self.printed(s, other, self.sides.opposite(way))
                yield self.sides.at[other - self.sides.tiles.start][at]


@gives(m.ops.FitsNeighbours)
def _fits_neighbours(ev: Evaluation, e: m.ops.FitsNeighbours) -> Function:
    fact: m.Field = e.ref[0]
    assert isinstance(fact.owner, m.Kind)
    lie, tile, space, way = Lie(ev, fact.owner), ev.make(e.thing), ev.make(e.space), ev.make(e.direction)
    values, first, headings = lie.sides.values(ev.layout, fact), lie.sides.tiles.start, lie.sides.headings

    def fits(s: State, L: Locals) -> bool:
        one, here, facing = tile(s, L), space(s, L), way(s, L)
        if NONE in (one, here, facing):
            return False
        for towards in range(headings):
            ev.work += 1
            other = lie.tile_on(s, lie.beside(s, here, towards))
            if other in (NONE, one):
                continue
            mine = values[one - first][(towards - facing) % headings]
            if mine != values[other - first][lie.printed(s, other, lie.sides.opposite(towards))]:
                return False
        return True

    return fits


@gives(m.ops.OpenSide)
def _open_side(ev: Evaluation, e: m.ops.OpenSide) -> Function:
    kind = item(e.thing.type)
    assert isinstance(kind, ThingType)
    lie, part = Lie(ev, kind.kind), ev.make(e.thing)

    def is_open(s: State, L: Locals) -> bool:
        one = part(s, L)
        space = s.where[lie.parents[one]] if one != NONE else NONE
        if space not in lie.chart:
            return False
        return any(lie.tile_on(s, lie.beside(s, space, way)) == NONE for way in lie.ways(s, one))

    return is_open


@gives(m.ops.Lying)
def _lying(ev: Evaluation, e: m.ops.Lying) -> Function:
    assert isinstance(e.ref.owner, m.Kind)
    lie, part = Lie(ev, e.ref.owner), ev.make(e.thing)

    def lying(s: State, L: Locals) -> list[int]:
        one = part(s, L)
        return [] if one == NONE else [*lie.ways(s, one)]

    return lying


def joined(ev: Evaluation, e: m.ops.Touching, part: m.Kind) -> Callable[[State, Locals], list[int]]:
    """Makes the function that goes from part to part, wherever their sides lie at each other."""
    lie, one, belongs = Lie(ev, part), ev.make(e.thing), membership(ev, e.things)

    def touching(s: State, L: Locals) -> list[int]:
        start = one(s, L)
        if start == NONE or s.where[lie.parents[start]] not in lie.chart or not belongs(s, L, start):
            return []
        found, edge = {start}, [start]
        while edge:
            ev.work += 1
            for there in lie.across(s, edge.pop()):
                if there != NONE and there not in found and belongs(s, L, there):
                    found.add(there)
                    edge.append(there)
        return sorted(found)

    return touching

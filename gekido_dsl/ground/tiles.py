"""Tiles: which part is at which side of each, as printed, and by what sides agree. Nothing here depends on a match."""

from dataclasses import dataclass
from typing import Final

from gekido_dsl.ground.layout import Layout
from gekido_dsl.model import nodes as m
from gekido_dsl.model.sides import compass_of
from gekido_dsl.model.types import NONE, ThingType

NOTHING: Final = -2_000_000_000
"""What stands for the value of a side at which there is no part."""


@dataclass(frozen=True, slots=True)
class Sides:
    """The sides of all tiles of a kind."""

    part: m.Kind
    tiles: range
    facing: m.Field
    headings: int
    at: tuple[tuple[int, ...], ...]
    """For each tile, the part at each printed direction; NONE where there is none."""
    ways: dict[int, tuple[int, ...]]
    """For each part, the printed directions of its sides."""

    def opposite(self, way: int) -> int:
        """Gives the side of the other tile that touches a side."""
        return (way + self.headings // 2) % self.headings

    def values(self, layout: Layout, fact: m.Field) -> list[list[int]]:
        """Gives for each tile what a printed fact is at each printed direction."""
        found = {part: _value(layout, fact, part) for part in self.ways}
        return [[found[part] if part != NONE else NOTHING for part in sides] for sides in self.at]


def _value(layout: Layout, fact: m.Field, part: int) -> int:
    assert isinstance(fact.owner, m.Kind)
    value = fact.owner.rows[layout.row_of[part]].values.get(fact.name, NONE)
    if isinstance(fact.type, ThingType) and value != NONE:
        return layout.first_of_row.get((fact.type.kind.name, value), NONE)
    return int(value)


def sides_of(layout: Layout, part: m.Kind) -> Sides:
    """Gives the sides of the tiles of which a kind is a part."""
    field, compass, whole = part.sides, compass_of(part), part.parent
    assert field is not None and compass is not None and whole is not None
    tiles, headings = layout.things[whole.name], len(compass.members)
    at = [[NONE] * headings for _ in tiles]
    ways: dict[int, tuple[int, ...]] = {}
    for thing in layout.things[part.name]:
        ways[thing] = tuple(part.rows[layout.row_of[thing]].values.get(field.name, ()))
        for way in ways[thing]:
            at[layout.parent_of[thing] - tiles.start][way] = thing
    return Sides(part, tiles, whole.facings()[0], headings, tuple(tuple(one) for one in at), ways)

"""The compass by which tiles have their sides, and the boards that it suits."""

from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import EnumType, ListType


def suits(compass: m.Enum, board: m.Board) -> bool:
    """Tells whether the directions of a compass are steps of a board."""
    number = len(compass.members)
    grid = not board.is_map and board.shape.links is None
    return grid and (number == board.shape.directions or (number, board.shape.directions) == (4, 8))


def compass_of(kind: m.Kind) -> m.Enum | None:
    """Gives the compass of the sides that parts of a kind have."""
    field = kind.sides
    one = field.type.item if field is not None and isinstance(field.type, ListType) else None
    return one.enum if isinstance(one, EnumType) else None

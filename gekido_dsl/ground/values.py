"""What a fact may be and what a die may show, as everybody knows who does not see it."""

from collections.abc import Sequence

from gekido_dsl.ground.layout import Layout
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, BoolType, EffectType, EnumType, IntType, PlayerType, ThingType


def values_of(layout: Layout, fact: m.Field) -> Sequence[int]:
    """Gives the values that a fact may have: none only if its type says so, nothing where the type sets no bounds.

    Of a fact that names a space these are all spaces, laid or not.
    """
    least = NONE if fact.optional else 0
    match fact.type:
        case EnumType(enum=enum):
            return range(least, len(enum.members))
        case BoolType():
            return range(2)
        case IntType(low=int(low), high=int(high)):
            return range(low, high + 1)
        case PlayerType():
            return range(least, layout.players)
        case EffectType():
            return range(least, len(layout.game.effect_calls))
        case ThingType(kind=kind):
            things = layout.things[kind.name]
            return [NONE, *things] if fact.optional else things
    return ()


def faces_of(kind: m.Kind) -> range:
    """Gives the faces of a die as numbers."""
    if isinstance(kind.faces, tuple):
        return range(kind.faces[0], kind.faces[1] + 1)
    return range(len(kind.faces.members)) if kind.faces is not None else range(1)


def faces_in(kind: m.Kind, decl: m.Decl) -> range:
    """Gives the faces that a die may show in a place: in use it never shows 0, which would take it off."""
    faces = found = faces_of(kind)
    if isinstance(decl, m.Counter):
        found = range(decl.low if decl.kept is not None else max(decl.low, 1), decl.high + 1)
    elif isinstance(decl, m.Track):
        found = range(max(faces.start, 1), faces.stop)
    return found or faces

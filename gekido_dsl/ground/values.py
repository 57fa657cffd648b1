"""What a fact may be and what a die may show, as everybody knows who does not see it."""

from collections.abc import Sequence
from typing import Final

from gekido_dsl.ground.layout import Layout
from gekido_dsl.model import dealing
from gekido_dsl.model import nodes as m
from gekido_dsl.model.blank import starting
from gekido_dsl.model.types import (
    LEAST,
    MOST,
    NONE,
    BoolType,
    EffectType,
    EnumType,
    IntType,
    PlayerType,
    ThingType,
)

PLAUSIBLE: Final = 100
"""How many values a hidden number without a bound has in the worlds of bots."""


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
            return range(low, high + 1) if low > LEAST and high < MOST else _plausible(layout, fact)
        case PlayerType():
            return range(least, layout.players)
        case EffectType():
            return range(least, len(layout.game.effect_calls))
        case ThingType(kind=kind):
            things = layout.things[kind.name]
            return [NONE, *things] if fact.optional else things
    return ()


def _plausible(layout: Layout, fact: m.Field) -> range:
    """Gives the values of a fact without a bound that worlds may have: what sentences set it to, and its start.

    Where these have no bound either, as many as `PLAUSIBLE` from the end that there is, or around the start.
    """
    kind, start = fact.type, int(starting(fact))
    assert isinstance(kind, IntType)
    lows, highs = [start], [start]
    bounded = True
    for act in dealing.writing(layout.game).get(fact, []):
        given = act.to.type if isinstance(act, m.acts.Set) else None
        if isinstance(given, IntType) and given.low is not None and given.high is not None:
            lows.append(given.low)
            highs.append(given.high)
        else:
            bounded = False
    low, high = min(lows), max(highs)
    if bounded and low > LEAST and high < MOST:
        return range(low, high + 1)
    if kind.low is not None and kind.low > LEAST:
        return range(kind.low, kind.low + PLAUSIBLE)
    if kind.high is not None and kind.high < MOST:
        return range(kind.high - PLAUSIBLE + 1, kind.high + 1)
    return range(start - PLAUSIBLE // 2, start + PLAUSIBLE // 2)


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

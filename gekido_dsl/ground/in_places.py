"""The order in which several things are gone through that may lie hidden: that of their places, not of their numbers.

A thing's number says which it is. If things were moved, offered or told in the order of their numbers, whoever knows
one of them would learn on which side of it the hidden ones come.

Invariants:
    Things that stand on open boards, or nowhere, come first, in the order of their numbers.
    The others follow place by place, as they lie there; where their order is not known, see `knowledge.in_sight`.
"""

from collections.abc import Iterable
from functools import lru_cache

from gekido_dsl.ground import knowledge
from gekido_dsl.ground.layout import Layout
from gekido_dsl.ground.position import Position
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import SetType, ThingType, item


def numbered(game: m.Game, several: m.Expr) -> m.Kind | None:
    """Gives the kind of things that an expression lists by their numbers though some may lie hidden; None of others."""
    kind = item(several.type)
    if not isinstance(several.type, SetType) or not isinstance(kind, ThingType):
        return None
    if kind.kind.name not in _hidden_kinds(game) or not _by_number(several):
        return None
    return kind.kind


def _by_number(several: m.Expr) -> bool:
    match several:
        case m.ops.Things() | m.ops.AllMine():
            return True
        case m.ops.Called(set=base):
            return base is None or _by_number(base)
        case m.ops.Filter(set=base) | m.ops.Reversed(set=base):
            return _by_number(base)
        case m.ops.Union(args=parts):
            return any(map(_by_number, parts))
    return False


def backwards(several: m.Expr) -> bool:
    """Tells whether an expression lists what it is made of the last first."""
    turned = False
    while isinstance(several, m.ops.Filter | m.ops.Reversed):
        turned ^= isinstance(several, m.ops.Reversed)
        several = several.set
    return turned


@lru_cache(maxsize=8)
def _hidden_kinds(game: m.Game) -> frozenset[str]:
    """Names the kinds, other than spaces, of which things may lie where not everybody knows which is which."""
    if any(board.seen != "everyone" for board in game.boards.values()):
        return frozenset(name for name, kind in game.kinds.items() if kind.board is None)
    found = {one.holds.name for one in game.places.values() if one.seen != "everyone" or one.shuffled}
    found |= {one.die.name for one in game.tracks.values() if one.seen != "everyone"}
    found |= {one.die.name for one in game.counters.values() if one.seen != "everyone"}
    return frozenset(name for name in found if game.kinds[name].board is None)


def holders(layout: Layout, kind: m.Kind) -> list[int]:
    """Lists, in order, the places one after the other by which things of a kind are ordered."""
    found = []
    for number, (decl, _) in enumerate(layout.place_names):
        match decl:
            case m.Kind(board=board):
                ordered = board is not None and board.seen != "everyone"
            case m.Place(holds=held) | m.Track(die=held) | m.Counter(die=held):
                ordered = held is kind
            case _:
                ordered = number != layout.gone
        if ordered:
            found.append(number)
    return found


def ordered(s: Position, things: Iterable[int], kind: m.Kind) -> list[int]:
    """Puts things of a kind in the order of their places."""
    found = list(things)
    if len(found) < 2:
        return found
    known = s.layout.holders_of
    if kind.name not in known:
        known[kind.name] = frozenset(holders(s.layout, kind))
    places = known[kind.name]
    at: dict[int, tuple[int, int]] = {}
    for place in {s.where[thing] for thing in found} & places:
        at |= {thing: (place, number) for number, thing in enumerate(s.contents[place])}
    return knowledge.in_sight(s, sorted(found, key=lambda thing: at.get(thing, (-1, -1))))


__all__ = ["backwards", "holders", "numbered", "ordered"]

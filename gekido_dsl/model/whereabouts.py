"""Where things lie and whose they are, told apart by kind: what asks for Cards is not touched by a Pawn that moves.

Invariants:
    What asks for things of a kind and what moves some of them have a fact in common; so has whatever is not told apart.
    Only things move: kinds of spaces, parts and what has parts are told apart from none.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final, Literal

from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import PlaceType, SetType, ThingType, Type, item

Fact = tuple[str, Any]

Sort = Literal["where", "owner"]
_UNTOLD: Final = "untold"
"""Stands for whatever kind it was that changed, where that is not known."""
UNTOLD: Final[tuple[Fact, ...]] = (("where", None), ("where", _UNTOLD))
"""That something lies elsewhere, and it is not known what."""


def asked(game: m.Game, node: m.Expr, sort: Sort) -> Iterable[Fact]:
    """Gives the facts that an operator depends on which asks where things lie, or whose they are."""
    kinds = _kinds_asked(game, node)
    if kinds is None or not all(_alone(game, kind) for kind in kinds):
        return ((sort, None),)
    return ((sort, _UNTOLD), *((sort, kind) for kind in kinds))


def changed(act: m.Act, sort: Sort) -> tuple[Fact, ...]:
    """Gives the facts that an act changes which moves things, or gives them to somebody."""
    kind = _kind(act.things.type) if isinstance(act, m.acts.Move) else None
    goal = item(act.goal.type) if isinstance(act, m.acts.Move) else None
    plain = kind is not None and isinstance(goal, PlaceType | ThingType) and kind.parent is None
    return ((sort, None), (sort, kind if plain else _UNTOLD))


@lru_cache(maxsize=2)
def _standing(game: m.Game) -> tuple[m.Kind, ...] | None:
    """Lists the kinds of things that ever stand on spaces; None where that cannot be told."""
    drawn = (
        each for board in game.boards.values() for standing in board.legend.values() for each in standing
    )
    found: dict[m.Kind, None] = {one.kind: None for one in drawn}
    for decl in walk.declarations(game):
        for body in walk.bodies(decl):
            for one in walk.statements(body):
                act = one.act if isinstance(one, m.Sentence) else None
                if isinstance(act, m.acts.Move | m.acts.Together) and isinstance(
                    _one(act.goal.type), ThingType
                ):
                    kind = _kind(act.things.type)
                    if kind is None:
                        return None
                    found[kind] = None
                elif isinstance(act, m.acts.Cover):
                    kind = _kind(act.things.type)
                    if kind is None:
                        return None
                    found |= {kind: None, act.squares: None}
    return tuple(found)


def _kinds_asked(game: m.Game, node: m.Expr) -> tuple[m.Kind, ...] | None:
    """Lists the kinds of which it matters where they lie, or whose they are; None where that cannot be told."""
    match node:
        case m.ops.Inside() | m.ops.On():
            found = [node.ref if isinstance(node.ref, m.Kind) else _kind(node.type)]
        case m.ops.Empty():
            place = item(node.place.type)
            if isinstance(place, ThingType):
                return _standing(game)
            found = [place.holds if isinstance(place, PlaceType) else None]
        case m.ops.InPlace() | m.ops.Space() | m.ops.OnBoard() | m.ops.At():
            found = [_kind(node.thing.type)]
        case m.ops.Mine() | m.ops.AllMine():
            found = [_kind(node.type)]
        case m.ops.Next() | m.ops.Last():
            found = [_kind(node.set.type)]
        case (
            m.ops.NextTo()
            | m.ops.Within()
            | m.ops.Toward()
            | m.ops.Friendly()
            | m.ops.Enemy()
            | m.ops.Unclaimed()
        ):
            found = [_kind(arg.type) for arg in node.args if isinstance(_one(arg.type), ThingType)]
        case _:
            return None
    told = tuple(one for one in found if one is not None)
    return told if told and len(told) == len(found) else None


def _one(kind: Type) -> Type:
    return item(kind.item) if isinstance(kind, SetType) else item(kind)


def _kind(written: Type) -> m.Kind | None:
    one = _one(written)
    return one.kind if isinstance(one, ThingType) else None


def _alone(game: m.Game, kind: m.Kind) -> bool:
    """Tells whether things of a kind move by themselves: they are no parts, and nothing is a part of them."""
    return kind.parent is None and not any(one.parent is kind for one in game.kinds.values())

"""Which acts may bring about what a rule waits for.

Invariants:
    What is denied never happens; where a thing, place or space cannot be told apart, the act may bring it about.
"""

from collections.abc import Iterator

from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import PlaceType, ThingType, item


def may_bring(game: m.Game, act: m.Act, event: m.Event) -> bool:
    """Tells whether an act may bring an event about."""
    if event.kind not in act.record.happens:
        return False
    if isinstance(act, m.acts.Changing):
        return act.fact.ref is event.other
    kind = handled(act)
    if kind is not None and isinstance(event.subject, m.Kind) and kind is not event.subject:
        return False
    return event.kind not in ("enters", "entering") or any(_may_be(one, event) for one in _goals(game, act))


def handled(act: m.Act) -> m.Kind | None:
    """Gives the kind of things that an act is done to; None where that is not known."""
    match act:
        case m.acts.Draw(kind=kind):
            return kind
        case m.acts.Deal(hand=hand):
            return hand.holds
        case m.acts.ShuffleInto(place=place) | m.acts.ShuffleOnto(place=place):
            held = item(place.type)
            return held.holds if isinstance(held, PlaceType) else None
        case m.acts.Arrange(thing=things) | m.acts.Suffer(thing=things):
            pass
        case m.acts.Move(things=things) | m.acts.Together(things=things):
            pass
        case m.acts.Discard(things=things) | m.acts.Destroy(things=things) | m.acts.Remove(things=things):
            pass
        case _:
            return None
    found = item(things.type)
    return found.kind if isinstance(found, ThingType) else None


def overlap(one: m.Expr, other: m.Expr) -> bool:
    """Tells whether two expressions of places may mean the same one."""
    here, there = _places(one), _places(other)
    return here is None or there is None or bool(here & there)


def _goals(game: m.Game, act: m.Act) -> Iterator[m.Expr | m.Place]:
    """Gives where an act brings things to."""
    match act:
        case m.acts.Move(goal=goal) | m.acts.Together(goal=goal) | m.acts.Cover(goal=goal):
            yield goal
        case m.acts.ShuffleInto(goal=goal) | m.acts.ShuffleOnto(goal=goal):
            yield goal
        case m.acts.Deal(hand=hand):
            yield hand
        case m.acts.Draw(goal=goal, keeping=keeping, kind=kind):
            yield goal
            if keeping is not None:
                yield from game.piles_of(kind)
        case m.acts.Discard():
            moved = handled(act)
            yield from game.piles_of(moved) if moved is not None else game.places.values()


def _may_be(goal: m.Expr | m.Place, event: m.Event) -> bool:
    """Tells whether a goal may be one of the places or spaces that an event names."""
    wanted = item(event.where.type) if event.where is not None else None
    if isinstance(goal, m.Place):
        named = _places(event.where) if event.where is not None else None
        return (
            isinstance(wanted, PlaceType) and wanted.holds is goal.holds and (named is None or goal in named)
        )
    given = item(goal.type)
    if isinstance(given, ThingType) and isinstance(wanted, ThingType):
        return given.kind is wanted.kind
    if isinstance(given, PlaceType) and isinstance(wanted, PlaceType):
        return event.where is None or overlap(goal, event.where)
    return not isinstance(given, PlaceType | ThingType) or wanted is None


def _places(named: m.Expr) -> set[m.Place] | None:
    """Gives the places, as they are declared, that an expression speaks of; None where it may be any."""
    match named:
        case m.ops.Place() if isinstance(named.ref, m.Place):
            return {named.ref}
        case m.ops.Items():
            return _places(named.one)
        case m.ops.Filter():
            return _places(named.set)
        case _:
            return None


def at_its_limit(game: m.Game, event: m.Event) -> bool:
    """Tells whether a limit may bring an event about: what is too much in a place is discarded."""
    limited = (one for one in game.places.values() if one.limit is not None)
    return event.kind == "entering" and any(
        _may_be(pile, event) for place in limited for pile in game.piles_of(place.holds)
    )

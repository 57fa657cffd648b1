"""What lies on the table is addressed by what a view shows of it, so that a choice can say what it is about.

Invariants:
    An address is made of what a seat sees, never of the number of a thing: things that look the same and lie in the
    same place share one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from gekido_dsl.engine.views import PlaceView, SpaceView, ThingView, View

NOBODY: Final = -1
"""Stands for the seat of what belongs to nobody."""

Address = tuple[str, ...]
"""Where something is on the table, from the outside to the inside."""

Sort = Literal["player", "board", "space", "place", "thing", "die", "counter"]


@dataclass(frozen=True, slots=True)
class Spot:
    """Something that a view shows, with its address."""

    sort: Sort
    address: Address
    shown: "ThingView | PlaceView | SpaceView | None" = None
    """What it is; of a die or counter, the thing on which it lies."""
    holder: str = ""
    """The track or counter of a die."""
    number: int = 0
    """Which die of the track."""
    owner: int = NOBODY
    """The seat to which it belongs, if it belongs to one."""


def of_player(seat: int) -> Address:
    """Addresses a player."""
    return ("player", str(seat))


def of_board(name: str) -> Address:
    """Addresses a board."""
    return ("board", name)


def of_space(board: str, label: str) -> Address:
    """Addresses a space."""
    return ("space", board, label)


def of_place(name: str, owner: int = NOBODY) -> Address:
    """Addresses a place of a player, or of nobody."""
    return ("place", str(owner), name)


def on_space(space: Address, kind: str, name: str, owner: int) -> Address:
    """Addresses a thing on a space."""
    return (*space, "thing", kind, name, str(owner))


def in_place(place: Address, kind: str, name: str) -> Address:
    """Addresses a thing in a place."""
    return (*place, "thing", kind, name)


def with_player(seat: int, kind: str, name: str) -> Address:
    """Addresses a thing that is listed with its owner."""
    return ("thing", str(seat), kind, name)


def part_of(whole: Address, kind: str, name: str) -> Address:
    """Addresses a part of a thing."""
    return (*whole, "part", kind, name)


def place_of(thing: Address, name: str) -> Address:
    """Addresses a place that a thing has."""
    return (*thing, "place", name)


def on_track(thing: Address, track: str, face: str) -> Address:
    """Addresses a die on a track of a thing."""
    return (*thing, "track", track, face)


def on_counter(thing: Address, counter: str) -> Address:
    """Addresses the die of a counter of a thing."""
    return (*thing, "counter", counter)


def of_value(of: str, name: str) -> Address:
    """Addresses a value of a list of values, where things have a number for each; no view lists these."""
    return ("value", of, name)


def loose(kind: str, name: str) -> Address:
    """Addresses a thing that belongs to nobody and lies nowhere."""
    return ("thing", str(NOBODY), kind, name)


def spots_of(view: View) -> Iterator[Spot]:
    """Lists everything that a view shows."""
    for board in view.boards:
        yield Spot("board", of_board(board.name), owner=_seat(board.owner))
        for space in board.spaces:
            address = of_space(board.name, space.label)
            yield Spot("space", address, space, owner=_seat(board.owner))
            for thing in space.things:
                at = on_space(address, thing.kind, thing.name, _seat(thing.owner))
                yield Spot("thing", at, thing, owner=_seat(thing.owner))
                yield from _of_thing(at, thing)
    yield from _places(view.places, NOBODY)
    for thing in view.things:
        at = loose(thing.kind, thing.name)
        yield Spot("thing", at, thing)
        yield from _of_thing(at, thing)
    for player in view.players:
        yield Spot("player", of_player(player.seat), owner=player.seat)
        for thing in player.things:
            at = with_player(player.seat, thing.kind, thing.name)
            yield Spot("thing", at, thing, owner=player.seat)
            yield from _of_thing(at, thing)
        yield from _places(player.places, player.seat)


def _seat(owner: int | None) -> int:
    return NOBODY if owner is None else owner


def _places(places: Sequence[PlaceView], owner: int) -> Iterator[Spot]:
    for place in places:
        yield from _place(of_place(place.name, owner), place, owner)


def _place(at: Address, place: PlaceView, owner: int) -> Iterator[Spot]:
    yield Spot("place", at, place, owner=owner)
    for thing in place.things if place.things is not None else place.known:
        inner = in_place(at, thing.kind, thing.name)
        yield Spot("thing", inner, thing, owner=_seat(thing.owner))
        yield from _of_thing(inner, thing)


def _of_thing(at: Address, thing: ThingView) -> Iterator[Spot]:
    """Lists what lies on a thing, and its parts."""
    owner = _seat(thing.owner)
    for track, faces in thing.tracks.items():
        for number, face in enumerate(faces):
            yield Spot("die", on_track(at, track, str(face)), thing, track, number, owner)
    for counter, shown in thing.counters.items():
        if shown is not None:
            yield Spot("counter", on_counter(at, counter), thing, counter, 0, owner)
    for place in thing.places:
        yield from _place(place_of(at, place.name), place, owner)
    for part in thing.parts:
        inner = part_of(at, part.kind, part.name)
        yield Spot("thing", inner, part, owner=owner)
        yield from _of_thing(inner, part)

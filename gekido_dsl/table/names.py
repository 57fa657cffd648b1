"""What things in pictures are called, so that a thing has the same name in one picture after the other.

Invariants:
    Names follow from what was seen through the eyes of one seat, one view after the other, and from nothing else:
    things that look the same are told apart by where they lay in the view before, never by their numbers.
    In one picture no two things have the same name.
"""

from collections.abc import Mapping, Sequence

from gekido_dsl.engine import ThingView, View
from gekido_dsl.engine.spots import Address, Spot, spots_of

Key = tuple[int, str, int]
"""The identity of what a view shows; of dice on tracks and counters: their thing, the holder and the number."""


class Named:
    """The names of everything in one view."""

    def __init__(self) -> None:
        self.by_key: dict[Key, str] = {}
        self.by_address: dict[Address, list[str]] = {}

    def of(self, shown: object, holder: str = "", number: int = 0) -> str:
        """Gives the name of something that the view shows; nothing for what it does not."""
        return self.by_key.get((id(shown), holder, number), "")

    def at(self, addresses: Sequence[Address]) -> list[str]:
        """Gives the names of everything at some addresses."""
        return list(
            dict.fromkeys(name for one in addresses for name in self.by_address.get(one, (" ".join(one),)))
        )


class Names:
    """Names things for one viewer."""

    def __init__(self) -> None:
        self._before: dict[str, dict[str, Address]] = {}
        """For each sort of things, where each name lay in the view before."""

    def copy(self) -> "Names":
        """Makes one that goes on from here by itself."""
        made = Names()
        made._before = self._before
        return made

    def of(self, view: View) -> Named:
        """Names everything in a view."""
        made = Named()
        groups: dict[str, list[Spot]] = {}
        for spot in spots_of(view):
            if spot.sort in ("thing", "die", "counter"):
                groups.setdefault(_sort_of(spot), []).append(spot)
            else:
                _keep(made, spot, " ".join(spot.address))
        now: dict[str, dict[str, Address]] = {}
        for sort, found in groups.items():
            now[sort] = {}
            for name, spot in _matched(sort, found, self._before.get(sort, {})):
                _keep(made, spot, name)
                now[sort][name] = spot.address
        self._before = now
        return made


def _keep(made: Named, spot: Spot, name: str) -> None:
    made.by_key[id(spot.shown), spot.holder, spot.number] = name
    made.by_address.setdefault(spot.address, []).append(name)


def _sort_of(spot: Spot) -> str:
    """Gives what tells things apart whatever happens to them: neither a face nor an owner."""
    shown = spot.shown
    assert isinstance(shown, ThingView)
    if spot.sort in ("die", "counter"):
        return " ".join((*_whole(spot.address), spot.holder))
    listed = "panel " if spot.address[0] == "thing" else ""
    return (
        f"{listed}{shown.kind}"
        if shown.face is not None or shown.name == shown.kind
        else f"{listed}{shown.kind} {shown.name}"
    )


def _whole(address: Address) -> Address:
    """Gives the address of the thing on which a die lies, without the die."""
    return address[: -3 if address[-3] == "track" else -2]


def _matched(sort: str, found: Sequence[Spot], before: Mapping[str, Address]) -> list[tuple[str, Spot]]:
    """Names things of one sort: what lies where it lay keeps its name, then what has moved, then what is new."""
    made: list[tuple[str, Spot]] = []
    free = dict(before)
    lying: dict[Address, list[str]] = {}
    for name, address in before.items():
        lying.setdefault(address, []).append(name)
    waiting: list[Spot] = []
    for spot in found:
        if lying.get(spot.address):
            name = lying[spot.address].pop(0)
            del free[name]
            made.append((name, spot))
        else:
            waiting.append(spot)
    for near in (True, False):
        left: list[Spot] = []
        for spot in waiting:
            fitting = [name for name, address in free.items() if not near or _alike(address, spot.address)]
            if fitting:
                del free[fitting[0]]
                made.append((fitting[0], spot))
            else:
                left.append(spot)
        waiting = left
    taken = {*before, *(name for name, _ in made)}
    number = 1
    for spot in waiting:
        while (name := sort if number == 1 else f"{sort} {number}") in taken:
            number += 1
        taken.add(name)
        made.append((name, spot))
    return made


def _alike(one: Address, other: Address) -> bool:
    """Tells whether things at two addresses belong to the same player, or lie on the same thing."""
    return one[-1] == other[-1] and one[:2] == other[:2]

"""What learners need of a match, as numbers: what a seat sees, what it may do, and what the end is worth.

Rulesets have neither a fixed list of choices nor a fixed board, so both are given places in tables of a fixed size by
their names (Weinberger et al. 2009, *Feature hashing for large scale multitask learning*).

Invariants:
    The same name has the same place in every match, every process and every version of Python.
    Seats are counted from who looks, so that what is learnt for one seat serves each.
    What is told of a position comes from `Executor.observe` and the decision of that seat alone.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import log1p
from typing import Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from gekido_dsl.engine import Decision, Outcome, PlaceView, Seat, ThingView, View
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk

ACTIONS: Final = 1024
FEATURES: Final = 1024
HIGHEST: Final = 16.0
"""No feature is more, or less than this with a minus."""

Features = NDArray[np.float32]
_Whose = Callable[[Seat | None], str]
"""Words a seat as whoever looks counts it."""
_Facts = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Encoding:
    """How many places the tables have."""

    actions: int = ACTIONS
    features: int = FEATURES

    def legal(self, decision: Decision) -> dict[int, int]:
        """Gives the actions of a decision, and the number of the choice of each.

        Choices that only take another back are no actions. Two names of one decision that would have the same place
        take the next that is free, in order.

        Raises:
            ValueError: there are more choices than actions.
        """
        forward = decision.forward
        if len(forward) > self.actions:
            raise ValueError(
                f"a decision has {len(forward)} choices, more than there are actions: {self.actions}"
            )
        found: dict[int, int] = {}
        for number in forward:
            action = _place(f"{decision.rule}|{decision.choices[number].id}") % self.actions
            while action in found:
                action = (action + 1) % self.actions
            found[action] = number
        return found

    def observation(self, view: View, players: int) -> Features:
        """Gives what a seat sees: an array of `features` numbers, from -`HIGHEST` to `HIGHEST`."""
        found = [0.0] * self.features
        for name, value in _seen(view, players):
            found[_place(name) % self.features] += value
        return np.clip(np.array(found, np.float32), -HIGHEST, HIGHEST)


def utilities(outcome: Outcome | None, players: int) -> tuple[float, ...]:
    """Gives what the end is worth to each seat, from -1 to 1; nothing where a limit ended the match, or none has.

    Against others it is the share of them that came in behind, less the share that came in ahead. Whoever plays alone
    or wins and loses with all others has 1 or -1.
    """
    if outcome is None or not outcome.finished:
        return (0.0,) * players
    if outcome.joint or players == 1 or len(outcome.lost) == players:
        return tuple(1.0 if seat in outcome.winners else -1.0 for seat in range(players))
    side = outcome.sides or tuple(range(players))
    return tuple(_standing(outcome.ranks, side, seat) for seat in range(players))


def _standing(ranks: tuple[int, ...], side: tuple[int, ...], seat: Seat) -> float:
    others = [ranks[other] for other in range(len(ranks)) if side[other] != side[seat]]
    return sum((rank > ranks[seat]) - (rank < ranks[seat]) for rank in others) / max(1, len(others))


def shares_ends(game: m.Game) -> bool:
    """Tells whether all players may win, or lose, as one."""
    sentences = (
        node for one in walk.declarations(game) for node in walk.nodes(one) if isinstance(node, m.Sentence)
    )
    acts = (one.act for one in sentences)
    return any(
        isinstance(act, m.acts.Win | m.acts.Defeat) and isinstance(act.players, m.ops.Seats | m.ops.SideOf)
        for act in acts
    )


# ---------------------------------------------------------------- what a seat sees


def _seen(view: View, players: int) -> Iterator[tuple[str, float]]:
    """Names everything in a view, with its number; what has none counts 1."""
    own = view.seat
    assert own is not None, "a spectator learns nothing"

    def whose(seat: Seat | None) -> str:
        return "" if seat is None else str((seat - own) % players)

    yield f"on turn {whose(view.on_turn)}", 1.0
    for phase in view.phases:
        yield f"phase {phase}", 1.0
    yield from _facts("fact", view.facts)
    for board in view.boards:
        name = f"{board.name} {whose(board.owner)}"
        for space in board.spaces:
            at = f"{name} {space.label}"
            yield from _facts(at, space.changed)
            for thing in space.things:
                yield from _thing(at, thing, whose)
    for place in view.places:
        yield from _place_seen(place, whose)
    for player in view.players:
        name = f"player {whose(player.seat)}"
        yield name, float(player.remaining)
        for thing in player.things:
            yield from _thing(name, thing, whose)
        for place in player.places:
            yield from _place_seen(place, whose)


def _place_seen(place: PlaceView, whose: _Whose) -> Iterator[tuple[str, float]]:
    name = f"{place.word} {place.name} {whose(place.owner)}"
    yield name, log1p(place.count)
    for thing in place.things if place.things is not None else place.known:
        yield from _thing(name, thing, whose)


def _thing(where: str, thing: ThingView, whose: _Whose) -> Iterator[tuple[str, float]]:
    name = f"{where} {thing.kind} {thing.name} {thing.face or ''} {whose(thing.owner)}"
    yield name, 1.0
    yield from _facts(name, thing.changed)
    if thing.heading is not None:
        yield f"{name} to {thing.heading.number}", 1.0
    for side, face in thing.sides.items():
        yield f"{name} {side} {face}", 1.0
    for counter, count in thing.counters.items():
        yield f"{name} {counter}", -1.0 if count is None else log1p(count)
    for track, dice in thing.tracks.items():
        yield f"{name} {track}", log1p(sum(dice))
        yield f"{name} {track} dice", float(len(dice))
    for link, sides in thing.links.items():
        for other, side in sides.items():
            yield f"{name} {link} {other} {side}", 1.0
    for part in thing.parts:
        yield from _thing(name, part, whose)
    for place in thing.places:
        yield from _place_seen(place, whose)


def _facts(where: str, facts: _Facts) -> Iterator[tuple[str, float]]:
    for name, value in facts.items():
        try:
            number = int(value)
        except ValueError:
            yield f"{where} {name} {value}", 1.0
        else:
            yield f"{where} {name}", log1p(number) if number >= 0 else -log1p(-number)


@lru_cache(maxsize=1 << 16)
def _place(name: str) -> int:
    return crc32(name.encode())

"""A match that is played choice by choice, as for play and search, gives the same entries as a journal."""

from collections.abc import Iterator
from typing import Protocol

from gekido_dsl.backend.journal import OVER, Entry
from gekido_dsl.backend.machine import Machine
from gekido_dsl.program.addresses import region, unpack
from gekido_dsl.program.nodes import Program
from gekido_dsl.rng import Rng, player_seed


class Stands(Protocol):
    """Where a match stands."""

    @property
    def seat(self) -> int:
        """Who decides."""
        ...

    @property
    def count(self) -> int:
        """Among how many options; 0 when the match is over."""
        ...

    @property
    def site(self) -> int:
        """Where in the rules it is asked."""
        ...


class Steps:
    """Plays matches of a program on a module that plays choice by choice."""

    def __init__(self, machine: Machine, program: Program) -> None:
        self._machine = machine
        self._program = program

    def play(self, seed: int, most: int) -> Iterator[Entry | None]:
        """Plays a match; see `Journal.play`."""
        machine, choices = self._machine, Rng(player_seed(seed))
        stand = machine.start(seed)
        before = region(self._program.state())
        yield None
        while True:
            now = machine.position(stand)
            going = stand.count > 0 and most > 0
            choice = choices.below(stand.count) if going else -1
            offers = machine.offers(stand) if stand.count else []
            yield entry(stand, choice, offers, before, now)
            if not going:
                return
            before, most = now, most - 1
            stand = machine.apply(stand, choice)


def entry(stand: Stands, choice: int, options: list[tuple[int, ...]], before: bytes, now: bytes) -> Entry:
    """Makes an entry of how the position was at the decision before and how it is now."""
    changes: list[int] = []
    halves = unpack(now, 32)
    for word, (one, other) in enumerate(zip(unpack(before, 64), unpack(now, 64), strict=True)):
        if one != other:
            changes += word, halves[2 * word], halves[2 * word + 1]
    offers = tuple(number for option in options for number in (len(option), *option))
    seat = stand.seat if stand.count else OVER
    return Entry(seat, stand.count, stand.site, choice, offers, changes)

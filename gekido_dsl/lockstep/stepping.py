"""A match as the module says it is that plays choice by choice, in the form in which the journal tells one.

It is there already where events are compared; so whoever plays few matches need not wait for another module.
"""

from collections.abc import Iterator

from gekido_dsl.backend.journal import OVER, Entry
from gekido_dsl.backend.machine import Machine, Stand
from gekido_dsl.lowering import Lowered
from gekido_dsl.program.addresses import region
from gekido_dsl.rng import Rng, player_seed


class Stepping:
    """Plays matches on a machine; see `Journal.play`."""

    def __init__(self, machine: Machine, lowered: Lowered) -> None:
        self._machine = machine
        arrays = lowered.program.arrays
        self._start = region([array for array in arrays if array.kind in ("state", "derived")])

    def play(self, seed: int, most: int) -> Iterator[Entry | None]:
        """Plays a match with choices drawn by chance, and gives its decisions, then its end.

        Raises:
            Failed: a rule cannot be carried out; after all that came before.
        """
        machine, choices, before = self._machine, Rng(player_seed(seed)), self._start
        yield None
        stand = machine.start(seed)
        for taken in range(most + 1):
            now = machine.position(stand)
            changes, before = _changes(before, now), now
            if not stand.count:
                yield Entry(OVER, 0, 0, -1, (), changes)
                return
            choice = choices.below(stand.count) if taken < most else -1
            yield Entry(stand.seat, stand.count, stand.site, choice, self._offers(stand), changes)
            if choice >= 0:
                stand = machine.apply(stand, choice)

    def _offers(self, stand: Stand) -> tuple[int, ...]:
        return tuple(number for one in self._machine.offers(stand) for number in (len(one), *one))


def _changes(before: bytes, now: bytes) -> list[int]:
    """Lists the words of 8 bytes that changed: the number of each, its low and its high half."""
    if before == now:
        return []
    halves = memoryview(now).cast("i")
    words = zip(memoryview(before).cast("q"), memoryview(now).cast("q"), strict=False)
    return [
        number
        for word, (one, other) in enumerate(words)
        if one != other
        for number in (word, halves[2 * word], halves[2 * word + 1])
    ]

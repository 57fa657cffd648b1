"""The bytes of a match become a position, as everything that tells of a match reads it, and back."""

from collections.abc import Sequence
from itertools import pairwise

from gekido_dsl.ground.position import Position
from gekido_dsl.lowering import Lowered
from gekido_dsl.model.types import NONE
from gekido_dsl.program.addresses import offsets, pack, unpack
from gekido_dsl.program.nodes import Array


class Positions:
    """Reads and writes the positions of one lowered game."""

    def __init__(self, lowered: Lowered) -> None:
        self._lowered = lowered
        self._offsets = offsets(lowered.program.arrays)
        self._derived = [array for array in lowered.program.arrays if array.kind == "derived"]

    def numbers(self, content: bytes, array: Array) -> Sequence[int]:
        """Gives the numbers of an array."""
        return unpack(self._of(content, array), array.width)

    def _of(self, content: bytes, array: Array) -> bytes:
        start = self._offsets[array]
        return content[start : start + array.length * array.width // 8]

    def fill(self, content: bytes, position: Position, since: bytes = b"") -> None:
        """Makes a position what some bytes say. What no array stands for stays as it is, as it never changes.

        Args:
            since: the bytes that it holds already, if any: only what differs is read.
        """
        cells = position.cells
        for run in self._lowered.cells:
            if since and self._of(content, run.array) == self._of(since, run.array):
                continue
            cells[run.cell : run.cell + run.count] = self.numbers(content, run.array)[
                run.first : run.first + run.count
            ]
        chains = self._lowered.memory.chains
        if any(
            self._of(content, one) != self._of(since, one) for one in (chains.next, chains.head, chains.where)
        ):
            following = self.numbers(content, chains.next)
            for place, thing in enumerate(self.numbers(content, chains.head)):
                things = position.contents[place] = []
                while thing != NONE:
                    things.append(thing)
                    thing = following[thing]
            position.where = list(self.numbers(content, chains.where))
        words = [word & 0xFFFF_FFFF for word in self.numbers(content, self._lowered.program.stream)]
        position.rng.state = (words[0], words[1], words[2], words[3])

    def play(self, content: bytes) -> int:
        """Tells where in the order of play a match stands at a boundary."""
        return self.numbers(content, self._lowered.memory.play)[0]

    def content(self, position: Position, before: bytes, play: int | None = None) -> bytes:
        """Gives the bytes of a position.

        Args:
            before: what is in no cell and no place is as it was there.
            play: where in the order of play the match stands; as before if left out.
        """
        out = bytearray(before)

        def put(array: Array, numbers: Sequence[int]) -> None:
            made = pack(numbers, array.width)
            out[self._offsets[array] : self._offsets[array] + len(made)] = made

        for run in self._lowered.cells:
            if run.first == 0 and run.count == run.array.length:
                put(run.array, position.cells[run.cell : run.cell + run.count])
        chains = self._lowered.memory.chains
        contents = position.contents
        put(chains.head, [things[0] if things else NONE for things in contents])
        put(chains.tail, [things[-1] if things else NONE for things in contents])
        put(chains.count, [len(things) for things in contents])
        following, earlier = [NONE] * len(position.where), [NONE] * len(position.where)
        for things in contents:
            for one, other in pairwise(things):
                following[one], earlier[other] = other, one
        put(chains.next, following)
        put(chains.before, earlier)
        put(chains.where, position.where)
        stream = [word - ((word >> 31) << 32) for word in position.rng.state]
        put(self._lowered.program.stream, stream)
        if play is not None:
            put(self._lowered.memory.play, [play])
        deriving = self._lowered.deriving
        for array in self._derived:
            derive = deriving.get(array)
            put(array, derive(position) if derive is not None else _at_start(array))
        return bytes(out)


def _at_start(array: Array) -> list[int]:
    return [*array.contents, *[array.fill] * (array.length - len(array.contents))]

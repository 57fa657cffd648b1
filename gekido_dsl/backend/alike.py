"""Rows of games become the rows that differ, each with how often it came; a module counts them.

Of a small game a million rows are a few dozen that differ, so nothing is worked out for each game outside of modules.
"""

from collections.abc import Iterator

from gekido_dsl import records, store
from gekido_dsl.backend import runtime
from gekido_dsl.backend.rows import AlikeModule


class Alike:
    """Counts rows; each that differs from all others has a number, in the order in which they came."""

    def __init__(self, width: int) -> None:
        """Makes the module, or takes it from the store.

        Args:
            width: numbers in a row.
        """
        self._module = made = _module(width)
        self._instance = instance = runtime.Instance(runtime.compile_bytes(made.code, {}))
        self._number = instance.numbers(made.number, 1)
        self._noted = instance.numbers(made.noted, made.most, 64)
        self._times = instance.numbers(made.times, made.most, 64)
        self._table = instance.numbers(made.table, made.slots).cast("B")

    @property
    def number(self) -> int:
        """How many rows differ."""
        return self._number[0]

    def give(self, at: int, every: int, rows: "memoryview[int]") -> None:
        """Hands over a part of each of some rows.

        Args:
            at: where in each row the part begins.
            every: how many numbers the part has.
            rows: the parts, one after the other.
        """
        width, given = self._module.width, self._module.given
        if every == width:
            self._instance.numbers(given, len(rows))[:] = rows
            return
        target = self._instance.numbers(given, len(rows) // every * width)
        for place in range(every):
            target[at + place :: width] = rows[place::every]

    def tell(self, count: int) -> int:
        """Counts the first rows that were handed over; fewer where there is no room for one that differs."""
        taken = self._instance.call("tell", count)
        assert taken is not None
        return taken

    def row(self, number: int) -> "memoryview[int]":
        """Gives a row that differs from the others by its number."""
        made = self._module
        return self._instance.numbers(made.seen + 4 * number * made.width, made.width)

    def note(self, number: int, value: int) -> None:
        """Notes who won the games of a row, for `winners`."""
        self._noted[number] = value

    def winners(self, count: int) -> "memoryview[int]":
        """Gives what was noted of each of the rows that were counted last."""
        self._instance.call("winners", count)
        return self._instance.numbers(self._module.winners, count, 64)

    def taken(self) -> Iterator[tuple[int, int]]:
        """Gives the number of each row that came since this was asked last, and how often it came."""
        for number in range(self.number):
            if self._times[number]:
                yield number, self._times[number]
                self._times[number] = 0

    def forget(self) -> None:
        """Begins anew, without any row."""
        self._number[0] = 0
        self._table[:] = bytes(self._table.nbytes)


def _module(width: int) -> AlikeModule:
    """Gives the module for rows of so many numbers."""
    place, version = store.current(), store.version()
    key = store.key("alike", version or "", str(width))
    if place is not None and version is not None and (content := place.read(key)) is not None:
        try:
            found = records.loads(content)
        except records.Unkeepable:
            found = None
        if isinstance(found, AlikeModule):
            return found
    from gekido_dsl.backend.alike_module import alike_module

    made = alike_module(width)
    if place is not None and version is not None:
        place.write(key, records.dumps(made))
    return made

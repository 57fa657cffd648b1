"""Functions of dice and facts, worked out once for all facts that they do not ask for.

Invariants:
    What a function gives follows from the dice and from the facts that it read; it is kept by these alone.
"""

from collections.abc import Callable
from typing import Any, Final, NoReturn

from gekido_dsl.odds.scope import Columns


class DiceAsked(Exception):
    """Something asks how dice lie where that is left open."""


class _Open:
    """Dice that may lie in any way: whoever asks how gets no answer."""

    def _asked(self, *_: object) -> NoReturn:
        raise DiceAsked

    __getitem__ = __iter__ = __len__ = __bool__ = __eq__ = __hash__ = __contains__ = _asked


OPEN: Final[Any] = _Open()


class Watched(tuple[Any, ...]):
    """Facts that note which of them are read."""

    read: set[int]

    def __getitem__(self, at: Any) -> Any:
        if type(at) is int:
            self.read.add(at)
        return tuple.__getitem__(self, at)

    def having(self, number: int, value: Any) -> "Watched":
        """Gives the same with one fact that is something else."""
        plain = tuple(self)
        made = Watched((*plain[:number], value, *plain[number + 1 :]))
        made.read = self.read
        return made


class Memo:
    """What a function gave, by dice and by the facts that it read."""

    __slots__ = ("_function", "_reads", "_tables", "version")

    def __init__(self, function: Callable[[Columns, Watched], Any]) -> None:
        """Begins with nothing; the function may note what it reads."""
        self._function = function
        self._reads: tuple[int, ...] = ()
        self._tables: dict[tuple[Any, ...], dict[int, Any]] = {}
        self.version = 0
        """Changes when tables have to be asked for again."""

    def table(self, facts: tuple[Any, ...], held: tuple[int, ...]) -> dict[int, Any]:
        """Gives what is known where these facts hold, by the number of how dice lie."""
        key = (held, *[facts[at] for at in self._reads])
        table = self._tables.get(key)
        if table is None:
            table = self._tables[key] = {}
        return table

    def ask(self, number: int, columns: Columns, facts: tuple[Any, ...], held: tuple[int, ...]) -> Any:
        """Works out what was not known, and keeps it."""
        watched = Watched(facts)
        watched.read = set()
        found = self._function(columns, watched)
        if not watched.read.issubset(self._reads):
            # What was kept before did not ask for it, but its tables are told apart by too little from now on.
            self._reads = tuple(sorted(watched.read.union(self._reads)))
            self._tables.clear()
            self.version += 1
        self.table(facts, held)[number] = found
        return found

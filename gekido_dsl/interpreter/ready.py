"""What has been made ready of a game, for executors that play it.

A program remembers answers while it is asked, so two threads that ask one at a time would read each other's: executors
that may run in several threads have programs of their own, and share layouts alone.

Invariants:
    No more than `MOST` programs are kept, and one layout for each number of players.
    A program is made once, however many threads ask for it.
"""

from collections.abc import Callable
from threading import RLock
from typing import Final

from gekido_dsl.ground.layout import Layout, lay_out
from gekido_dsl.interpreter.state import Program
from gekido_dsl.model import nodes as m

MOST: Final = 64
"""How many programs are kept: of so many sets of options and numbers of players."""
Key = tuple[int, tuple[int, ...], bool]
"""Number of players, answers to the options, whether blocks are counted."""


class Ready:
    """Keeps the programs of a game; the oldest makes room for a new one."""

    def __init__(self, layouts: dict[int, Layout] | None = None) -> None:
        self._lock = RLock()
        self._programs: dict[Key, Program] = {}
        self.layouts: dict[int, Layout] = layouts if layouts is not None else {}
        """By number of players; whoever finds out more of one finds the same, so that any thread may use it."""

    def program(self, game: m.Game, key: Key, make: Callable[[Layout], Program]) -> Program:
        """Gives a program, which is made if there is none yet; those for as many players have one layout."""
        found = self._programs.get(key)
        if found is not None:
            return found
        with self._lock:
            found = self._programs.get(key)
            if found is None:
                found = make(self._layout(game, key[0]))
                while len(self._programs) >= MOST:
                    del self._programs[next(iter(self._programs))]
                self._programs[key] = found
        return found

    def _layout(self, game: m.Game, players: int) -> Layout:
        found = self.layouts.get(players)
        return found if found is not None else self.layouts.setdefault(players, lay_out(game, players))

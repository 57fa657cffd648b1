"""Bots think in threads of their own, on executors of their own, so that no table waits for them.

Invariants:
    A bot sees a position that was reached by the decisions of its match, through `sample`, and nothing else.
    No more bots think at a time than there are threads; the others wait in the order in which they came.
"""

import os
import threading
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from gekido_dsl.compilation import Compilation
from gekido_dsl.engine import Executor, Setting, State
from gekido_dsl.play.bots import Bot

MakeBot = Callable[[str, int], Bot | None]
"""Makes a bot by its kind, from a seed; None for a person."""
Searcher = Callable[[Compilation, Setting], Executor]
"""Gives an executor on which bots can search."""


class Desk:
    """A place at which one executor plays matches on, one at a time."""

    def __init__(self, made: Compilation, setting: Setting, searcher: Searcher) -> None:
        self._make = partial(searcher, made, setting)
        self._executor: Executor | None = None
        self.lock = threading.Lock()

    @property
    def executor(self) -> Executor:
        """The executor, which is made when it is first needed."""
        if self._executor is None:
            self._executor = self._make()
        return self._executor


class Followed:
    """A match followed on another executor than its own, one decision after the other."""

    def __init__(self, desk: Desk, setting: Setting) -> None:
        self._desk, self._setting = desk, setting
        self._state: State | None = None
        self._taken: list[int] = []

    def choose(self, bot: Bot, taken: Sequence[int], barred: Collection[int]) -> int:
        """Has a bot decide where a match stands after some decisions."""
        with self._desk.lock:
            executor = self._desk.executor
            state = self._at(executor, taken)
            decision = executor.decision(state)
            assert decision is not None
            return bot.choose(executor, state, decision, len(taken), barred)

    def _at(self, executor: Executor, taken: Sequence[int]) -> State:
        if self._state is None or list(taken[: len(self._taken)]) != self._taken:
            self._state, self._taken = executor.initial(self._setting)[0], []
        for number in taken[len(self._taken) :]:
            executor.apply(self._state, number)
            self._taken.append(number)
        return self._state


class Thinkers:
    """The threads in which bots think, and the executors on which they search."""

    def __init__(self, make_bot: MakeBot, searcher: Searcher, threads: int | None = None) -> None:
        self.make_bot = make_bot
        self._searcher = searcher
        self._threads = threads or max(1, min(8, os.cpu_count() or 1))
        self.pool = ThreadPoolExecutor(self._threads, thread_name_prefix="bot")
        self._desks: dict[tuple[str, int, tuple[tuple[str, str], ...]], list[Desk]] = {}
        self._lock = threading.Lock()
        self._turn = 0

    def followed(self, made: Compilation, setting: Setting) -> Followed:
        """Gives what follows a match for bots that search; matches of one ruleset and setting share executors."""
        key = (made.identity, setting.players, tuple(sorted(setting.options.items())))
        with self._lock:
            desks = self._desks.setdefault(key, [])
            self._turn += 1
            if len(desks) < self._threads:
                desks.append(Desk(made, setting, self._searcher))
                return Followed(desks[-1], setting)
            return Followed(desks[self._turn % len(desks)], setting)

    def close(self) -> None:
        """Has nobody think any more."""
        self.pool.shutdown(wait=False, cancel_futures=True)

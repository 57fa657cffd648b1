"""Bots think in threads of their own, on executors of their own, so that no table waits for them.

Invariants:
    A bot sees a position that was reached by the decisions of its match, through `sample`, and nothing else.
    No more bots think at a time than there are threads; the others wait in the order in which they came.
"""

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from gekido_dsl.compilation import Compilation
from gekido_dsl.engine import Executor, Setting, State
from gekido_dsl.play.bots import Bot
from gekido_dsl.table.opening import Due

MakeBot = Callable[[str, int], Bot | None]
"""Makes a bot by its kind, from a seed; None for a person."""
Searcher = Callable[[Compilation, Setting], Executor]
"""Gives an executor on which bots can search."""


class BotExecutor:
    """An executor for bots that search, used by one thread at a time."""

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


class FollowedMatch:
    """A match followed on another executor than its own, one decision after the other."""

    def __init__(self, shared: BotExecutor, setting: Setting) -> None:
        self._shared, self._setting = shared, setting
        self._state: State | None = None
        self._taken: list[int] = []

    def choose(self, due: Due, taken: Sequence[int]) -> int:
        """Has a bot decide where a match stands after some decisions."""
        with self._shared.lock:
            executor = self._shared.executor
            state = self._at(executor, taken)
            decision = executor.decision(state)
            assert decision is not None
            return due.choose_on(executor, state, decision)

    def _at(self, executor: Executor, taken: Sequence[int]) -> State:
        if self._state is None or list(taken[: len(self._taken)]) != self._taken:
            self._state, self._taken = executor.initial(self._setting)[0], []
        for number in taken[len(self._taken) :]:
            executor.apply(self._state, number)
            self._taken.append(number)
        return self._state


class BotThreads:
    """The threads in which bots think, and the executors on which they search."""

    def __init__(self, make_bot: MakeBot, searcher: Searcher, threads: int | None = None) -> None:
        self.make_bot = make_bot
        self._searcher = searcher
        self._threads = threads or max(1, min(8, os.cpu_count() or 1))
        self.pool = ThreadPoolExecutor(self._threads, thread_name_prefix="bot")
        self._executors: dict[tuple[str, int, tuple[tuple[str, str], ...]], list[BotExecutor]] = {}
        self._lock = threading.Lock()
        self._turn = 0

    def followed(self, made: Compilation, setting: Setting) -> FollowedMatch:
        """Gives what follows a match for bots that search; matches of one ruleset and setting share executors."""
        key = (made.identity, setting.players, tuple(sorted(setting.options.items())))
        with self._lock:
            executors = self._executors.setdefault(key, [])
            self._turn += 1
            if len(executors) < self._threads:
                executors.append(BotExecutor(made, setting, self._searcher))
                return FollowedMatch(executors[-1], setting)
            return FollowedMatch(executors[self._turn % len(executors)], setting)

    def close(self) -> None:
        """Has nobody think any more."""
        self.pool.shutdown(wait=False, cancel_futures=True)

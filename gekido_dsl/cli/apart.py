"""Work that may not come to an end is done in a process of its own, which is ended when it takes too long."""

import contextlib
import gc
import math
import multiprocessing
import os
import threading
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for_any
from typing import Any, Final

from gekido_dsl.cli import workers
from gekido_dsl.generated import gauntlet
from gekido_dsl.generated.gauntlet import USUAL, Effort, Fault, Result

HANG = "hang"
_HUNG: Final = 3
"""The exit code of a process that ended itself because it took too long."""
_PATIENCE: Final = 10
"""So many times as long is waited for a process that does not end itself: other work may hold it up."""
DEATH = "death of the process"
_GARBAGE: Final = 3_000_000
"""After how many objects more than before garbage is collected: to look for it all the time takes a tenth of it."""


class Runner:
    """Puts rulesets through everything, one after the other, in another process."""

    def __init__(self, limit_s: float, effort: Effort = USUAL) -> None:
        """Begins nothing yet.

        Args:
            effort: how much each goes through.
            limit_s: after how many seconds of work a ruleset counts as one that hangs.
        """
        self._limit_s = limit_s
        self._effort = effort
        self._process: Any = None
        self._here: Connection | None = None
        self._failed = False
        self._ends_s = 0.0

    def run(self, files: dict[str, str], seed: int, only: str = "") -> Result:
        """Runs one, and waits for it; see `gauntlet.run`."""
        self.start(files, seed, only)
        return finished([self])[0][1]

    def start(self, files: dict[str, str], seed: int, only: str = "") -> None:
        """Has one run, and does not wait for it."""
        if self._here is None:
            self._begin()
        assert self._here is not None
        self._ends_s = time.monotonic() + self._limit_s * _PATIENCE
        try:
            self._here.send((files, seed, only))
        except OSError:
            self._failed = True

    def result(self) -> Result | None:
        """Gives what came of the one that was started; None as long as it is under way."""
        if self._failed or self._here is None:
            return self._died()
        try:
            if self._here.poll():
                found: Result = self._here.recv()
                return found
        except (EOFError, OSError):
            return self._died()
        if time.monotonic() < self._ends_s:
            return None
        return self._hung()

    def _hung(self) -> Fault:
        self.end()
        return Fault(HANG, f"not done after {self._limit_s:g} seconds of work")

    def _died(self) -> Fault:
        if self._process is not None and not self._failed:
            self._process.join(1)
            if self._process.exitcode == _HUNG:
                return self._hung()
        self.end()
        return Fault(DEATH, "the process ended while it was at work")

    @property
    def waited_for(self) -> tuple[Connection | None, float]:
        """What says that there is something, and when it is over in any case."""
        return None if self._failed else self._here, self._ends_s

    def end(self) -> None:
        """Ends the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._here is not None:
            self._here.close()
        self._process = self._here = None
        self._failed = False

    def _begin(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._here, there = context.Pipe()
        self._process = context.Process(target=_work, args=(there, self._limit_s, self._effort), daemon=True)
        with workers.deaf():
            self._process.start()
        there.close()


def finished(runners: Sequence[Runner]) -> list[tuple[Runner, Result]]:
    """Waits for one of several that were started, and gives all that are done."""
    while True:
        found = [(one, result) for one in runners if (result := one.result()) is not None]
        if found:
            return found
        waited = [one.waited_for for one in runners]
        left_s = max(0.0, min(ends_s for _, ends_s in waited) - time.monotonic())
        wait_for_any([here for here, _ in waited if here is not None], left_s)


def _work(there: Connection, limit_s: float, effort: Effort) -> None:
    workers.make_ready()
    gc.disable()
    begun = [math.inf]
    threading.Thread(target=_watch, args=(begun, limit_s), daemon=True).start()
    with contextlib.suppress(EOFError, OSError):
        while True:
            files, seed, only = there.recv()
            begun[0] = time.process_time()
            found = gauntlet.run(files, seed, effort, only)
            begun[0] = math.inf
            there.send(found)
            if gc.get_count()[0] > _GARBAGE:
                gc.collect()


def _watch(begun: list[float], limit_s: float) -> None:
    """Ends this process when it has worked too long; what others do meanwhile does not count."""
    while time.process_time() - begun[0] < limit_s:
        time.sleep(1)
    os._exit(_HUNG)

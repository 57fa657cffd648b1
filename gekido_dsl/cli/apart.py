"""Work that may not come to an end is done in a process of its own, which is ended when it takes too long."""

import contextlib
import multiprocessing
from multiprocessing.connection import Connection
from typing import Any

from gekido_dsl.cli import workers
from gekido_dsl.generated import gauntlet
from gekido_dsl.generated.gauntlet import Fault, Result

HANG = "hang"
DEATH = "death of the process"


class Runner:
    """Puts rulesets through everything, one after the other, in another process."""

    def __init__(self, limit_s: float) -> None:
        """Begins nothing yet.

        Args:
            limit_s: after how many seconds a ruleset counts as one that hangs.
        """
        self._limit_s = limit_s
        self._process: Any = None
        self._here: Connection | None = None

    def run(self, files: dict[str, str], seed: int, only: str = "") -> Result:
        """Runs one; see `gauntlet.run`."""
        if self._here is None:
            self._begin()
        assert self._here is not None
        try:
            self._here.send((files, seed, only))
            if self._here.poll(self._limit_s):
                found: Result = self._here.recv()
                return found
        except (EOFError, OSError):
            self.end()
            return Fault(DEATH, "the process ended while it was at work")
        self.end()
        return Fault(HANG, f"not done after {self._limit_s:g} seconds")

    def end(self) -> None:
        """Ends the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._here is not None:
            self._here.close()
        self._process = self._here = None

    def _begin(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._here, there = context.Pipe()
        self._process = context.Process(target=_work, args=(there,), daemon=True)
        with workers.deaf():
            self._process.start()
        there.close()


def _work(there: Connection) -> None:
    workers.make_ready()
    with contextlib.suppress(EOFError, OSError):
        while True:
            files, seed, only = there.recv()
            there.send(gauntlet.run(files, seed, only=only))

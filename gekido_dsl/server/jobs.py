"""Many games are played beside the studio, in processes of their own, and what they come to is told as they go.

Invariants:
    A job ends when it is stopped, or with the studio; another one stops it.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from gekido_dsl.simulate import Chunk, Pool, Run, WorkersDie
from gekido_dsl.studio.many_games import Outcome

_TOLD_S: Final = 0.5
"""How often it is told how far a job is."""

_LOG: Final = logging.getLogger("gekido_dsl.server")

Tell = Callable[[dict[str, Any]], None]


@dataclass
class Jobs:
    """What is played beside the studio."""

    pool: Callable[[], Pool]
    """Opens processes."""
    tell: Tell
    played: Callable[[Outcome], None] = lambda outcome: None
    """Is handed what games came to, when they have been played."""
    _number: int = 0
    _stop: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def begin(self, outcome: Outcome, games: int) -> int:
        """Plays games; gives the number of the job."""
        self.stop()
        self._number += 1
        self._stop = threading.Event()
        arguments = (self._number, outcome, games, self._stop)
        self._thread = threading.Thread(target=self._run, args=arguments, daemon=True)
        self._thread.start()
        return self._number

    def stop(self) -> None:
        """Has what is under way end; nobody waits until it has."""
        self._stop.set()

    def close(self) -> None:
        """Ends what is under way, with its processes."""
        self.stop()
        if self._thread is not None:
            self._thread.join(20)
            self._thread = None

    def _run(self, number: int, outcome: Outcome, games: int, stop: threading.Event) -> None:
        done, told_at = 0, 0.0

        def tell(**more: Any) -> None:
            self.tell({"job": {"id": number, "done": done, "of": games, "report": None, **more}})

        def keep(chunk: Chunk) -> None:
            nonlocal done, told_at
            outcome.take(chunk)
            done += chunk.end - chunk.first
            if time.monotonic() - told_at > _TOLD_S:
                told_at = time.monotonic()
                tell()

        try:
            run = Run(outcome.experiment, [range(games)], keep, time.perf_counter, stop=stop.is_set)
            run.over(self.pool())
            report = outcome.report()
            self.played(outcome)
        except Exception as error:  # whatever it is, the page must not wait for it
            if not isinstance(error, WorkersDie | OSError):
                _LOG.exception("a simulation failed")
            tell(trouble=str(error) or "The simulation failed.")
            return
        tell(report=report, stopped=stop.is_set())

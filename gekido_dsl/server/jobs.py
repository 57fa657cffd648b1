"""Many games are played beside the studio, in processes of their own, and what they come to is told as they go.

Invariants:
    A job ends when it is stopped, or with the studio; another one stops it.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from gekido_dsl.backend.who_plays import WhoPlays
from gekido_dsl.simulate import Chunk, Experiment, Pool, Run, Totals, WorkersDie
from gekido_dsl.studio.many_games import MakerOf, told_of_games

_TOLD_S: Final = 0.5
"""How often it is told how far a job is."""

_LOG: Final = logging.getLogger("gekido_dsl.server")

Tell = Callable[[dict[str, Any]], None]


@dataclass
class Jobs:
    """What is played beside the studio."""

    maker_of: MakerOf
    pool: Callable[[], Pool]
    """Opens processes."""
    tell: Tell
    played: Callable[[Experiment, Totals], None] = lambda experiment, totals: None
    """Is handed what games came to, when they have been played."""
    _number: int = 0
    _stop: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def begin(self, sides: Sequence[tuple[str, Experiment]], games: int) -> int:
        """Plays games by one ruleset, or by two that are compared; gives the number of the job."""
        self.stop()
        self._number += 1
        self._stop = threading.Event()
        arguments = (self._number, list(sides), games, self._stop)
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

    def _run(
        self, number: int, sides: list[tuple[str, Experiment]], games: int, stop: threading.Event
    ) -> None:
        reports: dict[str, Any] = {}
        done, told_at = 0, 0.0
        of = games * len(sides)

        def tell(**more: Any) -> None:
            self.tell({"job": {"id": number, "done": done, "of": of, "report": None, **more}})

        try:
            for name, experiment in sides:
                totals = Totals()
                played_by: WhoPlays | None = None

                def keep(chunk: Chunk, totals: Totals = totals) -> None:
                    nonlocal done, told_at, played_by
                    played_by = chunk.by if played_by is None else played_by.beside(chunk.by)
                    totals.merge(chunk.totals)
                    done += chunk.end - chunk.first
                    if time.monotonic() - told_at > _TOLD_S:
                        told_at = time.monotonic()
                        tell()

                run = Run(experiment, [range(games)], keep, time.perf_counter, stop=stop.is_set)
                run.over(self.pool())
                reports[name] = told_of_games(experiment, totals, played_by)
                self.played(experiment, totals)
                if run.stopped or stop.is_set():
                    break
        except Exception as error:  # whatever it is, the page must not wait for it
            if not isinstance(error, WorkersDie | OSError):
                _LOG.exception("a simulation failed")
            tell(trouble=str(error) or "The simulation failed.", report=reports or None)
            return
        whole = reports if len(sides) > 1 else next(iter(reports.values()), None)
        tell(report=whole, stopped=stop.is_set())

"""Many numbered games are played in several processes.

Invariants:
    Which process plays a game, and how often a process dies, changes no game: each is played from its number alone.
    No process outlives the one that started it, however that ends.
    Ctrl-C is the business of this process alone: the others hand back the games that are over.
"""

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait as wait_for_any
from multiprocessing.synchronize import Event
from typing import Any, Final, TypeVar

_CHUNK: Final = 25
"""The most games that a process plays before it hands them back."""
_TRIES: Final = 3
"""How often processes may die without a single game played before it is given up."""
_LAST_S: Final = 20.0
"""How long is waited for the games at hand after Ctrl-C."""

R = TypeVar("R")


class Given(Exception):
    """Processes died again and again; what is left is not played."""


class Unprepared(Exception):
    """A process cannot be made ready; its text says why."""


def run(
    games: int,
    jobs: int,
    prepare: Callable[..., Callable[[int], R]],
    given: Sequence[Any],
    keep: Callable[[R], None],
    died: Callable[[], None],
) -> None:
    """Plays games in several processes.

    Args:
        prepare: makes what plays a game, in each process; called with `given`.
        keep: is handed each game that is over, in no order.
        died: is told that a process has died, whose games are played again.
    Raises:
        Given: processes died again and again.
        Unprepared: `prepare` said so.
        KeyboardInterrupt: after the games at hand have been kept.
    """
    size = max(1, min(_CHUNK, games // (jobs * 4)))
    chunks = [range(begin, min(begin + size, games)) for begin in range(0, games, size)]
    tries = 0
    while chunks:
        left = _pooled(chunks, jobs, prepare, given, keep)
        tries = tries + 1 if len(left) == len(chunks) else 0
        if tries == _TRIES:
            raise Given
        if left:
            died()
        chunks = left


def _pooled(
    chunks: Sequence[range],
    jobs: int,
    prepare: Callable[..., Callable[[int], R]],
    given: Sequence[Any],
    keep: Callable[[R], None],
) -> list[range]:
    """Plays chunks of games until they are over or a process has died; gives those that are left."""
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(jobs, context, _begin, (stop, prepare, tuple(given)))
    waiting: dict[Future[list[R]], range] = {}
    left = set(chunks)

    def take(future: Future[list[R]]) -> None:
        with contextlib.suppress(BrokenProcessPool):
            for result in future.result():
                keep(result)
            left.discard(waiting.pop(future))

    finished = False
    try:
        with contextlib.suppress(BrokenProcessPool), _deaf():
            for chunk in chunks:
                waiting[pool.submit(_play, chunk)] = chunk
        for future in as_completed(list(waiting)):
            take(future)
        finished = True
    except KeyboardInterrupt:
        stop.set()
        running = [future for future in waiting if not future.cancel()]
        for future in wait(running, _LAST_S).done:
            take(future)
        raise
    finally:
        processes = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(wait=finished, cancel_futures=True)
        if not finished:
            for process in processes:
                process.terminate()
    return [chunk for chunk in chunks if chunk in left]


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """Has processes that are started inside begin deaf to Ctrl-C, which comes afterwards, where that can be done."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# ---------------------------------------------------------------- in each process

_ready: tuple[Event, Callable[[int], Any]] | str | None = None
"""What plays a game, and what says that it is enough; or why nothing can be played."""


def _begin(stop: Event, prepare: Callable[..., Callable[[int], Any]], given: tuple[Any, ...]) -> None:
    """Makes a process ready."""
    global _ready
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    try:
        _ready = (stop, prepare(*given))
    except Unprepared as error:
        _ready = str(error)


def _end_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for_any([parent.sentinel])
        os._exit(1)


def _play(numbers: range) -> list[Any]:
    """Plays games until it is enough."""
    if not isinstance(_ready, tuple):
        raise Unprepared(_ready or "the process has not been made ready")
    stop, play = _ready
    played = []
    for number in numbers:
        if stop.is_set():
            break
        played.append(play(number))
    return played

"""Processes of this machine that play games.

Invariants:
    No process outlives the one that started it, however that ends.
    Ctrl-C is the business of the first process alone: the others hand back the games that are over.
"""

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for_any
from multiprocessing.synchronize import Event
from typing import Any, ParamSpec, TypeVar

from gekido_dsl.cli import caching
from gekido_dsl.simulate import Pool, running

_CLOSING_S = 5.0
"""How long processes that were ended may take to be gone."""

P = ParamSpec("P")
R = TypeVar("R")


def processes(jobs: int) -> Pool:
    """Gives so many processes, which are started when there is something to do."""
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    return Pool(
        lambda: _Processes(jobs, mp_context=context, initializer=_begin, initargs=(stop,)),
        _close,
        jobs,
        stop=stop.set,
    )


def apart(work: Callable[..., R], *args: Any, say: Callable[..., None]) -> R:
    """Does something in a process of its own, waits for it, and gives what came of it.

    Args:
        work: gets the arguments and, after them, what it tells how far it is.
        say: is told so here.
    Raises:
        ValueError: the work says that it cannot be done, or its process has died.
    """
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_work_apart, args=(there, work, args), daemon=True)
    with deaf():
        process.start()
    there.close()
    try:
        while True:
            what, found = here.recv()
            if what == "said":
                say(*found)
            elif what == "refused":
                raise ValueError(found)
            else:
                made: R = found
                return made
    except (EOFError, OSError):
        raise ValueError("The process that was to do it has ended.") from None
    finally:
        here.close()
        process.terminate()
        process.join()


class _Processes(ProcessPoolExecutor):
    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        # It may start a process.
        with deaf():
            return super().submit(fn, *args, **kwargs)


def _close(pool: Executor, done: bool) -> None:
    """Ends processes; those that may be in the middle of something are not waited for."""
    started: dict[int, Any] = dict(getattr(pool, "_processes", None) or {})
    manager: threading.Thread | None = getattr(pool, "_executor_manager_thread", None)
    pool.shutdown(wait=done, cancel_futures=True)
    if not done:
        for process in started.values():
            process.terminate()
        if manager is not None:
            # Python 3.11 wakes it at exit, and fails if it closes its pipe at that very moment.
            manager.join(_CLOSING_S)


@contextlib.contextmanager
def deaf() -> Iterator[None]:
    """Has processes that are started inside begin deaf to Ctrl-C, where that can be done."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# ---------------------------------------------------------------- in each process


def _begin(stop: Event) -> None:
    """Makes a process ready to play. What it needs may be in the store already."""
    make_ready()
    running.stopping = stop.is_set


def make_ready() -> None:
    """Has this process leave Ctrl-C to the first one, end with it, and keep what it works out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    caching.begin()


def _work_apart(there: Connection, work: Callable[..., Any], args: tuple[Any, ...]) -> None:
    make_ready()
    try:
        found = "made", work(*args, lambda *told: there.send(("said", told)))
    except ValueError as error:
        found = "refused", str(error)
    there.send(found)


def _end_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for_any([parent.sentinel])
        os._exit(1)

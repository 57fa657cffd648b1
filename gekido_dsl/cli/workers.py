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
from multiprocessing.connection import wait as wait_for_any
from multiprocessing.synchronize import Event
from typing import Any, ParamSpec, TypeVar

from gekido_dsl.cli import caching
from gekido_dsl.simulate import Pool, running

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


class _Processes(ProcessPoolExecutor):
    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        # It may start a process.
        with _deaf():
            return super().submit(fn, *args, **kwargs)


def _close(pool: Executor, done: bool) -> None:
    """Ends processes; those that may be in the middle of something are not waited for."""
    started: dict[int, Any] = dict(getattr(pool, "_processes", None) or {})
    pool.shutdown(wait=done, cancel_futures=True)
    if not done:
        for process in started.values():
            process.terminate()


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
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
    """Makes a process ready. What it needs may be in the store already."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    caching.begin()
    running.stopping = stop.is_set


def _end_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for_any([parent.sentinel])
        os._exit(1)

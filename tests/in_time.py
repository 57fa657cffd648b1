"""A clock for tests: what computes too long is ended, however busy the machine is."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


class TooLong(Exception):
    """Something took far too long."""


@contextmanager
def in_time(seconds: float) -> Iterator[None]:
    """Ends what runs inside with `TooLong` after so many seconds of the processor."""

    def stop(number: int, frame: object) -> None:
        raise TooLong(f"still running after {seconds} s")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)

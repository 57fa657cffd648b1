"""A clock for tests: what runs too long is ended."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


class TooLong(Exception):
    """Something took far too long."""


@contextmanager
def in_time(seconds: float) -> Iterator[None]:
    """Ends what runs inside with `TooLong` after a time."""

    def stop(number: int, frame: object) -> None:
        raise TooLong(f"still running after {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

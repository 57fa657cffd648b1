"""Whoever stops a long command keeps what is known by then."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Final

from gekido_dsl.cli import output


@dataclass
class Stop:
    """Whether somebody wishes to stop."""

    asked: bool = False


_PLAYED: Final = "the games under way are played to their end; Ctrl-C again leaves them"


@contextmanager
def politely_stopped(said: str = _PLAYED) -> Iterator[Stop]:
    """Takes the first Ctrl-C as a wish to stop, and only the second as an order.

    Args:
        said: what is told then.
    """
    stop = Stop()

    def wish(number: int, frame: FrameType | None) -> None:
        stop.asked = True
        signal.signal(signal.SIGINT, before)
        output.note_from_handler(f"\n{said}")

    try:
        before = signal.signal(signal.SIGINT, wish)
    except ValueError:
        # Only the main thread may say what a signal does.
        yield stop
        return
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


def tell_of_death() -> None:
    """Says that nothing is lost."""
    output.note("a process that played games was killed from outside; its games are played again")

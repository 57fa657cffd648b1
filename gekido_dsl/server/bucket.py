"""How much of something there may be: so much at once, and so much a second."""

import time
from collections.abc import Callable


class Bucket:
    """Allows so much at once, and so much a second."""

    __slots__ = ("_at_once", "_clock", "_left", "_per_s", "_since")

    def __init__(self, per_s: float, at_once: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_s, self._at_once, self._clock = per_s, at_once, clock
        self._left, self._since = float(at_once), clock()

    def take(self) -> bool:
        """Takes one, if there is one left."""
        if not self.left():
            return False
        self._left -= 1
        return True

    def left(self) -> bool:
        """Tells whether there is one left, and takes none."""
        now = self._clock()
        self._left = min(self._at_once, self._left + (now - self._since) * self._per_s)
        self._since = now
        return self._left >= 1

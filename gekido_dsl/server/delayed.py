"""What is shown a while later than it happens, to those who look on.

Invariants:
    Nothing is given out before its time.
    However long the delay and however fast the match, so many moments wait and no more; of those that come soon after
    one another the last waits.
"""

from collections import deque
from typing import Final, Generic, TypeVar

T = TypeVar("T")
MOST: Final = 50
"""Into how many parts a delay is cut: so often something else is shown in it at the least."""


class Delayed(Generic[T]):
    """Things that wait until they are old enough."""

    def __init__(self, delay_s: float) -> None:
        self.delay_s = delay_s
        self._waiting: deque[tuple[float, T]] = deque()

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, made: float, item: T) -> None:
        """Has something wait; it takes the place of the last that waits if that came soon after the one before."""
        if len(self._waiting) > 1 and made - self._waiting[-2][0] < self.delay_s / MOST:
            self._waiting.pop()
        self._waiting.append((made, item))

    def due(self, now: float) -> T | None:
        """Takes out all that is old enough, and gives the last of it; None where there is none."""
        found = None
        while self._waiting and self._waiting[0][0] <= now - self.delay_s:
            found = self._waiting.popleft()[1]
        return found

    def next_at(self) -> float | None:
        """Tells when the first of them is old enough; None where none waits."""
        return self._waiting[0][0] + self.delay_s if self._waiting else None

    def waiting(self) -> list[tuple[float, T]]:
        """Lists what waits, each with when it was made, the oldest first."""
        return list(self._waiting)

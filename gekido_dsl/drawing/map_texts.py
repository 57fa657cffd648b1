"""Where texts of a map are written: beside spaces and along ways, so that none lies upon another, a space or a line.

Invariants:
    The same map is always written alike: texts are placed in the order of spaces and ways, each at the first of its
    spots that is the least in the way. What touches by less than the machines of players reckon alike does not count.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from gekido_dsl.drawing.svg import text_width

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Line = tuple[float, float, float, float]
"""From one point to another."""

_BOLD: Final = 1.13
_CLOSE: Final = 1e-6
"""Less than this is nothing: machines differ in the last digits of what they reckon."""
_ALONG: Final = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.2, 0.8)
"""How far along a way a text may stand, as a part of it."""


class Texts:
    """Finds places for texts, one after the other."""

    def __init__(self, room: Box, taken: Iterable[Box], lines: Iterable[Line]) -> None:
        self._room, self._taken, self._lines = room, list(taken), list(lines)

    def beside(
        self, text: str, below: str, at: tuple[float, float], radius: float, sizes: tuple[float, float]
    ) -> tuple[float, float]:
        """Gives the middle of a text beside a disc, with a smaller one in the line below it."""
        (x, y), (size, small) = at, sizes
        width = max(text_width(text, size) * _BOLD, text_width(below, small))
        high = size + (small + 0.6 if below else 0.0)
        side = radius + width / 2 + 1.4
        middle = size / 2 - high / 2
        spots = [
            (x, y + radius + 2.4),
            (x, y - radius - 0.6 - high + size / 2),
            (x + side, y + middle),
            (x - side, y + middle),
            *((x + a * (radius + width / 2 - 0.6), y + radius - 0.2) for a in (1, -1)),
            *((x + a * (radius + width / 2 - 0.6), y - radius + middle) for a in (1, -1)),
        ]
        boxes = [(a - width / 2, b - size / 2, a + width / 2, b - size / 2 + high) for a, b in spots]
        best = self._best(boxes)
        self._taken.append(boxes[best])
        return spots[best]

    def along(
        self, width: float, high: float, points: Sequence[tuple[float, float]]
    ) -> tuple[tuple[float, float], bool]:
        """Gives the middle of a mark on a way of two straight parts, and whether nothing else lies there."""
        (x1, y1), (x, y), (x2, y2) = points
        spots = []
        for part in _ALONG:
            (a, b), (c, d), at = (
                ((x1, y1), (x, y), part * 2) if part <= 0.5 else ((x, y), (x2, y2), part * 2 - 1)
            )
            spots.append((a + (c - a) * at, b + (d - b) * at))
        boxes = [(a - width / 2, b - high / 2, a + width / 2, b + high / 2) for a, b in spots]
        best = self._best(boxes)
        free = not any(_overlap(boxes[best], other) for other in self._taken)
        if free:
            self._taken.append(boxes[best])
        return spots[best], free

    def _best(self, boxes: Sequence[Box]) -> int:
        return min(range(len(boxes)), key=lambda at: (self._cost(boxes[at]), at))

    def _cost(self, box: Box) -> float:
        left, top, right, bottom = self._room
        within = (left - _CLOSE, top - _CLOSE, right + _CLOSE, bottom + _CLOSE)
        beyond = box[0] < within[0] or box[1] < within[1] or box[2] > within[2] or box[3] > within[3]
        covered = sum(1 for other in self._taken if _overlap(box, other))
        crossed = sum(1 for line in self._lines if _crosses(line, box))
        return 1000.0 * beyond + 20.0 * covered + crossed


def _overlap(one: Box, other: Box) -> bool:
    return (
        one[0] + _CLOSE < other[2]
        and other[0] + _CLOSE < one[2]
        and one[1] + _CLOSE < other[3]
        and other[1] + _CLOSE < one[3]
    )


def _crosses(line: Line, box: Box) -> bool:
    """Tells whether a line has a part within a box (Liang and Barsky)."""
    x1, y1, x2, y2 = line
    least, most = 0.0, 1.0
    for step, room in (
        (x1 - x2, x1 - box[0]),
        (x2 - x1, box[2] - x1),
        (y1 - y2, y1 - box[1]),
        (y2 - y1, box[3] - y1),
    ):
        if abs(step) < _CLOSE:
            if room < _CLOSE:
                return False
        elif step < 0:
            least = max(least, room / step)
        else:
            most = min(most, room / step)
    return least + _CLOSE < most

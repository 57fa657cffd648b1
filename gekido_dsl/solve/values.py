"""What positions are worth, worked out backwards from the ends.

Invariants:
    A worth is of the first seat: more is better for it, less for the other. Play without an end is worth 0.
    Whoever wins does so as soon as possible, whoever loses as late as possible; distances are decisions to the end.
"""

from array import array
from dataclasses import dataclass
from typing import Final

from gekido_dsl.solve.graph import Graph

OPEN: Final = -(1 << 31)
"""The worth of a position that is not known yet."""
FAR: Final = 1 << 30
"""More than any worth of an end: what is not looked at may be worth this, or as little as `-FAR`."""
NO_END: Final = -1
"""The distance of a position from which nobody can force an end without losing by it."""


@dataclass(frozen=True, slots=True)
class Values:
    """What each position of a graph is worth, if those that were not opened are all worth the same."""

    worth: "array[int]"
    distance: "array[int]"


@dataclass(frozen=True, slots=True)
class Before:
    """By position, those from which a choice leads there."""

    first: "array[int]"
    positions: "array[int]"

    def of(self, position: int) -> "array[int]":
        """Lists them."""
        return self.positions[self.first[position] : self.first[position + 1]]


def before(graph: Graph) -> Before:
    """Turns the choices of a graph round."""
    first = array("I", bytes(4 * (len(graph) + 1)))
    for after in graph.after:
        first[after + 1] += 1
    for position in range(len(graph)):
        first[position + 1] += first[position]
    free, positions = first[:], array("I", bytes(4 * len(graph.after)))
    for position in range(graph.opened):
        for after in graph.after_of(position):
            positions[free[after]] = position
            free[after] += 1
    return Before(first, positions)


def values(graph: Graph, turned: Before, unopened: int) -> Values:
    """Works out what each position is worth.

    Args:
        unopened: what a position is worth that is no end and was not opened.
    """
    size = len(graph)
    worth = array("i", [OPEN]) * size
    distance = array("i", [NO_END]) * size
    ends: dict[int, list[int]] = {}
    for position, value in graph.ends.items():
        ends.setdefault(value, []).append(position)
    for position in range(graph.opened, size):
        if position not in graph.ends:
            ends.setdefault(unopened, []).append(position)
    for seat, side in ((0, 1), (1, -1)):
        left = array("I", bytes(4 * size))
        for position in range(graph.opened):
            left[position] = graph.first[position + 1] - graph.first[position]
        for value in sorted((one for one in ends if one * side > 0), reverse=side > 0):
            _force(graph, turned, seat, value, ends[value], left, worth, distance)
    _draw(turned, ends.get(0, []), worth, distance)
    return Values(worth, distance)


def _force(
    graph: Graph,
    turned: Before,
    seat: int,
    value: int,
    ends: list[int],
    left: "array[int]",
    worth: "array[int]",
    distance: "array[int]",
) -> None:
    """Finds the positions from which a seat forces an end that is worth so much to it.

    Args:
        left: by position, how many choices do not lead to such or better ends, as far as is known.
    """
    seats, far = graph.seats, 0
    layer = ends
    for position in layer:
        worth[position], distance[position] = value, 0
    while layer:
        far += 1
        further: list[int] = []
        for position in layer:
            for earlier in turned.of(position):
                if worth[earlier] != OPEN:
                    continue
                left[earlier] -= 1
                if seats[earlier] == seat or not left[earlier]:
                    worth[earlier], distance[earlier] = value, far
                    further.append(earlier)
        layer = further


def _draw(turned: Before, ends: list[int], worth: "array[int]", distance: "array[int]") -> None:
    """Makes what nobody can force worth nothing, and finds the shortest way from there to an end worth nothing."""
    layer, far = ends, 0
    for position in layer:
        worth[position], distance[position] = 0, 0
    while layer:
        far += 1
        further = []
        for position in layer:
            for earlier in turned.of(position):
                if worth[earlier] == OPEN:
                    worth[earlier], distance[earlier] = 0, far
                    further.append(earlier)
        layer = further
    for position, value in enumerate(worth):
        if value == OPEN:
            worth[position] = 0

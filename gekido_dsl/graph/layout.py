"""Nodes and edges become places: layers from the top down, few crossings, lines around boxes.

Invariants:
    No two boxes of a layer overlap.
    The same graph gives the same numbers, on every machine: nothing that varies orders them.

Source:
    K. Sugiyama, S. Tagawa, M. Toda, "Methods for Visual Understanding of Hierarchical System Structures",
    1981: turn back edges round, put nodes into layers, order each layer by its neighbours, set the places.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

LAYER_GAP: Final = 78.0
NODE_GAP: Final = 26.0
NODE_HEIGHT: Final = 34.0
_BEND_WIDTH: Final = 10.0
_LETTER_WIDTH: Final = 7.2
_PADDING: Final = 26.0
_SWEEPS: Final = 12
_SETTLINGS: Final = 24


@dataclass(frozen=True, slots=True)
class Box:
    """Where a node is drawn: its middle and its size."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything is drawn."""

    width: float
    height: float
    boxes: Mapping[str, Box]
    lines: Mapping[tuple[str, str], tuple[tuple[float, float], ...]]
    """For each joined pair, the points that its line goes through, from the first to the second."""


def text_width(text: str) -> float:
    """Estimates how wide a text is drawn."""
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)
    return _LETTER_WIDTH * (len(text) + 0.7 * wide)


@dataclass(slots=True)
class _Spot:
    """A node in its layer, or a bend of a line that passes through the layer."""

    id: str
    layer: int
    width: float
    real: bool
    above: list["_Spot"] = field(default_factory=list)
    below: list["_Spot"] = field(default_factory=list)
    x: float = 0.0


def layout(texts: Mapping[str, str], pairs: Sequence[tuple[str, str]]) -> Layout:
    """Lays out a graph.

    Args:
        texts: what each node says, by its id, in the order that matters.
        pairs: which nodes are joined; a node is not joined to itself.
    Units:
        Pixels, from the top left.
    """
    if not texts:
        return Layout(0, 0, {}, {})
    turned = _turned(list(texts), pairs)
    layers = _layers(list(texts), [(b, a) if (a, b) in turned else (a, b) for a, b in pairs])
    spots = {
        name: _Spot(name, layers[name], text_width(text) + _PADDING, True) for name, text in texts.items()
    }
    rows: list[list[_Spot]] = [[] for _ in range(max(layers.values()) + 1)]
    for spot in spots.values():
        rows[spot.layer].append(spot)
    chains = {(a, b): _chain(spots, rows, *((b, a) if (a, b) in turned else (a, b))) for a, b in pairs}
    _order(rows)
    _settle(rows)
    return _placed(rows, spots, chains, turned)


def _turned(names: Sequence[str], pairs: Sequence[tuple[str, str]]) -> set[tuple[str, str]]:
    """Finds the edges that lead back, in a walk from the first node on."""
    goals: dict[str, list[str]] = {name: [] for name in names}
    for start, goal in pairs:
        goals[start].append(goal)
    back: set[tuple[str, str]] = set()
    state: dict[str, int] = {}
    for root in names:
        if root in state:
            continue
        state[root] = 1
        path = [(root, list(goals[root]))]
        while path:
            name, rest = path[-1]
            if not rest:
                state[name] = 2
                path.pop()
                continue
            goal = rest.pop(0)
            if state.get(goal) == 1:
                back.add((name, goal))
            elif goal not in state:
                state[goal] = 1
                path.append((goal, list(goals[goal])))
    return back


def _layers(names: Sequence[str], edges: Sequence[tuple[str, str]]) -> dict[str, int]:
    """Gives each node the layer below its lowest predecessor."""
    before: dict[str, list[str]] = {name: [] for name in names}
    after: dict[str, list[str]] = {name: [] for name in names}
    for start, goal in dict.fromkeys(edges):
        before[goal].append(start)
        after[start].append(goal)
    missing = {name: len(before[name]) for name in names}
    ready = [name for name in names if not missing[name]]
    found: dict[str, int] = {}
    while ready:
        name = ready.pop(0)
        found[name] = max((found[other] + 1 for other in before[name]), default=0)
        for goal in after[name]:
            missing[goal] -= 1
            if not missing[goal]:
                ready.append(goal)
    return found


def _chain(spots: Mapping[str, _Spot], rows: Sequence[list[_Spot]], start: str, goal: str) -> list[_Spot]:
    """Joins two nodes from layer to layer, with a bend in each layer between."""
    chain = [spots[start]]
    for layer in range(spots[start].layer + 1, spots[goal].layer):
        bend = _Spot(f"{start}>{goal}@{layer}", layer, _BEND_WIDTH, False)
        rows[layer].append(bend)
        chain.append(bend)
    chain.append(spots[goal])
    for upper, lower in pairwise(chain):
        upper.below.append(lower)
        lower.above.append(upper)
    return chain


def _order(rows: list[list[_Spot]]) -> None:
    """Orders each layer so that few lines cross; keeps the best of several sweeps."""
    best = [list(row) for row in rows]
    least = _crossings(rows)
    for sweep in range(_SWEEPS):
        down = sweep % 2 == 0
        for row in rows if down else reversed(rows):
            place = {spot.id: number for layer in rows for number, spot in enumerate(layer)}
            keys = {
                spot.id: _mean(
                    [place[each.id] for each in (spot.above if down else spot.below)], place[spot.id]
                )
                for spot in row
            }
            row.sort(key=lambda spot: keys[spot.id])
        crossed = _crossings(rows)
        if crossed < least:
            least, best = crossed, [list(row) for row in rows]
    for row, kept in zip(rows, best, strict=True):
        row[:] = kept


def _mean(numbers: Sequence[float], otherwise: float) -> float:
    return sum(numbers) / len(numbers) if numbers else otherwise


def _crossings(rows: Sequence[Sequence[_Spot]]) -> int:
    crossed = 0
    for upper, lower in pairwise(rows):
        place = {spot.id: number for number, spot in enumerate(lower)}
        ends = [
            place[each.id] for spot in upper for each in sorted(spot.below, key=lambda one: place[one.id])
        ]
        crossed += sum(ends[first] > end for number, end in enumerate(ends) for first in range(number))
    return crossed


def _settle(rows: Sequence[Sequence[_Spot]]) -> None:
    """Sets the columns: packed first, then drawn towards their neighbours as far as there is room."""
    for row in rows:
        x = 0.0
        for spot in row:
            spot.x = x + spot.width / 2
            x += spot.width + NODE_GAP
    for turn in range(_SETTLINGS):
        for row in rows if turn % 2 == 0 else reversed(rows):
            wanted = [
                _mean([each.x for each in (spot.above if turn % 2 == 0 else spot.below)], spot.x)
                for spot in row
            ]
            _fit(row, wanted)


def _fit(row: Sequence[_Spot], wanted: Sequence[float]) -> None:
    """Moves the spots of a layer as near as possible to where they want to be, in order, without overlap."""
    offsets = [0.0]
    for left, right in pairwise(row):
        offsets.append(offsets[-1] + (left.width + right.width) / 2 + NODE_GAP)
    groups: list[list[float]] = []
    for number, want in enumerate(wanted):
        groups.append([want - offsets[number], 1.0])
        while len(groups) > 1 and groups[-2][0] > groups[-1][0]:
            mean, count = groups.pop()
            before, many = groups[-1]
            groups[-1] = [(before * many + mean * count) / (many + count), many + count]
    number = 0
    for mean, count in groups:
        for _ in range(int(count)):
            row[number].x = mean + offsets[number]
            number += 1


def _placed(
    rows: Sequence[Sequence[_Spot]],
    spots: Mapping[str, _Spot],
    chains: Mapping[tuple[str, str], Sequence[_Spot]],
    turned: set[tuple[str, str]],
) -> Layout:
    """Rounds everything and moves it to the top left."""
    margin = NODE_GAP
    left = min(spot.x - spot.width / 2 for row in rows for spot in row) - margin
    right = max(spot.x + spot.width / 2 for row in rows for spot in row) + margin

    def at(spot: _Spot) -> tuple[float, float]:
        return round(spot.x - left, 1), round(
            margin + NODE_HEIGHT / 2 + spot.layer * (NODE_HEIGHT + LAYER_GAP), 1
        )

    boxes = {name: Box(*at(spot), round(spot.width, 1), NODE_HEIGHT) for name, spot in spots.items()}
    lines = {}
    for pair, chain in chains.items():
        points: list[tuple[float, float]] = []
        for number, spot in enumerate(chain):
            x, y = at(spot)
            if number > 0:
                points.append((x, round(y - NODE_HEIGHT / 2, 1)))
            if number < len(chain) - 1:
                points.append((x, round(y + NODE_HEIGHT / 2, 1)))
        lines[pair] = tuple(reversed(points)) if pair in turned else tuple(points)
    height = 2 * margin + len(rows) * NODE_HEIGHT + (len(rows) - 1) * LAYER_GAP
    return Layout(round(right - left, 1), round(height, 1), boxes, lines)

"""Operators about what touches, and about maps: how far it is along ways, what they connect, the longest way."""

import heapq
from collections.abc import Callable, Iterable

from gekido_dsl.engine import RuleError
from gekido_dsl.ground.networks import LONGEST_LIMIT, TOO_TANGLED
from gekido_dsl.interpreter.operators.making import Function, gives
from gekido_dsl.interpreter.operators.membership import membership
from gekido_dsl.interpreter.operators.tiles import joined
from gekido_dsl.interpreter.state import Evaluation, Locals, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, IntType, SetType, ThingType, item

Costs = Callable[[State, Locals], dict[int, int]]
"""Gives what each of some ways costs, by its number on the map."""


@gives(m.ops.Journey)
def _journey(ev: Evaluation, e: m.ops.Journey) -> Function:
    shape = _shape(e.ref)
    starts, goals, costs = _spots(ev, e.ref, e.origin), _spots(ev, e.ref, e.goal), _costs(ev, e, e.number)
    assert isinstance(e.type, IntType) and e.type.high is not None
    far = e.type.high

    def journey(s: State, L: Locals) -> int:
        goal = goals(s, L)
        open_ = costs(s, L)
        least = dict.fromkeys(starts(s, L), 0)
        waiting = [(0, spot) for spot in least]
        while waiting:
            so_far, spot = heapq.heappop(waiting)
            if spot in goal:
                return so_far
            if so_far > least[spot]:
                continue
            for way, cost in open_.items():
                ev.work += 1
                for there in _leads(shape, way, spot):
                    if so_far + cost < least.get(there, far):
                        least[there] = so_far + cost
                        heapq.heappush(waiting, (so_far + cost, there))
        return far

    return journey


def _leads(shape: m.Network, way: int, spot: int) -> Iterable[int]:
    """Gives where a way leads from a spot."""
    start, end = shape.ends[way]
    if spot == start:
        yield end
    if spot == end and way not in shape.one_way:
        yield start


@gives(m.ops.Connected)
def _connected(ev: Evaluation, e: m.ops.Connected) -> Function:
    shape = _shape(e.ref)
    starts, goals, ways = _spots(ev, e.ref, e.origin), _spots(ev, e.ref, e.goal), _costs(ev, e, None)

    def connected(s: State, L: Locals) -> bool:
        reached, goal, left = starts(s, L), goals(s, L), set(ways(s, L))
        while not reached & goal:
            on = {way for way in left if reached & set(shape.ends[way])}
            ev.work += len(left) + 1
            if not on:
                return False
            reached = reached | {end for way in on for end in shape.ends[way]}
            left -= on
        return True

    return connected


@gives(m.ops.Along)
def _along(ev: Evaluation, e: m.ops.Along) -> Function:
    shape = _shape(e.ref)
    starts, goals, ways = _spots(ev, e.ref, e.of), _spots(ev, e.ref, e.thing), _costs(ev, e, None)

    def along(s: State, L: Locals) -> bool:
        origin, goal, open_ = starts(s, L), goals(s, L), ways(s, L)
        ev.work += len(open_) + 1
        return any(there in goal for way in open_ for spot in origin for there in _leads(shape, way, spot))

    return along


@gives(m.ops.LongestWay)
def _longest_way(ev: Evaluation, e: m.ops.LongestWay) -> Function:
    shape, costs = _shape(e.ref), _costs(ev, e, e.number)

    def longest(s: State, L: Locals) -> int:
        open_ = costs(s, L)
        at: list[list[int]] = [[] for _ in range(shape.joined)]
        for way in sorted(open_):
            for end in dict.fromkeys(shape.ends[way]):
                at[end].append(way)
        best, steps, used, total = 0, 0, set[int](), sum(open_.values())

        def follow(spot: int, length: int) -> None:
            nonlocal best, steps
            for way in at[spot]:
                if way in used or best >= total:
                    continue
                steps += 1
                ev.work += 1
                if steps > LONGEST_LIMIT:
                    raise RuleError(TOO_TANGLED, e.span)
                used.add(way)
                best = max(best, length + open_[way])
                start, end = shape.ends[way]
                follow(start + end - spot, length + open_[way])
                used.discard(way)

        for spot in range(shape.joined):
            follow(spot, 0)
        return best

    return longest


@gives(m.ops.Touching)
def _touching(ev: Evaluation, e: m.ops.Touching) -> Function:
    """Goes from space to space, board by board; a thing touches what stands on its own space, too."""
    one, belongs, layout = ev.make(e.thing), membership(ev, e.things), ev.layout
    base, chart, cell = layout.base_of, layout.chart_of, layout.position_cell
    kind = item(e.type)
    assert isinstance(kind, ThingType)
    if kind.kind.sides is not None:
        return joined(ev, e, kind.kind)
    themselves, things = kind.kind.board is not None, layout.things[kind.kind.name]
    near = [each.near for each in layout.charts]

    def touching(s: State, L: Locals) -> list[int]:
        origin = one(s, L)
        start = origin if themselves or origin == NONE else s.where[origin]
        if start not in base or s.cells[cell + start] == NONE or not belongs(s, L, origin):
            return []
        at, steps = base[start], near[chart[start]]
        found, seen, edge = [], {start}, [start]
        while edge:
            space = edge.pop()
            here = (space,) if themselves else s.contents[space]
            of_kind = [thing for thing in here if thing in things and belongs(s, L, thing)]
            ev.work += 1
            if not of_kind:
                continue
            found += of_kind
            for spot in steps[s.cells[cell + space]]:
                there = s.cells[at + spot]
                if there != NONE and there not in seen:
                    seen.add(there)
                    edge.append(there)
        # The things of a kind come in the order of their numbers.
        return sorted(found)

    return touching


def _shape(board: m.Board) -> m.Network:
    assert isinstance(board.shape, m.Network)
    return board.shape


def _spots(ev: Evaluation, board: m.Board, e: m.Expr) -> Callable[[State, Locals], set[int]]:
    """Makes a function that gives where things are on a map; what is on a way is at both its ends."""
    base, shape, (spaces, first) = ev.make(e), _shape(board), ev.layout.joined(board)
    many = isinstance(e.type, SetType)

    def spots(s: State, L: Locals) -> set[int]:
        found: set[int] = set()
        for thing in base(s, L) if many else (base(s, L),):
            space = thing if thing in spaces or thing == NONE else s.where[thing]
            if space in spaces:
                spot = space - first
                found.update((spot,) if spot < shape.joined else shape.ends[spot - shape.joined])
        return found

    return spots


def _costs(
    ev: Evaluation, e: m.ops.Journey | m.ops.Connected | m.ops.LongestWay | m.ops.Along, number: m.Expr | None
) -> Costs:
    ways, first, local = ev.make(e.ways), ev.layout.joined(e.ref)[1] + _shape(e.ref).joined, e.value
    cost = ev.make(number) if number is not None else None

    def costs(s: State, L: Locals) -> dict[int, int]:
        found = {}
        for way in ways(s, L):
            if cost is not None:
                L[local] = way
            found[way - first] = max(0, cost(s, L)) if cost is not None else 0
        return found

    return costs

"""How far it is: the least number of steps between things on a board.

A way is looked for from the goals outwards. What is found is kept for as long as it cannot change: by the spaces that
lie there and by the goals, where the spaces that a way may lead over are told by printed facts alone.
"""

import heapq
from collections.abc import Callable, Iterable
from typing import Final

from gekido_dsl.interpreter.operators.lasting import lasting
from gekido_dsl.interpreter.operators.making import Function, gives
from gekido_dsl.interpreter.operators.membership import membership
from gekido_dsl.interpreter.state import Evaluation, Locals, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, IntType, SetType

_KEPT: Final = 256
"""How many fields of distances one phrase keeps."""


@gives(m.ops.Distance)
def _distance(ev: Evaluation, e: m.ops.Distance) -> Function:
    layout = ev.layout
    origin, goal, over = _all_of(ev, e.origin), _all_of(ev, e.goal), e.spaces
    test = membership(ev, over) if over is not None else None
    stays = over is None or lasting(over, ev.game)
    kept: dict[tuple[tuple[int, int], tuple[int, ...]], tuple[list[int], list[int]]] = {}
    near = [one.near for one in layout.charts]
    size = [one.size for one in layout.charts]
    chart, base = layout.chart_of, layout.base_of
    position, far = layout.position_cell, e.value

    def spots(s: State, things: Iterable[int]) -> list[tuple[tuple[int, int], int]]:
        """Gives where things are: the first cell and the chart of the board, and the position."""
        found = []
        for thing in things:
            if thing == NONE:
                continue
            space = thing if thing in base else s.where[thing]
            if space in base and s.cells[position + space] != NONE:
                found.append(((base[space], chart[space]), s.cells[position + space]))
        return found

    def field(s: State, L: Locals, board: tuple[int, int], goals: tuple[int, ...]) -> list[int]:
        """Gives how far each position is from the nearest goal; NONE without a way."""
        at, number = board
        laid = s.cells[at : at + size[number]]
        if stays and (board, goals) in kept:
            before, found = kept[board, goals]
            if before == laid:
                return found

        def open_(spot: int) -> bool:
            ev.work += 1
            return laid[spot] != NONE and (test is None or test(s, L, laid[spot]))

        found = _spread(near[number], goals, open_)
        if stays:
            if len(kept) >= _KEPT:
                kept.clear()
            kept[board, goals] = (laid, found)
        return found

    def distance(s: State, L: Locals) -> int:
        starts, ends = spots(s, origin(s, L)), spots(s, goal(s, L))
        if not starts or not ends:
            return far
        least = far
        if len(starts) == len(ends) == 1:
            [(board, spot)], [(other, end)] = starts, ends
            if board != other or spot == end:
                return 0 if board == other else far
            number = field(s, L, board, (end,))[spot]
            return number if number != NONE else far
        for board in dict.fromkeys(board for board, _ in starts):
            here = [spot for where, spot in starts if where == board]
            there = tuple(sorted({spot for where, spot in ends if where == board}))
            if any(spot in there for spot in here):
                return 0
            steps = field(s, L, board, there)
            least = min([least, *(steps[spot] for spot in here if steps[spot] != NONE)])
        return least

    return distance


@gives(m.ops.Trek)
def _trek(ev: Evaluation, e: m.ops.Trek) -> Function:
    """Goes from the starts to what is nearest, again and again; each space counts when it is entered."""
    layout = ev.layout
    origin, goal, spaces, cost = (
        _all_of(ev, e.origin),
        _all_of(ev, e.goal),
        ev.make(e.spaces),
        ev.make(e.number),
    )
    base, chart, position, local = layout.base_of, layout.chart_of, layout.position_cell, e.value
    own = layout.spaces[e.ref.name]
    near = [each.near for each in layout.charts]
    assert isinstance(e.type, IntType) and e.type.high is not None
    far = e.type.high

    def lying(s: State, things: Iterable[int]) -> set[int]:
        """Gives the spaces of the board where things are."""
        found = set()
        for thing in things:
            space = thing if thing == NONE or thing in base else s.where[thing]
            if space in own and s.cells[position + space] != NONE:
                found.add(space)
        return found

    def trek(s: State, L: Locals) -> int:
        costs = {}
        for space in spaces(s, L):
            L[local] = space
            costs[space] = max(0, cost(s, L))
        goals = lying(s, goal(s, L))
        least = dict.fromkeys(lying(s, origin(s, L)), 0)
        waiting = [(0, space) for space in least]
        while waiting:
            so_far, space = heapq.heappop(waiting)
            if space in goals:
                return so_far
            if so_far > least[space]:
                continue
            ev.work += 1
            for spot in near[chart[space]][s.cells[position + space]]:
                there = s.cells[base[space] + spot]
                if there in costs and so_far + costs[there] < least.get(there, far):
                    least[there] = so_far + costs[there]
                    heapq.heappush(waiting, (least[there], there))
        return far

    return trek


def _all_of(ev: Evaluation, e: m.Expr) -> Function:
    """Makes a function that gives several, of one a list of it."""
    base = ev.make(e)
    return base if isinstance(e.type, SetType) else lambda s, L: (base(s, L),)


def _spread(near: list[frozenset[int]], goals: tuple[int, ...], open_: Callable[[int], bool]) -> list[int]:
    """Counts steps from the goals outwards; a way leads over open positions, and may begin on any."""
    found = [NONE] * len(near)
    rim = [spot for spot in goals if open_(spot)]
    for spot in rim:
        found[spot] = 0
    steps = 0
    while rim:
        steps += 1
        reached = []
        for spot in rim:
            for other in near[spot]:
                if found[other] == NONE:
                    found[other] = steps
                    if open_(other):
                        reached.append(other)
        rim = reached
    return found

"""Operators about directions: a turn, one step, and the line from a space to the rim."""

from collections.abc import Callable

from gekido_dsl.ground.geometry import following_of, headings_of, opposite_of, steps_of
from gekido_dsl.interpreter.operators.making import Function, gives
from gekido_dsl.interpreter.state import Evaluation, Locals, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, SetType

Step = Callable[[State, int, int], int]
"""Gives the space one step from a space in a direction; NONE off the board."""


@gives(m.ops.Turned)
def _turned(ev: Evaluation, e: m.ops.Turned) -> Function:
    base, headings, by = ev.make(e.direction), headings_of(e), e.value

    def turn(s: State, L: Locals) -> int:
        way = base(s, L)
        return (way + by) % headings if way != NONE else NONE

    return turn


def _step(ev: Evaluation, board: m.Board, headings: int) -> Step:
    layout = ev.layout
    steps = [steps_of(one, headings) if one.board is board else [] for one in layout.charts]
    chart, base, cell = layout.chart_of, layout.base_of, layout.position_cell

    def step(s: State, space: int, way: int) -> int:
        there = steps[chart[space]][s.cells[cell + space]][way]
        return s.cells[base[space] + there] if there != NONE else NONE

    return step


def _standing(ev: Evaluation, board: m.Board) -> Callable[[State, int], int]:
    """Makes the function that gives the space a thing stands on, and of a space itself; NONE off the board."""
    spaces, cell = ev.layout.spaces[board.name], ev.layout.position_cell

    def space_of(s: State, thing: int) -> int:
        if thing == NONE:
            return NONE
        space = thing if thing in spaces else s.where[thing]
        return space if space in spaces and s.cells[cell + space] != NONE else NONE

    return space_of


@gives(m.ops.Beside)
def _beside(ev: Evaluation, e: m.ops.Beside) -> Function:
    origin, towards = ev.make(e.origin), ev.make(e.direction)
    space_of, step = _standing(ev, e.ref), _step(ev, e.ref, headings_of(e.direction))

    def beside(s: State, L: Locals) -> int:
        space, way = space_of(s, origin(s, L)), towards(s, L)
        return step(s, space, way) if space != NONE and way != NONE else NONE

    return beside


@gives(m.ops.Following)
def _following(ev: Evaluation, e: m.ops.Following) -> Function:
    origin, order = ev.make(e.origin), following_of(e.ref, e.value)
    space_of, layout = _standing(ev, e.ref), ev.layout
    base, cell = layout.base_of, layout.position_cell

    def following(s: State, L: Locals) -> list[int]:
        space = space_of(s, origin(s, L))
        if space == NONE:
            return []
        there = (s.cells[base[space] + spot] for spot in order[s.cells[cell + space]])
        return [one for one in there if one != NONE]

    return following


@gives(m.ops.Opposite)
def _opposite(ev: Evaluation, e: m.ops.Opposite) -> Function:
    origin, across = ev.make(e.origin), opposite_of(e.ref)
    space_of, layout = _standing(ev, e.ref), ev.layout
    base, cell = layout.base_of, layout.position_cell

    def opposite(s: State, L: Locals) -> int:
        space = space_of(s, origin(s, L))
        there = across[s.cells[cell + space]] if space != NONE else NONE
        return s.cells[base[space] + there] if there != NONE else NONE

    return opposite


@gives(m.ops.Line)
def _line(ev: Evaluation, e: m.ops.Line) -> Function:
    board, bound = e.ref
    origin, towards = ev.make(e.origin), ev.make(e.direction)
    test = ev.make(e.test) if e.test is not None else None
    space_of, step = _standing(ev, board), _step(ev, board, headings_of(e.direction))
    local, ending = e.value, bound == "until"
    wraps = any(board.shape.wraps)

    def along(s: State, L: Locals, space: int, way: int) -> list[int]:
        found: list[int] = []
        start = space if wraps else NONE
        while space != NONE and way != NONE and (space := step(s, space, way)) not in (NONE, start):
            ev.work += 1
            if test is None:
                found.append(space)
                continue
            L[local] = space
            holds = test(s, L)
            if holds or ending:
                found.append(space)
            if bool(holds) is ending:
                break
        return found

    if isinstance(e.direction.type, SetType):

        def each(s: State, L: Locals) -> list[int]:
            space = space_of(s, origin(s, L))
            found = [there for way in towards(s, L) for there in along(s, L, space, way)]
            return list(dict.fromkeys(found)) if wraps else found

        return each
    return lambda s, L: along(s, L, space_of(s, origin(s, L)), towards(s, L))

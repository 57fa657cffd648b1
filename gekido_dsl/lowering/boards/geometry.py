"""Where things are on boards: the space a thing stands on, where a space lies, and tables of what is near what.

A board whose spaces always lie where they lie at first is *still*: its positions are known. Of other boards positions
are state.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Final

from gekido_dsl.ground.charts import Chart
from gekido_dsl.ground.layout import Layout
from gekido_dsl.lowering.game.lowering import Lowering
from gekido_dsl.lowering.sets.pen import Pen
from gekido_dsl.lowering.sets.things import number_in, of_thing
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, ThingType, Type, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

REGIONS: Final[dict[type[m.Expr], str]] = {
    m.ops.Central: "centre",
    m.ops.Corner: "corners",
    m.ops.Outer: "outer",
    m.ops.Inner: "inner",
}
"""The region of a board that an operator asks of."""


def board_of(kind: Type) -> m.Board | None:
    """Gives the board whose spaces are of a type."""
    one = item(kind)
    return one.kind.board if isinstance(one, ThingType) else None


def is_still(lowering: Lowering, board: m.Board) -> bool:
    """Tells whether the spaces of a board always lie where they lie at first."""
    return (
        not board.layout
        and board.space.legend is None
        and not shrinks(lowering, board)
        and lowering.layout.spaces[board.name] != range(0)
    )


def shrinks(lowering: Lowering, board: m.Board) -> bool:
    """Tells whether spaces of a board may be removed."""
    return any(lowering.may_leave(ThingType(kind)) for kind in board.kinds)


def is_space(w: Pen, place: ir.Expr) -> ir.Expr:
    """Whether a place is a space of any board."""
    ranges = sorted((w.layout.spaces[b.name] for b in w.game.boards.values()), key=lambda one: one.start)
    found: ir.Expr = x.constant(0)
    place = w.code.let(place)
    for things in _joined(ranges):
        found = x.or_(found, x.within(place, things.start, things.stop - 1))
    return found


def _joined(ranges: Sequence[range]) -> list[range]:
    """Joins ranges that follow one another."""
    found: list[range] = []
    for one in ranges:
        if found and found[-1].stop == one.start:
            found[-1] = range(found[-1].start, one.stop)
        elif one:
            found.append(one)
    return found


def space_of(w: Pen, thing: ir.Expr, kind: Type) -> ir.Expr:
    """Gives the space that a thing stands on, or a space itself; none for what is on no board."""
    thing = w.code.let(thing)
    if board_of(kind) is not None:
        return thing
    where = w.code.let(x.load(w.memory.chains.where, thing))
    return w.code.let(x.select(is_space(w, where), where, NONE))


def on_board(w: Pen, thing: ir.Expr, kind: Type, board: m.Board) -> ir.Expr:
    """Gives the space of one board that a thing stands on, or a space of it itself; none for what is elsewhere."""
    spaces = w.layout.spaces[board.name]
    if board_of(kind) is board:
        return w.code.let(thing)
    where = w.code.let(x.load(w.memory.chains.where, thing))
    return w.code.let(x.select(x.within(where, spaces.start, spaces.stop - 1), where, NONE))


def is_elsewhere(w: Pen, space: ir.Expr, board: m.Board) -> bool:
    """Tells whether a space is known not to be one of a board: what is asked of it there is none."""
    return isinstance(space, ir.Const) and space.value not in w.layout.spaces[board.name]


def position(w: Pen, space: ir.Expr, board: m.Board | None = None) -> ir.Expr:
    """Gives where a space lies; none of none, and of one that lies on no board.

    Args:
        board: the board that the space is of, where that is known.
    """
    if board is not None and is_elsewhere(w, space, board):
        return x.constant(NONE)
    if board is not None and is_still(w.lowering, board):
        spaces = w.layout.spaces[board.name]
        table = [w.memory.start.cells[w.layout.position_cell + one] for one in spaces]
        at = number_in(w, space, spaces.start)
        return at if table == list(range(len(table))) else x.load(w.lowering.table("position", table), at)
    if all(is_still(w.lowering, one) for one in w.game.boards.values()):
        cell = w.layout.position_cell
        every = w.memory.start.cells[cell : cell + w.layout.count]
        return x.load(w.lowering.table("position", every), space)
    return x.load(w.memory.position, space)


def space_at(w: Pen, board: m.Board, base: ir.Expr, spot: ir.Expr) -> ir.Expr:
    """Gives the space at a position of the board that begins at `base` among the positions of its players' boards."""
    at = spot if base == x.constant(0) else x.add(base, spot)
    if is_still(w.lowering, board):
        first = w.layout.at_cell[board.name]
        cells = w.memory.start.cells[first : first + len(w.layout.cells_of(board))]
        return x.load(w.lowering.table(f"at {board.name}", cells), at)
    return x.load(w.memory.at[board.name], at)


def base_of(w: Pen, board: m.Board, space: ir.Expr) -> ir.Expr:
    """Gives where the positions of the board of a space begin: 0, or those of its player's board."""
    if not board.each_player:
        return x.constant(0)
    if is_elsewhere(w, space, board):
        return x.constant(NONE)
    spaces, first = w.layout.spaces[board.name], w.layout.at_cell[board.name]
    table = [w.layout.base_of[one] - first for one in spaces]
    return of_thing(w, "base", table, spaces.start, space)


def charts_of(layout: Layout, board: m.Board) -> list[int]:
    """Lists the charts of a board, by their numbers."""
    return [number for number, one in enumerate(layout.charts) if one.board is board]


def chart_of(w: Pen, board: m.Board, space: ir.Expr) -> ir.Expr:
    """Gives on which of the charts of its board a space lies, from 0."""
    charts = charts_of(w.layout, board)
    if len(charts) == 1:
        return x.constant(0)
    if is_elsewhere(w, space, board):
        return x.constant(NONE)
    spaces = w.layout.spaces[board.name]
    table = [charts.index(w.layout.chart_of[one]) for one in spaces]
    return of_thing(w, "chart", table, spaces.start, space)


def by_spot(
    w: Pen, board: m.Board, name: str, give: Callable[[Chart], Sequence[Sequence[int]]]
) -> tuple[ir.Array, int]:
    """Gives a table of so many numbers for each position of each chart of a board, and how many.

    Args:
        name: says what the numbers are; the same name is the same numbers.
        give: the numbers of one chart, by position; missing ones are none.
    """

    def make() -> tuple[ir.Array, int]:
        listed = [give(w.layout.charts[number]) for number in charts_of(w.layout, board)]
        wide = max((len(one) for chart in listed for one in chart), default=0) or 1
        flat = [number for chart in listed for one in chart for number in [*one, *[NONE] * (wide - len(one))]]
        return w.lowering.table(f"{name} {board.name}", flat), wide

    made: tuple[ir.Array, int] = w.lowering.remembered(("by spot", board.name, name), make)
    return made


def words_by_spot(
    w: Pen, board: m.Board, name: str, give: Callable[[Chart], Sequence[Collection[int]]]
) -> ir.Array:
    """Gives a table of a set of positions for each position of each chart of a board of at most `WORD` of them.

    Args:
        name: says what the sets are; the same name is the same sets.
        give: the sets of one chart, by position.
    """

    def make() -> ir.Array:
        listed = [give(w.layout.charts[number]) for number in charts_of(w.layout, board)]
        sets = [x.signed(sum(1 << spot for spot in one), "i64") for chart in listed for one in chart]
        return w.lowering.table64(f"{name} {board.name}", sets)

    made: ir.Array = w.lowering.remembered(("words by spot", board.name, name), make)
    return made


def row_of_table(board: m.Board, chart: ir.Expr, spot: ir.Expr, wide: int) -> ir.Expr:
    """Gives where the numbers of a position begin in a table made by `by_spot`."""
    size = board.size
    at = spot if chart == x.constant(0) else x.add(x.mul(chart, size), spot)
    return x.mul(at, wide)


WORD: Final = 64
"""How many positions one number can hold as a set."""
STRAIGHT = {"above": (-1, 0), "below": (1, 0), "left of": (0, -1), "right of": (0, 1)}
"""The steps, down and to the right, that words name in any case."""


def steps_ahead(word: str, ahead: int) -> list[tuple[int, int]]:
    """Gives the steps that a word names, by which way is ahead."""
    if word == "ahead of":
        return [(ahead, 0)]
    if word == "behind":
        return [(-ahead, 0)]
    return [(ahead, -1), (ahead, 1)]

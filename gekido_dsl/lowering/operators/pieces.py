"""Shapes of several squares: how they may lie, and what they cover; all by tables of printed squares."""

from typing import Final

from gekido_dsl.ground.pieces import Cut, cut_of
from gekido_dsl.lowering.boards import geometry as geo
from gekido_dsl.lowering.sets.sets import Frozen, Set
from gekido_dsl.lowering.writing.registry import operator
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.lies import LIES, MOST
from gekido_dsl.model.types import NONE
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

_LIES: Final = len(LIES)


def cut(w: Writer, squares: m.Kind) -> Cut:
    """Gives the shapes of the things that a kind of squares is part of."""
    found: Cut = w.lowering.remembered(("cut", squares.name), lambda: cut_of(w.layout, squares))
    return found


@operator(m.ops.Lies)
def lies(w: Writer, e: m.ops.Lies) -> Set:
    """How a shape may lie so that it looks different each time."""
    squares, allowed = e.ref
    code, shapes = w.code, cut(w, squares)
    listed = shapes.lies(allowed)
    most = max(map(len, listed), default=0)
    array, count = code.frame("lies", max(most, 1)), code.variable(0, "n")
    thing = code.let(w.fixed(e.thing))
    table = w.lowering.table(
        f"lies of {squares.name}", [lie for one in listed for lie in [*one, *[NONE] * (most - len(one))]]
    )
    with code.if_(x.ge(thing, 0)):
        first = code.let(x.mul(x.sub(thing, shapes.wholes.start), most))
        with code.each(0, most, "lie") as k:
            lie = code.let(x.load(table, x.add(first, k)))
            with code.if_(x.ge(lie, 0)):
                code.store(array, count, lie)
                code.set(count, x.add(count, 1))
    return Frozen(array, count, most, sure=True, ascending=True)


@operator(m.ops.Covered)
def covered(w: Writer, e: m.ops.Covered) -> Set:
    """The spaces under the squares of a shape, in their order; none where it does not lie on the board."""
    squares, board = e.ref
    thing, space, lie = (w.code.let(w.fixed(one)) for one in e.args)
    return spaces_under(w, squares, board, thing, space, lie)


def spaces_under(
    w: Writer, squares: m.Kind, board: m.Board, thing: ir.Expr, space: ir.Expr, lie: ir.Expr
) -> Frozen:
    """Gives the spaces under the squares of a shape."""
    code, shapes = w.code, cut(w, squares)
    most, size, wholes = shapes.most, board.size, shapes.wholes
    rows, columns = board.shape.rows, board.shape.columns
    array, count = code.frame("covered", max(most, 1), w.lowering.width), code.variable(0, "n")
    kinds: dict[tuple[object, ...], int] = {}
    shape_of = [kinds.setdefault(one, len(kinds)) for one in shapes.offsets]
    wholes_of = {number: wholes.start + at for at, number in reversed(list(enumerate(shape_of)))}
    placed = [
        shapes.on(board, wholes_of[number], lie) for number in range(len(kinds)) for lie in range(_LIES)
    ]
    down = [step[0] for one in placed for step in [*one, *[(0, 0)] * (most - len(one))]]
    right = [step[1] for one in placed for step in [*one, *[(0, 0)] * (most - len(one))]]
    name = f"{squares.name} on {board.name}"
    shape_table = w.lowering.table(f"shape of {squares.name}", shape_of)
    down_table, right_table = w.lowering.table(f"{name} down", down), w.lowering.table(f"{name} right", right)
    length_table = w.lowering.table(f"{name} length", [len(one) for one in placed], guard=0)
    row_table = w.lowering.table(f"rows of {board.name}", [at // columns for at in range(size)])
    column_table = w.lowering.table(f"columns of {board.name}", [at % columns for at in range(size)])
    wraps_down, wraps_across = board.shape.wraps
    on_rows = w.lowering.table(f"on rows of {board.name}", _on(rows, wraps_down, columns))
    on_columns = w.lowering.table(f"on columns of {board.name}", _on(columns, wraps_across, 1))
    there = x.and_(x.ge(thing, 0), x.and_(x.ge(space, 0), x.ge(lie, 0)))
    with code.if_(there):
        spot = code.let(geo.position(w, space, board))
        with code.if_(x.ge(spot, 0)):
            base = code.let(geo.base_of(w, board, space))
            shape = x.load(shape_table, x.sub(thing, wholes.start))
            at = code.let(x.add(x.mul(shape, _LIES), lie))
            first = code.let(x.mul(at, most))
            row, column = code.let(x.load(row_table, spot)), code.let(x.load(column_table, spot))
            number = code.let(x.load(length_table, at))
            with code.block("off the board") as off, code.each(0, number, "square", bound=most) as k:
                step = code.let(x.add(first, k))
                to_row = code.let(x.load(on_rows, x.add(x.add(row, x.load(down_table, step)), MOST)))
                to_column = code.let(
                    x.load(on_columns, x.add(x.add(column, x.load(right_table, step)), MOST))
                )
                inside = x.and_(x.ge(to_row, 0), x.ge(to_column, 0))
                found = code.variable(NONE, "under")
                with code.if_(inside):
                    code.set(found, geo.space_at(w, board, base, x.add(to_row, to_column)))
                with code.if_(x.lt(found, 0)):
                    code.set(count, 0)
                    code.br(off)
                code.store(array, k, found)
                code.set(count, x.add(k, 1))
    return Frozen(array, count, most, sure=True)


def _on(length: int, wraps: bool, times: int) -> list[int]:
    """Gives the row or column, times a number, of each that a shape may reach; none off the board."""
    return [
        (at % length if wraps else at) * times if wraps or 0 <= at < length else NONE
        for at in range(-MOST, length + MOST)
    ]

"""What a board is drawn with: its borders, its signs, and what has changed on its spaces."""

from gekido_dsl import engine as e
from gekido_dsl.ground.layout import Layout
from gekido_dsl.ground.position import Position
from gekido_dsl.ground.start import initial_value
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import BoolType
from gekido_dsl.tables.drawing import JOINT


def edge_facts(kind: m.Kind) -> list[m.Field]:
    """Lists what the spaces of a kind may have on their four sides, as far as everybody may see it."""
    return [
        fact
        for fact in kind.fields.values()
        if isinstance(fact.type, BoolType)
        and isinstance(fact.index, m.Enum)
        and fact.index.compass
        and len(fact.index.members) == 4
        and fact.seen == "everyone"
    ]


def edges(s: Position, board: m.Board, spaces: list[int]) -> tuple[e.EdgeView, ...]:
    """Lists what stands on the borders of spaces; what is so on both sides is listed once."""
    facts = edge_facts(board.space) if not board.is_map else []
    layout = s.layout
    found = set()
    for space in spaces if facts else ():
        row, column = divmod(s.cells[layout.position_cell + space], board.shape.columns)
        sides = ((row, column, False), (row, column + 1, True), (row + 1, column, False), (row, column, True))
        for fact in facts:
            for side, here in zip(sides, _values(s, space, fact), strict=True):
                if here:
                    found.add((side, fact.name))
    return tuple(
        e.EdgeView(row + 1, column + 1, upright, name) for (row, column, upright), name in sorted(found)
    )


def lines(board: m.Board) -> tuple[tuple[tuple[int, int], tuple[int, int]], ...] | None:
    """Lists the lines that join spaces, each once, by rows and columns from 1."""
    if board.shape.links is None:
        return None
    found = {(min(key[0], there), max(key[0], there)) for key, there in board.shape.links.items()}
    return tuple((_spot(board, one), _spot(board, other)) for one, other in sorted(found))


def map_of(board: m.Board) -> e.MapView | None:
    """Tells how the spaces of a map lie, and what its ways join."""
    shape = board.shape
    if not isinstance(shape, m.Network) or isinstance(shape, m.Mesh):
        return None
    return e.MapView(shape.places, shape.ends, shape.one_way)


def round_of(board: m.Board) -> e.RoundView | None:
    """Tells how spaces lie round the middle of a board, where its rows are rings or a spiral."""
    shape = board.shape.round
    return None if shape is None else e.RoundView(shape.spiral, shape.clockwise)


def mesh_of(board: m.Board) -> e.MeshView | None:
    """Tells where the spaces of a board lie, where it is in rows of hexagons or its corners or edges are spaces."""
    shape = board.shape
    if not isinstance(shape, m.Mesh):
        return None

    def key(position: int) -> tuple[int, int]:
        return shape.row(position) + 1, shape.column(position) + 1

    first = shape.grid.size
    points = [(key(here), shape.middles[here]) for here in shape.grid.spots]
    points += [(key(here), spot) for here, spot in enumerate(shape.corners, first)]
    lines = [(key(here), ends) for here, ends in enumerate(shape.edges, first + len(shape.corners))]
    return e.MeshView(tuple(points), tuple(lines), shape.outline, shape.rows)


def _spot(board: m.Board, position: int) -> tuple[int, int]:
    return board.shape.row(position) + 1, board.shape.column(position) + 1


def signs(layout: Layout, board: m.Board, spaces: list[int]) -> dict[str, str]:
    """Names the signs that spaces are drawn with, in the order of the legend."""
    if board.is_map:
        return {}
    rows = [layout.kind_of[space].rows[layout.row_of[space]] for space in spaces]
    drawn = {sign for row in rows for sign in row.drawn.split(JOINT)}
    return {sign.sign: sign.name for sign in board.space.signs if sign.sign in drawn}


def as_at_first(s: Position, space: int, fact: m.Field) -> bool:
    """Tells whether a fact that a match keeps of a space is as it was drawn, or declared."""
    kind = s.layout.kind_of[space]
    start = initial_value(fact)
    if fact.start is not None:
        if not isinstance(fact.start, m.ops.Const):
            return True
        start = fact.start.value
    drawn = kind.rows[s.layout.row_of[space]].values.get(fact.name) if kind.legend is not None else None
    values = _values(s, space, fact)
    first = drawn if isinstance(drawn, tuple) else (drawn,) * len(values)
    return all(
        value == (start if begun is None else begun) for value, begun in zip(values, first, strict=True)
    )


def _values(s: Position, space: int, fact: m.Field) -> list[int]:
    """Gives the values of a fact of a space, one for each of what it is asked for."""
    layout = s.layout
    kind = layout.kind_of[space]
    size = layout.index_size(fact.index)
    if fact.kept:
        at = layout.field_cell[id(kind), fact.name] + (space - layout.things[kind.name].start) * size
        return list(s.cells[at : at + size])
    value = kind.rows[layout.row_of[space]].values.get(fact.name)
    return list(value) if isinstance(value, tuple) else [value or 0] * size

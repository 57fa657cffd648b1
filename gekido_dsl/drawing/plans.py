"""A plan that is drawn becomes a board to look at, without a match."""

from gekido_dsl.drawing.values import said
from gekido_dsl.engine import BoardView, EdgeView, SpaceView
from gekido_dsl.model import nodes as m


def plan(game: m.Game, kind: m.Kind, number: int) -> BoardView:
    """Gives the spaces of a row of a kind that has drawings."""
    space = next(one for one in game.kinds.values() if one.parent is kind and one.drawings)
    drawing = space.drawings[number]
    directions = space.board.shape.directions if space.board is not None else 4
    from_bottom = space.board is not None and space.board.from_bottom
    borders = [field for field in space.fields.values() if field.on_edges and isinstance(field.index, m.Enum)]
    spaces: list[SpaceView] = []
    edges: dict[tuple[int, int, bool], str] = {}
    for row in space.rows:
        if row.parent != number or row.spot is None or row.lie:
            continue
        down, right = row.spot[0] + 1, row.spot[1] + 1
        told = drawing.rows + 1 - down if from_bottom else down
        facts = {
            field.name: text
            for field in space.fields.values()
            if field.index is None and (text := said(game, field.type, row.values.get(field.name)))
        }
        name = "" if row.name == space.name else row.name
        spaces.append(SpaceView(f"r{told}c{right}", down, right, name, (), facts, row.drawn))
        for field in borders:
            values = row.values.get(field.name)
            sides = values if isinstance(values, tuple) else ()
            for way, there in enumerate(sides):
                if there == 1 and (at := _border(down, right, way, len(sides))) is not None:
                    edges.setdefault(at, field.name)
    shown = {sign for one in spaces for sign in one.drawn.split("+")}
    return BoardView(
        kind.rows[number].name,
        drawing.rows,
        drawing.columns,
        directions,
        tuple(spaces),
        from_bottom,
        None,
        tuple(EdgeView(*at, name) for at, name in edges.items()),
        tuple(field.name for field in borders),
        {sign.sign: sign.name for sign in space.signs if sign.sign in shown},
    )


def _border(row: int, column: int, way: int, ways: int) -> tuple[int, int, bool] | None:
    """Tells which border of a space lies in a direction of the compass; None for a corner."""
    quarter, rest = divmod(way * 4, ways)
    if rest:
        return None
    return ((row, column, False), (row, column + 1, True), (row + 1, column, False), (row, column, True))[
        quarter
    ]

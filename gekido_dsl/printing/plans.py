"""Boards become pictures as they come out of the box: empty, the drawn ones once for each of their plans."""

from dataclasses import replace

from gekido_dsl import drawing
from gekido_dsl.engine import BoardView, EdgeView, SpaceView
from gekido_dsl.interpreter.borders import edge_facts, lines
from gekido_dsl.model import nodes as m
from gekido_dsl.tables.drawing import JOINT

_MOST_SPACES = 1000
"""The most spaces of a board that is printed."""


def plans(game: m.Game) -> list[tuple[m.Board, m.Kind | None, str, drawing.Picture]]:
    """Draws every board that is printed whole, with the table that lists it, if one does, and its name."""
    made: list[tuple[m.Board, m.Kind | None, str, drawing.Picture]] = []
    for board in game.boards.values():
        space = board.space
        if board.rows * board.columns > _MOST_SPACES:
            continue
        if space.legend is not None and space.parent is not None:
            for number, row in enumerate(space.parent.rows):
                view = _drawn(board, number)
                if view is not None:
                    name = f"{board.name}: {row.name}"
                    made.append((board, space.parent, name, _picture(view, name)))
        elif space.file is None:
            view = _plain(board)
            made.append((board, None, board.name, _picture(view, board.name)))
    return made


def _picture(view: BoardView, name: str) -> drawing.Picture:
    return replace(drawing.board(view, title=name), text="")


def _plain(board: m.Board) -> BoardView:
    """Sees a board without what stands on it."""
    spaces = []
    for position in range(board.rows * board.columns):
        if position not in board.holes:
            row, column = divmod(position, board.columns)
            name = board.names.get(position, "")
            spaces.append(SpaceView(f"r{row + 1}c{column + 1}", row + 1, column + 1, name, ()))
    return BoardView(
        board.name, board.rows, board.columns, board.directions, tuple(spaces), board.from_bottom,
        lines=lines(board),
    )  # fmt: skip


def _drawn(board: m.Board, plan: int) -> BoardView | None:
    """Sees a plan of a board; None when it has no spaces."""
    kind = board.space
    rows = [row for row in kind.rows if row.parent == plan and row.spot is not None]
    if not rows:
        return None
    facts = edge_facts(kind)
    spaces, found = [], set()
    for one in rows:
        row, column = one.spot or (0, 0)
        spaces.append(SpaceView(f"r{row + 1}c{column + 1}", row + 1, column + 1, "", (), drawn=one.drawn))
        sides = ((row, column, False), (row, column + 1, True), (row + 1, column, False), (row, column, True))
        for fact in facts:
            values = one.values.get(fact.name)
            for side, here in zip(sides, values if isinstance(values, tuple) else (), strict=False):
                if here:
                    found.add((side, fact.name))
    signs = {sign for one in rows for sign in one.drawn.split(JOINT)}
    return BoardView(
        board.name,
        max(space.row for space in spaces),
        max(space.column for space in spaces),
        board.directions,
        tuple(spaces),
        board.from_bottom,
        edges=tuple(EdgeView(y + 1, x + 1, upright, name) for (y, x, upright), name in sorted(found)),
        edge_names=tuple(fact.name for fact in facts),
        signs={sign.sign: sign.name for sign in kind.signs if sign.sign in signs},
    )

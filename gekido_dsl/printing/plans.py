"""Boards become pictures as they come out of the box: empty, the drawn ones once for each of their plans."""

from dataclasses import dataclass, replace
from typing import Final

from gekido_dsl import drawing
from gekido_dsl.drawing.look import PLAIN, Look
from gekido_dsl.drawing.plans import plan
from gekido_dsl.drawing.values import columns, said
from gekido_dsl.engine import BoardView, SpaceView
from gekido_dsl.model import nodes as m
from gekido_dsl.telling.boards import lines, map_of, mesh_of, round_of

_MOST_SPACES: Final = 1000
"""The most spaces of a board that is printed."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A board, or a plan of one."""

    board: m.Board
    name: str
    whole: drawing.Picture
    """With what its signs mean."""
    bare: drawing.Picture
    """Without."""
    table: m.Kind | None = None
    """What lists it, if a table does."""

    @property
    def has_key(self) -> bool:
        """Whether signs are explained."""
        return self.whole.height > self.bare.height


def plans(game: m.Game, look: Look = PLAIN) -> list[Plan]:
    """Draws every board that is printed whole; one that is laid out with tiles is not."""
    made: list[Plan] = []
    for board in game.boards.values():
        space = board.space
        if board.size > _MOST_SPACES:
            continue
        if space.legend is not None and space.parent is not None:
            table = space.parent
            for number, row in enumerate(table.rows):
                if number in space.drawings:
                    made.append(
                        _plan(board, f"{board.name}: {row.name}", plan(game, table, number), look, table)
                    )
        elif space.file is None or board.is_map:
            made.append(_plan(board, board.name, _empty(game, board), look, None))
    return made


def _plan(board: m.Board, name: str, view: BoardView, look: Look, table: m.Kind | None) -> Plan:
    whole, bare = (
        replace(drawing.board(view, title=name, legend=legend, look=look), text=name)
        for legend in (True, False)
    )
    return Plan(board, name, whole, bare, table)


def _label(board: m.Board, position: int) -> str:
    """Names a space by where it lies; of a map by its name."""
    if board.is_map:
        return [row.name for kind in board.kinds for row in kind.rows][position]
    if isinstance(board.shape, m.Mesh) and position >= board.shape.grid.size:
        return [row.name for kind in board.sides for row in kind.rows][position - board.shape.grid.size]
    return f"r{board.shape.row(position) + 1}c{board.shape.column(position) + 1}"


def _empty(game: m.Game, board: m.Board) -> BoardView:
    """Sees a board without what stands on it; on a map what its tables say of spaces and ways."""
    listed = [(kind, row) for kind in board.kinds for row in kind.rows] if board.is_map else []
    spaces = []
    for position in board.shape.spots:
        row, column = board.shape.row(position), board.shape.column(position)
        name = board.names.get(position, "")
        facts = _facts(game, *listed[position]) if listed else {}
        spaces.append(SpaceView(_label(board, position), row + 1, column + 1, name, (), facts))
    return BoardView(
        board.name, board.shape.rows, board.shape.columns, board.shape.directions, tuple(spaces), board.from_bottom,
        lines=lines(board),
        map=map_of(board),
        mesh=mesh_of(board),
        wraps=board.shape.wraps,
        round=round_of(board),
    )  # fmt: skip


def _facts(game: m.Game, kind: m.Kind, row: m.Row) -> dict[str, str]:
    """Puts into words what a table says of a space or a way."""
    told = {
        field.name: said(game, field.type, row.values.get(field.name))
        for field in columns(kind)
        if field.index is None
    }
    return {name: text for name, text in told.items() if text}

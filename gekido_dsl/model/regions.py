"""Regions of boards: positions by where they lie, as long as no space is removed. Nothing here depends on a match."""

from gekido_dsl.model import nodes as m


def region(board: m.Board, name: str) -> list[int]:
    """Lists the positions of a region of a board that have a space."""
    return [position for position in _region(board.shape, name) if position not in board.shape.holes]


def _region(board: m.Shape, name: str) -> list[int]:
    rows, columns = board.rows, board.columns
    every = range(rows * columns)
    down, across = board.wraps
    round_ = down or across or board.round is not None
    corners = set() if round_ else {0, columns - 1, (rows - 1) * columns, rows * columns - 1}
    centre = {(rows // 2) * columns + columns // 2} if rows % 2 and columns % 2 and not round_ else set()
    if name in ({"top", "bottom"} if down else ()) or name in ({"left", "right"} if across else ()):
        return []
    match name:
        case "corners":
            return sorted(corners)
        case "centre":
            return sorted(centre)
        case "edges":
            if board.round is not None:
                return [p for p in every if _at_the_rim(board, p)]
            rim = {p for p in every if not down and p // columns in (0, rows - 1)}
            rim |= {p for p in every if not across and p % columns in (0, columns - 1)}
            return sorted(rim - corners)
        case "outer":
            return [p for p in every if _at_the_rim(board, p)]
        case "inner":
            return [p for p in every if not _at_the_rim(board, p)]
        case "top":
            return [p for p in every if p // columns == 0]
        case "bottom":
            return [p for p in every if p // columns == rows - 1]
        case "left":
            return [p for p in every if p % columns == 0]
        case "right":
            return [p for p in every if p % columns == columns - 1]
        case _:
            return list(every)


def sides(board: m.Shape, position: int) -> list[int]:
    """Lists the positions beyond the sides of a space; where lines are drawn none, on rings the one outwards."""
    row, column = divmod(position, board.columns)
    if board.round is not None:
        return [position - board.columns] if row else []
    if board.links is not None:
        return []
    return [r * board.columns + c for r, c in _beyond(board, row, column) if _inside(board, r, c)]


def _beyond(board: m.Shape, row: int, column: int) -> list[tuple[int, int]]:
    found = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    if board.directions == 6:
        found += [(row - 1, column + 1), (row + 1, column - 1)]
    down, across = board.wraps
    return [(r % board.rows if down else r, c % board.columns if across else c) for r, c in found]


def _inside(board: m.Shape, row: int, column: int) -> bool:
    return 0 <= row < board.rows and 0 <= column < board.columns


def _at_the_rim(board: m.Shape, position: int) -> bool:
    """Tells whether beyond a side of a space there is none; where lines are drawn, whether it lies outermost.

    A board that wraps round has no rim there: beyond the side lies the space at the other end.
    """
    row, column = divmod(position, board.columns)
    if board.round is not None:
        return row == 0
    beyond = _beyond(board, row, column)
    inside = all(_inside(board, r, c) for r, c in beyond)
    if board.links is not None:
        return not inside
    return not inside or any(r * board.columns + c in board.holes for r, c in beyond)

"""The geometry of boards: positions, what touches what, regions, straight lines.

A position is a number from 0, row by row from the top left. Nothing here depends on a match.
"""

from functools import lru_cache
from typing import Final

from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE

COMPASS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    4: ((-1, 0), (0, 1), (1, 0), (0, -1)),
    6: ((-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)),
    8: ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)),
}
"""The steps in the directions of a compass, by how many it has: up first, then clockwise."""


def neighbourhood(board: m.Board, distance: int) -> list[frozenset[int]]:
    """Gives, for each position of a board, the positions within a distance, itself left out."""
    return _neighbourhood(board.rows, board.columns, tuple(directions(board)), distance)


@lru_cache(maxsize=32)
def _neighbourhood(
    rows: int, columns: int, steps: tuple[tuple[int, int], ...], distance: int
) -> list[frozenset[int]]:
    one: list[set[int]] = []
    for position in range(rows * columns):
        row, column = divmod(position, columns)
        one.append(
            {
                (row + dr) * columns + column + dc
                for dr, dc in steps
                if 0 <= row + dr < rows and 0 <= column + dc < columns
            }
        )
    made = []
    for position in range(rows * columns):
        reached = rim = {position}
        for _ in range(distance):
            rim = {other for here in rim for other in one[here]} - reached
            reached = reached | rim
        made.append(frozenset(reached - {position}))
    return made


def rays_of(board: m.Board) -> list[list[list[int]]]:
    """Lists, for each position, the positions in each direction up to the rim, the nearest first."""
    made = []
    for position in range(board.rows * board.columns):
        rays = []
        for dr, dc in directions(board):
            row, column = divmod(position, board.columns)
            ray = []
            while 0 <= (row := row + dr) < board.rows and 0 <= (column := column + dc) < board.columns:
                ray.append(row * board.columns + column)
            rays.append(ray)
        made.append(rays)
    return made


def directions(board: m.Board) -> list[tuple[int, int]]:
    """Gives the steps to touching spaces; six directions are those of a board of hexagons in slanted rows."""
    straight = [(-1, 0), (0, -1), (0, 1), (1, 0)]
    if board.directions == 4:
        return straight
    if board.directions == 6:
        return [*straight, (-1, 1), (1, -1)]
    return [*straight, (-1, -1), (-1, 1), (1, -1), (1, 1)]


def steps_of(board: m.Board, headings: int) -> list[tuple[int, ...]]:
    """Gives, for each position, the position one step away in each direction of a compass; NONE off the board."""
    made = []
    for position in range(board.rows * board.columns):
        row, column = divmod(position, board.columns)
        made.append(
            tuple(
                (row + dr) * board.columns + column + dc
                if 0 <= row + dr < board.rows and 0 <= column + dc < board.columns
                else NONE
                for dr, dc in COMPASS[headings]
            )
        )
    return made


def region(board: m.Board, name: str) -> list[int]:
    """Lists the positions of a region of a board."""
    rows, columns = board.rows, board.columns
    every = range(rows * columns)
    corners = {0, columns - 1, (rows - 1) * columns, rows * columns - 1}
    centre = {(rows // 2) * columns + columns // 2} if rows % 2 and columns % 2 else set()
    match name:
        case "corners":
            return sorted(corners)
        case "centre":
            return sorted(centre)
        case "edges":
            rim = {p for p in every if p // columns in (0, rows - 1) or p % columns in (0, columns - 1)}
            return sorted(rim - corners)
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


def rows_of(board: m.Board, length: int) -> list[frozenset[int]]:
    """Lists every straight run of so many spaces."""
    found = []
    for position in range(board.rows * board.columns):
        row, column = divmod(position, board.columns)
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
            end_row, end_column = row + dr * (length - 1), column + dc * (length - 1)
            if 0 <= end_row < board.rows and 0 <= end_column < board.columns:
                found.append(
                    frozenset((row + dr * k) * board.columns + column + dc * k for k in range(length))
                )
    return found

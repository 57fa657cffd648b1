"""The geometry of boards: positions, what touches what, regions, straight lines.

A position is a number from 0, row by row from the top left. Nothing here depends on a match.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Final

from gekido_dsl.model import nodes as m
from gekido_dsl.model.compass import COMPASS
from gekido_dsl.model.types import NONE, EnumType, item


@dataclass(frozen=True, slots=True)
class Terrain:
    """What steps meet on a board: where there are spaces, and the borders that no step crosses."""

    spaces: frozenset[int] | None = None
    """The positions that have a space; None for all."""
    parted: frozenset[tuple[int, int]] = frozenset()
    """Pairs of positions that touch, each pair both ways."""
    links: Mapping[tuple[int, int, int], int] | None = None
    """Where lines are drawn: the position that one leads to from a position, so far down and right."""


OPEN: Final = Terrain()


def headings_of(e: m.Expr) -> int:
    """Gives how many directions the compass of an expression has."""
    kind = item(e.type)
    return len(kind.enum.members) if isinstance(kind, EnumType) else 4


def step(board: m.Board, terrain: Terrain, position: int, down: int, right: int) -> int:
    """Gives the position where a step leads; NONE off the board, where there is no space, and across a border."""
    if terrain.links is not None:
        return terrain.links.get((position, down, right), NONE)
    row, column = divmod(position, board.columns)
    row, column = row + down, column + right
    if not (0 <= row < board.rows and 0 <= column < board.columns):
        return NONE
    there = row * board.columns + column
    if (position, there) in terrain.parted or (terrain.spaces is not None and there not in terrain.spaces):
        return NONE
    return there


def way(board: m.Board, terrain: Terrain, start: int, end: int) -> tuple[int, int]:
    """Gives how far down and right it is from one position to another; where lines are drawn, one step along a line."""
    if terrain.links is not None:
        along = (key for key, there in terrain.links.items() if key[0] == start and there == end)
        return next(((down, right) for _, down, right in along), (0, 0))
    (row, column), (end_row, end_column) = divmod(start, board.columns), divmod(end, board.columns)
    return end_row - row, end_column - column


def neighbourhood(board: m.Board, distance: int, terrain: Terrain = OPEN) -> list[frozenset[int]]:
    """Gives, for each position of a board, the positions within a distance, itself left out."""
    every = range(board.rows * board.columns)
    one = [
        {there for way in directions(board) if (there := step(board, terrain, here, *way)) != NONE}
        for here in every
    ]
    return [around(one, position, distance) for position in every]


def around(
    one: Sequence[Set[int]], position: int, distance: int, open_: Callable[[int], bool] = lambda spot: True
) -> frozenset[int]:
    """Gives the positions within a distance of one, itself left out.

    Args:
        one: for each position those that touch it.
        open_: whether a way may lead over a position.
    """
    reached = rim = {position}
    for _ in range(distance):
        rim = {other for here in rim for other in one[here] if open_(other)} - reached
        reached = reached | rim
    return frozenset(reached - {position})


def rays_of(board: m.Board, terrain: Terrain = OPEN) -> list[list[list[int]]]:
    """Lists, for each position, the positions in each direction up to the rim, the nearest first."""
    ways, every = directions(board), range(board.rows * board.columns)
    return [[ray_of(board, terrain, position, way) for way in ways] for position in every]


def ray_of(board: m.Board, terrain: Terrain, position: int, way: tuple[int, int]) -> list[int]:
    """Lists the positions from one on in steps so far down and right up to the rim, the nearest first."""
    ray: list[int] = []
    while (position := step(board, terrain, position, *way)) != NONE:
        ray.append(position)
    return ray


def directions(board: m.Board) -> list[tuple[int, int]]:
    """Gives the steps to touching spaces; six directions are those of a board of hexagons in slanted rows."""
    straight = [(-1, 0), (0, -1), (0, 1), (1, 0)]
    if board.directions == 4:
        return straight
    if board.directions == 6:
        return [*straight, (-1, 1), (1, -1)]
    return [*straight, (-1, -1), (-1, 1), (1, -1), (1, 1)]


def steps_of(board: m.Board, headings: int, terrain: Terrain = OPEN) -> list[tuple[int, ...]]:
    """Gives, for each position, the position one step away in each direction of a compass, or NONE."""
    return [
        tuple(step(board, terrain, position, *way) for way in COMPASS[headings])
        for position in range(board.rows * board.columns)
    ]


WAYS: Final[Mapping[str, tuple[tuple[int, int], ...]]] = {
    "above": ((-1, 0),),
    "below": ((1, 0),),
    "left of": ((0, -1),),
    "right of": ((0, 1),),
    "ahead of": ((-1, 0),),
    "behind": ((1, 0),),
    "diagonally ahead of": ((-1, -1), (-1, 1)),
}
"""How far down and right it is to where a word of direction leads, seen by the player who looks up the board."""


def toward(board: m.Board, terrain: Terrain, word: str, across: bool) -> list[frozenset[int]]:
    """Gives, for each position, the positions that lie from it where a word says; borders and gaps part nothing.

    Args:
        word: one of `WAYS`.
        across: whether the player who looks sits on the other side, so that ahead is down the board.
    """
    turned = across and word in ("ahead of", "behind", "diagonally ahead of")
    wanted = {(-down, right) if turned else (down, right) for down, right in WAYS[word]}
    if terrain.links is not None:
        first: dict[tuple[int, int], tuple[int, int]] = {}
        for (start, down, right), end in terrain.links.items():
            first.setdefault((start, end), (down, right))
        return [
            frozenset(end for (start, end), way in first.items() if start == position and way in wanted)
            for position in range(board.rows * board.columns)
        ]
    return [
        frozenset(there for way in wanted if (there := step(board, OPEN, position, *way)) != NONE)
        for position in range(board.rows * board.columns)
    ]


def rows_of(board: m.Board, length: int, terrain: Terrain = OPEN) -> list[frozenset[int]]:
    """Lists every straight run of so many spaces; where lines are drawn, along one of them."""
    found = []
    if terrain.links is not None:
        for position in range(board.rows * board.columns):
            for way in ((0, 1), (1, 0), (1, 1), (1, -1)):
                run = [position]
                while len(run) < length and (there := step(board, terrain, run[-1], *way)) != NONE:
                    run.append(there)
                if len(run) == length:
                    found.append(frozenset(run))
        return found
    for position in range(board.rows * board.columns):
        row, column = divmod(position, board.columns)
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
            end_row, end_column = row + dr * (length - 1), column + dc * (length - 1)
            if 0 <= end_row < board.rows and 0 <= end_column < board.columns:
                found.append(
                    frozenset((row + dr * k) * board.columns + column + dc * k for k in range(length))
                )
    return found

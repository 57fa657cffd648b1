"""Boards in rows of hexagons, and boards whose corners and edges are spaces of their own.

Invariants:
    A mesh that has no finding has a space in each row, and rows of hexagons lie between those above them.
    Corners and edges are those of spaces that are there, in reading order, and called by their kind and number.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Final

from gekido_dsl.diagnostics import Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.draft import Draft
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s

SPACES_LIMIT: Final = 1_600
"""How many spaces a board has at most with its corners and edges."""
_SQUARE: Final = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_HEXAGON: Final = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""How far the corners of a space are from its middle, clockwise; squares and hexagons are two wide."""


def rows(draft: Draft, d: s.Board) -> m.Grid:
    """Gives the grid of a board in rows of hexagons, each row centred; reports rows that cannot be."""
    lengths = d.lengths
    for number, (above, below) in enumerate(pairwise(lengths), 2):
        if (above - below) % 2 == 0:
            draft.index.report(
                codes.WRONG_SHAPE,
                f"row {number} of `{d.name.text}` does not lie between the hexagons of the row above",
                d.name.span,
                f"{above} above {below}, both centred",
                help=f"rows that follow one another differ by an odd number, as in `{above}, {above + 1}`; "
                "for a board with slanted sides write `4 by 4 ..., touching in 6 directions`",
            )
            return m.Grid(len(lengths), max(lengths), 6)
    begins = [-(length - 1) - number for number, length in enumerate(lengths)]
    starts = tuple((one - min(begins)) // 2 for one in begins)
    columns = max(start + length for start, length in zip(starts, lengths, strict=True))
    holes = frozenset(
        row * columns + column
        for row, (start, length) in enumerate(zip(starts, lengths, strict=True))
        for column in range(columns)
        if not start <= column < start + length
    )
    return m.Grid(len(lengths), columns, 6, holes, starts=starts)


def declare(draft: Draft, board: m.Board, d: s.Board) -> None:
    """Gives a board its corners and edges, where they are spaces, and its place on pictures."""
    found: dict[str, m.Kind] = {}
    for side in d.sides:
        kind = draft.index.find(side.kind, m.Kind, "kind")
        if kind is None:
            continue
        other = f"the {side.sort} of `{board.name}`"
        if side.sort in found:
            _wrong(draft, f"{other} are {found[side.sort].plural} already", side.kind.span, "again")
        elif kind.board is not None or kind is board.space:
            said = f"`{kind.plural}` are spaces of `{(kind.board or board).name}` already"
            _wrong(draft, said, side.kind.span, "give them a kind of their own")
        else:
            found[side.sort], kind.board = kind, board
    board.sides = tuple(found[sort] for sort in ("corners", "edges") if sort in found)
    if len(board.sides) == 2:
        board.ways = board.sides[1]
    grid = board.shape
    assert isinstance(grid, m.Grid)
    if grid.links is not None or board.each_player or grid.rim is not None:
        if d.sides:
            said = "each player has their own"
            if not board.each_player:
                said = f"spaces {'along lines are points' if grid.rim is None else 'follow one another at its rim'}"
            _shape(
                draft, f"`{board.name}` has neither corners nor edges: {said}", d.sides[0].span, "of what?"
            )
        board.sides, board.ways = (), None
    elif found or grid.starts:
        board.shape = _mesh(grid, "corners" in found, "edges" in found)
        if board.shape.size - len(grid.holes) > SPACES_LIMIT and found:
            draft.index.report(
                codes.TOO_LARGE,
                f"a board has at most {SPACES_LIMIT:,} spaces with its corners and edges",
                d.name.span,
                f"`{board.name}` has {len(board.shape.spots):,}",
                help="make the board smaller, or leave out what nothing happens on",
            )
            board.shape, board.sides, board.ways = grid, (), None
    if d.sides:
        draft.later.append(lambda: _check(draft, board, d))


def rows_of(board: m.Board, kind: m.Kind) -> list[m.Row]:
    """Makes the corners or edges of a board: each has its number, in reading order."""
    shape = board.shape
    assert isinstance(shape, m.Mesh)
    both = len(shape.corners) if kind is board.sides[0] and shape.corners else len(shape.edges)
    return [m.Row(f"{kind.name} {number}", kind.span) for number in range(1, both + 1)]


def _mesh(grid: m.Grid, corners: bool, edges: bool) -> m.Mesh:
    """Finds the corners and edges of a grid, in reading order."""
    hexagons = grid.directions == 6
    outline = _HEXAGON if hexagons else _SQUARE
    across, down = (2, 3) if hexagons else (2, 2)
    places = [divmod(position, grid.columns) for position in range(grid.size)]
    middles = tuple((across * column + (row if hexagons else 0), down * row) for row, column in places)
    bare = m.Mesh(0, (), grid=grid, middles=middles, outline=outline)
    rings = [bare.ring(here) for here in grid.spots]
    spots = sorted({spot for ring in rings for spot in ring}, key=lambda spot: spot[::-1])
    lines = {
        (min(one, other), max(one, other))
        for ring in rings
        for one, other in zip(ring, (*ring[1:], ring[0]), strict=True)
    }
    ordered = sorted(lines, key=lambda ends: (ends[0][1] + ends[1][1], ends[0][0] + ends[1][0]))
    at = {spot: grid.size + number for number, spot in enumerate(spots)}
    return replace(
        bare,
        joined=grid.size + (len(spots) if corners else 0),
        ends=tuple((at[one], at[other]) for one, other in ordered) if corners and edges else (),
        rows=grid.rows,
        directions=grid.directions,
        holes=grid.holes,
        corners=tuple(spots) if corners else (),
        edges=tuple(ordered) if edges else (),
    )


def _check(draft: Draft, board: m.Board, d: s.Board) -> None:
    """Reports kinds that cannot be corners or edges: the board makes these."""
    if board.space.legend is not None:
        said = f"the spaces of `{board.name}` are drawn in tables, each drawing with others"
        _shape(draft, f"`{board.name}` has neither corners nor edges: {said}", d.sides[0].span, "of which?")
    for kind, why in _made_elsewhere(board):
        _wrong(
            draft,
            f"the board makes its {kind.plural}, and {why}",
            kind.name_span,
            "these are corners or edges of a board",
            Label(board.name_span, "this board"),
        )


def _made_elsewhere(board: m.Board) -> Iterator[tuple[m.Kind, str]]:
    for kind in board.sides:
        if kind.file is not None or kind.listed or kind.combined:
            yield kind, "they have a table"
        elif kind.parent is not None or kind.faces is not None:
            yield kind, "they are parts or dice"
        elif kind.each_player is not None or kind.total is not None:
            yield kind, "their number is declared"


def _wrong(draft: Draft, message: str, span: Span, label: str, *more: Label) -> None:
    draft.index.report(
        codes.WRONG_TYPE,
        message,
        span,
        label,
        *more,
        help="declare a kind of things with nothing behind its name, as in `kind Road`, for the edges of one board",
    )


def _shape(draft: Draft, message: str, span: Span, label: str) -> None:
    draft.index.report(
        codes.WRONG_SHAPE,
        message,
        span,
        label,
        help="squares and hexagons of one board for all have corners and edges: "
        "`board Island: 5 by 5 Field, touching in 4 directions`",
    )

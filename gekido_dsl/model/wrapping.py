"""Boards that wrap round: what leaves them on one side comes back on the other.

Invariants:
    A board that wraps round and has no finding has at least three spaces that way: no two steps lead to one space.
"""

from gekido_dsl.diagnostics import codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.draft import Draft
from gekido_dsl.syntax import nodes as s

_LEAST = 3
"""So many spaces a board has at least in a direction in which it wraps round."""


def declare(draft: Draft, board: m.Board, d: s.Board) -> None:
    """Reports boards that cannot wrap round."""
    if d.wraps is not None:
        draft.later.append(lambda: _check(draft, board, d))


def _check(draft: Draft, board: m.Board, d: s.Board) -> None:
    shape, wraps = board.shape, d.wraps
    assert wraps is not None
    why = None
    if shape.links is not None:
        why = "its spaces touch along lines"
    elif d.lengths:
        why = "its rows have lengths of their own"
    elif shape.rim is not None:
        why = "its spaces follow one another at its rim"
    elif board.space.legend is not None:
        why = "its spaces are drawn in tables"
    elif d.sides:
        why = "its corners or edges are spaces"
    if why is not None:
        draft.index.report(
            codes.WRONG_SHAPE,
            f"`{board.name}` cannot wrap round: {why}",
            wraps.span,
            "this wraps round",
            help="leave this out, or write how many rows and columns there are and in how many directions spaces "
            "touch: `4 by 6 Field, touching in 4 directions, wrapping left to right`",
        )
        return
    for side, wrapped, number in (("row", wraps.down, d.rows), ("column", wraps.across, d.columns)):
        if wrapped and 0 < number < _LEAST:
            draft.index.report(
                codes.WRONG_SHAPE,
                f"`{board.name}` has {number} {side}{'s' * (number > 1)}, too few to wrap round",
                wraps.span,
                "this wraps round",
                help=f"make it at least {_LEAST} {side}s, or leave this out",
            )

"""Boards in rings and in a spiral.

Invariants:
    A ring has at least three spaces, so that the one before a space is not the one after it.
"""

from typing import Final

from gekido_dsl.diagnostics import codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.draft import Draft
from gekido_dsl.syntax import nodes as s

_HEXAGONS: Final = 6
_LEAST: Final = 3
_MOST_RINGS: Final = 20
_MOST: Final = 200
"""How many spaces a ring or a spiral has at most."""


def shape(draft: Draft, d: s.Board, rounds: s.Rounds) -> m.Grid:
    """Gives the grid of a board in rings or in a spiral; one ring and a spiral have an order; reports bad numbers."""
    spiral, rows, length = rounds.sort == "spiral", rounds.rows, rounds.length
    least = 2 if spiral else _LEAST
    if not 1 <= rows <= _MOST_RINGS or not least <= length <= _MOST:
        each = "a spiral has" if spiral else "a ring has"
        said = f"{each} {least} to {_MOST} spaces"
        draft.index.report(
            codes.VALUE_OUT_OF_RANGE,
            said if 1 <= rows <= _MOST_RINGS else f"a board has 1 to {_MOST_RINGS} rings",
            rounds.span,
            f"{rows} rings of {length}" if rounds.sort == "rings" else f"{length} spaces",
            help="write how many spaces there are, as in `in a ring of 12` or `in 3 rings of 12`",
        )
        rows, length = min(max(rows, 1), _MOST_RINGS), min(max(length, least), _MOST)
    if d.directions == _HEXAGONS:
        draft.index.report(
            codes.WRONG_SHAPE,
            f"spaces of `{d.name.text}` touch in 4 or 8 directions",
            d.name.span,
            "in 6 directions",
            help="in rings they touch along the ring and to the next one; with 8 directions slanted, too",
        )
    return m.Grid(
        rows,
        length,
        8 if d.directions == 8 else 4,
        rim=m.Rim(closed=not spiral, clockwise=rounds.clockwise) if rows == 1 else None,
        wraps=(False, not spiral),
        round=m.Round(spiral, rounds.clockwise),
    )

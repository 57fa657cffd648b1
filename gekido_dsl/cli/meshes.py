"""A board with corners or edges in the terminal: each at its place, with its number while nobody has it.

Corners stand in parentheses, `(12)`, and `(P1)` where somebody has them; edges are `12`, and `=P1=`.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from rich.cells import cell_len
from rich.text import Text

from gekido_dsl.cli.spoken import spoken
from gekido_dsl.cli.things import seat_style
from gekido_dsl.engine import BoardView, SpaceView

_QUIET: Final = "dim"
_HEXAGON: Final = 6
_UNIT: Final = 5
"""How many columns half a space is wide."""

Piece = tuple[float, float, Text]
"""Where a text has its middle: so many columns from the left, and on which level."""


def meshed(board: BoardView, names: Mapping[int, str]) -> Iterator[Text]:
    """Draws such a board, line by line.

    Args:
        names: what things that stand there are called, by their id.
    """
    assert board.mesh is not None
    points, ends, rows = dict(board.mesh.points), dict(board.mesh.lines), board.mesh.rows
    step = 1.0 if len(board.mesh.outline) == _HEXAGON else 0.5
    pieces: list[Piece] = []
    for space in board.spaces:
        key = (space.row, space.column)
        if key in ends:
            (x1, y1), (x2, y2) = ends[key]
            pieces.append(((x1 + x2) / 2, (y1 + y2) / 2, _side(space, names, "=P{}=", "{}")))
        elif space.row > rows:
            pieces.append((*points[key], _side(space, names, "(P{})", "({})")))
        else:
            across, down = points[key]
            pieces += [(across, down + (at - 1) * step, line) for at, line in enumerate(_cell(space, names))]
    pieces = [piece for piece in pieces if piece[2].plain]
    left = min((x for x, _, _ in pieces), default=0)
    for level in sorted({y for _, y, _ in pieces}):
        line = Text()
        for x, _, text in sorted((piece for piece in pieces if piece[1] == level), key=lambda one: one[0]):
            start = round((x - left) * _UNIT) + 3 - cell_len(text.plain) // 2
            line.append(" " * max(start - line.cell_len, int(bool(line.plain)))).append_text(text)
        yield line


def _side(space: SpaceView, names: Mapping[int, str], taken: str, free: str) -> Text:
    """Says what is on a corner or edge: what stands there, whose it is, else its number."""
    if space.things:
        return _standing(space, names)
    if space.owner is not None:
        return Text(taken.format(space.owner + 1), seat_style(space.owner))
    return Text(free.format(spoken(space.label.rpartition(" ")[2])), _QUIET)


def _cell(space: SpaceView, names: Mapping[int, str]) -> list[Text]:
    """Says in three lines what a space is called, whose it is or which number it has, and what stands there."""
    room = 2 * _UNIT - 3
    named = space.name or space.label
    number = next((text for text in space.facts.values() if text.isdigit() and int(text)), "")
    middle = Text(number)
    if space.owner is not None:
        middle = Text(f"P{space.owner + 1}", seat_style(space.owner))
    return [Text(spoken(named)[:room], "" if space.name else _QUIET), middle, _standing(space, names)]


def _standing(space: SpaceView, names: Mapping[int, str]) -> Text:
    return Text(" ").join(Text(names[id(thing)], seat_style(thing.owner)) for thing in space.things)

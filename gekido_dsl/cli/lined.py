"""A board whose spaces touch along lines, drawn with its lines."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text

from gekido_dsl.engine import BoardView, SpaceView

_QUIET: Final = "dim"
_PRETTY: Final = {"level": "─", "upright": "│", "cross": "┼", "down": "╲", "up": "╱", "both": "╳"}
_PLAIN: Final = {"level": "-", "upright": "|", "cross": "+", "down": "\\", "up": "/", "both": "X"}


def lined(
    board: BoardView, rows: Sequence[Sequence[SpaceView | None]], signs: Sequence[Sequence[Text]], plain: bool
) -> Iterator[Text]:
    """Draws a board with a sign for each space and the lines between them.

    Args:
        signs: of each space, by row and column.
    """
    strokes = _PLAIN if plain else _PRETTY
    step = max([1, *(sign.cell_len for row in signs for sign in row)]) + 3
    edge = len(str(board.rows)) + 1
    drawn = _strokes(board, step)
    yield Text(
        " " * edge + "".join(str(column + 1).ljust(step) for column in range(board.columns)).rstrip(), _QUIET
    )
    for high in range(2 * board.rows - 1):
        row = high // 2
        number = board.rows - row if board.from_bottom else row + 1
        line = Text((str(number) if high % 2 == 0 else "").rjust(edge - 1) + " ", _QUIET)
        at = 0
        while at <= step * (board.columns - 1):
            column, inside = divmod(at, step)
            space = rows[row][column] if high % 2 == 0 and inside == 0 else None
            sign = signs[row][column] if space is not None else None
            if sign is not None:
                line.append_text(sign)
                at += sign.cell_len
                continue
            stroke = drawn.get((high, at))
            line.append(strokes[stroke] if stroke is not None else " ", _QUIET)
            at += 1
        line.rstrip()
        yield line


def _strokes(board: BoardView, step: int) -> dict[tuple[int, int], str]:
    """Gives the stroke at each place that a line passes: by line of the screen and column."""
    found: dict[tuple[int, int], str] = {}
    for (row, column), (end_row, end_column) in board.lines or ():
        high, at = 2 * (row - 1), step * (column - 1)
        end_high, end_at = 2 * (end_row - 1), step * (end_column - 1)
        places = max(end_high - high, abs(end_at - at) if end_high == high else 0)
        for k in range(1, places):
            here = high + (end_high - high) * k // places, at + (end_at - at) * k // places
            kind = (
                "level"
                if end_high == high
                else "upright"
                if end_at == at
                else "down"
                if end_at > at
                else "up"
            )
            before = found.get(here, kind)
            found[here] = kind if before == kind else "both" if {before, kind} == {"down", "up"} else "cross"
    return found

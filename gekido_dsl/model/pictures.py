"""Pictures of boards: where there are spaces, which lines join them, what spaces are called and what stands there.

Invariants:
    A picture has a sign for each space: `.` for one with nothing on it, a blank where there is none.
    Where spaces touch along lines, lines and blanks stand between the signs, and a line ends at a space on both sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from gekido_dsl.diagnostics import codes
from gekido_dsl.model import nodes as m
from gekido_dsl.source import Span

if TYPE_CHECKING:
    from gekido_dsl.syntax import nodes as s

Report = Callable[..., None]

EMPTY: Final = "."
HOLE: Final = " "
_STROKES: Final[dict[str, tuple[tuple[int, int], ...]]] = {
    "-": ((0, 1),),
    "|": ((1, 0),),
    "+": ((0, 1), (1, 0)),
    "/": ((1, -1),),
    "\\": ((1, 1),),
    "X": ((1, 1), (1, -1)),
}
"""Signs of lines, and the ways that lead along them; each leads back, too."""


def read(board: m.Board, d: s.Board, report: Report) -> None:
    """Reads where a board has spaces, what they are called and how lines join them."""
    legend = {entry.sign: entry for entry in d.signs()}
    rows = _rows(board, d.drawing, d.lined, report)
    if d.lined and not d.drawing:
        report(
            codes.WRONG_DRAWING,
            f"the lines of `{board.name}` are not drawn",
            d.name.span,
            "touching along which lines?",
            help='draw the board below: spaces as `.`, and lines between them, as `".--."`',
        )
    known: set[str] = set()
    assert isinstance(board.shape, m.Grid)
    holes = board.shape.holes
    for (row, column), sign in rows.items():
        position = row * board.shape.columns + column
        if sign == HOLE or (d.lined and sign in _STROKES and sign not in legend):
            holes |= {position}
            continue
        if sign == EMPTY:
            continue
        board.drawing[position] = sign
        entry = legend.get(sign)
        if entry is None and sign not in known:
            report(
                codes.WRONG_DRAWING,
                f"the legend does not say what `{sign}` is",
                d.drawing[row * (2 if d.lined else 1)].span,
                "drawn here",
                help=f'add a line such as `"{sign}" is a ... of the first player`, or draw `.`',
            )
        known.add(sign)
        if entry is not None and entry.names:
            board.names[position] = entry.names[0].text
    links = _joined(board, d, legend, report) if d.lined and d.drawing else None
    board.shape = replace(board.shape, holes=holes, links=links)
    off = {*range(board.size)} - {*board.shape.spots} - board.shape.holes
    if off and d.rim is not None:
        report(
            codes.WRONG_DRAWING,
            f"{board.spot_name(min(off))} of `{board.name}` is not at its rim",
            d.rim.span,
            "the spaces at the rim follow one another, and no others",
            help="draw a blank for each space that is not at the rim",
        )
    elif d.rim is not None and len(board.shape.spots) == 1:
        report(
            codes.WRONG_DRAWING,
            f"`{board.name}` has one space, which nothing follows",
            d.rim.span,
            "a ring or a line of one",
            help="draw more spaces, or leave this out",
        )
    if not board.shape.spots:
        report(
            codes.WRONG_DRAWING, f"`{board.name}` has no space at all", d.name.span, "only blanks are drawn"
        )
    for entry in d.legend:
        if len(entry.names) > 1:
            report(codes.WRONG_DRAWING, "a space has one name", entry.names[1].span, "another one")
        if len(entry.sign) != 1 or entry.sign in (EMPTY, HOLE):
            report(
                codes.WRONG_DRAWING,
                f"`{entry.sign}` is no sign of its own",
                entry.span,
                "write a single sign, other than `.` or a blank",
            )


def position(board: m.Board, drawing: tuple[s.Name, ...], report: Report) -> tuple[tuple[int, str], ...]:
    """Reads a picture of what stands on a board: gives the sign of each space on which something is drawn."""
    shape = board.shape
    assert isinstance(shape, m.Grid)
    lined, found = shape.links is not None, dict[int, str]()
    for (row, column), sign in _rows(board, drawing, lined, report).items():
        at, line = row * shape.columns + column, drawing[row * (2 if lined else 1)]
        known = board.legend.get(sign)
        if at in shape.holes:
            if sign != HOLE and not (lined and sign in _STROKES):
                report(
                    codes.WRONG_DRAWING,
                    f"there is no space where `{sign}` is drawn",
                    line.span,
                    f"sign {column * (2 if lined else 1) + 1} of this row",
                    help="draw a blank, as in the picture of the board",
                )
        elif known:
            found[at] = sign
        elif sign != EMPTY and board.drawing.get(at) != sign:
            said = ", ".join(f"`{one}`" for one in board.legend if board.legend[one])
            report(
                codes.WRONG_DRAWING,
                f"the signs of `{board.name}` do not say what `{sign}` is",
                line.span,
                "drawn here",
                help=f"draw {said}, or `{EMPTY}` for nothing",
            )
    return tuple(sorted(found.items()))


def written(board: m.Board, signs: Mapping[int, str]) -> list[str]:
    """Writes the rows of a picture of what stands on a board, without the lines between its spaces."""
    columns, spots = board.shape.columns, set(board.shape.spots)
    return [
        "".join(
            signs.get(at, EMPTY) if at in spots else HOLE for at in range(row * columns, (row + 1) * columns)
        )
        for row in range(board.shape.rows)
    ]


def _rows(
    board: m.Board, drawing: tuple[s.Name, ...], lined: bool, report: Report
) -> dict[tuple[int, int], str]:
    """Gives the sign of each place of the board, as far as the picture fits."""
    found: dict[tuple[int, int], str] = {}
    scale, shape = 2 if lined else 1, board.shape
    high, wide = scale * (shape.rows - 1) + 1, scale * (shape.columns - 1) + 1
    for number, line in enumerate(drawing):
        text = line.text.ljust(wide) if lined else line.text
        if len(text) != wide or number >= high:
            between = ", with lines between" if lined else ""
            report(
                codes.WRONG_DRAWING,
                f"this row of the drawing does not fit a board of {shape.rows} by {shape.columns}{between}",
                line.span,
                f"row {number + 1} with {len(line.text)} signs"
                + (f"; {high} rows of {wide} are needed" if lined else ""),
                help=f"write {high} rows of {wide} signs each",
            )
        elif number % scale == 0:
            found |= {(number // scale, column): text[column * scale] for column in range(shape.columns)}
    if drawing and len(drawing) < high:
        needed = f"the board {shape.rows}" if not lined else f"{high} are needed, with those between"
        report(
            codes.WRONG_DRAWING,
            f"the drawing has {len(drawing)} rows, and {needed}",
            drawing[-1].span,
            "the last row",
        )
    return found


def _joined(
    board: m.Board, d: s.Board, legend: dict[str, s.Legend], report: Report
) -> dict[tuple[int, int, int], int]:
    """Follows the lines from space to space: gives where each leads to from a position, so far down and right."""
    columns = board.shape.columns
    wide, links = 2 * columns - 1, dict[tuple[int, int, int], int]()
    signs = {
        (row, column): sign
        for row, line in enumerate(d.drawing)
        for column, sign in enumerate(line.text.ljust(wide))
        if sign != HOLE
    }

    def is_space(at: tuple[int, int]) -> bool:
        return (
            at in signs and at[0] % 2 == at[1] % 2 == 0 and (signs[at] not in _STROKES or signs[at] in legend)
        )

    drawn: set[tuple[int, int]] = set()
    for at in [at for at in signs if is_space(at)]:
        for way in dict.fromkeys(way for ways in _STROKES.values() for way in ways):
            passed = list(_along(signs, at, way, is_space))
            end = passed[-1] if passed else at
            if end == at or not is_space(end):
                continue
            drawn |= set(passed[:-1])
            here, there = (place[0] // 2 * columns + place[1] // 2 for place in (at, end))
            links[here, *way] = there
            links[there, -way[0], -way[1]] = here
    for at, sign in signs.items():
        if not is_space(at) and at not in drawn and at[0] < len(d.drawing):
            span = d.drawing[at[0]].span
            start = span.start + 1 + at[1]
            report(
                codes.WRONG_DRAWING,
                f"`{sign}` joins no two spaces",
                Span(span.source, start, start + 1),
                "a line that leads nowhere" if sign in _STROKES else "no line, and no place for a space",
                help="every second sign of every second row is a space; lines are `-`, `|`, `/`, `\\`, `+` and `X`",
            )
    return links


def _along(
    signs: dict[tuple[int, int], str],
    start: tuple[int, int],
    way: tuple[int, int],
    is_space: Callable[[tuple[int, int]], bool],
) -> Iterator[tuple[int, int]]:
    """Gives the places of a line up to the space where it ends; nothing more where it breaks off."""
    at = (start[0] + way[0], start[1] + way[1])
    while at in signs and not is_space(at) and way in _STROKES.get(signs[at], ()):
        yield at
        at = (at[0] + way[0], at[1] + way[1])
    if at in signs and is_space(at) and at != (start[0] + way[0], start[1] + way[1]):
        yield at


def spaces(board: m.Board, kind: m.Kind) -> list[m.Row]:
    """Makes the spaces of a board that come from no table: those side by side with one name are one row."""
    made: list[m.Row] = []
    grid = board.shape.grid if isinstance(board.shape, m.Mesh) else board.shape
    for position in grid.spots:
        name = board.names.get(position, kind.name)
        if made and made[-1].name == name:
            made[-1].copies += 1
        else:
            made.append(m.Row(name, kind.span))
    return made

"""Shapes of several squares: their drawings become rows of the squares, each with its spot.

Invariants:
    The squares of a shape that has no finding are at least one, each in a spot of its own, from the top left.
"""

from collections.abc import Iterable
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Label, Missing, codes
from gekido_dsl.diagnostics.suggest import did_you_mean
from gekido_dsl.model import nodes as m
from gekido_dsl.model.draft import Draft
from gekido_dsl.model.lies import LIES, MOST, distinct, lying, of_squares
from gekido_dsl.model.types import NONE
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s
from gekido_dsl.tables.columns import Row

_BLANK: Final = ". "


def declare(draft: Draft, kind: m.Kind, d: s.Kind) -> None:
    """Makes a kind the squares of the shapes of another: those that lines below it draw have their rows."""
    rows = d.rows
    if rows is None or rows.parent is None:
        return
    kind.parent = draft.index.find(rows.parent, m.Kind, "kind")
    kind.lies = m.Enum(
        "lies", d.span, d.span, members=LIES, member_spans=(d.span,) * len(LIES), anonymous=True
    )
    if kind.parent is None:
        return
    for field in kind.fields.values():
        if not field.kept:
            _wrong(draft, field.name_span, f"a {kind.name} is drawn, so nothing says its `{field.name}`",
                   f"say where it starts, as in `{field.name}: 0 to 9, starts 0`")  # fmt: skip
    other = next(
        (one for one in draft.game.kinds.values()
         if one is not kind and one.parent is kind.parent and one.lies is not None),
        None,
    )  # fmt: skip
    if other is not None:
        _wrong(draft, kind.name_span, f"a {kind.parent.name} has its shape in `{other.name}` already",
               "keep one of the two")  # fmt: skip
    if rows.column is not None:
        kind.column = rows.column.text
        draft.later.append(lambda: _no_table(draft, kind, rows.column))
    else:
        draft.later.append(lambda: _all_named(draft, kind, d))
        for one in d.shapes:
            kind.rows += _squares(draft, kind, one)
        if not d.shapes:
            _wrong(draft, rows.span, f"nothing below draws a {kind.parent.name}",
                   'draw it in a line below: `"##", "#."`')  # fmt: skip
    draft.later.append(lambda: _check(draft, kind))


def no_shapes(draft: Draft, d: s.Kind) -> None:
    """Reports lines that draw something below a kind that is not drawn."""
    if d.shapes and not (d.rows is not None and d.rows.shaped and d.rows.column is None):
        _wrong(draft, d.shapes[0].span, f"`{d.name.text}` is not drawn below",
               f"shapes are drawn below their squares: `kind Square of each {d.name.text}, drawn below`")  # fmt: skip


def _no_table(draft: Draft, kind: m.Kind, column: s.Name | None) -> None:
    if kind.parent is not None and kind.parent.file is None and column is not None:
        _wrong(draft, column.span, f"a {kind.parent.name} has no table with a column `{column.text}`",
               'draw the shape in the ruleset: `drawn below`, and `"##", "#."` in a line of its own')  # fmt: skip


def _squares(draft: Draft, kind: m.Kind, one: s.ShapeHere) -> list[m.Row]:
    """Makes the rows of a shape that a line of the ruleset draws; whose it is, is known once all kinds have rows."""
    found = spots(one.lines)
    why = _unfit(one.lines, found)
    if why:
        _wrong(
            draft,
            one.span,
            f"this draws {why}",
            "write a text for each row, `#` for a square and `.` for none",
        )
    return [m.Row(kind.name, one.span, spot=spot) for spot in found]


def _all_named(draft: Draft, kind: m.Kind, d: s.Kind) -> None:
    """Finds the row of the parent that each line draws, and reports rows that are drawn twice, or not at all."""
    parent = kind.parent
    if parent is None:
        return
    by_span = {one.span: one for one in d.shapes}
    names = [row.name for row in parent.rows]
    drawn: dict[str | None, Span] = {}
    for one in d.shapes:
        name = one.name.text if one.name is not None else None
        if name is not None and name not in names:
            if not draft.index.lost:
                draft.index.report(
                    codes.UNKNOWN_NAME, f"`{parent.name}` has no row `{name}`", one.name.span if one.name else one.span,
                    "draws nothing", help=did_you_mean(name, names), missing=Missing("row", name, parent.name),
                )  # fmt: skip
        elif name in drawn or (drawn and None in (name, *drawn)):
            draft.index.report(
                codes.DUPLICATE_NAME, "this is drawn twice", one.span, "again",
                Label(next(iter(drawn.values())) if name not in drawn else drawn[name], "first here"),
                help=f"draw each {parent.name} once: with its name where they differ, without one if they are alike",
            )  # fmt: skip
        drawn.setdefault(name, one.span)
    for row in kind.rows:
        written = by_span.get(row.span)
        if written is not None and written.name is not None and written.name.text in names:
            row.parent = names.index(written.name.text)
    missing = [name for name in names if name not in drawn] if None not in drawn else []
    if missing and drawn and not draft.index.lost:
        _wrong(draft, d.rows.span if d.rows is not None else d.span, f"nothing draws `{missing[0]}`",
               f'draw it below: `{missing[0]}: "##", "#."`')  # fmt: skip


def rows_of(kind: m.Kind, row: Row, parent: int, found: list[Diagnostic]) -> list[m.Row]:
    """Makes the rows of the squares that a cell of the parent's table draws."""
    cell = row.values.get(kind.column)
    if cell is None:
        return []
    value = cell.value
    lines = (
        tuple(str(one.value) for one in value)
        if isinstance(value, tuple)
        else tuple(line for line in str(value).splitlines() if line.strip())
    )
    squares = spots(lines)
    why = _unfit(lines, squares)
    if why:
        found.append(
            Diagnostic(
                codes.WRONG_DRAWING,
                f"`{row.name}` draws {why}",
                (Label(cell.span, "the shape"),),
                "write a text for each row, `#` for a square and `.` for none",
            )
        )
        return []
    return [m.Row(kind.name, cell.span, parent=parent, spot=spot) for spot in squares]


def spots(lines: Iterable[str]) -> list[tuple[int, int]]:
    """Lists where a drawing has squares, as row and column from its first square on."""
    found = [
        (row, at) for row, line in enumerate(lines) for at, sign in enumerate(line) if sign not in _BLANK
    ]
    top, left = min((row for row, _ in found), default=0), min((at for _, at in found), default=0)
    return [(row - top, at - left) for row, at in found]


def _unfit(lines: tuple[str, ...], found: list[tuple[int, int]]) -> str:
    """Says what is wrong with a shape; nothing if it is right."""
    if not found:
        return "no square"
    if len(lines) > MOST or max(map(len, lines)) > MOST:
        return f"more than {MOST} rows or columns"
    return ""


def _check(draft: Draft, kind: m.Kind) -> None:
    """Reports shapes that no board of the game can hold."""
    boards = [board for board in draft.game.boards.values() if of_squares(board)]
    assert kind.parent is not None
    if not boards:
        if not draft.index.lost:
            _wrong(draft, kind.name_span, f"shapes of {kind.plural} lie on squares, and no board has any",
                   "declare one: `board NAME: 8 by 8 KIND, touching in 4 directions`")  # fmt: skip
        return
    drawn: dict[int, list[m.Row]] = {}
    for one in kind.rows:
        drawn.setdefault(one.parent, []).append(one)
    alike = drawn.get(NONE, [])
    held: dict[tuple[tuple[int, int], ...], bool] = {}  # many rows may draw the same
    for number, row in enumerate(kind.parent.rows):
        of_row = alike + drawn.get(number, [])
        squares = tuple(one.spot for one in of_row if one.spot is not None)
        if squares not in held:
            held[squares] = not squares or any(fits(board, list(squares)) for board in boards)
        if held[squares]:
            continue
        at = of_row[0]
        high, wide = (max(one[axis] for one in squares) + 1 for axis in (0, 1))
        draft.index.report(
            codes.SHAPE_FITS_NOWHERE,
            f"`{row.name}` is {high} by {wide} squares, and fits on no board, however it is turned",
            at.span,
            "too large, or across what is no space",
            Label(boards[0].name_span, f"{boards[0].shape.rows} by {boards[0].shape.columns}"),
            help="draw it smaller, or make the board larger",
        )


def fits(board: m.Board, squares: list[tuple[int, int]]) -> bool:
    """Tells whether a shape lies on an empty board in some lie."""
    shape = board.shape
    drawn = board.space.legend is not None
    for lie in distinct(squares, range(len(LIES))):
        at = lying(squares, lie)
        for row in range(shape.rows):
            for column in range(shape.columns):
                spots_ = [(row + down, column + right) for down, right in at]
                inside = all(0 <= r < shape.rows and 0 <= c < shape.columns for r, c in spots_)
                wrapped = any(shape.wraps)
                if wrapped or (
                    inside
                    and (
                        drawn
                        or not shape.holes
                        or all(r * shape.columns + c in shape.spots for r, c in spots_)
                    )
                ):
                    return True
    return False


def _wrong(draft: Draft, span: Span, why: str, help: str) -> None:
    draft.index.report(codes.WRONG_DRAWING, why, span, "here", help=help)

"""Drawings in a table: lines of signs become spaces and the borders between them, each with its place.

Invariants:
    Every space and every border has the span of what is drawn there, so that whatever is wrong with it can point at it.
    A drawing with findings gives nothing else.

A line is cells with blanks between them; a cell is one sign, or several joined by `+`. An edge sign stands between
two cells of a line, or in a line of its own between two rows, where each cell lies under and over a space.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.diagnostics.suggest import did_you_mean
from gekido_dsl.source import Span
from gekido_dsl.tables import columns as c
from gekido_dsl.tables.cells import Cell, short

BLANK: Final = "."
"""The sign of a space, or of a border, with nothing on it; it needs no row."""
JOINT: Final = "+"

SIGN: Final = "sign"
NAME: Final = "name"
EDGE: Final = "edge"

_WORD: Final = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign where it is drawn."""

    sign: str
    span: Span


@dataclass(frozen=True, slots=True)
class Spot:
    """A space of a drawing, or the border before it: above it, or to its left."""

    row: int
    """From the top, from 0."""
    column: int
    marks: tuple[Mark, ...]
    """The blank sign left out."""
    span: Span

    @property
    def text(self) -> str:
        """Its signs, as they are drawn."""
        return JOINT.join(mark.sign for mark in self.marks)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawing that was read."""

    lines: tuple[str, ...]
    rows: int
    columns: int
    spaces: tuple[Spot, ...]
    upright: tuple[Spot, ...]
    """Borders to the left of a space; of column `columns`, to the right of the last."""
    level: tuple[Spot, ...]
    """Borders above a space; of row `rows`, under the last."""
    places: tuple[int, ...] = ()
    """Which of the lines each row of spaces is."""


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    cells: tuple[Spot, ...]
    """With the row and column as yet unknown."""
    span: Span


def signs_table(title: str, columns: tuple[c.Column, ...], edges: tuple[str, ...]) -> c.Table:
    """Gives the table of the signs of drawings.

    Args:
        title: what the drawn spaces are called.
        columns: of the spaces.
        edges: the columns that a sign between two spaces may set.
    """
    optional = tuple(c.Column(column.name, _partly(column.type), False, column.text) for column in columns)
    name = c.Column(NAME, c.TextColumn(), text="What it means.")
    edge = c.Column(
        EDGE, c.ChoiceColumn(edges), False, "What is on both sides of a border where it is drawn."
    )
    listed = (name, *((edge,) if edges else ()), *optional)
    return c.Table(f"sign of {title}", listed, names_column=SIGN, names_text="How it is drawn.")


def _partly(type: c.ColumnType) -> c.ColumnType:
    return replace(type, partly=True) if isinstance(type, c.MapColumn) else type


def check_sign(row: c.Row) -> Diagnostic | None:
    """Says why a sign can never be found in a drawing."""
    if JOINT not in row.name and not re.search(r"\s", row.name):
        return None
    return Diagnostic(
        codes.WRONG_DRAWING,
        f"`{short(row.name)}` cannot be a sign",
        (Label(row.name_span, f"blanks and `{JOINT}` must be between signs"),),
        help="choose other characters",
    )


def read_drawing(
    cell: Cell, signs: Mapping[str, bool], blank: frozenset[str], about: str
) -> Drawn | list[Diagnostic]:
    """Reads the drawing in a cell.

    Args:
        signs: those of the legend, and whether they are edge signs.
        blank: the signs that set nothing.
        about: whose drawing it is.
    """
    lines = list(_lines(cell))
    marks = (mark for line in lines for spot in line.cells for mark in spot.marks)
    found = [_unknown(mark, signs) for mark in marks if mark.sign != BLANK and mark.sign not in signs]
    if found:
        return found
    if not lines:
        return [Diagnostic(codes.WRONG_DRAWING, f"the drawing of {about} is empty", (Label(cell.span),))]
    reader = _Reader(signs, blank | {BLANK}, about)
    for line in lines:
        reader.mixed(line)
    if not reader.found:
        reader.read(lines)
    return reader.found or reader.drawn(lines)


def redrawn(
    drawn: Drawn, at: tuple[int, int], cell: Cell, signs: Mapping[str, bool]
) -> Drawn | list[Diagnostic]:
    """Draws one space anew: its signs, and edge signs before or behind it, as in a line; other borders stay.

    Args:
        at: its row and column, from 0.
        signs: those of the legend, and whether they are edge signs.
    """
    reader = _Reader(signs, frozenset(), "the space")
    line = next(iter(_lines(cell)), None)
    cells = () if line is None else line.cells
    unknown = [mark for spot in cells for mark in spot.marks if mark.sign != BLANK and mark.sign not in signs]
    if unknown:
        return [_unknown(mark, signs) for mark in unknown]
    if line is not None:
        reader.mixed(line)
    if reader.found:
        return reader.found
    edge = [reader._is_edge(spot) for spot in cells]
    if edge not in ([False], [True, False], [False, True], [True, False, True]):
        return [
            Diagnostic(
                codes.WRONG_DRAWING,
                "one space is drawn here",
                (
                    Label(
                        cell.span, f"draws {edge.count(False)}" if edge.count(False) != 1 else "two borders"
                    ),
                ),
                f"write the signs of the space, joined by `{JOINT}`; an edge sign may come before or after it",
            )
        ]
    place = edge.index(False)
    row, column = at
    marks = tuple(mark for mark in cells[place].marks if mark.sign != BLANK or BLANK in signs)
    space = Spot(row, column, marks, cell.span)
    spaces = tuple(space if (one.row, one.column) == at else one for one in drawn.spaces)
    beside = [
        Spot(row, column + (number > place), spot.marks, cell.span)
        for number, spot in enumerate(cells)
        if number != place
    ]
    places = {(one.row, one.column) for one in beside}
    upright = tuple(one for one in drawn.upright if (one.row, one.column) not in places) + tuple(beside)
    lines = list(drawn.lines)
    words = [
        word
        for word in _WORD.finditer(lines[drawn.places[row]])
        if not any(signs.get(sign, False) for sign in word.group().split(JOINT))
    ]
    whole, text = lines[drawn.places[row]], space.text or BLANK
    before = " ".join(cells[number].text for number in range(place))
    behind = " ".join(cells[number].text for number in range(place + 1, len(cells)))
    new = " ".join(one for one in (before, text.ljust(len(words[column].group())), behind) if one)
    lines[drawn.places[row]] = whole[: words[column].start()] + new + whole[words[column].end() :]
    return replace(drawn, lines=tuple(lines), spaces=spaces, upright=upright)


def _unknown(mark: Mark, signs: Mapping[str, bool]) -> Diagnostic:
    if not mark.sign:
        message, help = f"a sign is missing at this `{JOINT}`", f"`{JOINT}` joins two signs, without blanks"
        return Diagnostic(codes.WRONG_DRAWING, message, (Label(mark.span),), help)
    return Diagnostic(
        codes.WRONG_DRAWING,
        f"the table of signs has no `{short(mark.sign)}`",
        (Label(mark.span, "drawn here"),),
        did_you_mean(mark.sign, list(signs)) or f'add a row `- {SIGN}: "{short(mark.sign)}"`',
    )


def _lines(cell: Cell) -> Iterator[_Line]:
    """Gives the lines of a drawing: the items of a list, or the lines of one text."""
    if isinstance(cell.value, tuple):
        for item in cell.value:
            text = str(item.value)
            at = item.span.text.find(text)
            yield _line(text, item.span, item.span.start + at if at >= 0 else None)
    elif isinstance(cell.value, str):
        raw = cell.span.text
        at = raw.find("\n") + 1 if raw[:1] in ("|", ">") else 0
        for text in cell.value.splitlines():
            if not text.strip():
                continue
            found = raw.find(text, at)
            start = cell.span.start + found if found >= 0 else None
            at = max(at, found + len(text))
            span = cell.span if start is None else cell.span.source.span(start, start + len(text))
            yield _line(text, span, start)


def _line(text: str, span: Span, start: int | None) -> _Line:
    """Splits a line into cells; without its start in the file, everything in it has the place of the whole."""

    def place(begin: int, end: int) -> Span:
        return span if start is None else span.source.span(start + begin, start + end)

    cells = []
    for word in _WORD.finditer(text):
        marks = []
        at = word.start()
        for sign in word.group().split(JOINT):
            marks.append(Mark(sign, place(at, max(at + len(sign), at + (not sign)))))
            at += len(sign) + len(JOINT)
        cells.append(Spot(0, 0, tuple(marks), place(*word.span())))
    return _Line(text, tuple(cells), span)


class _Reader:
    """Tells spaces from borders, line by line."""

    def __init__(self, signs: Mapping[str, bool], blank: frozenset[str], about: str) -> None:
        self.found: list[Diagnostic] = []
        self._signs = signs
        self._blank = blank
        self._about = about
        self._width = 0
        self._rows = 0
        self._spaces: list[Spot] = []
        self._upright: list[Spot] = []
        self._level: list[Spot] = []
        self._places: list[int] = []

    def drawn(self, lines: list[_Line]) -> Drawn:
        return Drawn(
            tuple(line.text for line in lines), self._rows, self._width,
            tuple(self._spaces), tuple(self._upright), tuple(self._level), tuple(self._places),
        )  # fmt: skip

    def _is_edge(self, cell: Spot) -> bool:
        return any(self._signs.get(mark.sign, False) for mark in cell.marks)

    def _is_blank(self, cell: Spot) -> bool:
        return all(mark.sign in self._blank for mark in cell.marks)

    def mixed(self, line: _Line) -> None:
        """Reports edge signs that are joined to signs of a space."""
        for cell in line.cells:
            edge = next((mark for mark in cell.marks if self._signs.get(mark.sign, False)), None)
            other = next((mark for mark in cell.marks if not self._signs.get(mark.sign, False)), None)
            if edge is not None and other is not None:
                self._wrong(
                    f"`{short(edge.sign)}` is not at a border",
                    edge.span,
                    "joined to a space",
                    "put blanks around it, on the side of the space where the border is",
                )

    def read(self, lines: list[_Line]) -> None:
        """Puts every cell where it belongs."""
        self._width = self._find_width(lines)
        above: _Line | None = None
        for number, line in enumerate(lines):
            if self._may_be_border(line) and len(line.cells) == self._width:
                if above is not None:
                    self._wrong(
                        "there are two lines of edge signs between the same rows",
                        line.span,
                        "the second one",
                        f"join the signs of one border by `{JOINT}`",
                    )
                above = line
                self._level += [
                    Spot(self._rows, column, cell.marks, cell.span)
                    for column, cell in enumerate(line.cells)
                    if self._is_edge(cell)
                ]
                continue
            above = None
            self._places.append(number)
            self._row(line)
        if not self._rows and not self.found:
            self._wrong(f"the drawing of {self._about} has no spaces", lines[0].span, "only borders")

    def _row(self, line: _Line) -> None:
        spaces = [cell for cell in line.cells if not self._is_edge(cell)]
        if len(spaces) != self._width:
            cells = [cell.span for cell in line.cells]
            if len(spaces) > self._width:
                span, label = spaces[self._width].span.cover(spaces[-1].span), "too many"
            else:
                span, label = (cells[0].cover(cells[-1]) if cells else line.span), f"{len(spaces)} here"
            self._wrong(
                f"this line of {self._about} has {len(spaces)} spaces, and the others have {self._width}",
                span, label, "draw a sign for each space, and `.` where nothing is",
            )  # fmt: skip
        column = 0
        before: Spot | None = None
        for cell in line.cells:
            if self._is_edge(cell):
                if before is not None:
                    self._wrong(
                        f"`{short(cell.span.text)}` is not at a border",
                        cell.span,
                        "there is another edge sign before it",
                        f"join the signs of one border by `{JOINT}`",
                    )
                before = cell
                self._upright.append(Spot(self._rows, column, cell.marks, cell.span))
                continue
            before = None
            marks = tuple(mark for mark in cell.marks if mark.sign != BLANK or BLANK in self._signs)
            self._spaces.append(Spot(self._rows, column, marks, cell.span))
            column += 1
        self._rows += 1

    def _may_be_border(self, line: _Line) -> bool:
        edges = [self._is_edge(cell) for cell in line.cells]
        return any(edges) and all(
            edge or self._is_blank(cell) for edge, cell in zip(edges, line.cells, strict=True)
        )

    def _find_width(self, lines: list[_Line]) -> int:
        """Counts the spaces of a row: those of most lines that can be nothing else, else of the longest one."""
        counts = [
            (sum(not self._is_edge(cell) for cell in line.cells), self._may_be_border(line)) for line in lines
        ]
        sure = Counter(count for count, border in counts if not border)
        return sure.most_common(1)[0][0] if sure else max(count for count, _ in counts)

    def _wrong(self, message: str, span: Span, label: str, help: str | None = None) -> None:
        self.found.append(Diagnostic(codes.WRONG_DRAWING, message, (Label(span, label),), help))

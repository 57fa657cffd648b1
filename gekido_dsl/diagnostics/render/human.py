"""Diagnostics become text for people: headline, excerpt with the labelled places underlined, notes, help.

Invariants:
    The first label is underlined with `^`, the others with `-`; its file is shown first.
    No line of an excerpt is wider than asked for, apart from the words of a label.
    With `colour` off there is no escape sequence in the result; with it on, the text is otherwise the same.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gekido_dsl.diagnostics.diagnostic import Diagnostic, Label, Severity
from gekido_dsl.diagnostics.render.place import counted, place
from gekido_dsl.diagnostics.render.screen import cell_columns, layout, safe
from gekido_dsl.source import Source, Span

_RESET = "\x1b[0m"
_BOLD = "\x1b[1m"
_FRAME = "\x1b[1;34m"
_COLOUR_BY_SEVERITY = {
    Severity.ERROR: "\x1b[1;31m",
    Severity.WARNING: "\x1b[1;33m",
    Severity.NOTE: "\x1b[1;36m",
}
_CUT = "…"
_LEAST_EXCERPT_COLUMNS = 20


def render(diagnostics: Sequence[Diagnostic], *, colour: bool = False, width_columns: int = 100) -> str:
    """Draws diagnostics in the order given, a blank line after each, then the summary line.

    Args:
        colour: whether to use ANSI colours.
        width_columns: columns of the terminal; longer lines of source are cut around their label.
    Returns:
        Text that ends in a line end; empty if there is nothing to report.
    """
    if not diagnostics:
        return ""
    drawn = [draw(found, colour=colour, width_columns=width_columns) for found in diagnostics]
    return "\n".join([*drawn, summary(diagnostics)]) + "\n"


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """Counts what was found in one line, as in `Found 2 errors, 1 warning`."""
    found = [diagnostic.severity for diagnostic in diagnostics]
    counts = [
        counted(found.count(severity), severity.value) for severity in Severity if found.count(severity) > 0
    ]
    return f"Found {', '.join(counts)}" if counts else "Found no problems"


def draw(found: Diagnostic, *, colour: bool = False, width_columns: int = 100) -> str:
    """Draws one diagnostic; every line ends in a line end."""
    pen = _Pen(colour)
    tone = _COLOUR_BY_SEVERITY[found.severity]
    head = f"{found.severity.value}[{found.code.slug}]"
    lines = [pen.ink(tone, head) + pen.ink(_BOLD, f": {safe(found.message)}")]
    lines += _excerpts(found.labels, tone, pen, width_columns)
    for word, texts, ink in (
        ("note", found.notes, _BOLD),
        ("help", () if found.help is None else (found.help,), _COLOUR_BY_SEVERITY[Severity.NOTE]),
    ):
        for text in texts:
            first, *rest = text.splitlines() or [""]
            lines.append(pen.ink(ink, word) + f": {safe(first)}")
            lines += [f"      {safe(line)}".rstrip() for line in rest]
    return "".join(line + "\n" for line in lines)


@dataclass(frozen=True, slots=True)
class _Pen:
    colour: bool

    def ink(self, tone: str, text: str) -> str:
        return f"{tone}{text}{_RESET}" if self.colour and text else text


@dataclass(frozen=True, slots=True)
class _Mark:
    """The part of a label on one line."""

    line0: int
    start: int
    """Column of the line in code points, from 0."""
    end: int
    text: str
    primary: bool


@dataclass(frozen=True, slots=True)
class _Stroke:
    """A mark on the screen, in terminal columns of the excerpt, from 0."""

    start: int
    end: int
    text: str
    primary: bool


def _excerpts(labels: Sequence[Label], tone: str, pen: _Pen, columns: int) -> list[str]:
    """Draws one excerpt for each file that has a label."""
    marks_by_source: dict[Source, list[_Mark]] = {}
    first_by_source: dict[Source, Span] = {}
    for index, label in enumerate(labels):
        first_by_source.setdefault(label.span.source, label.span)
        marks_by_source.setdefault(label.span.source, []).extend(_marks(label, index == 0))
    last_line = max((mark.line0 for marks in marks_by_source.values() for mark in marks), default=0)
    gutter = len(str(last_line + 1))
    room = max(columns - gutter - 3, _LEAST_EXCERPT_COLUMNS)
    blank = pen.ink(_FRAME, " " * gutter + " |")
    lines: list[str] = []
    for source, marks in marks_by_source.items():
        at = place(first_by_source[source])
        if lines:
            lines.append(blank)
        arrow = " " * gutter + (":::" if lines else "-->")
        lines.append(pen.ink(_FRAME, arrow) + f" {safe(at.shown)}")
        lines.append(blank)
        before: int | None = None
        for line0 in sorted({mark.line0 for mark in marks}):
            if before is not None and line0 == before + 2:
                skipped, _ = _window(source.line(before + 1), (), room)
                lines.append((pen.ink(_FRAME, f"{line0:>{gutter}} |") + f" {skipped}").rstrip())
            elif before is not None and line0 > before + 2:
                lines.append(pen.ink(_FRAME, "..."))
            before = line0
            text, strokes = _window(source.line(line0), [mark for mark in marks if mark.line0 == line0], room)
            lines.append((pen.ink(_FRAME, f"{line0 + 1:>{gutter}} |") + f" {text}").rstrip())
            lines += [f"{blank} {row}" for row in _underlines(strokes, tone, pen)]
    return lines


def _marks(label: Label, primary: bool) -> list[_Mark]:
    """Splits a label into a mark on its first line and, if it goes on, one with the words on its last."""
    source = label.span.source
    line0, start = label.span.start_position
    last_line0, end = label.span.end_position
    if last_line0 > line0 and end == 0:
        last_line0 -= 1
        end = len(source.line(last_line0))
    if last_line0 == line0:
        return [_Mark(line0, start, end, label.text, primary)]
    last = source.line(last_line0)
    indent = min(len(last) - len(last.lstrip()), end)
    return [
        _Mark(line0, start, len(source.line(line0)), "", primary),
        _Mark(last_line0, indent, end, label.text, primary),
    ]


def _window(line: str, marks: Sequence[_Mark], room: int) -> tuple[str, list[_Stroke]]:
    """Cuts a line to the room around its most important mark, and places the marks on the screen."""
    focus = next((mark for mark in marks if mark.primary), marks[0] if marks else None)
    focus_start = focus.start if focus is not None else 0
    near = max(focus_start - 2 * room, 0)
    text = line[near : focus_start + 4 * room]
    shown, columns = layout(text)

    def column(offset: int) -> int:
        return columns[min(max(offset - near, 0), len(text))]

    width = columns[-1]
    left, right = 0, width
    if width > room or near > 0 or len(text) < len(line) - near:
        wanted = min(max(column(focus.end) - column(focus.start), 1), room - 2) if focus is not None else 0
        left = max(column(focus_start) - max((room - wanted) // 2, 1), 0) if focus is not None else 0
        left = max(min(left, width - room + 1), 0)
        right = min(left + room - 1, width)
    cut_left = left > 0 or near > 0
    cut_right = right < width or near + len(text) < len(line)
    if cut_left:
        left += 1
    visible, left = _slice(shown, left, right)
    shift = (1 if cut_left else 0) - left
    end_column = right + shift
    strokes = []
    for mark in marks:
        start = min(max(column(mark.start) + shift, 0), end_column)
        end = min(max(column(mark.end) + shift, start + 1), max(end_column, start + 1))
        strokes.append(_Stroke(start, end, safe(mark.text), mark.primary))
    return (_CUT if cut_left else "") + visible + (_CUT if cut_right else ""), strokes


def _slice(shown: str, left: int, right: int) -> tuple[str, int]:
    """Takes the characters that lie wholly between two columns; also tells where the first one starts."""
    pieces: list[str] = []
    column = 0
    begins = left
    for character in shown:
        width = cell_columns(character)
        if column >= left and column + width <= right:
            if not pieces:
                begins = column
            pieces.append(character)
        column += width
    return "".join(pieces), begins


def _underlines(strokes: Sequence[_Stroke], tone: str, pen: _Pen) -> list[str]:
    """Draws the marks under one line; marks that overlap get rows of their own, the primary one first."""
    rows: list[list[_Stroke]] = []
    for stroke in sorted(strokes, key=lambda each: (not each.primary, each.start)):
        for row in rows:
            if all(stroke.end < other.start or other.end < stroke.start for other in row):
                row.append(stroke)
                break
        else:
            rows.append([stroke])
    lines: list[str] = []
    for row in rows:
        lines += _underline(sorted(row, key=lambda each: each.start), tone, pen)
    return lines


def _underline(row: Sequence[_Stroke], tone: str, pen: _Pen) -> list[str]:
    """Draws one row of marks: the words of the last beside it, those of the others hanging below."""

    def ink(stroke: _Stroke, text: str) -> str:
        return pen.ink(tone if stroke.primary else _FRAME, text)

    def joined(pieces: Iterable[tuple[_Stroke, str]]) -> str:
        line, column = "", 0
        for stroke, text in pieces:
            line += " " * (stroke.start - column) + ink(stroke, text)
            column = stroke.start + len(text)
        return line

    def bar(stroke: _Stroke) -> str:
        return ("^" if stroke.primary else "-") * (stroke.end - stroke.start)

    *others, last = row
    drawn = joined((stroke, bar(stroke)) for stroke in row)
    lines = [drawn + (" " + ink(last, last.text) if last.text else "")]
    hanging = [stroke for stroke in others if stroke.text]
    if hanging:
        lines.append(joined((stroke, "|") for stroke in hanging))
    while hanging:
        stroke = hanging.pop()
        lines.append(joined([*((other, "|") for other in hanging), (stroke, stroke.text)]))
    return lines

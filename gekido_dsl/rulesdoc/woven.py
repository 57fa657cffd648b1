"""The lines of a span as a reader is to see them, those that a variant puts among them included."""

from bisect import bisect_left
from collections.abc import Sequence

from gekido_dsl.grammar.lexer import Line, Piece
from gekido_dsl.source import Source, Span

Shown = tuple[int, list[Piece], Source]
"""A line: how deep it stands, its words, and the text that they are from."""


class Woven:
    """The declarations that are made of lines of several files."""

    def __init__(self, declarations: Sequence[Sequence[tuple[Source, Line]]]) -> None:
        self._at: dict[tuple[str, int], tuple[Sequence[tuple[Source, Line]], int]] = {}
        for lines in declarations:
            for number, (source, line) in enumerate(lines):
                self._at[source.name, line.start] = (lines, number)

    def lines(self, span: Span, lines: Sequence[Line], starts: Sequence[int]) -> list[Shown]:
        """Lists the lines that begin in a span, with what belongs below them.

        Args:
            lines: of the text that the span is in.
            starts: where these begin.
        """
        first = max(bisect_left(starts, span.start + 1) - 1, 0)
        woven = self._at.get((span.source.name, lines[first].start)) if lines else None
        if woven is not None:
            whole, at = woven
            begun, below = whole[at][1].indent, True
            later = []
            for source, line in whole[at + 1 :]:
                below = below and line.indent > begun
                if below or (source.name == span.source.name and span.start <= line.start < span.end):
                    later.append((source, line))
            shown = [whole[at], *later]
        else:
            shown = [(span.source, line) for line in lines[first : bisect_left(starts, span.end)]]
        found: list[Shown] = []
        for number, (source, line) in enumerate(shown):
            pieces = [piece for piece in line.pieces if number or piece.start >= span.start]
            if pieces:
                found.append((line.indent, pieces, source))
        return found

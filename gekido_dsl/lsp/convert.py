"""Spans become ranges of the protocol, and positions become offsets.

Lines and columns count from 0 on both sides; a column counts code points here, and UTF-16 units there unless client
and server agreed on something else.
"""

from lsprotocol import types

from gekido_dsl.source import Source, Span


class Converter:
    """Converts places for one client."""

    def __init__(self, encoding: str = "utf-16") -> None:
        """Takes the encoding that was agreed on: `utf-8`, `utf-16` or `utf-32`."""
        self._encoding = encoding

    def position(self, source: Source, offset: int) -> types.Position:
        """Gives the position of an offset."""
        line, column = source.position(offset)
        return types.Position(line, self._units(source.line(line)[:column]))

    def range(self, span: Span) -> types.Range:
        """Gives the range of a span."""
        return types.Range(self.position(span.source, span.start), self.position(span.source, span.end))

    def offset(self, source: Source, position: types.Position) -> int:
        """Gives the offset of a position; one beyond the end of a line or of the text is the end."""
        if position.line >= source.line_count:
            return len(source.text)
        text = source.line(position.line)
        if self._encoding == "utf-32" or text.isascii():
            return source.offset(position.line, position.character)
        units = 0
        for column, letter in enumerate(text):
            if units >= position.character:
                return source.offset(position.line, column)
            units += self._units(letter)
        return source.offset(position.line, len(text))

    def length(self, text: str) -> int:
        """Counts a text in the units of the client."""
        return self._units(text)

    def _units(self, text: str) -> int:
        if self._encoding == "utf-32" or text.isascii():
            return len(text)
        if self._encoding == "utf-8":
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text.encode("utf-16-le", "surrogatepass")) // 2

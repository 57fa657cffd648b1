"""Lines of several files become one declaration: what a variant adds stands among the lines of its base.

Invariants:
    Every token keeps the file and the place that it was written at, and so does every finding about it.
    What is read is what the lines say together; a line that does not fit is left out and reported at its own place.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from gekido_dsl.diagnostics import Diagnostic
from gekido_dsl.grammar import GrammarError, parse_declaration
from gekido_dsl.grammar.lexer import Line, Piece
from gekido_dsl.grammar.tree import Token, Tree
from gekido_dsl.source import Source, Span
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax import numbered
from gekido_dsl.syntax.build import Builder
from gekido_dsl.syntax.parse import NOTHING_RENAMED, SIZE_LIMIT, leave_out, line_at
from gekido_dsl.syntax.taken import taken_words
from gekido_dsl.syntax.unexpected import not_expected

_STRIDE: Final = 2 * SIZE_LIMIT
"""How far apart the texts lie; no text is as long."""


class Texts:
    """The texts that lines are taken from, laid one after another so that an offset tells the text, too."""

    def __init__(self) -> None:
        self._texts: list[tuple[Source, Mapping[str, str]]] = []
        self._numbers: dict[str, str] = {}
        """Numbers that have names."""
        self.said: dict[int, str] = {}
        """What lines say, by where they begin, for those that look for them again and again."""

    def place(
        self, lines: Sequence[Line], source: Source, renamed: Mapping[str, str] = NOTHING_RENAMED
    ) -> list[Line]:
        """Gives the lines of a text with offsets that tell the text.

        Args:
            renamed: what names of the text are called where it is used.
        """
        known = (number for number, text in enumerate(self._texts) if text == (source, renamed))
        number = next(known, len(self._texts))
        if number == len(self._texts):
            self._texts.append((source, renamed))
        shift = number * _STRIDE
        numbers = numbered.numbers_among(renamed)
        self._numbers |= numbers
        return [
            Line(
                line.indent,
                tuple(
                    Piece(
                        piece.kind,
                        renamed.get(piece.text, piece.text)
                        if piece.kind == "name" and piece.text not in numbers
                        else piece.text,
                        piece.start + shift,
                        piece.end + shift,
                    )
                    for piece in line.pieces
                ),
                line.start + shift,
                line.end + shift,
            )
            for line in lines
        ]

    def span(self, start: int, end: int) -> Span:
        """Gives the place between two offsets; what lies in another text than its beginning is left out."""
        number, at = divmod(start, _STRIDE)
        source, _ = self._texts[number]
        return Span(source, at, end % _STRIDE if end // _STRIDE == number and end >= start else at)

    def taken_back(self, line: Line) -> tuple[Source, Line]:
        """Gives a line as it stands in its text; words of another text that were put in are left out."""
        number = line.start // _STRIDE
        shift = number * _STRIDE
        pieces = tuple(
            Piece(piece.kind, piece.text, piece.start - shift, piece.end - shift)
            for piece in line.pieces
            if piece.start // _STRIDE == number
        )
        return self._texts[number][0], Line(line.indent, pieces, line.start - shift, line.end - shift)

    def of_line(self, line: Line) -> Span:
        """Gives the place of a line."""
        return self.span(line.start, line.end)

    def read(
        self, lines: Sequence[Line], found: list[Diagnostic], lost: set[str], limit: int
    ) -> s.Declaration | None:
        """Reads a declaration, leaving out each line that cannot be read.

        Args:
            lost: takes up the names in lines that are left out.
            limit: how many findings there may be in all.
        """
        left = list(lines)
        while left and len(found) < limit:
            try:
                tree = parse_declaration(numbered.put(left, self._numbers))
            except GrammarError as error:
                at = line_at_token(left, error.token)
                deeper = at > 0 and left[at].indent > left[at - 1].indent
                source, own = self.taken_back(left[at])
                found += taken_words(source, [own]) or [self._not_expected(error, left[at], deeper)]
                left = leave_out(left, at, lost)
            else:
                declaration: s.Declaration = _Builder(self).build(tree)
                return declaration
        return None

    def _not_expected(self, error: GrammarError, line: Line, deeper: bool) -> Diagnostic:
        """Words an error at the place in the text that its token was written at."""
        token = error.token
        number = (token.start_pos or 0) // _STRIDE
        shift = number * _STRIDE
        own = [piece for piece in line.pieces if piece.start // _STRIDE == number]
        pieces = tuple(Piece(one.kind, one.text, one.start - shift, one.end - shift) for one in own)
        start, end = (token.start_pos or 0) - shift, (token.end_pos or 0) - shift
        moved = Token(token.type, str(token), start, end)
        begin = pieces[0].start if pieces else start
        stop = pieces[-1].end if pieces else max(start, end)
        return not_expected(
            self._texts[number][0],
            replace(error, token=moved),
            Line(line.indent, pieces, begin, stop),
            first_of_block=deeper,
        )


def line_at_token(lines: Sequence[Line], token: Token) -> int:
    """Finds the line that a token stands in or ends."""
    start = token.start_pos or 0
    for number, line in enumerate(lines):
        if any(piece.start <= start <= piece.end for piece in line.pieces):
            return number
    return line_at(list(lines), start)


class _Builder(Builder):
    """Builds nodes whose places lie in several texts."""

    def __init__(self, texts: Texts) -> None:
        super().__init__(texts._texts[0][0])
        self._all_texts = texts

    def span(self, tree: Tree | Token) -> Span:
        if isinstance(tree, Token):
            return self._all_texts.span(tree.start_pos or 0, tree.end_pos or 0)
        if tree.is_empty:
            return self._all_texts.span(0, 0)
        start, end = tree.start_pos, tree.end_pos
        if end // _STRIDE != start // _STRIDE or end < start:
            tokens = tree.tokens()
            ends = [one.end_pos or 0 for one in tokens if (one.end_pos or 0) // _STRIDE == start // _STRIDE]
            end = max(ends, default=start)
        return self._all_texts.span(start, max(start, end))

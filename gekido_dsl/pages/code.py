"""Rulesets in colours: a lexer for Pygments, made from the words of the grammar itself.

Pygments finds it as `gdl`, so that every program that colours code with Pygments colours rulesets.
"""

from collections.abc import Iterator
from functools import lru_cache
from html import escape
from typing import ClassVar, Final

from pygments import highlight
from pygments.formatters.html import HtmlFormatter
from pygments.lexer import Lexer
from pygments.styles.default import DefaultStyle
from pygments.token import (
    STANDARD_TYPES,
    Comment,
    Error,
    Keyword,
    Name,
    Number,
    Punctuation,
    String,
    Text,
    Whitespace,
    _TokenType,
)

from gekido_dsl.grammar import literals, words
from gekido_dsl.grammar.lexer import Piece, pieces

_KINDS: Final = {
    "space": Text,
    "comment": Comment.Single,
    "string": String,
    "cite": Name.Label,
    "range": Number,
    "number": Number,
    "name": Name.Class,
    "poss": Punctuation,
    "punct": Punctuation,
    "bad": Error,
}


_PLAIN: Final = (Text, Whitespace, Punctuation)


class GdlLexer(Lexer):
    """Colours Gekido DSL."""

    name = "Gekido DSL"
    url = ""
    aliases: ClassVar[list[str]] = ["gdl"]
    filenames: ClassVar[list[str]] = ["*.gdl"]
    mimetypes: ClassVar[list[str]] = ["text/x-gdl"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """Gives every piece of a text with its kind."""
        at = 0
        begins, indented = True, False
        for piece in pieces(text):
            if piece.start > at:
                yield at, Text, text[at : piece.start]  # the end of a line
                begins, indented = True, False
            at = piece.end
            yield piece.start, _kind(piece, begins, indented), piece.text
            indented = indented or piece.kind == "space"
            begins = begins and piece.kind == "space"
        if at < len(text):
            yield at, Text, text[at:]


def _kind(piece: Piece, begins: bool, indented: bool) -> _TokenType:
    """Tells what a piece is to a reader.

    Args:
        begins: whether it is the first of its line.
        indented: whether blanks stand before it.
    """
    if piece.kind != "word":
        return _KINDS[piece.kind]
    word = piece.text
    if begins and not indented and word in _known():
        return Keyword.Declaration
    if word in words.VERBS and (begins or word not in literals()):
        return Name.Function
    if word in _known():
        return Keyword.Declaration if begins else Keyword
    return Name.Variable


@lru_cache(maxsize=1)
def _known() -> frozenset[str]:
    """Lists every word of the language; what is not among them is a name of the author's own."""
    phrases = {word for phrase, _ in words.PHRASES for word in phrase}
    more = words.ADJECTIVES | words.ATTRIBUTES | words.PREPOSITIONS | set(words.SAME) | set(words.VERBS)
    return frozenset(literals() | more | phrases | words.PREDICATE_STARTS | set(words.ORDINALS))


def coloured_lines(text: str, *, table: bool) -> list[str]:
    """Writes every line of a ruleset, or of a table in YAML, as HTML for itself."""
    from pygments.lexers.data import YamlLexer  # with the names of all its languages, which take time to read

    lexer = YamlLexer() if table else GdlLexer()
    made: list[list[str]] = [[]]
    for _, kind, value in lexer.get_tokens_unprocessed(text):
        look = _look(kind)
        for number, part in enumerate(value.split("\n")):
            if number:
                made.append([])
            if part:
                said = escape(part, quote=False)
                made[-1].append(f'<span class="{look}">{said}</span>' if look else said)
    return ["".join(line) for line in made]


@lru_cache(maxsize=128)
def _look(kind: _TokenType) -> str:
    """Gives the class of a token; empty for what has no colour."""
    return "" if kind in _PLAIN else STANDARD_TYPES.get(kind, "")


def coloured(text: str) -> str:
    """Writes a ruleset as HTML, its pieces in `span` elements whose classes are those of Pygments."""
    return highlight(text, GdlLexer(ensurenl=False), _formatter())


@lru_cache(maxsize=1)
def _formatter() -> "HtmlFormatter[str]":
    return HtmlFormatter(style=DefaultStyle, nowrap=True)

"""Words that are given to something, `as the word`, and mean something else already."""

from collections.abc import Sequence
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.grammar import words_after_the
from gekido_dsl.grammar.lexer import Line
from gekido_dsl.grammar.tree import Token, Tree
from gekido_dsl.source import Source, Span

_INSTEAD: Final = {"other": "rival", "first": "one", "second": "spare", "last": "old", "next": "new"}
"""Words that say much the same and are free."""


def taken_words(source: Source, lines: Sequence[Line], tree: Tree | None = None) -> list[Diagnostic]:
    """Reports words of the language that something is called by: once they are given, no phrase could ask for them.

    Args:
        tree: what the lines were read as; None for a line that cannot be read, which may be why.
    """
    found = []
    given = None if tree is None else {_word(part).start_pos for part in tree.named("as_local")}
    for line in lines:
        texts = [piece.text for piece in line.pieces]
        for at in range(len(texts) - 2):
            word = line.pieces[at + 2]
            if texts[at : at + 2] != ["as", "the"] or word.text not in words_after_the():
                continue
            if given is not None and word.text == "player":
                continue  # `the player` is the one who acts; the parameter itself says so
            ends = at + 3 == len(texts) or texts[at + 3] in (",", "for", "towards", "if", "is")
            # `choose ... as the window` is read as a phrase, and would mean the window that is open.
            chosen = word.text == "window" and ends
            if chosen or (given is None and ends) or (given is not None and word.start in given):
                found.append(_taken(source, word.text, word.start, word.end))
    return found


def _word(part: Tree) -> Token:
    return next(child for child in part.children if isinstance(child, Token))


def _taken(source: Source, word: str, start: int, end: int) -> Diagnostic:
    return Diagnostic(
        codes.UNKNOWN_WORD,
        f"nothing can be called `the {word}`: the word means something else already",
        (Label(Span(source, start, end), "a word of the language"),),
        help=f"take another word, such as `the {_INSTEAD.get(word, 'one')}`",
    )

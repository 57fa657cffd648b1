"""A word of the language becomes a note on what it does."""

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

from gekido_dsl.grammar import words
from gekido_dsl.grammar.lexer import Line, Piece, logical_lines
from gekido_dsl.source import Source, Span

_FILE: Final = "words.txt"
_AT_MARGIN: Final = "^"


@dataclass(frozen=True, slots=True)
class Word:
    """What a word does, and the page of the language reference that has more."""

    text: str
    page: str


@dataclass(frozen=True, slots=True)
class WordHere:
    """A word of the language where it stands; several that belong together are one."""

    span: Span
    written: str
    meaning: Word


@lru_cache(maxsize=1)
def meanings() -> dict[str, Word]:
    """Gives every word that has a note, those that begin a declaration with `^` before them."""
    found: dict[str, Word] = {}
    page = ""
    for line in files(__package__).joinpath(_FILE).read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            page = line.removeprefix("== ")
        elif line and not line.startswith("#"):
            head, _, text = line.partition(": ")
            found |= {word: Word(text, page) for word in head.split(" | ")}
    return found


def meaning(word: str, *, at_margin: bool = False) -> Word | None:
    """Gives what a word does, whatever its form.

    Args:
        at_margin: whether it begins a declaration.
    """
    known = meanings()
    forms = [word, words.VERBS.get(word, word), words.SAME.get(word, word)]
    forms += [form for form, base in words.SAME.items() if base == word]
    asked = [*(_AT_MARGIN + form for form in forms), *forms] if at_margin else forms
    asked += [_AT_MARGIN + form for form in forms]
    return next((known[one] for one in asked if one in known), None)


def word_at(source: Source, at: int) -> WordHere | None:
    """Finds the word of the language at a place of a file of rules; None at names, numbers, texts and elsewhere."""
    lines, _ = logical_lines(source.text)
    for line in lines:
        if line.start <= at <= line.end:
            return _in(source, line, at)
    return None


def _in(source: Source, line: Line, at: int) -> WordHere | None:
    pieces = line.pieces
    for number, piece in enumerate(pieces):
        if piece.start <= at <= piece.end and piece.kind == "word":
            first, last = _phrase(pieces, number)
            written = words.spaced(one.text for one in pieces[first : last + 1])
            found = meaning(written, at_margin=first == 0 and line.indent == 0)
            span = Span(source, pieces[first].start, pieces[last].end)
            return WordHere(span, written, found) if found is not None else None
    return None


def _phrase(pieces: tuple[Piece, ...], number: int) -> tuple[int, int]:
    """Finds the longest phrase of the language around a word: the first and the last of its pieces."""
    best = (number, number)
    for phrase in (one for one, _ in words.PHRASES if one[0] != ","):
        for offset in range(len(phrase)):
            first = number - offset
            written = tuple(one.text for one in pieces[max(first, 0) : first + len(phrase)])
            if first >= 0 and written == phrase and len(phrase) > best[1] - best[0] + 1:
                best = (first, first + len(phrase) - 1)
    return best


def note(found: WordHere) -> str:
    """Writes the note on a word, as Markdown."""
    return f"**{found.written}**: {found.meaning.text}\n\nLanguage reference: *{found.meaning.page}*"

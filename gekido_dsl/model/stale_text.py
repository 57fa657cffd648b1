"""Texts for players that a variant may have made false: they name a number that the variant changes.

Only a guess, and so a warning: a text that says the old number, in digits or in words, and is not changed itself.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.grammar.lexer import Line
from gekido_dsl.model.row_texts import NUMBERS
from gekido_dsl.source import Source, Span

_FIRST_SAID: Final = 2
"""The least number that is looked for as a word; `one` and `no` stand in sentences that name no number."""


def numbers(lines: Iterable[Line]) -> set[int]:
    """Gives the numbers in lines."""
    found: set[int] = set()
    for line in lines:
        for piece in line.pieces:
            if piece.kind in ("number", "range"):
                found |= {int(digits) for digits in re.findall(r"-?\d+", piece.text)}
    return found


def texts(source: Source, lines: Iterable[Line]) -> Iterator[tuple[str, Span]]:
    """Gives the texts for players in the lines of a declaration: its title and its text."""
    for number, line in enumerate(lines):
        if number and line.pieces[0].text != "text":
            continue
        for piece in line.pieces:
            if piece.kind == "string":
                yield piece.text[1:-1], Span(source, piece.start, piece.end)


def stale(gone: set[int], said: Iterable[tuple[str, Span]], span: Span) -> Iterator[Diagnostic]:
    """Reports the texts that name one of the numbers that are gone.

    Args:
        span: the change.
    """
    for text, where in said:
        words = set(re.findall(r"\w+", text.lower()))
        for number in sorted(gone):
            word = NUMBERS[number] if _FIRST_SAID <= number < len(NUMBERS) else None
            if str(number) in words or word in words:
                shown = str(number) if str(number) in words else word
                yield Diagnostic(
                    codes.STALE_TEXT,
                    f"this changes a {number}, and the text for players still says `{shown}`",
                    (Label(span, "changed here"), Label(where, "told to players")),
                    "change the text as well, or ignore this if the text is about something else",
                )
                break

"""Places in texts as a page counts them: in UTF-16 units from the beginning, and in lines and columns from 1."""

from typing import Any

from gekido_dsl.source import Source, Span


def units(text: str, at: int) -> int:
    """Gives how many UTF-16 units stand before a code point."""
    before = text[:at]
    return at if before.isascii() else at + sum(letter > "\uffff" for letter in before)


def code_point(text: str, at: object) -> int:
    """Gives the code point at a number of UTF-16 units, as near as there is one."""
    if not isinstance(at, int) or isinstance(at, bool):
        return 0
    at = max(0, at)
    if text.isascii():
        return min(at, len(text))
    passed = 0
    for number, letter in enumerate(text):
        if passed >= at:
            return number
        passed += 2 if letter > "\uffff" else 1
    return len(text)


def place(span: Span) -> dict[str, Any]:
    """Says where something stands."""
    text = span.source.text
    line = text.count("\n", 0, span.start)
    column = units(text, span.start) - units(text, text.rfind("\n", 0, span.start) + 1)
    return {
        "name": span.source.name,
        "start": units(text, span.start),
        "end": units(text, span.end),
        "line": line + 1,
        "column": column + 1,
    }


def whole(source: Source) -> dict[str, Any]:
    """Says that all of a text is meant."""
    return place(Span(source, 0, len(source.text)))

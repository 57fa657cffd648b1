"""A line of source becomes what a terminal shows of it: how wide each character is, and nothing harmful.

Control characters, and those that reverse the direction of reading, are shown as `�`: a ruleset from a
stranger must not be able to repaint the terminal or to hide what it says.
"""

import unicodedata

from gekido_dsl.languages.said import Said

TAB_COLUMNS = 4

_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_DIRECTION = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def cell_columns(character: str) -> int:
    """Counts the terminal columns of one shown character: 0 for combining, 2 for wide East Asian, else 1."""
    if character.isascii():
        return 1
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def safe(text: str) -> str:
    """Replaces characters that would move the cursor, and puts everything on one line."""
    if text.isprintable():
        return text
    if isinstance(text, Said):
        return text.each(safe)
    return "".join(
        shown(character, 0) if character != "\t" else " " for character in " ".join(text.splitlines())
    )


def shown(character: str, column0: int) -> str:
    """Gives what stands for a character at a column: spaces for a tab, `�` for a control character."""
    if character == "\t":
        return " " * (TAB_COLUMNS - column0 % TAB_COLUMNS)
    if character in _DIRECTION or unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp"):
        return _REPLACEMENT
    return character


def layout(text: str) -> tuple[str, tuple[int, ...]]:
    """Lays out one line.

    Shapes:
        The shown text, and `len(text) + 1` columns: where each character starts and where the last one ends.
    Units:
        Terminal columns from 0.
    """
    pieces: list[str] = []
    columns = [0]
    for character in text:
        piece = shown(character, columns[-1])
        pieces.append(piece)
        columns.append(columns[-1] + sum(map(cell_columns, piece)))
    return "".join(pieces), tuple(columns)

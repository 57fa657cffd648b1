"""Named numbers: `Program Length is 5` gives a number a name, and wherever the name stands, the number is meant.

Invariants:
    Names become numbers before a declaration is read, so that a name may stand wherever a number may.
    Every number keeps the place at which its name is written.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from gekido_dsl.grammar.lexer import Line, Piece

_BEFORE: Final = ("change", "replace")
_NAME: Final = r"[A-Z][\w-]*(?: [A-Z][\w-]*)*"
_NUMBER: Final = re.compile(
    rf"(?<![\w-])[0-9]+ to ({_NAME})|, ({_NAME})(?= (?:of them|for each))|up to ({_NAME})(?= times)"
    rf"|limit ({_NAME})(?= (?:turns|rounds))"
)
"""Names that stand where only a number may, or an amount."""
_AMOUNT: Final = re.compile(rf"^amount ({_NAME})", re.MULTILINE)


def numbers_among(renamed: Mapping[str, str]) -> dict[str, str]:
    """Gives the names that are called a number."""
    return {name: other for name, other in renamed.items() if _is_number(other)}


def declared(lines: Sequence[Line]) -> dict[str, str]:
    """Gives the numbers that lines name."""
    found: dict[str, str] = {}
    for line in lines:
        at = _declares(line)
        if at is not None:
            found.setdefault(line.pieces[at].text, line.pieces[at + 2].text)
    return found


def elsewhere(text: str) -> dict[str, str]:
    """Gives the names in a file that can only be numbers, for whoever reads it alone; another file says which."""
    amounts = set(_AMOUNT.findall(text))
    found = (next(filter(None, one.groups())) for one in _NUMBER.finditer(text))
    return dict.fromkeys((name for name in found if name not in amounts), "9")


def used(lines: Sequence[Line]) -> Iterator[str]:
    """Gives the names that stand in lines, but for numbers that they name."""
    for line in lines:
        at = _declares(line)
        yield from (piece.text for x, piece in enumerate(line.pieces) if piece.kind == "name" and x != at)


def put(lines: Sequence[Line], numbers: Mapping[str, str]) -> list[Line]:
    """Puts numbers in the place of their names."""
    return [_put(line, numbers) for line in lines] if numbers else list(lines)


def _put(line: Line, numbers: Mapping[str, str]) -> Line:
    own = _declares(line)
    if not any(piece.text in numbers and x != own for x, piece in enumerate(line.pieces)):
        return line
    made: list[Piece] = []
    for at, piece in enumerate(line.pieces):
        if piece.kind == "name" and piece.text in numbers and at != own:
            piece = Piece("number", numbers[piece.text], piece.start, piece.end)
        before = made[-2:]
        if (
            piece.kind == "number"
            and [one.kind for one in before] == ["number", "word"]
            and before[1].text == "to"
        ):
            text = f"{before[0].text} to {piece.text}"
            made[-2:] = [Piece("range", text, before[0].start, piece.end)]
        else:
            made.append(piece)
    return replace(line, pieces=tuple(made))


def _declares(line: Line) -> int | None:
    """Finds the name of a line that names a number."""
    pieces = line.pieces
    at = 1 if pieces and pieces[0].text in _BEFORE else 0
    shape = [piece.kind for piece in pieces[at : at + 3]]
    whole = all(piece.kind == "cite" for piece in pieces[at + 3 :])
    named = shape == ["name", "word", "number"] and pieces[at + 1].text == "is"
    return at if named and whole and line.indent == 0 else None


def _is_number(text: str) -> bool:
    return text.lstrip("-").isdigit()

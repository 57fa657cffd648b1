"""The table of productions: what yields a phrase, a sentence or a block of a type, and what each of its holes takes.

A type is a word, maybe with what it is of: `number`, `thing Scout`, `value Suit`. In a production a capital letter
alone stands for any name of its class; see `CLASSES`. A hole is written `{TYPE:LEVEL|WHAT HOLDS INSIDE}`.
"""

import re
from dataclasses import dataclass
from typing import Final

CLOSED: Final = 0
"""Levels of phrases: how tightly they hold together. One of a higher level than its hole takes gets parentheses."""
POSTFIX: Final = 1
LOCATED: Final = 2
PRODUCT: Final = 3
ARITHMETIC: Final = 4
SUM: Final = 5
LOOSE: Final = 6

CLASSES: Final = {
    "K": "kind",
    "F": "figure",
    "S": "space",
    "C": "held",
    "D": "die",
    "N": "number die",
    "O": "owned",
    "M": "of the player",
    "P": "part",
    "E": "values",
    "W": "compass",
    "B": "board",
}
"""The class of the names that a letter stands for."""

_HOLE: Final = re.compile(r"\{([^{}]+)\}")


@dataclass(frozen=True, slots=True)
class Hole:
    """A place in a production that another one fills."""

    type: str
    of: str
    level: int
    inside: tuple[tuple[str, str], ...]
    """What holds inside: `it` and a kind, `say` and a kind that is spoken of, `word` and its type, `in` and where."""


@dataclass(frozen=True, slots=True, eq=False)
class Production:
    """A way to write something of a type; each is one of its own, however it is written."""

    type: str
    of: str
    parts: tuple[str | Hole, ...]
    level: int
    weight: int
    needs: tuple[str, ...]
    """Where it can stand: what has to be among what holds around it."""
    brings: tuple[tuple[str, str], ...]
    """What can be spoken of in the lines after it."""

    gaps: tuple[Hole, ...]
    """The holes among its parts."""

    @property
    def holes(self) -> int:
        """How many holes it has."""
        return len(self.gaps)

    @property
    def word(self) -> str:
        """The first word that it has of its own, which says what sort of sentence or block it is."""
        return next((part.split()[0] for part in self.parts if isinstance(part, str) and part.strip()), "")


def production(
    type: str, template: str, level: int = CLOSED, weight: int = 4, needs: str = "", brings: str = ""
) -> Production:
    """Reads a production as it is written in the table.

    Args:
        brings: pairs as in a hole, `say K, word bid=number`.
    """
    head, _, of = type.partition(" ")
    pieces = _HOLE.split(template)
    parts: list[str | Hole] = []
    for number, piece in enumerate(pieces):
        if number % 2:
            parts.append(_hole(piece))
        elif piece:
            parts.append(piece)
    gaps = tuple(part for part in parts if isinstance(part, Hole))
    return Production(head, of, tuple(parts), level, weight, tuple(needs.split()), _pairs(brings), gaps)


def _hole(text: str) -> Hole:
    text, _, inside = text.partition("|")
    text, _, level = text.partition(":")
    head, _, of = text.partition(" ")
    return Hole(head, of, int(level) if level else LOOSE, _pairs(inside))


def _pairs(text: str) -> tuple[tuple[str, str], ...]:
    found = []
    for one in text.split(",") if text else ():
        word, _, value = one.strip().partition(" ")
        found.append((word, value))
    return tuple(found)

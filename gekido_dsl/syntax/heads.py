"""What a declaration declares, by how it begins: known also where the rest of it cannot be read.

Invariants:
    What begins a declaration stands in `HEADS`, and nothing else here knows a word of the grammar.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from gekido_dsl.grammar.lexer import Line, logical_lines
from gekido_dsl.source import Source
from gekido_dsl.syntax import nodes as s

HEADS: Final[dict[str, type]] = {
    "option": s.Option, "values": s.Values, "die": s.Die, "kind": s.Kind, "board": s.Board,
    "deck": s.Place, "pile": s.Place, "hand": s.Place, "pool": s.Place, "box": s.Place,
    "track": s.Track, "counter": s.Counter, "link": s.Link, "patterns": s.Patterns,
    "amount": s.Amount, "report": s.Report, "the": s.Property, "a": s.Definition, "an": s.Definition,
    "phase": s.Phase, "rule": s.Procedure, "effect": s.Procedure, "action": s.Action, "window": s.Window,
    "game": s.Game,
}  # fmt: skip
"""The first word of a declaration, and what it declares."""
PATCHES: Final = frozenset({"change", "replace"})
"""Words before the first one, in variants."""
_BEFORE_NAME: Final = frozenset({"is", "a", "an"})
"""Words between the subject of a definition and its name."""


@dataclass(frozen=True, slots=True)
class Block:
    """The lines of one declaration, and what it declares as far as its beginning tells it."""

    lines: tuple[Line, ...]
    sort: type | None
    """The class of what it declares; None where it begins with no word that is known."""
    name: str
    """What is declared; empty where it has no name."""

    @property
    def names(self) -> frozenset[str]:
        """The names that stand in it."""
        return frozenset(piece.text for line in self.lines for piece in line.pieces if piece.kind == "name")

    @property
    def strings(self) -> int:
        """How many texts in quotes stand in its first line."""
        return sum(piece.kind == "string" for piece in self.lines[0].pieces)


def block(lines: Sequence[Line]) -> Block:
    """Tells what the lines of a declaration declare."""
    pieces = list(lines[0].pieces)
    if pieces and pieces[0].text in PATCHES:
        del pieces[0]
    sort = HEADS.get(pieces[0].text) if pieces else None
    rest = pieces[1:]
    if sort is s.Definition:
        rest = rest[1:]
        if not rest or rest[0].text != "is":
            return Block(tuple(lines), None, "")
        while rest and rest[0].text in _BEFORE_NAME:
            rest = rest[1:]
    name = rest[0].text if rest and rest[0].kind == "name" else ""
    if sort is s.Property and not name:
        sort = None
    return Block(tuple(lines), sort, name)


@lru_cache(maxsize=8)
def blocks(source: Source) -> tuple[Block, ...]:
    """Gives the declarations of a file, whether or not they can be read."""
    groups: list[list[Line]] = []
    for line in logical_lines(source.text)[0]:
        if line.indent == 0 or not groups:
            groups.append([])
        groups[-1].append(line)
    return tuple(block(group) for group in groups)


def block_at(source: Source, offset: int) -> Block | None:
    """Gives the declaration around a place of a file."""
    found = None
    for one in blocks(source):
        first = one.lines[0]
        if first.start > offset:
            break
        found = one
    return found

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


@dataclass(frozen=True, slots=True)
class Head:
    """What the first word of a declaration tells of it. No column has a default."""

    sort: type | None
    """The class of what it declares; None for what nothing else names."""
    types: bool
    """Whether what other declarations say may depend on it, so that with it much is unknown."""
    built_upon: bool
    """Whether what names it is not known either while it is not."""


HEADS: Final[dict[str, Head]] = {
    "option": Head(s.Option, types=True, built_upon=True),
    "values": Head(s.Values, types=True, built_upon=True),
    "die": Head(s.Die, types=True, built_upon=True),
    "kind": Head(s.Kind, types=True, built_upon=True),
    "board": Head(s.Board, types=True, built_upon=True),
    "deck": Head(s.Place, types=True, built_upon=True),
    "pile": Head(s.Place, types=True, built_upon=True),
    "hand": Head(s.Place, types=True, built_upon=True),
    "pool": Head(s.Place, types=True, built_upon=True),
    "box": Head(s.Place, types=True, built_upon=True),
    "track": Head(s.Track, types=True, built_upon=True),
    "counter": Head(s.Counter, types=True, built_upon=True),
    "link": Head(s.Link, types=True, built_upon=True),
    "patterns": Head(s.Patterns, types=True, built_upon=True),
    "amount": Head(s.Amount, types=True, built_upon=True),
    "the": Head(s.Property, types=True, built_upon=True),
    "a": Head(s.Definition, types=True, built_upon=True),
    "an": Head(s.Definition, types=True, built_upon=True),
    "rule": Head(s.Procedure, types=False, built_upon=True),
    "effect": Head(s.Procedure, types=False, built_upon=True),
    "action": Head(s.Action, types=False, built_upon=True),
    "window": Head(s.Window, types=False, built_upon=True),
    "phase": Head(s.Phase, types=False, built_upon=False),
    "game": Head(s.Game, types=False, built_upon=False),
    "report": Head(s.Report, types=True, built_upon=False),
    "damage": Head(None, types=True, built_upon=False),
    "aim": Head(None, types=False, built_upon=False),
    "book": Head(None, types=False, built_upon=False),
    "claim": Head(None, types=False, built_upon=False),
    "edition": Head(s.Edition, types=False, built_upon=False),
    "exception": Head(None, types=False, built_upon=False),
    "instead": Head(None, types=False, built_upon=False),
    "round": Head(s.Turn, types=False, built_upon=False),
    "rulings": Head(None, types=False, built_upon=False),
    "scenario": Head(None, types=False, built_upon=False),
    "setup": Head(None, types=False, built_upon=False),
    "theme": Head(None, types=False, built_upon=False),
    "translation": Head(None, types=False, built_upon=False),
    "turn": Head(s.Turn, types=False, built_upon=False),
    "use": Head(None, types=False, built_upon=False),
    "whenever": Head(None, types=False, built_upon=False),
}
"""What begins a declaration, but for what changes another one."""
PATCHES: Final = frozenset({"change", "replace"})
"""Words before the first one, in variants."""
OTHER_PATCHES: Final = frozenset({"add", "remove"})
"""What else begins a declaration of a variant."""
NO_TYPES: Final = frozenset(word for word, head in HEADS.items() if not head.types)
"""The first words of declarations that no type depends on; any other that is lost takes the types with it."""
_BUILT_UPON: Final = frozenset({s.Cluster, *(head.sort for head in HEADS.values() if head.built_upon)})
_PLAYER_FACTS: Final = ("each", "player", "has")
_GAME_FACTS: Final = ("the", "game", "has")
_GAME_IS: Final = ("the", "game", "is")
"""How the facts of players begin, which have no name."""
_TOUCHING: Final = ("that", "touch")
"""How a group of what touches ends, which begins like a definition."""
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
    def built_upon(self) -> bool:
        """Whether what names it is not known either while it is not."""
        return self.sort in _BUILT_UPON

    @property
    def strings(self) -> int:
        """How many texts in quotes stand in its first line."""
        return sum(piece.kind == "string" for piece in self.lines[0].pieces)


def block(lines: Sequence[Line]) -> Block:
    """Tells what the lines of a declaration declare."""
    pieces = list(lines[0].pieces)
    if pieces and pieces[0].text in PATCHES:
        del pieces[0]
    if tuple(piece.text for piece in pieces[:3]) == _PLAYER_FACTS:
        return Block(tuple(lines), s.Kind, s.SHEET)
    begun = tuple(piece.text for piece in pieces[:3])
    if begun == _GAME_FACTS:
        return Block(tuple(lines), s.Kind, s.TABLE)
    if begun == _GAME_IS:
        words = [piece.text for piece in pieces[3:5] if piece.kind == "name"]
        return Block(tuple(lines), s.Definition, words[0] if words else "")
    head = HEADS.get(pieces[0].text) if pieces else None
    sort = head.sort if head is not None else None
    rest = pieces[1:]
    if head is None and [piece.kind for piece in pieces[:3]] == ["name", "word", "number"]:
        return Block(tuple(lines), s.NamedNumber, pieces[0].text)
    if sort is s.Definition:
        rest = rest[1:]
        if not rest or rest[0].text != "is":
            return Block(tuple(lines), None, "")
        if tuple(piece.text for piece in pieces[-2:]) == _TOUCHING:
            named = pieces[1]
            return Block(tuple(lines), s.Cluster, named.text if named.kind == "name" else "")
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

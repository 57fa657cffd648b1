"""A declaration becomes a text of what it means, so that two can be compared however they are written.

Invariants:
    Layout, comments, citations, titles and texts for players, questions, labels, how signs are drawn, and the file
    that something stands in make no difference; numbers, names and conditions do.
    What a declaration calls things inside (`as the rival`) makes no difference, as long as it says the same of them.
    The same declaration gives the same text in every process and on every machine.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from functools import cache
from operator import attrgetter
from typing import Any, Final

from gekido_dsl.grammar.lexer import Line, logical_lines
from gekido_dsl.source import Source, Span
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax import text
from gekido_dsl.syntax.parse import parse

_STEP: Final = "  "
_TOLD: Final = ('text "', 'drawn as "')
"""How lines begin that tell people something and change nothing."""


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A line of a declaration."""

    depth: int
    text: str
    """As it is shown, without citations."""
    meaning: str
    """What it means, as a line of `canonical`; empty for one that only tells people something."""
    span: Span


def canonical(declaration: s.Node) -> str:
    """Writes what a declaration, or a part of one, means: equal for two that mean the same, and else different."""
    return "".join(f"{_STEP * depth}{said}\n" for depth, said in _meaning(declaration))


def readable(declaration: s.Node) -> str:
    """Writes a declaration for showing, without comments and citations: as it stands in its file where that is all."""
    return "".join(f"{_STEP * line.depth}{line.text}\n" for line in readable_lines(declaration))


def readable_lines(declaration: s.Node, *, as_it_stands: bool = False) -> tuple[ReadLine, ...]:
    """Gives the lines of a declaration for showing, each with what it means.

    Args:
        as_it_stands: whether it is known to say what stands in its file.
    """
    standing = _standing(declaration)
    declaration = _ordered(declaration)
    made = text.lines(declaration)
    if made is None:
        return tuple(ReadLine(depth, said, _untold(said), span) for depth, said, span in standing)
    shown = [(depth, said, node.span) for depth, said, node in made]
    if len(standing) == len(shown) and (as_it_stands or _reads_as(standing, declaration)):
        shown = standing
    meanings = iter(_meaning(declaration))
    return tuple(
        ReadLine(depth, said, "" if again.startswith(_TOLD) else next(meanings)[1], span)
        for (depth, said, span), (_, again, _) in zip(shown, made, strict=True)
    )


def _meaning(declaration: s.Node) -> list[tuple[int, str]]:
    declaration = _ordered(declaration)
    made = text.lines(declaration, _locals(declaration), texts=False)
    if made is not None:
        return [(depth, said) for depth, said, _ in made]
    standing = _standing(declaration)
    return [(depth, _untold(said)) for depth, said, _ in standing]


def _ordered(declaration: s.Node) -> s.Node:
    """Puts the lines of the head of a game, which may stand in any order, in one."""
    if not isinstance(declaration, s.Game):
        return declaration
    lines = sorted(declaration.lines, key=lambda line: (type(line).__name__, getattr(line, "title", "")))
    return replace(declaration, lines=tuple(lines))


def _untold(line: str) -> str:
    """Takes the title off the first line of a scenario, or of what else is shown as it stands."""
    return "scenario" if line.startswith("scenario ") else line


def _standing(declaration: s.Node) -> list[tuple[int, str, Span]]:
    """Gives the lines of a declaration as they stand in its file, without comments and citations."""
    span = declaration.span
    found: list[tuple[int, str, Span]] = []
    opened: list[int] = []
    lines, _ = logical_lines(span.text)
    for number, line in enumerate(lines):
        indent = line.indent if number else -1
        while opened and opened[-1] >= indent:
            opened.pop()
        opened.append(indent)
        at = Span(span.source, span.start + line.start, min(span.start + line.end, span.end))
        found.append((len(opened) - 1, _words(line), at))
    return found


def _words(line: Line) -> str:
    made = ""
    for piece in line.pieces:
        if piece.kind != "cite":
            close = not made or made[-1] == "(" or piece.text in (",", ":", ")") or piece.kind == "poss"
            made += piece.text if close else f" {piece.text}"
    return made


def _reads_as(lines: list[tuple[int, str, Span]], declaration: s.Node) -> bool:
    """Tells whether lines say what a declaration says: not if a variant has changed it, or names are others."""
    said = "".join(f"{_STEP * depth}{words}\n" for depth, words, _ in lines)
    read = parse(Source(declaration.span.source.name, said))
    if read.value is None or read.diagnostics or len(read.value.declarations) != 1:
        return False
    again = text.lines(read.value.declarations[0]) or []
    made = text.lines(declaration) or []
    return [line[:2] for line in again] == [line[:2] for line in made]


def _locals(declaration: s.Node) -> dict[str, str]:
    """Numbers the words that a declaration gives to things inside, in the order of writing."""
    found: dict[str, str] = {}
    for node in walk(declaration):
        word: object = None
        match node:
            case s.Param() | s.Each():
                word = node.word
            case s.Event():
                word = node.local
            case s.Prep(word="as", phrase=s.Phrase(head=s.Local(word=word))):
                pass
        if isinstance(word, str) and word:
            found.setdefault(word, f"thing {len(found) + 1}")
    return found


def walk(part: object) -> Iterator[s.Node]:
    """Gives a node and every node in it, in the order of writing."""
    stack = [part]
    while stack:
        one = stack.pop()
        if isinstance(one, s.Node):
            yield one
            sort: Any = type(one)
            stack += [value for value in _fields(sort)(one) if type(value) not in _PLAIN]
        elif isinstance(one, tuple):
            stack += reversed(one)


def children(node: s.Node) -> Iterator[s.Node]:
    """Gives the nodes right beneath a node."""
    sort: Any = type(node)
    stack = list(_fields(sort)(node))
    while stack:
        one = stack.pop()
        if isinstance(one, s.Node):
            yield one
        elif isinstance(one, tuple):
            stack += one


_PLAIN: Final = frozenset((str, int, bool, type(None), Span))
"""What holds no node; most fields hold it."""


@cache
def _fields(kind: Any) -> Callable[[s.Node], Iterable[object]]:
    """Gives what reads the fields of a sort of node, the last one first."""
    names = [one.name for one in reversed(fields(kind))]
    if len(names) > 1:
        return attrgetter(*names)
    return lambda node: [getattr(node, name) for name in names]


_NO_IDENTITY: Final = frozenset({"span", "cites", "text", "title", "asking"})


def identifying(node: object) -> str:
    """Writes what tells a ruleset from others in saved matches: all that is not for reading alone, as it is built."""
    if isinstance(node, Span):
        return "None"  # where a word stands is for reading alone
    slots = getattr(type(node), "__dataclass_fields__", None)
    if slots is not None:
        parts = [f"{name}={identifying(getattr(node, name))}" for name in slots if name not in _NO_IDENTITY]
        return f"{type(node).__name__}({','.join(parts)})"
    if isinstance(node, tuple):
        return "[" + ",".join(identifying(part) for part in node) + "]"
    return repr(node)


_TOLD_BY_NO_RULE: Final = (s.Scenario, s.Claim, s.Rulings, s.Book, s.Theme, s.Translation, s.Aim)


def identity(
    declarations: Iterable[s.Declaration], patched_rows: Iterable[str], tables: Iterable[str]
) -> str:
    """Identifies what a ruleset means.

    Args:
        patched_rows: what a variant says of rows of tables.
        tables: the texts of the tables.
    """
    digest = hashlib.sha256()
    for declaration in declarations:
        if not isinstance(declaration, _TOLD_BY_NO_RULE):
            digest.update(identifying(declaration).encode())
    for told in (*patched_rows, *tables):
        digest.update(told.encode())
    return digest.hexdigest()[:16]

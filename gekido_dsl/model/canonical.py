"""A declaration becomes a text of what it means, so that two can be compared however they are written.

Invariants:
    Layout, comments, citations, titles and texts for players, questions, labels, how signs are drawn, and the file
    that something stands in make no difference; numbers, names and conditions do.
    What a declaration calls things inside (`as the rival`) makes no difference, as long as it says the same of them.
    The same declaration gives the same text in every process and on every machine.
"""

from collections.abc import Iterator
from dataclasses import fields
from typing import Final

from gekido_dsl.grammar.lexer import Line, logical_lines
from gekido_dsl.syntax import nodes as s

_WORDS: Final = frozenset(
    {"span", "word_span", "cites", "text", "title", "asking", "label", "glyphs", "unlogged"}
)
"""Parts of any node that tell people something and change nothing."""
_FILES: Final[dict[type, frozenset[str]]] = {
    s.Game: frozenset({"changes"}),
    s.Rulings: frozenset({"file"}),
}
"""Parts that only say where something stands."""


def canonical(declaration: s.Node) -> str:
    """Writes what a declaration, or a part of one, means: equal for two that mean the same, and else different."""
    return _said(declaration, _locals(declaration))


def readable(declaration: s.Node) -> str:
    """Writes a declaration for showing: its lines as they stand, without comments and citations."""
    span = declaration.span
    text = span.source.text[: span.end]
    lines = [line for line in logical_lines(text)[0] if line.pieces[-1].end > span.start]
    base = lines[0].indent if lines else 0
    return "".join(f"{' ' * (line.indent - base)}{_line(line)}\n" for line in lines)


def _line(line: Line) -> str:
    made = ""
    for piece in line.pieces:
        if piece.kind != "cite":
            close = not made or made[-1] == "(" or piece.text in (",", ":", ")") or piece.kind == "poss"
            made += piece.text if close else f" {piece.text}"
    return made


def _said(part: object, words: dict[str, str]) -> str:
    if isinstance(part, s.RowsFrom):
        table = "table" if part.file is not None else ""
        return f"RowsFrom({table} {_said(part.parent, words)} {_said(part.column, words)} {part.signs is not None})"
    if isinstance(part, s.Name):
        return f"<{part.text}>"
    if isinstance(part, s.Local):
        return f"the({words.get(part.word, part.word)})"
    if isinstance(part, s.Node):
        left_out = _FILES.get(type(part), frozenset()) | _WORDS
        kept = [one.name for one in fields(part) if one.name not in left_out]
        said = [f"{name}={_part(part, name, words)}" for name in kept]
        return f"{type(part).__name__}({' '.join(said)})"
    if isinstance(part, tuple):
        return "[" + " ".join(_said(one, words) for one in part) + "]"
    if isinstance(part, Line):
        return f"{part.indent} " + " ".join(one.text for one in part.pieces if one.kind != "cite")
    return repr(part)


def _part(node: s.Node, name: str, words: dict[str, str]) -> str:
    value = getattr(node, name)
    if isinstance(value, str) and value and name == _named(node):
        return words.get(value, value)
    return _said(value, words)


def _named(node: s.Node) -> str:
    """Gives the field in which a node gives a word to something; empty when it gives none."""
    match node:
        case s.Param() | s.Each():
            return "word"
        case s.Event():
            return "local"
        case _:
            return ""


def _locals(declaration: s.Node) -> dict[str, str]:
    """Numbers the words that a declaration gives to things inside, in the order of writing."""
    found: dict[str, str] = {}
    for node in walk(declaration):
        word: object = getattr(node, _named(node) or "span")
        if isinstance(node, s.Prep) and node.word == "as" and isinstance(node.phrase.head, s.Local):
            word = node.phrase.head.word
        if isinstance(word, str) and word:
            found.setdefault(word, f"local {len(found) + 1}")
    return found


def walk(part: object) -> Iterator[s.Node]:
    """Gives a node and every node in it, in the order of writing."""
    if isinstance(part, s.Node):
        yield part
        for one in fields(part):
            yield from walk(getattr(part, one.name))
    elif isinstance(part, tuple):
        for one in part:
            yield from walk(one)

"""A file becomes its outline, and the ranges that can be folded."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from gekido_dsl.grammar.lexer import Line, comments, logical_lines
from gekido_dsl.source import Source, Span
from gekido_dsl.tables.reading import parse as parse_table

_WITHOUT_NAME: Final = frozenset({"use", "book", "theme", "translation", "rulings", "edition"})
_LABELLED: Final = frozenset({"whenever", "instead", "the", "setup", "turn"})
"""The words of declarations that have a name only if a colon follows it."""
_NAMES: Final = ("Name", "Ruling", "Sign")
"""The columns that a row of a table goes by."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """An entry of an outline."""

    name: str
    word: str
    """What it is: the word that its declaration begins with; `row` in a table."""
    span: Span
    name_span: Span
    parts: tuple["Symbol", ...] = ()


def outline(source: Source) -> list[Symbol]:
    """Lists the declarations of a file of rules with their lines that name something; also of one with errors."""
    lines, _ = logical_lines(source.text)
    found: list[Symbol] = []
    for block in _blocks(lines):
        head = block[0]
        if head.pieces[0].text in _WITHOUT_NAME:
            continue
        span = Span(source, head.start, block[-1].end)
        name = _name(source, head)
        parts = tuple(_parts(source, block))
        word = head.pieces[0].text
        word = "definition" if word in ("a", "an") else word
        found.append(Symbol(name.text.strip('"'), word, span, name, parts))
    return found


def outline_of_table(source: Source) -> list[Symbol]:
    """Lists the rows of a table."""
    root = parse_table(source).value  # of a sheet, too
    found: list[Symbol] = []
    for row in root.value if root is not None and isinstance(root.value, tuple) else ():
        if not isinstance(row.value, Mapping):
            continue
        named = next((row.value[name] for name in _NAMES if name in row.value), None)
        if named is not None and isinstance(named.value, str | int):
            found.append(Symbol(str(named.value), "row", row.span.cover(named.span), named.span))
    return found


def folds(source: Source, *, table: bool) -> list[tuple[int, int, bool]]:
    """Lists what can be folded: first line, last line, both from 0, and whether it is a comment."""
    if table:
        spans = [one.span for one in outline_of_table(source)]
        found = [(*_lines(one), False) for one in spans]
    else:
        lines, _ = logical_lines(source.text)
        found = [(*_lines(one), False) for one in _nested(source, lines)]
        found += _comments(source)
    return sorted(one for one in found if one[0] < one[1])


def _blocks(lines: list[Line]) -> Iterator[list[Line]]:
    """Groups lines into declarations, each of which begins at the margin."""
    block: list[Line] = []
    for line in lines:
        if line.indent == 0 and block:
            yield block
            block = []
        block.append(line)
    if block:
        yield block


def _name(source: Source, line: Line) -> Span:
    """Finds what a declaration is called: the name that it gives, its title, or else its line."""
    word, pieces = line.pieces[0].text, line.pieces
    named = [number for number, piece in enumerate(pieces) if piece.kind in ("name", "string")]
    if word in ("a", "an"):
        said = next((number for number, piece in enumerate(pieces) if piece.text in ("is", "are")), 0)
        named = [number for number in named if number > said]
    elif word in _LABELLED:
        named = [
            number for number in named[:1] if [one.text for one in pieces[number + 1 : number + 2]] == [":"]
        ]
    if named:
        piece = pieces[named[0]]
        return Span(source, piece.start, piece.end)
    end = next((piece.start for piece in pieces[1:] if piece.kind == "cite"), line.end)
    return Span(source, line.start, line.start + len(source.text[line.start : end].rstrip()))


def _parts(source: Source, block: list[Line]) -> Iterator[Symbol]:
    """Lists columns, facts and patterns: the lines one deeper that begin with a name and a colon."""
    for number, line in enumerate(block[1:], 1):
        names = line.pieces[0].kind == "name" and len(line.pieces) > 1
        if names and line.indent == block[1].indent and any(one.text == ":" for one in line.pieces):
            end = line.end
            for below in block[number + 1 :]:
                if below.indent <= line.indent:
                    break
                end = below.end
            first = line.pieces[0]
            name = Span(source, first.start, first.end)
            yield Symbol(first.text, "part", Span(source, line.start, end), name)


def _nested(source: Source, lines: list[Line]) -> Iterator[Span]:
    """Gives every line with the block below it, and every line that goes on in the next."""
    for number, line in enumerate(lines):
        end = line.end
        for below in lines[number + 1 :]:
            if below.indent <= line.indent:
                break
            end = below.end
        yield Span(source, line.start, end)


def _comments(source: Source) -> Iterator[tuple[int, int, bool]]:
    """Gives each run of lines that are comments alone."""
    alone = []
    for start, _ in comments(source.text):
        line, column = source.position(start)
        if not source.line(line)[:column].strip():
            alone.append(line)
    first = last = -2
    for line in [*alone, -2]:
        if line == last + 1:
            last = line
            continue
        if last > first:
            yield first, last, True
        first = last = line


def _lines(span: Span) -> tuple[int, int]:
    return span.start_position[0], span.end_position[0]

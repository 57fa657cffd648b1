"""A ruleset's text becomes the same ruleset in the one standard layout.

Invariants:
    What comes out has the same words, signs, texts and comments in the same order; only the space between
    them, and how their characters are encoded, may differ.
    Formatting twice is formatting once.
    A text that does not parse is not formatted.
    A line is never broken and never joined: where a line goes on in the next, it still does.

Works on the lines of tokens and not on the syntax, since the syntax does not know where the comments stand.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from gekido_dsl.diagnostics import Outcome, has_errors
from gekido_dsl.grammar.lexer import Line, Piece, comments, logical_lines, physical_lines
from gekido_dsl.source import Source
from gekido_dsl.syntax import numbered
from gekido_dsl.syntax.parse import parse

__all__ = ["format"]

_INDENT: Final = "  "
_CONTINUED: Final = "    "
"""What a line that goes on has in front, besides its indentation."""

_FAMILY: Final[dict[str, str]] = (
    dict.fromkeys(("use", "rulings", "book", "theme", "translation"), "file")
    | dict.fromkeys(("box", "deck", "hand", "pile", "pool"), "place")
    | dict.fromkeys(("counter", "damage", "link", "track"), "panel")
    | dict.fromkeys(("a", "an"), "definition")
)
"""Declarations of a line each that may follow one another without a blank line, by their first words."""


def format(source: Source) -> Outcome[str]:
    """Lays out a ruleset file, or a part of one.

    Returns:
        The text; None, with the findings, when it does not parse.
    Raises:
        ValueError: the result would not be the same ruleset, which is a fault of this function.
    """
    text = unicodedata.normalize("NFC", source.text)
    read = parse(Source(source.name, text))
    if read.value is None or has_errors(read.diagnostics):
        # A number may be named in another file.
        named = numbered.elsewhere(text)
        read = parse(Source(source.name, text), named) if named else read
    if read.value is None or has_errors(read.diagnostics):
        return Outcome(None, parse(source).diagnostics)
    lines, _ = logical_lines(text)
    rows = _rows(text, lines)
    made = "".join(row + "\n" for row in _spaced(rows))
    if _words(made) != _words(text):
        raise ValueError(f"formatting {source.name!r} would change more than its layout")
    return Outcome(made, read.diagnostics)


@dataclass(slots=True)
class _Row:
    """One line of the result."""

    level: int
    pieces: tuple[Piece, ...] = ()
    comment: str = ""
    continued: bool = False
    """Whether it goes on with the line before."""
    blank_before: bool = False
    column: int = 0
    """Where it was indented to, for a comment on a line of its own."""
    line: int = -1
    """The logical line it belongs to; -1 for a comment on a line of its own."""
    opened: tuple[int, ...] = field(default=())
    """The indentations of the blocks it stands in, as written, its own included."""

    @property
    def text(self) -> str:
        """The row as it is written out."""
        words = joined(self.pieces)
        between = "  " if words and self.comment else ""
        lead = _INDENT * self.level + (_CONTINUED if self.continued else "")
        return lead + words + between + self.comment


def joined(pieces: Sequence[Piece]) -> str:
    """Puts tokens of one line together, with a space where written style has one."""
    made = ""
    before: Piece | None = None
    for piece in pieces:
        close = before is None or before.text == "(" or piece.text in (",", ":", ")") or piece.kind == "poss"
        made += piece.text if close else " " + piece.text
        before = piece
    return made


def _rows(text: str, lines: Sequence[Line]) -> list[_Row]:
    """Makes a row of every line that has a token or a comment."""
    line_by_piece = {piece.start: number for number, line in enumerate(lines) for piece in line.pieces}
    opened = _opened(lines)
    said = {start: text[start:end].rstrip() for start, end in comments(text)}
    pieces = [piece for line in lines for piece in line.pieces]
    rows: list[_Row] = []
    offset = at = 0
    blank = False
    last = -1
    for raw in physical_lines(text):
        end = offset + len(raw)
        here: list[Piece] = []
        while at < len(pieces) and pieces[at].start < end:
            here.append(pieces[at])
            at += 1
        comment_at = (
            next((start for start in range(offset, end) if start in said), None) if "#" in raw else None
        )
        comment = said[comment_at] if comment_at is not None else ""
        if here:
            number = line_by_piece[here[0].start]
            depths = opened[number]
            rows.append(
                _Row(len(depths) - 1, tuple(here), comment, number == last, blank, line=number, opened=depths)
            )
            last, blank = number, False
        elif comment_at is not None:
            column = len(raw[: comment_at - offset].expandtabs(4))
            rows.append(_Row(0, (), comment, False, blank, column))
            blank = False
        else:
            blank = True
        offset = end
    _place_comments(rows)
    return rows


def _opened(lines: Sequence[Line]) -> list[tuple[int, ...]]:
    """Gives, for each logical line, the indentations of the blocks that it stands in, its own included."""
    found: list[tuple[int, ...]] = []
    depths: list[int] = []
    for line in lines:
        while depths and depths[-1] >= line.indent:
            depths.pop()
        depths.append(line.indent)
        found.append(tuple(depths))
    return found


def _place_comments(rows: Sequence[_Row]) -> None:
    """Indents a comment like the code that follows, or like the block before where it was written deeper."""
    followings: list[_Row | None] = []
    following: _Row | None = None
    for row in reversed(rows):
        followings.append(following)
        following = row if row.pieces else following
    before: _Row | None = None
    above: _Row | None = None
    for row, following in zip(rows, reversed(followings), strict=True):
        if row.pieces:
            before = row
        elif following is not None and following.continued:
            row.level, row.continued = following.level, True
        else:
            row.level = following.level if following is not None else 0
            column = following.opened[-1] if following is not None else 0
            if before is not None and row.column > column:
                deeper = sum(depth <= row.column for depth in before.opened) - 1
                if above is not None and not above.pieces:
                    deeper = min(deeper, above.level)
                row.level = max(row.level, deeper)
        above = row


def _spaced(rows: Sequence[_Row]) -> list[str]:
    """Sets the blank lines: one between declarations, none where a block opens, at most one elsewhere."""
    made: list[str] = []
    sizes = _sizes(rows)
    last_code: _Row | None = None
    parted = True
    for index, row in enumerate(rows):
        above = rows[index - 1] if index > 0 else None
        opens = above is None or (bool(above.pieces) and row.level > above.level)
        blank = row.blank_before and not opens and not row.continued
        if row.level == 0 and not row.continued and last_code is not None and not parted:
            following = next((each for each in rows[index:] if each.pieces), None)
            if following is not None and following.level == 0:
                blank = blank or not _together(last_code, following, sizes)
            parted = True
        if blank:
            made.append("")
        made.append(row.text)
        if row.pieces:
            last_code, parted = row, False
    return made


def _sizes(rows: Sequence[_Row]) -> dict[int, tuple[int, str]]:
    """Gives, for each logical line, how many lines its declaration has and the declaration's family."""
    lines: dict[int, _Row] = {}
    for row in rows:
        if row.pieces:
            lines.setdefault(row.line, row)
    groups: list[list[int]] = []
    for number, row in lines.items():
        if row.level == 0 or not groups:
            groups.append([])
        groups[-1].append(number)
    found = {}
    for group in groups:
        word = lines[group[0]].pieces[0].text
        for number in group:
            found[number] = (len(group), _FAMILY.get(word, word))
    return found


def _together(before: _Row, after: _Row, sizes: dict[int, tuple[int, str]]) -> bool:
    """Tells whether two neighbours may stand without a blank line between them."""
    return sizes[before.line][0] == 1 and sizes[before.line] == sizes[after.line]


def _words(text: str) -> tuple[list[tuple[int, tuple[tuple[str, str], ...]]], list[str]]:
    """Gives what must stay the same: the tokens of each line, how deep it stands, and the comments."""
    lines, _ = logical_lines(text)
    depths = _opened(lines)
    tokens = [
        (len(depth), tuple((piece.kind, piece.text) for piece in line.pieces))
        for line, depth in zip(lines, depths, strict=True)
    ]
    return tokens, [text[start:end].rstrip() for start, end in comments(text)]

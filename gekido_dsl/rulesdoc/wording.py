"""What the ruleset says becomes Markdown in its own words, every name a link, every citation written out.

Invariants:
    A number comes from the rule that is rendered; nothing is retyped.
    A link is written only to a place that exists.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from gekido_dsl.diff.told import Told
from gekido_dsl.drawing import PLAIN, Look
from gekido_dsl.engine import BoardView
from gekido_dsl.grammar.lexer import Line, Piece, logical_lines
from gekido_dsl.languages import Said, now, spoken
from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.names import Key, Names
from gekido_dsl.rulesdoc.woven import Woven
from gekido_dsl.source import Source, Span

if TYPE_CHECKING:
    from gekido_dsl.rulesdoc.english import Teller

_LEADS: Final = ("if", "unless", "when", "after", "while", "until")
_PAGE: Final = re.compile(r"p\.?\s*(\d+)(?:\s*[-–]\s*(?:p\.?\s*)?(\d+))?")


class Wording:
    """Writes names and the words of the ruleset; knows on which page and in which section it is."""

    def __init__(self, game: m.Game, names: Names, files: dict[str, str], *, single: bool) -> None:
        """Begins with nothing mentioned.

        Args:
            files: what the reader calls a source, by its name.
            single: whether everything stands on one page.
        """
        self.game = game
        self.names = names
        self.single = single
        self.page = "index"
        self.reference = ""
        """Where the pages lie, seen from what is written; empty on the pages themselves."""
        self.mentioned: dict[str, dict[str, Key]] = {}
        """By the address of what is mentioned: what mentions it, in order."""
        self.known: dict[str, dict[str, Key]] = {}
        """The mentions that a first writing found."""
        self.waiting: dict[str, None] = {}
        """The pages that say what mentions something, so that they are written again once it is known."""
        self.look: Look = PLAIN
        self.boards: Mapping[str, BoardView] = {}
        """What is drawn of boards, by name."""
        self.ledgers: dict[str, dict[Span, dict[str, object]]] = {}
        """The ledgers of rulings that were read again: by source and place, a row."""
        self.different: Told | None = None
        """What a variant changes, once it has been found out; pages are written twice."""
        self.woven = Woven(())
        """The declarations that a variant puts lines into."""
        self.english: Teller | None = None
        """What writes declarations in English; None before there is a text to write from."""
        self._entries: dict[tuple[str, int], list[str]] = {}
        self._files = files
        self._owner: Key | None = None
        self._lines: dict[str, tuple[list[Line], list[int], list[Piece], list[int]]] = {}

    # ------------------------------------------------------------ places

    @contextmanager
    def about(self, key: Key | None) -> Iterator[None]:
        """Has what is written meanwhile count as a mention by something."""
        before, self._owner = self._owner, key
        yield
        self._owner = before

    def href(self, page: str, slug: str = "") -> str:
        """Writes an address, seen from the page that is written."""
        if self.single or page == self.page:
            return f"#{slug or 'page-' + page}"
        address = f"{self.reference}{page}.md"
        return f"{address}#{slug}" if slug else address

    def link(self, key: Key, label: str | None = None, *, count: bool = True) -> str:
        """Writes a name as a link to its place; as itself when it has none."""
        if key not in self.names:
            return md.escape(label or (key.name if isinstance(key, m.Decl) else ""))
        target = self.names[key]
        if count and self._owner is not None and self._owner in self.names:
            owner = self.names[self._owner]
            if owner.slug != target.slug:
                self.mentioned.setdefault(target.slug, {}).setdefault(owner.slug, self._owner)
        said = md.escape(label if label is not None else target.name)
        return f"[{said}]({self.href(target.page, target.slug)})"

    def anchor(self, key: Key) -> str:
        """Writes the place of something that is no heading."""
        return f'<a id="{self.names[key].slug}"></a>'

    def heading(self, level: int, text: str, slug: str) -> str:
        """Writes a heading: Markdown, or a title of the program's own, told in the reader's language."""
        told = spoken(text) if isinstance(text, Said) else text
        if self.single:
            level = min(level + 1, 6)
            return f'<a id="{slug}"></a>\n\n{"#" * level} {told}'
        language = f" lang={now().code}" if told != text else ""
        return f"{'#' * level} {told} {{ #{slug}{language} }}"

    def titled(self, level: int, key: Key, *, lead: str = "", title: str = "") -> str:
        """Writes the heading of something that is named, or of a part that is not: its title is the program's own."""
        target = self.names[key]
        if isinstance(title, Said):
            return self.heading(level, title, target.slug)
        return self.heading(level, f"{md.escape(lead)}{md.escape(title or target.name)}", target.slug)

    def where(self, span: Span) -> str:
        """Says in which file and line something stands."""
        return f"`{self._files.get(span.source.name, span.source.name)}:{span.start_position[0] + 1}`"

    def file(self, name: str) -> str:
        """Says what the reader calls a source."""
        return self._files.get(name, name)

    # ------------------------------------------------------------ words of the ruleset

    def _pieces(self, source: Source) -> tuple[list[Line], list[int], list[Piece], list[int]]:
        if source.name not in self._lines:
            lines = logical_lines(source.text)[0]
            pieces = [piece for line in lines for piece in line.pieces]
            starts = [line.start for line in lines]
            self._lines[source.name] = (lines, starts, pieces, [piece.start for piece in pieces])
        return self._lines[source.name]

    def between(self, source: Source, start: int, end: int) -> list[Piece]:
        """Lists the words and signs that begin in a range."""
        _, _, pieces, starts = self._pieces(source)
        return pieces[bisect_left(starts, start) : bisect_left(starts, end)]

    def pieces_of(self, span: Span) -> list[Piece]:
        """Lists the words and signs of a span."""
        return self.between(span.source, span.start, span.end)

    def words(self, pieces: Sequence[Piece], source: Source, *, cites: bool = True) -> str:
        """Writes words and signs as they stand, names linked, strings quoted, citations written out."""
        parts: list[str] = []
        end = -1
        marks: list[str] = []
        for number, piece in enumerate(pieces):
            if piece.kind == "cite":
                marks.append(piece.text[1:-1].strip())
                end = piece.end
                continue
            gap = " " if parts and piece.start > end and not piece.text.startswith(("'", ",")) else ""
            parts.append(gap + self._piece(piece, source, pieces[number - 1].text if number else ""))
            end = piece.end
        text = "".join(parts)
        if cites and marks:
            text += f" *({self.marks(marks)})*"
        return text

    def _piece(self, piece: Piece, source: Source, before: str) -> str:
        if piece.kind == "string":
            return f"“{md.escape(piece.text[1:-1])}”"
        if piece.kind != "name":
            return md.escape(piece.text)
        key = self.names.meaning(piece.text, source.span(piece.start, piece.end), before)
        if key is None and piece.text == "Effects":
            return self._effects("Effects")
        return self.link(key, piece.text) if key is not None else md.escape(piece.text)

    def said(self, span: Span) -> str:
        """Writes what a span covers, without citations."""
        return self.words(self.pieces_of(span), span.source, cites=False)

    def lead(self, span: Span) -> str:
        """Gives the word that leads a condition: `if`, `unless`, `while`, ..."""
        first = next(iter(self.pieces_of(span)), None)
        if first is None or first.text in _LEADS:
            return ""
        _, _, pieces, starts = self._pieces(span.source)
        at = bisect_left(starts, span.start) - 1
        while at >= 0 and pieces[at].text == "(":
            at -= 1
        at -= 2 if at > 1 and pieces[at].text == ":" else 0  # what the end of a game is called
        return pieces[at].text if at >= 0 and pieces[at].text in _LEADS else "if"

    def case(self, condition: m.Expr | None) -> str:
        """Writes a condition with the word that leads it; nothing when there is none."""
        if condition is None:
            return ""
        lead = self.lead(condition.span)
        return f"{lead} {self.said(condition.span)}".strip()

    def lines(self, span: Span, *, marks: bool = True) -> list[tuple[int, str]]:
        """Writes the lines that begin in a span, each with its depth, as sentences.

        Args:
            marks: whether the first line keeps its citations; those of a declaration are written beneath it.
        """
        lines, starts, _, _ = self._pieces(span.source)
        found = self.woven.lines(span, lines, starts)
        made = []
        depths: list[int] = []
        for number, (indent, pieces, source) in enumerate(found):
            while depths and depths[-1] >= indent and len(depths) > (1 if number else 0):
                depths.pop()
            if not depths or depths[-1] < indent:
                depths.append(indent)
            leads = number + 1 < len(found) and found[number + 1][0] > indent
            said = self.words(pieces, source, cites=marks or number > 0)
            made.append((len(depths) - 1, _sentence(said, pieces, leads=leads)))
        return made

    def plain_lines(self, span: Span) -> list[tuple[int, str]]:
        """Gives the lines that begin in a span as they stand, each with its depth, without citations."""
        lines, starts, _, _ = self._pieces(span.source)
        found = []
        for indent, pieces, source in self.woven.lines(span, lines, starts):
            kept = [piece for piece in pieces if piece.kind != "cite"]
            found.append((indent // 2, source.text[kept[0].start : kept[-1].end] if kept else ""))
        return found

    # ------------------------------------------------------------ sources

    def marks(self, marks: Iterable[str]) -> str:
        """Writes out what stands between brackets."""
        parts: list[str] = []
        for mark in marks:
            if mark == "reconstructed":
                parts.append("reconstructed")
            elif mark.startswith("ruling "):
                parts.append(f"ruling {self.ruling(mark.removeprefix('ruling '))}")
            else:
                parts.append(self.cite(mark))
        return "; ".join(parts)

    def cite(self, text: str) -> str:
        """Writes out a citation: `GB p5, p16` is the title of GB and its pages."""
        key, _, rest = text.strip().partition(" ")
        title = self.game.sources.get(key)
        if title is None:
            return md.escape(text)
        return md.escape(title) + (f", {pages(rest)}" if rest.strip() else "")

    def ruling(self, name: str) -> str:
        """Writes the name of a ruling as a link to its line of the ledger."""
        for number, ruling in enumerate(self.game.rulings):
            if ruling.name == name:
                return self.link(("ruling", number), name)
        return md.escape(name)

    def _effects(self, word: str) -> str:
        """Writes a word as a link to the page of effects, where there are any."""
        return f"[{word}]({self.href('effects')})" if self.game.effects else word


def pages(text: str) -> str:
    """Writes page numbers in words: `p5, p8-9` is `pages 5 and 8–9`; other text stays as it is."""
    found: list[str] = []
    several = False
    for part in (part.strip() for part in text.split(",")):
        match = _PAGE.fullmatch(part)
        if match is None:
            return md.escape(text.strip())
        first, last = match.groups()
        several = several or last is not None
        found.append(first if last is None else f"{first}–{last}")
    return ("pages " if several or len(found) > 1 else "page ") + md.joined(found)


def _sentence(text: str, pieces: Sequence[Piece], *, leads: bool) -> str:
    """Begins a line with a capital letter and ends it with a full stop, or a colon if lines follow."""
    if pieces[0].kind == "word":
        text = text[:1].upper() + text[1:]
    return text + (":" if leads else ".")

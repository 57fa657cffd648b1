"""The chapters of a book are cut into what is translated on its own, and put together again in another language.

Invariants:
    What stands in a fence or a comment is left as it is, and so are lines of directives alone.
    A paragraph, an item of a list, a row of a table or a heading is one text, however its lines are laid out.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl.book.nodes import ChapterText
from gekido_dsl.book.scan import scan
from gekido_dsl.model import nodes as m
from gekido_dsl.model.told_texts import Text
from gekido_dsl.source import Source, Span

HEADING: Final = "heading"
PASSAGE: Final = "book"
EXAMPLE: Final = "example"
COLUMN: Final = "column"
RULING: Final = "ruling"
_DIRECTIVE: Final = re.compile(r"\{\{[^{}\n]*\}\}")
_PREFIX: Final = re.compile(
    r"[ \t]*(?:>[ \t]?)*[ \t]*(?:[-*+][ \t]+|\d+[.)][ \t]+|:[ \t]+|(?:!!!|\?\?\?)\+?[ \t]+[\w-]+[ \t]*)?"
)
_QUOTE: Final = re.compile(r"[ \t]*(?:>[ \t]?)*[ \t]*")
_ITEM: Final = re.compile(r"[ \t]*(?:>[ \t]?)*[ \t]*(?:[-*+][ \t]|\d+[.)][ \t]|:[ \t]|!!!|\?\?\?)")
_LOOK: Final = re.compile(r"[ \t]*\{:?[^{}]*\}[ \t]*")
_WORDS: Final = re.compile(r"[^\W\d_]{2}")
_TITLE: Final = re.compile(r" as ([^,]*[^,\s])")
_EXAMPLE: Final = re.compile(r'(?:picture of )?example\s+"?([^"]*?)"?\s*')


@dataclass(frozen=True, slots=True)
class Chunk:
    """What is translated on its own."""

    start: int
    end: int
    prefix: str
    """What stands before it and stays: signs of a list or a quotation."""
    text: str
    """On one line."""


def texts_of(chapter: ChapterText) -> Iterator[Text]:
    """Gives the headings and the paragraphs of a chapter."""
    source = chapter.source
    for passage in chapter.passages:
        if passage.source is not source:
            continue  # a variant's, in the place of the base's
        if passage.level:
            heading = heading_text(passage.heading)
            yield Text(HEADING, heading, passage.heading, "", f"in {_file(source)}", passage.title)
        where = f"in the passage `{passage.title}`" if passage.level else f"in {_file(source)}"
        for chunk in chunks(source, passage.body.start, passage.body.end):
            yield Text(PASSAGE, chunk.text, source.span(chunk.start, chunk.end), "", where, passage.title)
        for one in passage.directives:
            found = _EXAMPLE.fullmatch(one.text)
            if found is not None:
                yield Text(EXAMPLE, found[1], one.span, "", where, passage.title)
            if one.text.startswith("table of "):
                for title in _TITLE.findall(one.text.partition(":")[2].partition(" where ")[0]):
                    yield Text(COLUMN, title, one.span, "", where, passage.title)


def rulings_of(chapters: Iterable[ChapterText], rulings: Sequence[m.Ruling]) -> Iterator[Text]:
    """Gives the questions and answers of the ledger that a book takes over."""
    asked = {one.text for chapter in chapters for passage in chapter.passages for one in passage.directives}
    for one in rulings:
        if "rulings" in asked or f"ruling {one.name}" in asked:
            yield Text(RULING, one.question, one.span, "", f"the question of ruling {one.name}")
            yield Text(RULING, one.default, one.span, "", f"the answer of ruling {one.name}")


def heading_text(span: Span) -> str:
    """Gives the words of a heading as they stand, with their Markdown, without an id."""
    found = scan(span.text + "\n").headings
    return found[0].text if found else span.text.strip()


def chunks(source: Source, start: int, end: int) -> Iterator[Chunk]:
    """Cuts the text below a heading."""
    text = source.text
    scanned = scan(text)
    fixed = sorted(
        [
            *((one.start, one.end) for one in scanned.comments),
            *(
                one
                for one in scanned.code
                if text[one[0] : one[1]].lstrip().startswith(("```", "~~~")) and "\n" in text[one[0] : one[1]]
            ),
        ]
    )
    lines: list[tuple[int, int]] = []
    at = start
    while at < end:
        stop = text.find("\n", at, end)
        stop = end if stop < 0 else stop
        lines.append((at, stop))
        at = stop + 1
    open_: list[tuple[int, int]] = []
    for begin, stop in lines:
        line = text[begin:stop].rstrip("\r")
        inside = any(one[0] < stop and begin < one[1] for one in fixed)
        bare = not _DIRECTIVE.sub("", line).strip() or _LOOK.fullmatch(line) is not None
        alone = line.lstrip(" \t>").startswith("|")
        if open_ and (inside or bare or alone or _ITEM.match(line)):
            yield from _chunk(text, open_)
            open_ = []
        if inside or bare:
            continue
        open_.append((begin, begin + len(line)))
        if alone:
            yield from _chunk(text, open_)
            open_ = []
    if open_:
        yield from _chunk(text, open_)


def _chunk(text: str, lines: list[tuple[int, int]]) -> Iterator[Chunk]:
    first = text[lines[0][0] : lines[0][1]]
    prefix_match = _PREFIX.match(first)
    prefix = prefix_match.group() if prefix_match is not None else ""
    parts = [first[len(prefix) :].strip()]
    for begin, stop in lines[1:]:
        line = text[begin:stop]
        quote = _QUOTE.match(line)
        parts.append(line[quote.end() if quote is not None else 0 :].strip())
    said = " ".join(part for part in parts if part)
    if _WORDS.search(_DIRECTIVE.sub("", said)):
        yield Chunk(lines[0][0], lines[-1][1], prefix, said)


def translated(source: Source, chapter: ChapterText, tell: Callable[[str, str], str | None]) -> Source:
    """Puts a chapter into another language; what has no translation stays as it is.

    Args:
        tell: gives the translation of a text, by its context; None where there is none.
    """
    edits: list[tuple[int, int, str]] = []
    for passage in chapter.passages:
        if passage.source.name != source.name:
            continue
        told = tell(HEADING, heading_text(passage.heading)) if passage.level else None
        if told is not None:
            marks = "#" * passage.level
            edits.append(
                (passage.heading.start, passage.heading.end, f"{marks} {_line(told)} {{ #{passage.id} }}")
            )
        for chunk in chunks(source, passage.body.start, passage.body.end):
            told = tell(PASSAGE, chunk.text)
            if told is not None:
                edits.append((chunk.start, chunk.end, chunk.prefix + _line(told)))
    text = source.text
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return Source(source.name, text)


def _line(told: str) -> str:
    return " ".join(told.split())


def _file(source: Source) -> str:
    return source.name.rsplit("/", 1)[-1]

"""What is read of a chapter: more of something than a reader of Markdown can work through is reported and left out.

To find where a link, a code span or emphasis ends, Markdown looks through the rest of its paragraph from each sign that
may begin one. So the letters of a paragraph are counted once for each such sign in it; that is the work of a book.
The books here need less than a hundredth of it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from gekido_dsl.book.scan import Scanned
from gekido_dsl.diagnostics import Code, Diagnostic, Label, codes
from gekido_dsl.grammar.lexer import physical_lines
from gekido_dsl.source import Source

HEADINGS_LIMIT: Final = 500
DIRECTIVES_LIMIT: Final = 2_000
PARAGRAPH_LIMIT: Final = 10_000
"""How many letters a paragraph may have."""
SIGNS_LIMIT: Final = 400
"""How many signs in a paragraph may begin something."""
LETTERS_LIMIT: Final = 500_000
"""How many letters of paragraphs a whole book may have."""
BLOCKS_LIMIT: Final = 10_000
"""How many paragraphs, items and rows a whole book may have."""
WORK_LIMIT: Final = 10_000_000
"""Letters of paragraphs, each counted once for each sign in its paragraph, in a whole book."""
DEPTH_LIMIT: Final = 20
"""How many lists and quotations may lie inside one another."""
TAGS_LIMIT: Final = 100
"""How many HTML elements may lie inside one another."""
TAGS_IN_ALL_LIMIT: Final = 10_000
CODE_LIMIT: Final = 5_000
"""How many code spans and fences a chapter may have."""
INSTRUCTIONS_LIMIT: Final = 2_000
"""How often a chapter may have `<!` or `<?`."""

_SIGNS: Final = re.compile(r"[\[{`<!*_&\\]")
_LEADS: Final = re.compile(r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)]|>)[ \t]*)*")
_LEAD: Final = re.compile(r"[-*+]|\d{1,9}[.)]|>")
_ITEM: Final = re.compile(r" {0,3}([-*+]|\d)")
_RULER: Final = re.compile(r"[ \t]*\|?[ \t]*:?-[-| :\t]*")
_TAG: Final = re.compile(r"<(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9]{0,20})\b[^<>]{0,2000}>")
_INSTRUCTION: Final = re.compile(r"<[!?]")
_VOID: Final = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)
_COLUMNS: Final = 4
"""How far an item is indented for each list that it lies in."""


@dataclass
class Work:
    """What is left of the work of a book."""

    left: int = WORK_LIMIT
    letters: int = LETTERS_LIMIT
    blocks: int = BLOCKS_LIMIT


@dataclass(frozen=True, slots=True)
class Excess:
    """What is too much, and where what is not read begins."""

    at: int
    finding: Diagnostic


def excess(source: Source, scanned: Scanned, work: Work) -> Excess | None:
    """Finds where a chapter has more than is read; None where all of it is read."""
    found = (_first(kind) for kind in (
        _counted(source, scanned), _paragraphs(source, scanned, work), _tags(source),
    ))  # fmt: skip
    return min((one for one in found if one is not None), key=lambda one: one.at, default=None)


def _first(found: Iterable[Excess]) -> Excess | None:
    return min(found, key=lambda one: one.at, default=None)


def _counted(source: Source, scanned: Scanned) -> Iterator[Excess]:
    """Counts passages, directives and comments."""
    for limit, places, what in (
        (HEADINGS_LIMIT, [one.start for one in scanned.headings], "passages"),
        (DIRECTIVES_LIMIT, [one.start for one in scanned.directives], "directives"),
        (DIRECTIVES_LIMIT, [one.start for one in scanned.comments], "comments"),
        (CODE_LIMIT, [start for start, _ in scanned.code], "pieces of code"),
        (INSTRUCTIONS_LIMIT, [one.start() for one in _INSTRUCTION.finditer(source.text)], "`<!` and `<?`"),
    ):
        if len(places) > limit:
            yield _too_much(
                source, places[limit], f"a chapter has at most {limit:,} {what}", "split the chapter"
            )


def _paragraphs(source: Source, scanned: Scanned, work: Work) -> Iterator[Excess]:
    """Counts the letters and signs of each paragraph, and how deep lists and quotations lie in one another."""
    for start, lines in _blocks(source.text, scanned):
        for at, line in lines:
            leads = _LEADS.match(line)
            lead = leads[0] if leads is not None else ""
            margin = len(line.expandtabs(_COLUMNS)) - len(line.expandtabs(_COLUMNS).lstrip(" "))
            if len(_LEAD.findall(lead)) > DEPTH_LIMIT or margin > _COLUMNS * DEPTH_LIMIT:
                yield _too_deep(
                    source, at, f"lists and quotations lie more than {DEPTH_LIMIT} deep in one another"
                )
                return
        for at, text in _units(lines):
            signs = len(_SIGNS.findall(text))
            work.left -= len(text) * signs
            work.letters -= len(text)
            work.blocks -= 1
            if signs > SIGNS_LIMIT:
                what = f"a paragraph has at most {SIGNS_LIMIT} signs that may begin a link, code, HTML or emphasis"
            elif len(text) > PARAGRAPH_LIMIT:
                what = f"a paragraph has at most {PARAGRAPH_LIMIT:,} letters"
            elif work.left < 0:
                what = "the paragraphs of this book up to here have too many signs that may begin a link or emphasis"
            elif work.letters < 0 or work.blocks < 0:
                what = f"a book has at most {LETTERS_LIMIT:,} letters and {BLOCKS_LIMIT:,} paragraphs, items and rows"
                yield _too_much(source, at, what, "shorten it: players will not read that much before a game")
                return
            else:
                continue
            help = "part the paragraph by empty lines, or put a sign that begins nothing into backticks"
            yield _too_much(source, start, what, help)
            return


Line = tuple[int, str]


def _blocks(text: str, scanned: Scanned) -> Iterator[tuple[int, list[Line]]]:
    """Gives the lines outside of fences that no empty line parts, with where they begin."""
    fences = {at: end for at, end in scanned.code if text.startswith(("`" * 3, "~" * 3), at)}
    lines: list[Line] = []
    offset = skip = 0
    for raw in physical_lines(text):
        if offset >= skip:
            skip = max(skip, fences.get(offset, 0))
        if offset < skip or not raw.strip():
            if lines:
                yield lines[0][0], lines
            lines = []
        else:
            lines.append((offset, raw))
        offset += len(raw)
    if lines:
        yield lines[0][0], lines


def _units(lines: list[Line]) -> Iterator[Line]:
    """Gives what Markdown looks through at once: a block, or each item of a list and each row of a table in one."""
    item = _ITEM.match(lines[0][1])
    table = len(lines) > 1 and _RULER.fullmatch(lines[1][1].rstrip()) is not None and "|" in lines[0][1]
    start, text = lines[0][0], ""
    for at, line in lines:
        begins = _ITEM.match(line) if item is not None else None
        same = begins is not None and item is not None and begins[1].isdigit() == item[1].isdigit()
        if text and (table or same):
            yield start, text
            start, text = at, ""
        text += line
    yield start, text


def _tags(source: Source) -> Iterator[Excess]:
    """Counts how many elements lie in one another, and how many there are."""
    depth = 0
    for number, tag in enumerate(_TAG.finditer(source.text)):
        if tag["name"].lower() not in _VOID and not tag[0].endswith("/>"):
            depth = max(0, depth - 1) if tag["close"] else depth + 1
        if depth > TAGS_LIMIT:
            yield _too_deep(source, tag.start(), f"more than {TAGS_LIMIT} HTML elements lie in one another")
            return
        if number >= TAGS_IN_ALL_LIMIT:
            what = f"a chapter has at most {TAGS_IN_ALL_LIMIT:,} tags of HTML"
            yield _too_much(source, tag.start(), what, "split the chapter")
            return


def _too_much(source: Source, at: int, what: str, help: str) -> Excess:
    return _excess(codes.TOO_LARGE, source, at, what, "what follows is not read", help)


def _too_deep(source: Source, at: int, what: str) -> Excess:
    return _excess(
        codes.TOO_DEEP, source, at, what, "what follows is not read", "take some of the levels out"
    )


def _excess(code: Code, source: Source, at: int, what: str, label: str, help: str) -> Excess:
    at = min(at, max(0, len(source.text) - 1))
    span = source.span(at, min(at + 1, len(source.text)))
    return Excess(at, Diagnostic(code, what, (Label(span, label),), help))

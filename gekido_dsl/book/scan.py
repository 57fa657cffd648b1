"""A Markdown text becomes its headings, comments and directives, with their places; the rest stays as it is.

Invariants:
    Nothing in a code span, a fence or a comment is a heading or a directive.
    Offsets are those of the text, so that a finding points at what the author wrote.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl.grammar.lexer import physical_lines

_FENCE: Final = re.compile(r"[ \t>]*(?:[-*+]\s+|\d+[.)]\s+)?(?P<mark>`{3,}|~{3,})(?P<info>[^\r\n]*)")
_CLOSING: Final = re.compile(r"[ \t>]*(`{3,}|~{3,})[ \t]*")
_HEADING: Final = re.compile(r" {0,3}(?P<marks>#{1,6})(?:[ \t]+(?P<text>.*?))?(?:[ \t]+#+)?[ \t]*")
_UNDERLINE: Final = re.compile(r" {0,3}(?:(?P<one>=+)|(?P<two>-+))[ \t]*")
_ID: Final = re.compile(r"\s*\{:?\s*(?P<attributes>[^{}]*)\}\s*$")
_TICKS: Final = re.compile(r"(?<!`)(?P<ticks>`+)(?!`)")
_COMMENT: Final = re.compile(r"<!--(?P<text>.*?)-->", re.DOTALL)
_DIRECTIVE: Final = re.compile(r"\{\{(?P<text>[^{}\r\n]*)\}\}")
_OPEN: Final = re.compile(r"(?<!\{)\{\{(?!\{)")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; `id` is empty when the author gives none."""

    level: int
    text: str
    id: str
    start: int
    end: int
    after: int
    """Where the text after it begins."""


@dataclass(frozen=True, slots=True)
class Part:
    """A comment or a directive: what stands in it and where."""

    text: str
    start: int
    end: int
    inside: int
    """Where its text begins, blanks left out."""


@dataclass(frozen=True, slots=True)
class Scanned:
    """What a text has."""

    headings: tuple[Heading, ...]
    comments: tuple[Part, ...]
    directives: tuple[Part, ...]
    open: tuple[int, ...]
    """Where braces open that do not close on their line."""
    code: tuple[tuple[int, int], ...]
    """Code spans and fences."""


def scan(text: str) -> Scanned:
    """Finds the headings, comments and directives of a Markdown text."""
    fences, lines = _fences(text)
    hidden = list(fences)
    comments: list[Part] = []
    for match in _COMMENT.finditer(text):
        if not _within(match.start(), fences):
            comments.append(_part(match))
            hidden.append((match.start(), match.end()))
    spans = _code_spans(text, hidden)
    hidden += spans
    hidden.sort()
    comments = [one for one in comments if not _within(one.start, spans)]
    directives = [_part(one) for one in _DIRECTIVE.finditer(text) if not _within(one.start(), hidden)]
    begun = {one.start for one in directives}
    opened = (one.start() for one in _OPEN.finditer(text))
    open_ = tuple(at for at in opened if at not in begun and not _within(at, hidden))
    headings = _headings(lines, [(one.start, one.end) for one in comments])
    return Scanned(
        tuple(headings), tuple(comments), tuple(directives), open_, tuple(sorted([*fences, *spans]))
    )


def _part(match: re.Match[str]) -> Part:
    raw = match["text"]
    lead = len(raw) - len(raw.lstrip())
    return Part(raw.strip(), match.start(), match.end(), match.start("text") + lead)


def _within(at: int, ranges: Sequence[tuple[int, int]]) -> bool:
    return any(start <= at < end for start, end in ranges)


def _fences(text: str) -> tuple[list[tuple[int, int]], list[tuple[int, str]]]:
    """Gives the fences, and the lines outside of them with where they begin."""
    fences: list[tuple[int, int]] = []
    lines: list[tuple[int, str]] = []
    offset, begun, mark = 0, -1, ""
    for raw in physical_lines(text):
        body = raw.rstrip("\r\n")
        if begun >= 0:
            closing = _CLOSING.fullmatch(body)
            if closing is not None and closing[1][0] == mark[0] and len(closing[1]) >= len(mark):
                fences.append((begun, offset + len(raw)))
                begun = -1
        else:
            match = _FENCE.fullmatch(body)
            if match is not None and not (match["mark"][0] == "`" and "`" in match["info"]):
                begun, mark = offset, match["mark"]
                lines.append((offset, ""))  # a fence ends a paragraph
            else:
                lines.append((offset, body))
        offset += len(raw)
    if begun >= 0:
        fences.append((begun, len(text)))
    return fences, lines


def _code_spans(text: str, hidden: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Gives the code spans: as many ticks as began one end it, within a paragraph."""
    found: list[tuple[int, int]] = []
    ticks = [one for one in _TICKS.finditer(text) if not _within(one.start(), hidden)]
    breaks = [one.start() for one in re.finditer(r"\n[ \t]*\n", text)]
    at = 0
    while at < len(ticks):
        opening = ticks[at]
        limit = next((one for one in breaks if one >= opening.start()), len(text))
        closing = next(
            (
                number
                for number in range(at + 1, len(ticks))
                if ticks[number].start() < limit and ticks[number]["ticks"] == opening["ticks"]
            ),
            None,
        )
        if closing is not None:
            found.append((opening.start(), ticks[closing].end()))
            at = closing
        at += 1
    return found


def _headings(lines: Sequence[tuple[int, str]], comments: Sequence[tuple[int, int]]) -> list[Heading]:
    found: list[Heading] = []
    before: tuple[int, str] | None = None
    for offset, body in lines:
        if _within(offset, comments):
            before = None
            continue
        match = _HEADING.fullmatch(body)
        under = _UNDERLINE.fullmatch(body) if before is not None else None
        if match is not None:
            found.append(_heading(len(match["marks"]), match["text"] or "", offset, offset + len(body)))
            before = None
        elif under is not None and before is not None:
            level = 1 if under["one"] else 2
            found.append(_heading(level, before[1].strip(), before[0], offset + len(body)))
            before = None
        else:
            plain = (
                body.strip()
                and not body.lstrip().startswith(("|", ">", "-", "*", "+", "<"))
                and body[:4].strip()
            )
            before = (offset, body) if plain else None
    return found


def _heading(level: int, text: str, start: int, end: int) -> Heading:
    given = _ID.search(text)
    id_ = ""
    if given is not None:
        words = given["attributes"].split()
        id_ = next((word[1:] for word in words if word.startswith("#")), "")
        if id_:
            text = text[: given.start()]
    return Heading(level, text.strip(), id_, start, end, end)

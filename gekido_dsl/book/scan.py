"""A Markdown text becomes its headings, comments and directives, with their places; the rest stays as it is.

Invariants:
    Nothing in a code span, a fence or a comment is a heading or a directive.
    Offsets are those of the text, so that a finding points at what the author wrote.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl.grammar.lexer import physical_lines

_FENCE: Final = re.compile(r"[ \t>]*(?:[-*+]\s+|\d+[.)]\s+)?(?P<mark>`{3,}|~{3,})(?P<info>[^\r\n]*)")
_CLOSING: Final = re.compile(r"[ \t>]*(`{3,}|~{3,})[ \t]*")
_HEADING: Final = re.compile(r" {0,3}(?P<marks>#{1,6})(?:[ \t]+(?P<text>.*))?")
_UNDERLINE: Final = re.compile(r" {0,3}(?:(?P<one>=+)|(?P<two>-+))[ \t]*")
_ID: Final = re.compile(r"\{:?(?P<attributes>[^{}]*)\}")
_TICKS: Final = re.compile(r"(?<!`)(?P<ticks>`+)(?!`)")
_BLANK: Final = re.compile(r"\n[ \t]*\n")
_TICKS_AHEAD: Final = 200
"""Among how many runs of ticks the end of a code span is looked for."""
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


class Ranges:
    """Stretches of a text, none within another, to be asked whether a place lies in one."""

    def __init__(self, given: Iterable[tuple[int, int]]) -> None:
        self._given = sorted(given)
        self._starts = [start for start, _ in self._given]

    def __contains__(self, at: int) -> bool:
        number = bisect_right(self._starts, at) - 1
        return number >= 0 and at < self._given[number][1]


def scan(text: str) -> Scanned:
    """Finds the headings, comments and directives of a Markdown text."""
    fences, lines = _fences(text)
    fenced = Ranges(fences)
    comments = [one for one in _comments(text) if one.start not in fenced]
    beside = [(one.start, one.end) for one in comments]
    spans = _code_spans(text, Ranges(apart([*fences, *beside])))
    coded = Ranges(spans)
    comments = [one for one in comments if one.start not in coded]
    hidden = Ranges(apart([*fences, *beside, *spans]))
    directives = [_part(one) for one in _DIRECTIVE.finditer(text) if one.start() not in hidden]
    begun = {one.start for one in directives}
    opened = (one.start() for one in _OPEN.finditer(text))
    open_ = tuple(at for at in opened if at not in begun and at not in hidden)
    headings = _headings(lines, Ranges((one.start, one.end) for one in comments))
    code = tuple(sorted([*fences, *spans]))
    return Scanned(tuple(headings), tuple(comments), tuple(directives), open_, code)


def _comments(text: str) -> Iterator[Part]:
    """Gives the comments; one that is not closed is none."""
    at = text.find("<!--")
    while at >= 0:
        end = text.find("-->", at + 4)
        if end < 0:
            return
        inner = text[at + 4 : end]
        lead = len(inner) - len(inner.lstrip())
        yield Part(inner.strip(), at, end + 3, at + 4 + lead)
        at = text.find("<!--", end + 3)


def apart(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Puts stretches together that overlap."""
    made: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if made and start < made[-1][1]:
            made[-1] = (made[-1][0], max(end, made[-1][1]))
        else:
            made.append((start, end))
    return made


def _part(match: re.Match[str]) -> Part:
    raw = match["text"]
    lead = len(raw) - len(raw.lstrip())
    return Part(raw.strip(), match.start(), match.end(), match.start("text") + lead)


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


def _code_spans(text: str, hidden: Ranges) -> list[tuple[int, int]]:
    """Gives the code spans: as many ticks as began one end it, within a paragraph."""
    found: list[tuple[int, int]] = []
    ticks = [one for one in _TICKS.finditer(text) if one.start() not in hidden]
    breaks = [one.start() for one in _BLANK.finditer(text)]
    at = 0
    while at < len(ticks):
        opening = ticks[at]
        place = bisect_left(breaks, opening.start())
        limit = breaks[place] if place < len(breaks) else len(text)
        for number in range(at + 1, min(at + 1 + _TICKS_AHEAD, len(ticks))):
            if ticks[number].start() >= limit:
                break
            if ticks[number]["ticks"] == opening["ticks"]:
                found.append((opening.start(), ticks[number].end()))
                at = number
                break
        at += 1
    return found


def _headings(lines: Sequence[tuple[int, str]], comments: Ranges) -> list[Heading]:
    found: list[Heading] = []
    before: tuple[int, str] | None = None
    for offset, body in lines:
        if offset in comments:
            before = None
            continue
        match = _HEADING.fullmatch(body)
        under = _UNDERLINE.fullmatch(body) if before is not None else None
        if match is not None:
            text = _without_marks(match["text"] or "")
            found.append(_heading(len(match["marks"]), text, offset, offset + len(body)))
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


def _without_marks(text: str) -> str:
    """Leaves out the signs that close a heading; a search for them by a pattern would take the square of its length."""
    text = text.rstrip(" \t")
    words = text.rstrip("#")
    return words.rstrip(" \t") if words != text and (not words or words[-1] in " \t") else text


def _heading(level: int, text: str, start: int, end: int) -> Heading:
    brace = text.rfind("{")
    given = _ID.fullmatch(text.rstrip(), brace) if brace >= 0 else None
    id_ = ""
    if given is not None:
        words = given["attributes"].split()
        id_ = next((word[1:] for word in words if word.startswith("#")), "")
        if id_:
            text = text[: given.start()]
    return Heading(level, text.strip(), id_, start, end, end)

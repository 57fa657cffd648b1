"""Finds the HTML of a chapter that its pages leave out, and what no text may hold."""

import re
from collections.abc import Iterator
from html import unescape
from itertools import islice
from typing import Final

from gekido_dsl.book.allowed import may_have, may_have_somewhere, may_lead_to, may_stand
from gekido_dsl.book.scan import Ranges, Scanned, apart
from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.grammar.lexer import UNSEEN
from gekido_dsl.model.scope import FINDINGS_LIMIT
from gekido_dsl.source import Source

_TAG: Final = re.compile(r"<(?P<name>[A-Za-z][A-Za-z0-9-]{0,40})(?P<rest>(?:\s[^<>]{0,2000})?)/?>")
_ATTRIBUTE: Final = re.compile(
    r"""(?P<name>[A-Za-z_:@][\w:.@-]*)(?:\s*=\s*(?:"(?P<two>[^"]*)"|'(?P<one>[^']*)'|(?P<bare>[^\s"'>]+)))?"""
)
_BESIDE: Final = re.compile(r"<(?:\?[^<>]{0,2000}|!(?:\[CDATA\[|[A-Za-z])[^<>]{0,2000})>")
"""What is neither an element nor a comment: declarations, instructions and data."""
_LISTED: Final = re.compile(r"(?<!\{)\{:?(?P<rest>[^{}\r\n]{0,2000})\}(?!\})")
"""Attributes in braces, which Markdown gives to the heading, paragraph or link before them."""
_LINK: Final = re.compile(
    r"(?P<picture>!?)\[[^\[\]\n]{0,300}\]\(\s*<?(?P<address>[A-Za-z][\w+.-]{0,30}:[^\s<>()]{0,60})"
)
_CODE_LINE: Final = re.compile(r"(?:\A|(?<=\n)[ \t]*\n)(?:(?: {4}|\t)[^\n]*\n?)+")
"""Lines that are indented like code after an empty one; in a list they may be none, and nothing is found there."""
_SHOWN: Final = 30
"""How many letters of what is left out a message repeats."""
_MARKDOWN: Final = "markdown"
"""An attribute that says that there is Markdown inside; no page has it."""


def left_out(source: Source, scanned: Scanned, end: int) -> Iterator[Diagnostic]:
    """Finds what pages leave out, up to the place where a chapter is not read any further."""
    text = source.text
    yield from islice(_unseen(source, end), FINDINGS_LIMIT)
    if "<" in text or "](" in text or "{" in text:
        beside = [(one.start, one.end) for one in (*scanned.comments, *scanned.directives)]
        code = [(one.start(), one.end()) for one in _CODE_LINE.finditer(text)]
        hidden = Ranges(apart([*scanned.code, *beside, *code]))
        yield from islice(_html(source, hidden, end), FINDINGS_LIMIT)


def _unseen(source: Source, end: int) -> Iterator[Diagnostic]:
    for one in UNSEEN.finditer(source.text, 0, end):
        yield Diagnostic(
            codes.SYNTAX_ERROR,
            f"the invisible character U+{ord(one[0]):04X} is not allowed in a chapter",
            (Label(source.span(*one.span()), "here"),),
            "remove it; it often comes with copied text",
        )


def _html(source: Source, hidden: Ranges, end: int) -> Iterator[Diagnostic]:
    for tag in _TAG.finditer(source.text, 0, end):
        if tag.start() in hidden:
            continue
        name = tag["name"].lower()
        if not may_stand(name):
            yield _found(source, tag.start(), tag.end(), f"pages leave out `<{name}>`")
            continue
        for one in _ATTRIBUTE.finditer(tag["rest"]):
            attribute = one["name"].lower()
            value = unescape(one["two"] or one["one"] or one["bare"] or "")
            if attribute != _MARKDOWN and not may_have(name, attribute, value):
                start = tag.start("rest") + one.start()
                shown = f"pages leave out the attribute `{attribute}` of `<{name}>`"
                if attribute in ("href", "src") and not may_lead_to(value):
                    shown += f", as it begins with `{value.split(':')[0].strip()[:20]}:`"
                yield _found(source, start, start + len(one[0]), shown)
    for beside in _BESIDE.finditer(source.text, 0, end):
        if beside.start() not in hidden:
            shown = beside[0] if len(beside[0]) <= _SHOWN else beside[0][:_SHOWN] + "..."
            yield _found(source, *beside.span(), f"pages leave out `{shown}`")
    for braces in _LISTED.finditer(source.text, 0, end):
        if braces.start() not in hidden and "=" in braces["rest"]:
            for one in _ATTRIBUTE.finditer(braces["rest"]):
                written = one["two"] or one["one"] or one["bare"]
                if written is not None and not may_have_somewhere(one["name"].lower(), unescape(written)):
                    start = braces.start("rest") + one.start()
                    yield _found(
                        source, start, start + len(one[0]), f"pages leave out the attribute `{one['name']}`"
                    )
    for link in _LINK.finditer(source.text, 0, end):
        if link.start() in hidden:
            continue
        element, attribute = ("img", "src") if link["picture"] else ("a", "href")
        if not may_have(element, attribute, unescape(link["address"])):
            scheme = link["address"].split(":")[0]
            yield _found(source, *link.span("address"), f"pages leave out a link to `{scheme}:`")


def _found(source: Source, start: int, end: int, message: str) -> Diagnostic:
    step = "write it in Markdown, or put it in backticks to show it literally"
    return Diagnostic(codes.HTML_LEFT_OUT, message, (Label(source.span(start, end), "left out"),), step)

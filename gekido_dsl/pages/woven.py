"""Book, reference and source lead to one another: a passage to its rules, a rule to its passages and its lines."""

import re
from collections.abc import Sequence
from html import escape
from typing import Final

from gekido_dsl.languages import spoken, text
from gekido_dsl.pages import markup
from gekido_dsl.pages.content import BOOK, Content, Page, Told
from gekido_dsl.pages.markup import Body
from gekido_dsl.rulesdoc import markdown as md

_MOST: Final = 4
"""Of more links than these the rest is folded."""
_PLACE: Final = re.compile(r'<a id="([^"]+)"></a>[^<]*')
_CELL: Final = re.compile(r'<a id="([\w-]+)"></a>[^|\n]*[^|\s]')
"""A place within a line of Markdown, and what follows it in its cell."""
_HEADING: Final = re.compile(
    r'^(?:<a id="(?P<one>[\w-]+)"></a>\n\n#{1,6} .*|#{1,6} .*\{ #(?P<other>[\w-]+)(?: lang=[\w-]+)? \})$',
    re.MULTILINE,
)
"""A heading with its address, in either form of the reference."""


class Ways:
    """Knows what tells of what."""

    def __init__(self, content: Content) -> None:
        """Knows the passages that tell of each rule."""
        self._told = content.told
        aid = [content.aid] if content.aid is not None else []
        self._lines = {
            rule.anchor: (file, number)
            for file in reversed(content.sources)
            for number, rules in reversed(list(file.rules.items()))
            for rule in rules
        }
        """Where a rule is written: of several places the first."""
        self._chapters = {page.slug: page for page in (*content.chapters, *aid)}

    def _passages(self, anchor: str) -> list[Told]:
        return [told for told in self._told.get(anchor, ()) if told.chapter in self._chapters]

    def _href(self, told: Told, place: str = "") -> str:
        path = self._chapters[told.chapter].path
        anchor = place or next(iter(told.paragraphs), told.passage)
        return f"../{path}#{anchor}" if anchor else f"../{path}"


class Weaver(Ways):
    """Weaves pages that are HTML."""

    def woven(self, page: Page, body: Body) -> str:
        """Writes the text of a page with its links to the other part; they are still links between texts."""
        if page.part == BOOK:
            return markup.without_rules(markup.after_headings(body.html, lambda _, rest: _exact(rest)))
        if not self._told and not self._lines:
            return markup.after_headings(body.html, lambda *_: "")
        html = markup.after_headings(body.html, lambda heading, _: self._back(heading.id))
        return _PLACE.sub(lambda found: found[0] + self._mark(found[1]), html)

    def _back(self, anchor: str) -> str:
        """Writes the lines that lead from a rule to its passages, and to where it is written."""
        told = _line(
            "told",
            escape(spoken(text("In the rulebook"))),
            [self._link(told) for told in self._passages(anchor)],
        )
        if anchor not in self._lines:
            return told
        file, number = self._lines[anchor]
        link = f'<a href="../{file.page.path}#L{number}">{escape(file.name)}:{number}</a>'
        return told + _line("told", escape(spoken(text("Written in"))), [link])

    def _mark(self, anchor: str) -> str:
        """Writes signs that lead from a row of a table to where it is written, and to its passage."""
        made = ""
        if anchor in self._lines:
            file, number = self._lines[anchor]
            said = escape(f"{file.name}, line {number}", quote=True)
            made = (
                f' <a class="told" href="../{file.page.path}#L{number}" title="{said}" '
                f'aria-label="{said}">:{number}</a>'
            )
        for told in self._passages(anchor):
            said = escape(f"In the rulebook: {told.title}", quote=True)
            made += f' <a class="told" href="{self._href(told)}" title="{said}" aria-label="{said}">§</a>'
            break
        return made

    def _link(self, told: Told) -> str:
        """Writes the links to a passage: to its first paragraph that tells of the rule, and to the others by number."""
        links = [f'<a href="{self._href(told)}">{escape(told.title)}</a>']
        for number, place in enumerate(told.paragraphs[1:_MOST], start=2):
            said = escape(f"{told.title}, place {number}", quote=True)
            links.append(f'<a href="{self._href(told, place)}" aria-label="{said}">{number}</a>')
        return " ".join(links)


class TextWeaver(Ways):
    """Weaves the reference while it is Markdown."""

    def woven(self, markdown: str) -> str:
        """Puts the ways to book and source behind the headings of a text, and into rows that have a place."""
        markdown = _HEADING.sub(lambda found: found[0] + self._line(found["one"] or found["other"]), markdown)
        return _CELL.sub(lambda found: found[0] + self._sign(found[1]), markdown)

    def _line(self, anchor: str) -> str:
        links = []
        for told in self._passages(anchor)[:_MOST]:
            more = "".join(
                f" [{number}]({self._href(told, place)})"
                for number, place in enumerate(told.paragraphs[1:_MOST], start=2)
            )
            links.append(f"[{md.escape(told.title)}]({self._href(told)}){more}")
        said = f"In the rulebook: {', '.join(links)}." if links else ""
        written = self._written(anchor)
        if written:
            said += f"{' ' if said else ''}Written in {written}."
        return f"\n\n{said}\n{{ .note-line }}" if said else ""

    def _written(self, anchor: str) -> str:
        if anchor not in self._lines:
            return ""
        file, number = self._lines[anchor]
        return f"[{md.escape(file.name)}:{number}](../{file.page.path}#L{number})"

    def _sign(self, anchor: str) -> str:
        """Writes the way from a row of a table to where it is written."""
        if anchor not in self._lines:
            return ""
        file, number = self._lines[anchor]
        return f" [:{number}](../{file.page.path}#L{number})"


def _exact(rest: str) -> str:
    """Writes the line that leads from a passage to its rules, moved up to its heading."""
    return _line("exact", escape(spoken(text("Rules"))), markup.rules(rest))


def _line(look: str, lead: str, links: Sequence[str]) -> str:
    if not links:
        return ""
    links = list(dict.fromkeys(links))
    most = len(links) if len(links) <= _MOST + 2 else _MOST
    said = ", ".join(links[:most])
    rest = ", ".join(links[most:])
    told = escape(spoken(text("and {number} more", number=len(links) - most)))
    more = f" <details><summary>{told}</summary>{rest}</details>" if rest else ""
    return f'<div class="{look}"><span>{lead}</span> {said}{more}</div>'

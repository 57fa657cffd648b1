"""Book and reference lead to one another: a passage to the rules that it tells of, a rule to its passages."""

import re
from collections.abc import Iterator, Sequence
from html import escape, unescape
from typing import Final

from gekido_dsl.pages import markup
from gekido_dsl.pages.content import BOOK, Content, Page, Told
from gekido_dsl.pages.markup import Body, Heading

_MOST: Final = 4
"""Of more links than these the rest is folded."""
_PLACE: Final = re.compile(r'<a id="([^"]+)"></a>\s*(?:<[^>]+>)*([^<]*)')


class Weaver:
    """Knows what tells of what."""

    def __init__(self, content: Content, bodies: Sequence[Body]) -> None:
        """Finds the names of all places of the reference.

        Args:
            bodies: of all pages, in their order.
        """
        self._told = content.told
        self._chapters = {page.slug: page for page in content.chapters}
        self._places: dict[str, tuple[Page, str]] = {}
        for page, body in zip(content.pages, bodies, strict=True):
            if page.part != BOOK:
                for anchor, name in _PLACE.findall(body.html):
                    self._places[anchor] = (page, unescape(name).strip())
                self._places |= {heading.id: (page, heading.text) for heading in body.headings}
        self._rules: dict[tuple[str, str], list[str]] = {}
        """By chapter and passage: the anchors of the rules that it tells of."""
        for anchor, passages in content.told.items():
            for told in passages:
                self._rules.setdefault((told.chapter, told.passage), []).append(anchor)

    def woven(self, page: Page, body: Body) -> str:
        """Writes the text of a page with its links to the other part; they are still links between texts."""
        if page.part == BOOK:
            return markup.after_headings(body.html, lambda heading: self._exact(page, heading))
        html = markup.after_headings(body.html, lambda heading: self._back(heading.id))
        if not self._told:
            return html
        return _PLACE.sub(lambda found: found[0] + self._mark(found[1]), html)

    def _exact(self, page: Page, heading: Heading) -> str:
        """Writes the line that leads from a passage to its rules."""
        links = [
            f'<a href="../{goal.path}#{anchor}">{escape(name or anchor)}</a>'
            for anchor in self._rules.get((page.slug, heading.id), ())
            for goal, name in self._goal(anchor)
        ]
        return _line("exact", "Exactly:", links)

    def _goal(self, anchor: str) -> Iterator[tuple[Page, str]]:
        if anchor in self._places:
            yield self._places[anchor]

    def _back(self, anchor: str) -> str:
        """Writes the line that leads from a rule to its passages."""
        return _line("told", "In the rulebook:", [self._link(told) for told in self._passages(anchor)])

    def _mark(self, anchor: str) -> str:
        """Writes a sign that leads from a row of a table to its passage."""
        for told in self._passages(anchor):
            said = escape(f"In the rulebook: {told.title}", quote=True)
            return f' <a class="told" href="{self._href(told)}" title="{said}" aria-label="{said}">§</a>'
        return ""

    def _passages(self, anchor: str) -> list[Told]:
        return [told for told in self._told.get(anchor, ()) if told.chapter in self._chapters]

    def _link(self, told: Told) -> str:
        return f'<a href="{self._href(told)}">{escape(told.title)}</a>'

    def _href(self, told: Told) -> str:
        path = self._chapters[told.chapter].path
        return f"../{path}#{told.passage}" if told.passage else f"../{path}"


def _line(look: str, lead: str, links: Sequence[str]) -> str:
    if not links:
        return ""
    links = list(dict.fromkeys(links))
    said = ", ".join(links[:_MOST])
    rest = ", ".join(links[_MOST:])
    more = f" <details><summary>{len(links) - _MOST} more</summary>{rest}</details>" if rest else ""
    return f'<div class="{look}"><span>{lead}</span> {said}{more}</div>'

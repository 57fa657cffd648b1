"""Where pages lie: a link between texts in Markdown becomes one between finished pages.

Invariants:
    A link that leads to a page of the site leads to it in every form; any other is left as it is written.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from gekido_dsl.pages.content import BOOK, SOURCE, Page

INDEX: Final = "index.html"
AID: Final = "aid.html"
AID_PLACE: Final = "gdl-aid"
"""The anchor of the aid within the one file."""
_ELSEWHERE: Final = re.compile(r"[a-zA-Z][a-zA-Z+.-]*:|//")
_HREF: Final = re.compile(r'\bhref="([^"]*)"')
_ID: Final = re.compile(r'\bid="(?!d[0-9]+-)([^"]+)"')
"""Names inside drawings, which `markup.inline` makes unique, are no places."""


def joined(base: str, href: str) -> str:
    """Gives the path that an address leads to, seen from a file; both with `/`."""
    parts = base.split("/")[:-1]
    for part in href.split("/"):
        if part == "..":
            parts = parts[:-1]
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


@dataclass(frozen=True)
class Places:
    """The addresses of a site of several files."""

    pages: tuple[Page, ...]
    aid: Page | None = None

    @property
    def known(self) -> dict[str, Page]:
        """The pages by the path of their text."""
        return {page.path: page for page in (*self.pages, *([self.aid] if self.aid is not None else []))}

    def file(self, page: Page) -> str:
        """Names the file of a page."""
        if page is self.aid:
            return AID
        return f"{page.part}/{page.slug}.html"

    def anchor(self, page: Page, anchor: str) -> str:
        """Names a place within its file."""
        return anchor

    def address(self, page: Page, anchor: str, here: str) -> str:
        """Writes a link to a page from a file."""
        goal = self.file(page)
        if goal == here:
            return f"#{anchor}" if anchor else goal.rsplit("/", 1)[-1]
        folder = here.rpartition("/")[0]
        path = (
            goal.removeprefix(f"{folder}/") if folder and goal.startswith(f"{folder}/") else root(here) + goal
        )
        return f"{path}#{anchor}" if anchor else path

    def settled(self, html: str, page: Page) -> str:
        """Writes the links of a page as they are in the finished site."""
        return linked(
            html, page, self.known, lambda goal, anchor: self.address(goal, anchor, self.file(page))
        )


class OneFile(Places):
    """The addresses of a site that is a single file."""

    def file(self, page: Page) -> str:
        """Names the file of a page: the same for all."""
        return INDEX

    def anchor(self, page: Page, anchor: str) -> str:
        """Names a place, so that places of chapters and of the reference differ."""
        if page is self.aid:  # its headings may be those of passages that it repeats
            return f"{AID_PLACE}-{anchor}" if anchor else AID_PLACE
        if not anchor:
            return f"{page.part}-page-{page.slug}"
        if page.part == SOURCE:  # every file has a line 1
            return f"{page.part}-{page.slug}-{anchor}"
        return f"book-{anchor}" if page.part == BOOK else anchor

    def address(self, page: Page, anchor: str, here: str) -> str:
        """Writes a link to a place of the one file."""
        return f"#{self.anchor(page, anchor)}"

    def settled(self, html: str, page: Page) -> str:
        """Writes links and anchors of a page as they are in the one file."""
        html = super().settled(html, page)
        if page.part != BOOK:
            return html
        return _ID.sub(lambda found: f'id="{self.anchor(page, found[1])}"', html)


def linked(html: str, page: Page, known: dict[str, Page], address: Callable[[Page, str], str]) -> str:
    """Rewrites every link to a page that is known."""

    def put(found: re.Match[str]) -> str:
        href = found[1]
        if _ELSEWHERE.match(href):
            return found[0]
        path, _, anchor = href.partition("#")
        goal = known.get(joined(page.path, path)) if path else page
        return f'href="{address(goal, anchor)}"' if goal is not None else found[0]

    return _HREF.sub(put, html)


def root(here: str) -> str:
    """Gives the way from a file to the folder of the site."""
    return "../" * here.count("/")

"""Markdown becomes HTML that stands inside a page: figures drawn in it, tables that scroll, code in colours.

Invariants:
    The same text gives the same HTML.
    Every heading has an anchor that no other heading of its page has.
    Nothing of a text that somebody wrote acts, sends or leads away by itself; see `allowed`.
"""

import base64
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape, unescape
from types import ModuleType
from typing import Any, Final

import markdown
from markdown.extensions import (
    Extension,
    abbr,
    admonition,
    attr_list,
    def_list,
    fenced_code,
    footnotes,
    md_in_html,
    sane_lists,
    tables,
    toc,
)

from gekido_dsl.book.allowed import allowed
from gekido_dsl.pages import code
from gekido_dsl.rulesdoc.markdown import slug

# As modules and not by their names, which a page without installed packages could not look up.
_GENERATED: Final = (tables, attr_list, md_in_html, fenced_code, sane_lists, toc)
_EXTENSIONS: Final = (*_GENERATED, admonition, def_list, footnotes, abbr)
_UNUSED: Final = (
    "reference",
    "image_reference",
    "short_reference",
    "short_image_ref",
    "autolink",
    "automail",
    "linebreak",
    "entity",
    "not_strong",
)
"""Forms that the reference never uses; each would be looked for in every line of it."""
_MANY: Final = 4
_LONG: Final = 50
_ALL: Final = 55
"""A table with so many columns, and a cell (or a row) with so many letters, has no room on a phone."""
_IMAGE: Final = re.compile(r"<img\s([^>]*?)/?>")
_ATTRIBUTE: Final = re.compile(r'([\w-]+)="([^"]*)"')
_ALONE: Final = re.compile(r"<p([^>]*)>((?:\s*<img\s[^>]*>)+)\s*</p>")
_HEADING: Final = re.compile(r'<h([1-6])([^>]*?) id="([^"]+)"([^>]*)>(.*?)</h\1>', re.DOTALL)
_CODE: Final = re.compile(r'<pre><code(?: class="language-([\w-]+)")?>(.*?)</code></pre>', re.DOTALL)
_LEVEL: Final = re.compile(r"(</?h)([1-6])(?=[ >])")
_RULES: Final = re.compile(r'<p class="book-rules">(.*?)</p>\n?', re.DOTALL)
_ANCHOR: Final = re.compile(r"<a\s.*?</a>", re.DOTALL)
_LINK: Final = re.compile(r"<a\s[^>]*href=[^>]*>(.*?)</a>", re.DOTALL)
_INLINE: Final = re.compile(r"</?(?:a|abbr|b|code|em|i|span|strong|sub|sup)\b[^>]*>")
_TAG: Final = re.compile(r"<[^>]+>")
_SILENT: Final = re.compile(r"<(svg|style|pre)\b.*?</\1>", re.DOTALL)
_TABLE: Final = re.compile(r"<table>.*?</table>", re.DOTALL)
_ROW: Final = re.compile(r"<tr>.*?</tr>", re.DOTALL)
_HEADER: Final = re.compile(r"<th(?: [^>]*)?>(.*?)</th>", re.DOTALL)
_CELL: Final = re.compile(r"<td((?: [^>]*)?)>(.*?)</td>", re.DOTALL)
_BLANK: Final = re.compile(r"\s+")
_MARK: Final = re.compile(r'<a class="book-mark" href="([^"]*)"( id="[^"]*")?>(.*?)</a>', re.DOTALL)
_MARK_LINE: Final = re.compile(r'<p>(?=(?:<a class="mark(?: more)?"[^>]*></a>)+</p>)')
_MARKS: Final = re.compile(r'<p class="marks">.*?</p>\n?|<a class="mark(?: more)?"[^>]*></a>', re.DOTALL)
_NAMED: Final = re.compile(r'\b(id="|url\(#|href="#)([\w.-]+)')


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a page."""

    level: int
    id: str
    text: str
    """In plain words."""


@dataclass(frozen=True, slots=True)
class Body:
    """A page without what stands around it."""

    html: str
    headings: tuple[Heading, ...]


def reader(*, generated: bool = False) -> markdown.Markdown:
    """Makes a reader of Markdown, for any number of texts.

    Args:
        generated: whether it reads nothing but the pages of the reference, which are long and use little of Markdown.
    """
    made = _reader(_GENERATED if generated else _EXTENSIONS)
    if generated:
        for name in _UNUSED:
            made.inlinePatterns.deregister(name, strict=False)
    return made


def _reader(extensions: Sequence[ModuleType]) -> markdown.Markdown:
    configured: dict[ModuleType, dict[str, Any]] = {
        toc: {"slugify": lambda text, _: slug(text)},
        footnotes: {"UNIQUE_IDS": True},
    }
    made: list[Extension] = [one.makeExtension(**configured.get(one, {})) for one in extensions]
    return markdown.Markdown(extensions=made, output_format="html")


def body(made: markdown.Markdown, text: str, picture: Callable[[str], str | None], named: list[str]) -> Body:
    """Makes HTML of a page.

    Args:
        picture: gives the SVG of an address; None when there is none.
        named: the drawings with names inside that the site has so far.
    """
    made.reset()
    html = allowed(made.convert(text))
    html = _CODE.sub(_code, html)
    if "<img" in html:
        html = _ALONE.sub(_figures, html)
        html = _IMAGE.sub(lambda found: _drawn(found, picture, named), html)
    html = _TABLE.sub(_scrolled, html)
    if "book-mark" in html:
        html = _MARK_LINE.sub('<p class="marks">', _MARK.sub(_mark, html))
    headings = tuple(
        Heading(int(level), anchor, plain(inner)) for level, _, anchor, _, inner in _HEADING.findall(html)
    )
    return Body(html, headings)


def _scrolled(found: re.Match[str]) -> str:
    """Lets a table scroll; one with many columns and long text names its cells, so that a phone can stack them."""
    table = found[0]
    names = [plain(name) for name in _HEADER.findall(table)]
    rows = [[len(plain(cell)) for _, cell in _CELL.findall(row)] for row in _ROW.findall(table)]
    if len(names) < _MANY or all(max(row, default=0) < _LONG and sum(row) < _ALL for row in rows):
        return f'<div class="table">{table}</div>'

    def named(row: re.Match[str]) -> str:
        left = iter(names)
        return _CELL.sub(
            lambda cell: f'<td{cell[1]} data-name="{escape(next(left, ""))}">{cell[2]}</td>', row[0]
        )

    return f'<div class="table stacked">{_ROW.sub(named, table)}</div>'


def plain(html: str) -> str:
    """Gives the words of a piece of HTML."""
    return _BLANK.sub(" ", unescape(_TAG.sub(" ", _INLINE.sub("", _SILENT.sub(" ", html))))).strip()


def sections(html: str) -> list[tuple[Heading | None, str]]:
    """Splits a page at its headings; each with the words that follow it."""
    found: list[tuple[Heading | None, str]] = []
    before: Heading | None = None
    end = 0
    for match in _HEADING.finditer(html):
        found.append((before, plain(html[end : match.start()])))
        before = Heading(int(match[1]), match[3], plain(match[5]))
        end = match.end()
    return [*found, (before, plain(html[end:]))]


def after_headings(html: str, more: Callable[[Heading, str], str]) -> str:
    """Puts something behind every heading, and a mark that leads to it inside.

    Args:
        more: what to put, by the heading and all that follows it.
    """

    def put(found: re.Match[str]) -> str:
        level, before, anchor, after, inner = found.groups()
        following = _HEADING.search(html, found.end())
        body = html[found.end() : following.start() if following is not None else len(html)]
        here = Heading(int(level), anchor, plain(inner))
        mark = (
            f'<a class="here" href="#{anchor}" aria-hidden="true" tabindex="-1"></a>' if level != "1" else ""
        )
        return f'<h{level}{before} id="{anchor}"{after}>{inner}{mark}</h{level}>{more(here, body)}'

    return _HEADING.sub(put, html)


def deeper(html: str, levels: int) -> str:
    """Has every heading go down by some levels."""
    return _LEVEL.sub(lambda found: f"{found[1]}{min(int(found[2]) + levels, 6)}", html)


def rules(html: str) -> list[str]:
    """Lists the links to the rules of a passage, which stand beneath it."""
    return [link for line in _RULES.findall(html) for link in _ANCHOR.findall(line)]


def without_rules(html: str) -> str:
    """Takes the lines out that lead to the rules of a passage."""
    return _RULES.sub("", html)


def _mark(found: re.Match[str]) -> str:
    """Writes a mark behind a paragraph; its sign is drawn, so that it is not in the words of the page.

    The first of a section is always seen, the others where a pointer or the keyboard is.
    """
    href, place, name = found.groups()
    said = f"Rule: {escape(plain(name))}"
    more = "" if place and place.endswith('--1"') else " more"
    return f'<a class="mark{more}"{place or ""} href="{href}" title="{said}" aria-label="{said}"></a>'


def without_marks(html: str) -> str:
    """Takes out the marks that lead from paragraphs to rules."""
    return _MARKS.sub("", html)


def unlinked(html: str) -> str:
    """Takes the links out, their words stay."""
    return _LINK.sub(r"\1", html)


# ---------------------------------------------------------------- figures and code


def _figures(found: re.Match[str]) -> str:
    """Makes figures of pictures that stand in a paragraph of their own."""
    pictures = [_ATTRIBUTE.findall(image) for image in _IMAGE.findall(found[2])]
    made = ""
    for attributes in pictures:
        given = dict(attributes)
        title = given.pop("title", "")
        look = given.pop("class", "")
        caption = f"<figcaption>{title}</figcaption>" if title else ""
        image = " ".join(f'{name}="{value}"' for name, value in given.items())
        made += f'<figure class="{f"picture {look}".strip()}"><img {image}>{caption}</figure>'
    return made if len(pictures) == 1 else f'<div class="gallery">{made}</div>'


def _drawn(found: re.Match[str], picture: Callable[[str], str | None], named: list[str]) -> str:
    given = dict(_ATTRIBUTE.findall(found[1]))
    svg = picture(unescape(given.get("src", "")))
    if svg is None:
        return found[0]
    return inline(svg, given.get("alt", ""), named)


def inline(svg: str, alt: str, named: list[str]) -> str:
    """Writes a drawing into a page, so that it follows the page's light and dark.

    Args:
        alt: what it shows, already escaped.
        named: the drawings with names inside that the site has so far.
    """
    svg = svg[svg.index("<svg") :].strip()
    head, _, rest = svg.partition(">")
    if 'class="gdl"' not in head:  # a style of its own must not reach the rest of the page
        data = base64.b64encode(svg.encode()).decode()
        return f'<img class="foreign" src="data:image/svg+xml;base64,{data}" alt="{alt}">'
    svg = f"{head}>{re.sub('<style>.*?</style>', '', rest, count=1, flags=re.DOTALL)}"
    svg = svg.replace(' xmlns="http://www.w3.org/2000/svg"', "", 1)
    if ' id="' in svg:
        named.append(head)
        svg = _NAMED.sub(lambda name: f"{name[1]}d{len(named)}-{name[2]}", svg)
    return svg.replace("<svg ", f'<svg aria-label="{alt}" ', 1) if alt else svg


def _code(found: re.Match[str]) -> str:
    language, text = found.groups()
    if language != "gdl":
        return found[0]
    return f'<pre class="code"><code>{code.coloured(unescape(text))}</code></pre>'

"""The pages of a site are put together, as files of their own or as one."""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from gekido_dsl.languages import spoken, text
from gekido_dsl.pages import assets, frame, listing, markup
from gekido_dsl.pages.content import BOOK, REFERENCE, Content, Page
from gekido_dsl.pages.markup import Body
from gekido_dsl.pages.places import AID, AID_PLACE, INDEX, OneFile, Places, joined
from gekido_dsl.pages.woven import Weaver

_TITLE: Final = re.compile("<h1[ >].*?</h1>", re.DOTALL)


def said(told: str) -> str:
    """Tells what stands around a text, in the language of the pages."""
    return escape(spoken(told))


@dataclass(frozen=True, slots=True)
class _Made:
    """A page with its text as HTML, links and all."""

    page: Page
    number: int
    """Of a chapter, from 1; 0 for a page of the reference."""
    body: Body
    """As its text alone makes it."""
    html: str
    """With the links to the other part, all of them as they are in the finished site."""


def site(content: Content) -> dict[str, str]:
    """Writes a site of several files.

    Returns:
        Names of files, with `/`, and what each holds; `index.html` is the one to open.
    """
    places = Places((*content.pages, *(file.page for file in content.sources)), content.aid)
    made = _pages(content, places)
    files = {INDEX: _cover_file(content, places, made)}
    for each in made:
        here = places.file(each.page)
        nav = frame.contents(content, places, here, each.page, each.body.headings)
        main = f"{_article(each, 0)}\n{frame.way_on(content, places, here, each.page)}"
        files[here] = frame.page(
            content, each.page.title, here, main, nav=nav, styles=frame.beside(here), look=each.page.part
        )
    for file in content.sources:
        here = places.file(file.page)
        nav = frame.contents(content, places, here, file.page, ())
        files[here] = frame.page(
            content,
            file.name,
            here,
            listing.listed(content, file, places),
            nav=nav,
            styles=frame.beside(here),
            look="source",
        )
    if content.aid is not None:
        files[AID] = _aid_file(content, places, frame.beside(AID))
    files["assets/site.css"] = assets.style(content.sheet)
    files["assets/site.js"] = assets.script()
    found = _found(made, lambda page, anchor: places.address(page, anchor, INDEX))
    found += [
        [places.address(file.page, f"L{line}", INDEX), title, file.name, 2, words]
        for file in content.sources
        for line, title, words in listing.blocks(file)
    ]
    files["assets/search.js"] = _index(found)
    return files


def one_file(content: Content) -> str:
    """Writes everything as a single page that needs no other file."""
    places = OneFile((*content.pages, *(file.page for file in content.sources)), content.aid)
    made = _pages(content, places)
    nav = frame.contents(content, places, INDEX, None, ())
    chapters = "\n".join(_article(each, 1) for each in made)
    sources = listing.folded(content, places)
    main = f"{_cover(content, places, made)}\n{_aid_article(content, places)}\n{chapters}\n{sources}"
    search = _index(_found(made, lambda page, anchor: places.address(page, anchor, INDEX)))
    styles = frame.Styles(
        f"<style>{assets.style(content.sheet)}</style>",
        f"<script>{search}</script>\n<script>{assets.script()}</script>",
        frame.named(search, assets.script()),
    )
    return frame.page(content, content.title, INDEX, main, nav=nav, styles=styles, look="book whole")


def aid(content: Content) -> str:
    """Writes the player aid alone, as a single page that needs no other file and has no link.

    Raises:
        ValueError: there is none.
    """
    if content.aid is None:
        raise ValueError("there is no player aid")
    styles = frame.Styles(
        f"<style>{assets.style(content.sheet)}</style>",
        f"<script>{assets.script()}</script>",
        frame.named(assets.script()),
    )
    return _aid_file(content, OneFile(()), styles)


# ---------------------------------------------------------------- pages


def _pages(content: Content, places: Places) -> list[_Made]:
    """Makes HTML of every page, in the order of reading."""
    readers = {BOOK: markup.reader(), REFERENCE: markup.reader(generated=True)}
    named: list[str] = []
    bodies = [
        markup.body(readers[page.part], page.markdown, _pictures(content, page.path), named)
        for page in content.pages
    ]
    weaver = Weaver(content)
    made = []
    for number, (page, body) in enumerate(zip(content.pages, bodies, strict=True), start=1):
        html = places.settled(weaver.woven(page, body), page)
        made.append(_Made(page, number if page.part == BOOK else 0, body, html))
    return made


def _pictures(content: Content, path: str) -> Callable[[str], str | None]:
    return lambda source: content.pictures.get(joined(path, source))


def _article(each: _Made, deeper: int) -> str:
    """Writes the text of a page with its opening.

    Args:
        deeper: by how many levels its headings go down.
    """
    html = each.html
    page = each.page
    opening = (
        f'<p class="chapter-number"><bdi><span>{said(text("Chapter"))}</span> {each.number}</bdi></p>'
        if each.number
        else ""
    )
    if not each.body.headings or each.body.headings[0].level != 1:
        html = f"<h1>{escape(page.title)}</h1>\n{html}"
    if deeper:
        html = markup.deeper(html, deeper)
    place = f' id="{page.part}-page-{page.slug}"' if deeper else ""
    return f'<article class="{page.part}"{place}>\n{opening}{html}\n</article>'


# ---------------------------------------------------------------- the cover and the aid


def _cover_file(content: Content, places: Places, made: Sequence[_Made]) -> str:
    main = _cover(content, places, made)
    nav = frame.contents(content, places, INDEX, None, ())
    return frame.page(
        content, content.title, INDEX, main, nav=nav, styles=frame.beside(INDEX), look="cover-page"
    )


def _together(title: str) -> str:
    """Writes a title whose words with a hyphen are not broken at it."""
    return escape(title).replace("-", "-\N{WORD JOINER}")


def _cover(content: Content, places: Places, made: Sequence[_Made]) -> str:
    facts = "".join(f"<li>{escape(fact)}</li>" for fact in content.facts)
    drawing = content.pictures.get(content.cover or "")
    picture = f'<figure class="picture">{markup.inline(drawing, "", [])}</figure>' if drawing else ""
    lists = ""
    if content.chapters:
        entries = "".join(_opening(places, each) for each in made if each.page.part == BOOK)
        lists += f'<h2>{said(text("The rulebook"))}</h2>\n<ol class="openings">{entries}</ol>'
    if content.aid is not None:
        way = places.address(content.aid, "", INDEX)
        lists += (
            f'\n<p class="aid-link"><a href="{way}">{said(text("Player aid: the game on a page"))}</a></p>'
        )
    entries = "".join(
        f'<li><a href="{places.address(page, "", INDEX)}">{escape(page.title)}</a></li>'
        for page in content.reference
    )
    if entries:
        lists += f"\n<h2>{said(text('The reference'))}</h2>\n"
        lists += f"<p>{said(text('Every rule exactly as it is played.'))}</p>"
        lists += f'\n<ul class="pages">{entries}</ul>'
    return (
        f'<section class="cover">\n<h1>{_together(content.title)}</h1>\n<p class="kind">{said(text("Rulebook"))}</p>\n'
        f'<ul class="facts">{facts}</ul>\n{picture}\n</section>\n<section class="toc">\n{lists}\n</section>'
    )


def _opening(places: Places, each: _Made) -> str:
    """Writes a chapter's line of the contents with its passages."""
    passages = "".join(
        f'<li><a href="{places.address(each.page, heading.id, INDEX)}">{escape(heading.text)}</a></li>'
        for heading in each.body.headings
        if heading.level == 2
    )
    inner = f"<ul>{passages}</ul>" if passages else ""
    return (
        f'<li><a class="chapter" href="{places.address(each.page, "", INDEX)}">'
        f"{escape(each.page.title)}</a>{inner}</li>"
    )


def _aid_file(content: Content, places: Places, styles: frame.Styles) -> str:
    nav = frame.contents(content, places, AID, None, ()) if places.pages else ""
    return frame.page(
        content,
        spoken(text("Player aid")),
        AID if places.pages else INDEX,
        _aid_article(content, places),
        nav=nav,
        styles=styles,
        look="aid" if places.pages else "aid alone",
    )


def _aid_article(content: Content, places: Places) -> str:
    page = content.aid
    if page is None:
        return ""
    body = markup.body(markup.reader(), page.markdown, _pictures(content, page.path), [])
    html = _TITLE.sub("", markup.without_rules(body.html), count=1)
    html = places.settled(html, page) if places.pages else markup.unlinked(markup.without_marks(html))
    whole = isinstance(places, OneFile) and places.pages
    html = markup.deeper(html, 1) if whole else html
    title = "h2" if whole else "h1"
    return (
        f'<article class="aid-sheet" id="{AID_PLACE}">\n<{title}>{escape(content.title)}</{title}>\n'
        f'<div class="aid-columns">\n{html}\n</div>\n</article>'
    )


# ---------------------------------------------------------------- search


def _found(made: Iterable[_Made], address: Callable[[Page, str], str]) -> list[list[str | int]]:
    """Lists what can be found: of every passage its address, title, page, part and words."""
    found: list[list[str | int]] = []
    for each in made:
        for heading, words in markup.sections(each.body.html):
            if heading is None and not words:
                continue
            title = heading.text if heading is not None else each.page.title
            anchor = heading.id if heading is not None and heading.level > 1 else ""
            part = 0 if each.page.part == BOOK else 1
            found.append([address(each.page, anchor), title, each.page.title, part, words])
    return found


def _index(found: Sequence[Sequence[str | int]]) -> str:
    """Writes the index as a script, since a page from the disk may load one but read no file."""
    rows = json.dumps(found, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f"window.gdlSearch={rows};\n"

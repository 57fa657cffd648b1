"""What stands around the text of every page: contents, search, the switch between light and dark, the way on.

Invariants:
    Everything is reached by keyboard, and without the script as well, apart from search and the switch.
    Nothing is loaded but files of the site itself.
"""

import json
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from typing import Final

from gekido_dsl.languages import forms, now, spoken, text
from gekido_dsl.languages.language import RIGHT_TO_LEFT
from gekido_dsl.pages.content import REFERENCE, SOURCE, Content, Page
from gekido_dsl.pages.markup import Heading
from gekido_dsl.pages.places import AID, INDEX, Places, root

_EARLY: Final = (
    'document.documentElement.classList.add("js");'
    'try{var s=localStorage.getItem("gdl-scheme");'
    's&&document.documentElement.setAttribute("data-md-color-scheme",s)}catch(e){}'
)
"""Before anything is shown; the attribute is the one that pictures know from other makers of sites."""

_MOST_PASSAGES: Final = 40
"""Of a page with more passages than these, the contents list none."""
_MOST_FOUND: Final = 40
"""How many places a search lists, as `site.js` has it."""
_MENU: Final = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 6.5h16M4 12h16M4 17.5h16"/></svg>'
_GLASS: Final = (
    '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="10.5" cy="10.5" r="6"/>'
    '<path d="M15 15l5.5 5.5"/></svg>'
)
_SCHEME: Final = (
    '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="8"/>'
    '<path class="full" d="M12 4a8 8 0 0 1 0 16z"/></svg>'
)


@dataclass(frozen=True)
class Styles:
    """What pages load, as elements of the head and of the end."""

    head: str
    end: str
    scripts: str
    """Which scripts may run besides the early one, as a policy names them: text of authors may hold others."""


def named(*scripts: str) -> str:
    """Names scripts that stand in a page, for its policy."""
    return " ".join(f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in scripts)


def beside(here: str) -> Styles:
    """Has a page load the files of the site."""
    way = root(here)
    return Styles(
        f'<link rel="stylesheet" href="{way}assets/site.css">',
        f'<script src="{way}assets/site.js" data-root="{way}" defer></script>',
        "'self' file:",
    )


def page(content: Content, title: str, here: str, main: str, *, nav: str, styles: Styles, look: str) -> str:
    """Writes a whole page.

    Args:
        here: the file that it becomes.
        main: what stands in the middle.
        nav: the contents, which stand at the side.
        look: the class of its body.
    """
    home = "#gdl-top" if here == INDEX else f"{root(here)}{INDEX}"
    scripts = f"{named(_EARLY)} {styles.scripts}"
    policy = f"script-src {scripts}; object-src 'none'; frame-src 'none'; form-action 'none'; base-uri 'none'"
    way = ' dir="rtl"' if content.language.partition("-")[0] in RIGHT_TO_LEFT else ""
    generated = content.language != "en" and look in (REFERENCE, "source")  # what is generated is English
    inner = ' lang="en" dir="ltr"' if generated else ""
    contents, search = _said(text("Contents")), _said(text("Search"))
    full = escape(content.title if title == content.title else f"{title} · {content.title}")
    return f"""\
<!doctype html>
<html lang="{content.language}"{way}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{full}</title>
<link rel="icon" href="data:,">
<script>{_EARLY}</script>
{styles.head}
</head>
<body class="{look}" id="gdl-top">
<a class="skip" href="#gdl-content">{_said(text("Skip to the text"))}</a>
<header class="bar">
<button type="button" id="gdl-menu" aria-expanded="false" aria-controls="gdl-contents" \
aria-label="{contents}">{_MENU}<span>{contents}</span></button>
<a class="brand" href="{home}">{escape(content.title)}</a>
<button type="button" id="gdl-open-search" aria-label="{search}" aria-keyshortcuts="/">{_GLASS}<span>{search}</span>\
<kbd>/</kbd></button>
<button type="button" id="gdl-scheme" aria-label="{_said(text("Light or dark"))}">{_SCHEME}</button>
</header>
<div class="sheet">
{nav}
<main id="gdl-content" tabindex="-1"{inner}>
{main}
</main>
</div>
{_search()}
{styles.end}
</body>
</html>
"""


def _said(told: str) -> str:
    """Tells what stands around a text, in the language of the pages."""
    return escape(spoken(told))


def _search() -> str:
    search = _said(text("Search the rules"))
    words = escape(
        json.dumps(
            {
                "light": spoken(text("Switch to light")),
                "dark": spoken(text("Switch to dark")),
                "table": spoken(text("Table")),
                "none": spoken(text("Nothing found")),
                "passages": forms("{count} passage", "{count} passages"),
                "forms": now().forms,
                "apart": spoken(text("none has all the words")),
                "best": spoken(text("the best {number}", number=_MOST_FOUND)),
                "parts": [spoken(text("Rulebook")), spoken(text("Reference")), spoken(text("Source"))],
            },
            ensure_ascii=False,
        )
    )
    return f"""\
<dialog id="gdl-search" aria-label="{search}" data-words="{words}">
<form method="dialog" role="search"><label class="unseen" for="gdl-query">{search}</label>
<input id="gdl-query" type="search" placeholder="{search}" autocomplete="off" spellcheck="false" \
role="combobox" aria-expanded="false" aria-controls="gdl-found" aria-autocomplete="list">
<button class="close" value="close">{_said(text("Close"))}</button></form>
<p id="gdl-count" role="status"></p>
<ul id="gdl-found" role="listbox" aria-label="{_said(text("What was found"))}"></ul>
</dialog>"""


def contents(
    content: Content, places: Places, here: str, current: Page | None, inner: Sequence[Heading]
) -> str:
    """Writes the contents at the side, the passages of the page that is read among them."""
    chapters = "".join(
        _entry(places, page, here, current, inner, f'<span class="number">{number}</span>')
        for number, page in enumerate(content.chapters, start=1)
    )
    reference = "".join(_entry(places, page, here, current, inner, "") for page in content.reference)
    opened = " open" if not content.chapters or (current is not None and current.part == REFERENCE) else ""
    lists = ""
    if chapters:
        lists += f'<h2>{_said(text("Rulebook"))}</h2><ol class="chapters">{chapters}</ol>'
    if content.aid is not None:
        now = ' aria-current="page"' if here == AID else ""
        name = _said(text("Player aid"))
        lists += f'<p class="aid-link"><a href="{places.address(content.aid, "", here)}"{now}>{name}</a></p>'
    if content.sources:
        inside = "".join(_entry(places, file.page, here, current, (), "") for file in content.sources)
        shown = " open" if current is not None and current.part == SOURCE else ""
        files = f"<details{shown}><summary>{_said(text('Source'))}</summary><ul>{inside}</ul></details>"
    else:
        files = ""
    if reference:
        lists += (
            f"<details{opened}><summary>{_said(text('Reference'))}</summary><ul>{reference}</ul></details>"
        )
    lists += files
    return f'<nav id="gdl-contents" aria-label="{_said(text("Contents"))}">{lists}</nav>'


def _entry(
    places: Places, page: Page, here: str, current: Page | None, inner: Sequence[Heading], number: str
) -> str:
    now = page is current
    link = (
        f'<a href="{places.address(page, "", here)}"{" aria-current=page" if now else ""}>'
        f"{number}{escape(page.title)}</a>"
    )
    listed = [heading for heading in inner if heading.level == 2]
    passages = "".join(
        f'<li><a href="#{heading.id}">{escape(heading.text)}</a></li>'
        for heading in (listed if len(listed) <= _MOST_PASSAGES else ())
    )
    return f"<li>{link}{f'<ul>{passages}</ul>' if now and passages else ''}</li>"


def way_on(content: Content, places: Places, here: str, current: Page) -> str:
    """Writes the links to the page before and the page after."""
    pages = list(content.pages)
    at = pages.index(current)
    made = ""
    for step, word, look in ((-1, text("Before"), "before"), (1, text("Next"), "next")):
        if 0 <= at + step < len(pages):
            goal = pages[at + step]
            made += (
                f'<a class="{look}" rel="{"prev" if step < 0 else "next"}" '
                f'href="{places.address(goal, "", here)}">'
                f"<span>{_said(word)}</span> {escape(goal.title)}</a>"
            )
    return f'<nav class="way-on" aria-label="{_said(text("Pages"))}">{made}</nav>'

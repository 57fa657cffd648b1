"""Every page of two rulebooks and of the project's site, in a real browser, from the disk and over http."""

import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag

import pytest
from turns import Turns

from tests.browser.tables import window

WIDTHS = ((390, 844), (1440, 900))
SCHEMES = ("light", "dark")
MANY = 60
"""A site with more pages than this takes minutes to be looked at."""

_SEEN = """() => {
  const shown = (one) => one.checkVisibility() && !one.closest("details:not([open]) > :not(summary)");
  const name = (one) => one.getAttribute("aria-label") ?? one.querySelector("title")?.textContent ?? one.outerHTML;
  return {
    ids: [...document.querySelectorAll("[id]")].map((one) => one.id),
    links: [...document.querySelectorAll("a[href]")].map((one) => one.href),
    headings: document.querySelectorAll("h1").length,
    blank: [...document.querySelectorAll("img")].filter((one) => !(one.complete && one.naturalWidth)).map(name)
      .concat([...document.querySelectorAll("main figure svg")].filter((one) => {
        const box = one.getBoundingClientRect();
        return shown(one) && !(box.width > 4 && box.height > 4 && one.childElementCount > 1);
      }).map(name)),
    unnamed: [...document.querySelectorAll("button, a[href]")].filter((one) => shown(one) && !one.ariaHidden
      && !(one.innerText.trim() || one.ariaLabel || one.title || one.querySelector("img[alt], svg"))).map(name),
  };
}"""

"""Lists what a page holds, and what of it cannot be seen or heard."""

_FETCHED = """async () => {
  for (const one of document.images) one.loading = "eager";
  await Promise.allSettled([...document.images].map((one) => one.decode()));
}"""
"""Fetches pictures that come only once somebody scrolls to them."""

_WIDE = """() => document.documentElement.scrollWidth <= innerWidth ? [] : [
  document.documentElement.scrollWidth,
  ...[...document.querySelectorAll("body *")].filter((one) => one.checkVisibility()
    && one.getBoundingClientRect().right > innerWidth + 1
    && !one.closest(".table, .md-typeset__scrollwrap, pre, figure, .md-header, .md-sidebar, svg, code"))
    .slice(0, 3).map((one) => one.outerHTML.slice(0, 120)),
]"""
"""Lists what is wider than the screen."""


@contextmanager
def looking(browser: Any, base: str, **settings: Any) -> Iterator[tuple[Any, list[str]]]:
    """Opens a window; gives it with what goes wrong in it."""
    wrong: list[str] = []
    context = window(browser, **settings)
    page = context.new_page()

    def asked(request: Any) -> None:
        if not request.url.startswith((base, "data:", "about:")):
            wrong.append(f"{page.url} asks for {request.url}")

    page.on("request", asked)

    def failed(request: Any) -> None:
        if request.failure != "net::ERR_ABORTED":  # the page was left before a picture of it had come
            wrong.append(f"{page.url}: {request.url} failed")

    page.on("requestfailed", failed)
    page.on("pageerror", lambda error: wrong.append(f"{page.url}: {error}"))
    page.on(
        "console",
        lambda said: wrong.append(f"{page.url}: {said.text}") if said.type in ("error", "warning") else None,
    )
    yield page, wrong
    context.close()


def pages_of(folder: Path) -> list[str]:
    found = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.html"))
    # The rulebooks in the project's site are sites of their own; two of them are looked at by themselves. What can be
    # played there is no page of text: test_alone.py plays it.
    return [name for name in found if not re.fullmatch(r"games/[^/]+/.*|play/[^/]+/.*", name)]


def _looks(name: str, address: str) -> list[tuple[tuple[int, int], str]]:
    """Says how a page is looked at: from the disk on a phone and on a screen, each in one scheme; every other page
    has them the other way round. Over http it is as wide, and looked at once."""
    schemes = SCHEMES if zlib.crc32(name.encode()) % 2 else SCHEMES[::-1]
    looks = list(zip(WIDTHS, schemes, strict=True))
    return looks if address.startswith("file:") else looks[:1]


def test_every_page_is_whole(browser: Any, folder: Path, address: str, in_turn: Turns) -> None:
    # Over http the same files come. Of them, and of a large site, a part is looked at, in turn.
    found = pages_of(folder)
    if not address.startswith("file:"):
        found = in_turn(found, 3)
    elif len(found) > MANY:
        found = in_turn(found, 2)
    seen: dict[str, Any] = {}
    with looking(browser, address) as (page, wrong):
        for name in found:
            if name == "404.html":
                continue
            page.emulate_media(color_scheme="light")
            page.set_viewport_size({"width": WIDTHS[0][0], "height": WIDTHS[0][1]})
            page.goto(address + name)
            page.evaluate(_FETCHED)
            seen[name] = holds = page.evaluate(_SEEN)
            for key in ("blank", "unnamed"):
                wrong += [f"{name}: {key}: {each}" for each in holds[key]]
            if holds["headings"] != 1:
                wrong.append(f"{name}: {holds['headings']} headings of the first level")
            for (width, height), scheme in _looks(name, address):
                page.set_viewport_size({"width": width, "height": height})
                page.emulate_media(color_scheme=scheme)
                wide = page.evaluate(_WIDE)
                wrong += [f"{name} at {width} in {scheme}: wide: {each}" for each in wide]
    for name, holds in seen.items():
        for link in sorted(set(holds["links"])):
            path, anchor = urldefrag(link)
            if not path.startswith(address):
                if (folder / "assets" / "search.js").is_file():  # a rulebook; other pages may refer to others
                    wrong.append(f"{name} leads elsewhere, to {link}")
                continue
            goal = unquote(path.removeprefix(address)) or "index.html"
            if goal.endswith(".html") and goal in seen:
                if anchor and unquote(anchor) not in seen[goal]["ids"] and anchor != "__skip":
                    wrong.append(f"{name}: there is no {link}")
            elif not (folder / goal).is_file():
                wrong.append(f"{name}: there is no {link}")
    assert wrong == []


def where(address: str) -> tuple[str, str]:
    """Gives the page and the place on it; what was searched for may stand in the address for a moment."""
    page, anchor = urldefrag(address)
    return page.partition("?")[0], anchor


@pytest.mark.parametrize("width", [390, 1440])
def test_search_finds(browser: Any, folder: Path, address: str, width: int) -> None:
    ours = (folder / "assets" / "search.js").is_file()
    with looking(browser, address, viewport={"width": width, "height": 800}) as (page, wrong):
        page.goto(address + (pages_of(folder)[-1] if ours else "index.html"))
        if ours:
            page.keyboard.press("/")
            page.wait_for_selector("#gdl-search[open]")
            page.keyboard.type("turn")
            page.wait_for_selector("#gdl-found li")
            assert re.match("[0-9]+ passages", page.inner_text("#gdl-count"))
            first = page.locator("#gdl-found li a").first.evaluate("link => link.href")
            assert "/book/" in first, "the chapters of players come before the reference"
            page.keyboard.press("ArrowDown")
            goal = page.locator("#gdl-found [aria-selected=true] a").evaluate("link => link.href")
            page.keyboard.press("Enter")
        else:
            if width < 1000:
                page.click("label[for=__search].md-header__button")
            else:
                page.click(".md-search__input")
            page.locator(".md-search__input").press_sequentially("scenario")
            # The list may be another one after every letter, so it is read and pressed in one step.
            goal = page.locator(".md-search-result__link").first.evaluate(
                "link => { link.click(); return link.href; }"
            )
        page.wait_for_url(lambda url: where(url) == where(goal))
        assert goal.startswith(address)
        anchor = unquote(urldefrag(goal)[1])
        assert not anchor or page.evaluate("(id) => document.getElementById(id) !== null", anchor)
        page.wait_for_function("!document.getElementById('gdl-search')?.open")
    assert wrong == []


def test_light_and_dark_follow_the_system_until_the_reader_chooses(
    browser: Any, folder: Path, address: str
) -> None:
    if not (folder / "assets" / "search.js").is_file():
        pytest.skip("a rulebook's own switch")
    paper = "getComputedStyle(document.body).backgroundColor"
    with looking(browser, address, color_scheme="dark") as (page, wrong):
        page.goto(address + "index.html")
        dark = page.evaluate(paper)
        page.emulate_media(color_scheme="light")
        light = page.evaluate(paper)
        assert dark != light
        page.click("#gdl-scheme")
        assert page.evaluate(paper) == dark
        page.goto(address + pages_of(folder)[-1])
        # The choice holds on other pages; from the disk the browser may tell of it a moment later.
        page.wait_for_function(f"{paper} === '{dark}'")
        page.emulate_media(media="print")
        assert page.evaluate(paper) == "rgb(255, 255, 255)"
        ink = "getComputedStyle(document.querySelector('.cover svg.gdl text')).fill"
        page.evaluate("localStorage.clear()")
        page.emulate_media(media="screen", color_scheme="light")
        page.goto(address + "index.html")
        page.wait_for_function(f"{paper} === '{light}'")
        light_ink = page.evaluate(ink)
        page.emulate_media(media="print", color_scheme="dark")
        assert page.evaluate(ink) == light_ink, "pictures are printed as on a light screen"
    assert wrong == []


def test_the_keyboard_reaches_the_text_first_and_the_contents_on_a_phone(
    browser: Any, folder: Path, address: str
) -> None:
    if not (folder / "assets" / "search.js").is_file():
        pytest.skip("a rulebook's own pages")
    with looking(browser, address, viewport={"width": 390, "height": 800}) as (page, wrong):
        page.goto(address + pages_of(folder)[-1])
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile("#gdl-content$"))
        assert not page.is_visible("#gdl-contents")
        page.focus("#gdl-menu")
        page.keyboard.press("Enter")
        page.wait_for_selector("#gdl-contents", state="visible")
        assert page.get_attribute("#gdl-menu", "aria-expanded") == "true"
        page.keyboard.press("Escape")
        page.wait_for_selector("#gdl-contents", state="hidden")
    assert wrong == []


def test_a_page_is_read_without_its_script(browser: Any, folder: Path, address: str) -> None:
    if not (folder / "assets" / "search.js").is_file():
        pytest.skip("a rulebook's own pages")
    with looking(browser, address, java_script_enabled=False) as (page, wrong):
        page.goto(address + "index.html")
        assert page.is_visible("main h1") and not page.is_visible("#gdl-scheme")
        page.goto(address + pages_of(folder)[-1])
        assert page.is_visible("#gdl-contents")
    assert wrong == []


def test_the_reference_card_is_read_whole(browser: Any, folder: Path, address: str) -> None:
    card = "language/reference-card.html"
    if not (folder / card).is_file():
        pytest.skip("a page of the project")
    with looking(browser, address, viewport={"width": 1440, "height": 900}) as (page, wrong):
        page.goto(address + card)
        cut = "[...document.querySelectorAll('pre code')].filter((one) => one.scrollWidth > one.clientWidth).length"
        assert page.evaluate(cut) == 0
    assert wrong == []


def test_a_number_of_the_first_page_is_changed_and_played(browser: Any, folder: Path, address: str) -> None:
    if not (folder / "assets" / "tried.js").is_file() or not address.startswith("http"):
        pytest.skip("the project's own first page, served, leads to its studio")
    context = window(browser)
    page = context.new_page()
    page.goto(address + "index.html")
    page.get_by_label("In a row").fill("9")
    page.get_by_text("Play it with these numbers").click()
    assert page.url == address + "index.html", "the browser says what a number may be"
    page.get_by_label("In a row").fill("3")
    page.get_by_text("Play it with these numbers").click()
    page.locator(".cm-line", has_text="make 3 in a row").wait_for(timeout=120_000)
    page.get_by_text("Playable").wait_for(timeout=120_000)
    context.close()

"""Pages that play by themselves: a file opened from the disk, and a published site."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from gekido_dsl.cli.main import main
from tests.browser.tables import choose, findings, frames, window

START_MS = 180_000
"""Python in a page takes its time to begin."""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("alone") / "game.html"
    assert main(["export", "gekido", "-o", str(made)]) == 0
    return made


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site")
    assert main(["publish", "classics/tic_tac_toe", "classics/pig", "-o", str(folder), "--games", "50"]) == 0

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@contextmanager
def seen(browser: Any, own: str, **settings: Any) -> Iterator[Any]:
    """Opens a page that may ask for its own files and for nothing else."""
    wrong: list[str] = []
    context = window(browser, **{"viewport": {"width": 1280, "height": 900}, **settings})
    context.set_default_timeout(START_MS)
    page = context.new_page()
    page.on("pageerror", lambda error: wrong.append(f"{error}"))
    page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
    page.on(
        "request",
        lambda asked: wrong.append(asked.url) if not asked.url.startswith((own, "blob:", "data:")) else None,
    )
    yield page
    context.close()
    assert not wrong, wrong


def test_a_file_from_the_disk_is_played_and_goes_on_later(browser: Any, file: Path) -> None:
    with seen(browser, file.as_uri()) as page:
        page.goto(file.as_uri() + "#seed=5")
        page.get_by_role("button", name="Play").click()
        for _ in range(3):
            choose(page)
        log = page.locator(".log li").count()
        assert log
        frames(page)  # the match is kept once it is shown
        page.reload()
        page.get_by_role("button", name="Go on with the match").click()
        page.locator(".log li").nth(log - 1).wait_for(state="attached")


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_axe_finds_nothing_where_a_file_begins(browser: Any, file: Path, width: int, scheme: str) -> None:
    size = {"width": width, "height": 860}
    with seen(browser, file.as_uri(), viewport=size, color_scheme=scheme, reduced_motion="reduce") as page:
        page.goto(file.as_uri())
        page.get_by_role("button", name="Play").wait_for()
        assert not findings(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_axe_finds_nothing_on_a_site(browser: Any, site: str, width: int, scheme: str) -> None:
    size = {"width": width, "height": 860}
    with seen(browser, site, viewport=size, color_scheme=scheme, reduced_motion="reduce") as page:
        page.goto(f"{site}/index.html")
        assert not findings(page)
        pictures = page.locator(".shown img")
        assert pictures.count() == 2
        for at in range(2):
            pictures.nth(at).scroll_into_view_if_needed()
            page.wait_for_function("(at) => document.images[at].naturalWidth > 0", arg=at)


def test_the_rulebook_in_a_file_has_its_style(browser: Any, file: Path) -> None:
    with seen(browser, file.as_uri()) as page:
        page.goto(file.as_uri())
        with page.context.expect_page() as opened:
            page.get_by_role("button", name="Rulebook").click()
        book = opened.value
        book.wait_for_selector("h1")
        assert book.evaluate("getComputedStyle(document.querySelector('h1')).fontFamily") != "serif"


def test_a_bot_that_searches_plays_in_a_published_game(browser: Any, site: str) -> None:
    with seen(browser, site) as page:
        page.goto(f"{site}/index.html")
        page.locator("li", has_text="Tic-tac-toe").get_by_role("link", name="Play").click()
        page.get_by_label("Player 2").select_option("search:1s")
        page.get_by_role("button", name="Play").click()
        choose(page)
        page.locator(".log").get_by_text("Player 2's turn").wait_for()


def test_a_game_of_a_site_is_changed_in_its_studio(browser: Any, site: str) -> None:
    with seen(browser, site) as page:
        page.goto(f"{site}/index.html")
        page.locator("li", has_text="Pig").get_by_role("link", name="Change it").click()
        page.get_by_label("What is it called?").wait_for()
        assert page.get_by_label("Begin with").input_value() == "variant of classics/pig"
        page.get_by_role("button", name="Make it").click()
        page.locator(".cm-line", has_text='changes "classics/pig.gdl"').wait_for()
        choose(page)
        page.wait_for_selector(".log li")

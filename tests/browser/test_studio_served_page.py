"""The studio as it is started from the command line: an edit while playing, grids, simulation."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gekido_dsl.cli.main import main
from tests.browser.serving import served
from tests.browser.tables import choose, findings, moment, until, window

pytest.importorskip("starlette")


@pytest.fixture
def begun(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """Begins a game of cards, and opens the studio on it; gives its folder and the address."""
    folder = tmp_path / "mine"
    assert main(["new", str(folder), "--template", "cards"]) == 0
    with served(folder / "mine.gdl") as address:
        yield folder, address


@pytest.fixture
def page(browser: Any, begun: tuple[Path, str]) -> Iterator[Any]:
    _, address = begun
    context = window(browser, reduced_motion="reduce")
    made = context.new_page()
    wrong: list[str] = []
    made.on("pageerror", lambda error: wrong.append(f"{error}"))
    made.goto(address)
    made.get_by_text("Playable").wait_for()
    yield made
    context.close()
    assert not wrong, wrong


def test_a_table_is_changed_as_a_grid(page: Any, begun: tuple[Path, str]) -> None:
    """Cells say what they may hold; what is changed is written where it stood, and comments stay."""
    folder, _ = begun
    before = (folder / "cards.yaml").read_text("utf-8")
    page.get_by_label("File").select_option("cards.yaml")
    page.get_by_role("button", name="As a table").click()
    page.get_by_text("a whole number from 1 to 999").wait_for()
    cell = page.get_by_label("Text, row 1")
    cell.fill("Score one point: gladly.")
    cell.press("Enter")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Saved").wait_for()
    until(page, lambda: "gladly" in (folder / "cards.yaml").read_text("utf-8"))
    after = (folder / "cards.yaml").read_text("utf-8")
    assert after.splitlines()[:3] == before.splitlines()[:3]
    assert '"Score one point: gladly."' in after
    copies = page.get_by_label("Copies, row 1")
    kept = copies.input_value()
    copies.fill("5000")
    copies.press("Enter")
    page.locator("td.wrong .said").first.wait_for()
    page.get_by_text("the last good rules stay on the table").wait_for()
    assert not findings(page)
    copies.fill(kept)
    copies.press("Enter")
    page.get_by_text("Playable").wait_for()


def test_an_edit_while_playing(page: Any) -> None:
    """What was decided is played again by the new rules, and what is different is told."""
    for _ in range(2):
        choose(page)
    page.get_by_label("File").select_option("cards.yaml")
    page.get_by_role("button", name="As a table").click()
    cell = page.get_by_label("Effect, row 2")
    cell.fill("{Score: 4}")
    cell.press("Enter")
    page.get_by_text(re.compile("The match was played again: all|on the match goes otherwise")).wait_for()
    page.get_by_text("What is different").wait_for()
    until(page, lambda: moment(page) == 2)


def test_simulation_and_every_tab(page: Any) -> None:
    page.get_by_role("tab", name="Simulation").click()
    page.get_by_label("Matches", exact=True).fill("60")
    page.get_by_role("button", name="Simulate").click()
    page.get_by_text("By seat").first.wait_for(timeout=300_000)
    for tab in ("Examples", "Phases", "Odds", "Simulation", "Options", "Rulebook"):
        page.get_by_role("tab", name=tab).click()
        assert not findings(page), tab
    for name in ("light", "dark"):
        page.get_by_role("button", name="Keys and help (?)").click()
        page.get_by_label("Colours", exact=True).select_option(name)
        page.keyboard.press("Escape")
        assert not findings(page), name


def test_a_game_is_sent_as_a_file_that_plays_by_itself(browser: Any, page: Any, tmp_path: Path) -> None:
    """What is typed and not saved is in the file; a server and the studio as a page have the same dialog."""
    page.get_by_label("File").select_option("cards.yaml")
    page.get_by_role("button", name="As a table").click()
    cell = page.get_by_label("Text, row 1")
    cell.fill("Postcards: 1 point.")
    cell.press("Enter")
    page.get_by_text("Playable").wait_for()
    with page.expect_download(timeout=300_000) as download:
        page.get_by_role("button", name="Send").click()
        page.get_by_text("Whoever gets it opens it in a browser").wait_for()
    assert download.value.suggested_filename == "mine.html"
    made = tmp_path / "sent.html"
    download.value.save_as(made)
    page.get_by_text("is among your downloads").wait_for()
    assert not findings(page)
    page.get_by_role("button", name="Done").click()
    until(page, lambda: not page.locator("dialog").count())
    context = window(browser)
    context.set_default_timeout(180_000)
    other = context.new_page()
    other.goto(made.as_uri() + "#seed=5")
    other.get_by_role("button", name="Play", exact=True).click()
    choose(other)
    until(other, lambda: "Postcards" in other.content())
    context.close()


def test_rules_with_errors_are_not_sent(page: Any) -> None:
    page.get_by_label("File").select_option("cards.yaml")
    page.get_by_role("button", name="As a table").click()
    copies = page.get_by_label("Copies, row 1")
    copies.fill("5000")
    copies.press("Enter")
    page.locator("td.wrong .said").first.wait_for()
    page.get_by_role("button", name="Send").click()
    page.locator("dialog .failed").wait_for()
    assert not page.get_by_role("button", name="Done").count()

"""The way of somebody new: from a shipped game to an own variant with new cards, played and sent as a file."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.serving import served
from tests.browser.tables import choose, until, window

pytest.importorskip("starlette")

_CARD = """
add Second Flip to Tech Cards
Colour: Red
Time: Any Roll
Effect: Flip
Copies: 3
"""
"""As it is typed: the editor indents what follows, so the lines have no spaces of their own."""
_MAKING_MS = 300_000


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Opens the studio on a shipped game, from an empty folder."""
    with served("gekido", seed=3, folder=tmp_path) as found:
        yield found


def test_from_a_shipped_game_to_a_file_for_a_friend(browser: Any, address: str, tmp_path: Path) -> None:
    context = window(browser, reduced_motion="reduce")
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(f"{error}"))
    page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
    page.goto(address)
    page.get_by_text("Playable").wait_for()

    page.get_by_role("button", name="Make it yours").click()
    until(page, lambda: page.get_by_label("What is it called?").input_value() == "my-gekido")
    page.keyboard.press("Enter")
    page.locator(".pane.play").get_by_text("My Gekido").wait_for(timeout=_MAKING_MS)
    page.get_by_text("Playable").wait_for()
    mine = tmp_path / "my-gekido" / "my-gekido.gdl"
    assert mine.is_file()

    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text(_CARD.replace("\n", "\n  ").replace("\n  add", "\nadd").rstrip() + "\n")
    told = page.get_by_text("Tech Deck: 49 instead of 46 at the start")
    told.wait_for()
    box = told.bounding_box()
    assert box is not None and box["y"] > 0, (
        "it is told where somebody sees it, however far the table was scrolled"
    )
    page.get_by_label("File").select_option("<library>/gekido/tech_cards.yaml")
    page.get_by_role("button", name="As a table").click()
    page.get_by_placeholder("Name of a new row").fill("Parrot")
    page.get_by_label("like", exact=True).select_option("Copycat")
    page.get_by_role("button", name="Add it to my rules").click()
    page.get_by_text("Tech Deck: 51 instead of 49 at the start").wait_for()

    page.get_by_role("tab", name="Options").click()
    page.locator("#seat-1").select_option("greedy")
    page.get_by_role("button", name="Begin a match with this").click()
    page.get_by_text("A match has begun.").wait_for()
    for _ in range(6):
        choose(page)

    page.get_by_role("tab", name="Examples").click()
    page.get_by_role("button", name="Make this position an example").click()
    page.get_by_label("What does it show?").fill("against a bot")
    page.keyboard.press("Enter")
    page.locator('[data-title="against a bot"]').wait_for()
    page.get_by_role("button", name="Run all", exact=True).click()
    page.get_by_text("2 of 2 hold.").wait_for(timeout=_MAKING_MS)

    page.get_by_role("tab", name="Simulation").click()
    page.get_by_label("Matches", exact=True).fill("20")
    page.get_by_role("button", name="Simulate").click()
    page.get_by_text("By seat").first.wait_for(timeout=_MAKING_MS)
    page.get_by_role("button", name="Compare with what is saved").click()
    page.get_by_role("heading", name="What your edit changes").wait_for(timeout=_MAKING_MS)
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Saved").wait_for()
    until(page, lambda: "add Parrot to Tech Cards" in mine.read_text("utf-8"))

    with page.expect_download(timeout=_MAKING_MS) as sent:
        page.get_by_role("button", name="Send it as a file").click()
    assert sent.value.suggested_filename == "my-gekido.html"
    file = tmp_path / "sent.html"
    sent.value.save_as(file)
    page.get_by_text("is among your downloads").wait_for()
    assert not wrong, wrong

    friend = context.new_page()
    friend.goto(file.as_uri())
    friend.get_by_role("heading", name="My Gekido").wait_for()
    until(friend, lambda: friend.get_by_role("button", name="Play").is_enabled())
    context.close()

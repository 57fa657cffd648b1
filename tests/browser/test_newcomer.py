"""A newcomer's ten minutes with nothing but a link: begun, changed, played against a bot, and sent to a phone.

`NEWCOMER_PICTURES=folder` keeps a picture of each step, to be looked at.
"""

import os
from pathlib import Path
from typing import Any

from tests.browser.tables import choose, findings, frames, until, window

_START_MS = 180_000
_PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def seen(page: Any, step: str) -> None:
    """Keeps a picture of a step, where somebody wants to look at them."""
    if folder := os.environ.get("NEWCOMER_PICTURES"):
        frames(page)
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=f"{folder}/{step}.png")


def test_a_newcomer_needs_nothing_but_a_link(browser: Any, studio: str) -> None:
    context = window(browser, reduced_motion="reduce", viewport={"width": 1440, "height": 900})
    context.set_default_timeout(_START_MS)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(f"{error}"))

    # The link is opened: there is a game at once, and it asks something.
    page.goto(studio)
    page.locator(".question button.choice").first.wait_for(state="attached")
    page.get_by_text("Playable").wait_for()
    seen(page, "1-opened")
    page.get_by_role("button", name="New game", exact=True).click()
    page.get_by_label("Begin with").select_option("cards")
    page.get_by_label("What is it called?").fill("Lamp Lighters")
    seen(page, "2-new-game")
    page.get_by_role("button", name="Make it").click()
    page.locator(".cm-line", has_text='game "Lamp Lighters"').wait_for()
    page.get_by_text("Playable").wait_for()
    book = page.frame_locator("iframe[title=Rulebook]")
    book.get_by_role("heading", name="Lamp Lighters").first.wait_for()
    seen(page, "3-begun")

    # A number is changed, and the rulebook says it.
    line = page.locator(".cm-line", has_text="is at least 15")
    page.locator(".cm-content").hover()

    def in_sight() -> bool:
        page.mouse.wheel(0, 200)
        return bool(line.count())

    until(page, in_sight)  # lines out of sight are not there yet
    line.click()
    page.keyboard.press("End")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.insert_text("9")
    page.locator(".state:not(.bad)", has_text="Playable").wait_for()
    until(page, lambda: "at least 9" in book.locator("body").inner_text())
    assert "at least 15" not in book.locator("body").inner_text()
    seen(page, "4-number")

    # A card is added, in the grid.
    page.get_by_label("File", exact=True).select_option("cards.yaml")
    page.get_by_role("button", name="As a table").click()
    page.get_by_placeholder("Name of a new row").fill("Lantern")
    page.get_by_role("button", name="Add a row").click()
    page.get_by_label("Name, row 6").wait_for()
    page.locator(".change .things", has_text="Deck").wait_for()  # the next edit is told in its place
    seen(page, "5-row")
    for column, value in (("Effect", "Score 4"), ("Text", "Score 4 points.")):
        cell = page.get_by_label(f"{column}, row 6")
        cell.fill(value)
        cell.press("Enter")
    page.locator(".change", has_text="Score 4 points.").wait_for()  # what was typed last is on the table
    page.locator(".state:not(.bad)", has_text="Playable").wait_for()
    seen(page, "6-card")
    until(page, lambda: "Lantern" in book.locator("body").inner_text())

    # It is played against a bot, by what is written.
    page.get_by_role("tab", name="Options").click()
    page.locator("#seat-1").select_option("greedy")
    page.get_by_role("button", name="Begin a match with this").click()
    page.get_by_text("A match has begun.").wait_for()
    for _ in range(3):
        choose(page)
    page.wait_for_selector(".log li")
    seen(page, "7-played")
    assert not findings(page)

    # A link goes to a friend, who opens it on a phone and plays.
    page.get_by_role("button", name="Share", exact=True).click()
    link = page.get_by_label("Link with the game in it").input_value()
    seen(page, "8-share")
    friends = window(browser, reduced_motion="reduce", **_PHONE)
    friends.set_default_timeout(_START_MS)
    phone = friends.new_page()
    phone.on("pageerror", lambda error: wrong.append(f"{error}"))
    phone.goto(link)
    phone.locator(".game", has_text="Lamp Lighters").wait_for()
    phone.locator(".question button.choice").first.wait_for(state="attached")
    seen(phone, "9-friend")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
        "nothing is cut off on a phone"
    )
    choose(phone)
    phone.wait_for_selector(".log li", state="attached")
    seen(phone, "10-friend-plays")
    phone.locator("[data-pane=text]").tap()
    phone.locator(".cm-line", has_text='game "Lamp Lighters"').wait_for()
    seen(phone, "11-friend-reads")
    friends.close()
    context.close()
    assert not wrong, wrong

"""A game is learnt from its ruleset's examples: at a table, and in an exported page before any match."""

import re
from pathlib import Path
from typing import Any

import pytest

from gekido_dsl.cli.main import main
from tests.browser.tables import Laid, findings, frames, seen, until, window

SIZES = [({"width": 1440, "height": 900}, "light"), ({"width": 390, "height": 844}, "dark")]


def step(page: Any) -> str:
    return str(page.locator(".lesson-moment").inner_text())


@pytest.mark.parametrize(("size", "scheme"), SIZES)
def test_a_lesson_is_played_as_its_example_goes(browser: Any, size: dict[str, int], scheme: str) -> None:
    laid = Laid("gekido", ("person",))
    with seen(browser, laid, viewport=size, color_scheme=scheme, reduced_motion="reduce") as page:
        before = len(laid.table.session.steps)
        page.get_by_role("button", name="Keys and help").click()
        page.get_by_role("button", name="Learn by 20 examples").click()
        assert not findings(page)
        page.get_by_role("button", name="Slicer makes Four of a Kind").click()
        asked = page.get_by_role("heading", name="Which Attack Command do you attempt?")
        asked.wait_for()
        frames(page)
        assert not findings(page)
        assert page.evaluate("document.querySelector('dialog.lesson').scrollWidth <= innerWidth")
        # Another choice than that of the example says which one it is, and nothing goes on.
        page.locator(".lesson .choice", has_text="Full House").click()
        page.get_by_text("This example goes on with: Four Of A Kind").wait_for()
        assert "step 1 of 8" in step(page)
        page.locator(".lesson .choice", has_text="Four Of A Kind").click()
        page.get_by_role("heading", name="Which die do you lock first?").wait_for()
        # A die is pressed in the picture.
        page.locator(".lesson [data-target][aria-label=Triangle]").first.click()
        until(page, lambda: "step 3 of 8" in step(page))
        for at in range(4, 9):
            page.get_by_role("button", name="Show me").click()
            until(page, lambda at=at: f"step {at} of 8" in step(page))
        page.get_by_text("Pytron has suffered 8 damage").wait_for()
        page.get_by_role("button", name="Next lesson").click()
        page.get_by_role("heading", name="Slicer falls short of Four of a Kind").wait_for()
        page.keyboard.press("Escape")
        until(page, lambda: not page.locator("dialog").count())
        assert len(laid.table.session.steps) == before
        assert not laid.sent("choose")
        page.get_by_role("button", name="Keys and help").click()
        page.get_by_role("button", name="Learn by 20 examples").click()
        page.locator(".lesson-list button", has_text="done").wait_for()


def test_keys_choose_in_a_lesson_and_not_at_the_table(browser: Any) -> None:
    laid = Laid("classics/pig", ("person",))
    with seen(browser, laid) as page:
        page.get_by_role("button", name="Learn by examples").click()
        page.locator(".lesson-list button").first.press("Enter")
        page.locator(".lesson .choice kbd").first.wait_for()
        before, rolls = step(page), page.locator(".lesson .choice", has_text="Roll")
        page.keyboard.press(rolls.locator("kbd").inner_text())
        until(page, lambda: step(page) != before)
        assert not laid.sent("choose")


def test_all_lessons_are_listed_after_a_page_has_connected_again(browser: Any) -> None:
    laid = Laid("classics/pig", ("person",))
    lessons = laid.table.lessons.all
    with seen(browser, laid) as page:
        page.get_by_role("button", name="Learn by examples").click()
        page.locator(".lesson-list button").last.click()
        until(page, lambda: f"Lesson {len(lessons)} of {len(lessons)}" in step(page))
        laid.say(laid.hello())
        pages = int(step(page).partition("of ")[2].partition("step ")[2].partition(" of ")[2].split()[0])
        for at in range(2, pages + 1):
            page.get_by_role("button", name=re.compile("Show me|Go on")).click()
            until(page, lambda at=at: f"step {at} of" in step(page))
        page.get_by_role("button", name="All lessons").click()
        page.locator(".lesson-list button").first.wait_for()
        assert page.locator(".lesson-list button").count() == len(lessons)


@pytest.mark.slow
def test_an_exported_page_teaches_before_any_match(browser: Any, tmp_path: Path) -> None:
    made = tmp_path / "pig.html"
    assert main(["export", "classics/pig", "-o", str(made)]) == 0
    context = window(browser)
    context.set_default_timeout(180_000)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(f"{error}"))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.goto(made.as_uri())
    page.get_by_role("button", name="Learn by").click()
    page.locator(".lesson-list button").first.click()
    page.locator(".lesson .choice").first.wait_for()
    # axe knows of no top layer, and takes what lies behind a dialog for its ground.
    hide = "(how) => document.querySelectorAll('body > :not(dialog)').forEach((one) => one.style.visibility = how)"
    page.evaluate(hide, "hidden")
    assert not findings(page)
    page.evaluate(hide, "")
    page.get_by_role("button", name="Show me").click()
    until(page, lambda: "step 2" in step(page))
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(".gdl-table .game:not(:empty)")
    context.close()
    assert not wrong, wrong

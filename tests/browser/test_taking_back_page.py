"""What was seen is taken back with the others' leave, on their own screens; what a single choice looks like."""

from contextlib import ExitStack
from typing import Any

from gekido_dsl.engine import Setting
from gekido_dsl.table.rules import HERE
from tests.browser.served import hosted
from tests.browser.tables import choose, findings, until
from tests.browser.test_hosted_pages import SCREEN, Phone, joining


def test_the_other_player_agrees_by_keyboard_and_both_read_what_was_undone(browser: Any) -> None:
    with hosted("classics/pig") as (tables, base), ExitStack() as stack:
        entry = tables.make_at_rest(Setting(2, 3), [HERE, "person"])
        host, other = Phone(stack, browser, viewport=SCREEN), Phone(stack, browser)
        host.open(f"{base}/t/{entry.id}/?key={entry.keys['host']}")
        other.sit(joining(base, entry), 2)
        session = entry.served.table.session
        pages = (host.page, other.page)
        asker = session.decision.seat
        asks, asked = pages[asker], pages[1 - asker]
        forced = len(session.steps)
        asks.get_by_role("button", name="Roll").click()
        until(asks, lambda: len(session.steps) > forced)
        steps = len(session.steps)
        asks.wait_for_selector("[aria-label='Undo (U)']:not([disabled])")
        asks.keyboard.press("u")
        for page in pages:
            page.wait_for_selector(".taking-back:not([hidden])")
            assert not findings(page)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert "asks to take back 1 decision" in page.inner_text(
                "[role=status][aria-live=polite]:not([hidden])"
            )
        assert len(session.steps) == steps, "it was taken back without anybody's leave"
        asked.get_by_role("button", name="Agree").focus()
        asked.keyboard.press("Enter")
        for page in pages:
            page.wait_for_selector(".log .taken-back")
            assert "had been seen. The other player agreed." in page.inner_text(".log .taken-back")
        assert len(session.steps) < steps


def test_who_can_only_pass_is_asked_and_may_have_that_done_for_them(browser: Any) -> None:
    with hosted("gekido") as (tables, base), ExitStack() as stack:
        entry = tables.make_at_rest(Setting(2, 3), ["person", "person"])
        phones = [Phone(stack, browser) for _ in range(2)]
        for number, phone in enumerate(phones):
            phone.sit(joining(base, entry), number + 1)
        session = entry.served.table.session
        while len(session.decision.choices) > 1:
            choose(phones[session.decision.seat].page)
        page, steps = phones[session.decision.seat].page, len(session.steps)
        page.wait_for_selector(".only:not([hidden])")
        assert not findings(page)
        page.get_by_role("button", name="Pass for me whenever this is asked").click()
        until(page, lambda: len(session.steps) > steps)
        page.get_by_text("1 question is passed for you").click()
        page.get_by_role("button", name="Ask me again").click()
        page.wait_for_selector(".orders[hidden]", state="attached")

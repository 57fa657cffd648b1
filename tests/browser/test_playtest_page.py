"""A playtest in a browser: who agrees, notes, what is kept, and the form at the end."""

from contextlib import ExitStack
from typing import Any

from gekido_dsl.engine import Setting
from gekido_dsl.play import playtests
from gekido_dsl.table.rules import HERE
from tests.browser.served import hosted
from tests.browser.tables import findings, first, until
from tests.browser.test_hosted_pages import SCREEN, Phone


def test_a_player_agrees_writes_a_note_fills_in_the_form_and_deletes_it(browser: Any) -> None:
    with (
        hosted("classics/tic_tac_toe", playtest=("What confused you?",)) as (tables, base),
        ExitStack() as stack,
    ):
        entry = tables.make_at_rest(Setting(2, 3), [HERE, HERE])
        host = Phone(stack, browser, viewport=SCREEN)
        host.open(f"{base}/t/{entry.id}/?key={entry.keys['host']}")
        page, session = host.page, entry.served.table.session

        def kept() -> list[str]:
            return [note.kind for _, note in session.notes if note.kind in playtests.KINDS]

        page.wait_for_selector(".notice.playtest:not([hidden])")
        assert not findings(page)
        page.get_by_role("button", name="Yes").click()
        page.wait_for_selector(".notice.playtest[hidden]", state="attached")
        page.get_by_role("button", name="Write a note").click()
        page.fill("#note", "why the middle?")
        assert not findings(page)
        page.get_by_role("button", name="Keep the note").click()
        until(page, lambda: kept() == [playtests.REMARK])
        while session.decision is not None:
            steps = len(session.steps)
            page.wait_for_timeout(350)
            first(page)
            until(page, lambda before=steps: len(session.steps) > before)
        page.wait_for_selector(".playtest-form:not([hidden])")
        assert not findings(page)
        page.get_by_label("What confused you?").fill("nothing")
        page.get_by_role("button", name="Send").click()
        until(page, lambda: playtests.ANSWER in kept())
        page.wait_for_selector(".playtest-form[hidden]", state="attached")
        assert playtests.TIME in kept()
        page.get_by_role("button", name="Write a note").click()
        page.get_by_role("button", name="Delete it", exact=True).click()
        until(page, lambda: not kept())

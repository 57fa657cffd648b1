"""Tables that others join, in real browsers at a real server: who sits where, and what stays hidden."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from gekido_dsl.engine import Setting
from gekido_dsl.server.clock import Terms
from gekido_dsl.server.results import Ended, Result
from tests.browser.served import hosted
from tests.browser.tables import answered, choose, findings, still, until, window

PHONE = {"width": 390, "height": 844}
SCREEN = {"width": 1440, "height": 900}


class Phone:
    """A browser of its own, and everything that its sockets were sent."""

    def __init__(self, stack: ExitStack, browser: Any, **settings: Any) -> None:
        self.context = window(browser, **{"viewport": PHONE, "reduced_motion": "reduce", **settings})
        stack.callback(self.context.close)
        self.received: list[str] = []
        self.open()

    def open(self, address: str = "") -> None:
        """Opens a page, as after the one before was closed."""
        self.page = self.context.new_page()
        self.page.on(
            "websocket", lambda one: one.on("framereceived", lambda frame: self.received.append(str(frame)))
        )
        if address:
            self.page.goto(address)

    def sit(self, address: str, player: int) -> None:
        """Sits down on the page that the code for everybody leads to."""
        self.page.goto(address)
        self.sit_here(player)

    def sit_here(self, player: int) -> None:
        """Sits down on the page that is open."""
        self.page.get_by_role("button", name=f"Sit down as player {player}").click()
        self.page.wait_for_selector(".gdl-table .game:not(:empty)")

    def prompt(self) -> str:
        """Tells what is asked, or what is waited for."""
        return str(self.page.locator("#prompt").inner_text())


def joining(base: str, entry: Any) -> str:
    return f"{base}/t/{entry.id}/?key={entry.keys['join']}"


def test_a_program_is_dragged_and_nobody_else_sees_it(browser: Any) -> None:
    """BotWars on two screens: cards are carried to registers, and what they are never reaches the other device."""
    with hosted("botwars") as (tables, base), ExitStack() as stack:
        entry = tables.make_at_rest(Setting(2, 3), ["person", "person"])
        first = Phone(stack, browser, viewport=SCREEN)
        other = Phone(stack, browser)
        first.sit(joining(base, entry), 1)
        other.sit(joining(base, entry), 2)
        card = first.page.locator("[data-target*=Card]").first
        session = entry.served.table.session
        for _ in range(12):
            asked = (first, other)[session.decision.seat].page
            asked.wait_for_selector(".question.asks")
            if card.count():
                break
            choose(asked)
        seen = len(other.received)
        labels = first.page.locator("[data-spot*=Card][aria-label]").evaluate_all(
            "all => all.map((one) => one.getAttribute('aria-label'))"
        )
        hand = [name for name in {label.partition(";")[0] for label in labels} if "-" in name]
        assert len(hand) >= 5

        def drag(number: int) -> None:
            box = still(first.page, first.page.locator('[data-spot*="Register"]').nth(number))
            card.hover()
            first.page.mouse.down()
            first.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
            first.page.mouse.up()

        for number in range(2):
            answered(first.page, lambda number=number: drag(number))
        first.page.get_by_role("button", name="Take back").wait_for()
        other.page.wait_for_timeout(300)
        told = "".join(other.received[seen:])
        own = set(hand) - {name for name in hand if name in "".join(other.received[:seen])}
        assert own
        assert not [name for name in own if name in told or name in other.page.content()]


def hand(phone: Phone) -> int:
    """Counts the cards that somebody sees."""
    return int(phone.page.locator("[data-spot][aria-label*=' Of ']").count())


def test_a_phone_drops_and_comes_back_where_it_was(browser: Any, tmp_path: Path) -> None:
    with hosted("classics/hearts", tmp_path / "tables.sqlite") as (tables, base), ExitStack() as stack:
        entry = tables.make_at_rest(Setting(4, 3), ["person", "person", "random", "random"])
        phone, other = Phone(stack, browser), Phone(stack, browser)
        phone.sit(joining(base, entry), 1)
        other.sit(joining(base, entry), 2)
        phone.page.wait_for_selector("[data-target]")
        before = hand(phone)
        asked, address = phone.prompt(), phone.page.url
        phone.page.close()
        other.page.get_by_text("away").wait_for()
        phone.open(address)
        phone.page.wait_for_selector("[data-target]")
        other.page.get_by_text("away").wait_for(state="detached")
        until(phone.page, lambda: phone.prompt() == asked)
        until(phone.page, lambda: hand(phone) == before > 0)
        steps = len(entry.served.table.session.steps)
        choose(phone.page)
        until(phone.page, lambda: len(entry.served.table.session.steps) > steps)


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "dark"), (SCREEN, "light")])
def test_axe_finds_nothing_on_the_pages_of_a_host(browser: Any, size: dict[str, int], scheme: str) -> None:
    with hosted("gekido") as (tables, base), ExitStack() as stack:
        entry = tables.make_at_rest(Setting(3, 3), ["person", "person", "random"], for_guests=True)
        ended = [Result(0, "Ann", True, 1, True), Result(1, "random", False, 2, False)]
        tables.database.change("before", {}, {}, Ended(0, tables.rules.name, ended, 1_700_000_000))
        one = Phone(stack, browser, viewport=size, color_scheme=scheme)
        key = tables.host_key
        pages = {
            f"{base}/?key={key}": "Tables",
            f"{base}/tables/{entry.id}?key={key}": "Go to the table",
            joining(base, entry): "Sit down as player 2",
            f"{base}/lobby?key={tables.guest_key}": "waits for players",
            f"{base}/players?key={key}": "Forget Ann",
        }
        for address, words in pages.items():
            one.page.goto(address)
            assert words in one.page.content()
            assert not findings(one.page), address
            assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address


def test_a_guest_finds_a_table_and_sits_down(browser: Any) -> None:
    with hosted("classics/tic_tac_toe") as (tables, base), ExitStack() as stack:
        host = Phone(stack, browser, viewport=SCREEN)
        host.page.goto(f"{base}/?key={tables.host_key}")
        host.page.get_by_role("button", name="Make the table").click()
        host.page.get_by_role("link", name="All tables").click()
        link = host.page.get_by_role("link", name="/lobby?key=").get_attribute("href")
        guest = Phone(stack, browser)
        guest.page.goto(str(link))
        guest.page.get_by_role("link", name="Sit down at table").click()
        guest.page.get_by_label("What the others call you").fill("Ann")
        guest.sit_here(1)
        other = Phone(stack, browser)
        other.page.goto(str(link))
        other.page.get_by_text("1: Ann").wait_for()
        other.page.get_by_role("link", name="Watch table").click()
        other.page.wait_for_selector(".gdl-table .game:not(:empty)")
        assert not other.page.locator(".question.asks").count()


def test_a_match_of_three_games_is_counted_on_the_table(browser: Any) -> None:
    with hosted("classics/tic_tac_toe") as (tables, base), ExitStack() as stack:
        host = Phone(stack, browser, viewport=SCREEN)
        host.page.goto(f"{base}/?key={tables.host_key}")
        for seat in (1, 2):
            host.page.get_by_label(f"Seat {seat}").select_option("here")
        host.page.get_by_text("Several games, teams").click()
        host.page.get_by_label("Games of the match").select_option("3")
        assert not findings(host.page)
        host.page.get_by_role("button", name="Make the table").click()
        host.page.get_by_role("link", name="Go to the table").click()
        host.page.wait_for_selector(".gdl-table .game:not(:empty)")
        (entry,) = tables.entries.values()
        host.page.locator(".seats .series", has_text="Game 1 of 3").wait_for()
        while entry.served.table.session.decision is not None:
            choose(host.page)
        host.page.locator(".outcome .series", has_text="Game 1 of 3 · Player 1: 1").wait_for()
        host.page.get_by_role("button", name="Next game").click()
        host.page.locator(".seats .series", has_text="Game 2 of 3 · Player 1: 1").wait_for()


def test_a_page_with_an_old_key_says_so_and_asks_no_more(browser: Any) -> None:
    with hosted("classics/tic_tac_toe") as (tables, base), ExitStack() as stack:
        entry = tables.make_at_rest(Setting(2, 3), ["person", "person"])
        phone = Phone(stack, browser)
        phone.sit(joining(base, entry), 1)
        freed = Request(f"{base}/tables/{entry.id}/free?key={tables.host_key}", data=b"seat=0")
        urlopen(freed, timeout=60).close()
        until(phone.page, lambda: "opens nothing any more" in phone.page.inner_text(".notices"))
        assert "Trying again" not in phone.page.inner_text(".notices")
        asked: list[str] = []
        phone.page.on("request", lambda one: asked.append(one.url))
        phone.page.on("websocket", lambda one: asked.append(one.url))
        phone.page.wait_for_timeout(1_500)
        assert not asked


def test_all_look_at_a_large_screen_and_a_page_says_whose_turn_it_is(browser: Any) -> None:
    """Who sits down says who they are; the clock of whoever decides runs; the host can free the seat again."""
    with hosted("classics/tic_tac_toe") as (tables, base), ExitStack() as stack:
        entry = tables.make_at_rest(Setting(2, 3), ["person", "random"], Terms(600, "match"))
        phone = Phone(stack, browser)
        phone.page.goto(joining(base, entry))
        phone.page.get_by_label("What the others call you").fill("Ann")
        phone.sit_here(1)
        large = Phone(stack, browser, viewport=SCREEN)
        watch = f"key={entry.keys['watch']}"
        large.page.goto(f"{base}/t/{entry.id}/?{watch}&screen=big")
        large.page.locator(".seat .person", has_text="Ann").wait_for()
        clock = large.page.locator(".clock.running")
        before = clock.inner_text()
        until(large.page, lambda: clock.inner_text() != before)
        assert not large.page.locator("button:visible, select:visible, input:visible").count()
        assert findings(large.page) == []
        told = stack.enter_context(urlopen(f"{base}/t/{entry.id}/turn?{watch}")).read().decode()
        assert "<title>Player 1 decides" in told
        turn = Phone(stack, browser)
        turn.page.clock.install()
        turn.page.goto(f"{base}/t/{entry.id}/turn?{watch}")
        turn.page.get_by_text("Player 1 decides").wait_for()
        assert findings(turn.page) == []
        turn.page.get_by_role("link", name="Go to the table").focus()
        played = len(entry.served.table.session.steps)
        choose(phone.page)
        until(phone.page, lambda: len(entry.served.table.session.steps) > played + 1)
        moment = turn.page.locator(".quiet").inner_text()
        turn.page.clock.run_for(30_500)
        until(turn.page, lambda: turn.page.locator(".quiet").inner_text() != moment)
        assert turn.page.evaluate("document.activeElement.textContent") == "Go to the table"
        own = phone.page.locator("select[data-for=who0]")
        own.focus()
        phone.page.keyboard.press("b")
        phone.page.keyboard.press("Tab")
        assert entry.served.table.seats == ["person", "random"]
        large.page.goto(f"{base}/tables/{entry.id}?key={tables.host_key}")
        large.page.get_by_role("button", name="Free the seat of player 1").click()
        phone.page.locator(".notice.error").wait_for()
        assert not entry.served.table.people

"""Sounds are off until somebody turns them on, are made by the page itself, and each moment has one."""

from typing import Any

from tests.browser.tables import Laid, answered, choose, findings, first, moment, seen, until

COUNTED = """
window.heard = [];
window.AudioContext = class {
  currentTime = 0; state = "running"; destination = {};
  createOscillator() {
    window.heard.push(0);
    return { frequency: {}, connect: (to) => to, start() {}, stop() {} };
  }
  createGain() { return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (to) => to }; }
};
null;
"""


def heard(page: Any) -> int:
    return int(page.evaluate("window.heard.length"))


def test_nothing_sounds_until_it_is_turned_on(browser: Any) -> None:
    laid = Laid("classics/pig", ("person", "random"))
    with seen(browser, laid) as page:
        page.evaluate(COUNTED)
        answered(page, lambda: first(page))
        assert heard(page) == 0
        sounds = page.get_by_role("button", name="Sounds")
        assert sounds.get_attribute("aria-pressed") == "false"
        sounds.click()
        assert sounds.get_attribute("aria-pressed") == "true"
        until(page, lambda: heard(page) > 0)
        before = heard(page)
        choose(page)
        until(page, lambda: heard(page) > before)
        page.get_by_role("button", name="Keys and help").click()
        box = page.get_by_role("checkbox", name="Sounds")
        assert box.is_checked()
        assert not findings(page)
        box.uncheck()
        page.keyboard.press("Escape")
        before = heard(page)
        at = moment(page)
        choose(page)
        assert moment(page) > at
        assert heard(page) == before
        assert page.evaluate("localStorage.getItem('gdl-sounds')") == "off"


def test_looking_back_is_silent(browser: Any) -> None:
    laid = Laid("classics/pig", ("person", "random"))
    with seen(browser, laid) as page:
        page.evaluate(COUNTED)
        page.get_by_role("button", name="Sounds").click()
        choose(page)
        until(page, lambda: heard(page) > 2)
        before = heard(page)
        page.get_by_role("button", name="One step back").click()
        page.get_by_text("This is an earlier moment.").wait_for()
        page.get_by_role("button", name="Back to now").click()
        page.get_by_text("This is an earlier moment.").wait_for(state="hidden")
        assert heard(page) == before

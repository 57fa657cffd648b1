"""A match of a page as a file, and a page whose rules, texts and pictures mean harm."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from gekido_dsl.cli.main import main
from tests.browser.tables import choose, findings, until
from tests.browser.test_alone import seen

EVIL = "</script><img src=x onerror=bad()><script>bad()</script>'&"
ART = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 63 88"
  onload="bad()"><script>bad()</script><style>@import url(http://bad.test/x.css);</style>
<a href="javascript:bad()"><rect width="9" height="9"/></a><image href="http://bad.test/x.png" width="9" height="9"/>
<foreignObject width="40" height="40"><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="bad()"/></body>
</foreignObject><use xlink:href="http://bad.test/x.svg#a"/><animate attributeName="href" to="javascript:bad()"/>
<circle r="20" cx="30" cy="40"/></svg>"""
TEXT = f"""edition 1

game "Snap {EVIL}"
  players 2

theme from "theme.yaml"

option Way "How {EVIL}" is Short or Long

kind Card from "cards.yaml"
  Suit: text

deck Deck: all Cards
hand Hand of each player, of Cards
pile Used of Cards

setup
  each player
    draw 3 Cards from Deck

turn of each player
  Play

phase Play "Play {EVIL}"
  move a Card of my Hand to Used, asking "Which {EVIL}?"

the game ends when the number of Cards in Used is 6
  nobody wins
"""


@pytest.fixture(scope="module")
def pig(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("pig") / "game.html"
    assert main(["export", "classics/pig", "-o", str(made)]) == 0
    return made


def test_a_match_is_saved_and_opened_again(
    browser: Any, pig: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = tmp_path / "match.jsonl"
    with seen(browser, pig.as_uri(), viewport={"width": 390, "height": 844}) as page:
        page.goto(pig.as_uri() + "#seed=5")
        page.get_by_label("Player 2").select_option("person")
        page.get_by_role("button", name="Play").click()
        for _ in range(4):
            choose(page)
        log = page.locator(".log li").all_inner_texts()
        with page.expect_download() as kept:
            page.get_by_role("button", name="Save the match").click()
        assert kept.value.suggested_filename.startswith("pig-")
        kept.value.save_as(saved)
        page.get_by_role("button", name="Keys and help (?)").click()
        page.get_by_role("dialog").get_by_text("This page is the game Pig").wait_for()
        assert not findings(page)
    assert main(["replay", str(saved), "--format", "json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["decisions"]) >= 4
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text("<b>no match</b>\n", encoding="utf-8")
    with seen(browser, pig.as_uri()) as page:
        page.goto(pig.as_uri())
        page.locator("input[type=file]").set_input_files(wrong)
        page.get_by_role("alert").get_by_text(
            "This is not a saved match: it is not a line of JSON."
        ).wait_for()
        assert not findings(page)
        page.locator("input[type=file]").set_input_files(saved)
        page.wait_for_selector(".log li")
        until(page, lambda: page.locator(".log li").all_inner_texts() == log)


def test_nothing_of_a_hostile_game_runs_in_its_file(browser: Any, tmp_path: Path) -> None:
    """Names, texts, answers and pictures of a designer stay letters and shapes, on the table and in the rulebook."""
    (tmp_path / "game.gdl").write_text(TEXT, encoding="utf-8")
    rows = [{"Name": f"Card {n}", "Suit": EVIL, "Text": EVIL, "Art": "art.svg"} for n in range(6)]
    (tmp_path / "cards.yaml").write_text(json.dumps(rows), encoding="utf-8")
    (tmp_path / "theme.yaml").write_text('players: ["#112233"]\n', encoding="utf-8")
    (tmp_path / "art.svg").write_text(ART, encoding="utf-8")
    made = tmp_path / "game.html"
    assert main(["export", str(tmp_path / "game.gdl"), "-o", str(made)]) == 0
    with seen(browser, made.as_uri()) as page:
        page.add_init_script("window.bad = () => { window.ran = true; };")
        page.goto(made.as_uri())
        page.get_by_role("button", name="Play").wait_for()
        assert EVIL in page.locator("h1").inner_text()
        page.get_by_role("button", name="Play").click()
        choose(page)
        asked = "(text) => document.querySelector('#prompt').innerText.includes(text)"
        page.wait_for_function(asked, arg=EVIL)  # the other seat may think until then
        with page.expect_download() as kept:
            page.get_by_role("button", name="Save the match").click()
        assert re.fullmatch(r"snap-[\w-]+\.jsonl", kept.value.suggested_filename)
        page.keyboard.press("w")
        page.get_by_role("dialog", name="Ask").wait_for()
        page.keyboard.type("Card 1")
        page.get_by_role("button", name="What is it?").click()
        page.get_by_role("dialog").get_by_text("onerror").first.wait_for()
        page.keyboard.press("Escape")
        _harmless(page)
        with page.context.expect_page() as opened:
            page.get_by_role("button", name="Rulebook").click()
        book = opened.value
        book.wait_for_selector("h1")
        _harmless(book)


def _harmless(page: Any) -> None:
    page.wait_for_timeout(300)
    assert not page.evaluate("window.ran === true")
    assert page.locator('img[src="x"], foreignObject, image[href^=http], use[href^=http]').count() == 0
    assert page.locator('[href^="javascript:"]').count() == 0
    names = "[...document.querySelectorAll('*')].flatMap((one) => one.getAttributeNames())"
    assert not [name for name in page.evaluate(names) if name.startswith("on")]

"""The page of a table: matches played by clicks and by keys, what is read out, and what cannot run."""

import re
from typing import Any

import pytest

from tests.browser.tables import Laid, answered, choose, findings, first, frames, seen, still, until

SIZES = {"phone": {"width": 390, "height": 844}, "screen": {"width": 1440, "height": 900}}


def take_first(page: Any) -> None:
    """Takes the choice that goes on, in the picture where it can be."""
    target = page.locator("[data-target]")
    answered(page, target.first.click if target.count() else lambda: first(page))


def over(laid: Laid) -> bool:
    """Tells whether a match has ended."""
    return laid.table.session.decision is None


@pytest.mark.parametrize("size", SIZES)
def test_a_whole_match_of_connect_four_by_clicks(browser: Any, size: str) -> None:
    laid = Laid("classics/connect_four", ("person", "random"))
    with seen(browser, laid, viewport=SIZES[size]) as page:
        for _ in range(42):
            if over(laid):
                break
            before = len(laid.sent("choose"))
            take_first(page)
            assert len(laid.sent("choose")) == before + 1
        assert over(laid)
        page.get_by_role("region", name="Outcome").get_by_role("button", name="Play again").wait_for()
        assert not page.locator("[data-target]").count()


def test_a_match_of_gekido_is_ended_by_clicks(browser: Any) -> None:
    laid = Laid("gekido", ("person", "random"))
    laid.go_on(60)
    assert not over(laid)
    with seen(browser, laid) as page:
        for _ in range(700):
            if over(laid):
                break
            answered(page, lambda: first(page))
        assert over(laid)
        assert page.locator(".outcome h2").inner_text()


def test_a_match_of_gekido_is_ended_by_keys(browser: Any) -> None:
    """Focus is somewhere sensible after every answer, and what is read out names the next question."""
    laid = Laid("gekido", ("person", "random"), seed=3)
    laid.go_on(80)
    assert not over(laid)
    with seen(browser, laid, viewport=SIZES["screen"]) as page:
        page.keyboard.press("z")
        for _ in range(700):
            if over(laid):
                break
            prompt = page.locator("#prompt").inner_text()
            assert prompt in page.locator("[aria-live=polite]").text_content()
            focused = page.evaluate("document.activeElement.closest('.question') !== null")
            assert focused, f"the focus is lost at {prompt}"
            answered(page, lambda: page.keyboard.press("Enter"))
        assert over(laid)
        assert page.evaluate("document.activeElement.closest('.outcome') !== null")
        assert not [one for one in laid.asked if one["do"] != "choose"]


def test_who_does_not_see_the_table_knows_it(browser: Any) -> None:
    """What is read out says where everything is, what is asked and what changed, in the order of the picture."""
    laid = Laid("gekido", ("person", "random"), seed=5)
    with seen(browser, laid) as page:
        table = page.get_by_role("region", name="The table").aria_snapshot()
        for said in (
            "row 1, column 1, Laser Turret, Attack Bonus 2, Defense Bonus -2: nothing",
            "Tech Deck with 46",
            "Player 1, you decide",
            "V-REX: Structure 6, 6, 6, 6",
        ):
            assert said in table
        buttons = page.locator("[data-target]").evaluate_all("all => all.map(one => one.ariaLabel)")
        assert buttons == [choice.label for choice in laid.table.session.decision.choices]
        for _ in range(4):
            asked = page.locator("#prompt").inner_text()
            heard = page.locator("[aria-live=polite]")
            assert asked in heard.text_content()
            assert not re.search(r"\br\d+c\d+\b", heard.text_content())
            choose(page)
        assert "Attack Command" in page.locator("[aria-live=polite]").text_content()


CHOSEN = {"step": 1, "seat": 0, "kind": "choice", "text": "What do you do? Check"}
NAMED = {"step": 1, "seat": 0, "kind": "choice", "text": "How many do you bid? 3"}


@pytest.mark.parametrize(
    ("lines", "left_out"),
    [
        ([CHOSEN, {"step": 2, "seat": 0, "kind": "announce", "text": "Ann: Check"}], [1]),
        ([CHOSEN, {"step": 2, "seat": 1, "kind": "announce", "text": "Bob: Check"}], []),
        ([CHOSEN, {"step": 3, "seat": 0, "kind": "announce", "text": "Ann: Check"}], []),
        ([CHOSEN, {"step": 2, "kind": "announce", "text": "All: Check"}], []),
        (
            [
                CHOSEN,
                {"step": 2, "seat": 0, "kind": "announce", "text": "Ann: Check"},
                {"step": 2, "seat": 0, "kind": "announce", "text": "Ann again: Check"},
            ],
            [1],
        ),
        (
            [
                NAMED,
                {"step": 2, "seat": 0, "kind": "set", "text": "Ann's Bid: 0 → 3"},
                {"step": 2, "seat": 0, "kind": "set", "text": "Bob's Gold: 5 → 3"},
            ],
            [],
        ),
        (
            [
                {"step": 2, "seat": 0, "kind": "move", "text": f"Ace moves from {way}"}
                for way in ("A to B", "B to A") * 4
            ],
            [],
        ),
        (
            [{"step": 2, "seat": 0, "kind": "draw", "text": f"a Card goes to {who}"} for who in "AB" * 4],
            [2, 3, 4, 5, 6, 7],
        ),
    ],
)
def test_the_log_leaves_out_what_its_reader_has_just_said(
    browser: Any, lines: list[dict[str, Any]], left_out: list[int]
) -> None:
    with seen(browser, Laid("classics/pig", ("person", "random"))) as page:
        told = page.evaluate(
            "async (lines) => (await import('/static/journal.js')).gathered(lines).map((one) => one.text)",
            lines,
        )
    assert told == [one["text"] for number, one in enumerate(lines) if number not in left_out]


def test_a_long_set_up_is_one_line_of_the_log(browser: Any) -> None:
    lines: list[dict[str, Any]] = [
        {"step": 0, "kind": "set", "text": f"r1c{at}: 0 → {at}"} for at in range(1, 7)
    ]
    lines += [{"step": 0, "kind": "remove", "text": "a Chip is removed"}] * 6
    turn = {"step": 0, "kind": "turn", "seat": 0, "text": "Player 1's turn"}
    with seen(browser, Laid("classics/pig", ("person", "random"))) as page:
        told = page.evaluate(
            """async ([one, other]) => {
              const { gathered } = await import('/static/journal.js');
              const told = (line) => [line.text, (line.folded ?? []).length];
              return [one, other].map((lines) => gathered(lines).map(told));
            }""",
            [[*lines, turn], [*lines[:3], turn]],
        )
    assert told[0] == [["Set-up: 12 steps", 12], ["Player 1's turn", 0]]
    assert len(told[1]) == 4


def test_the_log_tells_what_became_of_something_in_plain_words(browser: Any) -> None:
    lines = [
        {"step": 2, "seat": 0, "kind": "set", "text": "Target: none → Ann"},
        {"step": 2, "seat": 0, "kind": "set", "text": "Folded: no → yes"},
        {"step": 2, "seat": 0, "kind": "set", "text": "Gold: 5 → 3"},
        {"step": 2, "seat": 0, "kind": "move", "text": "a Card moves to Hand"},
        {"step": 2, "seat": 0, "kind": "move", "text": "r1c2 Mill is built"},
        {"step": 2, "seat": 0, "kind": "move", "text": "\u2068a Card\u2069 is shown"},
        {"step": 2, "seat": 0, "kind": "dice", "text": "Die 2 moves to Cup"},
        {"step": 3, "seat": 0, "kind": "dice", "text": "a Die moves to Throw"},
        {"step": 3, "seat": 0, "kind": "begin", "text": "Roll"},
        {"step": 3, "seat": 0, "kind": "roll", "text": "Player 1 rolls 2"},
        {"step": 3, "seat": 0, "kind": "set", "text": "Rolls: 0 → 1"},
        {"step": 4, "seat": 0, "kind": "dice", "text": "Die 2 moves to Market"},
    ]
    with seen(browser, Laid("classics/pig", ("person", "random"))) as page:
        told = page.evaluate(
            """async (lines) => {
              const { Journal, latest } = await import('/static/journal.js');
              const place = document.createElement("div");
              place.append(document.createElement("ol"));
              new Journal(place, () => {}).show(lines);
              const rows = [...place.querySelectorAll("li")].map((one) => one.textContent);
              return [rows, latest(lines).map((one) => one.text)];
            }""",
            lines,
        )
    moves = ["A Card moves to Hand", "r1c2 Mill is built", "\u2068A Card\u2069 is shown"]
    moves += ["Roll", "Player 1 rolls 2 (Rolls 1)", "Die 2 moves to Market"]
    assert told == [["Target: Ann", "Folded: yes", "Gold: 5 → 3", *moves], moves[-1:]]


def test_the_log_stays_at_its_end(browser: Any) -> None:
    """Until somebody scrolls up in it."""
    laid = Laid("gekido", ("person", "random"))
    laid.go_on(50)
    gap = "log => log.scrollHeight - log.scrollTop - log.clientHeight"
    with seen(browser, laid, viewport=SIZES["screen"]) as page:
        log = page.locator(".log")
        for _ in range(3):
            answered(page, lambda: first(page))
        until(page, lambda: log.evaluate("log => log.scrollTop") > 0 and log.evaluate(gap) < 2)
        log.evaluate("log => { log.scrollTop = 0; }")
        frames(page)
        answered(page, lambda: first(page))
        frames(page)
        assert log.evaluate("log => log.scrollTop") == 0


def test_what_is_asked_can_be_typed_at_once(browser: Any) -> None:
    laid = Laid("gekido", ("person", "random"))
    with seen(browser, laid) as page:
        page.keyboard.press("w")
        page.keyboard.type("Tech Deck")
        assert page.locator("#asked").input_value() == "Tech Deck"


IN_SIGHT = """() => {
  const top = document.querySelector(".question").getBoundingClientRect().top;
  return [...document.querySelectorAll("[data-target]")].map((one) => one.getBoundingClientRect())
    .some((one) => one.top >= 0 && one.bottom <= top);
}"""


def test_a_phone_is_scrolled_to_what_can_be_pressed(browser: Any) -> None:
    """Where the choices are folded away, one of them is in sight in the picture, above the question."""
    laid = Laid("botwars", ("person", "random"), seed=5)
    with seen(browser, laid, viewport=SIZES["phone"]) as page:
        for _ in range(3):
            if page.locator("details.fold:visible").count():
                break
            answered(page, lambda: first(page))
        page.locator("details.fold:visible").wait_for()
        page.wait_for_function(IN_SIGHT)


def test_keys_choose_and_help_lists_them(browser: Any) -> None:
    laid = Laid("classics/connect_four", ("person", "random"))
    with seen(browser, laid) as page:
        page.keyboard.press("3")
        page.wait_for_function("document.querySelectorAll('.log li').length > 2")
        assert [one["choice"] for one in laid.sent("choose")] == [2]
        page.keyboard.press("?")
        page.get_by_role("dialog", name="Keys").wait_for()
        page.get_by_label("Shortcuts with single keys").uncheck()
        page.keyboard.press("Escape")
        page.get_by_role("dialog", name="Keys").wait_for(state="detached")
        page.keyboard.press("3")
        page.wait_for_timeout(50)
        assert len(laid.sent("choose")) == 1


def test_arrows_go_from_space_to_space(browser: Any) -> None:
    laid = Laid("classics/hex", ("person", "random"))
    with seen(browser, laid) as page:
        page.keyboard.press("b")
        start = page.evaluate("document.activeElement.dataset.target")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
        there = page.evaluate("document.activeElement.dataset.target")
        assert there != start
        assert page.locator('[data-target][tabindex="0"]').count() == 1
        page.keyboard.press("Enter")
        page.wait_for_function("document.querySelectorAll('.log li').length > 3")
        assert len(laid.sent("choose")) == 1
        assert page.evaluate("document.activeElement.dataset.target") is not None


def test_spaces_and_ways_of_a_map_are_pressed(browser: Any) -> None:
    """The picture offers every land and, in the rail game, every route; what is pressed there is chosen."""
    laid = Laid("classics/five_banners", ("person", "random"))
    with seen(browser, laid) as page:
        land = page.locator("[data-target^=space]").first
        wanted = land.get_attribute("aria-label")
        answered(page, land.click)
        assert laid.sent("choose") and wanted
    rails = Laid("classics/iron_valleys", ("person", "random"))
    while not any(choice.label == "Claim a route" for choice in rails.table.session.decision.choices):
        rails.go_on(1)
    with seen(browser, rails) as page:
        answered(page, page.get_by_role("button", name="Claim a route").first.click)
        routes = [choice.label for choice in rails.table.session.decision.choices]
        ways = page.locator("[data-target^=space]")
        assert ways.count() == len(routes)
        answered(page, ways.first.click)
        assert rails.table.session.decision.prompt == "In which colour do you pay?"


def test_from_and_to_are_pressed_or_dragged(browser: Any) -> None:
    """A pawn is picked and then its goal, given back with Esc, or carried there."""
    laid = Laid("classics/breakthrough", ("person", "random"))
    with seen(browser, laid) as page:
        pawn, goal = page.locator("[data-target^=Pawn]").first, page.locator("[data-target^=space]").first
        picked = page.locator(".target.picked")
        pawn.click()
        picked.wait_for()
        assert picked.count() == 1
        assert 1 <= page.locator("[data-target^=space]").count() <= 3
        page.keyboard.press("Escape")
        picked.wait_for(state="detached")
        pawn.click()
        answered(page, goal.click)
        page.wait_for_function("document.querySelector('.time output').textContent === '2'")

        def carry() -> None:
            still(page, pawn)
            pawn.hover()
            page.mouse.down()
            page.mouse.move(600, 300)
            goal.hover(force=True)
            page.mouse.up()

        answered(page, carry)
        page.wait_for_function("document.querySelector('.time output').textContent === '4'")
        assert not picked.count()


def test_a_program_is_laid_by_dragging_cards(browser: Any) -> None:
    """A card is carried from the hand to a register, and is chosen when it is let go there."""
    laid = Laid("botwars", ("person", "random"))
    with seen(browser, laid, reduced_motion="reduce") as page:
        card = page.locator("[data-target*=Card]").first
        while not card.count():
            answered(page, lambda: first(page))
        before = len(laid.sent("choose"))

        def drag() -> None:
            card.hover()
            box = still(page, page.locator('[data-spot*="Register"]').first)
            card.hover()
            page.mouse.down()
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
            assert len(laid.sent("choose")) == before
            page.mouse.up()

        answered(page, drag)
        assert len(laid.sent("choose")) == before + 1


MOVED = """() => {
  // Every motion that begins, by its first frame; what changes anything but a place or its opacity would be drawn anew.
  window.moved = []; window.others = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, given) {
    window.moved.push(String(frames[0].transform ?? frames[0].opacity));
    const odd = frames.flatMap((one) => Object.keys(one))
      .filter((one) => !["transform", "opacity", "offset"].includes(one));
    window.others.push(...odd, ...(given.composite ? [given.composite] : []));
    return animate.call(this, frames, given);
  };
}"""


def test_pieces_slide_and_dice_turn(browser: Any) -> None:
    """What moves is told from pictures alone: the same name in another place, or with another face."""
    laid = Laid("classics/breakthrough", ("person", "random"))
    with seen(browser, laid) as page:
        page.evaluate(MOVED)
        page.locator("button.choice:visible, .fold summary").first.click()
        page.locator("button.choice:visible").first.click()
        until(page, lambda: page.evaluate("window.moved.some((one) => one.startsWith('translate'))"))
    laid = Laid("classics/thirteen_rolls", ("person", "random"), seed=5)
    with seen(browser, laid) as page:
        page.evaluate(MOVED)
        for _ in range(40):  # a die that shows another face as it comes to another place slides
            if page.evaluate("window.moved.some((one) => one.includes('rotate'))"):
                break
            choose(page)
        else:
            pytest.fail("no die turned")
        assert page.evaluate("window.others") == [], "only what a browser moves without drawing anew"


def test_undo_redo_and_time(browser: Any) -> None:
    laid = Laid("classics/connect_four", ("person", "random"))
    with seen(browser, laid) as page:
        for _ in range(3):
            take_first(page)
        page.keyboard.press("u")
        page.wait_for_function("document.querySelector('.time output').textContent === '4'")
        page.keyboard.press("r")
        page.wait_for_function("document.querySelector('.time output').textContent === '6'")
        page.get_by_role("slider", name="Moment of the match").fill("2")
        page.get_by_text("This is an earlier moment.").wait_for()
        assert not page.locator("[data-target]").count()
        page.get_by_role("button", name="Back to now").click()
        page.locator("[data-target]").first.wait_for()
        assert laid.sent("at")[-1]["step"] is None


def test_seats_change_hands(browser: Any) -> None:
    laid = Laid("classics/connect_four", ("person", "person"))
    with seen(browser, laid) as page:
        page.get_by_label("Who plays Player 2").select_option("random")
        take_first(page)
        page.wait_for_function("document.querySelector('.time output').textContent === '2'")
        assert laid.table.seats == ["person", "random"]


@pytest.mark.parametrize(("size", "scheme"), [("phone", "dark"), ("screen", "light")])
@pytest.mark.parametrize(
    "game",
    ["gekido", "aimbots", "botwars", "geeko", "classics/whist", "classics/hex"],
    ids=lambda one: one.split("/")[-1],
)
def test_axe_finds_nothing(browser: Any, game: str, size: str, scheme: str) -> None:
    laid = Laid(game, ("person",))
    with seen(browser, laid, viewport=SIZES[size], color_scheme=scheme, reduced_motion="reduce") as page:
        for moves in (0, 6):
            for _ in range(moves):
                choose(page)
            if moves and page.locator(".fold:visible").count():
                page.locator(".fold summary").click()
            assert not findings(page)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_axe_finds_nothing_in_dialogs(browser: Any) -> None:
    laid = Laid("gekido", ("person", "random"))
    with seen(browser, laid) as page:
        for key, name in (("?", "Keys"), ("w", "Ask")):
            page.keyboard.press(key)
            page.get_by_role("dialog", name=name).wait_for()
            assert not findings(page)
            page.keyboard.press("Escape")
            page.get_by_role("dialog", name=name).wait_for(state="detached")
        laid.say(
            {"error": {"message": "no such die", "place": {"file": "a.gdl", "line": 3}, "lines": ["roll 7"]}}
        )
        page.get_by_role("alert").wait_for()
        assert "The match is unchanged" in page.get_by_role("alert").inner_text()
        assert not findings(page)


def test_a_device_goes_from_hand_to_hand(browser: Any) -> None:
    """Nothing of the table can be reached before the next player says that they have the device."""
    laid = Laid("classics/whist", ("person", "person"))
    with seen(browser, laid) as page:
        shown = laid.table.shown(laid.viewer)
        shown["shown"]["hand_over"] = {"seat": 1, "text": "Pass the device to Player 2"}
        laid.say(shown)
        cover = page.get_by_role("dialog", name="Pass the device to Player 2")
        cover.wait_for()
        page.keyboard.press("Escape")
        assert cover.is_visible()
        assert not findings(page)
        page.get_by_role("button", name=re.compile("I am Player 2")).click()
        until(page, lambda: laid.sent("see") == [{"do": "see", "seat": 1}])


TOLD = """() => {
  // A notice that may be gone again before anybody asks for it.
  const notice = document.querySelector(".notice.lost");
  const look = () => { if (!notice.hidden) window.told = notice.textContent; };
  new MutationObserver(look).observe(notice, { attributes: true });
}"""


def test_a_lost_connection_comes_back(browser: Any) -> None:
    laid = Laid("classics/connect_four", ("person", "random"))
    with seen(browser, laid) as page:
        take_first(page)
        page.evaluate(TOLD)
        laid.sockets[0].close()
        page.wait_for_function("window.told === 'The connection is lost. Trying again…'")
        page.get_by_text("The connection is lost").wait_for(state="hidden")
        take_first(page)
        page.wait_for_function("document.querySelector('.time output').textContent === '4'")


EVIL = """
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" class="gdl" viewBox="0 0 40 40"
  onload="bad()">
<script>bad()</script><style>@import url(//bad.test/x.css);</style>
<a href="javascript:bad()"><rect data-spot="a" width="9" height="9"/></a>
<foreignObject width="40" height="40">
  <body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="bad()"/></body>
</foreignObject>
<image href="http://bad.test/x.png" width="9" height="9"/>
<use href="http://bad.test/x.svg#a"/><use xlink:href="data:image/svg+xml,x"/>
<g data-spot="space &lt;b&gt;" onclick="bad()"><title>&lt;img src=x onerror=bad()&gt;</title>
  <rect x="10" width="9" height="9" fill="url(http://bad.test/p)" filter="url(//bad.test)"/></g>
<animate attributeName="href" to="javascript:bad()"/>
</svg>
"""


def test_nothing_from_rules_runs(browser: Any) -> None:
    """Hostile names, texts and pictures become letters and shapes."""
    laid = Laid("classics/connect_four", ("person", "random"))
    evil = "<img src=x onerror=bad()><script>bad()</script>"
    with seen(browser, laid, hostile=True) as page:
        page.evaluate("void (window.bad = () => { window.ran = true; })")
        shown = laid.table.shown(laid.viewer)["shown"]
        choice = {
            "number": 0,
            "label": evil,
            "note": evil,
            "amount": evil,
            "key": "1",
            "spots": [["space <b>"]],
        }
        question = {
            "seat": 0,
            "prompt": evil,
            "rule": evil,
            "cites": [evil],
            "link": "javascript:bad()",
            "choices": [choice],
        }
        shown |= {
            "game": evil, "heading": evil, "question": question, "waiting": evil, "from": 0,
            "picture": {"svg": EVIL, "title": evil, "text": evil},
            "log": [{"step": 0, "text": evil, "seat": 0, "why": [evil], "cites": [evil]}],
            "seats": [{"name": evil, "who": evil, "turn": True, "here": True}] * 2,
            "outcome": {"text": evil, "ranks": [1, 2], "lines": [evil]},
        }  # fmt: skip
        shown.pop("pictures", None)
        players = [{"kind": evil, "label": evil}]
        sheet = "@import url(http://bad.test/x.css);"
        laid.say(
            {"hello": {"game": evil, "sheet": sheet, "players": players, "rulebook": "javascript:bad()"}}
        )
        laid.say({"shown": shown})
        laid.say({"told": evil, "lines": [evil]})
        page.get_by_role("dialog").wait_for()
        page.keyboard.press("Escape")
        assert evil in page.locator("#prompt").inner_text()
        page.locator('[data-target="space <b>"]').click()
        page.wait_for_timeout(100)
        assert not page.evaluate("window.ran === true")
        assert (
            page.locator(
                ".pictures script, .pictures foreignObject, .pictures image, .pictures style, .pictures a"
            ).count()
            == 0
        )
        assert page.locator("img, script:not([type=module])").count() == 0
        assert page.locator("a").count() == 0
        names = "[...document.querySelectorAll('*')].flatMap((one) => one.getAttributeNames())"
        assert not [name for name in page.evaluate(names) if name.startswith("on")]


def test_motion_never_delays_and_can_be_off(browser: Any) -> None:
    for motion in ("no-preference", "reduce"):
        laid = Laid("classics/connect_four", ("person", "random"))
        with seen(browser, laid, reduced_motion=motion) as page:
            take_first(page)
            assert len(laid.sent("choose")) == 1
            take_first(page)
            assert len(laid.sent("choose")) == 2
            if motion == "reduce":
                assert page.evaluate("document.getAnimations().length") == 0


def test_a_question_stands_beside_what_it_is_about(browser: Any) -> None:
    """The note lies over nothing that is drawn or pressed, and its buttons answer as those of the question do."""
    laid = Laid("classics/tic_tac_toe", ("person", "random"))
    with seen(browser, laid, viewport=SIZES["screen"], reduced_motion="reduce") as page:
        page.locator("[data-target]").first.wait_for()
        note = page.locator(".docked:visible")
        assert note.inner_text().startswith(page.locator("#prompt").inner_text())
        covers = page.evaluate(
            """() => { const own = document.querySelector(".docked").getBoundingClientRect();
            return [...document.querySelectorAll("[data-target]")].map((one) => one.getBoundingClientRect())
              .filter((one) => one.left < own.right && one.right > own.left)
              .filter((one) => one.top < own.bottom && one.bottom > own.top).length; }"""
        )
        assert covers == 0
        assert findings(page) == []
        page.set_viewport_size(SIZES["phone"])
        page.locator(".docked").wait_for(state="hidden")


def test_people_have_a_name_and_a_colour(browser: Any) -> None:
    laid = Laid("classics/hex", ("person", "random"))
    with seen(browser, laid, viewport=SIZES["screen"]) as page:
        page.get_by_role("button", name="Say who Player 1 is").click()
        page.get_by_label("What the others call you").fill("Ann <b>B</b>")
        assert findings(page) == []
        page.get_by_role("radio", name="Colour 2").check()
        page.get_by_role("button", name="That is me").click()
        page.locator(".seat .person", has_text="Ann <b>B</b>").wait_for()
        assert page.locator(".seat .disc circle").evaluate_all(
            "all => all.map((one) => one.className.baseVal)"
        ) == [
            "player2",
            "player1",
        ]


def test_on_a_phone_a_button_goes_between_the_hand_and_the_board(browser: Any) -> None:
    laid = Laid("botwars", ("person", "random"), seed=11)
    with seen(browser, laid, viewport=SIZES["phone"], reduced_motion="reduce") as page:
        jump = page.get_by_role("button", name="Hand, board")
        tops = []
        for _ in range(2):
            jump.click()
            tops.append(still(page, page.locator('[data-spot="player 0"]'))["y"])
        assert min(tops) < 120 < max(tops)

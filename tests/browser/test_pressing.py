"""What somebody presses belongs to the question that they saw: presses that come too late answer nothing."""

from typing import Any

from tests.browser.tables import Laid, answered, choose, first, frames, moment, seen, still, until

FIRST = "button.choice:not(.back):visible"
SECOND_PRESS = """() => new Promise((done) => {
  // The second press of a double click, as soon as the first has brought another question.
  const time = document.querySelector(".time input");
  const prompt = document.getElementById("prompt");
  const before = time.value;
  const look = new MutationObserver(() => {
    if (time.value === before || !document.querySelector("button.choice")) return;
    look.disconnect();
    const press = (detail) => document.querySelector("button.choice")
      .dispatchEvent(new MouseEvent("click", { bubbles: true, detail }));
    Promise.resolve().then(() => { press(2); done(); });
  });
  look.observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true });
  document.querySelector("button.choice").dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
})"""
OLD_PRESS = """() => {
  window.old = document.querySelector("button.choice");
}"""


def drawn_anew(page: Any, laid: Laid) -> None:
    """Has the table shown once more, as when somebody else comes or goes; the question is the same."""
    shown = laid.table.shown(laid.viewer)
    shown["shown"]["seats"][1]["here"] = not shown["shown"]["seats"][1]["here"]
    laid.say(shown)
    frames(page)


def test_the_second_press_of_a_double_click_answers_nothing(browser: Any) -> None:
    laid = Laid("gekido", ("person", "random"))
    with seen(browser, laid) as page:
        before = moment(page)
        page.evaluate(SECOND_PRESS)
        until(page, lambda: moment(page) > before)
        frames(page)
        assert len(laid.sent("choose")) == 1
        answered(page, lambda: first(page))
        assert len(laid.sent("choose")) == 2, "a press of its own counts, however soon it comes"


def test_a_choice_of_an_old_question_answers_nothing(browser: Any) -> None:
    laid = Laid("gekido", ("person", "random"))
    with seen(browser, laid) as page:
        page.evaluate(OLD_PRESS)
        choose(page)
        page.evaluate("window.old.click()")
        frames(page)
        assert len(laid.sent("choose")) == 1
        choose(page)
        assert len(laid.sent("choose")) == 2
        laid.told(laid.sockets[0], {"do": "choose", "step": 0, "choice": 0})
        page.wait_for_function(
            "document.querySelector('.error p')?.textContent.startsWith('The match has moved on since')"
        )


def test_a_question_that_is_shown_again_stays_as_it_is(browser: Any) -> None:
    """The focus, what was picked, the list that was opened and what was looked for in it."""
    laid = Laid("classics/breakthrough", ("person", "random"))
    with seen(browser, laid) as page:
        page.keyboard.press("b")
        focused = "document.activeElement.dataset.target"
        page.keyboard.press("ArrowRight")
        had = page.evaluate(focused)
        drawn_anew(page, laid)
        assert page.evaluate(focused) == had
        page.locator(".fold summary").click()
        said = page.locator("li[data-number]").last.get_attribute("data-said")
        page.get_by_label("Find a choice").fill(said.strip())
        some = page.locator(FIRST).count()
        drawn_anew(page, laid)
        assert page.locator(FIRST).count() == some > 0
        page.get_by_label("Find a choice").fill("")
        page.locator("[data-target^=Pawn]").first.click()
        page.locator(".target.picked").wait_for()
        drawn_anew(page, laid)
        assert page.locator(".target.picked").count() == 1


def test_what_is_carried_is_put_back_when_another_question_comes(browser: Any) -> None:
    laid = Laid("classics/breakthrough", ("person", "random"))
    with seen(browser, laid, reduced_motion="reduce") as page:
        pawn = page.locator("[data-target^=Pawn]").first
        box = still(page, pawn)
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.mouse.move(box["x"] + 40, box["y"] - 40, steps=4)
        page.locator(".target.picked").wait_for()
        laid.told(laid.sockets[0], {"do": "choose", "step": 0, "choice": 0})
        until(page, lambda: moment(page) == 2)
        goal = page.locator("[data-target]").last.bounding_box()
        page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=4)
        page.mouse.up()
        frames(page)
        assert not page.locator(".target.picked").count()
        assert moment(page) == 2

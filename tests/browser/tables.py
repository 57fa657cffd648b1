"""A table in a real browser, without a server: pages and messages are handed over by the test itself.

A page is waited for and never timed: a machine may be busy, and a wait for what is there already costs nothing.
What is pressed may be drawn anew at the same moment, as it may for people. `choose` and `answered` therefore go by the
number of decisions that the page shows, and not by what is asked, as the next question may say the same.
"""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from gekido_dsl import api, web
from gekido_dsl.engine import Setting
from gekido_dsl.table import Table, Viewer, opened

LIMIT_MS = 60_000
"""So long something is waited for that has to come about."""
BASE = "http://table.test/"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)


_AGAIN_MS = 10_000
"""After so long something is pressed once more."""
_TRIES = 6
_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
_MOVES = """() => document.getAnimations().some((one) =>
  one.playState === "running" && Number.isFinite(one.effect?.getComputedTiming().endTime ?? 0))"""
_MOMENT = "Number(document.querySelector('.gdl-table .time input')?.value ?? -1)"
_CHOICE = "document.querySelector('.question button.choice:not(.back):not([disabled])')"
_ASKED = f"() => {_CHOICE} && [{_MOMENT}]"
_CHOSEN = f"""(before) => {{
  if ({_MOMENT} !== before) return true;
  {_CHOICE}?.click();
  return false;
}}"""


class Laid:
    """A match at a table, with one screen before it."""

    def __init__(self, game: str, who: tuple[str, ...], seed: int = 7, text: str = "") -> None:
        self.rules = api.read_text(text) if text else api.read(game)
        made = self.rules.compilation
        players = max(len(who), self.rules.players.start)
        kinds = (*who, *["random"] * players)[:players]
        self.table = Table(made, opened(made, Setting(players, seed, {}), kinds))
        people = frozenset(seat for seat, kind in enumerate(kinds) if kind == "person")
        self.table.here = people
        self.viewer = Viewer(plays=people, is_host=True, sees_all_seats=True)
        self.sockets: list[Any] = []
        self.asked: list[dict[str, Any]] = []
        self.move_bots()

    def move_bots(self) -> None:
        """Has bots choose until a person is asked."""
        while (due := self.table.due()) is not None:
            self.table.settle(due, due.choose())

    def go_on(self, decisions: int) -> None:
        """Plays the match on before the page is opened: whoever is asked takes the first choice."""
        for _ in range(decisions):
            self.table.session.choose(0)
            self.table.changed()
            self.move_bots()

    def hello(self) -> dict[str, Any]:
        """Says what is said once."""
        kinds = [{"kind": "person", "label": "Person"}, {"kind": "random", "label": "Random bot"}]
        return {
            "hello": {
                "game": self.rules.title,
                "sheet": self.table.look.screen.sheet,
                "language": "en",
                "lessons": len(self.table.lessons.all),
                "players": kinds,
            }
        }

    def connected(self, socket: Any) -> None:
        """Talks to a page."""
        self.sockets = [socket]
        socket.on_message(lambda text: self.told(socket, json.loads(text)))
        socket.send(json.dumps(self.hello()))
        socket.send(json.dumps(self.table.shown(self.viewer)))

    def told(self, socket: Any, message: dict[str, Any]) -> None:
        """Takes a message, and shows what came of it."""
        self.asked.append(message)
        for answer in self.table.do(message, self.viewer):
            socket.send(json.dumps(answer))
        self.move_bots()
        socket.send(json.dumps(self.table.shown(self.viewer)))

    def say(self, message: dict[str, Any]) -> None:
        """Sends the page something."""
        for socket in self.sockets:
            socket.send(json.dumps(message))

    def sent(self, does: str) -> list[dict[str, Any]]:
        """Lists what the page asked for."""
        return [one for one in self.asked if one["do"] == does]


@contextmanager
def seen(browser: Any, laid: Laid, hostile: bool = False, **settings: Any) -> Iterator[Any]:
    """Opens the page of a table; fails for whatever goes wrong in it.

    Args:
        hostile: whether the browser may have to tell that it refused something.
    """
    wrong: list[str] = []
    context = window(browser, **settings)
    page = context.new_page()
    page.on("pageerror", lambda error: wrong.append(f"{error}"))
    page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
    page.on("requestfailed", lambda request: wrong.append(f"{request.url} failed"))
    page.route("**/*", _answered)
    page.route_web_socket("ws://table.test/**", laid.connected)
    page.goto(f"{BASE}t/1/?key=k")
    page.wait_for_selector(".gdl-table .game:not(:empty)")
    for _ in range(2):  # in a narrow window the page asks for a narrow picture first
        frames(page)
    yield page
    context.close()
    if hostile:
        wrong = [one for one in wrong if "Content Security Policy" not in one]
    assert not wrong, wrong


def _answered(route: Any) -> None:
    path = route.request.url.removeprefix(BASE).partition("?")[0]
    name = "table.html" if path.startswith("t/") else path.removeprefix("static/")
    body = web.assets().get(name)
    if not route.request.url.startswith(BASE) or body is None:
        route.fulfill(status=404, body=f"there is no {route.request.url}")
        return
    headers = {"content-type": web.media_type(name), "content-security-policy": POLICY}
    route.fulfill(status=200, body=body, headers=headers)


def window(browser: Any, **settings: Any) -> Any:
    """Opens a window of its own, as wide as a screen; what is waited for in it may take long."""
    context = browser.new_context(**{"viewport": {"width": 1440, "height": 900}, **settings})
    context.set_default_timeout(LIMIT_MS)
    return context


def until(page: Any, holds: Callable[[], bool]) -> None:
    """Waits for something that the page itself does not show; fails if it does not come about."""
    end = time.monotonic() + LIMIT_MS / 1000
    while not holds():
        assert time.monotonic() < end, f"it did not come about within {LIMIT_MS // 1000} seconds"
        page.wait_for_timeout(20)


def frames(page: Any) -> None:
    """Waits until the page has been laid out and drawn, and has heard of it."""
    page.evaluate(_FRAMES)


def moment(page: Any) -> int:
    """Tells how many decisions the page shows, as soon as there is a match."""
    page.wait_for_function(f"() => {_MOMENT} >= 0")
    return int(page.evaluate(_MOMENT))


def choose(page: Any) -> None:
    """Takes the first choice that goes on as soon as there is one, and waits for what comes of it.

    Looking and pressing are one step of the page, so that the choice belongs to the question that stands there.
    """
    (before,) = page.wait_for_function(_ASKED).json_value()  # others may have decided until then
    page.wait_for_function(_CHOSEN, arg=before, polling=50)


def first(page: Any) -> None:
    """Presses the first choice of the list, which is opened where choices are made in the picture."""
    choices = page.locator("button.choice:not(.back):visible")
    if not choices.count() and page.locator(".fold:visible:not([open]) summary").count():
        page.locator(".fold summary").click()
    choices.first.click()


def answered(page: Any, press: Callable[[], object]) -> None:
    """Presses something as a person does, until the page shows that it was an answer."""
    from playwright.sync_api import TimeoutError

    before = moment(page)
    for _ in range(_TRIES):
        press()
        try:
            page.wait_for_function(f"(before) => {_MOMENT} !== before", arg=before, timeout=_AGAIN_MS)
            return
        except TimeoutError:
            continue  # it met what was just being drawn anew
    raise AssertionError("no press was taken for an answer")


def still(page: Any, place: Any) -> dict[str, float]:
    """Gives where something stands, once it stands still."""
    boxes = [None]

    def stands() -> bool:
        frames(page)
        boxes.append(place.bounding_box())
        return boxes[-1] is not None and boxes[-1] == boxes[-2] and not page.evaluate(_MOVES)

    until(page, stands)
    return dict(boxes[-1] or {})


def findings(page: Any) -> list[str]:
    """Lists what axe finds; animations are over first, as half-faded letters have less contrast."""
    from axe_playwright_python.sync_playwright import Axe

    page.wait_for_timeout(350)
    until(page, lambda: not page.evaluate(_MOVES))
    found = Axe().run(
        page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
    )
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:160] for node in one['nodes'][:3]]}"
        for one in found.response["violations"]
    ]

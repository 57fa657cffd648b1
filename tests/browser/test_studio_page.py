"""The page of the studio: what is typed comes to the table, findings lead to their place, a table is a grid."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from gekido_dsl import api, web
from tests.browser.tables import POLICY, Laid, answered, findings, until, window

BASE = "http://studio.test/"
RULES = (Path(__file__).resolve().parents[2] / "rulesets" / "classics" / "connect_four.gdl").read_text(
    "utf-8"
)
CARDS = "# Cards.\n- Name: Jab   # quick\n  Cost: 2\n  Effects:\n    - Hit\n- Name: Kick\n  Cost: 3\n"


WINS = [{"name": "seat 1", "count": 3, "of": 5, "share": 0.6, "low": 0.4, "high": 0.8}]
REPORT = {"games": 5, "wins_by_seat": WINS, "turns": {"mean": 9.5, "sd": 1, "min": 7, "max": 12}}


class Served:
    """What the studio's server would answer, for two files held here."""

    def __init__(self) -> None:
        self.texts = {"four.gdl": RULES, "four/cards.yaml": CARDS}
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.examples: list[dict[str, Any]] = [{"title": "a disc falls", "name": "four.gdl", "line": 3}]
        self.laid = Laid("", ("person", "random"), text=RULES)

    def typed(self, name: str, text: str | None) -> dict[str, Any]:
        """Takes up a text; the last good rules stay on the table."""
        if text is not None:
            self.texts[name] = text
        read = api.read_text(self.texts["four.gdl"])
        errors = [one for one in read.findings if one.severity.value == "error"]
        found = []
        for one in errors:
            span = one.labels[0].span
            start, end = span.start, span.end
            line = self.texts["four.gdl"].count("\n", 0, start) + 1
            place = {"name": "four.gdl", "start": start, "end": end, "line": line, "column": 1, "more": []}
            fixes = [
                {
                    "title": "Take it out",
                    "edits": [{"name": "four.gdl", "start": start, "end": end, "text": ""}],
                }
            ]
            said = {
                "severity": "error",
                "code": str(one.code),
                "message": one.message,
                "help": one.help,
                "notes": [],
            }
            found.append({**said, **place, "fixes": fixes})
        change = None
        if not errors and text is not None:
            self.laid = Laid("", ("person", "random"), text=self.texts["four.gdl"])
            lines = ["1 change in words alone.", "", "title: another one"]
            change = {"kept": 0, "of": 0, "stopped": "", "differs": None, "lines": lines}
        return {"state": {"good": not errors, "findings": found, "took_ms": 12.3, "change": change}}

    def answer(self, what: str, asked: dict[str, Any]) -> dict[str, Any]:
        """Answers a question."""
        self.asked.append((what, asked))
        kinds = [{"kind": "person", "label": "Person"}, {"kind": "random", "label": "Random bot"}]
        setting = {"players": 2, "seed": 7, "options": {"Rows": "six"}, "seats": ["person", "random"]}
        options = {"Rows": ["six", "seven"], "Fast": ["yes", "no"]}
        plain: dict[str, Any] = {
            "files": {
                "main": "four.gdl",
                "files": [
                    {"name": "four.gdl", "kind": "rules", "own": True, "version": "1"},
                    {"name": "four/cards.yaml", "kind": "table", "own": True, "version": "1"},
                ],
            },
            "write": {"version": "2"},
            "tokens": {"tokens": [[0, 4, "keyword"]]},
            "hover": {"text": "**Board**: the `board` of the game", "start": 0, "end": 4},
            "complete": {"start": 0, "options": []},
            "definition": {},
            "coverage": {"lines": [{"line": 3, "times": 0, "text": "never used, in 5 matches"}]},
            "book": {"url": "about-the-game.html"},
            "examples": {"examples": self.examples},
            "run_examples": {
                "results": [{"title": "a disc falls", "passed": True, "text": "", "lines": []}],
                "not_played": [{"text": "rule Lift", "name": "four.gdl", "line": 3}],
            },
            "make_example": {"text": 'example "mine"\n', "name": "four.gdl"},
            "odds": {"patterns": [{"name": "Pair", "text": "44%"}]},
            "graph": {
                "svg": '<svg viewBox="0 0 9 9"><g data-spot="phase Dropping"><rect width="9" height="9"/></g></svg>',
                "phases": {"Dropping": ["phase Dropping"]},
            },
            "setting": {"players": [2], "options": options, "now": setting, "kinds": kinds},
            "begin": {},
            "simulate": {"job": 1},
            "templates": {"templates": ["dice", "cards"], "folder": "/games", "own": True},
            "new": {"opened": "mine.gdl", "folder": "games/mine"},
        }  # fmt: skip
        if what == "read":
            return {"name": asked["name"], "text": self.texts[asked["name"]], "version": "1", "own": True}
        if what == "typed":
            return self.typed(asked["name"], asked["text"])
        return plain.get(what, {})

    def connected(self, socket: Any) -> None:
        """Talks to the table of the page."""
        self.socket = socket
        socket.on_message(lambda text: self.laid.told(socket, json.loads(text)))
        self.laid.sockets = [socket]
        socket.send(json.dumps(self.laid.hello()))
        socket.send(json.dumps(self.laid.table.shown(self.laid.viewer)))


@contextmanager
def opened(browser: Any, served: Served, **settings: Any) -> Iterator[Any]:
    """Opens the studio; fails for whatever goes wrong in it."""
    wrong: list[str] = []
    context = window(browser, **settings)
    page = context.new_page()
    page.on("pageerror", lambda error: wrong.append(f"{error}"))
    page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)

    def answered(route: Any) -> None:
        path = route.request.url.removeprefix(BASE).partition("?")[0]
        headers = {"content-security-policy": f"{POLICY}; frame-src 'self'"}
        if path.startswith("api/"):
            body = served.answer(path.removeprefix("api/"), json.loads(route.request.post_data))
            route.fulfill(status=200, body=json.dumps(body), headers={"content-type": "application/json"})
            return
        name = "studio.html" if path == "studio/" else path.removeprefix("static/")
        found = web.assets().get(name, b"<!doctype html><title>Rulebook</title><h1>Rulebook</h1>")
        kind = web.media_type(name) if name in web.assets() else "text/html"
        route.fulfill(status=200, body=found, headers={"content-type": kind, **headers})

    page.route("**/*", answered)
    page.route_web_socket("ws://studio.test/**", served.connected)
    page.goto(f"{BASE}studio/?key=k")
    page.locator(".pane.play .game:not(:empty)").wait_for(state="attached")
    page.get_by_text("Playable").wait_for()
    yield page
    context.close()
    assert not wrong, wrong


def type_at_start(page: Any, text: str) -> None:
    """Types at the beginning of the open file."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+Home")
    page.keyboard.type(text)


def test_what_is_typed_comes_to_the_table(browser: Any) -> None:
    served = Served()
    with opened(browser, served) as page:
        type_at_start(page, "# a remark\n")
        page.get_by_text("What is different").wait_for()
        until(page, lambda: served.texts["four.gdl"].startswith("# a remark\n"))
        until(page, lambda: page.get_by_role("button", name="Save", exact=True).is_enabled())
        page.keyboard.press("Control+s")
        page.get_by_role("button", name="Saved").wait_for()
        assert [asked["name"] for what, asked in served.asked if what == "write"] == ["four.gdl"]


def test_an_edit_that_does_not_compile_leaves_the_game(browser: Any) -> None:
    served = Served()
    with opened(browser, served) as page:
        type_at_start(page, "nonsense\n")
        page.get_by_text("the last good rules stay on the table").wait_for()
        answered(page, page.locator("[data-target]").first.click)
        page.locator(".log li").nth(2).wait_for()
        page.locator(".finding").first.click()
        page.wait_for_function("document.activeElement?.classList.contains('editor')")
        page.get_by_role("button", name="Take it out").first.click()
        page.locator(".problems li").first.wait_for(state="detached")


def test_what_stands_beside(browser: Any) -> None:
    served = Served()
    with opened(browser, served) as page:
        page.get_by_role("tab", name="Examples").click()
        page.get_by_role("button", name="Run all").click()
        page.get_by_text("1 of 1 hold.").wait_for()
        page.get_by_role("button", name="rule Lift (line 3)").wait_for()
        some = {"title": "a disc falls", "passed": False, "text": "it does not", "lines": ["x"]}
        served.laid.say({"examples": {"run": 1, "done": 1, "of": 9, "passed": 0, "results": [some]}})
        page.get_by_text("it does not").wait_for()
        page.get_by_text("1 of 9 have run").wait_for()
        page.get_by_role("tab", name="Phases").click()
        page.locator(".panel.graph .lit").wait_for(state="attached")
        page.get_by_role("tab", name="Odds").click()
        page.get_by_text("44%").wait_for()
        page.get_by_role("tab", name="Simulation").click()
        page.get_by_role("button", name="Simulate").click()
        page.get_by_text("Starting").wait_for()
        until(page, lambda: any(what == "simulate" for what, _ in served.asked))
        page.get_by_role("button", name="Stop").wait_for()
        served.laid.say({"job": {"id": 1, "done": 5, "of": 5, "report": REPORT}})
        page.get_by_text("60% (40%–80%)").wait_for()
        page.get_by_label("never used, in 5 matches").first.wait_for()
        assert not findings(page)
        page.get_by_role("tab", name="Options").click()
        page.get_by_label("Rows").select_option("seven")
        page.get_by_role("switch", name="Fast").uncheck()
        page.get_by_role("button", name="Begin a match with this").click()
        until(page, lambda: any(what == "begin" for what, _ in served.asked))
        begun = next(asked for what, asked in served.asked if what == "begin")
        assert begun["options"] == {"Rows": "seven", "Fast": "no"}


def test_how_examples_came_out_stays_when_another_is_written(browser: Any) -> None:
    served = Served()
    with opened(browser, served) as page:
        page.get_by_role("tab", name="Examples").click()
        page.get_by_role("button", name="Run all").click()
        page.get_by_text("1 of 1 hold.").wait_for()
        served.examples[0]["passed"] = True
        served.examples.append({"title": "another", "name": "four.gdl", "line": 4, "passed": None})
        type_at_start(page, "# a remark\n")
        page.locator('[data-title="another"]').wait_for()
        assert page.locator('[data-title="a disc falls"] .result').inner_text() == "✓ holds"


def test_a_new_game(browser: Any) -> None:
    served = Served()
    with opened(browser, served) as page:
        page.get_by_role("button", name="New game").click()
        page.get_by_label("Begin with").select_option("cards")
        page.get_by_label("What is it called?").fill("Mine")
        page.get_by_role("button", name="Make it").click()
        page.get_by_role("dialog").wait_for(state="detached")
        until(page, lambda: ("new", {"template": "cards", "name": "Mine", "discard": False}) in served.asked)
        served.laid.say({"opened": {"main": "four.gdl"}})
        until(page, lambda: len([what for what, _ in served.asked if what == "files"]) == 2)
        page.get_by_text("Playable").wait_for()


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_axe_finds_nothing_in_the_studio(browser: Any, width: int, scheme: str) -> None:
    served = Served()
    size = {"width": width, "height": 860}
    with opened(browser, served, viewport=size, color_scheme=scheme, reduced_motion="reduce") as page:
        for pane in ("Text", "Table", "Beside") if width < 1100 else ("",):
            if pane:
                page.get_by_role("button", name=pane, exact=True).click()
            assert not findings(page)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for tab in ("Examples", "Phases", "Odds", "Simulation", "Options"):
            page.get_by_role("tab", name=tab).click()
            assert not findings(page)

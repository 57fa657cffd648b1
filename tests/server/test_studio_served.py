"""The studio: what its page asks, an edit while playing, and what nobody may read or write."""

import json
import shutil
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

pytest.importorskip("starlette")

from at_table import Page
from conftest import BASE, searcher
from starlette.testclient import TestClient

import gekido_dsl
from gekido_dsl.engine import Odds, Setting
from gekido_dsl.files import shipped_folder
from gekido_dsl.scenario import run_one
from gekido_dsl.server.bot_threads import BotThreads
from gekido_dsl.server.guard import Addresses
from gekido_dsl.server.studio import Studio, Tools
from gekido_dsl.server.studio_app import application
from gekido_dsl.simulate import Pool
from gekido_dsl.studio.anchors import told_at
from gekido_dsl.studio.drafts import Drafts, version_of
from gekido_dsl.studio.live_reload import LiveRuleset
from gekido_dsl.studio.many_games import experiment
from gekido_dsl.studio.refusal import Refused
from gekido_dsl.table import plain_bots
from gekido_dsl.table.rules import Rules

KEY = "k" * 20
WAIT_S = 120
TEMPLATES = Path(gekido_dsl.__file__).parent / "templates"


def here() -> Pool:
    from concurrent.futures import ThreadPoolExecutor

    return Pool(lambda: ThreadPoolExecutor(1), lambda pool, done: pool.shutdown(), 1)


def book(made: Any) -> dict[str, str | bytes]:
    return {"index.html": f"<title>{made.game.title}</title>"}


def studio_of(folder: Path, main: str, seats: list[str]) -> Studio:
    drafts = Drafts(folder, main)
    made = drafts.compilation()
    kinds = {"person": "Person", "random": "Bot"}
    bot_threads = BotThreads(plain_bots, searcher, threads=1)
    rules = Rules(made, main, "test", kinds, seed=lambda: 7)
    live = LiveRuleset.opened(drafts, rules, plain_bots, Setting(2, 5), seats)
    tools = Tools(book, lambda kind: None, lambda kind: kind in kinds, here)
    return Studio(live, bot_threads, kinds, tools)


class OpenStudio:
    """A page of the studio, as far as it asks."""

    def __init__(self, studio: Studio) -> None:
        self.studio = studio
        self.client = TestClient(application(studio, Addresses.of(("127.0.0.1",), 8000), KEY), base_url=BASE)

    def __call__(self, what: str, status: int = 200, **asked: Any) -> dict[str, Any]:
        answer = self.client.post(f"/api/{what}?key={KEY}", json=asked)
        assert answer.status_code == status, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def table(self) -> Any:
        return self.client.websocket_connect(f"ws://127.0.0.1:8000/studio/socket?key={KEY}")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(TEMPLATES / "dice" / "game.gdl", tmp_path / "pot.gdl")
    shutil.copy(shipped_folder() / "classics" / "goofspiel.gdl", tmp_path)
    return tmp_path


@pytest.fixture
def opened(folder: Path) -> Iterator[OpenStudio]:
    made = OpenStudio(studio_of(folder, "pot.gdl", ["person", "person"]))
    with made.client:
        yield made


def text_of(opened: OpenStudio) -> tuple[str, str]:
    found = opened("read", name="pot.gdl")
    return found["text"], found["version"]


def played(page: Page, choices: list[int]) -> None:
    for choice in choices:
        page.until_asked()
        step = page.shown["step"]
        page.choose(choice)
        while page.shown["step"] <= step:
            page.see()


def test_a_variant_of_ones_own_ruleset_lies_beside_it(opened: OpenStudio, folder: Path) -> None:
    assert opened("templates")["beside"] == folder.as_posix()


def test_an_edit_plays_the_same_decisions_again(opened: OpenStudio) -> None:
    with opened.table() as socket:
        page = Page(socket)
        played(page, [0, 0, 1, 0])
        text, _ = text_of(opened)
        told = opened("typed", name="pot.gdl", text=text.replace("at least 50", "at least 45"))["state"]
        assert told["good"]
        assert told["change"]["kept"] == told["change"]["of"] == 4
        assert told["change"]["differs"] is None
        while "lines" not in (found := page.receive()).get("state", {}).get("change", {}):
            pass
        assert any("45" in line for line in found["state"]["change"]["lines"])
        played(page, [1])
        assert page.shown["step"] == 5


def test_what_differs_is_told(opened: OpenStudio) -> None:
    with opened.table() as socket:
        page = Page(socket)
        played(page, [0, 0])
        text, _ = text_of(opened)
        told = opened("typed", name="pot.gdl", text=text.replace('"Roll again"', '"Dare again"'))["state"]
        assert told["good"]
        change = told["change"]
        assert change["stopped"] is not None
        assert change["kept"] < change["of"] == 2
        assert "Dare again" in change["differs"]["text"]
        # What waited is played again by an edit with which it goes.
        back = opened("typed", name="pot.gdl", text=None)["state"]
        assert back["change"]["kept"] == 2


def test_an_edit_with_errors_leaves_the_last_good_game(opened: OpenStudio) -> None:
    with opened.table() as socket:
        page = Page(socket)
        played(page, [0])
        text, _ = text_of(opened)
        told = opened("typed", name="pot.gdl", text=text + "\nrule Broken\n  gibberish 😀\n")["state"]
        assert not told["good"]
        assert told["change"] is None
        found = told["findings"][0]
        assert found["severity"] == "error"
        assert found["name"] == "pot.gdl"
        assert found["start"] < found["end"]
        played(page, [0])
        assert page.shown["step"] == 2


def test_saving_writes_the_file_whole(opened: OpenStudio, folder: Path) -> None:
    text, version = text_of(opened)
    new = text.replace("at least 50", "at least 40")
    saved = opened("write", name="pot.gdl", text=new, version=version)
    assert (folder / "pot.gdl").read_text(encoding="utf-8") == new
    assert saved["version"] == version_of(new)
    assert opened("write", 409, name="pot.gdl", text="x", version=version)["refused"]
    assert opened("write", 409, name="pot.gdl", text="x", version=None)["refused"]
    assert not list(folder.glob(".*"))
    assert opened("write", name="more/part.gdl", text="# more\n", version=None)["version"]


OUTSIDE = [
    "../secret.gdl", "/etc/passwd", "a/../../secret.gdl", "..\\secret.gdl", "C:\\secret.gdl", "C:secret.gdl", "", ".",
    ".hidden.gdl", "sub/.hidden.gdl", "link.gdl", "out/secret.gdl", "nul\0.gdl", "a" * 5_000, "<library>/../x.gdl",
    "//server/share/x.gdl", "script.js", "run.py",
]  # fmt: skip


@pytest.mark.parametrize("name", OUTSIDE, ids=lambda name: repr(name[:20]))
def test_nothing_outside_the_folder_is_read_or_written(opened: OpenStudio, folder: Path, name: str) -> None:
    outside = folder.parent / "secret.gdl"
    outside.write_text("secret", encoding="utf-8")
    try:
        (folder / "link.gdl").symlink_to(outside)
        (folder / "out").symlink_to(folder.parent)
    except OSError:
        pytest.skip("links cannot be made here")
    if not name.endswith((".js", ".py")):
        assert set(opened("read", 409, name=name)) == {"refused"}
    for version in (None, version_of("secret")):
        assert opened("write", 409, name=name, text="overwritten", version=version)["refused"]
    opened("typed", 409, name=name, text="x")
    assert outside.read_text(encoding="utf-8") == "secret"
    outside.unlink()


def test_a_shipped_game_is_not_written() -> None:
    drafts = Drafts(shipped_folder() / "classics", "pig.gdl", own=False)
    text = drafts.on_disk("pig.gdl")
    with pytest.raises(Refused):
        drafts.write("pig.gdl", text + "\n", version_of(text))


def test_the_key_is_needed(opened: OpenStudio) -> None:
    for key in ("", "x", KEY[:-1]):
        assert opened.client.post(f"/api/files?key={key}", json={}).status_code == 403
        assert opened.client.get(f"/studio/?key={key}").status_code == 403
    headers = {"origin": "http://evil.example"}
    assert opened.client.post(f"/api/files?key={KEY}", json={}, headers=headers).status_code == 403
    assert (
        opened.client.post(f"/api/files?key={KEY}", json={}, headers={"host": "evil.example"}).status_code
        == 403
    )
    for body in (b"", b"[]", b"[" * 100_000, b"\xff"):
        assert opened.client.post(f"/api/files?key={KEY}", content=body).status_code == 400
    assert opened.client.post(f"/api/typed?key={KEY}", content=b"x" * 3_000_000).status_code == 413
    assert opened.client.post(f"/api/__init__?key={KEY}", json={}).status_code == 409


HOSTILE: list[tuple[str, dict[str, Any]]] = [
    ("read", {}), ("read", {"name": 1}), ("typed", {"name": "pot.gdl", "text": 5, "x": {}}), ("hover", {"at": []}),
    ("hover", {"name": "pot.gdl", "at": -5}), ("hover", {"name": "pot.gdl", "at": 1e99}),
    ("rename", {"name": "pot.gdl"}),
    ("rename", {"name": "pot.gdl", "at": 0, "to": 3}), ("begin", {"players": "2"}), ("begin", {"players": 99}),
    ("begin", {"options": {"x": []}}), ("begin", {"options": []}), ("begin", {"seats": [1]}),
    ("begin", {"seats": ["x"]}),
    ("begin", {"seed": -1}), ("simulate", {"games": 0}), ("simulate", {"games": 10**12}), ("simulate", {"games": True}),
    ("run_examples", {"title": "none"}), ("play_example", {"title": 1}), ("play_example", {"title": "none"}),
    ("new", {"template": "x", "name": "../x"}), ("format", {"name": "nothing.gdl"}), ("read", {"name": "\ud800.gdl"}),
    ("typed", {"name": "pot.gdl", "text": "\ud800"}), ("complete", {"name": "pot.gdl", "at": 2**40}),
]  # fmt: skip


@pytest.mark.parametrize(("what", "asked"), HOSTILE, ids=lambda one: str(one)[:40])
def test_hostile_questions_are_answered(opened: OpenStudio, what: str, asked: dict[str, Any]) -> None:
    answer = opened.client.post(f"/api/{what}?key={KEY}", content=json.dumps(asked))
    assert answer.status_code in (200, 409), answer.text
    assert opened("files")["main"] == "pot.gdl"


def test_names_are_explained_found_and_changed(opened: OpenStudio) -> None:
    text, _ = text_of(opened)
    opened("typed", name="pot.gdl", text="# 😀\n" + text)
    text = "# 😀\n" + text
    kind = next(line for line in text.splitlines() if line.startswith("phase ")).split()[1]
    at = len(text[: text.index(f"phase {kind}")].encode("utf-16-le")) // 2 + 7
    told = opened("hover", name="pot.gdl", at=at)
    assert kind in told["text"]
    place = opened("definition", name="pot.gdl", at=at)
    assert text.encode("utf-16-le")[2 * place["start"] : 2 * place["end"]].decode("utf-16-le") == kind
    uses = opened("uses", name="pot.gdl", at=at)["places"]
    assert len(uses) >= 2
    edits = opened("rename", name="pot.gdl", at=at, to="Daring")["edits"]
    assert len(edits) == len(uses)
    assert opened("complete", name="pot.gdl", at=at)["options"] is not None
    assert opened("outline", name="pot.gdl")["symbols"]
    tokens = opened("tokens", name="pot.gdl")["tokens"]
    assert [one[0] for one in tokens] == sorted(one[0] for one in tokens)
    assert opened("format", name="pot.gdl")["text"] == text


def test_what_stands_beside(opened: OpenStudio) -> None:
    assert {one["name"] for one in opened("files")["files"]} == {"pot.gdl", "goofspiel.gdl"}
    known = opened("examples")["examples"]
    assert known
    results = opened("run_examples")["results"]
    assert all(one["passed"] for one in results)
    assert all(one["passed"] for one in opened("examples")["examples"])
    now = opened("setting")
    assert now["now"]["seats"] == ["person", "person"]
    opened("begin", players=3, seats=["random", "person", "person"], seed=4)
    assert opened("setting")["now"]["players"] == 3
    drawn = opened("graph")
    assert drawn["phases"]
    assert all(f'data-spot="{spot}"' in drawn["svg"] for spot in drawn["phases"].values())
    assert "patterns" in opened("odds")


def test_what_a_variant_adds_and_no_example_plays_is_listed(folder: Path) -> None:
    text = (
        'edition 1\n\ngame "X" changes "pot.gdl"\n\nwhenever Round ends\n  announce "over"\n'
        'whenever every third Round ends\n  announce "third"\n\nscenario "Y"\n  when the first player passes\n'
        "  when the second player passes\n"
    )
    (folder / "more.gdl").write_text(text, encoding="utf-8")
    opened = OpenStudio(studio_of(folder, "more.gdl", ["person", "person"]))
    with opened.client:
        told = opened("run_examples")
        assert [(one["name"], one["line"]) for one in told["not_played"]][-1] == ("more.gdl", 8)
        assert opened("run_examples", title="Y")["not_played"] == []


def test_an_example_is_put_on_the_table(opened: OpenStudio) -> None:
    title = opened("examples")["examples"][0]["title"]
    with opened.table() as socket:
        page = Page(socket)
        opened("play_example", title=title)
        while page.shown["question"] is None:
            page.see()
        played(page, [0])
        assert page.shown["step"] >= 1


def test_the_position_becomes_an_example(opened: OpenStudio) -> None:
    with opened.table() as socket:
        page = Page(socket)
        assert opened("examples")["can_make"]
        assert "nothing was decided" in opened("make_example", 409, title="Too early")["refused"]
        played(page, [0, 0, 1, 0])
        known = opened("examples")["examples"][0]["title"]
        assert "this title" in opened("make_example", 409, title=known)["refused"]
        assert "quotation" in opened("make_example", 409, title='A "title"')["refused"]
        made = opened("make_example", title="Four decisions")
        assert made["name"] == "pot.gdl"
        text, _ = text_of(opened)
        told = opened("typed", name="pot.gdl", text=f"{text.rstrip()}\n\n{made['text']}")["state"]
        assert told["good"]
        results = opened("run_examples", title="Four decisions")["results"]
        assert [one["passed"] for one in results] == [True]


@pytest.mark.dear
def test_games_are_played_beside(opened: OpenStudio) -> None:
    with opened.table() as socket:
        page = Page(socket)
        assert opened("coverage", name="pot.gdl") == {}
        job = opened("simulate", games=40, players=2)["job"]
        found = page.receive()
        while "job" not in found or found["job"]["report"] is None:
            assert "trouble" not in found.get("job", {}), found
            found = page.receive()
        assert found["job"]["id"] == job
        assert found["job"]["report"]["games"] == 40
        charts = {one["title"]: one["svg"] for one in found["job"]["report"]["charts"]}
        assert {
            "By seat",
            "Turns",
            "Choices each time, by rule that asks",
            "Played of the rules, by sort",
        } <= set(charts)
        assert all(one.startswith("<svg") and "style=" not in one for one in charts.values())
        text, _ = text_of(opened)
        told = opened("coverage", name="pot.gdl")
        assert (told["says"], told["old"]) == ("in 40 matches by Bot", False)
        marked = {one["line"]: one for one in told["lines"]}
        lines = text.split("\n")
        keep = next(number for number, line in enumerate(lines, 1) if '"Keep the pot"' in line)
        assert marked[keep + 1]["times"] > 0
        assert "played" in marked[keep + 1]["text"]
        assert 1 not in marked
        assert opened("coverage", name="goofspiel.gdl") == {}
        opened("typed", name="pot.gdl", text=text.replace("at least 50", "at least 20"))
        opened("compare", games=200, players=2)
        while "job" not in found or found["job"]["id"] == job or found["job"]["report"] is None:
            found = page.receive()
        report = found["job"]["report"]
        assert report["games"] == 200
        assert any("fewer" in one for one in report["verdict"]), report["verdict"]
        turns = next(row for row in report["rows"] if row[0].strip() == "turns")
        assert turns[-1] == "changed" and float(turns[1]) > float(turns[2])


def test_rows_of_tables_are_marked_by_what_happened_with_them(tmp_path: Path) -> None:
    for file in (TEMPLATES / "cards").iterdir():
        shutil.copy(file, tmp_path)
    opened = OpenStudio(studio_of(tmp_path, "game.gdl", ["person", "person"]))
    with opened.client, opened.table() as socket:
        page = Page(socket)
        opened("simulate", games=40, players=2)
        while "job" not in (found := page.receive()) or found["job"]["report"] is None:
            pass
        told = opened("coverage", name="cards.yaml")["lines"]
        rows = opened("read", name="cards.yaml")["text"].split("\n")
        assert told
        assert all(rows[one["line"] - 1].startswith("- ") for one in told)
        assert any("something happened with it" in one["text"] for one in told if one["times"])


def test_the_book_is_written_beside(opened: OpenStudio) -> None:
    with opened.table() as socket:
        page = Page(socket)
        url = opened("book")["url"]
        while "book" not in page.receive():
            pass
        answer = opened.client.get(url)
        assert answer.text == f"<title>{opened.studio.live.made.game.title}</title>"
        assert "sandbox" in answer.headers["content-security-policy"]
        assert opened.client.get(url.replace("index", "secret")).status_code == 404
        assert opened.client.get("/studio/book/guessed/index.html").status_code == 403


def test_the_book_is_opened_where_the_rule_is_told() -> None:
    pages = {
        "book/play.html": '<p id="x"><a class="mark" id="play--1" href="../reference/turn.html#phase-roll" '
        'title="Rule: Roll"></a><a class="mark" href="../reference/turn.html#phase-keep" title="Rule: Keep"></a>',
        "reference/rules.html": '<h2 id="rule-pay-up">Pay Up</h2>',
    }
    found = told_at(pages, ["Roll", "Keep", "Pay Up", "Nothing"])
    assert found == {
        "Roll": "book/play.html#play--1",
        "Keep": "book/play.html#play--1",
        "Pay Up": "reference/rules.html#rule-pay-up",
    }


CARDS: Final = """\
# Three of them.
- Name: Spark # the first
  Worth: 3
- Name: Leaf
  Worth: 1 # printed
"""


def test_a_table_is_a_grid(opened: OpenStudio, folder: Path) -> None:
    (folder / "cards.yaml").write_text(CARDS, encoding="utf-8")
    text, _ = text_of(opened)
    text += '\nkind Card from "cards.yaml"\n  Worth: 0 to 9\n'
    opened("typed", name="pot.gdl", text=text)
    found = opened("cells", name="cards.yaml")
    assert [one["name"] for one in found["columns"]] == ["Name", "Worth"]
    assert found["columns"][1]["type"] == {"kind": "number", "low": 0, "high": 9}
    cell = found["rows"][1]["cells"][1]
    assert (cell["text"], cell["line"], CARDS[cell["start"] : cell["end"]]) == ("1", 5, "1")
    (edit,) = opened("set_cell", name="cards.yaml", row=1, column="Worth", text="7")["edits"]
    made = CARDS[: edit["start"]] + edit["text"] + CARDS[edit["end"] :]
    assert made == CARDS.replace("1 # printed", "7 # printed")
    opened("typed", name="cards.yaml", text=made)
    assert opened("cells", name="cards.yaml")["rows"][1]["cells"][1]["text"] == "7"
    assert (
        opened("add_row", name="cards.yaml", title="Stone")["edits"][0]["text"]
        == "- Name: Stone\n  Worth: 0\n"
    )
    for wrong in ({"row": 5}, {"row": "0"}, {"column": ""}, {"text": 3}):
        asked = {"name": "cards.yaml", "row": 0, "column": "Worth", "text": "2", **wrong}
        assert opened("set_cell", status=409, **asked)["refused"]
    assert "no table" in opened("cells", status=409, name="pot.gdl")["refused"]


def test_examples_come_as_they_run_and_hold_nobody_up(opened: OpenStudio) -> None:
    with opened.table() as socket:
        page = Page(socket)
        results = opened("run_examples")["results"]
        assert results
        seen: list[dict[str, Any]] = []
        while not seen or seen[-1]["done"] < seen[-1]["of"]:
            found = page.receive()
            seen += [found["examples"]] if "examples" in found else []
        assert [one for event in seen for one in event["results"]] == results
        assert seen[-1]["of"] == len(results)
        listed = opened("examples")["examples"]
        assert all(one["passed"] for one in listed)


def test_an_example_that_takes_long_does_not_hold_the_table(
    opened: OpenStudio, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def slow(executor: Any, one: Any) -> Any:
        begun.set()
        assert may_end.wait(WAIT_S)
        return run_one(executor, one)

    monkeypatch.setattr("gekido_dsl.studio.examples.run_one", slow)
    with opened.table() as socket, ThreadPoolExecutor(1) as pool:
        page = Page(socket)
        running = pool.submit(opened, "run_examples")
        assert begun.wait(WAIT_S)
        played(page, [0])
        text, _ = text_of(opened)
        assert opened("typed", name="pot.gdl", text=text.replace("at least 50", "at least 45"))["state"][
            "good"
        ]
        may_end.set()
        assert running.result(WAIT_S)["stopped"], "the rules are others: the rest is not run"


def test_odds_that_take_long_do_not_hold_the_table(
    opened: OpenStudio, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def slow(state: Any) -> Odds:
        begun.set()
        assert may_end.wait(20)
        return Odds((("Any pair", "1 in 6"),), ())

    monkeypatch.setattr("gekido_dsl.interpreter.standing.odds", slow)
    with opened.table() as socket, ThreadPoolExecutor(1) as pool:
        page = Page(socket)
        beside = pool.submit(opened, "odds")
        page.send(do="odds")
        assert begun.wait(20)
        played(page, [0])
        may_end.set()
        assert beside.result(20)["patterns"] == [{"name": "Any pair", "text": "1 in 6"}]
        while "told" not in (told := page.receive()):
            pass
        assert told["lines"] == ["Any pair: 1 in 6"]


def test_more_things_are_told_where_they_lie(opened: OpenStudio, folder: Path) -> None:
    with opened.table() as socket:
        page = Page(socket)
        text, _ = text_of(opened)
        text += "\nkind Token, 3 of them\n\nbox Bag: all Tokens\n"
        assert opened("typed", name="pot.gdl", text=text)["state"]["good"]
        while "things" not in (found := page.receive()).get("state", {}).get("change", {}):
            pass
        (told,) = found["state"]["change"]["things"]
        assert told == found["state"]["change"]["short"] == "Bag: 3 instead of 0 at the start"


def test_reading_the_rules_for_a_simulation_does_not_hold_the_table(
    opened: OpenStudio, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def slow(*asked: Any) -> Any:
        begun.set()
        assert may_end.wait(WAIT_S)
        return experiment(*asked)

    monkeypatch.setattr("gekido_dsl.studio.desk.experiment", slow)
    with opened.table() as socket, ThreadPoolExecutor(1) as pool:
        page = Page(socket)
        running = pool.submit(opened, "simulate", games=5, players=2)
        assert begun.wait(WAIT_S)
        played(page, [0])
        text, _ = text_of(opened)
        opened("typed", name="pot.gdl", text="nonsense")  # what was asked for is the text as it was then
        may_end.set()
        assert running.result(WAIT_S)["job"]
        opened("typed", name="pot.gdl", text=text)


def test_a_choice_made_while_an_edit_is_checked_is_taken(
    opened: OpenStudio, monkeypatch: pytest.MonkeyPatch
) -> None:
    checks, may_end, chosen = threading.Event(), threading.Event(), threading.Event()
    desk, served = opened.studio.desk, opened.studio.served
    checked, do = desk.checked, served.do

    def slow(found: Any) -> Any:
        checks.set()
        assert may_end.wait(WAIT_S)
        return checked(found)

    async def noticed(work: Any, **how: Any) -> Any:
        chosen.set()
        return await do(work, **how)

    with opened.table() as socket, ThreadPoolExecutor(1) as pool:
        page = Page(socket)
        played(page, [0])
        text, _ = text_of(opened)
        monkeypatch.setattr(desk, "checked", slow)
        typing = pool.submit(opened, "typed", name="pot.gdl", text=f"{text}\n# the same rules\n")
        assert checks.wait(WAIT_S)
        monkeypatch.setattr(served, "do", noticed)
        page.choose(0)
        assert chosen.wait(WAIT_S)
        may_end.set()
        assert typing.result(WAIT_S)["state"]["good"]
        deadline = time.monotonic() + 30
        while len(opened.studio.live.table.session.steps) < 2:
            assert time.monotonic() < deadline, "the choice was taken by a match that nobody sees any more"
            time.sleep(0.01)


def test_a_text_that_cannot_be_checked_is_told_and_kept(opened: Any) -> None:
    class Ended:
        def check(self, drafts: Any) -> None:
            return None

        def close(self) -> None:
            pass

    opened.studio.tools = replace(opened.studio.tools, checker=Ended())
    text = opened("read", name="pot.gdl")["text"]
    table = opened.studio.live.table
    told = opened("typed", name="pot.gdl", text=text + "\n# more\n")["state"]
    assert not told["good"]
    assert "too long to check" in told["findings"][0]["message"]
    assert opened.studio.live.table is table
    assert opened("read", name="pot.gdl")["text"] == text + "\n# more\n"

"""The studio: what its page asks, an edit while playing, and what nobody may read or write."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")

from at_table import Page
from conftest import BASE, searcher
from starlette.testclient import TestClient

import gekido_dsl
from gekido_dsl.engine import Setting
from gekido_dsl.files import shipped_folder
from gekido_dsl.server.anchors import told_at
from gekido_dsl.server.drafts import Drafts, version_of
from gekido_dsl.server.guard import Addresses
from gekido_dsl.server.hall import Rules
from gekido_dsl.server.refusing import Refused
from gekido_dsl.server.studio import Studio, Tools, application
from gekido_dsl.server.thinking import Thinkers
from gekido_dsl.server.workshop import Workshop
from gekido_dsl.simulate import Pool
from gekido_dsl.table import plain_bots

KEY = "k" * 20
TEMPLATES = Path(gekido_dsl.__file__).parent / "cli" / "templates"


def here() -> Pool:
    from concurrent.futures import ThreadPoolExecutor

    return Pool(lambda: ThreadPoolExecutor(1), lambda pool, done: pool.shutdown(), 1)


def book(made: Any) -> dict[str, str | bytes]:
    return {"index.html": f"<title>{made.game.title}</title>"}


def studio_of(folder: Path, main: str, seats: list[str]) -> Studio:
    drafts = Drafts(folder, main)
    made = drafts.compilation()
    kinds = {"person": "Person", "random": "Bot"}
    thinkers = Thinkers(plain_bots, searcher, threads=1)
    rules = Rules(made, main, "test", kinds, seed=lambda: 7)
    shop = Workshop.opened(drafts, rules, plain_bots, Setting(2, 5), seats)
    tools = Tools(book, lambda kind: None, lambda kind: kind in kinds, here)
    return Studio(shop, thinkers, kinds, tools)


class Desk:
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
def desk(folder: Path) -> Iterator[Desk]:
    made = Desk(studio_of(folder, "pot.gdl", ["person", "person"]))
    with made.client:
        yield made


def text_of(desk: Desk) -> tuple[str, str]:
    found = desk("read", name="pot.gdl")
    return found["text"], found["version"]


def played(page: Page, choices: list[int]) -> None:
    for choice in choices:
        page.until_asked()
        step = page.shown["step"]
        page.choose(choice)
        while page.shown["step"] <= step:
            page.see()


def test_an_edit_plays_the_same_decisions_again(desk: Desk) -> None:
    with desk.table() as socket:
        page = Page(socket)
        played(page, [0, 0, 1, 0])
        text, _ = text_of(desk)
        told = desk("typed", name="pot.gdl", text=text.replace("at least 50", "at least 45"))["state"]
        assert told["good"]
        assert told["change"]["kept"] == told["change"]["of"] == 4
        assert told["change"]["differs"] is None
        while "lines" not in (found := page.receive()).get("state", {}).get("change", {}):
            pass
        assert any("45" in line for line in found["state"]["change"]["lines"])
        played(page, [1])
        assert page.shown["step"] == 5


def test_what_differs_is_told(desk: Desk) -> None:
    with desk.table() as socket:
        page = Page(socket)
        played(page, [0, 0])
        text, _ = text_of(desk)
        told = desk("typed", name="pot.gdl", text=text.replace('"Roll again"', '"Dare again"'))["state"]
        assert told["good"]
        change = told["change"]
        assert change["stopped"] is not None
        assert change["kept"] < change["of"] == 2
        assert "Dare again" in change["differs"]["text"]
        # What waited is played again by an edit with which it goes.
        back = desk("typed", name="pot.gdl", text=None)["state"]
        assert back["change"]["kept"] == 2


def test_an_edit_with_errors_leaves_the_last_good_game(desk: Desk) -> None:
    with desk.table() as socket:
        page = Page(socket)
        played(page, [0])
        text, _ = text_of(desk)
        told = desk("typed", name="pot.gdl", text=text + "\nrule Broken\n  gibberish 😀\n")["state"]
        assert not told["good"]
        assert told["change"] is None
        found = told["findings"][0]
        assert found["severity"] == "error"
        assert found["name"] == "pot.gdl"
        assert found["start"] < found["end"]
        played(page, [0])
        assert page.shown["step"] == 2


def test_saving_writes_the_file_whole(desk: Desk, folder: Path) -> None:
    text, version = text_of(desk)
    new = text.replace("at least 50", "at least 40")
    saved = desk("write", name="pot.gdl", text=new, version=version)
    assert (folder / "pot.gdl").read_text(encoding="utf-8") == new
    assert saved["version"] == version_of(new)
    assert desk("write", 409, name="pot.gdl", text="x", version=version)["refused"]
    assert desk("write", 409, name="pot.gdl", text="x", version=None)["refused"]
    assert not list(folder.glob(".*"))
    assert desk("write", name="more/part.gdl", text="# more\n", version=None)["version"]


OUTSIDE = [
    "../secret.gdl", "/etc/passwd", "a/../../secret.gdl", "..\\secret.gdl", "C:\\secret.gdl", "C:secret.gdl", "", ".",
    ".hidden.gdl", "sub/.hidden.gdl", "link.gdl", "out/secret.gdl", "nul\0.gdl", "a" * 5_000, "<library>/../x.gdl",
    "//server/share/x.gdl", "script.js", "run.py",
]  # fmt: skip


@pytest.mark.parametrize("name", OUTSIDE, ids=lambda name: repr(name[:20]))
def test_nothing_outside_the_folder_is_read_or_written(desk: Desk, folder: Path, name: str) -> None:
    outside = folder.parent / "secret.gdl"
    outside.write_text("secret", encoding="utf-8")
    try:
        (folder / "link.gdl").symlink_to(outside)
        (folder / "out").symlink_to(folder.parent)
    except OSError:
        pytest.skip("links cannot be made here")
    if not name.endswith((".js", ".py")):
        assert set(desk("read", 409, name=name)) == {"refused"}
    for version in (None, version_of("secret")):
        assert desk("write", 409, name=name, text="overwritten", version=version)["refused"]
    desk("typed", 409, name=name, text="x")
    assert outside.read_text(encoding="utf-8") == "secret"
    outside.unlink()


def test_a_shipped_game_is_not_written() -> None:
    drafts = Drafts(shipped_folder() / "classics", "pig.gdl", own=False)
    text = drafts.on_disk("pig.gdl")
    with pytest.raises(Refused):
        drafts.write("pig.gdl", text + "\n", version_of(text))


def test_the_key_is_needed(desk: Desk) -> None:
    for key in ("", "x", KEY[:-1]):
        assert desk.client.post(f"/api/files?key={key}", json={}).status_code == 403
        assert desk.client.get(f"/studio/?key={key}").status_code == 403
    headers = {"origin": "http://evil.example"}
    assert desk.client.post(f"/api/files?key={KEY}", json={}, headers=headers).status_code == 403
    assert (
        desk.client.post(f"/api/files?key={KEY}", json={}, headers={"host": "evil.example"}).status_code
        == 403
    )
    for body in (b"", b"[]", b"[" * 100_000, b"\xff"):
        assert desk.client.post(f"/api/files?key={KEY}", content=body).status_code == 400
    assert desk.client.post(f"/api/typed?key={KEY}", content=b"x" * 3_000_000).status_code == 413
    assert desk.client.post(f"/api/__init__?key={KEY}", json={}).status_code == 409


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
def test_hostile_questions_are_answered(desk: Desk, what: str, asked: dict[str, Any]) -> None:
    answer = desk.client.post(f"/api/{what}?key={KEY}", content=json.dumps(asked))
    assert answer.status_code in (200, 409), answer.text
    assert desk("files")["main"] == "pot.gdl"


def test_names_are_explained_found_and_changed(desk: Desk) -> None:
    text, _ = text_of(desk)
    desk("typed", name="pot.gdl", text="# 😀\n" + text)
    text = "# 😀\n" + text
    kind = next(line for line in text.splitlines() if line.startswith("phase ")).split()[1]
    at = len(text[: text.index(f"phase {kind}")].encode("utf-16-le")) // 2 + 7
    told = desk("hover", name="pot.gdl", at=at)
    assert kind in told["text"]
    place = desk("definition", name="pot.gdl", at=at)
    assert text.encode("utf-16-le")[2 * place["start"] : 2 * place["end"]].decode("utf-16-le") == kind
    uses = desk("uses", name="pot.gdl", at=at)["places"]
    assert len(uses) >= 2
    edits = desk("rename", name="pot.gdl", at=at, to="Daring")["edits"]
    assert len(edits) == len(uses)
    assert desk("complete", name="pot.gdl", at=at)["options"] is not None
    assert desk("outline", name="pot.gdl")["symbols"]
    tokens = desk("tokens", name="pot.gdl")["tokens"]
    assert [one[0] for one in tokens] == sorted(one[0] for one in tokens)
    assert desk("format", name="pot.gdl")["text"] == text


def test_what_stands_beside(desk: Desk) -> None:
    assert {one["name"] for one in desk("files")["files"]} == {"pot.gdl", "goofspiel.gdl"}
    known = desk("examples")["examples"]
    assert known
    results = desk("run_examples")["results"]
    assert all(one["passed"] for one in results)
    assert all(one["passed"] for one in desk("examples")["examples"])
    now = desk("setting")
    assert now["now"]["seats"] == ["person", "person"]
    desk("begin", players=3, seats=["random", "person", "person"], seed=4)
    assert desk("setting")["now"]["players"] == 3
    drawn = desk("graph")
    assert drawn["phases"]
    assert all(f'data-spot="{spot}"' in drawn["svg"] for spot in drawn["phases"].values())
    assert "patterns" in desk("odds")


def test_an_example_is_put_on_the_table(desk: Desk) -> None:
    title = desk("examples")["examples"][0]["title"]
    with desk.table() as socket:
        page = Page(socket)
        desk("play_example", title=title)
        while page.shown["question"] is None:
            page.see()
        played(page, [0])
        assert page.shown["step"] >= 1


def test_the_position_becomes_an_example(desk: Desk) -> None:
    with desk.table() as socket:
        page = Page(socket)
        assert desk("examples")["can_make"]
        assert "nothing was decided" in desk("make_example", 409, title="Too early")["refused"]
        played(page, [0, 0, 1, 0])
        known = desk("examples")["examples"][0]["title"]
        assert "this title" in desk("make_example", 409, title=known)["refused"]
        assert "quotation" in desk("make_example", 409, title='A "title"')["refused"]
        made = desk("make_example", title="Four decisions")
        assert made["name"] == "pot.gdl"
        text, _ = text_of(desk)
        told = desk("typed", name="pot.gdl", text=f"{text.rstrip()}\n\n{made['text']}")["state"]
        assert told["good"]
        results = desk("run_examples", title="Four decisions")["results"]
        assert [one["passed"] for one in results] == [True]


def test_games_are_played_beside(desk: Desk) -> None:
    with desk.table() as socket:
        page = Page(socket)
        job = desk("simulate", games=40, players=2)["job"]
        found = page.receive()
        while "job" not in found or found["job"]["report"] is None:
            assert "trouble" not in found.get("job", {}), found
            found = page.receive()
        assert found["job"]["id"] == job
        assert found["job"]["report"]["games"] == 40
        text, _ = text_of(desk)
        desk("typed", name="pot.gdl", text=text.replace("at least 50", "at least 20"))
        desk("compare", games=20, players=2)
        while "job" not in found or found["job"]["id"] == job or found["job"]["report"] is None:
            found = page.receive()
        assert set(found["job"]["report"]) == {"disk", "now"}


def test_the_book_is_written_beside(desk: Desk) -> None:
    with desk.table() as socket:
        page = Page(socket)
        url = desk("book")["url"]
        while "book" not in page.receive():
            pass
        answer = desk.client.get(url)
        assert answer.text == f"<title>{desk.studio.shop.made.game.title}</title>"
        assert "sandbox" in answer.headers["content-security-policy"]
        assert desk.client.get(url.replace("index", "secret")).status_code == 404
        assert desk.client.get("/studio/book/guessed/index.html").status_code == 403


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

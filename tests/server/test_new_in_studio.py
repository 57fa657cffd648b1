"""A new ruleset is written by the studio and opened in the place of the one that was open."""

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette")

from at_table import Page
from conftest import BASE
from starlette.testclient import TestClient

from gekido_dsl.cli import hosting, new
from gekido_dsl.cli import studio as command
from gekido_dsl.cli.paths import find
from gekido_dsl.engine import Setting
from gekido_dsl.server.guard import Addresses
from gekido_dsl.server.studio import Studio, Tools
from gekido_dsl.server.studio_app import application

KEY = "k" * 20


@pytest.fixture
def studio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Studio, TestClient]]:
    monkeypatch.chdir(tmp_path)
    bots = hosting.bot_threads(())
    live = command._opened(find("classics/pig"), bots, lambda made: (Setting(2, 1), ["person", "person"]))
    tools = Tools(
        lambda made: {}, lambda kind: None, lambda kind: False, command._pool, tmp_path.as_posix(),
        lambda now: command._templates(now.rules.name),
        lambda now, template, name, folder: command._begun(now, template, name, folder, bots),
    )  # fmt: skip
    made = Studio(live, bots, {"person": "Person"}, tools)
    with TestClient(application(made, Addresses.of(("127.0.0.1",), 8000), KEY), base_url=BASE) as client:
        yield made, client


def asked(client: TestClient, what: str, **question: object) -> tuple[int, dict[str, object]]:
    answer = client.post(f"/api/{what}?key={KEY}", json=question)
    return answer.status_code, answer.json()


def test_a_shipped_game_becomes_ones_own(studio: tuple[Studio, TestClient], tmp_path: Path) -> None:
    _, client = studio
    status, offered = asked(client, "templates")
    assert (status, offered["folder"], offered["beside"]) == (200, tmp_path.as_posix(), None)
    first = offered["templates"][0]  # type: ignore[index]
    with client.websocket_connect(f"ws://127.0.0.1:8000/studio/socket?key={KEY}") as socket:
        page = Page(socket)
        assert page.shown["game"] == "Pig"
        status, told = asked(client, "new", template=first, name="Greedy Pig")
        assert (status, told["opened"]) == (200, "greedy-pig.gdl")
        while "opened" not in (event := page.receive()):
            pass
        assert event["opened"] == {"main": "greedy-pig.gdl"}
        while page.shown["game"] != "Greedy Pig":
            page.see()
    text = (tmp_path / "greedy-pig" / "greedy-pig.gdl").read_text(encoding="utf-8")
    assert 'game "Greedy Pig" changes "classics/pig.gdl"' in text
    status, files = asked(client, "files")
    assert files["main"] == "greedy-pig.gdl"
    status, read = asked(client, "read", name="greedy-pig.gdl")
    assert (read["text"], read["own"]) == (text, True)
    changed = text.replace("  players 2 to 4", "  players 2 to 4\n  limit 900 turns")
    status, saved = asked(client, "write", name="greedy-pig.gdl", text=changed, version=read["version"])
    assert (status, saved["state"]["good"]) == (200, True)  # type: ignore[index]
    status, hover = asked(client, "hover", name="greedy-pig.gdl", at=changed.index("players"))
    assert status == 200
    assert hover


def test_a_template_goes_where_one_asks_for_it(studio: tuple[Studio, TestClient], tmp_path: Path) -> None:
    _, client = studio
    where = (tmp_path / "games").as_posix()
    assert asked(client, "new", template="cards", name="Tricks", folder=where)[1]["opened"] == "Tricks.gdl"
    assert (tmp_path / "games" / "Tricks" / "cards.yaml").is_file()
    status, told = asked(client, "new", template="cards", name="Tricks", folder=where)
    assert status == 409
    assert "exists already" in str(told["refused"])
    status, told = asked(
        client, "new", template="variant of " + str(tmp_path / "games/Tricks/Tricks.gdl"), name="x"
    )
    assert (tmp_path / "games" / "Tricks" / "x.gdl").is_file(), "a variant of an own game lies beside it"


@pytest.mark.parametrize(
    "question",
    [
        {"name": "", "template": "dice"},
        {"name": "..", "template": "dice"},
        {"name": "x" * 200, "template": "dice"},
        {"name": "x", "template": "chess"},
        {"name": "x", "template": "dice", "folder": "\0"},
        {"name": "x", "template": "dice", "folder": "/dev/null/x"},
        {"name": 3, "template": "dice"},
    ],
)
def test_what_cannot_be_made_is_refused(
    studio: tuple[Studio, TestClient], question: dict[str, object]
) -> None:
    made, client = studio
    before = made.live
    status, told = asked(client, "new", **question)
    assert (status, bool(told["refused"])) == (409, True)
    assert made.live is before


def test_what_is_not_saved_is_not_lost(studio: tuple[Studio, TestClient]) -> None:
    made, client = studio
    asked(client, "typed", name="pig.gdl", text="nothing")
    status, told = asked(client, "new", template="dice", name="other")
    assert (status, "pig.gdl is not saved" in str(told["refused"])) == (409, True)
    assert asked(client, "new", template="dice", name="other", discard=True)[0] == 200
    assert made.live.drafts.main == "other.gdl"


@pytest.mark.dear
def test_a_variant_adds_a_row_like_one_of_its_base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bots = hosting.bot_threads(())
    made = new.begun("mine", find("gekido"), tmp_path)
    live = command._opened(find(made[0].as_posix()), bots, lambda made: (Setting(2, 1), ["person", "person"]))
    studio = Studio(
        live,
        bots,
        {"person": "Person"},
        Tools(lambda made: {}, lambda kind: None, lambda kind: False, command._pool),
    )
    table = "<library>/gekido/tech_cards.yaml"
    with TestClient(application(studio, Addresses.of(("127.0.0.1",), 8000), KEY), base_url=BASE) as client:
        status, cells = asked(client, "cells", name=table)
        assert (status, cells["own"], cells["can_add"], cells["into"]) == (200, False, True, "mine.gdl")
        for title, why in (("Copycat", "already"), ('A "B', "letters")):
            status, refused = asked(client, "add_row", name=table, title=title)
            assert status == 409
            assert why in str(refused["refused"])
        _, added = asked(client, "add_row", name=table, title="Parrot", like="Copycat")
        (edit,) = added["edits"]  # type: ignore[misc]
        text = made[0].read_text("utf-8")
        text = text[: edit["start"]] + edit["text"] + text[edit["end"] :]
        line = added["shows"]["line"]  # type: ignore[index]
        assert text.splitlines()[line - 1] == "add Parrot to Tech Cards"
        _, told = asked(client, "typed", name="mine.gdl", text=text)
        assert told["state"]["good"], told  # type: ignore[index]
        _, offered = asked(client, "examples")
        assert [one["title"] for one in offered["examples"]] == ["as many play"]  # type: ignore[attr-defined]
    bots.close()

"""The game of the studio as one file."""

from pathlib import Path

import pytest

pytest.importorskip("starlette")

from starlette.testclient import TestClient

from gekido_dsl.cli import studio as command
from gekido_dsl.server.guard import Addresses
from gekido_dsl.server.sending import Say
from gekido_dsl.server.studio import Studio
from gekido_dsl.server.studio_app import application
from gekido_dsl.source import Source, SourceProvider
from tests.server.test_studio_served import BASE, KEY, TEMPLATES, studio_of

_RULES = (TEMPLATES / "grid" / "game.gdl").read_text("utf-8")
_TITLE = _RULES.split('game "')[1].split('"')[0]


def _page(name: str, provider: SourceProvider, say: Say) -> str:
    say(1, 1, "it is written")
    got = provider.read(name, None)
    assert isinstance(got, Source)
    return f"<title>{got.text}</title>"


def _opened(folder: Path) -> Studio:
    (folder / "small.gdl").write_text(_RULES, "utf-8")
    return studio_of(folder, "small.gdl", ["person", "person"])


def test_what_is_typed_is_sent_with_its_steps(tmp_path: Path) -> None:
    studio = _opened(tmp_path)
    studio.sending.write = _page
    app = application(studio, Addresses.of(("127.0.0.1",), 8000), KEY)
    with (
        TestClient(app, base_url=BASE) as client,
        client.websocket_connect(f"ws://127.0.0.1:8000/studio/socket?key={KEY}") as socket,
    ):
        assert client.get(f"/studio/file?key={KEY}").status_code == 404
        typed = _RULES.replace(_TITLE, "Typed")
        client.post(f"/api/typed?key={KEY}", json={"name": "small.gdl", "text": typed})
        made = client.post(f"/api/send?key={KEY}", json={}).json()
        assert made == {"url": "/studio/file", "name": "small.html", "bytes": len(typed) + 15}
        while "sending" not in (told := socket.receive_json()):
            pass
        assert told["sending"] == {"step": 1, "of": 1, "text": "it is written"}
        got = client.get(f"/studio/file?key={KEY}")
        assert got.text == f"<title>{typed}</title>"
        assert got.headers["content-disposition"] == "attachment"
        assert "Typed" not in client.get("/studio/file?key=wrong").text


def test_rules_with_errors_are_not_sent(tmp_path: Path) -> None:
    studio = _opened(tmp_path)
    studio.sending.write = command._page
    with TestClient(application(studio, Addresses.of(("127.0.0.1",), 8000), KEY), base_url=BASE) as client:
        client.post(f"/api/typed?key={KEY}", json={"name": "small.gdl", "text": "edition 1\n\nnonsense"})
        answer = client.post(f"/api/send?key={KEY}", json={})
        assert answer.status_code == 409
        assert "errors" in answer.json()["refused"]

"""What comes from elsewhere, is too much or means nothing is refused, and nothing stops for it."""

import inspect
import json
from collections.abc import Callable
from typing import Any

import pytest
from at_table import Page, path, sit
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from gekido_dsl.cli import hosting
from gekido_dsl.engine import Setting
from gekido_dsl.server.bucket import Bucket
from gekido_dsl.server.guard import (
    MOST_MESSAGE_BYTES,
    OPEN,
    Addresses,
    Limits,
    Unreadable,
    read_object,
)
from gekido_dsl.server.tables import hidden_seed

Opened = Callable[..., Any]


@pytest.fixture
def table(opened: Opened) -> tuple[Any, TestClient, Any]:
    tables, client = opened()
    return tables, client, tables.make_at_rest(Setting(2, 1), ["person", "person"])


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "127.0.0.1", "127.0.0.1:81", "", "127.0.0.1:8000.evil"]
)
def test_another_host_reaches_nothing(table: Any, host: str) -> None:
    tables, client, entry = table
    for url in ("/", f"/?key={tables.host_key}", path(entry, entry.keys["watch"], ""), "/static/table.html"):
        assert client.get(url, headers={"host": host}).status_code == 403
    with pytest.raises(WebSocketDisconnect), sit(client, entry, entry.keys["watch"], host=host):
        pass


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1:8000", "http://127.0.0.1:8001"]
)
def test_a_page_of_another_site_does_nothing(table: Any, origin: str) -> None:
    tables, client, entry = table
    with pytest.raises(WebSocketDisconnect), sit(client, entry, entry.keys["seats"][0], origin=origin):
        pass
    answer = client.post(f"/tables?key={tables.host_key}", headers={"origin": origin})
    assert answer.status_code == 403
    assert len(tables.entries) == 1


def test_pages_of_its_own_may(table: Any) -> None:
    _hall, client, entry = table
    key = entry.keys["seats"][0]
    with sit(client, entry, key, origin="http://localhost:8000", host="localhost:8000") as socket:
        assert Page(socket).shown["seat"] == 0


def test_a_wrong_key_opens_nothing(table: Any) -> None:
    _hall, client, entry = table
    for key in ("", "x", entry.keys["seats"][0][:-1], "é" * 50, "a" * 10_000):
        with pytest.raises(WebSocketDisconnect), sit(client, entry, key):
            pass
        assert client.get(path(entry, key, "")).status_code == 403
        assert client.get("/", params={"key": key}).status_code == 403
    assert client.get(f"/t/nowhere/?key={entry.keys['watch']}").status_code == 403
    assert client.get(f"/?key={entry.keys['host']}").status_code == 403


def test_a_right_key_gets_in_whatever_others_do_at_its_address(opened: Opened) -> None:
    tables, client = opened(limits=Limits(requests_per_s=0.001, requests_at_once=8, sockets=2))
    entry = tables.make_at_rest(Setting(2, 1), ["person", "person"])
    own = path(entry, entry.keys["seats"][0], "")
    tried = [client.get(path(entry, "of the last match", "")).status_code for _ in range(20)]
    assert tried == [403] * 8 + [429] * 12, "an old page goes on asking"
    assert client.get(own).status_code == 200
    beside = {"referer": f"http://127.0.0.1:8000{own}"}
    assert client.get("/static/table.js", headers=beside).status_code == 200, "nor its page's own files"
    for foreign in ("http://evil.example", "http://127.0.0.1:8000/t/nowhere", ""):
        refused = client.get("/static/table.js", headers={"referer": foreign + own})
        assert refused.status_code == 429
    with sit(client, entry, entry.keys["watch"]) as one, sit(client, entry, entry.keys["watch"]) as two:
        Page(one), Page(two)
        with pytest.raises(WebSocketDisconnect), sit(client, entry, entry.keys["watch"]):
            pass
        with sit(client, entry, entry.keys["seats"][0]) as socket:
            assert Page(socket).shown["seat"] == 0


def test_a_key_is_no_ticket_for_as_much_as_one_likes(opened: Opened) -> None:
    tables, client = opened(limits=Limits(requests_per_s=0.001, requests_at_once=5))
    entry = tables.make_at_rest(Setting(2, 1), ["person", "person"])
    own = path(entry, entry.keys["seats"][0], "")
    assert [client.get(own).status_code for _ in range(7)] == [200] * 5 + [429] * 2


def test_a_request_of_two_lengths_is_none(table: Any) -> None:
    _, client, _ = table
    both = {"transfer-encoding": "chunked", "content-length": "3"}
    assert client.get("/static/host.css", headers=both).status_code == 400


def test_too_many_requests(opened: Opened) -> None:
    _hall, client = opened(limits=Limits(requests_per_s=0.001, requests_at_once=5))
    answers = [client.get("/static/host.css") for _ in range(7)]
    assert [one.status_code for one in answers] == [200] * 5 + [429] * 2
    assert [one.headers.get("connection") for one in answers] == [None] * 5 + ["close"] * 2


def test_a_proxy_says_who_asks(opened: Opened) -> None:
    _hall, client = opened(limits=Limits(requests_per_s=0.001, requests_at_once=1), forwarded=True)
    app = client.app
    near = TestClient(app, base_url="http://127.0.0.1:8000", client=("127.0.0.1", 5))
    for who, status in (("a", 200), ("b", 200), ("a", 429), ("made up, a", 429)):
        assert near.get("/static/host.css", headers={"x-forwarded-for": who}).status_code == status
    far = TestClient(app, base_url="http://127.0.0.1:8000", client=("203.0.113.9", 5))
    for number, who in enumerate(("c", "d")):  # not by a proxy of this machine: it counts as itself
        assert far.get("/static/host.css", headers={"x-forwarded-for": who}).status_code == (
            429 if number else 200
        )


def test_bodies_are_bounded(table: Any) -> None:
    tables, client, _ = table
    url = f"/tables?key={tables.host_key}"
    assert client.post(url, content=b"x" * (OPEN.body_bytes + 1)).status_code == 413

    def parts() -> Any:
        for _ in range(OPEN.body_bytes // 1_000 + 2):
            yield b"x" * 1_000

    assert client.post(url, content=parts()).status_code == 413
    assert client.post(url, content=b"x", headers={"content-length": "-5"}).status_code == 413


HOSTILE = [
    "", "{", "[]", "1", "null", '"do"', "\x00", "[" * 10_000, '{"do":' * 5_000, '{"do":1}', '{"do":"choose"}',
    '{"do":null}', '{"do":["choose"]}', '{"do":{"a":1}}', '{"do":"choose","step":1e999,"choice":0}',
    '{"do":"choose","step":0,"choice":true}', '{"do":"choose","step":0,"choice":-1}',
    '{"do":"choose","step":0,"choice":1' + "0" * 5_000 + "}", '{"do":"seat","seat":1e99,"who":"x"}',
    '{"do":"seat","seat":0,"who":{"a":1}}', '{"do":"seat","seat":0,"who":"search:600s"}', '{"do":"at","step":-1}',
    '{"do":"at","step":[]}', '{"do":"see","seat":"0"}', '{"do":"why","text":{"a":[1]}}', '{"do":"why","text":"9e9"}',
    '{"do":"show","text":"' + "x" * 5_000 + '"}', '{"do":"width","width":{}}', '{"do":"__init__"}',
    "x" * (MOST_MESSAGE_BYTES + 1), '{"do":"odds","text":"\\ud800"}', '{"do":"show","text":"\\ud800"}',
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:40].replace("\x00", "nul"))
def test_hostile_messages_are_answered(table: Any, text: str) -> None:
    _, client, entry = table
    with sit(client, entry, entry.keys["seats"][0]) as socket:
        page = Page(socket)
        socket.send_text(text)
        page.send(do="at", step=-7)  # refused for sure, so that there is an answer to wait for
        found = [page.receive()]
        while found[-1] != {"refused": "There is no such moment; there are 0 decisions."}:
            found.append(page.receive())
    assert not entry.served.table.session.steps
    assert not entry.served.stopped


def test_bytes_are_no_message(table: Any) -> None:
    _, client, entry = table
    with sit(client, entry, entry.keys["seats"][0]) as socket:
        page = Page(socket)
        socket.send_bytes(b'{"do":"undo"}')
        assert "refused" in page.receive()


def test_who_sends_too_fast_is_slowed_and_then_put_out(opened: Opened) -> None:
    tables, client = opened(limits=Limits(messages_per_s=0.001, messages_at_once=3))
    entry = tables.make_at_rest(Setting(2, 1), ["person", "person"])
    with sit(client, entry, entry.keys["watch"]) as socket:
        page = Page(socket)
        with pytest.raises(WebSocketDisconnect):
            for _ in range(100):
                page.send(do="undo")
                assert "refused" in json.loads(socket.receive_text())


def test_every_answer_says_what_its_page_may_do(table: Any) -> None:
    tables, client, entry = table
    for url in (
        "/",
        f"/?key={tables.host_key}",
        path(entry, entry.keys["watch"], ""),
        "/static/table.js",
        "/nothing",
    ):
        answer = client.get(url)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.content


@pytest.mark.parametrize(
    "name", ["../pages.py", "..%2f..%2fapi.py", "/etc/passwd", "%2e%2e/__init__.py", "table.html%00"]
)
def test_static_files_are_those_of_the_front_end(table: Any, name: str) -> None:
    assert table[1].get(f"/static/{name}").status_code == 404


def test_names_of_a_game_are_escaped() -> None:
    from gekido_dsl.server import pages
    from gekido_dsl.server.series import Series

    evil = '"><script>alert(1)</script>'
    offer = pages.Offer(evil, [2], {evil: evil}, {evil: [evil]})
    row = pages.Row(evil, evil, evil, [evil])
    for text in (
        pages.lobby([row], offer, evil, 3, evil),
        pages.links(evil, evil, [(evil, evil)], evil, evil, [0]),
        pages.seats(evil, evil, [(0, evil, True), (1, evil, False)], [0], evil, Series()),
        pages.plain(evil, evil),
    ):
        assert "<script" not in text


def test_what_is_no_object_is_refused() -> None:
    for text in ("[1]", "NaN", "{}x", "[" * 100_000):
        with pytest.raises(Unreadable):
            read_object(text)
    assert read_object('{"do":"undo"}') == {"do": "undo"}


def test_a_bucket_fills_again() -> None:
    now = [0.0]
    bucket = Bucket(2.0, 3, lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 0.6
    assert [bucket.take() for _ in range(2)] == [True, False]
    now[0] = 100.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_addresses_behind_a_proxy() -> None:
    known = Addresses.of(("127.0.0.1", "::1"), 8000, ("https://Play.example.org",), forwarded=True)
    assert "play.example.org" in known.hosts
    assert "[::1]:8000" in known.hosts
    assert "https://play.example.org" in known.origins
    assert "http://play.example.org" not in known.origins


def test_codes_fill_the_room_they_are_given() -> None:
    from gekido_dsl.server import qr

    drawn = qr.svg("http://127.0.0.1:8000/t/abc/?key=x")
    assert "viewBox" in drawn and "style" not in drawn
    lines = qr.letters("http://127.0.0.1:8000/t/abc/?key=x", coloured=False)
    assert len({len(line) for line in lines}) == 1 and 2 * len(lines) >= len(lines[0])


def test_no_seed_can_be_found_by_trying() -> None:
    assert max(hidden_seed() for _ in range(50)) > 2**56
    assert "hidden_seed" in inspect.getsource(hosting.host)


def test_who_only_looks_on_has_less_to_ask_for_than_who_plays(opened: Callable[..., Any]) -> None:
    tables, client = opened(limits=Limits(looks_per_s=0.001, looks_at_once=4))
    entry = tables.make_at_rest(Setting(2, 1), ["person", "person"])
    refused = []
    for key in (entry.keys["watch"], entry.keys["watch"], entry.keys["seats"][0]):
        with sit(client, entry, key) as socket:
            page = Page(socket)
            found = 0
            for _ in range(3):
                page.send(do="report")
                found += "Too many" in page.receive().get("refused", "")
            refused.append(found)
    assert refused == [0, 2, 0], "pages of one address share what there is to look"

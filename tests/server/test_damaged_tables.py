"""What is damaged or cannot be written costs its own table, and people are told."""

import json
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from at_table import Page, path, sit

from gekido_dsl.engine import Setting
from gekido_dsl.server import served_table
from gekido_dsl.server.database import Database, DatabaseError

Opened = Callable[..., Any]


def kept(opened: Opened, file: Path) -> tuple[Any, Any]:
    """Keeps two tables, each with two choices."""
    tables, client = opened(path=file)
    entries = [tables.make_at_rest(Setting(2, 1), ["person", "person"]) for _ in range(2)]
    for entry in entries:
        for seat in (0, 1):
            with sit(client, entry, entry.keys["seats"][seat]) as socket:
                page = Page(socket)
                page.choose()
                while page.shown["step"] < seat + 1:
                    page.see()
    return entries[0], entries[1]


def changed(file: Path, words: str, *values: object) -> None:
    with sqlite3.connect(file) as db:
        db.execute(words, values)


GARBLED = {
    "keys that are no JSON": ("keys", "{"),
    "keys of another kind": ("keys", "[]"),
    "keys without seats": ("keys", '{"host": "a", "join": "b", "watch": "c"}'),
    "keys of fewer seats": ("keys", '{"host":"a","join":"b","watch":"c","seats":["x"],"claimed":[]}'),
    "no state": ("state", "null"),
    "a state of other seats": ("state", '{"seats": ["person"], "match": 0}'),
    "a match that is none": ("state", '{"seats": ["person", "person"], "match": "x"}'),
    "orders of other seats": (
        "state",
        '{"seats": ["person", "person"], "match": 0, "orders": [[]]}',
    ),
    "orders that are none": (
        "state",
        '{"seats": ["person", "person"], "match": 0, "orders": [[["Play"]], []]}',
    ),
    "terms that are none": ("state", '{"seats": ["person", "person"], "match": 0, "terms": [1]}'),
    "people who are none": ("state", '{"seats": ["person", "person"], "match": 0, "people": [7]}'),
    "a clock that is none": (
        "state",
        '{"seats": ["person", "person"], "match": 0, "clock": {"used": [[0]]}}',
    ),
    "games that are none": ("state", '{"seats": ["person", "person"], "match": 0, "series": [1]}'),
    "games that count in words": (
        "state",
        '{"seats": ["person", "person"], "match": 0, "series": {"now": "two"}}',
    ),
    "winners who are none": (
        "state",
        '{"seats": ["person", "person"], "match": 0, "series": {"won": {"0": ["Ann"]}}}',
    ),
    "a game of a number that is too long": (
        "state",
        '{"seats": ["person", "person"], "match": 0, "series": {"won": {"' + "9" * 5_000 + '": [0]}}}',
    ),
    "a match of a number that is too large": (
        "state",
        '{"seats": ["person", "person"], "match": 9223372036854775808}',
    ),
    "deep": ("state", "[" * 100_000),
    "bytes": ("keys", b"\xff\xfe"),
    "a time that is none": ("made_at", "soon"),
    "a name that is no text": ("id", b"\xff\x00"),
}


@pytest.mark.parametrize("what", GARBLED)
def test_a_garbled_row_loses_its_own_table(opened: Opened, tmp_path: Path, what: str) -> None:
    file = tmp_path / "tables.sqlite"
    lost, whole = kept(opened, file)
    column, value = GARBLED[what]
    changed(file, f"update tables set {column} = ? where id = ?", value, lost.id)
    again, client = opened(path=file)
    assert list(again.entries) == [whole.id] and len(again.database.broken) == 1
    with sit(client, again.entries[whole.id], whole.keys["seats"][0]) as socket:
        assert Page(socket).shown["step"] == 2
    home = client.get(f"/?key={again.host_key}").text
    assert "cannot be read" in home
    assert client.get(path(lost, lost.keys["watch"], "")).status_code == 403
    name = next(iter(again.database.broken))
    client.post(f"/tables/{name.replace('#', '%23')}/close?key={again.host_key}")
    assert len(Database(file).all()) == 1 and not again.database.broken


@pytest.mark.parametrize(
    "words",
    [
        "update lines set line = replace(line, 'seat', 'seal') where id = ? and number = 1",
        "update lines set line = x'ff' where id = ? and number = 2",
        "update lines set line = '' where id = ? and number = 0",
        "delete from lines where id = ? and number = 1",
        "delete from lines where id = ?",
        "update lines set number = 3 - number where id = ? and number > 0",
    ],
)
def test_a_garbled_match_loses_its_own_table(opened: Opened, tmp_path: Path, words: str) -> None:
    file = tmp_path / "tables.sqlite"
    lost, whole = kept(opened, file)
    if "3 - number" in words:
        changed(file, "update lines set number = number + 10 where id = ? and number > 0", lost.id)
        words = words.replace("3 - number", "13 - number")
    changed(file, words, lost.id)
    again, client = opened(path=file)
    with sit(client, again.entries[lost.id], lost.keys["seats"][0]) as socket:
        assert "refused" in json.loads(socket.receive_text())
    with sit(client, again.entries[whole.id], whole.keys["seats"][0]) as socket:
        page = Page(socket)
        page.choose()
        while page.shown["step"] < 3:
            page.see()


class Full:
    """A disk that is full for a while."""

    def __init__(self, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full = False
        self.tried = 0
        write = database._transaction

        def transaction() -> Any:
            if self.full:
                self.tried += 1
                raise DatabaseError("database or disk is full")
            return write()

        monkeypatch.setattr(database, "_transaction", transaction)


def test_a_bot_waits_for_a_full_disk_and_people_are_told(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served_table, "_AGAIN_S", (0.2,))
    tables, client = opened()
    disk = Full(tables.database, monkeypatch)
    entry = tables.make_at_rest(Setting(2, 1), ["person", "random"])
    with sit(client, entry, entry.keys["seats"][0]) as socket:
        page = Page(socket)
        page.send(do="pause")
        while not page.shown["paused"]:
            page.see()
        page.send(do="resume")
        page.choose()
        while page.shown["step"] < 2:
            page.see()
        disk.full = True
        page.choose()
        assert "could not be saved" in page.receive()["refused"]
        page.send(do="pause")
        assert "could not be saved" in page.receive()["refused"]
        assert not entry.served.table.paused
        disk.full = False
        page.choose()
        while page.shown["step"] < 3:
            page.see()
        page.until_asked()
        disk.full = True
        entry.served.table.seats[0] = "random"  # now bots go on, and cannot
        page.send(do="width", width="wide")
        told: dict[str, Any] = {}
        while "a bot" not in told.get("refused", ""):
            told = page.receive()
        disk.full = False
        while page.shown["outcome"] is None:
            page.see()
    assert not entry.served.stopped and disk.tried
    lines = tables.database.lines(entry.id, 0)
    assert lines == entry.served.table.session.log


def test_a_choice_that_is_kept_is_not_told_as_lost_when_the_next_is(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table takes some choices by itself; what it cannot keep of these waits for the disk."""
    monkeypatch.setattr(served_table, "_AGAIN_S", (0.2,))
    tables, client = opened()
    disk = Full(tables.database, monkeypatch)
    entry = tables.make_at_rest(Setting(2, 1), ["person", "person"])
    with sit(client, entry, entry.keys["seats"][0]) as socket:
        page = Page(socket)
        table = entry.served.table

        def settled(decision: object) -> bool:
            if len(table.session.steps) != 1:
                return False
            disk.full = disk.tried < 2
            return True

        monkeypatch.setattr(table, "is_settled", settled)
        page.choose()
        told: dict[str, Any] = {}
        while "refused" not in told:
            told = page.receive()
        assert "takes by itself" in told["refused"], told
        while page.shown["step"] < 2:
            page.see()
    assert not entry.served.stopped and disk.tried == 2 and not table.waits_for_disk
    assert tables.database.lines(entry.id, 0) == table.session.log


def test_a_note_that_cannot_be_kept_is_told_as_that(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    tables, client = opened()
    tables.rules = replace(tables.rules, playtest=())
    disk = Full(tables.database, monkeypatch)
    entry = tables.make_at_rest(Setting(2, 1), ["person", "person"])
    with sit(client, entry, entry.keys["seats"][0]) as socket:
        page = Page(socket)

        def note() -> dict[str, Any]:
            page.send(do="playtest", what="note", text="dull")
            while True:
                told = page.receive()
                if "shown" not in told:
                    return told

        page.send(do="playtest", what="agree", on=True)
        disk.full = True
        refused = note()
        assert "was not saved" in refused["refused"] and "noted" not in refused
        disk.full = False
        assert note()["noted"]
    assert sum("dull" in line for line in tables.database.lines(entry.id, 0)) == 1


def test_a_new_match_begins_anew_over_what_a_kill_left_of_one(opened: Opened) -> None:
    tables, client = opened()
    entry = tables.make_at_rest(Setting(2, 1), ["person", "person"])
    tables.database.appender(entry.id, 1)("the first line of a match that the table never came to")
    with sit(client, entry, entry.keys["host"]) as socket:
        page = Page(socket)
        page.send(do="again")
        page.send(do="at", step=-7)  # refused for sure, so that there is an answer to wait for
        while "refused" not in page.receive():
            pass
    assert tables.database.lines(entry.id, 1) == entry.served.table.session.log

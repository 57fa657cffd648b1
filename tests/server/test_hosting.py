"""Matches are played over sockets: by people, against bots, at several tables; somebody drops and comes back."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from at_table import Page, path, sit
from starlette.websockets import WebSocketDisconnect

from gekido_dsl.engine import Setting
from gekido_dsl.server.database import Database, Waiting
from gekido_dsl.server.series import ROTATE, Series
from gekido_dsl.table.rules import HERE

Opened = Callable[..., Any]


def test_two_people_play_a_match(opened: Opened) -> None:
    tables, client = opened()
    entry = tables.make_at_rest(Setting(2, 1), ["person", "person"])
    with ExitStack() as stack:
        pages = [Page(stack.enter_context(sit(client, entry, key))) for key in entry.keys["seats"]]
        watch = Page(stack.enter_context(sit(client, entry, entry.keys["watch"])))
        for turn in range(5):
            page = pages[turn % 2]
            page.until_asked()
            assert watch.shown["question"] is None
            page.choose(turn if turn % 2 else 0)
            for other in (*pages, watch):
                while other.shown["step"] <= turn:
                    other.see()
        assert tables.entries[entry.id].served.table.session.steps[0].decision.seat == 0


def test_who_is_not_asked_chooses_nothing(opened: Opened) -> None:
    tables, client = opened()
    entry = tables.make_at_rest(Setting(2, 1), ["person", "person"])
    for key in (entry.keys["seats"][1], entry.keys["watch"]):
        with sit(client, entry, key) as socket:
            page = Page(socket)
            page.choose(0)
            assert "refused" in page.receive()
    assert not entry.served.table.session.steps


def test_a_seat_cannot_be_looked_through_by_another(opened: Opened) -> None:
    tables, client = opened("classics/goofspiel")
    entry = tables.make_at_rest(Setting(2, 1), ["person", "person"])
    with sit(client, entry, entry.keys["seats"][1]) as socket:
        page = Page(socket)
        page.send(do="see", seat=0)
        assert "refused" in page.receive()
        assert page.shown["seat"] == 1
        for do in ("undo", "again", "redo"):
            page.send(do=do)
            assert "refused" in page.receive()


@pytest.mark.parametrize("do", ["lesson", "lessons"])
def test_a_fault_in_a_lesson_stops_no_match(opened: Opened, monkeypatch: pytest.MonkeyPatch, do: str) -> None:
    tables, client = opened()
    entry = tables.make_at_rest(Setting(2, 1), ["person", "person"])

    def faulty(*given: Any) -> Any:
        raise RuntimeError("a fault in drawing")

    monkeypatch.setattr(entry.served.table.lessons, "_page", faulty)
    monkeypatch.setattr(entry.served.table.lessons, "listed", faulty)
    with sit(client, entry, entry.keys["watch"]) as looks:
        watch = Page(looks)
        watch.send(do=do, number=0, page=0)
        while "refused" not in (answer := watch.receive()):
            pass
        assert answer["refused"] == "The lesson could not be shown: the program has a fault."
        with sit(client, entry, entry.keys["seats"][0]) as socket:
            page = Page(socket)
            page.until_asked()
            page.choose(0)
            while page.shown["step"] < 1:
                page.see()
        assert not entry.served.stopped


def test_bots_play_to_the_end(opened: Opened) -> None:
    tables, client = opened()
    entry = tables.make_at_rest(Setting(2, 1), ["random", "greedy"])
    with sit(client, entry, entry.keys["watch"]) as socket:
        page = Page(socket)
        while page.shown["outcome"] is None:
            page.see()
        assert page.shown["steps"] >= 5
        assert [one["step"] for one in page.log] == sorted(one["step"] for one in page.log)


def test_a_seat_goes_to_a_bot_and_back(opened: Opened) -> None:
    tables, client = opened("classics/pig")
    entry = tables.make_at_rest(Setting(2, 1), ["person", "person"])
    with sit(client, entry, entry.keys["seats"][0]) as socket:
        page = Page(socket)
        page.send(do="seat", seat=1, who="random")
        while "refused" not in page.receive():
            pass  # another's seat
        page.send(do="seat", seat=0, who="planner")
        while "refused" not in page.receive():
            pass  # a bot that is not offered here
        page.send(do="seat", seat=0, who="random")
        while page.shown["seats"][0]["who"] == "person" or page.shown["step"] < 1:
            page.see()
        page.send(do="seat", seat=0, who="person")
        while page.shown["seats"][0]["who"] != "person":
            page.see()
        assert entry.served.table.session.steps


def test_a_pause_stops_everybody(opened: Opened) -> None:
    tables, client = opened()
    entry = tables.make_at_rest(Setting(2, 1), ["person", "random"])
    with sit(client, entry, entry.keys["seats"][0]) as socket:
        page = Page(socket)
        page.send(do="pause")
        while not page.shown["paused"]:
            page.see()
        page.choose(0)
        while "refused" not in page.receive():
            pass
        page.send(do="resume")
        while page.shown["paused"]:
            page.see()
        page.until_asked()
        page.choose(0)
        while page.shown["step"] < 2:
            page.see()


def test_who_comes_back_is_where_they_were(opened: Opened) -> None:
    tables, client = opened()
    entry = tables.make_at_rest(Setting(2, 1), ["person", "random"])
    key = entry.keys["seats"][0]
    with sit(client, entry, key) as socket:
        page = Page(socket)
        page.until_asked()
        page.choose(4)
        while page.shown["step"] < 2:
            page.see()
        before = page.shown, page.log
    with sit(client, entry, key) as socket:
        page = Page(socket)
        assert page.shown["picture"]["text"] == before[0]["picture"]["text"]
        assert _without_spots(page.shown["question"]) == _without_spots(before[0]["question"])
        assert page.log == before[1]


def _without_spots(question: dict[str, Any]) -> dict[str, Any]:
    """Leaves out what things are called, which follows from what a page has seen."""
    return {**question, "choices": [{**one, "spots": None} for one in question["choices"]]}


def test_an_old_choice_is_not_taken(opened: Opened) -> None:
    tables, client = opened()
    entry = tables.make_at_rest(Setting(2, 1), [HERE, HERE])
    with sit(client, entry, entry.keys["host"]) as socket:
        page = Page(socket)
        page.choose(0)
        while page.shown["step"] < 1:
            page.see()
        page.send(do="choose", step=0, choice=0)
        while "refused" not in page.receive():
            pass
        assert len(entry.served.table.session.steps) == 1


def test_the_host_takes_back_and_begins_again(opened: Opened) -> None:
    tables, client = opened()
    entry = tables.make_at_rest(Setting(2, 1), [HERE, HERE])
    with sit(client, entry, entry.keys["host"]) as socket:
        page = Page(socket)
        page.choose(0)
        while page.shown["step"] < 1:
            page.see()
        page.send(do="undo")
        while page.shown["step"] > 0:
            page.see()
        page.choose(2)
        while page.shown["step"] < 1:
            page.see()
        page.send(do="again")
        while page.shown["step"] > 0:
            page.see()
        assert entry.match == 1
        assert entry.served.table.session.header.seed == 7, (
            "the next seed does not follow from the one before"
        )
        assert len(tables.database.lines(entry.id, 0)) == 5
        assert len(tables.database.lines(entry.id, 1)) == 1


def test_hands_stay_with_their_people_where_these_change_seats(opened: Opened) -> None:
    """Whoever moves on sees the hand of the new seat, and at no moment that of another."""
    tables, client = opened("classics/goofspiel")
    entry = tables.make_at_rest(Setting(2, 1), ["person", "person"], series=Series(3, changes=ROTATE))
    with ExitStack() as stack:
        pages = [Page(stack.enter_context(sit(client, entry, key))) for key in entry.keys["seats"]]
        host = Page(stack.enter_context(sit(client, entry, entry.keys["host"])))
        while pages[0].shown["outcome"] is None:
            for page in pages:
                step = page.until_asked()["step"]
                if page.shown["outcome"] is None:
                    page.choose()
                while page.shown["step"] <= step and page.shown["outcome"] is None:
                    page.see()
        assert [page.shown["seat"] for page in pages] == [0, 1]
        host.send(do="again")
        for page, seat in zip(pages, (1, 0), strict=True):
            while page.shown["outcome"] is not None:
                page.see()
            assert page.shown["seat"] == seat and page.shown["can"]["name"] == [seat]
            assert page.shown["series"]["changes"] == ROTATE
        # The first page decides for the second seat now, and for no other.
        first = entry.served.table.session.decision.seat
        asked = next(page for page in pages if page.shown["seat"] == first)
        asked.until_asked()
        assert asked.shown["question"]["seat"] == first
        other = next(page for page in pages if page is not asked)
        before = len(entry.served.table.session.steps)
        other.send(do="choose", step=other.shown["step"], choice=0)
        while "refused" not in (told := other.receive()):
            pass
        assert told["refused"] and len(entry.served.table.session.steps) == before


def test_tables_are_there_after_a_restart(opened: Opened, tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    tables, client = opened(path=file)
    entry = tables.make_at_rest(Setting(2, 1), ["person", "person"])
    with sit(client, entry, entry.keys["seats"][0]) as socket:
        page = Page(socket)
        page.choose(3)
        while page.shown["step"] < 1:
            page.see()
        page.send(do="seat", seat=0, who="random")
        while page.shown["seats"][0]["who"] == "person":
            page.see()
    lines = entry.served.table.session.log
    again, other = opened(path=file)
    with sit(other, again.entries[entry.id], entry.keys["seats"][1]) as socket:
        page = Page(socket)
        assert page.shown["seats"][0]["who"] == "random"
        assert page.until_asked()["step"] == 1
    assert again.entries[entry.id].served.table.session.log == lines


HOLDING = """edition 1
game "Holding"
  players 2
  limit 20 turns
kind Card, 12 of them
deck Pack: all Cards, shuffled
hand Hand of each player, of Cards
pile Trash of Cards
setup
  deal 3 Cards to all players
turn of each player
  Play
phase Play
  may move a Card of my Hand to Trash, asking "Which one do you put away?"
the game ends when the number of Cards of Trash is 9
  nobody wins
"""


def test_standing_orders_are_there_after_a_restart_until_they_are_ended(
    opened: Opened, tmp_path: Path
) -> None:
    file, game = tmp_path / "tables.sqlite", tmp_path / "holding.gdl"
    game.write_text(HOLDING, encoding="utf-8")
    tables, client = opened(str(game), file)
    entry = tables.make_at_rest(Setting(2, 1), ["person", "person"])
    key = entry.keys["seats"][0]
    with sit(client, entry, key) as socket:
        page = Page(socket)
        page.send(do="pass", on=True)
        while not page.shown["orders"]:
            page.see()
        orders = page.shown["orders"]
    again, other = opened(str(game), file)
    kept = again.entries[entry.id]
    with sit(other, kept, entry.keys["seats"][1]) as socket:
        page = Page(socket)
        assert page.shown["orders"] == [], "only its player is shown an order"
        page.choose()
        while page.shown["step"] < 3:  # the first player passed at once
            page.see()
    with sit(other, kept, key) as socket:
        page = Page(socket)
        assert page.shown["orders"] == orders == ["Which one do you put away?"]
        page.send(do="pass", on=False)
        while page.shown["orders"]:
            page.see()
    assert opened(str(game), file)[0].entries[entry.id].orders == [[], []]


def test_somebody_sits_down_by_the_link_for_all(opened: Opened) -> None:
    tables, client = opened()
    entry = tables.make_at_rest(Setting(2, 1), [HERE, "person"])
    join = entry.keys["join"]
    offered = client.get(path(entry, join, ""), follow_redirects=True)
    assert "Sit down as player 2" in offered.text
    assert "Sit down as player 1" not in offered.text
    sat = client.post(path(entry, join, "join"), data={"seat": "1"}, follow_redirects=False)
    assert sat.status_code == 303
    assert entry.keys["seats"][1] in sat.headers["location"]
    late = client.post(path(entry, join, "join"), data={"seat": "1"}, follow_redirects=False)
    assert late.status_code == 409
    for wrong in ("7", "-1", "x", ""):
        assert client.post(path(entry, join, "join"), data={"seat": wrong}).status_code == 409
    watch = client.post(path(entry, join, "join"), data={"seat": "watch"}, follow_redirects=False)
    assert entry.keys["watch"] in watch.headers["location"]
    with pytest.raises(WebSocketDisconnect), sit(client, entry, join):
        pass


def test_the_host_makes_lists_and_closes_tables(opened: Opened) -> None:
    tables, client = opened(most=2)
    home = f"/?key={tables.host_key}"
    assert "no table yet" in client.get(home).text
    form = {"players": "2", "seat1": HERE, "seat2": "random"}
    made = client.post(f"/tables?key={tables.host_key}", data=form)
    assert made.status_code == 200
    assert made.text.count("<svg") == 4  # to sit down, to look on, on a large screen, and whose turn it is
    client.post(f"/tables?key={tables.host_key}", data=form)
    assert client.post(f"/tables?key={tables.host_key}", data=form).status_code == 409
    assert len(tables.entries) == 2
    for wrong in ({"players": "9"}, {"seat1": "nobody"}):
        assert client.post(f"/tables?key={tables.host_key}", data={**form, **wrong}).status_code == 409
    name = next(iter(tables.entries))
    listed = client.get(home).text
    assert name in listed
    client.post(f"/tables/{name}/close?key={tables.host_key}")
    assert name not in client.get(home).text
    assert len(tables.database.all()) == 1


def test_no_line_counts_as_kept_when_writing_together_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    database = Database(None)
    other = Waiting(("a", 0, 1, "line"))
    database._waiting.append(other)

    def fails() -> None:
        raise MemoryError("no room")

    monkeypatch.setattr(database, "_transaction", fails)
    with pytest.raises(MemoryError):
        database._append(Waiting(("b", 0, 1, "line")))
    assert str(other.error) == "no room"
    assert not database._writing


def test_a_browser_comes_back_to_where_it_sat(opened: Opened) -> None:
    tables, client = opened()
    entry = tables.make_at_rest(Setting(2, 1), ["person", "person"])
    join = path(entry, entry.keys["join"], "join")
    sat = client.post(join, data={"seat": "1"})
    assert entry.keys["seats"][1] in str(sat.url)
    (cookie,) = client.cookies.jar
    assert (cookie.path, cookie.has_nonstandard_attr("HttpOnly")) == (f"/t/{entry.id}/", True)
    assert 'value="back:1"' in client.get(join).text
    back = client.post(join, data={"seat": "back:1"}, follow_redirects=False)
    assert back.headers["location"] == path(entry, entry.keys["seats"][1], "")
    for wrong in ("back:0", "back:", "back:x", "back:" + "9" * 50):
        assert client.post(join, data={"seat": wrong}).status_code == 409
    client.cookies.clear()
    assert 'value="back:1"' not in client.get(join).text
    assert client.post(join, data={"seat": "back:1"}).status_code == 409


def test_a_seat_that_was_freed_is_free(opened: Opened) -> None:
    tables, client = opened()
    entry = tables.make_at_rest(Setting(2, 1), ["person", "person"])
    host, old = f"key={tables.host_key}", entry.keys["seats"][0]
    with sit(client, entry, old) as socket:
        page = Page(socket)
        page.until_asked()
        assert entry.keys["claimed"] == [True, False], "who comes by the code of a seat has taken it"
        assert client.post(f"/tables/{entry.id}/free?{host}", data={"seat": "0"}).status_code == 200
        while "given to somebody else" not in page.receive().get("refused", ""):
            pass
        with pytest.raises(WebSocketDisconnect):
            page.receive()
    with pytest.raises(WebSocketDisconnect), sit(client, entry, old):
        pass
    assert client.post(path(entry, entry.keys["join"], "join"), data={"seat": "0"}).status_code == 200
    assert tables.database.all()[0].keys == entry.keys
    for wrong in ("1", "7", "x", "-1"):
        assert client.post(f"/tables/{entry.id}/free?{host}", data={"seat": wrong}).status_code == 409
    assert client.post(f"/tables/{entry.id}/free?key=no", data={"seat": "0"}).status_code == 403

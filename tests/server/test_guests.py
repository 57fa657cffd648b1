"""Guests of a server: which tables they see, what they are told of them, and how players did."""

import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener

from gekido_dsl.engine import Setting
from gekido_dsl.play.record import encode_header
from gekido_dsl.server.clock import Terms
from gekido_dsl.server.database import Database
from gekido_dsl.server.results import Ended, Result, Standing, standings
from gekido_dsl.table import Viewer
from gekido_dsl.table.people import Person
from tests.browser.served import hosted

GAME = "classics/tic_tac_toe"


class _Stays(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """Follows nothing."""


def asked(address: str, **form: str) -> tuple[int, str]:
    """Asks for a page, or sends a form; gives the status and the text."""
    data = urlencode(form).encode() if form else None
    try:
        with build_opener(_Stays).open(Request(address, data=data), timeout=60) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        return error.code, error.read().decode()


def played(table: Any) -> None:
    """Plays a match to its end: the first player fills the first row."""
    while table.session.decision is not None:
        table.session.choose(0)
    table.changed()


def test_guests_see_open_tables_alone_and_sit_down_there() -> None:
    with hosted(GAME) as (tables, base):
        shown = tables.make_at_rest(Setting(2, 3), ["person", "random"], for_guests=True)
        hidden = tables.make_at_rest(Setting(2, 3), ["person", "person"])
        status, page = asked(f"{base}/lobby?key={tables.guest_key}")
        assert status == 200
        assert shown.id in page
        assert "waits for players" in page
        for secret in (
            hidden.id,
            *hidden.keys["seats"],
            hidden.keys["join"],
            hidden.keys["watch"],
            *shown.keys["seats"],
            shown.keys["host"],
            tables.host_key,
        ):
            assert secret not in page
        assert shown.keys["join"] in page
        # The key of guests opens nothing else.
        for path in ("", f"tables/{shown.id}", f"t/{shown.id}/", f"t/{shown.id}/join"):
            assert asked(f"{base}/{path}?key={tables.guest_key}")[0] == 403
        assert asked(f"{base}/tables?key={tables.guest_key}", players="2")[0] == 403
        assert asked(f"{base}/lobby?key={tables.host_key}x")[0] == 403
        assert asked(f"{base}/lobby")[0] == 403
        join = f"{base}/t/{shown.id}/join?key={shown.keys['join']}"
        assert asked(join, seat="0", name="<Ann>")[0] == 303
        page = asked(f"{base}/lobby?key={tables.guest_key}")[1]
        assert "&lt;Ann&gt;" in page
        assert "<Ann>" not in page
        assert shown.keys["join"] not in page  # no seat is free


def test_players_are_counted_when_a_match_is_over_and_no_more_when_its_end_is_taken_back() -> None:
    with hosted(GAME) as (tables, base):
        entry = tables.make_at_rest(Setting(2, 3), ["person", "random"], for_guests=True)
        assert entry.served is not None
        table = entry.served.table
        table.people[0] = Person("Ann", 0)
        tables._keep(entry)
        page = asked(f"{base}/players?key={tables.guest_key}")[1]
        assert "Nobody with a name has finished" in page
        assert "Ann" not in page
        played(table)
        tables._keep(entry)
        tables._keep(entry)  # the same match counts once
        page = asked(f"{base}/players?key={tables.guest_key}")[1]
        assert "Ann" in page
        assert "Forget" not in page
        own = asked(f"{base}/players?key={tables.host_key}")[1]
        assert "Forget Ann" in own
        found = {one.name: one for one in tables.standings()}
        assert found["Ann"].matches == 1
        winners = table.session.outcome.winners
        assert found["Ann"].won == (0 in winners)
        table.session.undo()
        tables._keep(entry)
        assert not tables.standings()
        played(table)
        tables._keep(entry)
        assert asked(f"{base}/players?key={tables.guest_key}", forget="Ann")[0] == 403
        assert {one.name for one in tables.standings()} >= {"Ann"}
        assert asked(f"{base}/players?key={tables.host_key}", forget="ann")[0] == 303
        assert "Ann" not in {one.name for one in tables.standings()}


def test_who_looks_on_later_does_not_learn_here_that_a_match_is_over() -> None:
    with hosted(GAME) as (tables, base):
        entry = tables.make_at_rest(Setting(2, 3), ["person", "random"], Terms(delay=300), for_guests=True)
        assert entry.served is not None
        entry.served.table.people[0] = Person("Ann", 0)
        played(entry.served.table)
        tables._keep(entry)
        assert ">over<" not in asked(f"{base}/lobby?key={tables.guest_key}")[1]
        assert "Forget Ann" not in asked(f"{base}/players?key={tables.guest_key}")[1]
        assert not tables.standings()


def test_results_and_the_link_of_guests_outlive_the_server(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with hosted(GAME, path) as (tables, _):
        entry = tables.make_at_rest(Setting(2, 3), ["person", "random"], for_guests=True)
        assert entry.served is not None
        entry.served.table.people[0] = Person("Ann", 0)
        played(entry.served.table)
        tables._keep(entry)
        key = tables.guest_key
        tables.database.remove(entry.id)
    with hosted(GAME, path) as (tables, _):
        assert tables.guest_key == key
        assert "Ann" in {one.name for one in tables.standings()}


def test_results_add_up_by_name_in_any_letters() -> None:
    kept = [
        Standing("Ann", True, 1, 1, 1, 100),
        Standing("ANN", True, 1, 0, 2, 86_500),
        Standing("random", False, 1, 0, 2, 100),
    ]
    ann, bot = standings(kept, {"random": "Random bot"})
    assert (ann.name, ann.matches, ann.won, ann.places, ann.last) == ("Ann", 2, 1, 3, "1970-01-02")
    assert (bot.name, bot.is_person) == ("Random bot", False)
    database = Database(None)
    assert database.kept("x", lambda: "1") == database.kept("x", lambda: "2") == "1"


def test_results_are_added_up_where_they_are_kept_up_to_a_moment() -> None:
    database = Database(None)
    for match in range(3):
        told = [Result(0, "Ann", True, 1 + match, not match), Result(1, "random", False, 2, False)]
        database.change("t", {}, {}, Ended(match, "game", told, 100 + match))
    database.change("t", {}, {}, Ended(9, "another game", [Result(0, "Eve", True, 1, True)], 100))
    assert database.standings("game", 101) == [
        Standing("Ann", True, 2, 1, 3, 101),
        Standing("random", False, 2, 0, 4, 101),
    ]
    database.change("t", {}, {}, Ended(0, "game", [], 103))  # the end was taken back
    assert database.standings("game", 200)[-1] == Standing("Ann", True, 2, 0, 5, 102)
    plan = database._db.execute(
        "explain query plan select name, count(*) from results where game = ? group by person, name",
        ("game",),
    ).fetchall()
    assert len(plan) == 1 and "covering index by_player" in str(plan[0][-1]).lower(), plan


def test_those_count_who_sat_there_when_the_match_ended() -> None:
    with hosted(GAME) as (tables, _):
        entry = tables.make_at_rest(Setting(2, 3), ["person", "person"])
        assert entry.served is not None
        table = entry.served.table
        table.people |= {0: Person("Ann", 0), 1: Person("Bob", 0)}
        played(table)
        tables._keep(entry)
        before = tables.standings()
        assert {one.name for one in before} == {"Ann", "Bob"}
        table.people.pop(0)
        tables._keep(entry)
        table.people[0] = Person("Eve", 0)
        tables._keep(entry)
        table.do({"do": "seat", "seat": 1, "who": "random"}, Viewer(is_host=True))
        tables._keep(entry)
        assert tables.standings() == before
        table.session.undo()
        tables._keep(entry)
        assert not tables.standings()
        played(table)
        tables._keep(entry)
        assert {one.name for one in tables.standings()} == {"Eve", tables.offer().kinds["random"]}


def test_who_is_forgotten_stays_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with hosted(GAME, path) as (tables, base):
        entry = tables.make_at_rest(Setting(2, 3), ["person", "random"])
        assert entry.served is not None
        entry.served.table.people[0] = Person("Ann", 0)
        played(entry.served.table)
        tables._keep(entry)
        assert asked(f"{base}/players?key={tables.host_key}", forget="ann")[0] == 303
        entry.served.table.do({"do": "pause"}, Viewer(is_host=True))
        tables._keep(entry)
        assert "Ann" not in {one.name for one in tables.standings()}
    with hosted(GAME, path) as (tables, _):
        (entry,) = tables.entries.values()
        entry.served = tables._served(entry, tables._reopened(entry))
        tables._keep(entry)
        assert "Ann" not in {one.name for one in tables.standings()}


def test_the_page_of_guests_opens_no_table_and_bears_one_that_cannot_be_opened(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with hosted(GAME, path) as (tables, _):
        gone, damaged, over = (
            tables.make_at_rest(Setting(2, 3), ["person", "person"], for_guests=True) for _ in range(3)
        )
        assert gone.served is not None and over.served is not None
        header = replace(gone.served.table.session.header, options={"Wrap": "yes"})
        tables.database.appender(gone.id, gone.match, [encode_header(header)])
        over.served.table.people[0] = Person("Ann", 0)
        played(over.served.table)
        over.keys["claimed"] = [True, True]
        tables._keep(over)
        tables.database._db.execute("delete from lines where id = ?", (damaged.id,))
    with hosted(GAME, path) as (tables, base):
        status, page = asked(f"{base}/lobby?key={tables.guest_key}")
        assert status == 200
        for one in (gone, damaged, over):
            assert one.id in page
        assert ">over<" in page and "Ann" in page
        assert not any(one.served for one in tables.entries.values())
        status, page = asked(f"{base}/t/{gone.id}/join?key={gone.keys['join']}")
        assert status == 409 and "no option" in page
        assert asked(f"{base}/t/{damaged.id}/join?key={damaged.keys['join']}")[0] == 409
        assert asked(f"{base}/t/{over.id}/join?key={over.keys['join']}")[0] == 200


def test_each_page_of_a_host_can_be_opened_in_another_language() -> None:
    with hosted(GAME) as (tables, base):
        entry = tables.make_at_rest(Setting(2, 3), ["person", "person"], for_guests=True)
        for path, key in (
            ("", tables.host_key),
            (f"tables/{entry.id}", tables.host_key),
            ("players", tables.host_key),
            ("lobby", tables.guest_key),
            (f"t/{entry.id}/join", entry.keys["join"]),
        ):
            page = asked(f"{base}/{path}?key={key}")[1]
            link = re.search(r'<a href="(\?[^"]*)" lang="de"', page)
            assert '<span lang="en" aria-current="true">English</span>' in page and link, path
            with build_opener(HTTPCookieProcessor()).open(
                f"{base}/{path}{unescape(link[1])}", timeout=60
            ) as answer:
                assert answer.url == f"{base}/{path}?key={key}"
                assert '<html lang="de"' in answer.read().decode(), path

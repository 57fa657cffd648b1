"""Guests of a server: which tables they see, what they are told of them, and how players did."""

from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from gekido_dsl.engine import Setting
from gekido_dsl.server.clock import Terms
from gekido_dsl.server.database import Database
from gekido_dsl.server.results import Kept, standings
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
        Kept("Ann", True, 1, True, 100),
        Kept("ANN", True, 2, False, 86_500),
        Kept("random", False, 2, False, 100),
    ]
    ann, bot = standings(kept, {"random": "Random bot"})
    assert (ann.name, ann.matches, ann.won, ann.places, ann.last) == ("Ann", 2, 1, 3, "1970-01-02")
    assert (bot.name, bot.is_person) == ("Random bot", False)
    database = Database(None)
    assert database.kept("x", lambda: "1") == database.kept("x", lambda: "2") == "1"

"""A match of several games and teams at a hosted table: what counts, when it is over, and what everybody is told."""

from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest

from gekido_dsl.engine import Setting
from gekido_dsl.server.database import DatabaseError
from gekido_dsl.server.series import LOSER, ROTATE, Series
from gekido_dsl.table import Viewer
from gekido_dsl.table.people import moved_on, person
from tests.browser.served import hosted

HOST = Viewer(is_host=True)


def test_a_match_is_over_when_a_side_has_more_than_half_and_the_next_one_begins_anew() -> None:
    match = Series(games=3)
    match.note([0])
    assert not match.is_over(2)
    match.goes_on(1, 2)
    assert match.shown(2) == {
        "games": 3,
        "game": 2,
        "sides": [{"seats": [0], "points": 1}, {"seats": [1], "points": 0}],
        "over": False,
        "changes": "",
    }
    match.note([0])
    assert match.is_over(2)
    match.note(None)  # the end was taken back
    assert match.points(2) == [1, 0]
    match.note([0])
    match.goes_on(2, 2)
    assert match.points(2) == [0, 0]
    assert match.shown(2) is not None
    assert match.shown(2)["game"] == 1  # type: ignore[index]


def test_teams_take_turns_and_have_a_game_together() -> None:
    match = Series(games=1, teams=2)
    assert match.sides(4) == [[0, 2], [1, 3]]
    match.note([3])
    assert match.points(4) == [0, 1]
    match.note([0, 3])  # both sides: neither has it
    assert match.points(4) == [0, 0]
    # Where seats cannot be shared out, or each team would be one seat, everybody plays for themselves.
    assert match.sides(5) == [[0], [1], [2], [3], [4]]
    assert match.sides(2) == [[0], [1]]
    assert Series().shown(4) is None


def test_points_follow_the_people_who_change_seats() -> None:
    match = Series(games=5, changes=ROTATE)
    match.note([2], 3)  # the third of Ann, Ben and Cem, who sit in this order
    assert match.moves(3) == 1
    match.moved = 1
    match.goes_on(1, 3)  # Ben, Cem, Ann
    match.note([1], 3)
    told = match.shown(3)
    assert told is not None
    assert told["sides"] == [
        {"seats": [2], "points": 0},
        {"seats": [0], "points": 0},
        {"seats": [1], "points": 2},
    ]
    match.note(None, 3)
    assert match.moves(3) == 0, "a game that is left is begun as it was"


def test_whoever_lost_sits_first() -> None:
    match = Series(games=5, changes=LOSER)
    match.note([0], 2)
    assert match.moves(2) == 1
    match.note([1], 2)
    assert match.moves(2) == 0
    match.note([], 2)  # nobody has won: all move on
    assert match.moves(2) == 1
    match.note([0, 1], 4)
    assert match.moves(4) == 2
    teams = Series(games=3, teams=2, changes=ROTATE)
    teams.note([0, 2], 4)
    teams.moved = teams.moves(4)
    teams.goes_on(1, 4)
    assert teams.shown(4)["sides"] == [{"seats": [1, 3], "points": 1}, {"seats": [0, 2], "points": 0}]  # type: ignore[index]


@pytest.mark.parametrize("wrong", ["", "x", "4", "-1", "99999", None, 2.5, [], {"a": 1}])
def test_garbled_numbers_are_a_single_game(wrong: Any) -> None:
    read = Series.read({"games": wrong, "teams": wrong, "now": wrong, "first": wrong, "won": wrong})
    assert (read.games, read.teams, read.now, read.first, read.won) == (1, 0, 0, 0, {})


def test_what_is_kept_is_read_again() -> None:
    match = Series(5, 2, 3, 2, {2: (1, 3)})
    assert Series.read(match.kept()) == match
    match = Series(5, 0, 3, 2, {2: (1,)}, ROTATE, 1)
    assert Series.read(match.kept()) == match
    assert Series.read({"changes": "backwards"}).changes == ""


def over(entry: Any) -> None:
    table = entry.served.table
    while table.session.decision is not None:
        table.session.choose(0)
    table.changed()


def test_games_at_a_table_are_counted_and_outlive_the_server(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with hosted("classics/tic_tac_toe", path) as (tables, _):
        entry = tables.make_at_rest(Setting(2, 3), ["person", "person"], series=Series(3))
        assert entry.served is not None
        over(entry)
        tables._keep(entry)
        tables._keep(entry)
        winners = entry.served.table.session.outcome.winners
        assert entry.series.points(2) == [int(seat in winners) for seat in range(2)]
        assert not entry.served.table.do({"do": "again"}, HOST)
        assert entry.series.shown(2)["game"] == 2
        assert sum(entry.series.points(2)) == 1
        tables._keep(entry)
        before = entry.series
    with hosted("classics/tic_tac_toe", path) as (tables, _):
        (entry,) = tables.entries.values()
        assert entry.series == before


def test_a_game_that_is_left_for_another_does_not_count() -> None:
    with hosted("classics/tic_tac_toe") as (tables, _):
        entry = tables.make_at_rest(Setting(2, 3), ["person", "person"], series=Series(3))
        assert entry.served is not None
        for _ in range(4):
            assert not entry.served.table.do({"do": "again"}, HOST)
        told = entry.series.shown(2)
        assert told is not None and told["game"] == 1 and not told["over"]
        over(entry)
        tables._keep(entry)
        told = entry.series.shown(2)
        assert told is not None and told["game"] == 1
        for game in (2, 2):
            assert not entry.served.table.do({"do": "again"}, HOST)
            told = entry.series.shown(2)
            assert told is not None and told["game"] == game


def test_another_game_that_cannot_be_kept_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with hosted("classics/tic_tac_toe") as (tables, _):
        entry = tables.make_at_rest(Setting(2, 3), ["person", "person"], series=Series(3))
        assert entry.served is not None
        over(entry)
        tables._keep(entry)
        before, told, match = entry.series.copy(), entry.series.shown(2), entry.match

        def full(*_: object) -> None:
            raise DatabaseError("database or disk is full")

        with monkeypatch.context() as patched:
            patched.setattr(tables.database, "change", full)
            with pytest.raises(DatabaseError):
                entry.served.table.do({"do": "again"}, HOST)
        assert entry.series == before and entry.match == match
        tables._keep(entry)
        assert entry.series == before and entry.series.shown(2) == told
        assert entry.served.series is entry.series


@pytest.mark.parametrize("fails", [False, True])
def test_people_keep_their_keys_and_names_where_they_change_seats(
    monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    with hosted("classics/tic_tac_toe") as (tables, _):
        entry = tables.make_at_rest(Setting(2, 3), ["person", "random"], series=Series(3, changes=ROTATE))
        assert entry.served is not None
        table, keys = entry.served.table, list(entry.keys["seats"])
        entry.keys["claimed"][0] = True
        table.people[0] = person("Ann", 0)
        claimed = list(entry.keys["claimed"])
        over(entry)
        tables._keep(entry)

        def full(*_: object) -> None:
            raise DatabaseError("database or disk is full")

        if fails:
            monkeypatch.setattr(tables.database, "change", full)
            with pytest.raises(DatabaseError):
                table.do({"do": "again"}, HOST)
            assert (entry.keys["seats"], entry.keys["claimed"]) == (keys, claimed)
            assert table.seats == ["person", "random"] and table.people[0].name == "Ann"
            return
        assert not table.do({"do": "again"}, HOST)
        assert (entry.keys["seats"], entry.keys["claimed"]) == (moved_on(keys, 1), moved_on(claimed, 1))
        assert table.seats == ["random", "person"] == list(table.session.header.seats)
        assert table.people == {1: person("Ann", 0)}
        access = entry.access(keys[0])
        assert access is not None and access.seat == 1


def test_teams_that_the_seats_cannot_be_shared_out_among_are_refused() -> None:
    def made(base: str, key: str, players: int, teams: int) -> tuple[int, str]:
        form = urlencode({"players": players, "teams": teams}).encode()
        try:
            with urlopen(f"{base}/tables?key={key}", form, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as error:
            return error.code, error.read().decode()

    with hosted("classics/liars_dice") as (tables, base):
        for players, teams in ((5, 2), (3, 3), (2, 2), (4, 3)):
            status, page = made(base, tables.host_key, players, teams)
            assert status == 409
            assert f"{players} players cannot be shared out evenly among {teams} teams" in page
        assert not tables.entries
        assert made(base, tables.host_key, 4, 2)[0] == 200
        assert made(base, tables.host_key, 5, 0)[0] == 200

"""Games that are counted without giving each come to the same totals as games that are counted one by one."""

from pathlib import Path

import pytest
from test_running import experiment

from gekido_dsl.backend import alike_module, batch, making
from gekido_dsl.backend.alike import Alike
from gekido_dsl.cache.folder import CacheFolder
from gekido_dsl.simulate import Experiment, Totals, made
from gekido_dsl.store import kept_in

PIG = Path(__file__).parent.parent.parent / "rulesets/classics/pig.gdl"


def both(what: Experiment, games: int) -> Totals:
    """Counts games one by one and together, in two chunks each, and gives what both came to."""
    found = []
    for keep in (True, False):
        player, totals = made(what), Totals()
        for first, end in ((0, games // 3), (games // 3, games)):
            chunk = player.play(first, end, keep, lambda: False)
            assert (chunk.first, chunk.end, len(chunk.games)) == (first, end, (end - first) * keep)
            totals.merge(chunk.totals)
        found.append(totals)
    assert found[0] == found[1]
    return found[0]


@pytest.mark.parametrize("tallies", [False, True], ids=["brief", "counted"])
@pytest.mark.parametrize(
    ("name", "games"),
    [("classics/tic_tac_toe", 3000), ("classics/goofspiel", 200), ("classics/the_heir", 300)],
)
@pytest.mark.quick_in_turn(3)
def test_games_come_to_the_same_totals(name: str, games: int, tallies: bool) -> None:
    assert both(experiment(name, kind="compiled", tallies=tallies), games).games == games


@pytest.mark.parametrize("tallies", [False, True], ids=["brief", "counted"])
@pytest.mark.quick_in_turn(2)
def test_no_more_rows_are_kept_than_there_is_room_for(tallies: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alike_module, "_MOST", 1)
    assert both(experiment("classics/pig", kind="compiled", tallies=tallies), 300).turns.sd > 0


@pytest.mark.parametrize("tallies", [False, True], ids=["brief", "counted"])
@pytest.mark.quick_in_turn(2)
def test_games_that_are_given_up_count_as_unfinished(tallies: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for place in (batch, making):
        monkeypatch.setattr(place, "DECISIONS", 6)
    totals = both(experiment(kind="compiled", tallies=tallies), 60)
    assert 0 < totals.finished < totals.sound == 60


@pytest.mark.slow
def test_rule_errors_and_aims_that_cannot_be_asked(tmp_path: Path) -> None:
    source = PIG.read_text()
    path = tmp_path / "pig.gdl"
    worth = "amount Worth of a player\n  starts at 100\n  divide by my Score rounded up"
    path.write_text(f"{source}\naim of each player: the highest Worth\n\n{worth}\n")
    assert not both(experiment(str(path), kind="compiled", tallies=True), 20).courses.changes.count
    path.write_text(source.replace("0 to 204", "0 to 103").replace("gains Pot if possible", "gains Pot"))
    for tallies in (False, True):
        totals = both(experiment(str(path), kind="compiled", tallies=tallies), 100)
        assert 0 < totals.failed < 100
        assert [game.number for game in totals.errors] == sorted(game.number for game in totals.errors)


def test_rows_are_told_apart_and_counted(tmp_path: Path) -> None:
    with kept_in(CacheFolder(tmp_path), lambda: "1"):
        for _ in range(2):  # made, then taken from the store
            rows = Alike(50)
            first, second = (
                memoryview(bytearray(4 * 2 * 30)).cast("i"),
                memoryview(bytearray(4 * 2 * 20)).cast("i"),
            )
            second[25] = 7  # in the other row
            rows.give(0, 30, first)
            rows.give(30, 20, second)
            assert (rows.tell(2), rows.number) == (2, 2)
            rows.note(0, 5)
            rows.note(1, 1 << 62)
            assert rows.winners(2).tolist() == [5, 1 << 62]
            assert rows.tell(1) == 1
            assert rows.row(1)[35] == 7
            assert list(rows.taken()) == [(0, 2), (1, 1)]
            assert not list(rows.taken())
            rows.forget()
            assert (rows.tell(2), rows.number) == (2, 2)
    assert len(list(tmp_path.iterdir())) == 1

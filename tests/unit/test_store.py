"""Files that keep the games of a simulation: what they say, and what cannot be gone on with."""

import csv
import json
import sqlite3
from pathlib import Path

import pytest

from gekido_dsl.cli.main import main
from gekido_dsl.cli.store import VERSION
from gekido_dsl.simulate import Totals

WORDS = ["simulate", "classics/tic_tac_toe", "--seed", "2", "--jobs", "1"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def told(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert main(list(words)) == code
    out, err = capsys.readouterr()
    return out if code == 0 else err


@pytest.mark.dear
def test_the_three_files_say_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    report = json.loads(
        told(capsys, *WORDS, "-n", "12", "--out", "g.sqlite", "--format", "json", "--tallies")
    )
    for name in ("g.csv", "g.jsonl"):
        told(capsys, *WORDS, "-n", "12", "--out", name)
    assert {path.name for path in Path().iterdir()} == {"g.sqlite", "g.csv", "g.jsonl"}
    rows = list(csv.DictReader(Path("g.csv").read_text(encoding="utf-8").splitlines()))
    head, *games = map(json.loads, Path("g.jsonl").read_text(encoding="utf-8").splitlines())
    assert (head["schema_version"], head["seed"], head["games"]) == (VERSION, 2, 12)
    assert [int(row["number"]) for row in rows] == [game["number"] for game in games] == list(range(12))
    for row, game in zip(rows, games, strict=True):
        assert int(row["seed"]) == game["seed"] and int(row["decisions"]) == game["decisions"]
        assert [int(row["rank_1"]), int(row["rank_2"])] == game["ranks"]
        assert [seat for seat in (1, 2) if row[f"won_{seat}"] == "1"] == game["won"]
    db = sqlite3.connect("g.sqlite")
    assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)
    wins = dict(db.execute("SELECT seat, sum(won) FROM seats GROUP BY seat"))
    assert [wins[1], wins[2]] == [share["count"] for share in report["wins_by_seat"]]
    assert db.execute("SELECT sum(decisions) FROM games").fetchone()[0] == round(
        12 * report["decisions"]["mean"]
    )
    happenings = [{**one, "seat": one["seat"] + 1} for one in report["happenings"]]
    cursor = db.execute("SELECT * FROM happenings ORDER BY what, kind, name, seat")
    names = [column[0] for column in cursor.description]
    assert [dict(zip(names, row, strict=True)) for row in cursor] == happenings != []


@pytest.mark.slow
def test_a_run_goes_on_with_more_games(capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, *WORDS, "-n", "5", "--out", "g.sqlite", "--tallies")
    on = told(capsys, "simulate", "--resume", "g.sqlite", "-n", "40", "--format", "json")
    assert on == told(capsys, *WORDS, "-n", "40", "--format", "json", "--tallies")
    assert told(capsys, "simulate", "--resume", "g.sqlite", "--format", "json") == on


@pytest.mark.dear
def test_a_file_says_what_played_its_games(capsys: pytest.CaptureFixture[str]) -> None:
    why = "interpreted, because --executor-kind says so"
    words = ["--seat", "random", "--brief", "--format", "json"]
    told(capsys, *WORDS, *words, "-n", "3", "--out", "g.sqlite", "--executor-kind", "interpreter")
    # The slowest that played them, whatever plays the rest and also where none is left.
    for games, kind in ((6, "compiled"), (6, "any")):
        resumed = ["simulate", "--resume", "g.sqlite", "-n", str(games), "--executor-kind", kind]
        assert json.loads(told(capsys, *resumed, "--jobs", "1", "--format", "json"))["executor"] == why
    told(capsys, *WORDS, *words, "-n", "3", "--out", "g.jsonl", "--executor-kind", "interpreter")
    head = json.loads(Path("g.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert head["executor"] == why
    # A file of a version that did not keep it says nothing, even where games were added.
    with sqlite3.connect("g.sqlite") as db:
        db.execute("DELETE FROM experiment WHERE key = 'executor'")
    for _ in range(2):
        resumed = ["simulate", "--resume", "g.sqlite", "-n", "9", "--jobs", "1", "--format", "json"]
        assert "executor" not in json.loads(told(capsys, *resumed))


def test_what_cannot_be_gone_on_with_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    resume = ["simulate", "--resume", "g.sqlite"]
    assert "`--out` makes one" in told(capsys, *resume, code=2)
    rules = Path(__file__).parents[2] / "rulesets" / "classics" / "pig.gdl"
    Path("my.gdl").write_text(rules.read_text(encoding="utf-8"), encoding="utf-8")
    words = ["simulate", "my.gdl", "-n", "3", "--seed", "1", "--out"]
    assert "should end in .sqlite, .csv, .jsonl" in told(capsys, *words, "g.txt", code=2)
    told(capsys, *words, "g.sqlite")
    assert "--resume g.sqlite" in told(capsys, *words, "g.sqlite", code=2)
    assert "is to have 3 games" in told(capsys, *resume, "-n", "2", code=2)
    assert "the file says what is played" in told(capsys, *resume, "--seed", "4", code=2)
    Path("my.gdl").write_text(Path("my.gdl").read_text(encoding="utf-8") + "\n# more\n", encoding="utf-8")
    assert "was changed since" in told(capsys, *resume, code=2)
    for other in (3, 99):
        with sqlite3.connect("g.sqlite") as db:
            db.execute(f"PRAGMA user_version = {other}")
        assert f"another version of gdl (schema {other}, here {VERSION})" in told(capsys, *resume, code=2)
    Path("g.sqlite").write_text("no database at all, but a longer text than that", encoding="utf-8")
    assert "is not a database" in told(capsys, *resume, code=2)
    sqlite3.connect("other.sqlite").execute("CREATE TABLE t (x)")
    assert "keeps no games" in told(capsys, "simulate", "--resume", "other.sqlite", code=2)
    assert "a RULESET is needed" in told(capsys, "simulate", code=2)
    assert "cannot be opened" in told(capsys, *words, "no/such/folder/g.sqlite", code=2)


def test_other_totals_are_another_version() -> None:
    """Whoever changes what chunks keep raises the version, too, and writes here how long its parts are."""
    plain = Totals().plain()
    known = {"games": 8, "spreads": 3, "tallies": 3, "courses": 7}
    lengths = {name: len(plain[name]) for name in ("games", "spreads", "tallies", "courses")}
    assert (VERSION, lengths, len(plain["courses"][0][1]), len(plain)) == (5, known, 13, 9)

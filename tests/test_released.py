"""Every ruleset, match, table, playtest, workbook and project of a released version opens, and means what it meant.

What a version shipped and wrote lies in `released/VERSION.tar.xz`; `tools/keep_release.py` makes it. The rulesets of
1.0.0 are also what guards `edition 1`: their matches are played again, choice by choice.
"""

import json
import shutil
import tarfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import gekido_dsl
from gekido_dsl.cli.main import main
from gekido_dsl.diagnostics import Severity
from gekido_dsl.play.record import read
from gekido_dsl.play.session import reopen
from gekido_dsl.server.database import Database
from gekido_dsl.studio.archives import unpacked

RELEASED = sorted((Path(__file__).parent / "released").glob("*.tar.xz"))


@cache
def names(archive: Path) -> list[str]:
    with tarfile.open(archive) as packed:
        return packed.getnames()


@cache
def ends(archive: Path) -> dict[str, dict[str, Any]]:
    with tarfile.open(archive) as packed:
        file = packed.extractfile("matches/ends.json")
        assert file is not None
        return dict(json.load(file))


@pytest.fixture(scope="session")
def unpack(tmp_path_factory: pytest.TempPathFactory) -> Any:
    @cache
    def of(archive: Path) -> Path:
        folder = tmp_path_factory.mktemp("released")
        with tarfile.open(archive) as packed:
            packed.extractall(folder, filter="data")
        return folder

    return of


GAMES = [(archive, name) for archive in RELEASED for name in ends(archive)]
IDS = [f"{archive.name.removesuffix('.tar.xz')}-{name}" for archive, name in GAMES]
SMALL = {"classics/tic_tac_toe", "classics/pig", "classics/whist"}
"""The others are opened in the slow tests."""


def opens(archive: Path, name: str, folder: Path) -> None:
    """Loads a ruleset without an error, and plays its match again to the end that it had."""
    ruleset = gekido_dsl.read(folder / "rulesets" / f"{name}.gdl")
    errors = [one.message for one in ruleset.findings if one.severity is Severity.ERROR]
    assert not errors
    save = (folder / "matches" / f"{name.replace('/', '__')}.jsonl").read_bytes()
    reading = read(save)
    assert reading.record is not None and not reading.problems and not reading.damaged
    record = reading.record
    session, stopped = reopen(ruleset.executor, record.header, record)
    for taken in record.standing:
        stopped = stopped or session.follow(taken)
    assert stopped is None
    end = ends(archive)[name]
    assert len(record.standing) == end["decisions"]
    outcome, decision = session.outcome, session.decision
    assert (None if outcome is None else list(outcome.ranks)) == end["ranks"]
    # The words of a choice may be told in a better way; how many there are may not change.
    assert (None if decision is None else len(decision.choices)) == (
        None if end["next"] is None else len(end["next"])
    )


@pytest.mark.parametrize(("archive", "name"), [one for one in GAMES if one[1] in SMALL])
def test_a_released_game_opens_and_its_match_goes_as_it_went(archive: Path, name: str, unpack: Any) -> None:
    opens(archive, name, unpack(archive))


@pytest.mark.slow
@pytest.mark.in_turn(3, of="archive")
@pytest.mark.parametrize(("archive", "name"), GAMES, ids=IDS)
def test_every_released_game_opens_and_its_match_goes_as_it_went(
    archive: Path, name: str, unpack: Any
) -> None:
    opens(archive, name, unpack(archive))


def test_each_release_kept_every_game_and_a_match_of_it() -> None:
    assert RELEASED
    for archive in RELEASED:
        kept = set(names(archive))
        for name, end in ends(archive).items():
            assert f"rulesets/{name}.gdl" in kept and end["decisions"] > 0
        assert {"tables.sqlite", "playtest.jsonl", "project.zip", "workbook/cards.xlsx"} <= kept
        assert {"gekido", "aimbots", "botwars", "geeko", "classics/chess"} <= set(ends(archive))


@pytest.mark.parametrize("archive", RELEASED, ids=lambda path: path.name)
def test_a_released_table_opens(archive: Path, unpack: Any, tmp_path: Path) -> None:
    kept = tmp_path / "tables.sqlite"
    shutil.copyfile(unpack(archive) / "tables.sqlite", kept)
    database = Database(kept)
    tables = database.all()
    assert tables and not database.broken
    ruleset = gekido_dsl.read(unpack(archive) / "rulesets" / "classics" / "pig.gdl")
    for table in tables:
        lines = database.lines(table.id, table.state["match"])
        reading = read("".join(line + "\n" for line in lines).encode())
        assert reading.record is not None and not reading.problems
        session, stopped = reopen(ruleset.executor, reading.record.header, reading.record)
        for taken in reading.record.standing:
            stopped = stopped or session.follow(taken)
        assert stopped is None and len(reading.record.standing) > 5
    database.close()


@pytest.mark.parametrize("archive", RELEASED, ids=lambda path: path.name)
def test_a_released_playtest_is_reported(
    archive: Path, unpack: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    file = unpack(archive) / "playtest.jsonl"
    assert main(["playtest", "report", str(file), "--games", "0", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("archive", RELEASED, ids=lambda path: path.name)
def test_a_released_workbook_and_project_open(archive: Path, unpack: Any, tmp_path: Path) -> None:
    for folder in (unpack(archive) / "workbook", tmp_path):
        if folder == tmp_path:
            for name, content in unpacked((unpack(archive) / "project.zip").read_bytes()).items():
                (tmp_path / name).write_bytes(content)
        ruleset = gekido_dsl.read(next(folder.glob("*.gdl")))
        assert not [one for one in ruleset.findings if one.severity is Severity.ERROR]
        assert ruleset.match(seed=1).decision is not None

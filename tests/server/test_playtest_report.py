"""What was kept at a host's tables is reported, and its matches leave as files."""

import json
import shlex
from pathlib import Path

from click.testing import CliRunner

from gekido_dsl.cli.playtest import command
from gekido_dsl.cli.replay import command as replay
from gekido_dsl.server.database import Database, StoredTable
from tests.unit.test_playtests import GAME, evening


def test_the_tables_of_a_host_are_reported(tmp_path: Path) -> None:
    rules = tmp_path / "five.gdl"
    rules.write_text(GAME, encoding="utf-8")
    (tmp_path / "playtest.yaml").write_text("- How was it?\n", encoding="utf-8")
    database = Database(tmp_path / "tables.sqlite")
    database.add(StoredTable("abcdef", "five.gdl", "Five Points", {}, {}, 1))
    append = database.appender("abcdef", 0)
    for line in evening().log:
        append(line)
    database.close()
    out = tmp_path / "matches"
    words = ["report", str(tmp_path / "tables.sqlite"), "--ruleset", str(rules), "--extract", str(out)]
    ran = CliRunner().invoke(command, [*words, "--games", "4", "--seat", "random", "--format", "json"])
    assert ran.exit_code == 0, ran.output
    data = json.loads(ran.stdout)
    assert data["matches"][0]["finished"] and data["form"][0]["question"] == "How was it?"
    assert data["wins"][0]["bots"] is not None
    file = out / "abcdef-0.jsonl"
    assert file.is_file()
    told = CliRunner().invoke(command, ["report", str(file), "--ruleset", str(rules), "--games", "0"])
    assert told.exit_code == 0 and "gdl replay" in told.stdout and "why not three?" in told.stdout
    command_line = next(line for line in told.stdout.splitlines() if "gdl replay" in line)
    played = CliRunner().invoke(replay, shlex.split(command_line)[2:])
    assert played.exit_code == 0, played.output
    lost = CliRunner().invoke(command, ["report", str(file)])
    assert lost.exit_code == 2 and "--ruleset names the one of the match" in " ".join(lost.output.split())
    shown = CliRunner().invoke(command, ["show", str(file)])
    assert "player 2: wrote: why not three?" in shown.stdout
    CliRunner().invoke(command, ["forget", str(file)])
    assert "Nothing is kept" in CliRunner().invoke(command, ["show", str(file)]).stdout

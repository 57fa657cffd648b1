"""The files of a server: what they call exists, and tables are copied and put back as they were."""

import importlib.util
import json
import re
import shlex
from pathlib import Path
from types import ModuleType
from typing import Any

import filelock
import pytest
import yaml

from gekido_dsl.cli.play import command

ROOT = Path(__file__).resolve().parents[2]
HOSTING = ROOT / "hosting"


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hosting_tables", HOSTING / "tables.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def lines_of(name: str) -> str:
    return re.sub(r"\\\n", " ", (HOSTING / name).read_text(encoding="utf-8"))


def called() -> dict[str, list[str]]:
    """Gives the words that each file starts `gdl play` with."""
    container = re.search(r"^ENTRYPOINT (.*)$", lines_of("Containerfile"), re.M)
    service = re.search(r"^ExecStart=(.*)$", lines_of("gekido.service"), re.M)
    assert container is not None and service is not None
    compose: dict[str, Any] = yaml.safe_load(lines_of("compose.yaml"))
    entry = json.loads(container[1])
    return {
        "Containerfile": entry,
        "compose.yaml": entry + compose["services"]["tables"]["command"],
        "gekido.service": shlex.split(service[1]),
    }


@pytest.mark.parametrize("name", called())
def test_every_option_that_is_given_exists(name: str) -> None:
    words = called()[name]
    assert Path(words[0]).name == "gdl" and words[1] == "play"
    known = {
        option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)
    }
    options = {word for word in words if word.startswith("--")}
    assert options <= known
    assert {"--host", "--no-open", "--port", "--metrics", "--log", "--save"} <= options
    if name != "Containerfile":
        assert {"--public", "--url"} <= options


def test_the_container_needs_no_privilege_and_writes_in_one_place() -> None:
    text = lines_of("Containerfile")
    assert text.count("\nFROM ") == 2 and "\nUSER 10001:10001\n" in text and "\nHEALTHCHECK " in text
    copied = re.findall(r"^COPY ([^-].*) \S+$", text, re.M)
    assert all((ROOT / path).exists() for line in copied for path in line.split())
    health = re.search(r":(\d+)/health", text)
    entry = called()["Containerfile"]
    assert health is not None and entry[entry.index("--metrics") + 1] == health[1]
    service = yaml.safe_load(lines_of("compose.yaml"))["services"]["tables"]
    assert service["read_only"] and service["cap_drop"] == ["ALL"] and service["volumes"] == ["tables:/data"]
    port = entry[entry.index("--port") + 1]
    assert f"127.0.0.1:{port}" in lines_of("Caddyfile") and service["network_mode"] == "service:caddy"


pytest.importorskip("starlette")

from gekido_dsl.server.database import Database, StoredTable  # noqa: E402


def kept(path: Path, names: str) -> Database:
    database = Database(path)
    for name in names:
        database.add(StoredTable(name, "pig", "Pig", {}, {}, 1))
    return database


def tables_in(path: Path) -> str:
    database = Database(path)
    try:
        return "".join(sorted([*(table.id for table in database.all()), *database.broken]))
    finally:
        database.close()


def test_tables_are_copied_while_they_are_written_and_put_back(tmp_path: Path) -> None:
    tool, file = script(), tmp_path / "t ü.sqlite"
    database = kept(file, "ab")
    copy = tool.backup(file, tmp_path / "copies")
    database.add(StoredTable("c", "pig", "Pig", {}, {}, 1))
    database.close()
    assert (tables_in(copy), tables_in(file)) == ("ab", "abc")
    before = tool.restore(copy, file)
    assert (tables_in(file), tables_in(before)) == ("ab", "abc")
    assert not list(tmp_path.rglob("*.part")) and not list(tmp_path.rglob("*.new"))


def test_old_copies_go_and_the_newest_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool, file = script(), tmp_path / "t.sqlite"
    kept(file, "a").close()
    for day in range(1, 6):
        monkeypatch.setattr(tool.time, "strftime", lambda form, when, day=day: f"2026010{day}T000000Z")
        tool.backup(file, tmp_path / "copies", 2)
    assert sorted(path.name[7:15] for path in (tmp_path / "copies").iterdir()) == ["20260104", "20260105"]


def test_a_damaged_copy_changes_nothing_and_a_damaged_file_can_be_replaced(tmp_path: Path) -> None:
    tool, file, bad = script(), tmp_path / "t.sqlite", tmp_path / "bad.sqlite"
    kept(file, "a").close()
    bad.write_bytes(b"no database at all" * 100)
    assert tool.main(["restore", str(bad), str(file)]) == 1
    assert tables_in(file) == "a"
    copy = tool.backup(file, tmp_path / "copies")
    file.write_bytes(b"no database at all" * 100)
    assert tool.main(["restore", str(copy), str(file)]) == 0
    assert tables_in(file) == "a" and (tmp_path / "t.sqlite.before").read_bytes().startswith(b"no database")


def test_tables_that_a_server_has_are_not_replaced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tool, file = script(), tmp_path / "t.sqlite"
    kept(file, "a").close()
    copy = tool.backup(file, tmp_path / "copies")
    with filelock.FileLock(tmp_path / "t.sqlite.lock"):
        assert tool.main(["restore", str(copy), str(file)]) == 1
    assert "stop it first" in capsys.readouterr().err
    assert tool.main(["backup", str(tmp_path / "none.sqlite"), str(tmp_path)]) == 1
    assert tool.main(["backup"]) == 2

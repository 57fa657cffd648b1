"""Whatever stands in a file from somebody else, nothing of it commands the terminal or turns lines round.

Each command reads a file that is hostile in one place; everything that it says is looked through.
"""

import io
import json
import re
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from gekido_dsl.cli import output
from gekido_dsl.cli.main import main
from gekido_dsl.files import shipped_folder

EVIL = "x\x1b[2J\x1b]0;y\x07\x9b31m\u202ez\ry"
COMMANDS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e]")
BOTS = ("--seat", "1=random", "--seat", "2=random")
ESCAPED = json.dumps(EVIL)
TOML = '"x\\u001b[2J\\u001b]0;y\\u0007\\u009b31m\\u202ez"'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a game."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    shutil.copy(shipped_folder() / "classics" / "pig.gdl", tmp_path / "pig.gdl")
    return tmp_path


def safe(*words: str, capsys: pytest.CaptureFixture[str], codes: tuple[int, ...] = (0, 1, 2)) -> str:
    """Runs a command and gives what it says, in which nothing commands a terminal."""
    code = main(list(words))
    told = "".join(capsys.readouterr())
    assert code in codes, told
    assert told and not COMMANDS.search(told), ascii(COMMANDS.sub(lambda sign: f"<{sign[0]!a}>", told))
    return told


def saved(capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    """Plays a match, keeps it without checksums, and gives its first line."""
    safe("play", "pig.gdl", *BOTS, "--seed", "3", "--save", "m.save", capsys=capsys)
    text = re.sub(r', "sum": "[0-9a-f]{12}"(?=\})', "", Path("m.save").read_text())
    Path("m.save").write_text(text)
    return dict(json.loads(text.partition("\n")[0]))


HEADS: dict[str, Callable[[dict[str, object]], dict[str, object]]] = {
    "ruleset": lambda head: {"ruleset": EVIL},
    "identity": lambda head: {"identity": EVIL},
    "engine": lambda head: {"engine": EVIL},
    "version": lambda head: {"version": EVIL},
    "seats": lambda head: {"seats": [EVIL, "random"]},
    "option": lambda head: {"options": {EVIL: EVIL}},
    "example": lambda head: {"example": EVIL},
}


@pytest.mark.parametrize("name", HEADS)
@pytest.mark.quick_in_turn(3)
def test_heads_of_saves(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head = saved(capsys)
    lines = Path("m.save").read_text().split("\n", 1)[1]
    Path("m.save").write_text(json.dumps(head | HEADS[name](head)) + "\n" + lines)
    safe("play", "--resume", "m.save", *BOTS, capsys=capsys)
    safe("replay", "m.save", capsys=capsys)
    safe("replay", "m.save", "--ruleset", "pig.gdl", capsys=capsys)
    safe("playtest", "report", "m.save", "--ruleset", "pig.gdl", capsys=capsys)


@pytest.mark.parametrize(
    "line",
    [
        {"seat": 0, "choice": EVIL, "chance": []},
        {"note": "said", "text": EVIL},
        {"note": EVIL, "text": EVIL},
        {"note": "form", "text": json.dumps({EVIL: EVIL})},
        {"undo": EVIL},
        {"start": 1, "chance": [[EVIL, EVIL, 6, 1]]},
    ],
    ids=["choice", "note", "kind of note", "form", "undo", "chance"],
)
def test_lines_of_saves(line: dict[str, object], folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved(capsys)
    lines = Path("m.save").read_text().splitlines(keepends=True)
    for at in (1, len(lines)):
        Path("odd.save").write_text("".join([*lines[:at], json.dumps(line) + "\n", *lines[at:]]))
        safe("replay", "odd.save", capsys=capsys)
        safe("play", "--resume", "odd.save", *BOTS, capsys=capsys)
        safe("playtest", "report", "odd.save", "--ruleset", "pig.gdl", capsys=capsys)


@pytest.mark.parametrize(
    "checked",
    [{}, {"greedy": {"won": 50, "within": 9, "games": 9}}, {EVIL: {"won": 50, "within": 9, "games": 9}}],
)
def test_trained_players(
    checked: dict[str, object], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = {"players": 2, "options": {}, "looks": 1, "rounds": 1, "checked": checked, "weights": {}}
    whole = {"schema_version": 1, "ruleset": EVIL, "players": [one]}
    Path("pig.players.json").write_text(json.dumps(whole))
    words = ("simulate", "pig.gdl", "--seat", "quick", "-n", "1", "--jobs", "1", "--seed", "1")
    told = safe(*words, capsys=capsys)
    assert ("make it again" in told) == (EVIL in checked)


def test_sheets_that_are_published(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text in (
        f"[{TOML}]\naddress = 'https://localhost:1/a'\n",
        f"['a.csv']\naddress = {TOML}\n",
        f"['a.csv']\naddress = 'file:///x'\n[{TOML}]\n",
        "a = " + "9" * 5_000,
        "a = " + "[" * 100_000,
        f"a = {EVIL}",
    ):
        Path("sheets.toml").write_text(text)
        safe("table", "pull", "pig.gdl", "--check", capsys=capsys)
    Path("sheets.toml").write_bytes(b"\xff\xfe\x1b")
    safe("table", "pull", "pig.gdl", capsys=capsys)


def test_printers(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text in (
        f"[{TOML}]\ntitle = 1\n",
        f"[a]\ntitle = {TOML}\nproducts = [{{{TOML} = 1}}]\n",
        "a = " + "9" * 5_000,
    ):
        Path("p.toml").write_text(text)
        safe("print", "pig.gdl", "--for", "mine", "--printers", "p.toml", "-o", "x.pdf", capsys=capsys)


@pytest.mark.parametrize("name", ["ruleset", "players", "options", "seats", "tallies", "executor"])
@pytest.mark.quick_in_turn(3)
def test_files_of_simulations(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    safe("simulate", "pig.gdl", "-n", "2", "--jobs", "1", "--seed", "1", "--out", "g.sqlite", capsys=capsys)
    for value in (
        ESCAPED,
        f"[{ESCAPED}]",
        f"{{{ESCAPED}: {ESCAPED}}}",
        EVIL,
        "9" * 5_000,
        "[" * 9_999,
        "99",
        '["alien", "random"]',
    ):
        changed("UPDATE experiment SET value = ? WHERE key = ?", value, name)
        safe("simulate", "--resume", "g.sqlite", capsys=capsys)


@pytest.mark.parametrize(
    "plain",
    [ESCAPED, EVIL, "{}", "[" * 9_999, '{"games": 1}', f'{{"games": [{ESCAPED}], "wins": {ESCAPED}}}'],
)
def test_games_of_simulations(plain: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    safe("simulate", "pig.gdl", "-n", "2", "--jobs", "1", "--seed", "1", "--out", "g.sqlite", capsys=capsys)
    changed("UPDATE chunks SET totals = ?", plain)
    assert "what was played cannot be read" in safe(
        "simulate", "--resume", "g.sqlite", capsys=capsys, codes=(2,)
    )


def changed(command: str, *values: str) -> None:
    """Changes the file of a simulation."""
    with closing(sqlite3.connect("g.sqlite")) as db:
        db.execute(command, values)
        db.commit()


def test_plans_and_what_agreed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text in (
        f"2 '{EVIL}'",
        f"2 pig.gdl --option '{EVIL}'",
        f"2 pig.gdl '--{EVIL}'",
        f"'{EVIL}' pig.gdl",
        f"'{EVIL}",
    ):
        Path("plan.txt").write_text(text)
        safe("lockstep", "--plan", "plan.txt", capsys=capsys)
    Path("plan.txt").write_text("1 pig.gdl\n")
    for line in (ESCAPED, f"{{{ESCAPED}: 1}}", EVIL):
        Path("agreed.jsonl").write_text(line + "\n")
        safe("lockstep", "--plan", "plan.txt", "--out", "agreed.jsonl", capsys=capsys)


def test_names_of_files(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = EVIL.replace("\r", "") + ".gdl"
    shutil.copy("pig.gdl", name)
    Path("odd").mkdir()
    shutil.copy("pig.gdl", Path("odd") / name)
    for command in ("validate", "simulate", "graph", "test", "fmt", "replay", "stats", "odds", "explain"):
        more = ("-n", "1", "--jobs", "1") if command == "simulate" else ()
        safe(command, name, *more, capsys=capsys)
    for command in ("validate", "test", "fmt"):
        safe(command, "odd", capsys=capsys)
    safe("validate", "--" + EVIL, capsys=capsys)
    safe(EVIL, capsys=capsys)
    safe("new", EVIL, capsys=capsys)


@pytest.mark.parametrize(
    "text",
    ["colours: {%s: red}", "pieces: {Die: %s}", "%s: 1", "spaces: {%s: {%s: 1}}", "art: {%s: {%s: %s}}"],
)
@pytest.mark.parametrize("sign", [EVIL, '"x\\e[2J\\a\\u202e"'], ids=["raw", "escaped"])
def test_themes(text: str, sign: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("pig.gdl").write_text(Path("pig.gdl").read_text().replace("\n\n", '\n\ntheme from "t.yaml"\n\n', 1))
    Path("t.yaml").write_text(text.replace("%s", sign), newline="")
    for form in ("human", "concise", "github"):
        safe("validate", "pig.gdl", "--format", form, capsys=capsys)


def test_a_result_keeps_its_lines_and_a_message_shows_signs(capsys: pytest.CaptureFixture[str]) -> None:
    output.result("a\tb\r\nc \u2067d\u2069\n")
    output.note(f"a\n{EVIL}")
    out, err = capsys.readouterr()
    assert out == "a\tb\r\nc \u2067d\u2069\n"
    assert err.startswith("a\nx�[2J") and not COMMANDS.search(err)

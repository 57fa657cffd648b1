"""`gdl diff` reads rulesets at revisions of git, with all their files, and checks nothing out."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from gekido_dsl.cli.main import main

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

GAME = """edition 1

game "Bots"
  players 2
  limit 20 turns

use "rules/push.gdl"

kind Bot from "data/bots.yaml"
  Hand Limit: 1 to 6

turn of each player
  Play

phase Play
  do Push

the game ends when some Bot is Strong
  nobody wins

a Bot is Strong if its Hand Limit is 6
"""
PUSH = 'rule Push\n  choose one\n    "Wait"\n      stop\n'


def git(folder: Path, *words: str) -> None:
    about = ("-c", "user.name=tests", "-c", "user.email=tests@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *about, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository in which a row was changed, and then a rule."""
    for name in ("games/rules", "games/data"):
        (tmp_path / name).mkdir(parents=True)
    table, rule = tmp_path / "games/data/bots.yaml", tmp_path / "games/rules/push.gdl"
    (tmp_path / "games/bots.gdl").write_text(GAME, encoding="utf-8")
    rule.write_text(PUSH, encoding="utf-8")
    git(tmp_path, "init", "-q")
    for limit in (3, 4):
        table.write_text(f"- {{Name: V-REX, Hand Limit: {limit}}}\n", encoding="utf-8")
        git(tmp_path, "add", ".")
        git(tmp_path, "commit", "-q", "-m", f"limit {limit}")
    rule.write_text(PUSH + '  choose one\n    "Rest"\n      stop\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def told(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    assert main(["diff", *words, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    return [one["sentence"] for one in found["rules"]]


def test_a_row_at_an_older_revision(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = ["V-REX: Hand Limit 3 → 4."]
    assert told(capsys, "HEAD~1:games/bots.gdl", "HEAD:games/bots.gdl") == said
    assert told(capsys, "--rev", "HEAD~1", "--rev", "HEAD", "games/bots.gdl") == said


def test_the_working_copy_with_a_revision(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = told(capsys, "--rev", "HEAD", "games/bots.gdl")
    assert said == ["The rule Push has changed:"]
    assert told(capsys, "--rev", "HEAD~1", "games/bots.gdl") == ["V-REX: Hand Limit 3 → 4.", *said]
    assert told(capsys, "HEAD:games/bots.gdl", "games/bots.gdl") == said


def test_a_path_is_seen_from_here_too(
    repository: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(repository / "games")
    for path in ("./bots.gdl", "bots.gdl", "games/bots.gdl", "bots"):
        assert told(capsys, f"HEAD:{path}", "bots.gdl") == ["The rule Push has changed:"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nowhere:games/bots.gdl", "games/bots.gdl"], "no revision `nowhere`"),
        (["--output=x:games/bots.gdl", "games/bots.gdl"], ""),
        (["HEAD:games/none.gdl", "games/bots.gdl"], "no `games/none.gdl`"),
        (["--rev", "HEAD", "gekido"], "has no revisions"),
        (["--rev", "HEAD", "games/bots.gdl", "games/bots.gdl"], "name one ruleset"),
        (["--rev", "HEAD", "--rev", "HEAD", "--rev", "HEAD", "games/bots.gdl"], "twice at most"),
        (["--rev", "--help", "games/bots.gdl"], "no revision"),
    ],
)
def test_what_cannot_be_compared_is_said(
    repository: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main(["diff", *words]) == 2
    assert said in capsys.readouterr().err


def test_a_folder_without_a_repository(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    (tmp_path / "bots.gdl").write_text(GAME, encoding="utf-8")
    assert main(["diff", "--rev", "HEAD", "bots.gdl"]) == 2
    assert "belongs to no git repository" in capsys.readouterr().err


def test_errors_at_a_revision_are_shown(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (repository / "games/data/bots.yaml").write_text("- {Name: V-REX, Hand Limit: 9}\n", encoding="utf-8")
    assert main(["diff", "--rev", "HEAD", "games/bots.gdl"]) == 1
    assert "games/data/bots.yaml:1" in capsys.readouterr().err


def test_revisions_are_named_though_the_title_has_changed(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Path("games/bots.gdl")
    game.write_text(GAME.replace('"Bots"', '"More Bots"'), encoding="utf-8")
    assert main(["diff", "--rev", "HEAD", "games/bots.gdl"]) == 0
    assert capsys.readouterr().out.startswith("Bots (HEAD:games/bots.gdl) → More Bots (games/bots.gdl)\n")


def test_a_rule_is_told_in_sentences(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = Path("games/bots.gdl")
    game.write_text(GAME.replace("Hand Limit is 6", "Hand Limit is at least 5"), encoding="utf-8")
    assert main(["diff", "--rev", "HEAD", "games/bots.gdl"]) == 0
    said = capsys.readouterr().out
    assert "    - A Bot is Strong if its Hand Limit is 6.\n" in said
    assert "a Bot is Strong if" not in said  # the line as it stands in the ruleset


def test_faces_stand_side_by_side(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "--rev", "HEAD~1", "games/bots.gdl", "--format", "html"]) == 0
    page = capsys.readouterr().out
    (row,) = (part for part in page.split("<li") if "V-REX of Bots" in part and "<figure" in part)
    assert row.count("<img ") == 2 and "before</figcaption>" in row and "now</figcaption>" in row

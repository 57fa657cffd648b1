"""What a repository is guarded with: the hooks, and every command of the workflow on the page about it."""

import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from gekido_dsl.cli.main import COMMANDS, main

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "howto" / "ci.md").read_text(encoding="utf-8")
HOOKS = {
    one["id"]: one for one in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
}
GAME = "rules/my-game/my-game.gdl"


def block(name: str) -> Any:
    found = re.search(rf'^```yaml title="{re.escape(name)}"\n(.*?)^```$', PAGE, re.M | re.S)
    assert found is not None
    return yaml.safe_load(found.group(1))


def commands() -> list[str]:
    """Gives every `gdl` command of the page: of the workflow's steps, and of the list to run oneself."""
    workflow = block(".github/workflows/rules.yml")
    found = [step["run"] for step in workflow["jobs"]["rules"]["steps"] if "run" in step]
    for text in re.findall(r"^```sh\n(.*?)^```$", PAGE, re.M | re.S):
        found += text.splitlines()
    return [line for line in found if line.startswith("gdl ")]


def git(folder: Path, *words: str) -> None:
    about = ("-c", "user.name=tests", "-c", "user.email=tests@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *about, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a game, and a change of it that is committed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules").mkdir()
    assert main(["new", "rules/my-game"]) == 0
    git(tmp_path, "init", "-q", "-b", "main")
    for text in ("", "\n# Changed.\n"):
        with (tmp_path / GAME).open("a", encoding="utf-8") as file:
            file.write(text)
        git(tmp_path, "add", ".")
        git(tmp_path, "commit", "-q", "-m", "change", "--allow-empty")
    return tmp_path


def test_the_workflow_is_one(repository: Path) -> None:
    workflow = block(".github/workflows/rules.yml")
    assert set(workflow) == {"name", True, "permissions", "env", "jobs"}  # YAML reads `on` as true
    steps = workflow["jobs"]["rules"]["steps"]
    assert all(("uses" in step) != ("run" in step) for step in steps)
    assert workflow["env"]["GAME"] == GAME


@pytest.mark.parametrize("line", dict.fromkeys(commands()))
def test_every_command_of_the_page_runs(repository: Path, line: str) -> None:
    words = [word.replace("$GAME", GAME).replace("$BEFORE", "HEAD~1") for word in shlex.split(line)]
    assert words[1] in COMMANDS
    if words[1:3] == ["docs", "--check"]:
        assert main(words[1:]) in (0, 1)  # a game without a book has nothing to be out of date
        return
    assert main(words[1:]) == 0


def test_all_five_guards_are_on_the_page() -> None:
    called = " ".join(commands())
    for guard in ("validate --strict", "fmt --check", "test rules", "docs --check", "diff --rev"):
        assert guard in called


def test_the_hooks_exist_and_cover_what_a_ruleset_is_made_of() -> None:
    named = [hook["id"] for repo in block(".pre-commit-config.yaml")["repos"] for hook in repo["hooks"]]
    assert set(named) == set(HOOKS)
    for hook in HOOKS.values():
        assert hook["entry"].split()[1] in COMMANDS
    covered = re.compile(HOOKS["gdl-test"]["files"])
    for name in ("game.gdl", "game/bots.yaml", "game/rulings.yml"):
        assert covered.search(name), name


def committed(hook: dict[str, Any], changed: list[str], deleted: list[str]) -> list[str] | None:
    """Gives what a hook runs on a commit, as pre-commit does; None where it does not run."""
    files = [one for one in changed if one not in deleted and re.search(hook.get("files", ""), one)]
    if not files and not hook.get("always_run", False):
        return None
    named = files if hook.get("pass_filenames", True) else []
    return [*hook["entry"].split()[1:], *hook.get("args", []), *named]


@pytest.mark.parametrize("new_name", ["games/data/robots.yaml", None])
def test_a_table_that_is_renamed_or_deleted_stops_the_commit(bots: Path, new_name: str | None) -> None:
    (bots / "games/data/bots.yaml").write_text("- Name: V-REX\n  Hand Limit: 6\n", encoding="utf-8")
    (bots / "games/data/rulings.yaml").write_text("[]\n", encoding="utf-8")
    (bots / "games/book/play.md").write_text("# Play\n\n{{Bot}}\n", encoding="utf-8")
    changed = ["games/data/bots.yaml", *([new_name] if new_name else [])]
    before = committed(HOOKS["gdl-validate"], changed, [])
    assert before is not None and main(before) == 0
    table = bots / "games/data/bots.yaml"
    if new_name:
        table.rename(bots / new_name)
    else:
        table.unlink()
    after = committed(HOOKS["gdl-validate"], changed, ["games/data/bots.yaml"])
    assert after is not None and main(after) == 1


BOTS = """edition 1

game "Bots"
  players 2
  limit 20 turns

rulings from "data/rulings.yaml"
book from "book/play.md"

kind Bot from "data/bots.yaml"
  Hand Limit: 1 to 6

turn of each player
  Play

phase Play
  choose one
    "Wait"
      stop

the game ends when some Bot is Strong
  nobody wins

a Bot is Strong if its Hand Limit is 6
"""


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    files = {
        "games/bots.gdl": BOTS,
        "games/more.gdl": 'edition 1\n\ngame "More Bots" changes "bots.gdl"\n  limit 30 turns\n',
        "games/data/bots.yaml": "- Name: V-REX\n  Hand Limit: 9\n  Art: art/vrex.svg\n",
        "games/data/rulings.yaml": "- Ruling: R1\n  Question: Who begins?\n  Default: the first\n  Option: None\n",
        "games/data/art/vrex.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
        "games/book/play.md": "# Play\n\n{{Nobody Knows}}\n",
        "notes.md": "# Notes\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_broken_table_fails_at_its_line(bots: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "games/data/bots.yaml", "--format", "github"]) == 1
    told = capsys.readouterr()
    assert "file=games/data/bots.yaml,line=2" in told.out
    assert "is a part of games/bots.gdl and games/more.gdl" in told.err


@pytest.mark.parametrize("name", ["games/data/rulings.yaml", "games/book/play.md", "games/data/art/vrex.svg"])
def test_other_parts_stand_for_their_rulesets(
    bots: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    (bots / "games/data/bots.yaml").write_text(
        "- Name: V-REX\n  Hand Limit: 6\n  Art: art/vrex.svg\n", encoding="utf-8"
    )
    if "rulings" not in name:
        (bots / "games/data/rulings.yaml").write_text("[]\n", encoding="utf-8")
    main(["validate", name, "--format", "concise"])
    told = capsys.readouterr()
    assert "is a part of games/bots.gdl" in told.err
    if not name.endswith(".svg"):
        assert name in told.out


@pytest.mark.parametrize("command", ["validate", "test"])
def test_a_file_that_no_ruleset_uses_is_passed_over(
    bots: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    (bots / "part.gdl").write_text("kind Spare, 3 of them\n", encoding="utf-8")
    for name in ("notes.md", "part.gdl"):
        assert main([command, name]) == 0
        assert "no ruleset near it" in capsys.readouterr().err


def test_examples_of_a_table_are_those_of_its_rulesets(
    bots: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (bots / "games/data/bots.yaml").write_text("- Name: V-REX\n  Hand Limit: 6\n", encoding="utf-8")
    (bots / "games/data/rulings.yaml").write_text("[]\n", encoding="utf-8")
    assert main(["test", "games/data/bots.yaml"]) in (0, 1)
    assert "is a part of a ruleset, and none" not in capsys.readouterr().err

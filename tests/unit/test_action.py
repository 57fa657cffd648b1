"""The action for repositories of rulesets: its steps run in a plain shell, on a repository with a change."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS: list[dict[str, Any]] = ACTION["runs"]["steps"]
GAME = "rules/my-game/my-game.gdl"
_TERM = re.compile(r"\$\{\{\s*([\w.-]+)\s*\}\}")


def git(folder: Path, *words: str) -> str:
    about = ("-c", "user.name=tests", "-c", "user.email=tests@example.org", "-c", "commit.gpgsign=false")
    done = subprocess.run(["git", *about, *words], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


class Runner:
    """Runs the steps as GitHub does: with the terms filled in, the conditions heeded, one failure kept in mind."""

    def __init__(self, folder: Path, temporary: Path, inputs: Mapping[str, str], event: str) -> None:
        self.folder, self.temporary = folder, temporary
        self.known = {f"inputs.{name}": str(one.get("default", "")) for name, one in ACTION["inputs"].items()}
        self.known |= {f"inputs.{name}": value for name, value in inputs.items()}
        self.known |= {
            "github.event_name": event,
            "github.event.pull_request.base.sha": git(folder, "rev-parse", "HEAD~1"),
            "github.event.pull_request.number": "7",
            "runner.temp": str(temporary),
            "steps.changes.outputs.file": "",
        }
        self.codes: dict[str, int] = {}
        self.told = ""
        self._make_commands()

    def _make_commands(self) -> None:
        programs = self.temporary / "programs"
        programs.mkdir()
        said = self.temporary / "gh.txt"
        for name, line in (
            ("gdl", f'exec "{sys.executable}" -m gekido_dsl "$@"'),
            ("gh", f'printf "%s\\n" "$@" >"{said}"'),
        ):
            (programs / name).write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
            (programs / name).chmod(0o755)
        self.env = os.environ | {
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "GITHUB_OUTPUT": str(self.temporary / "output"),
        }

    def filled(self, text: str) -> str:
        return _TERM.sub(lambda found: self.known[found[1]], text)

    def wanted(self, condition: str) -> bool:
        """Works out the few forms of conditions that the action has; any other is a KeyError."""
        words = condition.removeprefix("${{").removesuffix("}}")
        parts = [part.strip() for part in words.split("&&")]
        assert parts[0] == "!cancelled()"
        for part in parts[1:]:
            name, sign, value = part.split()
            if (self.known[name] == value.strip("'")) != (sign == "=="):
                return False
        return True

    def run(self) -> None:
        for step in STEPS:
            if "run" not in step or step["name"] == "Install":  # what is installed here is tried
                continue
            runs = self.wanted(step["if"]) if "if" in step else not any(self.codes.values())
            if not runs:
                continue
            env = {name: self.filled(str(value)) for name, value in step.get("env", {}).items()}
            done = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
                cwd=self.folder, env=self.env | env, capture_output=True, text=True, stdin=subprocess.DEVNULL,
            )  # fmt: skip
            self.told += done.stdout + done.stderr
            self.codes[step["name"]] = done.returncode
            output = self.temporary / "output"
            if output.exists():
                for line in output.read_text(encoding="utf-8").splitlines():
                    name, _, value = line.partition("=")
                    self.known[f"steps.{step['id']}.outputs.{name}"] = value
                output.unlink()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a game, of which the last commit changes a number."""
    folder = tmp_path / "repository"
    folder.mkdir()
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    made = [sys.executable, "-m", "gekido_dsl", "new", "rules/my-game", "--template", "dice"]
    subprocess.run(made, cwd=folder, env=env, check=True, capture_output=True)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "first")
    file = folder / GAME
    text = file.read_text(encoding="utf-8")
    changed = re.sub(r"(?m)^game \"(.*)\"", r'game "\1 of Old"', text, count=1)
    assert changed != text
    file.write_text(changed, encoding="utf-8")
    git(folder, "commit", "-q", "-am", "renamed")
    return folder


needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="the steps are written for bash")


@needs_bash
@pytest.mark.slow
def test_the_steps_pass_and_comment_on_a_sound_change(repository: Path, tmp_path: Path) -> None:
    (tmp_path / "t").mkdir()
    runner = Runner(
        repository, tmp_path / "t", {"path": "rules", "games": f"{GAME}\nrules/new.gdl\n"}, "pull_request"
    )
    runner.run()
    assert {
        "Validate": 0,
        "Format": 0,
        "Examples": 0,
        "Changes": 0,
        "Comment": 0,
    }.items() <= runner.codes.items(), runner.told
    assert "Claims" not in runner.codes
    words = (tmp_path / "t" / "gh.txt").read_text(encoding="utf-8").splitlines()
    assert words[:4] == ["pr", "comment", "7", "--body-file"]
    assert "of Old" in Path(words[4]).read_text(encoding="utf-8")


@needs_bash
@pytest.mark.slow
def test_a_broken_ruleset_fails_one_step_and_the_others_still_run(repository: Path, tmp_path: Path) -> None:
    (tmp_path / "t").mkdir()
    with (repository / GAME).open("a", encoding="utf-8") as file:
        file.write("\nphase   Nowhere\n  move the Moon to a Cheese\n")
    runner = Runner(repository, tmp_path / "t", {"path": "rules"}, "push")
    runner.run()
    assert runner.codes["Validate"] != 0 and "my-game.gdl" in runner.told
    assert set(runner.codes) == {"Validate", "Format", "Examples"}
    assert "Traceback" not in runner.told


def test_every_input_is_used_and_nothing_of_a_pull_request_is_put_into_a_script() -> None:
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    for name in ACTION["inputs"]:
        assert f"inputs.{name}" in text, name
    for step in STEPS:
        # What somebody else may write goes through the environment: in a script it could be a command.
        assert "${{" not in step.get("run", ""), step
        assert ("uses" in step) != ("shell" in step)

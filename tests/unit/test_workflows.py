"""Workflows, issue forms and what else lies around the project agree with the project."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

import gekido_dsl

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def steps(file: Path) -> list[dict[str, Any]]:
    jobs = yaml.safe_load(file.read_text(encoding="utf-8"))["jobs"]
    return [step for job in jobs.values() for step in job["steps"]]


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)
def test_a_workflow_calls_what_can_be_called_by_hand(file: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    recipes = set(re.findall(r"^([a-z][a-z-]*):", makefile, re.M))
    for step in steps(file):
        script = step.get("run", "")
        for line in script.splitlines():
            if line.startswith("make "):
                called = {word for word in line.split()[1:] if "=" not in word}
                assert called and called <= recipes, line
            for path in re.findall(r"(?:tools|\.ci)/[\w./-]+", line):
                assert (ROOT / path).is_file(), line
        assert "${{" not in script, "a term in a script could become a command; give it through `env`"
        if "uses" in step:
            assert re.fullmatch(r"[\w-]+/[\w./-]+@(v\d+|release/v\d+)", step["uses"]), step["uses"]


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)
def test_a_workflow_may_do_little_and_ends(file: Path) -> None:
    workflow = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    assert all("timeout-minutes" in job for job in workflow["jobs"].values())


def test_every_python_that_is_promised_is_tried() -> None:
    pyproject = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    promised = re.findall(r"Python :: (3\.\d+)", pyproject)
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8"))["jobs"]
    assert jobs["tests"]["strategy"]["matrix"]["python"] == promised


def test_the_version_is_the_same_everywhere() -> None:
    version = re.escape(gekido_dsl.__version__)
    for name, pattern in (
        ("CITATION.cff", rf"^version: {version}$"),
        ("CHANGELOG.md", rf"^## \[(Unreleased\] )?{version}"),
        ("editors/vscode/package.json", rf'^  "version": "{version}",$'),
        ("docs/howto/ci.md", rf"rev: v{version}$"),
    ):
        assert re.search(pattern, (ROOT / name).read_text(encoding="utf-8"), re.M), name


def test_issue_forms_ask_for_the_ruleset_and_the_crash_log() -> None:
    forms = {path.stem: path for path in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("[0-9]-*.yml")}
    asked = {}
    for name, path in forms.items():
        form = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert {"name", "description", "body"} <= set(form)
        for field in form["body"]:
            assert field["type"] in {"textarea", "input", "dropdown", "checkboxes", "markdown"}
            if field.get("validations", {}).get("required"):
                asked.setdefault(name, set()).add(field["id"])
    assert "ruleset" in asked["1-ruleset"]
    assert {"log", "ruleset"} <= asked["2-crash"]

"""The files around the program keep their promises: README, documentation, packaging, CI."""

import importlib.util
import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from gekido_dsl.cli.main import COMMANDS
from gekido_dsl.diagnostics import codes

ROOT = Path(__file__).resolve().parent.parent
NOT_OURS = {".git", ".venv", "site", "dist", "build", "__pycache__"}
MADE = {
    "cli/commands.md",
    "errors/catalogue.md",
    "cookbook.md",
    "games/index.md",
    "play/gekido/play/index.html",
    "play/index.md",
    "play/studio/index.html",
    "made/example.html",
    "made/paragraph.md",
    "made/play.html",
}
"""Pages that `make docs` makes from the program."""
TOP_FOLDERS = "gekido_dsl|rulesets|docs|tests|tools|benchmarks|editors|\\.ci"


def project_files() -> list[Path]:
    """Lists the project's files as git sees them, or all that are not made by tools where there is no git."""
    if shutil.which("git") and (ROOT / ".git").exists():
        listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        answer = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True)
        if answer.returncode == 0:
            return [path for name in answer.stdout.split("\0") if name and (path := ROOT / name).is_file()]
    return [
        path
        for path in ROOT.rglob("*")
        if path.is_file()
        and not any(part in NOT_OURS or part.endswith("_cache") for part in path.relative_to(ROOT).parts)
    ]


def pages() -> list[Path]:
    """The pages that must name what exists now; decision records and the changelog speak of their time."""
    top = (page for page in ROOT.glob("*.md") if page.name != "CHANGELOG.md")
    docs = (
        page
        for page in (ROOT / "docs").rglob("*.md")
        if "decisions" not in page.parts and page.relative_to(ROOT / "docs").as_posix() not in MADE
    )
    return sorted([*top, *docs])


def page_ids(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def fenced_lines(text: str) -> list[str]:
    blocks = re.findall(r"^```[^\n]*\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
    return [line.strip() for block in blocks for line in block.splitlines() if line.strip()]


def named_paths(text: str) -> set[str]:
    """Finds what is written like a path from the top of the project."""
    found = re.findall(rf"(?<![\w/.-])((?:{TOP_FOLDERS})/[^\s`\"'()\[\]|,;:#]*)", text)
    return {name.rstrip(".") for name in found}


def exists(name: str) -> bool:
    """Whether a path is there; `*` and `<something>` stand for any name, `my-...` is the reader's own."""
    if name.rpartition("/")[2].startswith("my-"):
        return (ROOT / name).parent.is_dir()
    pattern = re.sub(r"<[^>]*>", "*", name)
    return any(ROOT.glob(pattern)) if "*" in pattern else (ROOT / pattern).exists()


def test_readme_names_every_command() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert {name for name in COMMANDS if f"`gdl {name}`" not in readme} == set()


def test_readme_begins_with_exactly_two_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    title, _, rest = readme.partition("\n")
    assert title.startswith("# ")
    beginning = re.split(r"^## ", rest, maxsplit=1, flags=re.MULTILINE)[0]
    assert fenced_lines(beginning) == ["make play", "make test"]
    prose = re.sub(r"```.*?```", "", beginning, flags=re.DOTALL)
    third = re.search(r"`(?:make|gdl|pip|python3?|git|\.ci/run)\b[^`]*`", prose)
    assert third is None


@pytest.mark.parametrize("page", pages(), ids=page_ids)
def test_page_names_only_what_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    missing = sorted(name for name in named_paths(text) if not exists(name))
    targets = re.findall(r"\]\(([^)\s]+)\)", text)
    local = [target.partition("#")[0] for target in targets if not re.match(r"[a-z]+:|#", target)]
    made = {ROOT / "docs" / name for name in MADE}
    missing += sorted(
        target
        for target in local
        if not (page.parent / target).exists() and (page.parent / target).resolve() not in made
    )
    assert not missing


@pytest.mark.parametrize("page", pages(), ids=page_ids)
def test_page_names_only_recipes_that_exist(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    recipes = set(re.findall(r"^([a-z][a-z-]*):", makefile, flags=re.MULTILINE))
    text = page.read_text(encoding="utf-8")
    named = set(re.findall(r"(?:`|^)make ([a-z][a-z-]*)", text, flags=re.MULTILINE))
    assert named <= recipes


def test_found_paths_are_those_a_reader_would_see() -> None:
    text = "See `docs/cli/index.md`. Run rulesets/gekido.gdl, not https://example.org/docs/a.md or my/tests/x"
    assert named_paths(text) == {"docs/cli/index.md", "rulesets/gekido.gdl"}
    assert exists("docs/*/index.md") and exists("docs/<section>/index.md")
    assert exists("docs/my-page.md")
    assert not exists("docs/no-such-page.md") and not exists("docs/no-such-folder/my-page.md")


def test_no_file_names_a_place_on_one_machine() -> None:
    place = re.compile(r"(?<![\w.])/(?:work|tmp|root|home)/")
    assert place.search("in /" + "home/someone") and not place.search("https://example.org/home/")
    found = []
    for path in project_files():
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue
        name = path.relative_to(ROOT).as_posix()
        found += [f"{name}:{number}" for number, line in enumerate(lines, 1) if place.search(line)]
    assert not found


def test_ci_script_is_executable() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert script.read_text(encoding="utf-8").startswith("#!/usr/bin/env bash\n")


def test_every_dependency_has_a_floor() -> None:
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = pyproject["project"]
    requirements = [*pyproject["build-system"]["requires"], *project["dependencies"]]
    requirements += [line for extra in project["optional-dependencies"].values() for line in extra]
    without = [line for line in requirements if not re.search(r"(?:>=|==)\d", line)]
    assert not without


def test_every_license_file_exists() -> None:
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert all((ROOT / name).is_file() for name in pyproject["project"]["license-files"])


def test_the_pages_made_from_the_program_tell_every_command_option_and_problem() -> None:
    spec = importlib.util.spec_from_file_location("made_pages", ROOT / "tools" / "made_pages.py")
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    commands, catalogue = made.commands(), made.catalogue()
    for name in COMMANDS:
        assert f"\n## gdl {name}\n" in commands
    assert "`--dice" in commands and "$ gdl play gekido\n" in commands
    assert [one for one in codes.ALL if f"\n## {one}\n" not in catalogue] == []


def test_the_reports_that_pages_link_are_those_that_a_command_makes() -> None:
    spec = importlib.util.spec_from_file_location("statistics_pages", ROOT / "tools" / "statistics_pages.py")
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    assert {made.place(name) for name in made.RUNS} == set((ROOT / "docs" / "assets").glob("*-report.html"))


def test_nothing_that_was_written_for_a_look_is_kept() -> None:
    """Sites of `gdl docs` and matches of `gdl play` begin in the folder where somebody stands."""
    words = ["git", "ls-files", "-z"]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        pytest.skip("this is no working copy of git")
    kept = [Path(name) for name in ran.stdout.split("\0") if name]
    assert not [str(path) for path in kept if path.name == ".gdl-docs" or path.parts[0].endswith("-rules")]

"""What Windows and macOS do otherwise, as far as it can be tried here by the same code."""

import ast
import re
import subprocess
import sys
from pathlib import Path, PureWindowsPath

import pytest

import gekido_dsl
from gekido_dsl import files, templates
from gekido_dsl.cli.main import main
from gekido_dsl.source import ReadFailure, Source, not_on_windows

ROOT = Path(__file__).resolve().parents[2]
CODE = {path: path.read_text(encoding="utf-8") for path in sorted((ROOT / "gekido_dsl").rglob("*.py"))}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "Tables").mkdir()
    (tmp_path / "Tables" / "Cards.yaml").write_text("a: 1\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_a_file_is_read_by_its_name_as_it_is_written(
    system: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", system)
    provider = files.FolderProvider(folder)
    assert isinstance(provider.read("Tables/Cards.yaml", None), Source)
    got = provider.read("tables/cards.yaml", None)
    assert isinstance(got, ReadFailure) and got.kind == "missing"
    assert "one is called Tables/Cards.yaml" in got.reason
    nowhere = provider.read("Tables/Other.yaml", None)
    assert isinstance(nowhere, ReadFailure) and nowhere.reason == "there is no such file"


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_a_disk_that_ignores_capitals_does_not_hide_a_slip(
    system: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Links stand in for a disk that finds `cards.yaml` when asked for `CARDS.yaml`, but lists one name."""
    monkeypatch.setattr("sys.platform", system)
    real = Path.exists
    monkeypatch.setattr(
        Path,
        "exists",
        lambda path, **how: real(path, **how) or real(folder / "Tables" / "Cards.yaml"),
    )
    got = files.FolderProvider(folder).read("Tables/CARDS.yaml", None)
    assert isinstance(got, ReadFailure) and "one is called Tables/Cards.yaml" in got.reason


@pytest.mark.parametrize(
    "name",
    [
        "con",
        "CON.gdl",
        "nul",
        "com1",
        "lpt9.yaml",
        "a/aux.csv",
        "a:b.yaml",
        "what?.gdl",
        "end.",
        "end ",
        "a*b",
        "a|b",
    ],
)
def test_names_that_windows_cannot_have_are_refused(name: str) -> None:
    assert not_on_windows(name)


@pytest.mark.parametrize(
    "name", ["console.gdl", "com10", "my-game", "größe.yaml", "a/b/c.svg", "auxiliary", "v1.0.gdl"]
)
def test_other_names_are_not(name: str) -> None:
    assert not_on_windows(name) is None


def test_a_game_is_not_called_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(templates.BadName, match="Windows keeps for itself"):
        templates.file_name("Aux")
    assert main(["new", "nul"]) == 2 and not list(tmp_path.iterdir())


def test_every_shipped_file_has_a_name_for_every_system() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode != 0:
        pytest.skip("this is no checkout of git")
    names = listed.stdout.rstrip("\0").split("\0")
    assert not [name for name in names if not_on_windows(name)]
    folded = [name.casefold() for name in names]
    assert len(set(folded)) == len(folded), "two files differ in capitals alone"
    # Windows opens paths of up to 260 characters; sixty are for where somebody puts the project.
    assert max(map(len, names)) < 200


@pytest.mark.parametrize(
    "name", ["C:/games/a.gdl", "c:a.gdl", "\\\\server\\share\\a.gdl", "..\\a.gdl", "a\\b.gdl", "/a.gdl"]
)
def test_what_windows_would_take_for_a_path_outside_is_none(name: str, tmp_path: Path) -> None:
    assert PureWindowsPath(name).parts  # a path there
    got = files.FolderProvider(tmp_path).read(name, None)
    assert isinstance(got, ReadFailure)


GAMES = (pytest.param("gekido.gdl", marks=pytest.mark.slow), "classics/whist.gdl", "classics/mill_creek.gdl")


@pytest.mark.parametrize("name", GAMES)
def test_a_checkout_with_windows_line_ends_means_the_same(name: str, tmp_path: Path) -> None:
    rulesets = ROOT / "rulesets"
    for path in rulesets.rglob("*"):
        if path.suffix in (".gdl", ".yaml", ".csv"):
            target = tmp_path / path.relative_to(rulesets)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
    there, here = gekido_dsl.read(tmp_path / name), gekido_dsl.read(rulesets / name)
    assert [one.message for one in there.findings] == [one.message for one in here.findings]
    matches = there.match(seed=3), here.match(seed=3)
    for _ in range(12):
        decisions = [match.decision for match in matches]
        assert decisions[0] is not None and decisions[1] is not None
        assert [one.label for one in decisions[0].choices] == [one.label for one in decisions[1].choices]
        for match in matches:
            match.choose(0)


def test_processes_are_started_anew_everywhere() -> None:
    """`fork` copies locks that are held; Windows has none, and macOS breaks with it: nothing here may rely on it."""
    found = []
    for path, text in CODE.items():
        if "multiprocessing" not in text and "ProcessPoolExecutor" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called == "get_context":
                assert [ast.literal_eval(one) for one in node.args] == ["spawn"], path
            direct = (
                isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) == "multiprocessing"
            )
            if direct and called in ("Process", "Pool", "Queue", "Event", "Pipe", "Manager", "Lock"):
                found.append(f"{path}:{node.lineno}")
    assert not found


_ONLY_THERE = {"fcntl", "termios", "tty", "pty", "pwd", "grp", "resource", "msvcrt", "winreg", "winsound"}


def test_no_module_needs_what_only_one_system_has() -> None:
    """Such an import stands inside a function, where it is looked at first which system this is."""
    there = re.compile(rf"^(?:import|from) (?:{'|'.join(_ONLY_THERE)})\b", re.M)
    assert there.search("import os\nimport fcntl\n")
    assert not [path for path, text in CODE.items() if there.search(text)]


def test_every_text_file_says_its_encoding_and_every_written_one_its_line_ends() -> None:
    """Without that, Windows takes its code page, and writes other line ends."""
    found = []
    called_so = re.compile(r"\b(?:read_text|write_text|open|fdopen)\(")
    for path, text in CODE.items():
        if called_so.search(text):
            found += [f"{path.relative_to(ROOT)}:{told}" for told in unsaid(text)]
    assert not found


def unsaid(text: str) -> list[str]:
    """Lists the calls that open a text and leave something to the system."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name)):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
        words = {one.arg for one in node.keywords}
        constants = [one.value for one in node.args if isinstance(one, ast.Constant)]
        mode = next((one for one in constants if isinstance(one, str) and set(one) <= set("rwaxbt+")), "")
        if called in ("open", "fdopen") and (not mode or "b" in mode):
            continue
        if called not in ("read_text", "write_text", "open", "fdopen"):
            continue
        if "encoding" not in words:
            found.append(f"{node.lineno} says no encoding")
        writes = called == "write_text" or bool(set(mode) & set("wax"))
        if writes and "newline" not in words:
            found.append(f"{node.lineno} says no line ends")
    return found


def test_what_leaves_something_to_the_system_is_found() -> None:
    assert unsaid("path.read_text()") == ["1 says no encoding"]
    assert unsaid("open(path, 'w', encoding='utf-8')") == ["1 says no line ends"]
    assert not unsaid("path.open('wb')") and not unsaid("webbrowser.open(link)")


@pytest.mark.parametrize("code", ["cp1252", "cp437", "cp850", "ascii"])
def test_a_console_of_another_code_page_shows_text(code: str, tmp_path: Path) -> None:
    words = ["explain", "no-way-to-end"]
    done = subprocess.run(
        [sys.executable, "-m", "gekido_dsl", *words], cwd=tmp_path, capture_output=True,
        env={"PATH": "", "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": code, "PYTHONUTF8": "0", "HOME": str(tmp_path)},
    )  # fmt: skip
    told = done.stdout.decode(code)
    assert done.returncode == 0 and "Traceback" not in done.stderr.decode(code)
    assert len(told) > 200

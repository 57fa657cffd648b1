"""Every console block of the pages in `tests/cli` says what the command says.

A block of the language `console` holds commands, each after `$ `, and what they print on both streams; a last
line `[exit N]` gives an exit code other than 0. A line `...` stands for any number of lines. A block of the
language `gdl` or `yaml` with a name is a file that the commands find. Each page has a folder of its own, with
`rulesets` in it.
"""

import contextlib
import io
import re
import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from gekido_dsl.cli.main import main

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted((ROOT / "tests" / "cli").glob("*.md"))
BLOCK = re.compile(
    r"^```(?P<language>console|gdl|yaml|text)(?: (?P<name>\S+))?\n(?P<body>.*?)^```$", re.M | re.S
)


@dataclass
class Step:
    """A command and what it is expected to print."""

    command: str
    expected: str


def steps(body: str) -> list[Step]:
    found: list[Step] = []
    for line in body.splitlines(keepends=True):
        if line.startswith("$ "):
            found.append(Step(line[2:].strip(), ""))
        else:
            found[-1].expected += line
    return found


def run(command: str) -> str:
    """Runs one command as a shell would, without one: `gdl` with `<` and `>`, and `cat`."""
    words = shlex.split(command)
    stdin, target = "", None
    if "<" in words:
        at = words.index("<")
        stdin = Path(words[at + 1]).read_text(encoding="utf-8")
        del words[at : at + 2]
    if ">" in words:
        at = words.index(">")
        target = Path(words[at + 1])
        del words[at : at + 2]
    if words[0] == "cat":
        return Path(words[1]).read_text(encoding="utf-8")
    assert words[0] == "gdl", f"a page runs `gdl` and `cat`, not {words[0]!r}"
    said = io.StringIO()
    into = io.StringIO() if target is not None else said
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    try:
        with contextlib.redirect_stdout(into), contextlib.redirect_stderr(said):
            code = main(words[1:])
    finally:
        sys.stdin = before
    if target is not None:
        target.write_text(into.getvalue(), encoding="utf-8")
    printed = said.getvalue()
    if printed and not printed.endswith("\n"):
        printed += "\n"
    return printed + (f"[exit {code}]\n" if code else "")


def fits(expected: str, actual: str) -> bool:
    """Whether an output is what was expected; a line `...` stands for any lines."""
    parts = ["".join(part) for part in _split(expected.splitlines(keepends=True))]
    pattern = "(?:.*\n)*".join(map(re.escape, parts))
    return re.fullmatch(pattern, actual) is not None


def _split(lines: list[str]) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for line in lines:
        if line == "...\n":
            parts.append([])
        else:
            parts[-1].append(line)
    return parts


LONG = ("coverage", "docs", "export", "lockstep", "publish", "sweep")
"""Pages whose commands write whole sites with all that plays a game in them, or play many games."""


@pytest.mark.parametrize(
    "page",
    [pytest.param(one, marks=pytest.mark.slow if one.stem in LONG else ()) for one in PAGES],
    ids=lambda page: page.stem,
)
@pytest.mark.in_turn(2)
@pytest.mark.quick_in_turn(2)
@pytest.mark.dear
def test_commands_say_what_their_page_says(
    page: Path, update: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rulesets").symlink_to(ROOT / "rulesets", target_is_directory=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("gekido_dsl.cli.output._LINE_S", 3600)  # a busy machine tells no progress
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "GITHUB_ACTIONS", "GDL_FORMAT", "GDL_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv(
        "GDL_CACHE", str(tmp_path / "cache")
    )  # whether `luck` is compiled depends on no other test
    text = page.read_text(encoding="utf-8")
    rewritten, end = "", 0
    wrong: list[str] = []
    for block in BLOCK.finditer(text):
        body = block["body"]
        if block["language"] != "console":
            if block["name"]:
                path = tmp_path / block["name"]
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(body, encoding="utf-8")
            continue
        made = ""
        for step in steps(body):
            actual = run(step.command)
            right = fits(step.expected, actual)
            made += f"$ {step.command}\n" + (step.expected if right else actual)
            if not right:
                wrong.append(f"$ {step.command}\n--- expected\n{step.expected}--- got\n{actual}")
        rewritten += text[end : block.start("body")] + made
        end = block.end("body")
    if update and wrong:
        page.write_text(rewritten + text[end:], encoding="utf-8")
        wrong = []
    shutil.rmtree(tmp_path, ignore_errors=True)
    assert not wrong, "\n".join(wrong)


def test_every_command_has_a_page_or_is_shown_in_one() -> None:
    from gekido_dsl.cli.main import COMMANDS

    shown = {
        word
        for page in PAGES
        for word in re.findall(r"^\$ gdl (\w+)", page.read_text(encoding="utf-8"), re.M)
    }
    others = {"play", "replay", "docs"}
    assert set(COMMANDS) - others <= shown

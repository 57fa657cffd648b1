"""Formatting: what the cases in `tests/corpus/fmt` show, and what holds for every ruleset."""

import unicodedata
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gekido_dsl.cli.main import main
from gekido_dsl.format import format
from gekido_dsl.source import Source, Span
from gekido_dsl.syntax import numbered
from gekido_dsl.syntax.parse import parse

ROOT = Path(__file__).resolve().parent.parent
CASES = sorted((ROOT / "tests" / "corpus" / "fmt").glob("*.gdl"))
RULESETS = sorted([*(ROOT / "rulesets").rglob("*.gdl"), *(ROOT / "gekido_dsl").rglob("*.gdl")])


def text_of(path: Path) -> str:
    return path.read_bytes().decode()


def meaning(text: str) -> object:
    """Gives what was written, without the places where it stands and what two files are not compared by."""

    def bare(node: object) -> object:
        if isinstance(node, Span):
            return None
        if isinstance(node, tuple):
            return tuple(map(bare, node))
        if is_dataclass(node):
            return type(node), *(bare(getattr(node, each.name)) for each in fields(node) if each.compare)
        return node

    read = parse(Source("case.gdl", unicodedata.normalize("NFC", text)), numbered.elsewhere(text))
    assert read.value is not None and not read.diagnostics
    return bare(read.value)


def formatted(text: str) -> str:
    outcome = format(Source("case.gdl", text))
    assert outcome.value is not None, [found.message for found in outcome.diagnostics]
    return outcome.value


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_case_is_laid_out_as_beside_it(case: Path, update: bool) -> None:
    made = formatted(text_of(case))
    expected = case.with_suffix(".fmt")
    if update:
        expected.write_bytes(made.encode())
    assert made == text_of(expected)


@pytest.mark.parametrize("path", [*CASES, *RULESETS], ids=lambda path: path.relative_to(ROOT).as_posix())
@pytest.mark.quick_in_turn(6)
def test_layout_changes_no_meaning_and_settles_at_once(path: Path) -> None:
    text = text_of(path)
    made = formatted(text)
    assert formatted(made) == made
    assert meaning(text) == meaning(made)


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_shipped_ruleset_is_laid_out(path: Path) -> None:
    assert formatted(text_of(path)) == text_of(path)


def test_every_expected_layout_belongs_to_a_case() -> None:
    expected = {path.stem for path in (ROOT / "tests" / "corpus" / "fmt").glob("*.fmt")}
    assert expected == {path.stem for path in CASES}


@settings(max_examples=50, deadline=None)
@given(st.data())
@pytest.mark.dear
def test_space_between_words_means_nothing(data: st.DataObject) -> None:
    lines = [
        "edition 1",
        'game "A Game" [GB p1]',
        "  players 2 to 4, clockwise",
        "values Colour: Red, Green",
        "values Size: Small",
        "phase Rolling",
        "  if my Bot is on Arena and (my Bot is Ready or my Bot's owner is me)",
        "    do Roll",
        "  otherwise",
        "    do Stop",
        "rule Roll",
        '  roll all Dice of Pool, asking "Which # dice?"',
    ]
    width = data.draw(st.sampled_from([1, 2]))
    written = []
    for line in lines:
        body = line.lstrip()
        deep = (len(line) - len(body)) * width
        for _ in range(data.draw(st.integers(0, 2))):
            written.append(
                data.draw(st.sampled_from(["", "   ", "# said", "  # said deeper", "      # said deepest"]))
            )
        body = body.replace(", ", data.draw(st.sampled_from([", ", ",", " ,  "])))
        written.append(" " * deep + body + data.draw(st.sampled_from(["", "  ", " # why", "# why"])))
    text = data.draw(st.sampled_from(["\n", "\r\n"])).join(written)
    made = formatted(text)
    assert formatted(made) == made
    assert meaning(made) == meaning(text)
    assert made.count("#") == text.count("#")
    assert "\n\n\n" not in made and made.endswith("\n") and "\r" not in made


def test_text_that_does_not_parse_is_not_laid_out() -> None:
    outcome = format(Source("case.gdl", 'game "A\n'))
    assert outcome.value is None and outcome.diagnostics


def test_characters_are_composed() -> None:
    assert formatted('game "Cafe\u0301"\n') == 'game "Caf\u00e9"\n'


def test_a_file_keeps_its_permissions_and_a_good_one_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "a.gdl"
    path.write_bytes(b'\xef\xbb\xbfgame   "A"\r\n')
    path.chmod(0o640)
    assert main(["fmt", str(path)]) == 0
    assert path.read_bytes() == b'game "A"\n'
    assert path.stat().st_mode & 0o777 == 0o640
    before = path.stat().st_mtime_ns
    assert main(["fmt", str(path)]) == 0
    assert path.stat().st_mtime_ns == before
    assert [each.name for each in tmp_path.iterdir()] == ["a.gdl"]


def test_a_folder_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.gdl"
    path.write_text('game   "A"\n', encoding="utf-8")

    def refuse(**_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    assert main(["fmt", str(path)]) in (1, 2)
    told = capsys.readouterr().err
    assert "a.gdl" in told and "Permission denied" in told and "internal" not in told
    assert path.read_text(encoding="utf-8") == 'game   "A"\n'

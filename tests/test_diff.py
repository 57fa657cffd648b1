"""What is different between two rulesets: each folder of `corpus/diff` has an old and a new one and what is told."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diff import Difference, compare
from gekido_dsl.diff.render import FORMATS, render
from gekido_dsl.diff.side import NOT_COMPARED, SORTS
from gekido_dsl.source import MemoryProvider
from gekido_dsl.syntax import nodes as s

ROOT = Path(__file__).resolve().parent.parent
CASES = sorted(path for path in (ROOT / "tests" / "corpus" / "diff").iterdir() if path.is_dir())


def compiled(path: Path) -> Compilation:
    files = {one.name: one.read_text(encoding="utf-8") for one in path.parent.glob("*.*")}
    made = load(path.name, MemoryProvider(files))
    assert [one.message for one in made.diagnostics if one.severity.value == "error"] == []
    return made


def different(case: Path) -> Difference:
    return compare(compiled(case / "old.gdl"), compiled(case / "new.gdl"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_is_told(case: Path, update: bool) -> None:
    told = render(different(case), "markdown")
    expected = case / "expected.md"
    if update:
        expected.write_text(told, encoding="utf-8")
    assert told == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_ruleset_is_not_different_from_itself(case: Path) -> None:
    made = compiled(case / "old.gdl")
    assert compare(made, compiled(case / "old.gdl")).changes == ()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_all_formats_tell_the_same_changes(case: Path) -> None:
    found = different(case)
    as_json = json.loads(render(found, "json"))
    assert [one["sentence"] for one in as_json["rules"]] == [one.sentence for one in found.rules]
    for form in FORMATS:
        told = render(found, form)
        for change in found.rules:
            for value in change.values:
                assert all(word in told or word in change.sentence for word in (value.old, value.new))


def test_names_and_words_are_no_change_of_the_rules() -> None:
    for name in ("names_alone", "words_alone", "look_alone"):
        assert different(ROOT / "tests" / "corpus" / "diff" / name).rules == ()


def test_every_sort_of_declaration_is_compared_or_named_as_one_that_is_not() -> None:
    known = {*SORTS, s.Place, s.Procedure}
    missing = [
        one for one in get_args(s.Declaration) if one not in known and not issubclass(one, NOT_COMPARED)
    ]
    assert missing == []


PIG = (ROOT / "rulesets" / "classics" / "pig.gdl").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "number", sorted({one.span() for one in re.finditer(r"(?<![\w\"])\d+(?![\w\"])", PIG)})
)
def test_no_number_that_changes_play_changes_in_silence(number: tuple[int, int]) -> None:
    start, end = number
    text = PIG[:start] + str(int(PIG[start:end]) + 1) + PIG[end:]
    before, after = (load("pig.gdl", MemoryProvider({"pig.gdl": one})) for one in (PIG, text))
    if after.game is None or "#" in PIG[PIG.rindex("\n", 0, start) : start] or text.startswith("edition 2"):
        return
    found = compare(before, after)
    told = (*found.of("around"), *found.of("examples"))
    assert found.rules or told, text[start - 40 : start + 40]

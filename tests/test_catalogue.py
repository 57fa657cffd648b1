"""Codes, explain pages and bad cases agree, and the examples of each page show what it says."""

import re
from importlib import resources
from pathlib import Path

import pytest
from example_games import blocks, compiled, found_in

from gekido_dsl.diagnostics import codes, explain
from gekido_dsl.model import checks

CORPUS = Path(__file__).resolve().parent / "corpus"
ELSEWHERE = {
    "binary-file": "unit/test_source.py makes such a file",
    "file-too-large": "unit/test_source.py makes such a file",
    "file-unreadable": "unit/test_source.py makes such a file",
    "not-compiled": "lowering/test_too_much.py has the compiler fail",
    "not-utf8": "unit/test_source.py makes such a file",
    "too-large-to-compile": "lowering/test_too_much.py makes such programs",
}
"""Codes whose bad case is no text that could be kept in the corpus, and where they are tested."""


def slugs_of_cases() -> set[str]:
    found: set[str] = set()
    for path in [*CORPUS.rglob("bad/*"), *CORPUS.rglob("bad/*/*.md")]:
        if path.suffix in (".gdl", ".yaml", ".csv", ".md") and path.is_file():
            text = path.read_text(encoding="utf-8")
            found |= set(re.findall(r"# (?:error|warning|note)[^\[\n]*: \[([a-z0-9-]+)\]", text))
            if path.suffix == ".yaml" and path.parent.parent.name == "tables":
                found.add(text.split()[2])
    return found


def test_each_code_has_a_page_and_a_bad_case() -> None:
    folder = resources.files(explain.__name__)
    pages = {entry.name.removesuffix(".md") for entry in folder.iterdir() if entry.name.endswith(".md")}
    assert pages == set(codes.ALL)
    cases = slugs_of_cases()
    assert set(codes.ALL) - cases - set(ELSEWHERE) == set()
    assert cases <= set(codes.ALL)


def test_each_whole_game_check_has_its_code_and_a_near_miss() -> None:
    folder = Path(checks.__file__).parent
    for path in folder.glob("*.py"):
        if path.stem == "__init__":
            continue
        assert path.stem.replace("_", "-") in codes.ALL
        assert list((CORPUS / "checks" / "good").glob(f"{path.stem}*.gdl")), path.stem
        assert list((CORPUS / "checks" / "bad").glob(f"{path.stem}*.gdl")), path.stem


EXPLAINED = [
    slug for slug in codes.ALL if (page := explain.page(slug)) and "## Wrong" in page and "```gdl" in page
]


@pytest.mark.parametrize("slug", EXPLAINED)
def test_wrong_is_wrong_and_right_is_right(slug: str) -> None:
    page = explain.page(slug)
    assert page is not None
    wrong, right = blocks(page, "Wrong"), blocks(page, "Right")
    assert wrong is not None and right is not None
    assert {found.code.slug for found in found_in(compiled(wrong))} == {slug}
    assert [found.message for found in found_in(compiled(right))] == []


@pytest.mark.parametrize("slug", list(codes.ALL))
def test_a_page_has_its_parts(slug: str) -> None:
    page = explain.page(slug)
    assert page is not None
    headings = re.findall(r"^##? (.*)$", page, re.MULTILINE)
    assert headings[1] == "Why it matters"
    assert "What to do" in headings
    assert ("Wrong" in headings) == ("Right" in headings)

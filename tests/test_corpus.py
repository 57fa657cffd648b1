"""Every case of the corpus: a ruleset with the findings that it is to give, and no other.

A line with `# error: [slug]` or `# warning: [slug]` expects that finding there, a text in quotes after it a part of
the message, and `help "..."` after that a part of the step to take. A line of its own, `# error on line 1: [slug]`,
expects it elsewhere, `on line 1 of cards.csv` in a file that has no comments.
A file whose name ends in `_base` or `_options` belongs to another case, and so do tables whose
names begin like a case. The chapters of a book lie in a folder that is called like the case.
"""

import re
from pathlib import Path

import pytest

from gekido_dsl import book
from gekido_dsl.compilation import load
from gekido_dsl.files import FolderProvider
from gekido_dsl.translations import checking

CORPUS = Path(__file__).resolve().parent / "corpus"
STAGES = ("syntax", "resolve", "checks", "book", "theme", "translation")
PARTS = ("_base", "_options")
CASES = sorted(
    path
    for stage in STAGES
    for path in (CORPUS / stage).rglob("*.gdl")
    if path.is_file() and not path.stem.endswith(PARTS)
)

_EXPECTED = re.compile(
    r'# (error|warning|note)(?: on line (\d+)(?: of (\S+))?)?: \[([a-z0-9-]+)\](?: "([^"]*)")?(?: help "([^"]*)")?'
)


def ids(path: Path) -> str:
    return path.relative_to(CORPUS).with_suffix("").as_posix()


def expected(path: Path) -> list[tuple[str, int, str, str, str, str]]:
    """Lists file, line, severity, slug and parts of the message and help of each finding that a case is to give."""
    found = []
    files = [path, *(path.with_name(f"{path.stem}{part}.gdl") for part in PARTS)]
    files += [table for table in path.parent.glob("*.yaml") if table.stem.rpartition("_")[0] == path.stem]
    files += sorted(path.with_suffix("").glob("*.md"))
    for file in files:
        if file.exists():
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
                for severity, elsewhere, other, slug, text, step in _EXPECTED.findall(line):
                    found.append((other or file.name, int(elsewhere or number), severity, slug, text, step))
    return sorted(found)


@pytest.mark.parametrize("path", CASES, ids=ids)
def test_a_case_gives_its_findings_and_no_other(path: Path) -> None:
    compilation = load(path.name, FolderProvider(path.parent))
    given = []
    for found in (
        *compilation.diagnostics,
        *book.check(compilation),
        *compilation.look.diagnostics,
        *checking.check(compilation),
    ):
        span = found.span
        name = span.source.name.rpartition("/")[2] if span is not None else ""
        line = span.start_position[0] + 1 if span is not None else 0
        given.append((name, line, found.severity.value, found.code.slug, found.message, found.help or ""))
    given.sort()
    wanted = expected(path)
    assert [one[:4] for one in given] == [one[:4] for one in wanted], given
    for (*_, message, help), (*_, text, step) in zip(given, wanted, strict=True):
        assert text in message and step in help


@pytest.mark.parametrize("path", CASES, ids=ids)
def test_a_case_is_named_after_what_it_shows(path: Path) -> None:
    slugs = {slug for _, _, _, slug, *_ in expected(path)}
    assert bool(slugs) == (path.parent.name == "bad")
    if slugs:
        assert any(path.stem.startswith(slug.replace("-", "_")) for slug in slugs)

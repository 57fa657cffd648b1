"""Every case of the corpus: a ruleset with the findings that it is to give, and no other.

A line with `# error: [slug]` or `# warning: [slug]` expects that finding there, a text in quotes after it a part of
the message, and `help "..."` after that a part of the step to take. A line of its own, `# error on line 1: [slug]`,
expects it elsewhere, `on line 1 of cards.csv` in a file that has no comments.
A file whose name ends in `_base` or `_options` belongs to another case, and so do tables whose
names begin like a case. The chapters of a book lie in a folder that is called like the case.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from gekido_dsl import book
from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import Diagnostic, Severity
from gekido_dsl.files import FolderProvider
from gekido_dsl.source import ReadFailure, Source, SourceProvider
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


def findings(path: Path, provider: SourceProvider | None = None) -> tuple[Diagnostic, ...]:
    """Gives all that is found in a ruleset, its books, its theme and its translations."""
    made = load(path.name, provider or FolderProvider(path.parent))
    return (*made.diagnostics, *book.check(made), *made.look.diagnostics, *checking.check(made))


@pytest.mark.parametrize("path", CASES, ids=ids)
def test_a_case_gives_its_findings_and_no_other(path: Path) -> None:
    given = []
    for found in findings(path):
        span = found.span
        name = span.source.name.rpartition("/")[2] if span is not None else ""
        line = span.start_position[0] + 1 if span is not None else 0
        given.append((name, line, found.severity.value, found.code.slug, found.message, found.help or ""))
    given.sort()
    wanted = expected(path)
    assert [one[:4] for one in given] == [one[:4] for one in wanted], given
    for (*_, message, help), (*_, text, step) in zip(given, wanted, strict=True):
        assert text in message and step in help


COMMENTS = {
    ".gdl": "# gdl: ignore[{}] seen",
    ".yaml": "# gdl: ignore[{}] seen",
    ".md": "<!-- gdl: ignore[{}] seen -->",
}
"""How a finding is ignored in files that have comments, by the ending of their names."""


@dataclass
class Commented:
    """Reads the files of a folder, with a comment behind some lines that ignores findings there."""

    folder: FolderProvider
    slugs: dict[tuple[str, int], set[str]]
    """What is ignored, by file and number of the line, from 0."""

    def read(self, name: str, relative_to: str | None) -> Source | ReadFailure:
        got = self.folder.read(name, relative_to)
        if isinstance(got, ReadFailure):
            return got
        lines = got.text.split("\n")
        for (file, at), slugs in self.slugs.items():
            if file == got.name:
                comment = COMMENTS[Path(file).suffix].format(", ".join(sorted(slugs)))
                lines[at] = f"{lines[at].split('  # ')[0]}  {comment}"
        return Source(got.name, "\n".join(lines))

    def read_bytes(self, name: str, relative_to: str | None) -> bytes | ReadFailure:
        return self.folder.read_bytes(name, relative_to)


NO_ERRORS = [path for path in CASES if any(severity != "error" for _, _, severity, *_ in expected(path))]


@pytest.mark.quick_in_turn(10)
@pytest.mark.parametrize("path", NO_ERRORS, ids=ids)
def test_a_comment_silences_what_is_no_error(path: Path) -> None:
    slugs: dict[tuple[str, int], set[str]] = {}
    for found in findings(path):
        assert found.span is not None
        name = found.span.source.name
        if found.severity is not Severity.ERROR and Path(name).suffix in COMMENTS:
            slugs.setdefault((name, found.span.start_position[0]), set()).add(found.code.slug)
    for found in findings(path, Commented(FolderProvider(path.parent), slugs)):
        assert found.span is not None
        assert found.code.slug not in slugs.get((found.span.source.name, found.span.start_position[0]), ())


@pytest.mark.parametrize("path", CASES, ids=ids)
def test_a_case_is_named_after_what_it_shows(path: Path) -> None:
    slugs = {slug for _, _, _, slug, *_ in expected(path)}
    assert bool(slugs) == (path.parent.name == "bad")
    if slugs:
        assert any(path.stem.startswith(slug.replace("-", "_")) for slug in slugs)

"""A chapter on which Markdown would work for long is read up to there, and says where."""

import time

import pytest

from gekido_dsl.book.limits import DEPTH_LIMIT, PARAGRAPH_LIMIT, SIGNS_LIMIT, TAGS_LIMIT, WORK_LIMIT
from gekido_dsl.book.reading import chapter_of
from gekido_dsl.book.scan import scan
from gekido_dsl.source import Source

HEAD = "# A\n\nFirst.\n\n"
MANY = 20_000


def read(text: str) -> tuple[list[str], str]:
    """Gives what is found in a chapter, and what of it is read."""
    chapter, found = chapter_of(Source("a.md", text))
    return [f"{one.code.slug}: {one.message}" for one in found], "".join(
        p.body.text for p in chapter.passages
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[a](" * MANY, "too-large: a paragraph has at most 400 signs"),
        ("[^a" * MANY, "too-large: a paragraph has at most 400 signs"),
        ("{{" * MANY, "too-large: a paragraph has at most 400 signs"),
        ("_a " * MANY, "too-large: a paragraph has at most 400 signs"),
        ("- [a](\n" * 2 + "1. [a](\n" * MANY, "too-large: a paragraph has at most 400 signs"),
        ("a " * MANY, "too-large: a paragraph has at most 10,000 letters"),
        ("- " * MANY + "a", "too-deep: lists and quotations lie more than 20 deep"),
        ("> " * MANY + "a", "too-deep: lists and quotations lie more than 20 deep"),
        ("    " * 30 + "- a", "too-deep: lists and quotations lie more than 20 deep"),
        ("<div>\n\n" * MANY, "too-deep: more than 100 HTML elements lie in one another"),
        (("<br>" * 100 + "\n\n") * 200, "too-large: a chapter has at most 10,000 tags of HTML"),
        ("<!-- a -->\n\n" * MANY, "too-large: a chapter has at most 2,000 comments"),
        ("<?a\n\n" * MANY, "too-large: a chapter has at most 2,000 `<!` and `<?`"),
        ("{{Deck}}\n\n" * MANY, "too-large: a chapter has at most 2,000 directives"),
        ("```\n~~~\n" * MANY, "too-large: a chapter has at most 5,000 pieces of code"),
        ("# A\n\n" * MANY, "too-large: a chapter has at most 500 passages"),
        (("[" * 300 + "a" * 9_000 + "\n\n") * 10, "too-large: the paragraphs of this book up to here"),
    ],
)
def test_what_is_too_much_is_told_and_not_read(text: str, told: str) -> None:
    began = time.process_time()
    found, body = read(HEAD + text + "\n\nThe end.\n")
    assert time.process_time() - began < 5
    assert any(one.startswith(told) for one in found), found[:3]
    assert "First." in body
    assert "The end." not in body


def test_what_a_book_needs_is_read_whole() -> None:
    link = "[a](b.md)"
    items = "".join(f"- {link} and {link}\n" for _ in range(SIGNS_LIMIT))
    rows = "| a | b |\n| --- | --- |\n" + f"| {link} | {link} |\n" * SIGNS_LIMIT
    fence = "```\n" + "[a](" * PARAGRAPH_LIMIT + "\n```\n"
    nested = "\n".join("  " * k + "- a" for k in range(DEPTH_LIMIT))
    tags = "<div>\n" * (TAGS_LIMIT - 1) + "</div>\n" * (TAGS_LIMIT - 1)
    text = "\n\n".join([HEAD, items, rows, fence, nested, tags, "The end.\n"])
    found, body = read(text)
    assert found == []
    assert "The end." in body
    assert sum(len(line) * line.count("[") for line in items.splitlines()) < WORK_LIMIT / 100


def test_a_heading_of_blanks_is_scanned_at_once() -> None:
    began = time.process_time()
    text = "# a" + " " * 200_000 + "b {" + " " * 200_000 + "x\n"
    assert scan(text).headings[0].level == 1
    assert time.process_time() - began < 2


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        ("# A ##", "A"),
        ("## ##", ""),
        ("# a#", "a#"),
        ("# A { #b } ##", "A"),
        ("#\tx  ###  ", "x"),
        ("# a #b", "a #b"),
    ],
)
def test_signs_that_close_a_heading_are_not_in_it(line: str, heading: str) -> None:
    assert [one.text for one in scan(line).headings] == [heading]

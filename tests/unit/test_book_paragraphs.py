"""Every paragraph of a book leads to its rule in the reference, and the rule leads back to it."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from gekido_dsl import book, pages
from gekido_dsl.book.naming import Naming
from gekido_dsl.book.paragraphs import blocks, marked, without_marks
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.pages import markup
from gekido_dsl.source import MemoryProvider

RULESETS = Path(__file__).resolve().parent.parent.parent / "rulesets"
SHIPPED = {
    path.relative_to(RULESETS).as_posix(): path.read_text(encoding="utf-8")
    for path in RULESETS.rglob("*")
    if path.is_file() and path.suffix in (".gdl", ".yaml", ".csv", ".md", ".svg")
}
BOOKS = ("gekido.gdl", "gekido_duel.gdl", "aimbots.gdl", "botwars.gdl", "geeko.gdl", "classics/hearts.gdl",
         "classics/mill_creek.gdl", "classics/pig.gdl")  # fmt: skip
"""The last one is written by the program alone."""
LONG = ("botwars.gdl", "geeko.gdl")
TOLD = {"p", "ul", "ol", "table", "blockquote", "details", "pre", "dl"}
"""What a reader takes for a paragraph."""
MARK = ("[X](../reference/a.md#x)", "{ #p--1 .book-mark }")


class Outline(HTMLParser):
    """What stands one below the other, each with what is in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.depth = 0
        self.parts: list[tuple[str, str, set[str]]] = []
        """Tag, class and the targets of its marks."""
        self.words: list[str] = []
        self.ids: list[str] = []
        self.marks = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("id"):
            self.ids.append(given["id"] or "")
        if tag in ("img", "br", "hr", "input"):
            return
        if not self.depth:
            self.parts.append((tag, given.get("class") or "", set()))
            self.words.append("")
        self.depth += 1
        if tag == "a" and (self.marks or given.get("class") == "book-mark"):
            self.marks += 1
            self.parts[-1][2].add(given["href"] or "")

    def handle_endtag(self, tag: str) -> None:
        self.depth -= 1
        self.marks = self.marks and self.marks - 1

    def handle_data(self, data: str) -> None:
        if self.words and not self.marks:
            self.words[-1] += data


@pytest.fixture(
    scope="module",
    params=[pytest.param(name, marks=pytest.mark.slow if name in LONG else ()) for name in BOOKS],
)
def shipped(request: pytest.FixtureRequest) -> Compilation:
    return load(request.param, MemoryProvider(SHIPPED))


@pytest.mark.quick_in_turn(3)
def test_every_paragraph_list_and_table_of_a_shipped_book_leads_to_a_rule(shipped: Compilation) -> None:
    assert shipped.game is not None
    known = {target.slug: target.page for _, target in Naming(shipped.game).names}
    written = book.write(shipped, drawn=False)
    read = markup.reader()
    ids: list[str] = []
    without = []
    for chapter in written.chapters:
        outline = Outline(read.reset().convert(chapter.markdown))
        ids += outline.ids
        parts = outline.parts
        for number, (tag, look, goals) in enumerate(parts):
            if tag not in TOLD or look.startswith("book-") or not outline.words[number].strip():
                continue
            following = parts[number + 1] if number + 1 < len(parts) else ("", "", set())
            alone = number + 1 < len(parts) and not outline.words[number + 1].strip()
            goals = goals or (following[2] if alone else set())
            if not goals:
                without.append(f"{chapter.slug}: {outline.words[number][:60]}")
            for goal in goals:
                page, _, anchor = goal.removeprefix("../reference/").partition(".md")
                assert goal.startswith("../reference/"), goal
                assert page == (known[anchor[1:]] if anchor else "index"), goal
    assert without == []
    assert len(ids) == len(set(ids))
    paragraphs = [place for links in written.told.values() for one in links for place in one.paragraphs]
    paragraphs += [place for links in written.mentioned.values() for one in links for place in one.paragraphs]
    assert set(paragraphs) <= set(ids)


GAME = """\
edition 1

game "Scouts"
  players 2

book from "book.md"

kind Card from "cards.yaml"
  Strength: 1 to 9

deck Deck: all Cards

pile Discards of Cards

turn of each player
  Draw

phase Draw
  draw 2 Cards from Deck into Discards

amount Hand Limit
  starts at 3

the game ends when Deck is empty
  all remaining players win
"""
BOOK = """\
# Cards
<!-- tells of Card, Deck, Discards, Draw, Hand Limit -->

You draw {{first number in Draw in words}} in your turn.

Used ones go to the Discards.

At the end there is none left.

- The Deck is shuffled.
- You may hold {{Hand Limit in words}}.

{{table of Cards}}

## Advice

Keep the strong ones, of which you may hold {{Hand Limit}}.
"""


def written(text: str = BOOK) -> book.Written:
    cards = "- Name: Ant\n  Strength: 1\n- Name: Bear\n  Strength: 7\n"
    made = load("a.gdl", MemoryProvider({"a.gdl": GAME, "cards.yaml": cards, "book.md": text}))
    assert made.game is not None, [found.message for found in made.diagnostics]
    return book.write(made)


def goals(text: str, line: str) -> list[str]:
    """Gives the addresses that the marks of a line lead to."""
    found = next(one for one in text.splitlines() if line in one)
    return re.findall(r"#([\w-]+)\)\{ [^}]*\.book-mark \}", found)


def test_a_paragraph_leads_to_what_it_names_or_takes_a_number_from() -> None:
    text = written().chapters[0].markdown
    assert goals(text, "You draw two") == ["phase-draw"]
    assert goals(text, "Used ones go") == ["pile-discards"]
    assert goals(text, "The Deck is") == ["deck-deck"]
    assert goals(text, "You may hold three") == ["amount-hand-limit"]
    assert goals(text, "Keep the strong") == ["amount-hand-limit"]


def test_a_paragraph_that_names_nothing_leads_to_what_its_passage_tells_of_first() -> None:
    assert goals(written().chapters[0].markdown, "At the end there is") == ["kind-card"]
    assert goals(written(BOOK.replace(", of which you may hold {{Hand Limit}}", "")).chapters[0].markdown,
                 "Keep the strong") == ["kind-card"]  # fmt: skip


def test_a_rule_leads_back_to_its_paragraphs() -> None:
    made = written()
    assert [one.paragraphs for one in made.told["phase-draw"]] == [("cards--1",)]
    assert [one.paragraphs for one in made.told["amount-hand-limit"]] == [("cards--5",)]
    assert [(one.passage, one.paragraphs) for one in made.mentioned["amount-hand-limit"]] == [
        ("advice", ("advice--1",))
    ]


def test_a_book_without_links_has_no_marks() -> None:
    gekido = load("gekido.gdl", MemoryProvider(SHIPPED))
    for chapter in book.write(gekido, links=False, drawn=False).chapters:
        assert "book-mark" not in chapter.markdown and "\ue000" not in chapter.markdown


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("One\ntwo", "One\ntwo §"),
        ("One\n{ .look }", "One §\n{ .look }"),
        ("> One\n> two", "> One\n> two §"),
        ("1. One\n\n    More\n\n2. Two", "1. One\n\n    More\n\n2. Two §"),
        ("- One\n    - Two", "- One\n    - Two §"),
        ("- One\n\n    ```\n    x\n    ```", "- One\n\n    ```\n    x\n    ```\n\n§"),
        ("| A |\n|---|\n| 1 |", "| A |\n|---|\n| 1 |\n\n§"),
        ("```\na\n\nb\n```\n\nOne", "```\na\n\nb\n```\n\n§\n\nOne §"),
        ("<details>\n<b>x</b>\n\nOne\n\n</details>", "<details>\n<b>x</b>\n\nOne\n\n</details>\n\n§"),
        ("!!! note\n\n    One\n\nTwo", "!!! note\n\n    One\n\n§\n\nTwo §"),
        ("![A picture](a.svg)\n![Another](b.svg)", "![A picture](a.svg)\n![Another](b.svg)"),
        ("One[^1]\n\n[^1]: A note\n\n    with more", "One[^1] §\n\n[^1]: A note\n\n    with more"),
        ("<!-- aid -->\n\n### Two\nThree", "<!-- aid -->\n\n### Two\nThree §"),
        ("<!-- gdl: ignore[a] of this -->\nOne", "<!-- gdl: ignore[a] of this -->\nOne §"),
    ],
)  # fmt: skip
def test_marks_stand_behind_what_they_are_of(text: str, made: str) -> None:
    assert marked(text, lambda _: (), lambda _: "§") == made


def test_items_are_marked_one_by_one_if_each_says_something_of_its_own() -> None:
    told = {"- A": ("a",), "- B": ("b",)}
    assert marked("- A\n- B", lambda text: told.get(text, ()), lambda keys: f"§{keys[0]}") == "- A §a\n- B §b"
    assert marked("- A\n- C", lambda text: told.get(text, ()), lambda keys: f"§{len(keys)}") == "- A\n- C §0"


def test_marks_can_be_taken_out_again() -> None:
    for text in ("One", "| A |\n|---|\n| 1 |", "- One\n- Two"):
        assert without_marks(marked(text, lambda _: (), lambda _: "".join(MARK))) == text


def test_blocks_are_as_python_markdown_reads_them() -> None:
    text = "One\n\n- Two\n\n- Three\n\n    deep\n\nFour\n\n| A |\n|---|"
    assert [one.sort for one in blocks(text.split("\n"))] == ["text", "list", "text", "whole"]


def test_pages_and_forms_show_marks_as_signs() -> None:
    page = pages.Page(pages.BOOK, "a", "A", f"# A {{ #a }}\n\nOne. {''.join(MARK)}\n")
    content = pages.Content("G", [page], [pages.Page(pages.REFERENCE, "a", "R", "# R\n\n## X { #x }\n")],
                            told={"x": [pages.Told("A", "a", "a", ("p--1", "p--2"))]})  # fmt: skip
    site = pages.site(content)
    mark = '<a class="mark" id="p--1" href="../reference/a.html#x" title="Rule: X" aria-label="Rule: X"></a>'
    assert mark in site["book/a.html"]
    assert 'href="../book/a.html#p--1">A</a> <a href="../book/a.html#p--2"' in site["reference/a.html"]
    assert "One." in site["assets/search.js"] and "Rule: X" not in site["assets/search.js"]
    text = pages.one_text(content, "")
    assert 'One. <a id="book-p--1"></a>[§](#x)' in text
    assert "§" not in pages.aid_text(page)

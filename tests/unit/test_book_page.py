"""The page on books shows a ruleset with its book: it compiles, and nothing is found in it once it is reviewed."""

import re
from pathlib import Path

from gekido_dsl import book
from gekido_dsl.compilation import load
from gekido_dsl.pages import rulebook
from gekido_dsl.source import MemoryProvider

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "howto" / "book.md"


def files() -> dict[str, str]:
    text = PAGE.read_text(encoding="utf-8")
    ruleset = re.search(r"^```gdl\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    chapter = re.search(r"^```markdown\n<!-- book.md -->\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert ruleset is not None and chapter is not None
    return {"example.gdl": ruleset[1], "book.md": chapter[1]}


def test_the_example_of_the_page_is_a_book_without_findings() -> None:
    given = files()
    compilation = load("example.gdl", MemoryProvider(given))
    assert [found.message for found in compilation.diagnostics] == []
    name, text = book.review(compilation)
    again = load("example.gdl", MemoryProvider(given | {name: text}))
    assert [found.message for found in book.check(again)] == []
    written = book.write(again)
    assert [chapter.title for chapter in written.chapters] == ["What you need"]
    told = written.chapters[0].markdown
    assert "There are 12 cards in the [Deck]" in told
    assert "a speed of three, and is never\nfaster than 9." in told
    assert "Draw two cards. Your Scout becomes faster." in told


def test_each_directive_of_the_page_is_one() -> None:
    """What the table of the page shows is read as a directive of its sort, whatever the names in it are."""
    from gekido_dsl.book.scan import scan

    rows = re.findall(r"^\| (`\{\{.*?) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) > 15
    for row in rows:
        assert scan(row.replace("`", "")).directives, row


def test_an_answer_that_was_agreed_on_is_named_on_cover_and_aid() -> None:
    compilation = load("game.gdl", MemoryProvider({"game.gdl": RACE}))
    said = "As agreed: Pace: Fast"
    made = rulebook.content(compilation, {"Pace": "Fast"})
    assert said in made.facts and said in made.aid.markdown
    for options in ({}, {"Pace": "Slow"}):
        made = rulebook.content(compilation, options)
        assert not any("As agreed" in one for one in (*made.facts, made.aid.markdown))


RACE = """edition 1

game "Race"
  players 2

option Pace is Slow or Fast

kind Runner, 1 for each player
  Steps: 0 to 20, starts 0

phase Run
  my Runner's Steps gains 1
  my Runner's Steps gains 1 if Pace is Fast

turn of each player
  Run

the game ends when some Runner's Steps is at least 10
  all remaining players win
"""

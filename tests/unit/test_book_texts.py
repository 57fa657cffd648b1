"""Texts of rows, titles, labels and answers are reviewed beside what they tell of, with a book or without one."""

import pytest

from gekido_dsl import book
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics import codes
from gekido_dsl.source import MemoryProvider

GAME = """\
edition 1

game "Forge"
  players 2

values Trait: Quick, Heavy

kind Tool from "tools.yaml"
  Weight: 1 to 9
  Trait: a Trait or none
  Effect: an Effect or none

each player has
  Coal: 0 to 30, starts 9

deck Rack: all Tools
hand Hand of each player, of Tools

effect Stoke with 1 to 4 as the lumps "burn coal"
  my Coal gains the lumps if possible

effect Swap "change a tool for 2 others"
  draw 2 Tools

amount Reach of a Tool
  starts at 1
  add 2 if its Trait is Quick

option Payment "How much a turn costs" is Two Coals or Nothing

phase Work
  may "Pay 2 coal for a tool"
    draw 1 Tool
    my Coal loses 2 if possible
  my Coal loses 2 if Payment is Two Coals

turn of each player
  Work

the game ends when Rack is empty
  the highest player by my Coal wins
"""
TOOLS = """\
- Name: Bellows
  Weight: 4
  Trait: none
  Effect: {Stoke: 3}
  Text: Gain three coals.
- Name: Tongs
  Weight: 2
  Trait: Quick
  Effect: none
  Text: Reaches 2 farther.
- Name: Rake
  Weight: 2
  Trait: none
  Effect: Swap
  Text: Change it for others.
- Name: Hammer
  Weight: 5
  Trait: Heavy
  Effect: none
  Text: It is heavy.
"""
FILES = {"forge.gdl": GAME, "tools.yaml": TOOLS}


def compiled(files: dict[str, str]) -> Compilation:
    made = load("forge.gdl", MemoryProvider(files))
    assert made.game is not None, [one.message for one in made.diagnostics]
    return made


def reviewed(files: dict[str, str], *which: str) -> dict[str, str]:
    file, text = book.review(compiled(files), which or None)
    return files | {file: text}


def stale(files: dict[str, str]) -> set[str]:
    found = [one for one in book.check(compiled(files)) if one.code is codes.STALE_TEXT]
    return {one.message.removeprefix("the ").partition(" says “")[0] for one in found}


@pytest.mark.parametrize(
    ("name", "old", "new", "texts"),
    [
        ("tools.yaml", "{Stoke: 3}", "{Stoke: 2}", {"text of Tool Bellows"}),
        ("tools.yaml", "Weight: 4", "Weight: 3", set()),
        ("tools.yaml", "Effect: Swap", "Effect: {Stoke: 1}", {"text of Tool Rake"}),
        ("forge.gdl", "add 2 if its Trait is Quick", "add 3 if its Trait is Quick", {"text of Tool Tongs"}),
        ("forge.gdl", "if its Trait is Quick", "if its Trait is Heavy", {"text of Tool Tongs"}),
        ("forge.gdl", "starts at 1", "starts at 2", set()),
        ("forge.gdl", "  draw 2 Tools", "  draw 3 Tools", {"title of effect Swap"}),
        ("forge.gdl", "gains the lumps", "loses the lumps", {"text of Tool Bellows", "title of effect Stoke"}),
        ("forge.gdl", "    my Coal loses 2", "    my Coal loses 1", {"choice in Work"}),
        ("forge.gdl", "    draw 1 Tool\n", "    draw 2 Tools\n", set()),
        (
            "forge.gdl", "  my Coal loses 2 if Payment", "  my Coal loses 3 if Payment",
            {"answer of Payment", "choice in Work"},
        ),
    ],
)  # fmt: skip
def test_a_text_is_stale_when_what_it_says_has_changed(
    name: str, old: str, new: str, texts: set[str]
) -> None:
    files = reviewed(FILES)
    assert "forge_reviewed.yaml" in files and stale(files) == set()
    assert old in files[name]
    files |= {name: files[name].replace(old, new, 1)}
    assert stale(files) == texts
    assert stale(reviewed(files)) == set()


def test_a_text_is_settled_alone() -> None:
    files = reviewed(FILES)
    files |= {"tools.yaml": TOOLS.replace("{Stoke: 3}", "{Stoke: 2}").replace("Effect: Swap", "Effect: none")}
    assert stale(files) == {"text of Tool Bellows", "text of Tool Rake"}
    assert stale(reviewed(files, "text of Tool Rake")) == {"text of Tool Bellows"}
    with pytest.raises(book.UnknownPassage):
        book.review(compiled(files), ["text of Tool Spade"])


def test_a_ruleset_without_a_book_or_a_record_has_no_findings() -> None:
    assert book.check(compiled(FILES)) == []


def test_a_new_text_is_reported_once_others_have_been_reviewed() -> None:
    files = reviewed(FILES)
    more = "- {Name: Anvil, Weight: 9, Trait: none, Effect: {Stoke: 1}, Text: A coal more.}\n"
    (found,) = book.check(compiled(files | {"tools.yaml": TOOLS + more}))
    assert found.code is codes.STALE_TEXT and "the text of Tool Anvil has not been reviewed" in found.message

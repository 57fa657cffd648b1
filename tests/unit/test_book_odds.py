"""The chances of combinations of dice, in a book."""

import pytest

from gekido_dsl.book import write
from gekido_dsl.compilation import load
from gekido_dsl.source import MemoryProvider

RULES = """edition 1

game "Dice"
  players 2

book from "book.md"

values Face: One, Two, Three, Four, Five, Six

die Cube of Face, 2 of them

box Bag: all Cubes

pool Table of Cubes

patterns Set of Cubes in Table
  Pair: 2 alike
  Split: 2 different, none showing One

turn of each player
  Play

phase Play
  Tries: 0 to 3, starts 2
  draw 2 Cubes from Bag into Table
  roll all Cubes of Table
  repeat up to 1 times
    choose one
      "Roll again"
        reroll at least 1 Cubes of Table
      "Stop"
        stop

the game ends when Tries is 2
  all remaining players win
"""


def written(text: str) -> tuple[str, list[str]]:
    book = write(load("game.gdl", MemoryProvider({"game.gdl": RULES, "book.md": f"# Odds\n\n{text}\n"})))
    about = [one.message for one in book.diagnostics if one.code.slug == "wrong-directive"]
    return book.chapters[0].markdown, about


def test_a_table_of_all_combinations() -> None:
    text, found = written("{{odds of Set in Tries rolls}}")
    assert not found
    rows = [line.split("|")[2:4] for line in text.splitlines() if line.startswith(("| [Pair", "| [Split"))]
    # A pair in two rolls: at once, or one die kept and the other rolled again.
    assert [[cell.strip() for cell in row] for row in rows] == [["17%", "31%"], ["56%", "85%"]]


def test_the_chance_of_one() -> None:
    text, found = written("A pair comes up {{odds of Pair}} of the time.")
    assert "comes up 17% of the time" in text and not found


@pytest.mark.parametrize(
    ("directive", "message"),
    [
        ("{{odds of Bag}}", "`Bag` is a box, and no pattern of dice"),
        ("{{odds of Set with 40 dice}}", "`40` is no number from 1 to 12"),
        ("{{odds of Set in Bag rolls}}", "`Bag` is no number from 1 to 5"),
    ],
)
def test_what_has_no_odds_is_said(directive: str, message: str) -> None:
    assert written(directive)[1] == [message]

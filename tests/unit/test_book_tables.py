"""Tables of a book: columns that a table has not by itself, and numbers below zero."""

import pytest

from gekido_dsl import book
from gekido_dsl.compilation import load
from gekido_dsl.source import MemoryProvider

GAME = """edition 1
game "Boxers"
  players 2
book from "book.md"

values Punch: Jab, Hook

kind Move from "moves.yaml"
  Reach: 1 to 3

kind Boxer from "boxers.yaml"
  Power for each Punch: 0 to 9
  Risk for each Punch: 0 to 9
  Balance: -3 to 3
  Rounds: up to 3 rows of up to 2 Effect

kind Trick of each Boxer, listed as Tricks
  Move: a Move

effect Rest
  me leads

turn of each player
  Go

phase Go
  me leads

the game ends after 3 rounds
  nobody wins
"""
BOXERS = """
- Name: Ann
  Power: {Jab: 1, Hook: 5}
  Risk: {Jab: 0, Hook: 2}
  Balance: -2
  Rounds: [[Rest], []]
  Tricks: [{Move: Duck}, {Move: Weave}]
- Name: Bob
  Power: {Jab: 2, Hook: 4}
  Risk: {Jab: 1, Hook: 3}
  Balance: 1
  Rounds: [[Rest]]
  Tricks: [{Move: Duck}]
"""


def told(directive: str) -> list[str]:
    files = {
        "boxers.gdl": GAME,
        "boxers.yaml": BOXERS,
        "moves.yaml": "- {Name: Duck, Reach: 1}\n- {Name: Weave, Reach: 2}\n",
        "book.md": f"# Boxers\n<!-- tells of Boxer -->\n\n{{{{{directive}}}}}\n",
    }
    compilation = load("boxers.gdl", MemoryProvider(files))
    assert compilation.game is not None, [one.message for one in compilation.diagnostics]
    text = book.write(compilation, links=False).chapters[0].markdown
    return [line for line in text.splitlines() if line.startswith("|")]


def test_what_has_a_value_for_each_of_something_has_a_column_for_each() -> None:
    rows = told("table of Boxers: Name, Power and Risk")
    assert rows[0] == "| Name | Jab | Hook |"
    assert rows[2:] == [
        "| Ann | 1\u202f/\u202f0 | 5\u202f/\u202f2 |",
        "| Bob | 2\u202f/\u202f1 | 4\u202f/\u202f3 |",
    ]


def test_listed_parts_and_their_number_are_columns() -> None:
    rows = told("table of Boxers: Name, Tricks as What they can, number of Tricks, number of Rounds")
    assert rows[0] == "| Name | What they can | Number of Tricks | Number of Rounds |"
    assert rows[2:] == ["| Ann | Duck, Weave | 2 | 2 |", "| Bob | Duck | 1 | 1 |"]


def test_a_number_below_zero_has_a_minus_sign() -> None:
    assert told("table of Boxers: Name, Balance")[2:] == ["| Ann | −2 |", "| Bob | 1 |"]


@pytest.mark.parametrize("column", ["Power and Balance", "number of Balance", "Punches"])
def test_other_columns_are_not_made(column: str) -> None:
    assert told(f"table of Boxers: Name, {column}")[0] == "| Name |"

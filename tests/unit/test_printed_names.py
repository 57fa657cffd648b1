"""Names as people print them, with small words and signs, stand in quotes in rules and examples."""

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import Severity
from gekido_dsl.grammar.lexer import name_as_written
from gekido_dsl.scenario import run
from gekido_dsl.source import MemoryProvider

CARDS = """- {Name: Ring of Power, Rival: none}
- {Name: "Bell, Book and Candle", Rival: 7 of Clubs}
- {Name: "7 of Clubs", Rival: 'Café "Olé"'}
- {Name: the End, Rival: none}
- {Name: 'Café "Olé"', Rival: none}
"""
RULES = """edition 1

game "Names"
  players 2

kind Card from "cards.yaml"
  Rival: a Card or none

deck Deck: all Cards, shuffled
hand Hand of each player, of Cards
pool Row of Cards

turn of each player
  Draw

phase Draw
  draw 1 Card
  if "Ring of Power" is in my Hand
    move "Ring of Power" to Row
  each Card of Row whose Rival is "7 of Clubs"
    move it to my Hand

the game ends when some Card of Row is Sought
  the player wins

a Card is Sought if it is "Ring of Power" or it is "Café 'Olé'"

scenario "The ring"
  given Deck is "Ring of Power", "7 of Clubs", "the End"
  given the first player's Hand is "Bell, Book and Candle", "Café 'Olé'"
  then Row is "Ring of Power"
"""


def found(rules: str) -> list[tuple[str, str | None]]:
    made = load("names.gdl", MemoryProvider({"names.gdl": rules, "cards.yaml": CARDS}))
    return [(one.code.slug, one.help) for one in made.diagnostics if one.severity is Severity.ERROR]


def test_a_name_in_quotes_is_a_name() -> None:
    made = load("names.gdl", MemoryProvider({"names.gdl": RULES, "cards.yaml": CARDS}))
    assert made.game is not None and list(made.diagnostics) == []
    assert [one.passed for one in run(made)] == [True]


@pytest.mark.parametrize(
    ("old", "new", "slug", "help"),
    [
        ('it is "Ring of Power"', "it is Ring of Power", "unknown-name", 'in quotes: `"Ring of Power"`'),
        ('it is "Ring of Power"', 'it is "Ring of Powr"', "unknown-name", "did you mean `Ring of Power`?"),
        ('move "Ring of Power" to', 'announce "Ring of Power" to', "wrong-sentence", ""),
    ],
)
def test_a_wrong_one_is_said(old: str, new: str, slug: str, help: str) -> None:
    got = found(RULES.replace(old, new, 1))
    assert got and got[0][0] == slug and help in (got[0][1] or "")


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Ring", "Ring"),
        ("Flip A Die", "Flip A Die"),
        ("R2-D2", "R2-D2"),
        ("Ring of Power", '"Ring of Power"'),
        ("7 of Clubs", '"7 of Clubs"'),
        ('Café "Olé"', "\"Café 'Olé'\""),
    ],
)
def test_a_name_is_written_as_it_is_read(name: str, written: str) -> None:
    assert name_as_written(name) == written

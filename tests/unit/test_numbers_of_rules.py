"""The numbers of a ruleset by name and place, and a ruleset with some of them turned."""

from pathlib import Path

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics import has_errors
from gekido_dsl.files import FolderProvider
from gekido_dsl.insight import numbers
from gekido_dsl.source import MemoryProvider

RULES = """edition 1

game "Tries" [RB p1]
  players 1 to 4
  limit 30 turns
  source RB "Rules 9"

kind Seat, 1 for each player
  Score: 0 to 9, starts 0

kind Card from "cards.yaml"
  Worth: 0 to 9
  Prices for each 1 to 2: 0 to 9

# 5 of them
turn of each player
  Go

phase Go "Go 7"
  my Seat's Score gains 1

the game ends when some Seat is at the End
  all players win

scenario "8"
  given 2 players
"""
CARDS = """- Name: Cake
  Worth: 3
  Prices: {1: 4, 2: 5}
  Text: "6 crumbs"
"""


@pytest.fixture
def made() -> Compilation:
    return Compilation("game.gdl", MemoryProvider({"game.gdl": RULES, "cards.yaml": CARDS}))


def test_numbers_have_the_names_that_rules_give_them(made: Compilation) -> None:
    found = {one.name: one.value for one in numbers.numbers(made)}
    assert found["Cake's Worth"] == 3
    assert found["Cake's Prices for 2"] == 5
    assert found["game.gdl:5:9"] == 30
    assert found["game.gdl:20:25"] == 1
    assert 6 not in found.values() and 8 not in found.values() and 7 not in found.values()


def test_a_number_is_found_by_name_and_by_place(made: Compilation) -> None:
    known = numbers.numbers(made)
    assert numbers.find("cake's worth", known).value == 3
    assert numbers.find("game.gdl:5", known).value == 30
    assert numbers.find("cards.yaml:3:21", known).value == 5
    with pytest.raises(numbers.UnknownNumber, match=r"is 2 numbers; name one by its place: cards.yaml:3:"):
        numbers.find("cards.yaml:3", known)
    with pytest.raises(numbers.UnknownNumber, match="did you mean `Cake's Worth`"):
        numbers.find("Cake's Wort", known)
    with pytest.raises(numbers.UnknownNumber, match="no number stands at"):
        numbers.find("game.gdl:99", known)


def test_turned_numbers_are_read_and_nothing_else_is_different(made: Compilation) -> None:
    known = numbers.numbers(made)
    values = [
        (numbers.find("Cake's Prices for 1", known), 12),
        (numbers.find("Cake's Prices for 2", known), 0),
    ]
    provider = numbers.turned(made.provider, values)
    got = provider.read("cards.yaml", "game.gdl")
    assert not hasattr(got, "reason") and got.text == CARDS.replace("{1: 4, 2: 5}", "{1: 12, 2: 0}")
    again = {one.name: one.value for one in numbers.numbers(Compilation("game.gdl", provider))}
    assert (again["Cake's Prices for 1"], again["Cake's Worth"]) == (12, 3)


def test_examples_are_left_out_where_a_number_is_turned_and_nothing_moves(made: Compilation) -> None:
    known = numbers.numbers(made)
    files = {
        "game.gdl": RULES.replace("scenario", 'use "more.gdl"\n\nscenario'),
        "cards.yaml": CARDS,
        "more.gdl": '# more\nscenario "9"\n  given 3 players\n',
    }
    provider = numbers.turned(MemoryProvider(files), [(numbers.find("game.gdl:5", known), 31)])
    got = provider.read("game.gdl", None)
    assert not hasattr(got, "reason")
    assert "limit 31 turns" in got.text and "scenario" not in got.text and "use" not in got.text
    assert len(got.text) == len(files["game.gdl"])


def test_a_shipped_game_with_a_number_turned_is_as_right_as_before() -> None:
    folder = FolderProvider(Path(__file__).resolve().parents[2] / "rulesets")
    made = load("gekido.gdl", folder)
    number = numbers.find("Slicer's Hand Limit", numbers.numbers(made))
    other = load("gekido.gdl", numbers.turned(folder, [(number, number.value + 1)]))
    assert other.game is not None and not has_errors(other.diagnostics)
    assert other.game.scenarios == [] and made.game is not None and len(made.game.scenarios) > 50

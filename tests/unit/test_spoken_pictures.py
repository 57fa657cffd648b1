"""What stands in charts of the turn and in worked examples is English for players."""

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.files import of_file, shipped_folder
from gekido_dsl.rulesdoc.english.examples import Examples
from gekido_dsl.rulesdoc.passage import writer_of
from gekido_dsl.rulesdoc.subjects import find, turn
from gekido_dsl.source import MemoryProvider

GAME = """edition 1

game "Ponds"
  players 2

values Way: Left, Right

option Pace "How fast it goes" is Slow or Fast

kind Pond

kind Duck, 1 for each player
  Heading: a Way, starts Left
  Corn: 0 to 9, starts 0
  Asleep: yes or no, starts no

board Lake: 2 by 3 Pond, touching in 4 directions

setup
  each player
    put my Duck onto an empty Pond

turn of each player
  Swim if my Duck's Corn is less than 9
  Rest unless Pace is Fast
  Dash if Pace is Fast

phase Swim
  repeat until my Duck's Corn is at least 3
    do Graze
  each Duck
    do Quack

phase Rest
  my Duck's Corn loses 1 if possible

phase Dash
  my Duck's Corn loses 2 if possible

phase Graze
  my Duck's Corn gains 1

phase Quack
  my Duck's Corn loses 1 if possible

rule Feed with a Duck for 1 to 3 as the grains
  its Corn gains the grains if possible

the game ends when some Duck is on r1c1
  all remaining players win

scenario "Ducks eat"
  given 2 players
  given the first player's Duck is on r2c3
  given the first player's Duck's Asleep is yes
  given the turn of the first player, at Swim
  when do Feed with my Duck for 2
  then the first player's Duck's Corn is 2
  then the first player's Duck is not on r1c1
"""


@pytest.fixture(scope="module")
def ponds() -> Compilation:
    made = load("ponds.gdl", MemoryProvider({"ponds.gdl": GAME}))
    assert made.game is not None, made.diagnostics
    return made


def test_a_chart_speaks_to_players_and_leaves_out_what_never_happens(ponds: Compilation) -> None:
    picture = turn(ponds)
    assert picture is not None
    assert "if your Duck's Corn is less than 9" in picture.text
    assert "epeat until your Duck's Corn is at least 3" in picture.text
    assert "for each Duck" in picture.text
    assert "Rest" in picture.text and "Pace" not in picture.text and "Dash" not in picture.text
    assert "The game ends when there is a Duck on row 1, column 1" in picture.text


def test_a_chart_follows_the_options_that_are_chosen(ponds: Compilation) -> None:
    picture = turn(ponds, {"Pace": "Fast"})
    assert picture is not None and "Dash" in picture.text and "Rest" not in picture.text


def test_the_lines_of_an_example_are_sentences(ponds: Compilation) -> None:
    game = ponds.game
    assert game is not None
    examples = Examples(writer_of(ponds).players)
    assert [examples.told(step) for step in game.scenarios[0].steps] == [
        "The first player's Duck is on row 2, column 3",
        "The first player's Duck is marked “Asleep”",
        "The first player's turn; the Swim phase begins",
        "Feed: your Duck, 2 grains",
        "The Corn of the first player's Duck is 2",
        "The first player's Duck is not on row 1, column 1",
    ]


@pytest.mark.parametrize("name", ["gekido", "aimbots", "botwars", "geeko"])
@pytest.mark.quick_in_turn(3)
def test_no_line_of_a_shipped_example_is_code(name: str) -> None:
    made = load(*of_file(str(shipped_folder() / f"{name}.gdl")))
    game = made.game
    assert game is not None
    examples = Examples(writer_of(made).players)
    for scenario in game.scenarios:
        for step in scenario.steps:
            said = f" {examples.told(step)} "
            assert not {"my", "me", "do"} & set(said.split()), said
            assert not any(part in said for part in ("](", "**", "&#", " is yes ", " is no ", " r1c")), said


def test_things_that_are_nobodys_lie_on_the_table() -> None:
    made = load(*of_file(str(shipped_folder() / "classics" / "mill_creek.gdl")))
    picture = find(made, "set-up with 2 players")
    assert picture is not None
    for site in made.game.kinds["Site"].rows if made.game is not None else ():
        assert site.name in picture.text
    gekido = find(load(*of_file(str(shipped_folder() / "gekido.gdl"))), "set-up with 2 players")
    assert (
        gekido is not None and "V-REX" not in gekido.text.partition("Player 1")[0].partition("Beside it")[2]
    )

"""What stands in charts of the turn and in worked examples is English for players."""

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.files import of_file, shipped_folder
from gekido_dsl.rulesdoc import table
from gekido_dsl.rulesdoc.english.examples import Examples
from gekido_dsl.rulesdoc.passage import writer_of
from gekido_dsl.rulesdoc.pictures import strip
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
        "The first player's Duck is Asleep",
        "The first player's turn; the Swim phase begins",
        "Feed: your Duck, 2 grains",
        "The Corn of the first player's Duck is 2",
        "The first player's Duck is not on row 1, column 1",
    ]


CHOOSING = """
scenario "A duck swims"
  given 2 players
  given the first player's Duck is on r2c3
  given the second player's Duck is on r2c1
  given the turn of the first player, at Paddle
  then the first player can only choose r1c3, r2c2
  when the first player chooses r2c2
  then the first player's Duck is on r2c2
"""
PADDLING = (
    GAME.replace(
        "  Swim if my Duck's Corn is less than 9\n", "  Swim if my Duck's Corn is less than 9\n  Paddle\n"
    )
    + "\nphase Paddle\n  move my Duck to an empty Pond that is next to my Duck\n"
    + CHOOSING
)


def test_places_are_shown_by_the_picture_and_told_to_those_who_cannot_see_it() -> None:
    made = load("ponds.gdl", MemoryProvider({"ponds.gdl": PADDLING}))
    assert made.game is not None, made.diagnostics
    drawn = strip(made, made.game.scenarios[-1])
    assert drawn is not None
    captions = "".join(
        part.partition("</text>")[0].rpartition(">")[2] + "|" for part in drawn.printed.split("<text")
    )
    assert "may choose only what is framed" in captions
    assert "chooses as the next picture shows" in captions
    assert "row 2" not in captions
    whole = table.strip(made, made.game.scenarios[-1])
    assert whole is not None and "may choose row 1, column 3; row 2, column 2 only" in whole.text
    examples = Examples(writer_of(made).players)
    steps = made.game.scenarios[-1].steps
    assert examples.caption(steps[0]) == "" and examples.spots(steps[3]) == ("r1c3", "r2c2")
    assert examples.caption(steps[2]) is None, "whose turn it is no board shows"


WINDOWED = """edition 1

game "Tricks"
  players 2

option Sly "Whether one may peek" is No or Yes

kind Card, 9 of them

kind Lamp, 1 for each player

deck Pack: all Cards, shuffled

hand Hand of each player, of Cards

turn of each player
  Show

phase Show
  draw 1 Card
  open Trickery
  if number of Cards in Pack is at least 3
    open Trickery
  otherwise
    open Trickery

window Trickery
  first me: any number of Play, Use Lamp or Peek

action Play: a Card of my Hand
  discard it

action Use Lamp: my Lamp, once each Turn
  draw 1 Card

action Peek: a Card of my Hand
  only if Sly is Yes
  discard it

pile Discards of Cards

the game ends when Pack is empty
  all remaining players win
"""


def test_a_chart_offers_in_words_what_can_be_done_at_all() -> None:
    text = WINDOWED.replace(
        "deck Pack: all Cards, shuffled", "deck Pack: all Cards, shuffled, with pile Discards"
    )
    made = load("tricks.gdl", MemoryProvider({"tricks.gdl": text}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    picture = turn(made)
    assert picture is not None
    assert "You may: play a Card · use the Lamp" in picture.text
    assert "eek" not in picture.text and "otherwise" not in picture.text
    assert "unless there are at least 3 Cards in the Pack" in picture.text
    sly = turn(made, {"Sly": "Yes"})
    assert sly is not None and "peek" in sly.text


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

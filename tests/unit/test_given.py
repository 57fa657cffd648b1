"""What `given` displaces in a scenario: where it goes, whose it is, and what may stay where it stands."""

from textwrap import indent

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.scenario import run
from gekido_dsl.source import MemoryProvider

CARDS = """edition 1

game "Market"
  players 2

kind Card from "cards.yaml"
  Cost: 1 to 3
kind Coin, 2 for each player
die Cube of 1 to 6, 3 of them
deck Pack: all Cards
pool Purse of each player: all Coins
box Tray: all Cubes
pool Throw of Cubes
pile Market of Cards
pile Pot of Coins
hand Hand of each player, of Cards

setup
  draw 2 Cards into Market
  deal 1 Card to all players
  move the next Coin of the first player's Purse to Pot
  move the next Cube of Tray to Throw

turn of each player
  Play

phase Play
  move a Card of my Hand to Market as the card
    otherwise stop
  draw 1 Card into Market if the card's owner is me

the game ends when Pack is empty
  nobody wins
"""
TABLE = "\n".join(f"- {{Name: {name}, Cost: 1}}" for name in ("Six", "Five", "Four", "Trey", "Deuce", "Ace"))
RACE = """edition 1

game "Race"
  players 2

kind Square
kind Runner, 1 for each playerKIND
board Road: 1 by 5 Square, touching in 4 directions

setup
  each player
    SETUP

turn of each player
  Run

phase Run
  choose one
    "Rest"
      stop
    "Win"
      me wins
"""

FULL = """edition 1

game "Full"
  players 1

kind Card from "cards.yaml"
  Cost: 1 to 3
kind Slot
board Market: BOARD Slot, touching in 4 directions
deck Pack: all Cards

setup
  move the next Card of Pack to r1c1
  move the next Card of Pack to r1c2

turn of each player
  Run

phase Run
  choose a Card on Market as the one
    otherwise stop
  me wins if the one's Cost is 1
"""


def failures(game: str, steps: str) -> str:
    text = f'{game}\nscenario "One"\n{indent(steps.strip(), "  ")}\n'
    loaded = load("case.gdl", MemoryProvider({"case.gdl": text, "cards.yaml": TABLE}))
    assert loaded.game is not None, loaded.diagnostics
    (result,) = run(loaded)
    return result.message


@pytest.mark.parametrize(
    "steps",
    [
        # What leaves a place lies under the deck: it is still drawn, but last.
        "given Market is Six\nthen Market is Six\nthen Pack is Five, Ace, Deuce",
        "given Market is none\nthen Pack is Ace, Deuce, Five, Six",
        # What is there already stays, and is not taken from elsewhere.
        "given Market is Deuce, Ace\nthen Pack is Five, Six",
        "given Market is Ace\nwhen draw 1 Card into Market\nthen Market is Ace, Deuce",
        # What leaves a hand is nobody's again; what comes into one is its player's.
        "given the first player's Hand is Five\nthen Pack is Ace, Deuce, Four",
        "given the first player's Hand is Five\ngiven the turn of the first player\n"
        "when the first player chooses Five\nthen the first player's Hand is none\nthen Market is Six, Five, Deuce",
        # What belongs to a player from the start goes to his own place, dice into their box.
        "given Pot is none\nthen the number of Coins in the first player's Purse is 2",
        "given Throw is 4, 4\nthen number of Cubes in Tray is 1",
        # Of the place itself that holds all, the others are nowhere.
        "given Pack is Six\nthen Pack is Six",
    ],
)
def test_what_is_displaced_goes_back_to_where_it_comes_from(steps: str) -> None:
    assert failures(CARDS, steps) == ""


@pytest.mark.parametrize(
    ("board", "steps"),
    [
        # On a full board the two change places, in the deck at the very spot.
        ("1 by 2", "given Deuce is on r1c1\nthen Deuce is on r1c1\nthen Pack is Ace, Trey, Four, Six"),
        ("1 by 2", "given Five is on r1c1\nthen Five is on r1c1\nthen Six is on r1c2"),
        # What is given there stays.
        ("1 by 2", "given Ace is on r1c2\ngiven Five is on r1c1\nthen Ace is on r1c2\nthen Five is on r1c1"),
        # Where a space is free, what was there moves onto it.
        ("1 by 3", "given Ace is on r1c1\nthen Six is on r1c3\nthen number of Cards in Pack is 3"),
    ],
)
def test_on_a_full_board_what_is_in_the_way_changes_places(board: str, steps: str) -> None:
    game = FULL.replace("BOARD", board)
    assert failures(game, steps) == ""


@pytest.mark.parametrize(
    ("setup", "kind", "given", "second"),
    [
        # Each stands alone after the set-up, so what is in the way makes room.
        ("put my Runner onto a Square that is empty", "", ("r1c2",), "r1c3"),
        # What stood together may do so again.
        ("put my Runner onto r1c2", "", ("r1c5", "r1c2"), "r1c2"),
        # What blocks nothing shares its space.
        (
            "put my Runner onto r1c1 if me is the first player\n    put my Runner onto r1c2 if me is the second player",
            ", not blocking",
            ("r1c2",),
            "r1c2",
        ),
    ],
)
def test_only_what_stands_alone_makes_room(
    setup: str, kind: str, given: tuple[str, ...], second: str
) -> None:
    game = RACE.replace("SETUP", setup).replace("KIND", kind)
    steps = ["the turn of the first player", *(f"the first player's Runner is on {one}" for one in given)]
    lines = "\n".join(f"given {one}" for one in steps)
    assert failures(game, f"{lines}\nthen the second player's Runner is on {second}") == ""

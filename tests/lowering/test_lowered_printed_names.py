"""Printed fields that name rows, in a cell, a map or a list, in lockstep; the rules read the right ones."""

from lockstep import RULESETS, lockstep

from gekido_dsl import scenario
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.source import MemoryProvider

CORPUS = RULESETS.parent / "tests" / "corpus" / "tables" / "good"
LISTS = """edition 1
game "Lists"
  players 2
  limit 30 turns
kind Seat, 1 for each player
  Luck: 0 to 9, starts 0
die Hit Die of 1 to 6, 20 of them
box Spare: all Hit Dice
kind Gem from "gems.yaml"
kind Bot from "bots.yaml", 1 for each player
  Rows: up to 4 rows of up to 2 Gem
track Life of each Bot: a Hit Die showing 2 for each of its Rows, from Spare
damage to a Bot: Life
setup
  each player
    fill my Bot's Life
turn of each player
  Go
phase Go
  choose a Bot
  the Bot suffers 1 damage
whenever a Bot loses a row of Life as the row
  my Seat's Luck gains 1 if some the row is Ruby and my Seat's Luck is less than 9
  my Seat's Luck gains 2 if some the row is Opal and my Seat's Luck is less than 8
a Seat is Lucky if its Luck is 9
the game ends when some Seat is Lucky
  the player wins
"""
FILES = {
    "game.gdl": LISTS,
    "gems.yaml": "- {Name: Jade}\n- {Name: Ruby}\n- {Name: Opal}\n",
    "bots.yaml": "- {Name: Bot, Rows: [[Opal], [Ruby, Jade], [Jade]]}\n",
}


def names() -> Compilation:
    return load("names_of_any_row.gdl", FolderProvider(CORPUS))


def test_rows_that_any_cell_names() -> None:
    game = names().game
    assert game is not None
    assert lockstep(game, 1) > 0
    assert [one.message for one in scenario.run(names()) if not one.passed] == []


def test_rows_in_lists_of_lists() -> None:
    made = load("game.gdl", MemoryProvider(FILES))
    assert made.game is not None
    assert lockstep(made.game, 1) > 0
    executor = made.executor()
    state, _ = executor.initial(Setting(2, 1))
    told: list[str] = []
    for _ in range(6):
        told += [one.text for one in executor.apply(state, 0) if "Luck" in one.text]
    # The rows are lost in order: Opal, then Ruby and Jade, then Jade alone.
    assert told == ["Player 2's Luck: 0 → 2", "Player 2's Luck: 2 → 3"]


def test_a_card_shows_what_its_cells_name() -> None:
    executor = names().executor()
    state, _ = executor.initial(Setting(2, 1))
    (printed,) = [one for one in executor.printed(state, "Rome") if one.kind == "City"]
    assert printed.facts["Next"] == "Oslo" and printed.facts["Port"] == "Low Bay"
    assert printed.lists["Near"] == ("Oslo", "Bern") and printed.lists["Wares"] == ("Bern, Oslo",)
    assert printed.tables["Road"] == {"Oslo": "Tug", "Bern": "Sub"}

"""Lines of a turn and of a window whose conditions look for something, and rows that are asked by their parts."""

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.source import MemoryProvider

GAME = """\
edition 1

game "Guards"
  players 2
  limit 4 turns

kind Post, 2 for each player
  Manned: yes or no, starts no

turn of each player
  Relief if some Post that is enemy is Free
  Watch if every Post that is friendly is Free

phase Relief
  open Call

phase Watch
  open Call

window Call
  first me: at most 1 of Man if no Post that is enemy is Held
  then me: any number of Man if some Post that is friendly is Held

action Man: a friendly Post that is Free
  set its Manned to yes

a Post is Free if its Manned is no
a Post is Held if its Manned is yes
the game ends when every Post is Held
  all players win
"""
TABLES = {
    "cups.gdl": """\
edition 1

game "Cups"
  players 2
  limit 4 turns

kind Brand from "brands.yaml"
  Sweet: yes or no
kind Cup, 2 for each Brand
  Taken: a Brand or none, starts none
deck Shelf: all Cups

turn of each player
  Drinking

phase Drinking
  choose random Cup of Shelf as the cup
    otherwise stop
  set the cup's Taken to the cup's Brand
  me wins if the cup's Taken's Sweet is yes
""",
    "brands.yaml": "- {Name: Mint, Sweet: false}\n- {Name: Honey, Sweet: true}\n",
}


def test_conditions_that_look_for_something_keep_to_themselves() -> None:
    made = load("guards.gdl", MemoryProvider({"guards.gdl": GAME}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    x = made.executor()
    state, _ = x.initial(Setting(2, 1))
    asked = []
    while (decision := x.decision(state)) is not None:
        asked.append(decision.seat)
        x.apply(state, 0)
    assert asked == [0, 0]


def test_rows_that_their_parts_ask_for_are_used() -> None:
    assert [one.message for one in load("cups.gdl", MemoryProvider(TABLES)).diagnostics] == []

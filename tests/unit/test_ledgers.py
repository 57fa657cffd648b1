"""Marks name rulings of any ledger of a game; the only die of its sort falls in a scenario."""

from gekido_dsl import scenario
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.source import MemoryProvider

GAME = """\
edition 1

game "Sacks"
  players 1 to 2
  limit 9 turns
  source RB "Rules of Sacks"

rulings from "first.yaml"
rulings from "second.yaml"

kind Sack, 2 of them [RB p1] [ruling S01]
  Weight: 0 to 9, starts 2
pool Cart of each player, of Sacks
die Cube of 1 to 4, 1 of them

turn of each player
  Loading

phase Loading [RB p1] [ruling S02]
  each Sack
    move it to my Cart
  roll Cube
  me wins if Cube's face is 4

scenario "The cube falls"
  given 1 players
  when Cube falls 4
  when roll Cube
  then Cube's face is 4
"""
LEDGER = """\
- Ruling: NAME
  Question: What is it?
  Default: this
  Alternatives: []
  Reason: none
  Source: RB p1
"""


def compiled(game: str = GAME) -> Compilation:
    ledgers = {
        f"{name}.yaml": LEDGER.replace("NAME", mark) for name, mark in (("first", "S01"), ("second", "S02"))
    }
    return load("sacks.gdl", MemoryProvider({"sacks.gdl": game, **ledgers}))


def test_a_die_that_is_the_only_one_of_its_sort_falls() -> None:
    loaded = GAME.replace("  each Sack\n    move it to my Cart\n", "")
    made = compiled(loaded)
    (result,) = scenario.run(made)
    assert "tuple" not in result.message
    assert result.passed, result.message


def test_a_mark_may_name_a_ruling_of_any_ledger() -> None:
    messages = [one.message for one in compiled().diagnostics]
    assert not [one for one in messages if "ledger" in one]
    assert [
        one.message for one in compiled(GAME.replace("S02", "S03")).diagnostics if "ledger" in one.message
    ]

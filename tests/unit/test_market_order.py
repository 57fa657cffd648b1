"""Open cards of which rules ask for the next are drawn as they lie, as the terminal lists them."""

import re

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.source import MemoryProvider
from gekido_dsl.table import Table, Viewer, opened

RULES = """\
edition 1
game "Missions"
  players 2
  limit 9 turns
kind Mission from "missions.yaml"
  Size: 1 to 9
pile Campaign: all Missions
turn of each player
  Go
phase Go
  choose one
    "Go on"
      eliminate me if PHRASE is Large
a Mission is Large if its Size is 9
the game ends when the number of remaining players is 1
  all remaining players win
"""
ROWS = "- {Name: First, Size: 2}\n- {Name: Third, Size: 1}\n- {Name: Second, Size: 3}\n"


@pytest.mark.parametrize(
    ("phrase", "wanted"),
    [
        ("(the next Mission of Campaign)", ["Second", "Third", "First"]),
        ("some Mission of Campaign", ["Third", "First", "Second"]),
    ],
)
def test_a_stack_is_drawn_as_it_lies(phrase: str, wanted: list[str]) -> None:
    made = load("a.gdl", MemoryProvider({"a.gdl": RULES.replace("PHRASE", phrase), "missions.yaml": ROWS}))
    table = Table(made, opened(made, Setting(2, 7), ("person", "person")))
    drawn = table.shown(Viewer(plays=frozenset({0})))["shown"]["picture"]["svg"]
    assert re.findall(r'data-spot="Mission (\w+)"', drawn) == wanted

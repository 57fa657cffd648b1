"""Games on maps in lockstep: things on ways, ways that are taken, distances over what is free, a pursuit."""

import pytest
from both import both
from lockstep import lockstep

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import has_errors
from gekido_dsl.source import MemoryProvider

TOWNS = "".join(f"- {{Name: {name}, Land: {land}}}\n" for name, land in zip(
    ("Ashby", "Benton", "Corley", "Dunmere", "Elford", "Farrow", "Garth"), "EEEWWWW", strict=True
))  # fmt: skip
ROADS = "".join(
    f"- {{Name: Road {k}, From: {start}, To: {end}, Cost: {cost}, Sort: {sort}, Single: {str(k % 3 == 1).lower()}}}\n"
    for k, (start, end, cost, sort) in enumerate(
        [
            ("Ashby", "Benton", 2, "Path"), ("Ashby", "Benton", 1, "Rail"), ("Benton", "Corley", 3, "Path"),
            ("Corley", "Dunmere", 2, "Rail"), ("Dunmere", "Elford", 1, "Path"), ("Elford", "Farrow", 4, "Path"),
            ("Farrow", "Ashby", 3, "Rail"), ("Benton", "Elford", 2, "Path"), ("Garth", "Elford", 0, "Path"),
        ],
        1,
    )
)  # fmt: skip
HEAD = """edition 1
game "On a Map"
  players 2
values Region: E, W
values Sort: Path, Rail
kind Town from "towns.yaml"
  Land: a Region
kind Road from "roads.yaml"
  From: a Town
  To: a Town
  Cost: 0 to 4
  Sort: a Sort
  Single: yes or no
board Land: Town, touching along Roads{one_way}
"""
PURSUIT = (
    HEAD
    + """kind Runner, 1 for each player
kind Guard, 3 for each player
kind Seat, 1 for each player
  Steps: 0 to 99, starts 0
setup
  put the first player's Runner onto Ashby
  put the second player's Runner onto Farrow
turn of each player
  Running
  Guarding
phase Running
  choose one
    "By rail"
      move my Runner to a Town that is Railed for my Runner, asking "Where?"
        otherwise stop
    "Along"
      move my Runner to a Town that is next to my Runner along (Roads that are Free), asking "Along which?"
        otherwise stop
    "Far"
      move my Runner to a Town that is Open for my Runner, asking "How far?"
        otherwise stop
  set my Seat's Steps to the distance from enemy Runners to my Runner over Roads that are Free
phase Guarding
  may put a friendly Guard onto a Road that is empty and is next to my Runner, asking "Which road is guarded?"
  if my Runner is connected to Garth
    take a Road that is unclaimed and is within 2 of my Runner if possible
a Town is Open for a Runner if all of
  its Land is W or some Runner is on it
  (the distance from the Runner to it over Roads that are Free, each by its Cost) is at most 4
a Town is Railed for a Runner if it is next to the Runner and some Road that is On Rails is next to it
a Road is On Rails if its Sort is Rail
the game ends when number of Roads that are Free is less than 5
  all players rank by my Seat's Steps, highest first
the game ends after 15 rounds
  all players rank by my Seat's Steps, lowest first
a Road is Free if it is empty and it is unclaimed
"""
)


@pytest.mark.parametrize("one_way", ["", ", one way", ", one way if Single"])
def test_a_pursuit_goes_the_same_way(one_way: str) -> None:
    files = {"map.gdl": PURSUIT.format(one_way=one_way), "towns.yaml": TOWNS, "roads.yaml": ROADS}
    made = load("map.gdl", MemoryProvider(files))
    assert not has_errors(made.diagnostics), [one.message for one in made.diagnostics]
    assert made.game is not None
    assert sum(lockstep(made.game, seed) for seed in range(6)) > 60
    assert both(made.game, 5) > 10

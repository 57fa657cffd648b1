"""Tracks: their two ends, damage to one of them, and how many dice a hit takes."""

import pytest
from playing import hold

from gekido_dsl.compilation import load
from gekido_dsl.source import MemoryProvider

GAME = """edition 1

game "Tracks"
  players 2
  limit 5 turns

kind Robot from "robots.yaml"
  Rows: up to 3 Robot
die Pip of 1 to 6, 9 of them
box Tray: all Pips
track Hull of each Robot: a Pip showing 5 for each of its Rows, from Tray
track Plates of each Robot: Pips, up to 2, from Tray
damage to a Robot: Plates, then Hull{most}

rule Mend
  turn {end} Pip of Ann's Hull to 1
turn of each player
  Moving

phase Moving
  may "Win"
    me wins

scenario "a track"
  given Ann's Plates is 2, 3
  given Ann's Hull is 4, 5, 6
  given the turn of the first player
"""
ROBOTS = {"robots.yaml": "- {Name: Ann, Rows: [Ann, Ann, Ben]}\n- {Name: Ben, Rows: [Ann]}\n"}


def game(most: str = "", end: str = "the front") -> str:
    return GAME.format(most=most, end=end)


@pytest.mark.parametrize(
    ("most", "steps"),
    [
        ("", "when Ann suffers 4 damage\n  then Ann's Plates is 1\n  then Ann's Hull is 4, 5, 6"),
        ("", "when Ann suffers 7 damage\n  then Ann's Plates is none\n  then Ann's Hull is 2, 5, 6"),
        ("", "when Ann's Hull suffers 5 damage\n  then Ann's Plates is 2, 3\n  then Ann's Hull is 4, 6"),
        ("", "when Ann's Plates suffers 9 damage\n  then Ann's Plates is none\n  then Ann's Hull is 4, 5, 6"),
        (", at most 1 die a hit", "when Ann suffers 9 damage\n  then Ann's Plates is 3"),
        (", at most 2 dice a hit", "when Ann suffers 9 damage\n  then Ann's Hull is 4, 5, 6"),
        (", at most 1 die a hit", "when Ann's Hull suffers 6 damage\n  then Ann's Hull is 5, 6"),
    ],
)  # fmt: skip
def test_a_hit_goes_through_tracks(most: str, steps: str) -> None:
    hold(game(most) + f"  {steps}\n", ROBOTS)


@pytest.mark.parametrize(("end", "left"), [("the front", "1, 5, 6"), ("the back", "4, 5, 1")])
def test_the_front_is_hit_first(end: str, left: str) -> None:
    hold(game(end=end) + f"  when do Mend\n  then Ann's Hull is {left}\n", ROBOTS)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (game(end="the next"), "a track has no `next` die"),
        (game(end="the last"), "a track has no `last` die"),
        (game().replace("Pip of Ann's Hull", "Pip of Tray"), "only a track has a `front`"),
        (game(", at most 0 dice a hit"), "a hit takes at least 1 die"),
    ],
)
def test_the_ends_are_not_mixed_up(text: str, message: str) -> None:
    made = load("game.gdl", MemoryProvider({"game.gdl": text, **ROBOTS}))
    assert message in [one.message for one in made.diagnostics]

"""Groups in lockstep: of things, of spaces, on boards of players, with facts in common, and where they are asked."""

from pathlib import Path

import pytest
from both import both
from lockstep import lockstep

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import has_errors
from gekido_dsl.source import MemoryProvider

CORPUS = Path(__file__).resolve().parents[1] / "corpus" / "resolve" / "good" / "groups.gdl"
CAPTURES = """edition 1
game "Captures"
  players 2
  limit 90 turns
kind Point
board Board: {size} Point, touching in {ways} directions
kind Stone, 120 for each player
pool Bowl of each player: all Stones
a Group is Stones of one owner that touch
a Region is empty Points that touch
a Stone is Captured if it is on Board and no empty Point is next to its Group
a Region is Mine if some friendly Stone is next to the Region and no enemy Stone is next to the Region
turn of each player
  Playing
phase Playing
  may put the next Stone of my Bowl onto an empty Point
    must leave no friendly Stone that is Captured
  return all enemy Stones that are Captured to my Bowl
  each Group
    announce "group" for its owner at number of the Group if number of its Group is at least 3
  each Region
    announce "region" at number of the Region if it is Mine
  announce "all" at number of Groups
the game ends when number of Groups that are friendly is 19
  me wins
"""


def test_groups_of_the_corpus_agree() -> None:
    made = load(CORPUS.name, MemoryProvider({CORPUS.name: CORPUS.read_text(encoding="utf-8")}))
    assert made.game is not None and not has_errors(made.diagnostics)
    assert sum(lockstep(made.game, seed) for seed in range(3)) > 60
    assert both(made.game, 5) > 10


@pytest.mark.dear
def test_captures_agree_on_boards_of_one_word_and_of_several() -> None:
    for size, ways in (("4 by 5", 4), ("9 by 9", 4), ("5 by 5", 6), ("3 by 4", 8)):
        text = CAPTURES.format(size=size, ways=ways)
        made = load("go.gdl", MemoryProvider({"go.gdl": text}))
        assert made.game is not None and not has_errors(made.diagnostics)
        assert lockstep(made.game, 1, most=25 if size == "9 by 9" else 90) > 20
        assert both(made.game, 2, most=12) > 10


PLACES = """edition 1
game "Places"
  players 2
  limit 40 turns
kind Point
board Board: 4 by 4 Point, touching in 4 directions
kind Stone, 30 for each player
pool Bowl of each player: all Stones
a Group is Stones of one owner that touch
a Stone is Captured if it is on Board and no empty Point is next to its Group
the position is Stones on Board
turn of each player
  Placing
phase Placing
  may do Place with {first}
    must leave no friendly Stone that is Captured
    must leave a position unlike the last 6
{more}
rule Place with a Point
{body}
  each enemy Stone that is next to the Point and is Captured
    return all Stones of its Group to its owner's Bowl
  announce "stones" at number of Stones on the Point
the game ends when number of Stones on Board is 29
  me wins
"""
PUT = "  put the next Stone of my Bowl onto the Point"


@pytest.mark.dear
def test_a_rule_that_is_done_with_a_space_agrees_whether_that_is_empty_or_not() -> None:
    ways = (
        ("an empty Point", "", PUT),
        ("a Point", "", PUT),
        ("an empty Point", "", f"{PUT}\n{PUT}"),
        ("an empty Point", "  may do Place with a Point that is next to a friendly Stone\n", PUT),
        ("an empty Point", "", f'  announce "first" at number of Stones on Board\n{PUT}'),
    )
    for first, more, body in ways:
        text = PLACES.format(first=first, more=more, body=body)
        made = load("places.gdl", MemoryProvider({"places.gdl": text}))
        assert made.game is not None and not has_errors(made.diagnostics), made.diagnostics
        assert sum(lockstep(made.game, seed, most=40) for seed in range(3)) > 40
        assert both(made.game, 4) > 10

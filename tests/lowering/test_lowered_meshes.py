"""Boards whose corners and edges are spaces in lockstep: what touches what, what stands there, ways over edges."""

import pytest
from both import both
from lockstep import lockstep

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import has_errors
from gekido_dsl.source import MemoryProvider

GAME = """edition 1
game "Shapes"
  players 2
  limit 30 turns
values Soil: Wet, Dry
kind Field{table}
{soil}kind Post
  Height: 0 to 9, starts 0
kind Fence
board Land: {shape}
kind Goose, 1 for each player
kind Hut, 9 for each player
each player has
  Score: 0 to 999, starts 0
setup
  put the first player's Goose onto Post 3
  put the second player's Goose onto random Post
turn of each player
  Claiming
phase Claiming
  take a Fence that is Within Reach
    otherwise stop
  move my Goose to a Post that is next to it and is empty
    otherwise stop
  take a Field that is unclaimed and is next to my Goose
    otherwise my Score loses 1, down to 0
  each Field that is friendly
    my Goose's Post's Height gains 1, up to 9
  put a friendly Hut that is On No Post onto a Post that is empty and is within 2 of my Goose if possible
  set my Score to the longest way over Fences that are friendly
  my Score gains 1, up to 999 if my Goose is connected to Post 5 over (Fences that are friendly)
  my Score gains (the distance from my Goose to Post 5 over Fences that are unclaimed, each by 2), up to 999
  my Score gains (the distance from my Goose to r1c1), up to 999
a Fence is Within Reach if it is unclaimed and (it is next to my Goose or it is next to a friendly Fence)
a Hut is On No Post if its Post is none
the game ends when no Fence is unclaimed
  the highest player by my Score wins
"""
SIDES = "\n  its corners are Posts\n  its edges are Fences"
FIELDS = "".join(f"- {{Name: Field {k}, Soil: {'Wet' if k % 2 else 'Dry'}}}\n" for k in range(9))


@pytest.mark.parametrize(
    "shape",
    [
        "Field, in rows of 1, 2",
        "Field, in rows of 2, 3, 2, rows counted from the bottom",
        "2 by 2 Field, touching in 6 directions",
        "2 by 3 Field, touching in 8 directions",
        '2 by 3 Field, touching in 4 directions\n  ".. "\n  "..."',
    ],
)
def test_a_game_on_corners_and_edges(shape: str) -> None:
    _agree(GAME.format(shape=shape + SIDES, table="", soil=""))


def test_a_board_that_is_laid_out_at_random_with_more_spaces_than_it_has_room_for() -> None:
    shape = "Field, in rows of 2, 3, 2" + SIDES + "\n  all: Fields, shuffled"
    text = GAME.format(shape=shape, table=' from "fields.yaml"', soil="  Soil: a Soil\n")
    _agree(text.replace("is next to my Goose\n", "is next to my Goose and whose Soil is Wet\n"))


def _agree(text: str) -> None:
    made = load("shapes.gdl", MemoryProvider({"shapes.gdl": text, "fields.yaml": FIELDS}))
    assert not has_errors(made.diagnostics), [one.message for one in made.diagnostics]
    assert made.game is not None
    assert sum(lockstep(made.game, seed) for seed in range(4)) > 60
    assert both(made.game, 3) > 10

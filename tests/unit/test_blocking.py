"""Tokens that do not block, and spaces by where they lie."""

import pytest
from playing import hold

GAME = """edition 1

game "Spots"
  players 2
  limit 9 turns

kind Point
kind Man, 1 for each player
kind Chalk, 9 of them, not blocking
box Tray: all Chalks
{board}
  "{sign}" is a Chalk
turn of each player
  Go

phase Go
  put my Man onto a Point that is empty, asking "Where?"
    otherwise
      me wins

scenario "spots"
  given the turn of the first player
"""
SQUARE = 'board Field: 3 by 3 Point, touching in 4 directions\n  "x.."\n  "..."\n  "..."'
CROSS = 'board Field: 3 by 5 Point, touching in 4 directions\n  " xxx "\n  "....."\n  " ... "'


def test_what_does_not_block_leaves_a_space_empty() -> None:
    hold(
        GAME.format(board=SQUARE, sign="x").replace("box Tray: all Chalks\n", "")
        + """  then r1c1 is empty
  then r1c1 has a Chalk
  when the first player chooses r1c1
  then r1c1 is not empty
  then the second player cannot choose r1c1
"""
    )


def test_a_box_with_it_is_not_empty() -> None:
    hold(GAME.format(board=SQUARE, sign="x") + "  then Tray is not empty\n")


@pytest.mark.parametrize(
    ("board", "outer", "inner"),
    [
        (SQUARE, ["r1c1", "r1c2", "r2c1", "r3c3"], ["r2c2"]),
        (CROSS, ["r1c2", "r2c1", "r2c5", "r3c4"], ["r2c2", "r2c3", "r2c4"]),
        (SQUARE.replace("3 by 3", "2 by 2").replace("in 4 directions", "along lines").replace('"x.."', '"x-."')
         .replace('  "..."\n', '  "| |"\n', 1).replace('"..."', '".-."'), ["r1c1", "r2c2"], []),
    ],
)  # fmt: skip
def test_spaces_at_the_rim_are_outer(board: str, outer: list[str], inner: list[str]) -> None:
    lines = [f"  then {spot} is outer and {spot} is not inner\n" for spot in outer]
    lines += [f"  then {spot} is inner and {spot} is not outer\n" for spot in inner]
    hold(GAME.format(board=board, sign="x") + "".join(lines))

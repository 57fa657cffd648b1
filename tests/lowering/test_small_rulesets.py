"""Small rulesets, each for a construct of its own, in lockstep."""

from pathlib import Path

import pytest
from lockstep import RULESETS, lockstep

from gekido_dsl.compilation import load
from gekido_dsl.files import FolderProvider
from gekido_dsl.lowering import lower
from gekido_dsl.model import nodes as m
from gekido_dsl.source import MemoryProvider

GAMES = RULESETS.parent / "tests" / "games"
HOUSE = RULESETS.parent / "tests" / "house"

HEAD = """edition 1
game "Kings"
  players 2
  limit 12 turns
kind Square
board Board: 4 by 4 Square, touching in 8 directions
  "r..."
  "...k"
  "K.R."
  "...."
  "K" is a King of the first player
  "k" is a King of the second player
  "R" is a Pawn of the first player
  "r" is a Rook of the second player
kind King, 1 for each player
kind Pawn, 1 for each player
kind Rook, 1 for each player
a Square is a Way for a Rook if its row is the Rook's Square's row or its column is the Rook's Square's column
a King is In Check if some Rook that is on Board is Attacking for it
a Rook is Attacking for a King if all of
  its owner is not the King's owner
  the King's Square is a Way for it
the game ends when every King is In Check
  the player wins
turn of each player
  Moving
phase Moving
"""
MOVE = '  move my King to a Square that is empty and is next to my King, asking "Where?"\n'
TEXTS = {
    "what a choice must leave": HEAD
    + MOVE
    + "    must leave no friendly King that is In Check\n    otherwise stop\n"
    + "whenever a King enters a Square\n  remove all Rooks that are next to the King\n",
    "the best that a choice leaves": HEAD
    + MOVE
    + "    must be corner, else leave no friendly King that is In Check, else anywhere\n"
    + "    otherwise stop\n",
    "squares that leave the board": HEAD + '  remove a Square, asking "Melt?"\n' + MOVE + "    otherwise stop\n",
    "numbers that squares have for each player": HEAD
    + '  move my King to a Square that is Reached for my King, asking "Where?"\n    otherwise stop\n'
    + "amount Number of a Square\n  starts at its column plus its row\n"
    + "  becomes 6 minus its column if me is the second player\n  at most 6\n"
    + "amount Aim of a King\n  starts at 4\n  becomes its Square's Number if it is on Board\n"
    + "a Square is Reached for a King if its Number is the King's Aim minus 1 and it is not the King's Square\n",
    "things that are counted as far as it matters": HEAD
    + '  move my King to a Square that is Quiet and is next to my King, asking "Where?"\n    otherwise stop\n'
    + "a Square is Quiet if it is empty and number of Squares that are Taken for it is at most 2 and\n"
    + "    number of Squares that are Taken for it is not 1\n"
    + "a Square is Taken for a Square as the middle if it is not empty and its row is not the middle's column\n",
    "none of several, in another round": HEAD
    + "  each Rook\n" + '    choose up to 2 Squares that are empty as the marks, asking "Which?"\n'
    + "    remove the marks\n" + MOVE + "    otherwise stop\n",
    "several that are kept": HEAD
    + '  choose up to 3 Squares that are empty as the marks, asking "Which?"\n'
    + "  stop unless some Square of the marks is central\n  remove the marks\n" + MOVE + "    otherwise stop\n",
}  # fmt: skip
TEXTS["what lies in one place"] = """edition 1
game "Drawing"
  players 2
  limit 40 turns
values Suit: Red, Blue
kind Card, 2 for each Suit and Rank
  Suit: a Suit
  Rank: 1 to 4
deck Pack: all Cards, shuffled
hand Hand of each player, of Cards
pile Used of Cards
turn of each player
  Draw
  Play
phase Draw
  stop unless some Card that is Low is in Pack
  move the next Card of Pack to my Hand
phase Play
  move a Card of my Hand that is Fitting to Used as the card, asking "Which?"
    otherwise stop
  each player
    stop unless number of Cards that are in Used is less than 5
    stop unless number of Cards that are in my Hand and are Low is at most 2
    do Drawing
rule Drawing
  move the next Card of Pack to my Hand
a Card is Low if its Rank is at most 2
a Card is Fitting if no Card of my Hand is Lower for it or some Card of Used is Low
a Card is Lower for a Card as the chosen if its Rank is less than the chosen's Rank
the game ends when no Card is in Pack
  the highest player by my Rest wins
amount Rest of a player
  starts at number of Cards that are in my Hand
"""
LINES = """edition 1
game "Closing"
  players 2
  limit 30 turns
kind Square
board Board: {size} Square, touching in {directions} directions
{rows}
  "1" is a Disc of the first player
  "2" is a Disc of the second player
kind Disc, 90 of them
box Supply: all Discs
turn of each player
  Placing
phase Placing
  choose a Square that is Open, asking "Where?"
    otherwise stop
  put the next Disc of Supply onto the Square
  take all Discs on the Square
  take all {whose}Discs on the Square's Flips
a Square is Open if it is empty and some Square of its Flips is {passed}
the Flips of a Square is the lines from it over Hostile Squares to Own Squares
a Square is a Hostile Square if some enemy Disc is on it{besides}
a Square is an Own Square if some friendly Disc is on it
the game ends when no Square is Open
  the highest player by friendly Discs on Board wins
"""
_NINE = ["........."] * 3 + ["...212...", "...12....", "....12..."] + ["........."] * 3
_SIX = ["......", ".2121.", ".1212.", "..21..", "......"]
CLOSING = {
    "lines in 8 directions, two words": ("9 by 9", 8, _NINE, "", "not empty", ""),
    "lines in 4 directions": ("5 by 6", 4, _SIX, "enemy ", "inner", ""),
    "lines in 6 directions": ("5 by 6", 6, _SIX, "", "inner", ""),
    "lines over empty spaces": ("5 by 6", 8, _SIX, "", "not empty", " or it is corner"),
}
TEXTS |= {
    name: LINES.format(
        size=size, directions=directions, rows="\n".join(f'  "{row}"' for row in rows),
        whose=whose, passed=passed, besides=besides,
    )
    for name, (size, directions, rows, whose, passed, besides) in CLOSING.items()
}  # fmt: skip
FILES = [
    HOUSE / "hidden_upgrades.gdl",
    HOUSE / "best_of_three.gdl",
    GAMES / "relay.gdl",
    *sorted((GAMES / "beginner").glob("*.gdl")),
]


def compiled(text: str) -> m.Game:
    made = load("kings.gdl", MemoryProvider({"kings.gdl": text}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    return made.game


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.quick_in_turn(3)
def test_a_construct_agrees(name: str) -> None:
    game = compiled(TEXTS[name])
    lowered = lower(game, 2, {})
    assert sum(lockstep(game, seed, 2, lowered=lowered, most=40) for seed in range(2)) > 2


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.quick_in_turn(6)
def test_a_small_ruleset_agrees(path: Path) -> None:
    game = load(path.name, FolderProvider(path.parent, library=RULESETS)).game
    if game is None:
        pytest.skip("a part of another ruleset, or one with a mistake")
    lockstep(game, 1, game.least_players, most=25)

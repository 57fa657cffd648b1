"""Boards with holes and with drawn lines as bits, beside one without: in lockstep with the interpreter."""

import pytest
from lockstep import lockstep

from gekido_dsl.compilation import load
from gekido_dsl.lowering import lower
from gekido_dsl.lowering.boards.bitsets import field_of
from gekido_dsl.lowering.game.lowering import Lowering
from gekido_dsl.model import nodes as m
from gekido_dsl.source import MemoryProvider

GAME = """edition 1
game "Gaps"
  players 2
  limit 60 turns
values Heading: {headings}, clockwise
kind Point
board Board: {board}
kind Man, 12 for each player
pool Supply of each player: all Men
turn of each player
  Moving
phase Moving
  if my Supply is empty
    move a friendly Man on Board to a Point that is Reached for it, asking "Where?"
      otherwise stop
  otherwise
    put the next Man of my Supply onto an empty Point, asking "Where?"
      otherwise stop
whenever Catch: a Man enters a Point if it is Caught
{before}  remove an enemy Man on Board, asking "Which?" if possible
    must be Loose, else anywhere
a Man is Caught if {caught}
a Man is Loose if {loose}
a Point is Reached for a Man if it is empty and ({open})
{more}
a Point is Held for a Man if some Man that is Allied for the Man is on it
a Man is Allied for a Man as the neighbour if its owner is the neighbour's owner
the Run of a Man towards a Heading is the line from it towards the Heading while it is Held for the Man
the View of a Man towards a Heading is the line from it towards the Heading until it is Held for the Man
the Ray of a Man towards a Heading is the line from it towards the Heading
the game ends when number of enemy Men is at most 8
  the player wins
"""
ARMIES = """edition 1
game "Armies"
  players 2, facing each other
  limit 60 turns
kind Point
board Board: {board}
  "1" is a Man of the first player
  "2" is a Man of the second player
kind Man, {men} for each player
turn of each player
  Moving
phase Moving
  move a friendly Man to a Point that is {goal}, asking "Where?"
    otherwise stop
the game ends when no Point is empty
  nobody wins
"""
COMPASS = {
    4: "North, East, South, West",
    6: "North, NorthEast, East, South, SouthWest, West",
    8: "North, NorthEast, East, SouthEast, South, SouthWest, West, NorthWest",
}
MORRIS = [
    ".-----.-----.",
    "|     |     |",
    "| .---.---. |",
    "| |   |   | |",
    "| | .-.-. | |",
    "| | |   | | |",
    ".-.-.   .-.-.",
    "| | |   | | |",
    "| | .-.-. | |",
    "| |   |   | |",
    "| .---.---. |",
    "|     |     |",
    ".-----.-----.",
]
STAR = [".-.-.-.-.", "|\\|/|\\|/|", ".-.-.-.-.", "|/|\\|/|\\|", ".-.-.-.-.", "|\\|/|\\|/|", ".-.-.-.-."]
CROSS = ["  ...  ", "  ...  ", ".......", "... ...", ".......", "  ...  ", "  ...  "]
LARGE = [". " * 4 + "."] * 2 + ["." * 9] * 3 + [" " + "." * 8] * 4


def board(rows: list[str], touching: str) -> str:
    """Says what a board is like."""
    along = touching == "along lines"
    size = [(len(rows) + 1) // 2, (len(rows[0]) + 1) // 2] if along else [len(rows), len(rows[0])]
    drawn = "".join(f'\n  "{row}"' for row in rows)
    return f"{size[0]} by {size[1]} Point, touching {touching}{drawn}"


RUNS = """(number of its Run towards West) plus (number of its View towards East) is 2 or
    (number of its Ray towards North) plus (number of its Run towards South) is 2"""
SLANTED = """(number of its View towards {}) plus (number of its Run towards {}) is 1 or
    some Point of its Ray towards {} is empty"""
RUNNING = """ or (number of its Run towards East) plus (number of its View towards South) is 8 or
    (number of its View towards North) plus (number of its Run towards West) is 8"""
ROW = "friendly Men make 3 in a row"
FAN = "it is a leap of {} from the Man or it is on the line from the Man towards any {} {}"
SLANT = """a Heading is a Slant if it is NorthEast or it is SouthEast or it is NorthWest
a Heading is Seen for a Man if it is North or some enemy Man is on the line from the Man towards it"""
TEXTS = {
    "lines that are drawn": (
        MORRIS, "along lines", 4, RUNS, "it is next to the Man or number of friendly Men is 10", "",
    ),
    "slanted lines that are drawn": (
        STAR, "along lines", 8, SLANTED.format("SouthWest", "NorthEast", "NorthWest"), "it is next to the Man", "",
    ),
    "a row along lines": (STAR, "along lines", 8, ROW, "some enemy Man is next to it", ""),
    "holes": (CROSS, "in 4 directions", 4, RUNS, "it is above the Man or it is left of the Man or it is corner", ""),
    "holes, in 8 directions": (
        CROSS, "in 8 directions", 8, SLANTED.format("SouthEast", "NorthWest", "SouthWest"),
        "some Point that is Taken is next to it and its row is not its column", "a Point is Taken if it is not empty",
    ),
    "holes among hexagons": (
        CROSS, "in 6 directions", 6, SLANTED.format("NorthEast", "SouthWest", "West"),
        "it is next to the Man or its row is the Man's Point's column", "",
    ),
    "a row over holes": (CROSS, "in 8 directions", 8, ROW, "it is within 2 of the Man or its column is at least 6", ""),
    "sides joined round holes": (
        CROSS, "in 8 directions", 8, "friendly Men join top and bottom or friendly Men join left and right",
        "it is next to the Man", "",
    ),
    "sides joined along lines": (
        STAR, "along lines", 8, "friendly Men join top and bottom", "it is outer or it is next to the Man", "",
    ),
    "lines of others over holes": (
        CROSS, "in 8 directions", 8, ROW, "some Point of its Closed is not empty or it is inner",
        "the Closed of a Point is the lines from it over Hostile Points to Own Points\n"
        "a Point is a Hostile Point if some enemy Man is on it\na Point is an Own Point if some friendly Man is on it",
    ),
    "lines any way": (
        ["........"] * 8, "in 8 directions", 8, "number of (the line from it towards any Slant) is at least 8",
        FAN.format("1 by 2", "Slant", "until blocked"), SLANT,
    ),
    "lines any way over holes": (
        CROSS, "in 8 directions", 4, ROW, FAN.format("2 by 2", "Heading", "while it is empty"), "",
    ),
    "lines any way that holds": (
        ["......"] * 6, "in 8 directions", 8, "number of (the line from it towards any Heading until blocked) is 9",
        FAN.format("2 by 0", "Heading", "until it is Held for the Man"), SLANT,
    ),
    "lines any way among hexagons": (
        CROSS, "in 6 directions", 6, ROW, FAN.format("2 by 1", "Heading", "until blocked"), "",
    ),
    "lines any way where they are drawn": (
        STAR, "along lines", 8, ROW, FAN.format("1 by 3", "Slant", "until blocked"), SLANT,
    ),
    "lines any way of more than a word": (
        LARGE, "in 8 directions", 8, ROW, FAN.format("2 by 3", "Slant", "until blocked"), SLANT,
    ),
    "a board without gaps": (
        ["........"] * 8, "in 8 directions", 8, SLANTED.format("SouthEast", "NorthWest", "SouthWest") + RUNNING,
        "it is next to the Man", "",
    ),
    "more than a word": (LARGE, "in 8 directions", 8, ROW, "it is next to the Man or it is central or it is outer", ""),
}  # fmt: skip
CROSSED = ["  222  ", "  ...  ", "1.....2", "1.. ..2", "1.....2", "  ...  ", "  111  "]
STARRED = ["2-2-2-.-2", "|\\|/|\\|/|", "1-.-.-.-1", "|/|\\|/|\\|", "2-.-.-.-2", "|\\|/|\\|/|", "1-1-1-.-1"]
STEPS = {
    "steps round holes": (CROSSED, "in 8 directions", 6, "next to it and is empty"),
    "steps ahead over holes": (CROSSED, "in 4 directions", 6, "ahead of it and is empty"),
    "steps along lines": (STARRED, "along lines", 6, "next to it and is empty"),
    "steps to the right along lines": (STARRED, "along lines", 6, "right of it and is empty"),
}
BEFORE = {"a row over holes": '  move an enemy Man on Board to my Supply, asking "Which?" if possible\n'}
LOOSE = {"lines that are drawn": "it is not Caught"}


def compiled(text: str) -> m.Game:
    """Reads a ruleset."""
    made = load("gaps.gdl", MemoryProvider({"gaps.gdl": text}))
    assert made.game is not None, [(one.message, one.labels) for one in made.diagnostics]
    return made.game


def agrees(game: m.Game) -> None:
    """Plays some matches."""
    field = field_of(Lowering(game, 2, {}), game.boards["Board"])
    assert field is not None
    lowered = lower(game, 2, {})
    assert sum(lockstep(game, seed, 2, lowered=lowered, most=80) for seed in range(4)) > 40


@pytest.mark.parametrize("name", STEPS)
def test_steps_over_gaps_agree(name: str) -> None:
    rows, touching, men, goal = STEPS[name]
    agrees(compiled(ARMIES.format(board=board(rows, touching), men=men, goal=goal)))


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.quick_in_turn(3)
def test_a_board_with_gaps_agrees(name: str) -> None:
    rows, touching, number, caught, wanted, more = TEXTS[name]
    text = GAME.format(
        headings=COMPASS[number],
        board=board(rows, touching),
        caught=caught,
        before=BEFORE.get(name, ""),
        loose=LOOSE.get(name, "its Point's row is not its Point's column"),
        open=wanted,
        more=more,
    )
    agrees(compiled(text))

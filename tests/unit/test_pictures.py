"""Pictures of boards: holes, lines, names, several of a kind, and what belongs to nobody."""

import pytest
from playing import hold

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.source import MemoryProvider

HEAD = """edition 1

game "Pictures"
  players 2
  limit 9 turns

values Way: North, East, South, West, clockwise
kind Point
kind Man, 9 for each player
kind Flag, 1 of them
kind Rock, 3 of them
{board}
turn of each player
  Go

phase Go
  move a friendly Man to a Point that is empty and is next to it
    otherwise
      me wins

"""
LINES = """board Field: 3 by 4 Point, touching along lines
  "a---.-."
  "|   |/"
  "|   .-b"
  "|    X"
  "c---H-."
  "a" is a Man of the first player
  "b" is 2 Men of the second player and a Flag
  "c" is a Rock
  "H" is Home
"""


def game(board: str, scenarios: str = "") -> str:
    """Makes a ruleset with a board."""
    return HEAD.format(board=board) + scenarios


CROSS = """board Field: 3 by 4 Point, touching in 4 directions
  " a. "
  "c..b"
  " HH "
  "a" is a Man of the first player
  "b" is 2 Men of the second player and a Flag
  "c" is a Rock
  "H" is Home
"""


def test_a_blank_is_no_space() -> None:
    hold(
        game(
            CROSS,
            """
scenario "holes"
  given the turn of the first player
  then the number of Points is 8
  then the number of Men on r2c4 is 2
  then r2c4 has a Flag
  then the number of Rocks on Field is 1
  then every Rock is unclaimed
  then (the Point beside r1c2 towards West) is none
  then r1c2 is next to r2c2
  then the distance from r1c2 to r3c2 is 2
  then the distance from r2c1 to r3c2 is 2
  then the first player can only choose r1c3, r2c2

scenario "a space is named"
  given Man r1c2 is on r2c3
  given the turn of the first player
  then r3c2 is Home
  then r3c3 is Home
  then r2c2 is not Home
  when the first player chooses r2c3 to r3c3
  then Man r3c3's owner is the first player
  when put Man r3c3 onto r1c2
  then r1c2 is not empty

scenario "what is given shares the space"
  given Man r1c2 is on r2c4
  given the turn of the first player
  then the number of Men on r2c4 is 3
""",
        )
    )


MORRIS = """board Field: 7 by 7 Point, touching along lines
  "1-----2-----."
  "|     |     |"
  "| .---.---. |"
  "| |   |   | |"
  "| | .-.-. | |"
  "| | |   | | |"
  ".-.-.   .-.-."
  "| | |   | | |"
  "| | .-.-. | |"
  "| |   |   | |"
  "| .---.---. |"
  "|     |     |"
  ".-----.-----."
  "1" is a Man of the first player
  "2" is a Man of the second player
"""


def test_spaces_touch_along_lines() -> None:
    hold(
        game(
            MORRIS,
            """
scenario "what is next to what"
  given the turn of the first player
  then the number of Points is 24
  then r1c4 is next to r1c1
  then r1c4 is not next to r2c2
  then r1c4 is within 2 of r2c6
  then (the Point beside r1c1 towards East) is r1c4
  then (the Point beside r3c4 towards South) is none
  then the number of (the line from r1c4 towards South) is 2
  then the distance from r1c1 to r7c7 is 4
  then r1c4 is right of r1c1
  then r7c4 is not below r5c5
  then the first player can only choose r4c1
""",
        )
    )


def test_in_a_row_follows_the_lines() -> None:
    hold(
        game(
            MORRIS,
            """
a Man is Waiting if it is friendly and it is not on Field
a Man is a Guard if it is friendly and it is on Field
a player is Milling if Guards make 3 in a row
a player is Paired if Guards make 2 in a row
rule Close A Mill
  put random Man that is Waiting onto r2c2
  put random Man that is Waiting onto r2c4
  put random Man that is Waiting onto r2c6
rule Miss A Mill
  put random Man that is Waiting onto r4c3
  put random Man that is Waiting onto r4c5
  put random Man that is Waiting onto r4c6

scenario "a mill"
  given the turn of the first player
  when do Close A Mill
  then the first player is Milling

scenario "no mill across the middle"
  given the turn of the first player
  when do Miss A Mill
  then the first player is Paired
  then the first player is not Milling
""",
        )
    )


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (CROSS.replace('"c..b"', '"c..x"'), "the legend does not say what `x` is"),
        (CROSS.replace('" HH "', '" HH"'), "does not fit a board of 3 by 4"),
        (CROSS.replace("in 4 directions", "along lines"), "joins no two spaces"),
        (MORRIS.replace('"| | .-.-. | |"', '"| | .-.-- | |"', 1), "joins no two spaces"),
        (MORRIS.replace('  "1-----2-----."\n', "", 1), "has 12 rows, and 13 are needed"),
        ("board Field: 3 by 4 Point, touching along lines\n", "the lines of `Field` are not drawn"),
        (CROSS.replace("2 Men of the second", "12 Men of the second"), "shows 12 Men of player 2"),
        (CROSS.replace("is Home", "is Home and Goal"), "a space has one name"),
        (CROSS.replace("a Rock", "a Point"), "a Point is a space itself"),
        (CROSS.replace('  "H"', '  "HH"'), "is no sign of its own"),
        (
            CROSS.replace("c..b", "    ").replace(" a. ", "    ").replace(" HH ", "    "),
            "has no space at all",
        ),
    ],
)
def test_a_picture_that_does_not_fit_is_told(board: str, message: str) -> None:
    made = load("game.gdl", MemoryProvider({"game.gdl": game(board)}))
    assert any(message in one.message for one in made.diagnostics), [one.message for one in made.diagnostics]


def test_a_space_that_is_a_hole_has_no_name() -> None:
    text = game(CROSS, '\nscenario "a hole"\n  given the turn of the first player\n  then r1c1 is empty\n')
    made = load("game.gdl", MemoryProvider({"game.gdl": text}))
    assert "there is no space `r1c1`" in [one.message for one in made.diagnostics]


def test_of_several_boards_one_is_named() -> None:
    two = CROSS + "kind Cell\nboard Shore: 2 by 2 Cell, touching in 4 directions\n"
    ruleset = game(
        two, '\nscenario "two"\n  given the turn of the first player\n  then r1c2 of {} is {}empty\n'
    )
    hold(ruleset.format("Shore", ""))
    hold(ruleset.format("Field", "not "))
    made = load("game.gdl", MemoryProvider({"game.gdl": ruleset.replace(" of {}", "").format("")}))
    assert "several boards have a space `r1c2`" in [one.message for one in made.diagnostics]


def test_the_view_has_holes_and_lines() -> None:
    made = load("game.gdl", MemoryProvider({"game.gdl": game(LINES)}))
    executor = made.executor()
    state, _ = executor.initial(Setting(2, 1))
    [board] = executor.observe(state, None).boards
    assert [space.label for space in board.spaces][:4] == ["r1c1", "r1c3", "r1c4", "r2c3"]
    assert board.lines is not None
    assert ((1, 1), (1, 3)) in board.lines
    assert ((1, 4), (2, 3)) in board.lines

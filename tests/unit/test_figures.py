"""A theme says what things look like by a fact of theirs, and marks those of which something is so."""

import re

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics import codes
from gekido_dsl.drawing.boards import board, turned_back
from gekido_dsl.drawing.figures import figure
from gekido_dsl.drawing.look import PLAIN
from gekido_dsl.engine import BoardView, SpaceView, ThingView
from gekido_dsl.source import MemoryProvider

GAME = """edition 1
game "Steps"
  players 2

theme from "theme.yaml"

values Sort: Elephant, Mouse
kind Square
board Floor: 1 by 2 Square, touching in 4 directions
  "Em"
  "E" is an Elephant, "M" is a Mouse
  capitals are of the first player, small letters of the second player
kind Beast, 1 for each player
  Sort: a Sort, starts Mouse
  Tired: yes or no, starts no

turn of each player
  Go

phase Go
  set my Beast's Tired to yes

the game ends when every Beast is Tired
  nobody wins
"""
THEME = """values:
  Sort:
    Elephant: {glyph: "♜", colour: "#445566"}
    Mouse: {art: mouse.svg}
facts:
  Tired: "★"
"""
MOUSE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 1h7"/></svg>'


def made(theme: str = THEME) -> Compilation:
    return load("steps.gdl", MemoryProvider({"steps.gdl": GAME, "theme.yaml": theme, "mouse.svg": MOUSE}))


def drawn(sort: str, tired: str = "no", seat: int = 0) -> str:
    look = made().look.value
    assert look is not None
    assert not made().look.diagnostics
    thing = ThingView("Beast", "", seat, facts={"Sort": sort, "Tired": tired}, sign=sort[0])
    return "".join(figure(thing, sort[0], 0, 0, 5, look))


def test_things_look_as_the_theme_says_of_their_fact() -> None:
    elephant, mouse = drawn("Elephant"), drawn("Mouse")
    assert "M-.6 -.85" in elephant
    assert "M-.6 -.85" not in mouse
    assert "<image" in mouse or "M1 1h7" in mouse
    second = drawn("Elephant", seat=1).replace("player2", "player1")
    assert second != elephant, "whose it is does not hang on its colour alone"


def test_what_is_so_is_marked() -> None:
    assert len(drawn("Elephant", "yes")) > len(drawn("Elephant"))
    assert "accent" in drawn("Mouse", "yes")
    assert "accent" not in drawn("Mouse")


def test_without_a_theme_the_letter_stands_on_a_figure() -> None:
    thing = ThingView("Beast", "", 0, facts={"Sort": "Elephant", "Tired": "yes"}, sign="E")
    assert ">E1<" in "".join(figure(thing, "E", 0, 0, 5, PLAIN))


def test_a_long_row_turns_back_and_its_things_stand_apart() -> None:
    things = tuple(ThingView("Beast", "", seat) for seat in (0, 1))
    spaces = [SpaceView(f"r1c{c}", 1, c, "", things if c == 1 else (), {}, "") for c in range(1, 25)]
    view = BoardView("Track", 1, 24, 4, tuple(spaces))
    turned = turned_back(view).spaces
    assert [(turned[k].row, turned[k].column) for k in (0, 11, 12, 23)] == [(2, 12), (2, 1), (1, 1), (1, 12)]
    drawn_ = "".join(board(view).shapes)
    assert drawn_.count("<polygon") == 24
    assert len(set(re.findall(r'cy="([0-9.]+)"', drawn_))) == 2


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("Tired", "Tiered", codes.UNKNOWN_NAME),
        ("Mouse", "Moose", codes.UNKNOWN_NAME),
        ("mouse.svg", "moose.svg", None),
        ('"♜"', '"a rook"', codes.WRONG_THEME),
        ("glyph", "glif", codes.WRONG_THEME),
        ('"★"', "{glyph: 1}", codes.WRONG_THEME),
        ('"#445566"', '"gray"', codes.WRONG_THEME),
    ],
)
def test_what_does_not_fit_is_told(old: str, new: str, code: object) -> None:
    found = made(THEME.replace(old, new)).look.diagnostics
    assert len(found) == 1, found
    assert code is None or found[0].code is code
    assert found[0].labels[0].span.source.name.endswith("theme.yaml")

"""A thing that is nowhere has no space: what is none is in no corner, in no row, and next to nothing."""

import pytest
from playing import hold

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.source import MemoryProvider

GAME = """edition 1

game "None"
  players 2
  limit 5 turns

values Way: North, East, South, West, clockwise
kind Square
  Price: 0 to 9, starts 3
board Board: 5 by 5 Square, touching in 4 directions
kind Man, 1 for each player
die Pip of 1 to 6, 9 of them
box Tray: all Pips
track Life of each Man: a Pip showing 5 for each of its Rows, from Tray
link Trust from each Man to each other Man: Ally or Rival, starts Ally

turn of each player
  Moving

phase Moving
  may "Win"
    me wins


scenario "nowhere"
  given the turn of the first player
""".replace("track Life of each Man: a Pip showing 5 for each of its Rows, from Tray\n", "")


@pytest.mark.parametrize(
    "condition",
    [
        "my Man's Square is not corner",
        "my Man's Square is not central",
        "my Man's Square is not empty",
        "my Man's Square is none",
        "my Man's Square's row is less than 0",
        "my Man's Square's column is less than 0",
        "my Man's Square's Price is less than 0",
        "my Man's Square is not next to my Man",
        "my Man is not within 3 of my Man's Square",
        "my Man is not above my Man's Square",
        "my Man's Square is not ahead of my Man",
        "the number of (the lines from my Man's Square over Squares to Squares) is 0",
        "no Man is next to my Man",
        "(the Square beside my Man towards North) is none",
        "the distance from my Man to my Man's Square is 25",
    ],
)
def test_what_is_nowhere_is_nowhere(condition: str) -> None:
    hold(f"{GAME}  then {condition}\n")


TRACKS = """edition 1

game "Tracks"
  players 2
  limit 5 turns

kind Robot from "robots.yaml"
  Rows: up to 3 Robot
die Pip of 1 to 6, 9 of them
box Tray: all Pips
track Hull of each Robot: a Pip showing 5 for each of its Rows, from Tray
track Plates of each Robot: Pips, up to 2, from Tray
damage to a Robot: Plates, then Hull

rule Fill None
  fill my Robot's Hull if possible
rule Stuff
  repeat up to 3 times
    move the next Pip of Tray to Ann's Plates
rule Pad
  repeat up to 3 times
    move the next Pip of Tray to Ann's Plates if possible

turn of each player
  Moving

phase Moving
  may "Win"
    me wins

"""
ROBOTS = {"robots.yaml": "- {Name: Ann, Rows: [Ann, Ann, Ben]}\n- {Name: Ben, Rows: [Ann]}\n"}


@pytest.mark.parametrize(
    "steps",
    [
        "when fill Ann's Hull\n  when fill Ann's Hull\n  then Ann's Hull is 5, 5, 5",
        "when fill Ann's Hull\n  when Ann suffers 7 damage\n  then Ann's Hull is 3, 5\n"
        "  when fill Ann's Hull\n  then Ann's Hull is 5, 5, 5",
        'when fill my Robot\'s Hull\n  then there is an error "none has no `Hull`"',
        "when do Fill None\n  then the number of Pips of Tray is 9",
        'when do Stuff\n  then there is an error "Ann\'s Plates is full"',
        "when do Pad\n  then the number of Pips of Tray is 7",
    ],
)
def test_a_track_holds_no_more_than_it_has_room_for(steps: str) -> None:
    hold(f'{TRACKS}\nscenario "a track"\n  given the turn of the first player\n  {steps}\n', ROBOTS)


def test_a_fault_in_the_setup_names_its_line() -> None:
    text = TRACKS + "\nsetup\n  fill my Robot's Hull\n"
    made = load("game.gdl", MemoryProvider({"game.gdl": text, **ROBOTS}))
    with pytest.raises(Exception, match="none has no `Hull`"):
        made.executor().initial(Setting(2, 1))

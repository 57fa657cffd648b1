"""Forms that are seldom used, in lockstep, with every event: each of these rulesets has one of its own."""

from collections.abc import Mapping

import pytest
from both import both
from lockstep import lockstep

from gekido_dsl.compilation import load
from gekido_dsl.lowering import lower
from gekido_dsl.source import MemoryProvider

Files = Mapping[str, str]

STORES = """edition 1
game "Stores"
  players 2
  limit 20 turns
kind Card, 20 of them
  Value: 0 to 6, starts 2
deck Deck: all Cards, shuffled, with pile Heap
  when empty shuffle Heap into Deck
pile Heap of Cards
pile Attic of Cards
  when empty move all Cards of Heap to Attic
hand Hand of each player of Cards
  limit 3, checked after the draw
hand Case of each player of Cards
  limit 2
turn of each player
  Main
phase Main
  draw 2 Cards from my Source into my Goal if possible
  choose one
    "Source"
      draw 3 Cards from my Source into my Goal keeping 1 if possible
    "Other"
      discard up to 2 Cards of my Hand, asking "Which?"
the Source of a player is Deck
the Goal of a player is its Hand
the game ends when Deck is empty
  nobody wins
"""
MAP = """edition 1
game "Map"
  players 2
  limit 20 turns
values Heading: North, East, South, West, clockwise
kind Square
board Board: 4 by 4 Square, touching in 4 directions
  "...."
  ".1.."
  "..2."
  "...."
  "1" is a Rover of the first player
  "2" is a Rover of the second player
kind Rover, 1 for each player
  Facing: a Heading, starts North, seen by its owner
kind Rock, 2 for each player
box Supply of each player: all Rocks
turn of each player
  Main
phase Main
@
the game ends when every Square is not empty
  nobody wins
"""
KENNEL = """edition 1
game "T"
  players 2
  limit 20 turns
kind Dog from "dogs.yaml"
  Motto: text
  Likes: up to 3 Toy
  Score: 0 to 5
values Toy: Ball, Bone, Rope
hand Pack of each player of Dogs
deck Kennel: all Dogs
turn of each player
  Main
phase Main
@
  draw 1 Dog
the game ends when Kennel is empty
  nobody wins
"""
DOGS = """- Name: Rex
  Motto: bite
  Likes: [Ball, Bone]
  Score: 2
- Name: Bob
  Motto: sleep
  Likes: []
  Score: 1
- Name: Tim
  Motto: bite
  Likes: [Rope]
  Score: 5
- Name: Kim
  Motto: run
  Likes: [Rope, Ball, Bone]
  Score: 3
"""
POWERS = """edition 1
game "Powers"
  players 2
  limit 30 turns
kind Square
board Board: 3 by 3 Square, touching in 4 directions
kind Rock, 4 for each player
box Supply of each player: all Rocks
kind Power from "powers.yaml"
  Effect: an Effect
hand Hand of each player of Powers
deck Deck: all Powers, shuffled
pile Heap of Powers
turn of each player
  Main
phase Main
  put the next Rock of my Supply onto an empty Square, asking "Where?" if my Supply is not empty
    otherwise stop
  draw 1 Power if my Hand is empty
  open Moment
window Moment
  first me: any number of Use
action Use: a Power in my Hand, once each Main
  apply its Effect
effect Shift Two "shift two"
  move 2 friendly Rocks on Board to an empty Square that is next to it, asking "Where?"
effect Pick Three "pick three"
  remove 3 enemy Rocks on Board, asking "Which?"
    must be Far, else Near
effect Pick Central "pick central"
  remove 2 Rocks on Board, asking "Which?"
    must be Far
a Rock is Far if its Square is corner
a Rock is Near if its Square is outer
the game ends when no Square is empty
  nobody wins
"""
LAID = """edition 1
game "Laid"
  players 2
  limit 30 turns
kind Tile from "tiles.yaml"
  Deep: yes or no
board Sea: 3 by 3 Tile, touching in 4 directions
  corners and edges: Tiles that are Deep, shuffled
  centre: Tiles that are not Deep
kind Spot
board Bank: 2 by 3 Spot, touching in 4 directions
  "1.2"
  "R.."
  "1" is a Ship of the first player
  "2" is a Ship of the second player
  "R" is 2 Rocks and a Buoy of the second player
kind Ship, 2 for each player
kind Rock, 3 of them
kind Buoy, 1 of them
deck Rocks Left: all Rocks
turn of each player
  Main
phase Main
  choose one
    "Bank"
      move a friendly Ship on Bank to a Spot that is empty, asking "Where?"
        otherwise stop
    "Sea"
      put a friendly Ship that is not on Sea onto a Tile that is empty, asking "Where?"
        otherwise stop
    "Rock"
      move a Rock on Bank to a Tile that is empty, asking "Where?"
        otherwise stop
    "Mine"
      take Buoy
the game ends when no Tile is empty
  nobody wins
"""
DRAWN = """edition 1
game "Drawn"
  players 2
  limit 30 turns
values Soil: Heath, Bog
kind Moor from "moors.yaml"
kind Patch of each Moor, drawn as Rows with signs from "signs.yaml"
  Ground: a Soil
board Land: 3 by 4 Patch, touching in 4 directions
kind Rover, 4 for each player
kind Buoy, 1 of them
kind Flag, 1 for each player
  Score: 0 or more, starts 0
setup
  lay out Land as Low Moor
turn of each player
  Main
phase Main
  take Buoy if my Wets join left and right
  my Flag's Score gains 1 if friendly Rovers make 2 in a row
  choose one
    "High"
      remove all Rovers
      lay out Land as High Moor
    "Put"
      put a friendly Rover onto a Patch that is empty, asking "Where?"
        otherwise stop
the Wets of a player are Patches that are Wet
a Patch is Wet if its Ground is Bog
the game ends when friendly Rovers join top and bottom
  the player wins
"""
MOORS = """- Name: Low Moor
  Rows: ["h b h .", "b b b b", ". h . h"]
- Name: High Moor
  Rows: ["b b b b", "h . h b", "h h h b"]
"""
SIGNS = """- sign: h
  name: Heathland
  Ground: Heath
- sign: b
  name: Bogland
  Ground: Bog
"""


def rows(**columns: list[str]) -> str:
    """Writes a table of some columns."""
    return "".join(
        "- " + "  ".join(f"{name}: {value}\n" for name, value in zip(columns, row, strict=True))
        for row in zip(*columns.values(), strict=True)
    )


TURNING = """  choose one
    "Left"
      turn my Rover left
    "Stay"
      turn my Rover to East
    "Show"
      show my Rover's Facing to all players
    "Place"
      put the next Rock of my Supply onto an empty Square
  turn all Rovers around
"""
MELTING = """  remove a Square that is empty, asking "melt"
    otherwise stop
  move my Rover to a Square that is empty and is within 2 of it, asking "where"
    otherwise stop
"""
PICK = '  choose a Dog as the one, asking "Which?"\n'
TILES = rows(Name=[f"T{k}" for k in range(15)], Deep=["true" if k % 3 else "false" for k in range(15)])
EFFECTS = rows(
    Name=["Ahab", "Bela", "Caro", "Dora"], Effect=["Shift Two", "Pick Three", "Pick Central", "Shift Two"]
)


def stores(source: str, goal: str) -> Files:
    text = STORES.replace("Source of a player is Deck", f"Source of a player is {source}")
    return {"a.gdl": text.replace("player is its Hand", f"player is {goal}")}


def kennel(more: str) -> Files:
    return {"a.gdl": KENNEL.replace("@\n", PICK + more), "dogs.yaml": DOGS}


GAMES: dict[str, Files] = {
    "a deck that is a property": stores("Deck", "its Hand"),
    "a pile that is a property": stores("Heap", "its Case"),
    "a place that fills up, as a property": stores("Attic", "its Hand"),
    "facing that only its owner sees": {"a.gdl": MAP.replace("@\n", TURNING)},
    "ways round spaces that are gone": {"a.gdl": MAP.replace("@\n", MELTING)},
    "texts that are compared": kennel("  stop if the one's Motto is Rex's Motto\n"),
    "a text that is announced": kennel('  announce "barks" for the one at the one\'s Motto\n'),
    "a list that is announced": kennel('  announce "likes" for the one at the one\'s Likes\n'),
    "the length of a list": kennel("  stop if number of the one's Likes is 2\n"),
    "effects that need several": {"a.gdl": POWERS, "powers.yaml": EFFECTS},
    "drawn beside a board that is laid anew": {"a.gdl": LAID, "tiles.yaml": TILES},
    "joined on several drawings": {"a.gdl": DRAWN, "moors.yaml": MOORS, "signs.yaml": SIGNS},
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.quick_in_turn(3)
def test_a_form_agrees(name: str) -> None:
    game = load("a.gdl", MemoryProvider(GAMES[name])).game
    assert game is not None
    lowered = lower(game, 2, {})
    assert sum(lockstep(game, seed, 2, lowered=lowered, most=60) for seed in range(2)) > 4
    assert both(game, 3, 2, most=30) > 4

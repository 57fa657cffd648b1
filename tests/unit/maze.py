"""A race through a maze with secret programs of five cards: what a bot that plans is made for."""

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.source import MemoryProvider

GAME = """edition 1
game "Maze"
  players 2 to 4
  limit 60 turns

values Heading: North, East, South, West, clockwise
kind Plan from "plans.yaml"
kind Square of each Plan, drawn as Rows with signs from "signs.yaml"
  Pit: yes or no
  Goal: yes or no
  Start: yes or no
  Wall towards each Heading: yes or no, on both sides
board Floor: 6 by 6 Square, touching in 4 directions, parted by Wall
kind Robot, 1 for each player
  Facing: a Heading, starts North
kind Card from "cards.yaml"
  Move: an Effect
kind Register, 5 for each Robot
  Stage: 1 to 5, numbered
deck Deck: all Cards, shuffled
hand Hand of each player, of Cards
pool Slot of each Register, of Cards, seen by its owner

setup
  lay out Floor as Maze
  each player
    put my Robot onto 1 random Start Square

aim of each player: the lowest Way To Go
amount Way To Go of a player
  starts at the distance from my Robot to a Goal Square over Squares that are Safe

turn of all players
  Program
  Run

phase Program
  each player
    move all Cards of my Hand to Deck
  each Register
    move all Cards of its Slot to Deck
  shuffle Deck
  each player
    repeat up to 9 times
      move the next Card of Deck to my Hand
  secretly each player
    arrange Cards of my Hand into the Slots of my Robot's Registers

phase Run
  Stage: 0 to 5
  Driver: a Robot or none
  repeat while Stage is less than 5
    Stage gains 1
    each Robot
      set Driver to it
      each Register of it that is Current
        each Card of its Slot
          apply its Move

a Register is Current if its Stage is Stage
a Square is a Goal Square if its Goal is yes
a Square is a Start Square if its Start is yes
a Square is Safe if its Pit is no

effect Go On "one square ahead"
  do Step

effect Run On "two squares ahead"
  do Step
  do Step

effect Turn Left "a turn to the left"
  turn Driver left

effect Turn Right "a turn to the right"
  turn Driver right

rule Step
  stop if (the Square beside Driver towards Driver's Facing) is none
  move Driver to the Square beside Driver towards Driver's Facing
  put Driver onto 1 random Start Square if Driver's Square is not Safe

the game ends when some Robot is on Goal Squares
  the lowest player by my Way To Go wins
"""
PLANS = """- Name: Maze
  Rows: |
    .  .  .  |  .  .  G
    .  .  -     .  .  .
    .  o  .  |  .  o  .
    .  -  .     .  -  .
    .  .  .     .  .  .
    .  |  o  .  .  .  |  .
    .  .  .  |  .  .  .
    .  -  .     -  .  .
    S  .  o     .  .  .
"""
SIGNS = """- {sign: o, name: pit, Pit: true}
- {sign: G, name: goal, Goal: true}
- {sign: S, name: start, Start: true}
- {sign: "|", name: wall, edge: Wall}
- {sign: "-", name: wall, edge: Wall}
"""
CARDS = "".join(
    f"- {{Name: {name} {number}, Move: {name}}}\n"
    for name, many in (("Go On", 16), ("Run On", 8), ("Turn Left", 8), ("Turn Right", 8))
    for number in range(1, many + 1)
)


def maze() -> Compilation:
    """Compiles the game."""
    files = {"maze.gdl": GAME, "plans.yaml": PLANS, "signs.yaml": SIGNS, "cards.yaml": CARDS}
    return load("maze.gdl", MemoryProvider(files))

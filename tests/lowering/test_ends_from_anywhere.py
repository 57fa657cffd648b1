"""`end PHASE` from anywhere inside: the player on turn acts in what follows, and no window is open any more."""

import pytest
from both import both
from lockstep import lockstep

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.ground import layout as lay
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.model import nodes as m
from gekido_dsl.source import MemoryProvider

GAME = """edition 1
game "Ends"
  players 3
  limit 6 turns
kind Seat, 1 for each player
  Marks: 0 to 9, starts 0
kind Table, 1 of them
  Open: yes or no, starts no
kind Pawn, 2 for each player
kind Card, 6 of them
deck Deck: all Cards
hand Hand of each player, of Cards
pool Camp of each player: all Pawns
kind Square
board Board: 4 by 4 Square, touching in 4 directions
turn of each player
  Main: Step
  After
phase After
  do nothing
whenever Main ends
  choose one
    "Mine"
      my Seat's Marks gains 1 if possible
    "Nobody's"
      do nothing
  set Table's Open to yes if the window is Pause or the window is Rest
window Pause
  first the next player: any number of Wink and Nap
  then me: at most 1 of Wink
window Rest
  first the next player: any number of Wink
action Wink: a friendly Seat
  end Main
action Nap: a friendly Seat
  open Rest
the game ends when some Seat's Marks is 9
  me wins
phase Step
"""
STEP = {
    "in a loop over players": """
  do nothing
phase Main
  each player, starting with the first player's left neighbour
    end Main if my Seat's Marks is 0
""",
    "in loops, one in the other": """
  do nothing
phase Main
  each other player
    each player, last first
      repeat up to 3 times
        each Pawn that is enemy
          end Main if me is not the first player
""",
    "in a rule that a loop does": """
  do nothing
phase Main
  each other player
    do Finishing
rule Finishing
  end Main
""",
    "in a loop of a rule": """
  do nothing
phase Main
  each player
    do Others
rule Others
  each other player
    end Main if me is not the first player
""",
    "in a secret part": """
  do nothing
phase Main
  secretly each player
    choose one
      "Go on"
        do nothing
      "End"
        end Main
""",
    "in a window": """
  do nothing
phase Main
  open Pause
""",
    "in a window of a loop": """
  do nothing
phase Main
  each other player
    open Pause
""",
    "in a step of the turn": """
  each other player
    open Pause
phase Main
  do nothing
""",
    "in a way that somebody else chose": """
  do nothing
phase Main
  each other player
    choose one
      "End"
        end Main
      "Go on"
        open Pause
""",
    "in what somebody else may do": """
  do nothing
phase Main
  each other player
    may "End"
      end Main
""",
    "in what is done otherwise": """
  do nothing
phase Main
  each player
    move a Card of my Hand to the next player's Hand
      otherwise end Main
""",
    "in a rule that follows what somebody else did": """
  do nothing
phase Main
  the next player puts a friendly Pawn of the next player's Camp onto a Square that is empty
    otherwise stop
  each other player
    draw a Card
whenever a Pawn enters a Square
  end Main if me is not the first player
""",
    "in a rule that follows a draw": """
  do nothing
phase Main
  each other player
    draw a Card
whenever a player draws a Card
  end Main if Deck is not empty
""",
    "in a rule that stands in": """
  do nothing
phase Main
  each other player
    draw a Card
instead when a player draws a Card
  end Main if the number of Pawns is 6
""",
    "in what follows each that was chosen": """
  do nothing
phase Main
  the next player puts up to 2 Pawns of the next player's Camp onto a Square that is empty
  each other player
    choose 2 Pawns of my Camp as the pair
      otherwise stop
    end Main
""",
}


def game_of(step: str) -> m.Game:
    made = load("ends.gdl", MemoryProvider({"ends.gdl": GAME + step[1:]}))
    assert made.game is not None, [one.message for one in made.diagnostics if one.severity.value == "error"]
    return made.game


@pytest.mark.parametrize("name", STEP)
def test_whoever_is_on_turn_acts_once_a_phase_has_ended(name: str) -> None:
    game = game_of(STEP[name])
    player = Interpreter(game)
    ended = 0
    for seed in range(6):
        state, _ = player.initial(Setting(3, seed))
        at = 0
        while (asked := player.decision(state)) is not None:
            if [one.label for one in asked.choices] == ["Mine", "Nobody's"]:
                assert asked.seat == state.cells[lay.ON_TURN]
                assert state.cells[lay.WINDOW] == 0
                ended += 1
            player.apply(state, (seed + at) % len(asked.choices))
            at += 1
    assert ended > 6
    for seed in range(4):
        lockstep(game, seed)
        both(game, seed, every=1)


DONE = """edition 1
game "Done"
  players 3
  limit 9 turns
kind Seat, 1 for each player
  Marks: 0 to 9, starts 0
kind Table, 1 of them
  Open: 0 to 9, starts 0
turn of each player
  Main
phase Main
  each other player
    open Pause
whenever Inner ends
  choose one
    "Mine"
      my Seat's Marks gains 1 if possible
    "Nobody's"
      do nothing
  Table's Open gains 1, up to 9 if the window is Pause
window Pause
  first me: at most 1 of Wink
action Wink: a friendly Seat
  do Inner
  Table's Open gains 1, up to 9 if the window is Pause
phase Inner
  each player, starting with the first player
    end Inner
the game ends when my Seat's Marks is 2 or Table's Open is 9
  me wins
"""


def test_a_phase_that_a_rule_does_ends_for_whoever_did_it() -> None:
    """Also in a window, which stays open after it."""
    made = load("done.gdl", MemoryProvider({"done.gdl": DONE}))
    assert made.game is not None, [one.message for one in made.diagnostics if one.severity.value == "error"]
    player, ended, used = Interpreter(made.game), 0, -1
    for seed in range(6):
        state, _ = player.initial(Setting(3, seed))
        at = 0
        while (asked := player.decision(state)) is not None:
            if [one.label for one in asked.choices] == ["Mine", "Nobody's"]:
                assert asked.seat == used != state.cells[lay.ON_TURN]
                assert state.cells[lay.WINDOW] == 1
                ended += 1
            used = asked.seat
            player.apply(state, (seed + at) % len(asked.choices))
            at += 1
    assert ended > 6
    for seed in range(6):
        lockstep(made.game, seed)
        both(made.game, seed, every=1)

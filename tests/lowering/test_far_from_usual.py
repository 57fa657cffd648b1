"""What rules hardly ever do, in lockstep: large numbers, very many ways to choose, things carried to the next game."""

import pytest
from lockstep import lockstep

from gekido_dsl.backend.machine import Machine
from gekido_dsl.backend.match import match_module
from gekido_dsl.compilation import load
from gekido_dsl.lowering import lower
from gekido_dsl.lowering.game.sites import Sites
from gekido_dsl.model import nodes as m
from gekido_dsl.source import MemoryProvider

SEAT = """kind Seat, 1 for each player
  Score: 0 to 200, starts 0
a Seat is Done if its Score is at least 2
"""
TEXTS = {
    "the end of the game is asked of whoever is on turn": SEAT
    + """turn of each player
  Giving
phase Giving
  choose one
    "Give"
      (the next player)'s Seat's Score gains 1 if possible
    "Wait"
      stop
the game ends when my Seat is Done
  me wins
""",
    "things that are carried over are somebody's": SEAT
    + """kind Hat, 2 of them
box Shelf: all Hats
hand Pocket of each player, of Hats, carried over
turn of each player
  Taking
phase Taking
  choose one
    "Take" if Shelf is not empty
      move a Hat of Shelf to my Pocket, asking "Which?"
    "Score" if my Hat is not none
      my Seat's Score gains 1
    "Wait"
      stop
the game ends when some Seat is Done
  the highest player by my Seat's Score wins
""",
    "what is carried over stands on no board": SEAT
    + """kind Square
board Board: 3 by 3 Square, touching in 4 directions
  "g.g"
  "..."
  ".g."
  "g" is a Gem
kind Gem, 3 of them
hand Purse of each player, of Gems, carried over
kind Pawn, 1 for each player
turn of each player
  Taking
phase Taking
  choose one
    "Take" if some Gem is on Board
      move a Gem on Board to my Purse, asking "Which?"
    "Step" if some Square is empty
      move my Pawn to a Square that is empty, asking "Where?"
      my Seat's Score gains 1 if number of Gems on Board is at most 1
the game ends when some Seat is Done
  the highest player by my Seat's Score wins
""",
    "amounts that lie far apart": SEAT
    + """kind Square
board Board: 3 by 3 Square, touching in 4 directions
kind Stone, 1 for each player
kind Goal, 1 of them
  Aim: 0 to 900000000, starts 100000000
amount Number of a Square
  starts at its column times 100000000
turn of each player
  Marking
phase Marking
  move my Stone to a Square that is empty and is Good, asking "Which?"
    otherwise stop
  set Goal's Aim to 300000000
  my Seat's Score gains 1
a Square is Good if its Number is Goal's Aim
the game ends when some Seat is Done
  me wins
""",
    "the same hand several times": SEAT
    + """kind Card, 1 for each Rank
  Rank: 1 to 12
deck Pack: all Cards, shuffled
hand Hand of each player, of Cards
pile Waste of Cards
kind Token, 3 for each player
setup
  deal 6 Cards to all players into Hands
turn of each player
  Looking
phase Looking
  discard a Card of Tokens' owner's Hand, asking "Which?"
    otherwise stop
  my Seat's Score gains 1 if number of Cards of Tokens' owner's Hand is at most 18
the game ends when some Seat is Done
  me wins
""",
    "fewer than none are dealt": SEAT
    + """kind Card, 1 for each Rank
  Rank: 1 to 9
deck Pack: all Cards, shuffled
hand Hand of each player, of Cards
kind Debt, 1 of them
  Left: -2 to 2, starts -2
turn of each player
  Dealing
phase Dealing
  deal as many Cards as Debt's Left to all players into Hands
  Debt's Left gains 1 if possible
  choose one
    "Look" if my Hand is not empty
      my Seat's Score gains 1
    "Wait"
      stop
the game ends when some Seat is Done or Pack is empty
  me wins
""",
}


def game_of(body: str, more: str = "") -> m.Game:
    """Reads a game for two of some declarations, with more lines in its head."""
    text = f'edition 1\ngame "Rare"\n  players 2\n  limit 20 turns\n{more}{body}'
    made = load("rare.gdl", MemoryProvider({"rare.gdl": text}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    return made.game


@pytest.mark.parametrize("name", TEXTS)
def test_what_rules_hardly_ever_do(name: str) -> None:
    game = game_of(TEXTS[name], "  3 games in a row\n" if "carried" in name else "")
    assert sum(lockstep(game, seed) for seed in range(20)) >= 60


MANY = """values Colour: Red, Green
kind Square
board Board: 16 by 16 Square, touching in 4 directions
kind Stone, 1 for each Colour and Rank
  Colour: a Colour
  Rank: 1 to 90
box Bag: all Stones
turn of each player
  Laying
phase Laying
  move a Stone to a Square that is empty, asking "Which, and where?"
    must be central, else corner
the game ends when no Square is empty
  me wins
"""


def test_more_pairs_than_can_be_chosen_among_are_listed_before_the_best_are_kept() -> None:
    game = game_of(MANY)
    machine = Machine(match_module(lower(game, 2, {}).program))
    stand = machine.start(5)
    assert stand.count == 180 * 4
    assert lockstep(game, 1, most=1) == 1


DIVIDED = """kind Purse, 1 for each player
  Coins: -900000000 to 900000000, starts -900000000
amount Debt of a Purse
  starts at its Coins
  add its Coins
  subtract 347483648
amount Owed of a Purse
  starts at its Debt
  divide by -1 rounded down
turn of each player
  Paying
phase Paying
  choose one
    "Pay" if my Purse's Owed is at least 5
      my Purse's Coins gains 1 if possible
    "Wait"
      stop
the game ends when my Purse's Coins is at least 0
  me wins
"""


MELTING = """values Way: North, East, South, West, clockwise
kind Square
board Board: 4 by 4 Square, touching in 4 directions
  "r..."
  "...."
  "...."
  "...s"
  "r" is a Rover of the first player
  "s" is a Rover of the second player
kind Rover, 1 for each player
kind Seat, 1 for each player
  Score: 0 to 2, starts 0
turn of each player
  Melting
phase Melting
  destroy as many Squares on the line from my Rover towards East as 12, asking "Which?"
    otherwise stop
  my Seat's Score gains 1 if possible
whenever a Square is destroyed
  move my Rover to 1 random Square if possible
the game ends when some Seat is Done
  me wins
a Seat is Done if its Score is at least 2
"""


def test_what_is_chosen_next_may_lie_elsewhere() -> None:
    # More are chosen than lie on any line at a time: the rover goes to another line after each.
    game = game_of(MELTING)
    machine = Machine(match_module(lower(game, 2, {}).program))
    assert any(_longest(machine, seed) > 4 for seed in range(60))
    assert sum(lockstep(game, seed) for seed in range(60)) > 60


def _longest(machine: Machine, seed: int) -> int:
    """Gives how many choices the first turn has, the first option each time, up to the end of the turn."""
    stand, count = machine.start(seed), 0
    while stand.count and len(stand.script) == count:
        stand, count = machine.apply(stand, 0), count + 1
    return count


def test_the_least_number_is_not_turned_round() -> None:
    # Both say that the number has become too large; neither goes on.
    assert lockstep(game_of(DIVIDED), 1) == 0


def test_no_error_has_the_number_that_stands_for_none() -> None:
    sites = Sites()
    first = sites.error("there is nothing to choose: {}", "Laying", None, ["Where?"])
    assert first > 0
    assert sites[first].word == "there is nothing to choose: {}"
    assert sites.error("there is nothing to choose: {}", "Laying", None, ["Where?"]) == first

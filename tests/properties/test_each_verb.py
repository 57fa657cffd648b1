"""Each verb with each sort of hidden place or fact: what a seat may not see tells it nothing.

Small rulesets are made of two lines each. Two matches that differ only in what a seat does not know give this seat
the same views, the same log and the same decisions, and so does a world that it draws.
"""

import random
from contextlib import suppress
from functools import cache

import pytest
from test_hidden import another_world, compare_now, decides_in_secret, play_on

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import Severity
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.interpreter import Interpreter, secret_part
from gekido_dsl.source import MemoryProvider

CARDS = """- {Name: Ace, Worth: 1, Copies: 3}
- {Name: Jack, Worth: 2, Copies: 3}
- {Name: Queen, Worth: 3, Copies: 3}
- {Name: King, Worth: 4, Copies: 3}
"""
HEAD = """edition 1
game "Looks"
  players 3
  limit 5 turns
values Colour: Red or Blue
kind Card from "cards.yaml", 12 of them
  Worth: 1 to 4
kind Seat, 1 for each player
  Bid: 0 to 3, starts 0, seen by SEEN
  Mood: a Colour, starts Red, seen by SEEN
  Prize: a Card or none, starts none
  Turns: 0 to 9, starts 0, unlogged
counter Charge of each Seat: 0 to 6 on a Pip, from Spare, seen by SEEN
track Hull of each Seat: Pips, up to 3, from Spare, seen by SEEN
damage to a Seat: Hull
link Trust from each Seat to each other Seat: Friend or Foe, starts Friend, seen by SEEN
die Pip of 1 to 6, 30 of them
box Spare: all Pips
deck Pack: all Cards, shuffled, with pile Trash
pile Trash of Cards
hand Hand of each player, of Cards
pile Stash of each player, of Cards, seen by SEEN
die Cube of 1 to 6, 2 for each player
pool Cup of each player: all Cubes, seen by SEEN
setup
  each player
    draw 2 Cards
    draw 1 Card into my Stash
turn of each player
  Doing
the game ends when some Seat is Done
  nobody wins
a Seat is Done if its Turns is 9
phase Doing
  my Seat's Turns gains 1 if possible
  roll all Cubes of my Cup
"""
LINES = (
    "draw 1 Card into my Stash",
    "draw 2 Cards into my Hand keeping 1",
    "deal 1 Card to all players",
    "move a Card of my Hand to my Stash\n  otherwise stop",
    "move a Card of my Hand to the second player's Hand\n  otherwise stop",
    "move a Card of my Hand under Pack\n  otherwise stop",
    "move the next Card of Pack to my Stash if possible",
    "move the next Card of my Stash to Trash if possible",
    "move the last Card of my Stash under Pack if possible",
    "move all Cards of my Stash to the second player's Stash",
    "move all Cards of my Hand to Pack",
    "discard a Card of my Hand\n  otherwise stop",
    "shuffle my Stash",
    "shuffle Trash",
    "move all Cards of Trash to my Stash",
    "shuffle my Stash into Pack",
    "shuffle my Stash onto Pack",
    "shuffle Trash under Pack",
    "remove a Card of my Hand\n  otherwise stop",
    "remove random Card of my Hand if possible",
    "show my Stash to the second player",
    "show the next 2 Cards of Pack to me",
    "show a Card of my Hand to the third player\n  otherwise stop",
    "choose a Card of my Hand\n  otherwise stop\ndiscard the Card",
    "choose a Card of the second player's Stash as the guess\n  otherwise stop\nmove the guess to my Stash",
    "set my Seat's Prize to the next Card of my Stash",
    'announce "has" for me at the next Card of my Stash',
    'announce "has" for my Seat at the last Card of Pack',
    "reroll any number of Cubes of my Cup",
    "flip a Cube of my Cup\n  otherwise stop",
    "turn a Cube of my Cup to 3\n  otherwise stop",
    "show my Cup to the second player",
    "set my Seat's Bid to a number from 0 to 3",
    "my Seat's Bid gains 1 if possible",
    "my Seat's Bid loses 1 if possible",
    "show my Seat's Bid to the second player",
    "set my Seat's Mood to a Colour",
    "my Seat's Charge gains 1 if possible",
    "show my Seat's Charge to the second player",
    "roll 1 Pip into my Seat's Hull if possible",
    "my Seat suffers 2 damage",
    "flip my Seat's Trust for the second player's Seat to Foe",
    "secretly each player\n  set my Seat's Bid to a number from 0 to 3",
    "secretly each player\n  move a Card of my Hand to my Stash\n    otherwise stop",
    "choose a Colour as the call",
    "each Card in my Stash\n  discard it",
)


@cache
def game(number: int, seen: str) -> Interpreter:
    other = LINES[(number * 7 + 3) % len(LINES)]
    body = [*LINES[number].splitlines(), 'may "Go on"', *(f"  {line}" for line in other.splitlines())]
    text = HEAD.replace("SEEN", seen) + "".join(f"  {line}\n" for line in body)
    compilation = load("looks.gdl", MemoryProvider({"looks.gdl": text, "cards.yaml": CARDS}))
    errors = [one.message for one in compilation.diagnostics if one.code.severity is Severity.ERROR]
    assert compilation.game is not None and not errors, errors
    return compilation.executor()


@pytest.mark.parametrize(
    "seeds", [pytest.param((0,), id="quick"), pytest.param((0, 1), id="long", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("seen", ["its owner", "nobody"])
@pytest.mark.parametrize("number", range(len(LINES)), ids=[line.split("\n")[0] for line in LINES])
@pytest.mark.in_turn(5)
@pytest.mark.quick_in_turn(6)
def test_what_a_seat_does_not_know_tells_it_nothing(number: int, seen: str, seeds: tuple[int, ...]) -> None:
    x, rng = game(number, seen), random.Random(number)
    compared = 0
    for seed in seeds:
        state, _ = x.initial(Setting(3, seed))
        while x.count(state):
            for seat in rng.sample([0, 1, 2, None], 2):
                other = another_world(state, seat, rng)
                compare_now(x, state, other, seat)
                compared += 1
                with suppress(RuleError):  # the last card is gone
                    play_on(x, state.copy(), other, seat, rng, 4)
                if seat is not None:
                    world = x.sample(state, seat, seed)
                    assert x.observe(world, seat) == x.observe(state, seat)
                    if decides_in_secret(x, state, seat) or secret_part.of(state) is not None:
                        continue
                    compare_now(x, state, world, seat)
                    mine = state.copy()
                    mine.rng.state = world.rng.state
                    with suppress(RuleError):
                        play_on(x, mine, world, seat, rng, 4)
            try:
                x.apply(state, rng.randrange(x.count(state)))
            except RuleError:
                break
    assert compared > (3 if len(seeds) > 1 else 1)

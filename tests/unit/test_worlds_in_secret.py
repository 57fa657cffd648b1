"""Where what is offered in secret tells what others did, worlds keep it, and the seat still does not see it."""

from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.source import MemoryProvider

TAKING = """edition 1
game "Taking"
  players 2
  limit 6 turns
kind Card, 6 of them
  Rank: 1 to 6, numbered
pool Row: all Cards
pool Purse of each player, of Cards
turn of each player
  Taking
phase Taking
  secretly each player
    move a Card of Row to my Purse if possible
the game ends when Row is empty
  the player wins
"""


def test_a_seat_sees_in_its_world_what_it_saw_before() -> None:
    made = load("a.gdl", MemoryProvider({"a.gdl": TAKING}))
    assert made.game is not None
    for player in (Interpreter(made.game), CompiledExecutor(made.game)):
        state, _ = player.initial(Setting(2, 1))
        for choice in (2, 0, 1):
            for seat in range(2):
                world = player.sample(state, seat, 5)
                assert player.observe(world, seat) == player.observe(state, seat)
                for _ in range(2):
                    player.apply(world, 0)
            player.apply(state, choice)

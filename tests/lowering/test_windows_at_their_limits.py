"""Windows with very many options, and actions that are used more often than 16 bits can count."""

import pytest
from lockstep import lockstep

from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.backend.machine import Machine
from gekido_dsl.backend.match import match_module
from gekido_dsl.compilation import load
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.lowering import lower
from gekido_dsl.model import nodes as m
from gekido_dsl.source import MemoryProvider

SEAT = """kind Seat, 1 for each player
  Score: 0 to 2, starts 0
the game ends when some Seat is Done
  me wins
a Seat is Done if its Score is at least 2
"""


def game_of(body: str) -> m.Game:
    text = f'edition 1\ngame "Rare"\n  players 2\n  limit 20 turns\n{SEAT}{body}'
    made = load("rare.gdl", MemoryProvider({"rare.gdl": text}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    return made.game


def wide(actions: int) -> m.Game:
    """Gives a game with a window of 1,600 options for each action."""
    names = [f"Push {chr(ord('A') + k)}" for k in range(actions)]
    return game_of(
        """kind Square
board Board: 40 by 40 Square, touching in 4 directions
turn of each player
  Pushing
phase Pushing
  open Rush
window Rush
"""
        + f"  first me: any number of {', '.join(names[:-1])} and {names[-1]}\n"
        + "".join(
            f"action {name}: a Square that is empty\n  my Seat's Score gains 1 if possible\n"
            for name in names
        )
    )


def test_a_window_may_have_ten_thousand_options() -> None:
    game = wide(6)
    assert Machine(match_module(lower(game, 2, {}).program)).start(1).count == 6 * 1_600 + 1
    assert lockstep(game, 1, most=2) == 2


def test_more_options_of_a_window_are_a_rule_error() -> None:
    game = wide(7)
    message = "there are more than 10,000 choices: Rush: what do you use?"
    for executor in Interpreter(game), CompiledExecutor(game):
        with pytest.raises(RuleError) as raised:
            executor.initial(Setting(2, 1))
        assert raised.value.message == message
        assert raised.value.span is not None
    assert lockstep(game, 1) == 0


def push(quota: str, body: str, action: str = "") -> str:
    return f"""kind Stone, 1 for each Rank
  Rank: 1 to 40
  Pushes: 0 to 9, starts 9
box Bag: all Stones
turn of each player
  Pushing
  Resting
phase Pushing
  repeat up to 320 times
    open Rush if me is the first player
phase Resting
  choose one
    "Count" if (the first player) has used Push this Idling
      my Seat's Score gains 1 if Bag is empty
    "Wait"
      stop
phase Idling
  my Seat's Score gains 1 if possible
window Rush
  first me: {quota} Push
action Push: a Stone of Bag{action}
  {body}
"""


FREE = push("any number of", "its Pushes gains 1 if possible")


@pytest.mark.parametrize(
    ("text", "width"),
    [
        (FREE, 32),
        (push("at most 1 of", "its Pushes gains 1 if possible"), 32),
        (push("any number of", "its Pushes loses 1"), 32),
        (push("any number of", "its Pushes loses 1 if possible"), 32),
        (push("at most 5 each Idling of", "its Pushes gains 1 if possible"), 16),
        (push("at most 40000 each Idling of", "its Pushes gains 1 if possible"), 32),
        (push("any number of", "its Pushes gains 1 if possible", ", once each Idling"), 16),
    ],
    ids=["free", "once an opening", "spends", "spends if possible", "few", "many", "once"],
)
def test_counts_of_uses_are_as_wide_as_they_can_become(text: str, width: int) -> None:
    (array,) = (one for one in lower(game_of(text), 2, {}).program.arrays if one.name == "used Push Idling")
    assert array.width == width


@pytest.mark.slow
def test_an_action_may_be_used_more_often_than_16_bits_count() -> None:
    assert lockstep(game_of(FREE), 3, most=36_000) == 36_000

"""A rule that cannot be carried out is told, and the match stays as it was."""

import random

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.source import MemoryProvider

RISKY = """edition 1

game "Risky"
  players 2
  limit 40 turns

kind Lamp, 6 of them
box Shelf: all Lamps
pool Floor of Lamps
kind Seat, 1 for each player
  Score: 0 to 3, starts 0
die Coin of 1 to 6, 1 of them
box Purse: all Coins

turn of each player
  Acting

phase Acting
  Going: yes or no, starts yes
  repeat while Going is yes
    roll Coin
    choose one
      "Leap"
        put the next Lamp of Shelf onto Floor
        my Seat's Score gains 2
      "Step"
        my Seat's Score gains 1 if possible
      "Rest"
        set Going to no
      "Search"
        choose a Lamp of Floor as the lamp, asking "Which lamp?"
        move the lamp to Shelf

the game ends when every Seat is Full
  all players win
a Seat is Full if its Score is 3
"""


@pytest.fixture(scope="module")
def risky() -> Interpreter:
    compilation = load("risky.gdl", MemoryProvider({"risky.gdl": RISKY}))
    assert compilation.game is not None, [d.message for d in compilation.diagnostics]
    return compilation.executor()


def test_the_match_is_as_before_and_goes_on(risky: Interpreter) -> None:
    failed = 0
    for seed in range(60):
        state, _ = risky.initial(Setting(2, seed))
        rng = random.Random(seed)
        while (decision := risky.decision(state)) is not None:
            number = rng.randrange(len(decision.choices))
            before, copy = risky.snapshot(state), state.copy()
            try:
                risky.apply(state, number)
            except RuleError as error:
                failed += 1
                assert error.message and error.span is not None
                assert error.trace and error.trace[0][0] == "Acting"
                assert risky.snapshot(state) == before
                assert risky.decision(state) == decision
                with pytest.raises(RuleError) as again:
                    risky.apply(copy, number)
                assert again.value.message == error.message
        outcome = risky.outcome(state)
        assert outcome is not None
    assert failed > 20


def test_a_message_names_what_went_wrong(risky: Interpreter) -> None:
    state, _ = risky.initial(Setting(2, 1))
    labels = [choice.label for choice in risky.decision(state).choices]  # type: ignore[union-attr]
    risky.apply(state, labels.index("Leap"))
    with pytest.raises(RuleError, match="would become 4; it goes from 0 to 3"):
        risky.apply(state, labels.index("Leap"))

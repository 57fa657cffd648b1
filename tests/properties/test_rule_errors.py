"""A rule that cannot be carried out is told, and the match stays as it was."""

import random

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.engine import ChanceRequest, RuleError, Setting
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
kind Ticket, 8 of them
deck Pack: all Tickets
pile Spent of Tickets
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
      "Gamble"
        shuffle Pack
        put the next Ticket of Pack onto Spent
        shuffle Spent into Pack
        my Seat's Score gains 2
        take the next Lamp of Shelf
      "Search"
        choose a Lamp of Floor as the lamp, asking "Which lamp?"
        move the lamp to Shelf

the game ends when every Seat is Full
  all players win
a Seat is Full if its Score is 3
"""


@pytest.fixture(scope="module", params=[True, False], ids=["traced", "silent"])
def risky(request: pytest.FixtureRequest) -> Interpreter:
    compilation = load("risky.gdl", MemoryProvider({"risky.gdl": RISKY}))
    assert compilation.game is not None, [d.message for d in compilation.diagnostics]
    return compilation.executor(trace=request.param)


def test_the_match_is_as_before_and_goes_on(risky: Interpreter) -> None:
    failed = 0
    for seed in range(60):
        state, _ = risky.initial(Setting(2, seed))
        rng = random.Random(seed)
        while (decision := risky.decision(state)) is not None:
            number = rng.randrange(len(decision.choices))
            before, where, copy = risky.snapshot(state), state.where[:], state.copy()
            try:
                risky.apply(state, number)
            except RuleError as error:
                failed += 1
                assert error.message and error.span is not None
                assert error.trace and error.trace[0][0] == "Acting"
                assert risky.snapshot(state) == before and state.where == where
                assert risky.decision(state) == decision
                with pytest.raises(RuleError) as again:
                    risky.apply(copy, number)
                assert again.value.message == error.message
        outcome = risky.outcome(state)
        assert outcome is not None
    assert failed > 20


def test_what_failed_leaves_no_trace_in_what_follows(risky: Interpreter) -> None:
    for seed in range(20):
        state, _ = risky.initial(Setting(2, seed))
        other, _ = risky.initial(Setting(2, seed))
        rng = random.Random(seed)
        while count := risky.count(state):
            number = rng.randrange(count)
            try:
                risky.apply(state, number)
            except RuleError:
                continue
            risky.apply(other, number)
            assert risky.snapshot(state) == risky.snapshot(other) and state.where == other.where


class Ones:
    """Chance that always takes the first, until somebody takes it away."""

    def __init__(self, times: int) -> None:
        self.times = times

    def draw(self, _: ChanceRequest) -> int:
        self.times -= 1
        if self.times < 0:
            raise EOFError
        return 0


def test_a_source_of_chance_may_give_up(risky: Interpreter) -> None:
    state, _ = risky.initial(Setting(2, 4))
    step = [choice.label for choice in risky.decision(state).choices].index("Step")  # type: ignore[union-attr]
    for _ in range(3):
        before, where = risky.snapshot(state), state.where[:]
        with pytest.raises(EOFError):
            risky.apply(state, step + 2, Ones(2))
        assert risky.snapshot(state) == before and state.where == where
        risky.apply(state, step, Ones(1))
        risky.apply(state, step)
    before, where = risky.snapshot(state), state.where[:]
    with pytest.raises(RuleError):
        risky.apply(state, 0)
    assert risky.snapshot(state) == before and state.where == where


def test_a_message_names_what_went_wrong(risky: Interpreter) -> None:
    state, _ = risky.initial(Setting(2, 1))
    labels = [choice.label for choice in risky.decision(state).choices]  # type: ignore[union-attr]
    risky.apply(state, labels.index("Leap"))
    with pytest.raises(RuleError, match="would become 4; it goes from 0 to 3"):
        risky.apply(state, labels.index("Leap"))


WRONG = """edition 1
game "Wrong"
  players 2
kind Token, 3 of them
pool Bag of Tokens
turn of each player
  Go
phase Go
  do Grab
  stop
rule Grab
  choose a Token of Bag as the token
  remove the token
the game ends when no Token is in Bag
  the player wins
"""


def test_an_error_tells_the_lines_that_were_running_and_names_as_they_are_written() -> None:
    executor = load("wrong.gdl", MemoryProvider({"wrong.gdl": WRONG})).executor()
    with pytest.raises(RuleError) as caught:
        executor.initial(Setting(2, 1))
    assert "Choose a Token of Bag as the token" in caught.value.message
    lines = [(name, span.start_position[0] + 1) for name, span in caught.value.trace if span is not None]
    assert lines == [("Grab", 12), ("Go", 9), ("Turn", 7)]

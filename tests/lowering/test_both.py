"""Interpreter and machine code say the same: events, decisions, what is seen, how it ended."""

import pytest
from both import both
from lockstep import game_of
from test_lockstep import READY

from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.compilation import load
from gekido_dsl.engine import Executor, RuleError, Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.source import MemoryProvider

QUICK = (
    "classics/tic_tac_toe",
    "classics/rock_paper_scissors",
    "classics/thirteen_rolls",
    "botwars",
    "gekido",
)


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.quick_in_turn(6)
def test_both_say_the_same(name: str) -> None:
    assert both(game_of(name), 7, most=40, every=20) > 20


_BIDS = """\
edition 1

game "Bids"
  PLAYERS
  limit 9 turns

kind Purse, 1 for each player
  Coins: 0 to 20, starts 4

turn of each player
  Bidding

phase Bidding
  BID
  my Purse's Coins gains 1 if possible
  me wins if my Purse's Coins is 20
"""


@pytest.mark.parametrize(
    ("players", "bid", "taken"),
    [
        ("players 2", "choose a number from my Purse's Coins to 5 as the bid", 3),
        ("players 2", "choose a number from 9 to my Purse's Coins as the bid", 0),
        ("players 1 to 3, and an automaton", "the automaton chooses a number from 1 to 3 as the bid", 0),
    ],
)
def test_a_rule_error_is_the_same(players: str, bid: str, taken: int) -> None:
    text = _BIDS.replace("PLAYERS", players).replace("BID", bid)
    made = load("bids.gdl", MemoryProvider({"bids.gdl": text}))
    assert made.model.value is not None, [one.message for one in made.diagnostics]
    errors = []
    for executor in (Interpreter(made.model.value), CompiledExecutor(made.model.value)):
        errors.append(_first_error(executor))
    assert errors[0] == errors[1]
    assert errors[0][0] == taken


def _first_error(executor: Executor) -> tuple[object, ...]:
    """Takes the first choice until a rule cannot be carried out."""
    taken = 0
    with pytest.raises(RuleError) as caught:
        state, _ = executor.initial(Setting(2, 1))
        while taken < 10:
            executor.apply(state, 0)
            taken += 1
    return taken, caught.value.message, caught.value.span, caught.value.trace


@pytest.mark.slow
@pytest.mark.parametrize("name", READY)
@pytest.mark.in_turn(3)
def test_both_say_the_same_throughout(name: str) -> None:
    game = game_of(name)
    compiled = CompiledExecutor(game, trace=True)
    for players in sorted({game.least_players, game.most_players}):
        assert both(game, 3 * players, players, most=60, compiled=compiled) > 20


_REFILLED = """\
edition 1

game "Refilled"
  players 2
  limit 9 turns
  source RB "Rulebook"

kind Card, 5 of them

pile Waste of Cards
deck Pack: all Cards, shuffled, with pile Waste [RB p1]
  when empty shuffle Waste into Pack

hand Holding of each player, of Cards

turn of each player
  Looking
  Taking

phase Looking [RB p2]
  draw 1 Card
  discard all Cards of my Holding

phase Taking [RB p3]
  draw 2 Cards
  discard all Cards of my Holding
"""


def test_a_pile_that_is_shuffled_anew_is_told_by_who_draws() -> None:
    made = load("refilled.gdl", MemoryProvider({"refilled.gdl": _REFILLED}))
    assert made.model.value is not None, [one.message for one in made.diagnostics]
    assert both(made.model.value, 1, 2) > 20
    _, told = Interpreter(made.model.value).initial(Setting(2, 1))
    # Both phases come to an empty deck, now one and now the other.
    assert {event.cites for event in told if event.kind == "shuffle"} == {("RB p2",), ("RB p3",)}

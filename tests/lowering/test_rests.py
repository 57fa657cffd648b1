"""A run goes on from a rest within a turn as it would from the turn's beginning."""

import pytest
from lockstep import game_of, lockstep

from gekido_dsl.backend.policies import PolicyMaker
from gekido_dsl.backend.policy import GREEDY, Policy
from gekido_dsl.backend.policy_games import PolicyGames
from gekido_dsl.backend.scripted import Maker
from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.lowering import lower
from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk
from gekido_dsl.program.build import FunctionBuilder
from gekido_dsl.source import MemoryProvider

PARTS = """edition 1
game "Parts"
  players 2
  limit 30 turns
kind Seat, 1 for each player
  Hits: 0 to 40, starts 0
  Left: 0 to 3, starts 0
turn of each player
  Counting
  Playing: Opening, Going On, Closing if my Seat's Hits is less than 30
  Counting
phase Counting
  repeat until my Seat's Left is at least 1
    do Nudge
phase Playing
  do Nudge
phase Opening
  do Nudge
  do Nudge
phase Going On
  repeat until my Seat's Left is 3
    do Nudge
phase Closing
  set my Seat's Left to 0
phase Nudge
  choose one
    "One"
      my Seat's Hits gains 1 if possible
    "Two"
      my Seat's Hits gains 2 if possible
      my Seat's Left gains 1 if possible
the game ends when some Seat is Done
  nobody wins
a Seat is Done if its Hits is at least 38
"""


class FromTheBoundary(PolicyMaker):
    """Has every playout begin at the boundary."""

    def set_out(self, f: FunctionBuilder) -> None:
        Maker.set_out(self, f)
        f.store(self.rest, 0, 0)


@pytest.mark.parametrize(
    "name",
    ["gekido", "gekido_duel", "botwars", "geeko", "classics/pig", "classics/whist", "classics/mill_creek"],
)
@pytest.mark.quick_in_turn(6)
@pytest.mark.dear
def test_every_run_from_the_last_rest_agrees_with_the_interpreter(name: str) -> None:
    game = game_of(name)
    lowered = lower(game, game.least_players, {}, judged=True)
    assert lockstep(game, 1, most=60, lowered=lowered, by="python") > 20


def test_lines_steps_and_loops_have_rests() -> None:
    """Not what is run at several places, nor what such a thing begins with."""
    game = load("parts.gdl", MemoryProvider({"parts.gdl": PARTS})).game
    assert game is not None
    lowered = lower(game, 2, {}, judged=True)
    found = [
        (function.name, one.number)
        for function in walk.reachable([lowered.program.entry])
        for one in walk.statements(function.body)
        if isinstance(one, ir.Rest)
    ]
    assert [name for name, _ in found].count("play") == 6
    assert sorted(set(found)) == [
        ("Going On", 5), ("Playing", 3), ("Playing", 4), ("Playing", 6), ("play", 1), ("play", 2), ("play", 7)
    ]  # fmt: skip
    assert lockstep(game, 2, most=100, lowered=lowered, by="python") > 20


def test_only_what_judges_has_rests() -> None:
    lowered = lower(game_of("gekido"), 2, {})
    functions = walk.reachable([lowered.program.entry])
    assert lowered.memory.rest is None
    assert not any(isinstance(one, ir.Rest) for each in functions for one in walk.statements(each.body))


@pytest.mark.parametrize(
    ("name", "players", "policy", "number"),
    [
        pytest.param("gekido", 4, GREEDY, 1, marks=pytest.mark.slow),
        pytest.param("gekido_duel", 2, Policy(24), 1, marks=pytest.mark.slow),
        pytest.param("botwars", 2, GREEDY, 1, marks=pytest.mark.slow),
        ("classics/whist", 4, GREEDY, 2),
        ("classics/pig", 2, Policy(24), 2),
    ],
)
@pytest.mark.in_turn(2)
@pytest.mark.quick_in_turn(2)
@pytest.mark.dear
def test_playouts_from_a_rest_are_those_from_the_boundary(
    name: str, players: int, policy: Policy, number: int
) -> None:
    pytest.importorskip("wasmtime")
    setting = Setting(players, 3, {})
    one, other = (
        PolicyGames(game_of(name), setting, (policy,) * players, make=make)
        for make in (PolicyMaker, FromTheBoundary)
    )
    for game in range(number):
        one.play(game)
        other.play(game)
        assert one.choices == other.choices

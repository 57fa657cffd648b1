"""The ruleset of The Pack and `the_pack.py` offer the same at every decision, and the same players win."""

import random
from pathlib import Path

import pytest
from the_pack import ThePack

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.ground import layout
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State

CLASSICS = Path(__file__).resolve().parents[2] / "rulesets" / "classics"


@pytest.fixture(scope="module")
def x() -> Interpreter:
    made = load("the_pack.gdl", FolderProvider(CLASSICS))
    assert made.game is not None and not made.diagnostics
    return made.executor()


def fact(state: State, name: str) -> list[int]:
    """Gives a fact of all players."""
    made = state.program.layout
    kind = next(kind for kind in made.game.kinds.values() if kind.sheet)
    first = made.field_cell[id(kind), name]
    return state.cells[first : first + made.players]


@pytest.mark.parametrize("players", range(6, 13))
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(k, marks=pytest.mark.slow) for k in range(2, 40))])
def test_every_decision_is_that_of_the_referee(x: Interpreter, seed: int, players: int) -> None:
    state, _ = x.initial(Setting(players, seed))
    pack = frozenset(k for k, side in enumerate(fact(state, "Side")) if side)
    gifts = fact(state, "Gift")
    assert len(pack) == 1 + (players > 6) + (players > 10)
    decision, rng = x.decision(state), random.Random(seed)
    assert decision is not None
    referee = ThePack(pack, gifts.index(1), gifts.index(2), players, state.cells[layout.FIRST])
    while decision is not None:
        named = {int(choice.label[7:]) - 1: number for number, choice in enumerate(decision.choices)}
        assert (decision.seat, set(named)) == (referee.seat, referee.choices())
        pick = rng.choice(sorted(named))
        x.apply(state, named[pick])
        referee.choose(pick)
        decision = x.decision(state)
    outcome = x.outcome(state)
    assert outcome is not None and outcome.finished is (referee.winners is not None)
    if referee.winners is not None:
        assert {seat for seat, rank in enumerate(outcome.ranks) if rank == 1} == referee.winners

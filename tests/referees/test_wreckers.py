"""The ruleset of Wreckers and `wreckers.py` offer the same at every decision, and the same players win."""

import random
from pathlib import Path

import pytest
from wreckers import NUMBER, Wreckers

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State

CLASSICS = Path(__file__).resolve().parents[2] / "rulesets" / "classics"


@pytest.fixture(scope="module")
def x() -> Interpreter:
    made = load("wreckers.gdl", FolderProvider(CLASSICS))
    assert made.game is not None and not made.diagnostics
    return made.executor()


def fact(state: State, name: str) -> list[int]:
    """Gives a fact of all players."""
    layout = state.program.layout
    kind = next(kind for kind in layout.game.kinds.values() if kind.sheet)
    first = layout.field_cell[id(kind), name]
    return state.cells[first : first + layout.players]


@pytest.mark.parametrize("lookout", ["Yes", "No"])
@pytest.mark.parametrize("players", range(5, 11))
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(k, marks=pytest.mark.slow) for k in range(2, 40))])
def test_every_decision_is_that_of_the_referee(x: Interpreter, seed: int, players: int, lookout: str) -> None:
    state, _ = x.initial(Setting(players, seed, options={"Lookout": lookout}))
    decision = x.decision(state)
    assert decision is not None
    wreckers = frozenset(k for k, side in enumerate(fact(state, "Side")) if side)
    watching = [k for k, one in enumerate(fact(state, "Watching")) if one]
    assert len(wreckers) == NUMBER[players]
    assert len(watching) == (lookout == "Yes") and not wreckers & set(watching)
    referee = Wreckers(wreckers, players, watching[0] if watching else None, decision.seat)
    rng = random.Random(seed)
    while decision is not None:
        named = {choice.label: number for number, choice in enumerate(decision.choices)}
        assert (decision.seat, set(named)) == (referee.seat, referee.choices())
        pick = rng.choice(sorted(named))
        if rng.random() < 0.4 and pick == "Nay":  # so that teams sail
            pick = "Aye"
        x.apply(state, named[pick])
        referee.choose(pick)
        decision = x.decision(state)
    outcome = x.outcome(state)
    assert outcome is not None and outcome.finished and referee.winners is not None
    assert {seat for seat, rank in enumerate(outcome.ranks) if rank == 1} == referee.winners

"""The ruleset of Short Weight and `short_weight.py` offer the same at every decision, and pay the same."""

import random
from collections import deque
from pathlib import Path

import pytest
from short_weight import ShortWeight, pots

from gekido_dsl.compilation import load
from gekido_dsl.engine import Event, Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.syntax.nodes import SHEET

CLASSICS = Path(__file__).parents[2] / "rulesets" / "classics"


@pytest.fixture(scope="module")
def game() -> Interpreter:
    made = load("short_weight.gdl", FolderProvider(CLASSICS))
    assert made.game is not None and not made.diagnostics
    return made.executor()


def rolled(events: list[Event]) -> list[int]:
    """Lists the faces that fell."""
    return [face for event in events if event.kind in ("roll", "reroll") for face in event.data[1]]


def test_pots_are_layers() -> None:
    assert list(pots([10, 25, 40], [0, 1, 2])) == [(30, [0, 1, 2]), (30, [1, 2]), (15, [2])]
    assert list(pots([10, 25, 40], [0, 1])) == [(30, [0, 1]), (45, [1])]


@pytest.mark.parametrize(("players", "seed"), [(2 + seed % 4, seed) for seed in range(24)])
def test_the_referee_agrees(game: Interpreter, players: int, seed: int) -> None:
    rng = random.Random(seed)
    state, events = game.initial(Setting(players, seed))
    layout = state.program.layout
    decision = game.decision(state)
    assert decision is not None
    referee = ShortWeight(players, decision.seat, deque(rolled(events)))

    def facts(name: str) -> list[int]:
        start = layout.field_cell[id(game.game.kinds[SHEET]), name]
        return state.cells[start : start + players]

    while (decision := game.decision(state)) is not None:
        offered = [choice.label for choice in decision.choices]
        assert (decision.seat, set(offered)) == (referee.turn, referee.choices())
        assert (facts("Coins"), facts("Stake")) == (referee.coins, referee.paid)
        weights = [0.2 if one == "Fold" else 1 / (1 + at) for at, one in enumerate(offered)]
        pick = rng.choices(offered, weights)[0]
        referee.fallen.extend(rolled(game.apply(state, offered.index(pick))))
        referee.choose(pick)
        assert not referee.fallen
    outcome = game.outcome(state)
    assert referee.stage == "over" and outcome is not None and outcome.finished
    assert facts("Coins") == referee.coins
    purses = (layout.place_of["Purse", seat] for seat in range(players))
    assert [len(state.contents[purse]) for purse in purses] == referee.seals
    order = referee.fortunes()
    there = [seat for seat in range(players) if seat in referee.there]
    ranks = [1 + sum(order[other] > order[seat] for other in there) for seat in there]
    assert [outcome.ranks[seat] for seat in there] == ranks

"""The ruleset of Tollkeeper and `tollkeeper.py` offer the same at every decision, and score the same."""

import random
from pathlib import Path

import pytest
from tollkeeper import ROUNDS, Card, Tollkeeper

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.syntax.nodes import SHEET

CLASSICS = Path(__file__).parents[2] / "rulesets" / "classics"
SUITS = ("Barges", "Carts", "Mules", "Ferries")


@pytest.fixture(scope="module")
def game() -> Interpreter:
    made = load("tollkeeper.gdl", FolderProvider(CLASSICS))
    assert made.game is not None and not made.diagnostics
    return made.executor()


def hands(state: State, players: int) -> list[set[Card]]:
    """Gives what each player holds."""
    layout = state.program.layout
    start = layout.things["Card"].start
    held = (state.contents[layout.place_of["Hand", seat]] for seat in range(players))
    return [{divmod(card - start, 10) for card in cards} for cards in held]


def meaning(label: str) -> object:
    """Gives what a choice means to the referee."""
    if label.isdigit():
        return int(label)
    if label in SUITS:
        return SUITS.index(label)
    suit, _, rank = label.partition(" ")
    return (SUITS.index(suit), int(rank) - 1) if suit in SUITS else label


@pytest.mark.parametrize(("players", "seed"), [(3 + seed % 3, seed) for seed in range(9)])
def test_the_referee_agrees(game: Interpreter, players: int, seed: int) -> None:
    rng = random.Random(seed)
    state, _ = game.initial(Setting(players, seed))
    decision = game.decision(state)
    assert decision is not None
    referee = Tollkeeper(players, decision.seat)
    referee.deal(hands(state, players))
    scores = state.program.layout.field_cell[id(game.game.kinds[SHEET]), "Score"]
    while (decision := game.decision(state)) is not None:
        offered = [choice.label for choice in decision.choices]
        assert (decision.seat, {meaning(one) for one in offered}) == (referee.turn, referee.choices())
        pick = rng.choice(offered)
        game.apply(state, offered.index(pick))
        referee.choose(meaning(pick))
        if referee.stage == "over":
            assert state.cells[scores : scores + players] == referee.scores
            if referee.rounds < ROUNDS:
                referee.deal(hands(state, players))
    outcome = game.outcome(state)
    assert referee.rounds == ROUNDS and outcome is not None and outcome.finished
    assert outcome.ranks == tuple(
        1 + sum(other > mine for other in referee.scores) for mine in referee.scores
    )

"""The Heir agrees with its referee at every decision of random matches."""

import random
from pathlib import Path

import pytest
from the_heir import TheHeir

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State

CLASSICS = Path(__file__).resolve().parents[2] / "rulesets" / "classics"


@pytest.fixture(scope="module")
def x() -> Interpreter:
    made = load("the_heir.gdl", FolderProvider(CLASSICS))
    assert made.game is not None and not made.diagnostics
    return made.executor()


def ranks(state: State, place: str, owner: int = -1) -> list[int]:
    """Gives the ranks of the cards in a place, in order."""
    layout = state.program.layout
    rows = layout.game.kinds["Card"].rows
    return [
        rows[layout.row_of[card]].values["Rank"] for card in state.contents[layout.place_of[place, owner]]
    ]


def begun(state: State, players: int) -> TheHeir:
    """Sets a referee up as the match was dealt: the first player has drawn already."""
    hands = [ranks(state, "Hand", player) for player in range(players)]
    drawn = hands[0].pop()
    return TheHeir([*ranks(state, "Deck"), drawn], ranks(state, "Aside")[0], hands)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(40))
def test_every_decision_is_that_of_the_referee(x: Interpreter, players: int, seed: int) -> None:
    state, _ = x.initial(Setting(players, seed))
    referee, rng = begun(state, players), random.Random(seed)
    rows = [row.name for row in x.game.kinds["Card"].rows]
    while (decision := x.decision(state)) is not None:
        named = {choice.label: number for number, choice in enumerate(decision.choices)}
        values = [
            rows.index(name) + 1 if name in rows else int(name) if name.isdigit() else int(name[7:]) - 1
            for name in named
        ]
        assert (decision.seat, sorted(values)) == (referee.turn, referee.choices())
        # Whoever holds the Heir rather keeps it, so that matches last.
        pick = rng.choice([value for value in values if value != 8 or len(values) == 1])
        x.apply(state, values.index(pick))
        referee.choose(pick)
        for player in range(players):
            assert sorted(ranks(state, "Hand", player)) == sorted(referee.hands[player])
            assert sorted(ranks(state, "Played", player)) == sorted(referee.played[player])
        assert ranks(state, "Deck") == referee.deck
    outcome = x.outcome(state)
    assert outcome is not None and outcome.finished and referee.over
    assert list(outcome.ranks) == referee.ranks()

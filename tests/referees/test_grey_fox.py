"""The Grey Fox agrees with its referee at every decision of random matches, and keeps where the fox is to itself."""

import random
from pathlib import Path

import pytest
from grey_fox import GreyFox

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State

CLASSICS = Path(__file__).resolve().parents[2] / "rulesets" / "classics"
SHOWN = (3, 7, 11, 15)


@pytest.fixture(scope="module")
def x() -> Interpreter:
    made = load("grey_fox.gdl", FolderProvider(CLASSICS))
    assert made.game is not None and not made.diagnostics
    return made.executor()


def spots(x: Interpreter, state: State, players: int) -> list[str]:
    """Gives where everybody is, the fox as it sees itself."""
    seen = x.observe(state, 0)
    stands = {thing.owner: space.label for space in seen.boards[0].spaces for thing in space.things}
    return [hideout(x, state, 0), *(stands[player] for player in range(1, players))]


def hideout(x: Interpreter, state: State, seat: int) -> str:
    """Gives where a seat sees the fox; empty where it does not."""
    fox = next(one for one in x.observe(state, seat).players[0].things if one.kind == "Fox")
    return fox.facts.get("Hideout", "")


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(4))
def test_every_decision_is_that_of_the_referee(x: Interpreter, players: int, seed: int) -> None:
    state, _ = x.initial(Setting(players, seed))
    rng = random.Random(seed)
    lines = [
        (
            frozenset(x.game.kinds["Stop"].rows[row.values[end]].name for end in ("From", "To")),
            x.game.enums["Sort"].members[row.values["By"]],
        )
        for row in x.game.kinds["Line"].rows
    ]
    referee = GreyFox(lines, spots(x, state, players))
    while (decision := x.decision(state)) is not None:
        labels = [choice.label for choice in decision.choices]
        assert (decision.seat, set(labels)) == (referee.turn, referee.choices())
        pick = rng.choice(labels)
        legs = referee.legs
        told = x.apply(state, labels.index(pick))
        referee.choose(pick)
        if referee.legs > legs:
            shown = referee.legs in SHOWN
            assert hideout(x, state, 1) == (referee.spots[0] if shown else "")
            assert any(referee.spots[0] in event.text for event in told) == shown
        assert spots(x, state, players) == referee.spots
    outcome = x.outcome(state)
    assert outcome is not None and outcome.finished and referee.escaped is not None
    assert [rank == 1 for rank in outcome.ranks] == [referee.escaped] + [not referee.escaped] * (players - 1)

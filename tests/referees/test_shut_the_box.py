"""The ruleset of Shut the Box and `shut_the_box.py` offer the same at every decision, and count the same."""

import random
from pathlib import Path

import pytest
from shut_the_box import Match

from gekido_dsl.compilation import load
from gekido_dsl.engine import ChanceRequest, Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter

CLASSICS = Path(__file__).parents[2] / "rulesets" / "classics"


class Throws:
    """The chance of a match, and what was thrown and not yet told to the referee."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.faces: list[int] = []

    def draw(self, request: ChanceRequest) -> int | None:
        if request.kind != "roll":
            return None
        face = self.rng.randrange(request.count)
        self.faces.append(face + 1)
        return face

    def take(self, dice: int) -> list[int]:
        """Gives the next faces; all were thrown for one of the referee's throws."""
        taken, self.faces = self.faces[:dice], self.faces[dice:]
        assert len(taken) == dice
        return taken


@pytest.fixture(scope="module")
def game() -> Interpreter:
    made = load("shut_the_box.gdl", FolderProvider(CLASSICS))
    assert made.game is not None
    return made.executor()


@pytest.mark.parametrize("flaps", [9, 12])
@pytest.mark.parametrize(
    ("players", "seed"),
    [(2, 0), (6, 1), *(pytest.param(2 + k % 5, k, marks=pytest.mark.slow) for k in range(2, 60))],
)
def test_the_referee_agrees(game: Interpreter, players: int, seed: int, flaps: int) -> None:
    rng, chance = random.Random(seed), Throws(seed)
    options = {"Size": "Twelve Flaps"} if flaps == 12 else {}
    state, _ = game.initial(Setting(players, seed, options), chance)
    referee = Match(players, flaps)
    asked = 0
    while True:
        while referee.needs_throw():
            referee.throw(chance.take(2))
        assert chance.faces == []
        decision = game.decision(state)
        if decision is None:
            break
        asked += 1
        assert decision.seat == len(referee.left)
        offered = [choice.label for choice in decision.choices]
        assert set(offered) == referee.choices()
        # Large flaps are shut first, so that one die is thrown now and then.
        picked = max(range(len(offered)), key=lambda k: (rng.random() < 0.7, k))
        game.apply(state, picked, chance)
        if offered[picked].startswith("Flap"):
            referee.shut(int(offered[picked].split()[1]))
        else:
            referee.throw(chance.take(2 if offered[picked] == "Two dice" else 1))
    assert asked
    assert referee.over
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.finished
    assert outcome.ranks == tuple(1 + sum(other < one for other in referee.left) for one in referee.left)

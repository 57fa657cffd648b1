"""The ruleset of The Seed Book and `seed_book.py` offer the same at every decision, and count the same."""

import random
from pathlib import Path

import pytest
from seed_book import Gardener, Plot, ranks

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter

CLASSICS = Path(__file__).parents[2] / "rulesets" / "classics"


@pytest.fixture(scope="module")
def game() -> Interpreter:
    made = load("seed_book.gdl", FolderProvider(CLASSICS))
    assert made.game is not None and not made.diagnostics
    return made.executor()


def plot(label: str) -> Plot | None:
    return None if label == "No" else (int(label[1]) - 1, int(label[3]) - 1)


@pytest.mark.parametrize(("players", "seed"), [(1 + seed % 4, seed) for seed in range(12)])
def test_the_referee_agrees(game: Interpreter, players: int, seed: int) -> None:
    rng = random.Random(seed)
    page = "Spring" if seed % 3 else "Autumn"
    state, events = game.initial(Setting(players, seed, {"Page": page}))
    gardeners = [Gardener(page) for _ in range(players)]
    dice: list[int] = []
    waiting: set[int] = set()
    while True:
        for event in events:
            if " rolls " in event.text:
                # Whoever can sow nothing has a weed and is not asked.
                assert not waiting
                dice = [int(face) for face in event.text.partition(" rolls ")[2].split(", ")]
                waiting = {k for k, one in enumerate(gardeners) if one.choices(dice) != {None}}
                for k in set(range(players)) - waiting:
                    gardeners[k].choose(None)
        decision = game.decision(state)
        if decision is None:
            break
        me = gardeners[decision.seat]
        assert decision.seat in waiting
        offered = [plot(choice.label) for choice in decision.choices]
        assert len(offered) == len(set(offered))
        assert set(offered) == me.choices(dice)
        # Rows from the top down, so that beds are filled.
        pick = min((one for one in offered if one is not None), default=None)
        if rng.random() < 0.2:
            pick = rng.choice(offered)
        events = game.apply(state, offered.index(pick))
        if not me.choose(pick):
            waiting.remove(decision.seat)
    assert not waiting and any(one.done() for one in gardeners)
    assert game.aims(state) == tuple(one.total() for one in gardeners)
    outcome = game.outcome(state)
    assert outcome is not None and outcome.finished
    assert outcome.ranks == ranks(gardeners)

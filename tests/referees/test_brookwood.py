"""The ruleset of Brookwood and `brookwood.py` offer the same at every decision, and come to the same end."""

import random
from collections import Counter
from pathlib import Path

import pytest
from brookwood import WAYS, Match, Place

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State

CLASSICS = Path(__file__).parents[2] / "rulesets" / "classics"


@pytest.fixture(scope="module")
def game() -> Interpreter:
    return load("brookwood.gdl", FolderProvider(CLASSICS)).executor()


def drawn(state: State) -> list[str]:
    """Lists the tiles in the order in which they are drawn."""
    layout = state.program.layout
    return [layout.name_of(one) for one in reversed(state.contents[layout.place_of["Bag", -1]])]


def where(label: str) -> tuple[Place, int]:
    """Reads `r8c9 → East`."""
    space, _, way = label.split()
    row, column = space[1:].split("c")
    return (int(row), int(column)), WAYS.index(way)


def compare(state: State, referee: Match) -> None:
    """Compares what everybody has scored, and how many wardens are at home."""
    layout = state.program.layout
    sheet = layout.game.kinds["Player's Sheet"]
    first = layout.field_cell[id(sheet), "Points"]
    assert [state.cells[first + k] for k in range(referee.players)] == [
        referee.points[k] for k in range(referee.players)
    ]
    homes = [len(state.contents[layout.place_of["Camp", k]]) for k in range(referee.players)]
    assert homes == [referee.home(k) for k in range(referee.players)]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(k, marks=pytest.mark.slow) for k in range(2, 20))])
@pytest.mark.in_turn(6)
def test_the_referee_agrees(game: Interpreter, players: int, seed: int) -> None:
    rng = random.Random(seed)
    state, _ = game.initial(Setting(players, seed))
    referee, asked = Match(players), 0
    # The first tile is on the table before anybody is asked.
    layout = state.program.layout
    table = [layout.name_of(one) for one in state.contents[layout.place_of["Table", -1]]]
    for turn, name in enumerate([*table, *drawn(state)]):
        player = turn % players
        lays = referee.lays(name)
        if not lays:
            continue
        decision = game.decision(state)
        assert decision is not None and decision.seat == player
        compare(state, referee)
        labels = [choice.label for choice in decision.choices]
        assert Counter(map(where, labels)) == Counter(lays)
        picked = rng.randrange(len(labels))
        place, facing = where(labels[picked])
        game.apply(state, picked)
        referee.lay(name, place, facing)
        asked += 1
        free = referee.free(place) if referee.home(player) else []
        if free:
            decision = game.decision(state)
            assert decision is not None and decision.seat == player
            lands = [referee.table[name][number].land for number in free]
            offered = [choice.label.split("'s ")[-1].split(" at ")[0] for choice in decision.choices]
            assert offered[:-1] == lands, (offered, lands)
            picked = rng.randrange(len(offered) if rng.random() < 0.3 else len(lands))
            game.apply(state, picked)
            if picked < len(lands):
                referee.wardens[place, free[picked]] = player
        referee.reckon()
    referee.reckon(at_the_end=True)
    compare(state, referee)
    outcome = game.outcome(state)
    assert outcome is not None and outcome.finished and asked > 40
    best = max(referee.points[k] for k in range(players))
    assert [k for k in range(players) if outcome.ranks[k] == 1] == [
        k for k in range(players) if referee.points[k] == best
    ]

"""The rulesets of Common Field and Domineering offer what `common_field.py` does, and come to the same end."""

import random
from pathlib import Path

import pytest
from common_field import BEDS, Cell, Dominoes, Field

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter.state import State

CLASSICS = Path(__file__).parents[2] / "rulesets" / "classics"


def covered(state: State, kind: str) -> set[Cell]:
    """Lists where squares of shapes lie."""
    layout = state.program.layout
    board = next(iter(layout.game.boards.values()))
    spots = [
        state.cells[layout.position_cell + state.where[one]]
        for one in layout.things[kind]
        if state.where[one] in layout.base_of
    ]
    return {(spot // board.shape.columns + 1, spot % board.shape.columns + 1) for spot in spots}


def meant(label: str, drawn: str) -> frozenset[Cell]:
    """Reads which cells a choice covers: `Bar → r1c1 mirrored turned right`."""
    space, *lie = label.split(" → ")[-1].split()
    row, column = map(int, space[1:].split("c"))
    cells = {(r, c) for r, line in enumerate(drawn.split("/")) for c, sign in enumerate(line) if sign == "#"}
    if lie[:1] == ["mirrored"]:
        cells, lie = {(r, -c) for r, c in cells}, lie[1:]
    for _ in range(("", "right", "around", "left").index(lie[1] if lie else "")):
        cells = {(c, -r) for r, c in cells}
    top, left = min(cells)
    return frozenset((r - top + row, c - left + column) for r, c in cells)


@pytest.mark.parametrize("players", [2, *(pytest.param(k, marks=pytest.mark.slow) for k in (3, 4))])
@pytest.mark.parametrize("seed", [0, *(pytest.param(k, marks=pytest.mark.slow) for k in range(1, 4))])
@pytest.mark.dear
def test_the_referee_of_common_field_agrees(players: int, seed: int) -> None:
    game = load("common_field.gdl", FolderProvider(CLASSICS)).executor()
    state, _ = game.initial(Setting(players, seed))
    referee, rng, player, resting = Field(players), random.Random(seed), 0, set[int]()
    while len(resting) < players:
        lays = set(referee.lays(player)) if player not in resting else set()
        if lays:
            decision = game.decision(state)
            assert decision is not None and decision.seat == player
            names = [choice.label.split()[0] for choice in decision.choices]
            offered = [
                (name, meant(choice.label, BEDS[name]))
                for name, choice in zip(names, decision.choices, strict=True)
            ]
            assert set(offered) == lays and len(offered) == len(lays)
            picked = rng.randrange(len(offered))
            game.apply(state, picked)
            referee.lay(player, *offered[picked])
            assert covered(state, "Plant") == set(referee.lying)
        else:
            resting.add(player)
        player = (player + 1) % players
    outcome = game.outcome(state)
    assert outcome is not None and outcome.finished
    harvests = [referee.harvest(k) for k in range(players)]
    assert list(outcome.ranks) == [1 + sum(other > mine for other in harvests) for mine in harvests]


@pytest.mark.parametrize("seed", range(3))
def test_the_referee_of_domineering_agrees(seed: int) -> None:
    game = load("domineering.gdl", FolderProvider(CLASSICS)).executor()
    state, _ = game.initial(Setting(2, seed))
    referee, rng, player = Dominoes(), random.Random(seed), 0
    while lays := set(referee.lays(player)):
        decision = game.decision(state)
        assert decision is not None and decision.seat == player
        assert {meant(choice.label, "##" if player else "#/#") for choice in decision.choices} == lays
        game.apply(state, rng.randrange(len(decision.choices)))
        referee.lying = covered(state, "Half")
        player = 1 - player
    outcome = game.outcome(state)
    assert outcome is not None and outcome.finished and outcome.ranks[player] == 2

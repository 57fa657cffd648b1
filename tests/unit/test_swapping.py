"""Spaces that change places: whoever stands there goes along, and what lies beside them is asked anew."""

import random
from itertools import chain

import pytest

from gekido_dsl import engine as e
from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import has_errors
from gekido_dsl.source import MemoryProvider

GAME = """edition 1
game "Garden"
  players 2
  limit 60 turns
values Way: Up, Right, Down, Left, clockwise
kind Plot: 4 Lawn, 4 Sand and a Pond
  Facing: a Way, starts Up
kind Cat, 1 for each player
board Garden: 3 by 3 Plot, touching in 4 directions
  all: Plots, shuffled
setup
  each player
    put my Cat onto random Lawn that is empty
turn of each player
  Pushing
phase Pushing
  choose one, asking "What do you push?"
    "row 1"
      each Plot in (the line from r1c1 towards Right)
        swap r1c1 with it
    "row 3"
      each Plot in (the line from r3c1 towards Right)
        swap r3c1 with it
    "column 2"
      each Plot in (the line from r1c2 towards Down)
        swap r1c2 with it
    "the Pond turns"
      turn the Pond right
the game ends when the Pond is next to my Cat and the Pond's Facing is Left
  the player wins
"""
LINES = {
    "row 1": ("r1c1", "r1c2", "r1c3"),
    "row 3": ("r3c1", "r3c2", "r3c3"),
    "column 2": ("r1c2", "r2c2", "r3c2"),
}


def seen(view: e.View) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Gives what lies at each place: the name of the space, and who stands on it."""
    return {
        space.label: (space.name, tuple(f"{one.kind} {one.owner}" for one in space.things))
        for space in view.boards[0].spaces
    }


@pytest.mark.parametrize("seed", range(3))
def test_lines_go_round_as_plain_lists_do(seed: int) -> None:
    made = load("garden.gdl", MemoryProvider({"garden.gdl": GAME}))
    assert not has_errors(made.diagnostics), made.diagnostics
    game, rng = made.executor(), random.Random(seed)
    state, _ = game.initial(e.Setting(2, seed))
    expected = seen(game.observe(state, None))
    assert sorted(len(things) for _, things in expected.values()) == [0] * 7 + [1, 1]
    while (asked := game.decision(state)) is not None:
        number = rng.randrange(len(asked.choices))
        choice = asked.choices[number]
        if line := LINES.get(choice.label):
            held = [expected[label] for label in line]
            expected |= dict(zip(line, chain(held[-1:], held[:-1]), strict=True))
        game.apply(state, number)
        assert seen(game.observe(state, None)) == expected

"""The ruleset of nine men's morris and `morris.py` offer the same at every decision, and come to the same end."""

import random
from pathlib import Path

import pytest
from morris import POINTS, Morris, Point, perft

from gekido_dsl import perft as counting
from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State

CLASSICS = Path(__file__).parents[2] / "rulesets" / "classics"
RING = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)]
"""Where the places of a ring lie, in steps of its size."""


@pytest.fixture(scope="module")
def game() -> Interpreter:
    made = load("nine_mens_morris.gdl", FolderProvider(CLASSICS))
    assert made.game is not None
    return Interpreter(made.game, trace=False)


def positions() -> dict[int, Point]:
    """Gives the point by its position on the board of 7 by 7."""
    found = {}
    for ring, place in POINTS:
        down, right = RING[place]
        size = 3 - ring
        found[(ring + down * size) * 7 + ring + right * size] = (ring, place)
    return found


AT = positions()


def point(state: State, space: int) -> Point:
    return AT[state.cells[state.program.layout.position_cell + space]]


def offered(state: State, referee: Morris) -> dict[tuple[Point | None, Point], int]:
    """Gives what is offered, by whence and where, with its number."""
    assert state.question is not None
    found: dict[tuple[Point | None, Point], int] = {}
    for number, option in enumerate(state.question.options):
        assert option is not None
        if len(option) == 2:
            found[point(state, state.where[option[0]]), point(state, option[1])] = number
        else:
            space = state.where[option[0]] if referee.taking else option[0]
            found[None, point(state, space)] = number
    assert len(found) == len(state.question.options)
    return found


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(k, marks=pytest.mark.slow) for k in range(4, 60))]
)
@pytest.mark.in_turn(6)
def test_the_referee_agrees(game: Interpreter, seed: int) -> None:
    rng = random.Random(seed)
    state, _ = game.initial(Setting(2, seed))
    referee = Morris()
    men = state.program.layout.things["Man"]
    while state.question is not None:
        choices = offered(state, referee)
        assert state.question.seat == referee.to_move
        assert set(choices) == referee.choices()
        on_board = state.program.layout.things["Point"]
        held = {
            point(state, state.where[man]): state.owner(man) for man in men if state.where[man] in on_board
        }
        assert held == referee.held
        # Whoever can close a mill mostly does, so that matches come to flying and to an end.
        moves = sorted(choices, key=str)
        mills = [move for move in moves if closes(referee, *move)]
        move = rng.choice(mills if mills and rng.random() < 0.7 else moves)
        game.apply(state, choices[move])
        referee.play(*move)
    assert not referee.choices()
    outcome = game.outcome(state)
    assert outcome is not None and outcome.finished
    assert outcome.ranks == referee.ranks()


def closes(referee: Morris, start: Point | None, goal: Point) -> bool:
    after = referee.copy()
    after.play(start, goal)
    return after.taking


def test_the_beginning_is_counted_right() -> None:
    assert [perft(Morris(), depth) for depth in range(4)] == [1, 24, 24 * 23, 24 * 23 * 22]


@pytest.mark.parametrize("depth", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_the_ruleset_counts_what_the_referee_counts(game: Interpreter, depth: int) -> None:
    counts = counting.count(game, Setting(2, 0), depth)
    assert counts.positions == tuple(perft(Morris(), k) for k in range(depth + 1))


def test_positions_in_the_middle_are_counted_alike(game: Interpreter) -> None:
    rng = random.Random(5)
    state, _ = game.initial(Setting(2, 5))
    referee = Morris()
    for _ in range(26):
        choices = offered(state, referee)
        move = rng.choice(sorted(choices, key=str))
        game.apply(state, choices[move])
        referee.play(*move)
    assert below(game, state, 2) == perft(referee, 2)


def below(x: Interpreter, state: State, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for number in range(x.count(state)):
        after = state.copy()
        x.apply(after, number)
        total += below(x, after, depth - 1)
    return total

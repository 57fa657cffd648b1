"""Counts of positions, known from elsewhere, of games without chance."""

from collections.abc import Iterator

import pytest
from shipped import silent

from gekido_dsl.engine import Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.perft import count

KNOWN = [
    ("classics/tic_tac_toe.gdl", (9, 72, 504, 3_024), (15_120, 54_720)),
    ("classics/connect_four.gdl", (7, 49, 343, 2_401), (16_807,)),
    ("classics/breakthrough.gdl", (22, 484, 11_132), (256_036,)),
    ("classics/othello.gdl", (4, 12, 56, 244, 1_396), (8_200,)),
]


def positions_of(name: str, depth: int) -> tuple[int, ...]:
    """Adds up the numbers of choices, ply by ply; so the last ply need not be played."""
    x = silent(name)
    here, found = [x.initial(Setting(2, 0))[0]], []
    for ply in range(1, depth + 1):
        found.append(sum(x.count(state) for state in here))
        here = [after for state in here for after in children(x, state)] if ply < depth else []
    return tuple(found)


def children(x: Interpreter, state: State) -> Iterator[State]:
    for choice in range(x.count(state)):
        after = state.copy()
        x.apply(after, choice)
        yield after


@pytest.mark.parametrize(("name", "known", "more"), KNOWN)
@pytest.mark.quick_in_turn(3)
def test_positions_are_counted_right(name: str, known: tuple[int, ...], more: tuple[int, ...]) -> None:
    assert positions_of(name, len(known)) == known


@pytest.mark.slow
@pytest.mark.parametrize(("name", "known", "more"), KNOWN)
@pytest.mark.in_turn(2)
def test_positions_are_counted_right_far_down(
    name: str, known: tuple[int, ...], more: tuple[int, ...]
) -> None:
    assert positions_of(name, len(known) + len(more)) == known + more


def test_the_command_counts_the_same() -> None:
    name, known, _ = KNOWN[0]
    assert count(silent(name), Setting(2, 0), len(known)).positions[1:] == known


def test_the_first_player_of_hex_has_every_cell() -> None:
    assert positions_of("classics/hex.gdl", 1) == (121,)

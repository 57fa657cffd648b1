"""The passes change nothing but the time: a batch plays the same games without them."""

import pytest
from lockstep import game_of

from gekido_dsl.backend import runtime
from gekido_dsl.backend.batch import batch_module
from gekido_dsl.lowering import lower
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.passes import ALL, NONE, Passes

GAMES = 20


def _rows(program: ir.Program, passes: Passes) -> list[int]:
    module = batch_module(program, hashing=True, passes=passes)
    instance = runtime.Instance(runtime.compile_module(module.module))
    instance.call("play", 5, 0, 0, GAMES)
    return instance.words(module.rows, GAMES * module.width).tolist()


BOARDS = ("othello", "tic_tac_toe", "connect_four", "breakthrough", "hex")


@pytest.mark.parametrize(
    ("name", "players"), [("gekido", 3), ("classics/hearts", 4), *((f"classics/{one}", 2) for one in BOARDS)]
)
def test_the_passes_change_no_game(name: str, players: int) -> None:
    program = lower(game_of(name), players, {}).program
    assert _rows(program, ALL) == _rows(program, NONE)

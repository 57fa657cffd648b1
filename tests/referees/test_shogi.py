"""The ruleset of shogi and the package `shogi` offer the same at every decision, and come to the same end."""

import random
from functools import cache
from pathlib import Path

import pytest
import shogi

from gekido_dsl.api import read
from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.backend.machine import Machine, Stand
from gekido_dsl.backend.match import match_module
from gekido_dsl.backend.plans import CompiledState
from gekido_dsl.engine import Setting
from gekido_dsl.lowering import Lowered, lower
from gekido_dsl.perft.compiled import CompiledTree

RULESET = Path(__file__).parents[2] / "rulesets" / "classics" / "shogi.gdl"
RANKS = (
    shogi.KING,
    shogi.ROOK,
    shogi.BISHOP,
    shogi.GOLD,
    shogi.SILVER,
    shogi.KNIGHT,
    shogi.LANCE,
    shogi.PAWN,
)
TURNS = 500
Place = tuple[int | None, int | None, int]
"""From which square, or which piece is dropped, and to which square."""


@cache
def compiled() -> tuple[Lowered, Machine]:
    lowered = lower(read(RULESET).game, 2, {})
    return lowered, Machine(match_module(lowered.program))


@cache
def executor() -> CompiledExecutor:
    return CompiledExecutor(read(RULESET).game)


def offered(stand: Stand) -> list[Place]:
    """Gives the options of a decision."""
    lowered, machine = compiled()
    kind = read_kind()
    where = machine.read(stand, lowered.memory.chains.where)
    ranks = machine.read(stand, lowered.memory.fields[id(kind), "Rank"])
    first = lowered.layout.things["Piece"].start
    return [
        (where[thing], None, to) if where[thing] < 81 else (None, RANKS[ranks[thing - first]], to)
        for thing, to in machine.offers(stand)
    ]


def read_kind() -> object:
    return compiled()[0].memory.game.kinds["Piece"]


def place(move: shogi.Move) -> Place:
    return move.from_square, move.drop_piece_type, move.to_square


def repeated(keys: list[str], checks: list[bool]) -> int | None:
    """Tells who wins as the position comes up for the fourth time: 0 or 1; -1 for nobody, None if it does not.

    Args:
        keys: the positions as turns began.
        checks: of each move whether it gave check.
    """
    times = [k for k, key in enumerate(keys) if key == keys[-1]]
    if len(times) != 4:
        return None
    first, mover = times[0], (len(keys) - 1) % 2
    for player in (mover, 1 - mover):
        if all(checks[k] for k in range(first, len(checks)) if k % 2 == player):
            return 1 - player
    return -1


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(k, marks=pytest.mark.slow) for k in range(4, 40))]
)
@pytest.mark.parametrize("back", [0, 0.8])
def test_the_referee_agrees(seed: int, back: float) -> None:
    rng, board, machine = random.Random(seed), shogi.Board(), compiled()[1]
    stand, keys, checks = machine.start(seed, lambda draw: None), list[str](), list[bool]()
    wanted: int | None = None
    while True:
        keys.append(" ".join(board.sfen().split()[:3]))
        wanted = repeated(keys, checks)
        legal: dict[Place, list[shogi.Move]] = {}
        for move in board.legal_moves:
            legal.setdefault(place(move), []).append(move)
        if wanted is not None or not legal or len(checks) == TURNS:
            break
        assert stand.seat == board.turn
        choices = offered(stand)
        assert sorted(map(str, choices)) == sorted(map(str, legal))
        number = rng.randrange(len(choices))
        giving = [k for k, one in enumerate(choices) if gives_check(board, legal[one][0])]
        if giving and rng.random() < back:
            number = rng.choice(giving)
        elif back and len(board.move_stack) > 1 and rng.random() < back:
            # Pieces go back where they came from, so that positions come up again.
            last = board.move_stack[-2]
            number = next(
                (k for k, one in enumerate(choices) if one == (last.to_square, None, last.from_square)),
                number,
            )
        moves = legal[choices[number]]
        stand = machine.apply(stand, number)
        taken = rng.randrange(len(moves))
        if len(moves) == 2:
            # The first that is offered is to promote.
            assert stand.seat == board.turn and stand.count == 2
            stand = machine.apply(stand, 0 if moves[taken].promotion else 1)
        board.push(moves[taken])
        checks.append(board.is_check())
    assert not stand.count
    outcome = executor().outcome(CompiledState(executor().plan(Setting(2, seed)), Setting(2, seed), stand))
    assert outcome is not None
    if wanted is None:
        wanted = -1 if legal else 1 - board.turn
    won = outcome.winners if not outcome.joint and len(outcome.winners) == 1 else ()
    assert won == (() if wanted < 0 else (wanted,))


def gives_check(board: shogi.Board, move: shogi.Move) -> bool:
    board.push(move)
    found = board.is_check()
    board.pop()
    return bool(found)


def test_positions_that_are_known() -> None:
    tree = CompiledTree(read(RULESET).game, Setting(2, 1), by_turn=True)
    assert tree.count(2, lambda done: None, 10_000)[0] == [1, 30, 900]


@pytest.mark.slow
def test_positions_that_are_known_deeper() -> None:
    tree = CompiledTree(read(RULESET).game, Setting(2, 1), by_turn=True)
    assert tree.count(3, lambda done: None, 10_000)[0] == [1, 30, 900, 25_470]

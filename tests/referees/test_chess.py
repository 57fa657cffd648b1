"""The ruleset of chess and the package `chess` offer the same at every decision, and come to the same end."""

import random
from functools import cache
from pathlib import Path

import chess
import pytest

from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.backend.machine import Machine, Stand
from gekido_dsl.backend.match import match_module
from gekido_dsl.backend.plans import CompiledState
from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.lowering import Lowered, lower
from gekido_dsl.model import nodes as m
from gekido_dsl.perft.compiled import CompiledTree
from gekido_dsl.source import MemoryProvider

CLASSICS = Path(__file__).parents[2] / "rulesets" / "classics"
RANKS = (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)
Move = tuple[int, int]


@cache
def compiled() -> tuple[Lowered, Machine]:
    game = game_of(None)
    lowered = lower(game, 2, {})
    return lowered, Machine(match_module(lowered.program))


@cache
def played() -> CompiledExecutor:
    return CompiledExecutor(game_of(None))


def game_of(position: str | None) -> m.Game:
    """Gives the game, or the one that begins with a position in Forsyth-Edwards notation, the first player to move."""
    text = (CLASSICS / "chess.gdl").read_text(encoding="utf-8")
    if position is not None:
        board = chess.Board(position)
        text = text[: text.index("\nscenario")]
        start, end = text.index('  "rnbqkbnr"'), text.index('  "K" is')
        rows = [
            "".join(str(board.piece_at(chess.square(column, row)) or ".") for column in range(8))
            for row in reversed(range(8))
        ]
        text = text[:start] + "".join(f'  "{row}"\n' for row in rows) + text[end:]
        text += "\nsetup\n" + "".join(_facts(board))
    made = load("chess.gdl", MemoryProvider({"chess.gdl": text}))
    assert made.game is not None, made.diagnostics
    return made.game


def _facts(board: chess.Board) -> list[str]:
    """Says which pieces have moved, and which pawn is passing."""
    found = []
    for square, piece in board.piece_map().items():
        home = 1 if piece.color else 6
        fresh = (
            chess.square_rank(square) == home
            if piece.piece_type == chess.PAWN
            else bool(board.castling_rights & chess.BB_SQUARES[square])
            or (piece.piece_type == chess.KING and board.has_castling_rights(piece.color))
        )
        at = f"  each Piece on r{chess.square_rank(square) + 1}c{chess.square_file(square) + 1}\n"
        if not fresh:
            found.append(f"{at}    set its Unmoved to no\n")
        if board.ep_square is not None and square == board.ep_square - 8:
            found.append(f"{at}    set its Passing to yes\n")
    return found


def square(space: int) -> int:
    return chess.square(space % 8, 7 - space // 8)


def offered(stand: Stand) -> list[tuple[int, ...]]:
    """Gives the options of a decision as the squares whence and where, or as a rank; nothing of one that only waits."""
    lowered, machine = compiled()
    where = machine.read(stand, lowered.memory.chains.where)
    return [
        (square(where[one[0]]), square(one[1])) if len(one) == 2 else one for one in machine.offers(stand)
    ]


@pytest.mark.parametrize(
    "seed", [*range(6), *(pytest.param(k, marks=pytest.mark.slow) for k in range(6, 60))]
)
@pytest.mark.parametrize("back", [0, 0.8])
def test_the_referee_agrees(seed: int, back: float) -> None:
    rng, board, machine = random.Random(seed), chess.Board(), compiled()[1]
    executor, setting = played(), Setting(2, seed)
    stand = machine.start(seed, lambda draw: None)
    while stand.count:
        assert stand.seat == (0 if board.turn else 1)
        legal = {(move.from_square, move.to_square) for move in board.legal_moves}
        choices = offered(stand)
        claims = board.is_repetition(3) or (board.halfmove_clock >= 100 and not board.is_check())
        assert (set(choices) != legal) == claims
        if claims:
            assert stand.count == 2
            stand = machine.apply(stand, 1)
            choices = offered(stand)
        assert set(choices) == legal
        if not legal:  # stalemate, with a draw to claim
            break
        assert len(choices) == len(legal)
        # Pieces are taken often, so that the board empties.
        taking = [k for k, move in enumerate(choices) if board.is_capture(chess.Move(move[0], move[1]))]
        number = rng.choice(taking if taking and rng.random() < 0.3 else range(len(choices)))
        if back and len(board.move_stack) > 1 and rng.random() < back:
            # Pieces go back where they came from, so that positions come up again.
            last = board.move_stack[-2]
            number = next(
                (k for k, move in enumerate(choices) if move == (last.to_square, last.from_square)), number
            )
        start, end = choices[number]
        stand = machine.apply(stand, number)
        become = None
        if chess.Move(start, end, chess.QUEEN) in board.legal_moves:
            ranks = [one[0] for one in machine.offers(stand)]
            assert ranks == [1, 2, 3, 4]
            chosen = rng.randrange(4)
            become = RANKS[ranks[chosen]]
            stand = machine.apply(stand, chosen)
        board.push(chess.Move(start, end, become))
    ended = board.outcome()
    assert ended is not None
    outcome = executor.outcome(CompiledState(executor.plan(setting), setting, stand))
    assert outcome is not None
    wanted = () if ended.winner is None else (0 if ended.winner else 1,)
    assert (outcome.winners if not outcome.joint and len(outcome.winners) == 1 else ()) == wanted


@pytest.mark.parametrize(
    ("position", "counts"),
    [
        (chess.STARTING_FEN, (20, 400)),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", (48, 2_039)),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", (14, 191, 2_812)),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", (44, 1_486)),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", (6, 264)),
        ("8/8/8/K2pP2r/8/8/8/7k w - d6 0 1", (6,)),
        ("4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1", (23,)),
    ],
)
@pytest.mark.quick_in_turn(2)
def test_positions_that_are_known(position: str, counts: tuple[int, ...]) -> None:
    tree = CompiledTree(game_of(position), Setting(2, 1), by_turn=True)
    assert tree.count(len(counts), lambda done: None, 10_000)[0] == [1, *counts]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("position", "counts"),
    [
        (chess.STARTING_FEN, (20, 400, 8_902, 197_281)),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", (48, 2_039, 97_862)),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", (44, 1_486, 62_379)),
    ],
)
def test_positions_that_are_known_deeper(position: str, counts: tuple[int, ...]) -> None:
    test_positions_that_are_known(position, counts)


def test_the_interpreter_agrees() -> None:
    game = Interpreter(
        game_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"), trace=False
    )
    state, _ = game.initial(Setting(2, 1))
    assert state.question is not None
    assert len(state.question.options) == 48

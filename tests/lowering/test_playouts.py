"""Playouts in the module are those that the interpreter plays from the same state, with the same seed."""

import pytest
from lockstep import game_of
from test_lockstep import READY

from gekido_dsl.backend.batch import PLAYER
from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.backend.plans import CompiledState
from gekido_dsl.backend.playouts import Playout
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.rng import Rng

QUICK = (
    "classics/connect_four",
    "classics/pig",
    "classics/hearts",
    "gekido",
)
DEAR = ("classics/backgammon", "botwars")
_WORD = (1 << 64) - 1


def _mixed(x: int) -> int:
    x &= _WORD
    x = ((x ^ x >> 30) * 0xBF58_476D_1CE4_E5B9) & _WORD
    x = ((x ^ x >> 27) * 0x94D0_49BB_1331_11EB) & _WORD
    return x ^ x >> 31


def _by_interpreter(x: Interpreter, root: State, path: list[int], seed: int, limit: int) -> Playout:
    s = root.copy()
    s.rng, player = Rng(seed), Rng(_mixed(seed ^ PLAYER))
    taken = 0
    for choice in path:
        if choice >= x.count(s):
            break
        x.apply(s, choice)
        taken += 1
    seat, count = (s.question.seat, x.count(s)) if s.question is not None else (-1, 0)
    decisions = 0
    while x.count(s) and decisions < limit:
        x.apply(s, player.below(x.count(s)))
        decisions += 1
    aims = x.aims(s) if x.count(s) else None
    return Playout(taken, seat, count, decisions, x.outcome(s), _balances(aims) if aims is not None else None)


def _balances(aims: tuple[int | None, ...]) -> tuple[int, ...]:
    """Gives how well each stands, less how well others do on average; being out is worse than the worst by 200."""
    least = min((aim for aim in aims if aim is not None), default=0) - 200
    values = [least if aim is None else aim for aim in aims]
    others = max(len(values) - 1, 1)
    return tuple(
        value - int((sum(values) - value) / others) if len(values) > 1 else value for value in values
    )


def compare(name: str, players: int, playouts: int, limit: int) -> int:
    """Compares playouts from several decisions of a match; gives how many did."""
    game = game_of(name)
    x, compiled = Interpreter(game, trace=False), CompiledExecutor(game)
    setting = Setting(players, 3)
    one, _ = x.initial(setting)
    other, _ = compiled.initial(setting)
    choices, done = Rng(7), 0
    for number in range(40):
        if not x.count(one):
            break
        if number % 9 == 0:
            roots: list[tuple[State, CompiledState]] = [(one, other)]
            seat = other.stand.seat
            roots.append((x.sample(one, seat, number), compiled.sample(other, seat, number)))
            for mine, its in roots:
                if its.played is not None:
                    with pytest.raises(ValueError, match="until the turn is over"):
                        compiled.playouts(its)
                    continue
                paths = [
                    [choices.below(x.count(mine)), choices.below(3), 1][: k % 4] for k in range(playouts)
                ]
                found = compiled.playouts(its).play_many(paths, range(playouts), limit)
                for seed, path in enumerate(paths):
                    try:
                        wanted = _by_interpreter(x, mine, path, seed, limit)
                    except RuleError as error:
                        assert found[seed].error is not None, error.message
                        continue
                    assert found[seed] == wanted, (name, number, path, seed)
                    assert compiled.playouts(its).play(path, seed, limit) == wanted
                    done += 1
        chosen = choices.below(x.count(one))
        x.apply(one, chosen)
        compiled.apply(other, chosen)
    return done


@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(one, marks=pytest.mark.slow) for one in DEAR)])
@pytest.mark.in_turn(2)
@pytest.mark.quick_in_turn(6)
@pytest.mark.dear
def test_playouts_are_those_of_the_interpreter(name: str) -> None:
    assert compare(name, max(2, game_of(name).least_players), 4, 12) > 10


@pytest.mark.parametrize(
    "name", ["classics/tic_tac_toe", pytest.param("gekido_duel", marks=pytest.mark.slow)]
)
def test_playouts_to_the_end_are_those_of_the_interpreter(name: str) -> None:
    assert compare(name, 2, 3, 1_000) > 5


@pytest.mark.slow
@pytest.mark.parametrize("name", READY)
@pytest.mark.in_turn(3)
def test_playouts_are_those_of_the_interpreter_throughout(name: str) -> None:
    assert compare(name, game_of(name).most_players, 4, 40) > 0


def test_the_state_is_left_as_it_was() -> None:
    compiled = CompiledExecutor(game_of("classics/connect_four"))
    state, _ = compiled.initial(Setting(2, 1))
    before = compiled.snapshot(state)
    playouts = compiled.playouts(state)
    assert {one.outcome.winners for one in playouts.play_many([(3,)] * 300, range(300), 42)} >= {(0,), (1,)}
    assert compiled.snapshot(state) == before
    with pytest.raises(ValueError, match="a path may have 256 choices"):
        playouts.play([0] * 257, 1, 1)

"""Interpreter and compiled code draw the same worlds, and see the same in them."""

import pytest
from lockstep import game_of
from test_lockstep import READY
from turns import Turns
from worlds import worlds

from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.engine import Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.lowering import lower
from gekido_dsl.rng import Rng

QUICK = ("classics/hearts", "classics/goofspiel", "classics/liars_dice", "classics/the_heir", "gekido")


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.quick_in_turn(6)
def test_a_seed_gives_the_same_world(name: str) -> None:
    game = game_of(name)
    players = min(max(3, game.least_players), game.most_players)
    assert sum(worlds(game, 3, players, most=15)) > 2


@pytest.mark.parametrize("name", ["gekido", "botwars", "classics/hearts"])
@pytest.mark.quick_in_turn(3)
@pytest.mark.dear
def test_whoever_decides_is_given_a_world_of_compiled_code(name: str) -> None:
    """Also where others have decided in secret before him."""
    game = game_of(name)
    compiled = CompiledExecutor(game)
    state, _ = compiled.initial(Setting(game.least_players, 4))
    choices = Rng(1)
    for number in range(40):
        assert compiled.sample(state, state.stand.seat, number).played is None
        compiled.apply(state, choices.below(compiled.count(state)))


@pytest.mark.parametrize("name", ["botwars", "classics/hearts", "classics/goofspiel", "classics/whist"])
@pytest.mark.quick_in_turn(3)
@pytest.mark.dear
def test_the_interpreter_goes_on_from_any_decision(name: str) -> None:
    """Declared rounds and secret parts: a turn is played over from its boundary alone."""
    game = game_of(name)
    interpreter, compiled = Interpreter(game, trace=False), CompiledExecutor(game)
    setting = Setting(game.least_players, 5)
    one, _ = interpreter.initial(setting)
    other, _ = compiled.initial(setting)
    choices = Rng(2)
    for number in range(120):
        if not interpreter.count(one):
            break
        if number % 5 == 0:
            assert interpreter.snapshot(other.over_again) == interpreter.snapshot(one), number
        chosen = choices.below(interpreter.count(one))
        interpreter.apply(one, chosen)
        compiled.apply(other, chosen)


@pytest.mark.slow
@pytest.mark.parametrize("name", READY)
@pytest.mark.in_turn(3)
def test_a_seed_gives_the_same_world_throughout(name: str, in_turn: Turns) -> None:
    game = game_of(name)
    for players in in_turn(sorted({game.least_players, game.most_players}), 2):
        assert sum(worlds(game, players, players, most=60, every=13)) > 0


@pytest.mark.parametrize("name", ["classics/draughts", "gekido_duel", "classics/connect_four"])
def test_what_follows_from_a_position_is_what_was_kept_up(name: str) -> None:
    game = game_of(name)
    compiled = CompiledExecutor(game)
    setting = Setting(game.least_players, 8)
    plan = compiled.plan(setting)
    deriving = {
        array: derive
        for array, derive in plan.lowered.deriving.items()
        if array in plan.lowered.program.arrays
    }
    assert deriving
    state, _ = compiled.initial(setting)
    choices = Rng(3)
    for _ in range(80):
        if not compiled.count(state):
            break
        for array, derive in deriving.items():
            assert plan.machine.read(state.stand, array) == list(derive(state.position)), array.name
        compiled.apply(state, choices.below(compiled.count(state)))


@pytest.mark.parametrize("name", ["classics/breakthrough", "classics/othello", "gekido"])
def test_what_is_derived_can_be_derived_anew(name: str) -> None:
    """A world is made of a position alone: derived state says what it is there, or may begin as at the start."""
    lowered = lower(game_of(name), game_of(name).least_players, {})
    left = {array.name for array in lowered.program.arrays if array.kind == "derived"}
    left -= {array.name for array in lowered.deriving}
    assert left <= {"reached", "end is open"}

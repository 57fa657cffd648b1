"""Worlds are drawn of one match on both executors, and played on in lockstep.

A seed gives the same world on both, for every seat; what is seen, offered and told of it is the same, then and after
more choices, and so are worlds of worlds.
"""

from collections.abc import Mapping

from gekido_dsl import engine as e
from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.backend.plans import CompiledState
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import nodes as m
from gekido_dsl.rng import Rng

LOOKS = (0, 1, 4, 11)
"""After how many choices in a world everything is compared."""


def worlds(
    game: m.Game,
    seed: int,
    players: int = 0,
    options: Mapping[str, str] | None = None,
    most: int = 60,
    every: int = 7,
) -> tuple[int, int]:
    """Plays a match and draws worlds; gives how many went on as compiled code, and how many as the interpreter has it.

    Args:
        every: after how many decisions a world is drawn for each seat.
    """
    interpreter, compiled = Interpreter(game, trace=False), CompiledExecutor(game)
    setting = e.Setting(players or game.least_players, seed, dict(options or {}))
    one, _ = interpreter.initial(setting)
    other, _ = compiled.initial(setting)
    choices, found = Rng(seed), [0, 0]
    for number in range(most):
        if not interpreter.count(one):
            break
        for seat in range(setting.players) if number % every == 0 else ():
            where = f"seed {seed}, decision {number}, seat {seat}"
            mine, its = interpreter.sample(one, seat, number), compiled.sample(other, seat, number)
            found[its.played is not None] += 1
            assert compiled.observe(its, seat) == compiled.observe(other, seat), where
            _same(interpreter, mine, compiled, its, where)
            _go_on(interpreter, mine, compiled, its, number, where)
        chosen = choices.below(interpreter.count(one))
        interpreter.apply(one, chosen)
        compiled.apply(other, chosen)
    return found[0], found[1]


def _go_on(
    interpreter: Interpreter,
    one: State,
    compiled: CompiledExecutor,
    other: CompiledState,
    seed: int,
    where: str,
) -> None:
    choices = Rng(seed)
    for step in range(LOOKS[-1] + 1):
        if not interpreter.count(one):
            return
        chosen = choices.below(interpreter.count(one))
        interpreter.apply(one, chosen)
        compiled.apply(other, chosen)
        assert compiled.count(other) == interpreter.count(one), (where, step)
        if step in LOOKS:
            _same(interpreter, one, compiled, other, f"{where}, {step} choices later")
        if step == LOOKS[1]:
            seat = choices.below(one.layout.players)
            one, other = interpreter.sample(one, seat, step), compiled.sample(other, seat, step)
            _same(interpreter, one, compiled, other, f"{where}, a world of the world")


def _same(
    interpreter: Interpreter, one: State, compiled: CompiledExecutor, other: CompiledState, where: str
) -> None:
    assert compiled.asked(other) == interpreter.asked(one), where
    assert compiled.decision(other) == interpreter.decision(one), where
    assert compiled.outcome(other) == interpreter.outcome(one), where
    assert compiled.turn(other) == interpreter.turn(one), where
    position = other.position
    assert (position.cells, position.contents) == (one.cells, one.contents), where
    assert position.rng.state == one.rng.state, where
    for seat in (None, *range(one.layout.players)):
        assert compiled.observe(other, seat) == interpreter.observe(one, seat), (where, seat)
    again = compiled.restore(compiled.snapshot(other))
    assert compiled.decision(again) == interpreter.decision(one), where

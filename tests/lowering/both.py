"""Plays one match with the interpreter and as machine code, both behind the engine contract, and compares what is said.

At every decision all events since the last one, word for word, with citations, explanations and the lines of reports
they belong to. Every so often the decision with its labels, what each seat and a spectator see, aims, amounts and the
outcome; and whether a snapshot leads to the same decision.
"""

from collections.abc import Mapping
from dataclasses import fields, replace

from gekido_dsl import engine as e
from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.model import nodes as m
from gekido_dsl.rng import Rng


def both(
    game: m.Game,
    seed: int,
    players: int = 0,
    options: Mapping[str, str] | None = None,
    most: int = 1_000,
    every: int = 10,
    compiled: CompiledExecutor | None = None,
) -> int:
    """Plays one match with choices drawn from a seed; gives the number of events that were compared.

    Args:
        every: after how many decisions all that can be seen is compared.
    """
    interpreter, compiled = Interpreter(game), compiled or CompiledExecutor(game, trace=True)
    setting = e.Setting(players or game.least_players, seed, dict(options or {}))
    one, wanted = interpreter.initial(setting)
    other, found = compiled.initial(setting)
    choices, total = Rng(seed + 1), 0
    for number in range(most):
        where = f"seed {seed}, decision {number}"
        total += same_events(wanted, found, where)
        assert compiled.count(other) == interpreter.count(one), where
        if number % every == 0 or not interpreter.count(one):
            _same_sight(interpreter, one, compiled, other, where)
            again = compiled.restore(compiled.snapshot(other))
            assert compiled.decision(again) == compiled.decision(other), where
            assert compiled.snapshot(again) == compiled.snapshot(other), where
        if not interpreter.count(one):
            break
        choice = choices.below(interpreter.count(one))
        try:
            wanted = interpreter.apply(one, choice)
        except e.RuleError as error:
            assert _failure(compiled, other, choice) == (error.message, error.span), where
            break
        found = compiled.apply(other, choice)
    return total


def same_events(wanted: list[e.Event], found: list[e.Event], where: str) -> int:
    """Compares events; gives how many there are."""
    assert [event.kind for event in found] == [event.kind for event in wanted], where
    for event, given in zip(wanted, found, strict=True):
        for field in fields(e.Event):
            if field.name != "data":
                told = getattr(given, field.name), getattr(event, field.name)
                assert told[0] == told[1], (where, event.kind, event.text, field.name, *told)
        assert _plain(given) == _plain(event), (where, event.text)
    return len(wanted)


def _plain(event: e.Event) -> e.Event:
    """Gives the event with its several things as tuples: no reader minds which kind of row they stand in."""
    listed = tuple(tuple(one) if isinstance(one, list) else one for one in event.data)
    return replace(event, data=listed)


def _failure(executor: CompiledExecutor, state: e.State, choice: int) -> object:
    try:
        executor.apply(state, choice)
    except e.RuleError as error:
        return error.message, error.span
    raise AssertionError("only the interpreter says that a rule cannot be carried out")


def _same_sight(
    interpreter: Interpreter, one: e.State, compiled: CompiledExecutor, other: e.State, where: str
) -> None:
    assert compiled.decision(other) == interpreter.decision(one), where
    assert compiled.asked(other) == interpreter.asked(one), where
    assert compiled.turn(other) == interpreter.turn(one), where
    assert compiled.outcome(other) == interpreter.outcome(one), where
    assert _said(compiled, "aims", other) == _said(interpreter, "aims", one), where
    assert _said(compiled, "amounts", other) == _said(interpreter, "amounts", one), where
    for seat in (None, *range(one.layout.players)):
        views = compiled.observe(other, seat), interpreter.observe(one, seat)
        if views[0] != views[1]:
            names = [field.name for field in fields(e.View)]
            differing = [name for name in names if getattr(views[0], name) != getattr(views[1], name)]
            raise AssertionError(
                (where, seat, [[getattr(view, name) for name in differing] for view in views])
            )


def _said(executor: e.Executor, what: str, state: e.State) -> object:
    try:
        return getattr(executor, what)(state)
    except e.RuleError as error:
        return error.message

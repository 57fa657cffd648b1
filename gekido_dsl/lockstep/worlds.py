"""Worlds are drawn of one match on both executors, and played on in lockstep.

A seed gives the same world on both, for every seat; what is seen, offered and told of it is the same, then and after
more choices, and so are worlds of worlds. Whoever it is drawn for sees in it what they saw before.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from gekido_dsl import engine as e
from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.backend.plans import CompiledState
from gekido_dsl.interpreter.state import State
from gekido_dsl.lockstep.comparing import Differs
from gekido_dsl.lockstep.pair import LIMITS
from gekido_dsl.model import nodes as m
from gekido_dsl.rng import Rng

_LOOKS: Final = (0, 1, 4, 11)
"""After how many choices in a world everything is compared."""


class _Over(Exception):
    """A rule cannot be carried out, on either executor."""


class Worlds:
    """A game of which worlds are drawn."""

    def __init__(self, game: m.Game, compiled: CompiledExecutor | None = None) -> None:
        """Keeps the game; modules are made when they are needed."""
        self._compiled = compiled or CompiledExecutor(game)
        self._interpreter = self._compiled.reference.silent()

    def play(
        self, setting: e.Setting, most: int = 60, every: int = 7, stop: Callable[[], bool] = lambda: False
    ) -> tuple[int, int]:
        """Plays a match and draws worlds; gives how many went on as compiled code, and how many by the interpreter.

        Args:
            every: after how many decisions a world is drawn for each seat.
        Raises:
            Differs: the executors draw or see different things, or a seat sees something else in its world.
        """
        interpreter, compiled = self._interpreter, self._compiled
        found = [0, 0]
        try:
            one, _ = interpreter.initial(setting)
        except e.RuleError:
            return 0, 0
        other, _ = compiled.initial(setting)
        choices = Rng(setting.seed)
        for number in range(most):
            if not interpreter.count(one) or stop():
                break
            for seat in range(setting.players) if number % every == 0 else ():
                where = f"decision {number}, a world for seat {seat + 1}"
                mine, its = interpreter.sample(one, seat, number), compiled.sample(other, seat, number)
                found[its.played is not None] += 1
                self._same(
                    where, "what the seat sees", compiled.observe(its, seat), compiled.observe(other, seat)
                )
                self._compare(mine, its, where)
                with suppress(_Over):
                    self._go_on(mine, its, number, where)
            try:
                self._choose(one, other, choices, f"decision {number}")
            except _Over:
                break
        return found[0], found[1]

    def _choose(self, one: State, other: CompiledState, choices: Rng, where: str) -> None:
        chosen = choices.below(self._interpreter.count(one))
        try:
            self._interpreter.apply(one, chosen)
        except e.RuleError as error:
            if error.message.startswith(LIMITS):
                raise _Over from None
            try:
                self._compiled.apply(other, chosen)
            except e.RuleError:
                raise _Over from None
            raise Differs(f"{where}: no rule error, should be `{error.message}`") from None
        try:
            self._compiled.apply(other, chosen)
        except e.RuleError as error:
            raise Differs(f"{where}: a rule error that is none: {error.message}") from None

    def _go_on(self, one: State, other: CompiledState, seed: int, where: str) -> None:
        interpreter, compiled = self._interpreter, self._compiled
        choices = Rng(seed)
        for step in range(_LOOKS[-1] + 1):
            if not interpreter.count(one):
                return
            later = f"{where}, {step + 1} choices later"
            self._choose(one, other, choices, later)
            self._same(later, "number of options", compiled.count(other), interpreter.count(one))
            if step in _LOOKS:
                self._compare(one, other, later)
            if step == _LOOKS[1]:
                seat = choices.below(one.layout.players)
                one, other = interpreter.sample(one, seat, step), compiled.sample(other, seat, step)
                self._compare(one, other, f"{where}, a world of the world")

    def _compare(self, one: State, other: CompiledState, where: str) -> None:
        interpreter, compiled = self._interpreter, self._compiled
        wanted = interpreter.decision(one)
        self._same(where, "decision", compiled.decision(other), wanted)
        for name in ("asked", "outcome", "turn"):
            self._same(where, name, getattr(compiled, name)(other), getattr(interpreter, name)(one))
        position = other.position
        self._same(where, "cells", position.cells, one.cells)
        self._same(where, "places", position.contents, one.contents)
        self._same(where, "the stream of chance", position.rng.state, one.rng.state)
        for seat in (None, *range(one.layout.players)):
            who = "a spectator" if seat is None else f"seat {seat + 1}"
            found, should = compiled.sight(other, seat), interpreter.sight(one, seat)
            view = found.view()
            if not found.same(should):
                self._same(where, f"what {who} sees", view, should.view())
        again = compiled.restore(compiled.snapshot(other))
        self._same(where, "decision from a snapshot", compiled.decision(again), wanted)
        anew = interpreter.restore(interpreter.snapshot(one))
        self._same(where, "decision, asked anew", interpreter.decision(anew), wanted)

    def _same(self, where: str, what: str, found: object, wanted: object) -> None:
        if found != wanted:
            raise Differs(f"{what}: {found!r}, should be {wanted!r}; {where}")

"""One match on both executors behind the engine contract, and everything compared that is said of it.

At every decision all events since the last one, word for word, with citations, explanations and the lines of reports
they belong to. Every so often the decision with its labels, what each seat and a spectator see, aims, amounts and the
outcome; and whether a snapshot leads to the same decision.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import TypeVar

from gekido_dsl import engine as e
from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.backend.plans import CompiledState
from gekido_dsl.interpreter.state import State
from gekido_dsl.lockstep.comparing import Differs
from gekido_dsl.lockstep.pair import LIMITS, Stopped
from gekido_dsl.model import nodes as m
from gekido_dsl.rng import Rng, player_seed

T = TypeVar("T")


class Telling:
    """A game on two executors that tell what happens."""

    def __init__(self, game: m.Game, compiled: CompiledExecutor | None = None) -> None:
        """Keeps the game; modules are made when they are needed.

        Args:
            compiled: plays the program, if there is something already.
        """
        self.compiled = compiled or CompiledExecutor(game, trace=True)
        self.interpreter = self.compiled.reference
        self.decision = 0
        """The decision that was compared last, from 0."""

    def play(
        self, setting: e.Setting, most: int, every: int, stop: Callable[[], bool] = lambda: False
    ) -> int:
        """Plays the match of a seed as `Pair` does, and gives how many events were compared.

        Args:
            most: after how many decisions it ends.
            every: after how many decisions all that can be seen is compared; from which one on depends on the seed.
        Raises:
            Differs: the executors say different things, at the decision `decision`.
            Stopped: `stop` said so.
        """
        self.decision = 0
        choices, total = Rng(player_seed(setting.seed)), 0
        try:
            one, wanted = self.interpreter.initial(setting)
        except e.RuleError as error:
            self._fails_too(lambda: self.compiled.initial(setting), error)
            return 0
        other, found = self._done(lambda: self.compiled.initial(setting))
        while True:
            self._same_events(wanted, found)
            total += len(wanted)
            count = self.interpreter.count(one)
            self._same("number of options", self.compiled.count(other), count)
            if (self.decision + setting.seed) % every == 0 or not count:
                self._same_sight(one, other)
            if not count or self.decision == most:
                return total
            if self.decision % 16 == 0 and stop():
                raise Stopped
            choice = choices.below(count)
            try:
                wanted = self.interpreter.apply(one, choice)
            except e.RuleError as error:
                self._fails_too(lambda: self.compiled.apply(other, choice), error)  # noqa: B023
                return total
            found = self._done(lambda: self.compiled.apply(other, choice))  # noqa: B023
            self.decision += 1

    def _done(self, act: Callable[[], T]) -> T:
        try:
            return act()
        except e.RuleError as error:
            raise Differs(f"a rule error that is none: {error.message}") from None

    def _fails_too(self, act: Callable[[], object], wanted: e.RuleError) -> None:
        if wanted.message.startswith(LIMITS):
            # How much is too much is not counted alike.
            return
        try:
            act()
        except e.RuleError as error:
            self._same("rule error", (error.message, error.span), (wanted.message, wanted.span))
            return
        raise Differs(f"no rule error, should be `{wanted.message}`")

    def _same(self, what: str, found: object, wanted: object) -> None:
        if found != wanted:
            raise Differs(f"{what}: {found!r}, should be {wanted!r}")

    def _same_events(self, wanted: Sequence[e.Event], found: Sequence[e.Event]) -> None:
        self._same("events", [one.kind for one in found], [one.kind for one in wanted])
        for event, given in zip(map(_plain, wanted), map(_plain, found), strict=True):
            if event != given:
                for field in fields(e.Event):
                    what = f"{field.name} of the event `{event.kind}` ({event.text})"
                    self._same(what, getattr(given, field.name), getattr(event, field.name))

    def _same_sight(self, one: State, other: CompiledState) -> None:
        interpreter, compiled = self.interpreter, self.compiled
        for name in ("decision", "asked", "turn", "outcome", "aims", "amounts"):
            self._same(name, _said(compiled, name, other), _said(interpreter, name, one))
        for seat in (None, *range(one.layout.players)):
            seen, should = compiled.sight(other, seat), interpreter.sight(one, seat)
            found = seen.view()
            wanted = found if seen.same(should) else should.view()
            if found != wanted:
                who = "a spectator" if seat is None else f"seat {seat + 1}"
                for field in fields(e.View):
                    self._same(
                        f"{field.name} that {who} sees",
                        getattr(found, field.name),
                        getattr(wanted, field.name),
                    )
        again = compiled.restore(compiled.snapshot(other))
        self._same("decision from a snapshot", compiled.decision(again), compiled.decision(other))
        self._same("a snapshot from a snapshot", compiled.snapshot(again), compiled.snapshot(other))


def _plain(event: e.Event) -> e.Event:
    """Gives the event with its several things as tuples: no reader minds which kind of row they stand in."""
    if not any(isinstance(one, list) for one in event.data):
        return event
    return replace(event, data=tuple(tuple(one) if isinstance(one, list) else one for one in event.data))


def _said(executor: e.Executor, what: str, state: e.State) -> object:
    try:
        return getattr(executor, what)(state)
    except e.RuleError as error:
        return error.message

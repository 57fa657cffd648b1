"""What a choice must be, or must leave: ladders of rungs, of which the first that any choice reaches counts for all."""

from collections.abc import Iterator
from typing import Any, Protocol

from gekido_dsl.engine import RuleError
from gekido_dsl.ground.ladders import joined
from gekido_dsl.interpreter import looking_ahead
from gekido_dsl.interpreter.bodies import BodyBuilder
from gekido_dsl.interpreter.operators.narrowing import Region, region
from gekido_dsl.interpreter.state import Code, Frame, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import item
from gekido_dsl.telling.question import Option


class Tried(Protocol):
    """The step that asks a decision, as far as trying an option needs it."""

    code: Code
    sentence: m.Sentence
    at: int
    """The step that asks."""
    acting: int
    """The step that acts."""
    saved: int
    """The local that keeps who acted before."""

    def answer(self, s: State, f: Frame, option: Option) -> None:
        """Goes on with an option."""
        ...


class Ladders:
    """The ladders of one decision."""

    def __init__(self, builder: BodyBuilder, ask: Tried, decision: m.Decision) -> None:
        self.ask = ask
        self.slots = [slot.local for slot in decision.slots]
        self._last = decision.slots[-1]
        self._rungs = [
            [None if rung is None else self._rung(builder, rung) for rung in rungs]
            for rungs in joined(decision.ladders)
        ]

    def _rung(self, builder: BodyBuilder, rung: m.Expr) -> "Rung":
        """Makes a rung, with where it can hold, if it says so."""
        tried = isinstance(rung, m.ops.Leaves)
        kind = item(self._last.candidates.type)
        where = None if tried else region(builder.program.evaluator, rung, self._last.local, kind)
        return Rung(builder.make(rung), tried, where)

    def __bool__(self) -> bool:
        return bool(self._rungs)

    def best(self, s: State, L: list[Any], options: list[Option]) -> list[Option]:
        """Keeps, ladder by ladder, the options of the first rung that leaves any of all of them; of no rung, none."""
        for rungs in self._rungs:
            kept: list[Option] = []
            for rung in rungs if options else ():
                kept = options if rung is None else list(self._passing(s, L, rung, options))
                if kept:
                    break
            options = kept
        return options

    def _passing(self, s: State, L: list[Any], rung: "Rung", options: list[Option]) -> Iterator[Option]:
        """Gives the options that a rung lets through; where it can hold is worked out once for each first value."""
        before: tuple[Any, ...] | None = None
        within: set[Any] | None = None
        for option in options:
            assert option is not None
            for local, value in zip(self.slots, option, strict=True):
                L[local] = value
            if rung.region is not None and option[:-1] != before:
                before, within = option[:-1], set(rung.region(s, L))
            if within is not None and option[-1] not in within:
                continue
            if self._leaves(s, L, rung, option) if rung.tried else rung.test(s, L):
                yield option

    def _leaves(self, s: State, L: list[Any], rung: "Rung", option: Option) -> bool:
        """Tells whether a condition holds once an option is done, with all that follows from it."""
        ask, span = self.ask, self.ask.sentence.span
        evaluator = s.program.evaluator
        evaluator.look(looking_ahead.cost_of(s), span)
        after = looking_ahead.on_trial(s)
        after.question = None
        chooser = L[0]
        frame = Frame(ask.code, list(L), ask.at)
        frame.locals[0] = L[ask.saved]
        after.frames.append(frame)
        depth = len(after.frames)
        ask.answer(after, frame, option)

        def done() -> bool:
            running = len(after.frames)
            return running < depth or (running == depth and frame.step != ask.acting)

        looking_ahead.go_on(after, done, span)
        if after.question is not None:
            raise RuleError(
                "what a choice must leave is tried before it is chosen, and so nobody may be asked meanwhile",
                after.question.span,
            )
        frame.locals[0] = chooser
        with evaluator.apart():
            return bool(rung.test(after, frame.locals))


class Rung:
    """One rung: what must hold, whether of what is or of what the choice leaves, and where it can hold."""

    __slots__ = ("region", "test", "tried")

    def __init__(self, test: Any, tried: bool, region: Region | None) -> None:
        self.test = test
        self.tried = tried
        self.region = region

"""The matches of an experiment are compared in chunks, which `simulate.running` hands to any executor."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.backend.games import Games
from gekido_dsl.backend.who_plays import NotCompiled, WhoPlays, compiling
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.ground import layout as lay
from gekido_dsl.interpreter.state import State
from gekido_dsl.lockstep.comparing import Differs
from gekido_dsl.lockstep.pair import LIMITS, Pair, Stopped, lowered_for
from gekido_dsl.lockstep.stepping import Stepping
from gekido_dsl.lockstep.telling import Telling
from gekido_dsl.model import nodes as m
from gekido_dsl.rng import game_seed
from gekido_dsl.simulate.experiment import Chunk, Experiment, SteppedBatch
from gekido_dsl.simulate.game import DECISIONS_LIMIT
from gekido_dsl.simulate.totals import Totals

SIGHTS: Final = 200
"""In a match of which what is told is compared, after how many decisions it is what can be seen as well."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two executors go apart."""

    number: int
    """Of the match in the experiment."""
    seed: int
    """Of the match."""
    decision: int
    """How many decisions were taken before."""
    what: str
    """What is different, in words."""


@dataclass(slots=True)
class Compared(Chunk):
    """Matches that were compared; after a difference none is played."""

    decisions: int = 0
    told: int = 0
    """Of how many matches it was compared what is told."""
    events: int = 0
    difference: Difference | None = None
    much: int = 0
    """How many matches ended because too much would have to be done before a decision."""


@dataclass(frozen=True, slots=True)
class LockstepMaker:
    """Makes what compares; equal to one that was sent to another process, which so knows its experiment again."""

    every: int = 0

    def __call__(self, experiment: Experiment, game: m.Game) -> "LockstepBatch | AloneBatch":
        """Compiles the game; see `LockstepBatch`. What cannot be compiled is played by the interpreter alone."""
        try:
            with compiling():
                return LockstepBatch(experiment, game, self.every)
        except NotCompiled as error:
            return AloneBatch(experiment, game, str(error))


class AloneBatch:
    """Plays the matches of an experiment on the interpreter, where there is nothing to compare it with."""

    code = ""

    def __init__(self, experiment: Experiment, game: m.Game, why: str) -> None:
        """Makes it ready.

        Args:
            why: why the game is not compiled.
        """
        self.by = WhoPlays(why, True)
        self._batch = SteppedBatch(replace(experiment, maker=None, tallies=False), game, self.by)

    def play(self, first: int, end: int, keep: bool, stop: Callable[[], bool]) -> Compared:
        """Plays matches; see `simulate.Batch`."""
        played = self._batch.play(first, end, False, stop)
        decisions = played.totals.decisions.total
        return Compared(first, played.end, Totals(), [], played.stopped, self.by, decisions)


class LockstepBatch:
    """Compares matches of one experiment; see `simulate.Batch`.

    Each match is played by the interpreter, by the module that keeps a journal, which is compared at every decision,
    and by the module that plays batches, which is compared by its choices and its end. Some are played once more by
    the module that plays choice by choice and tells events.
    """

    def __init__(
        self,
        experiment: Experiment,
        game: m.Game,
        every: int = 0,
        compiled: CompiledExecutor | None = None,
        bulk: bool = True,
    ) -> None:
        """Compiles the game.

        Args:
            bulk: whether the modules that play many matches are made and compared, which takes long. Without them
                each decision is that of the module that plays choice by choice.
            every: of each how many matches one is compared by what is told; 0 for none.
            compiled: plays choice by choice and tells events, if there is something already; its program is shared.
        Raises:
            NoRuntime: modules cannot run here.
            NotLowered: something in the game has no lowering.
            TooLarge: the program is larger than a program may be.
        """
        setting = experiment.setting
        self._setting: Setting = setting
        self._every = every
        self._telling = Telling(game, compiled)
        plan = self._telling.compiled.plan(setting) if compiled or not bulk else None
        lowered = plan.lowered if plan else lowered_for(game, setting)
        source = Stepping(plan.machine, lowered).play if plan and not bulk else None
        self._pair = Pair(game, setting, lowered, source, self._telling.interpreter)
        self._games = Games(game, setting, lowered, hashing=True) if bulk else None
        self.code = hashlib.sha256(self._games.code).hexdigest()[:16] if self._games is not None else ""
        """What tells whether compiled code is the same as another time: a hash of the module that plays batches."""

    @property
    def work(self) -> int:
        """How much the interpreter has done for it: steps, and what it looked through; see `Interpreter.effort`."""
        return self._pair.interpreter.effort + self._telling.interpreter.effort

    def play(self, first: int, end: int, keep: bool, stop: Callable[[], bool]) -> Compared:
        """Plays matches `first` to `end - 1`, up to the first difference; see `simulate.Batch`."""
        done = Compared(first, first, Totals())
        try:
            while done.end < end and done.difference is None and not stop():
                self._compare(done, stop)
        except Stopped:
            # What was compared of the match that was not played to its end counts.
            done.decisions += self._pair.decision
        except KeyboardInterrupt:
            # The matches that are over are kept; whoever called is told.
            done.stopped = True
        return done

    def _compare(self, done: Compared, stop: Callable[[], bool]) -> None:
        """Plays the next match."""
        number, events = done.end, 0
        seed = game_seed(self._setting.seed, number)
        tells = bool(self._every) and number % self._every == 0
        told = False
        try:
            state, error = self._pair.play(seed, DECISIONS_LIMIT, stop)
            if error is not None and error.message.startswith(LIMITS):
                # How much is too much is not counted alike; and to do it again would show nothing.
                done.much += 1
                tells = False
            elif self._games is not None:
                self._compare_batch(self._games, number, state, error)
            if tells:
                told = True
                events = self._telling.play(replace(self._setting, seed=seed), DECISIONS_LIMIT, SIGHTS, stop)
        except Differs as differs:
            decision = self._telling.decision if told else self._pair.decision
            done.difference = Difference(number, seed, decision, str(differs))
        done.decisions += self._pair.decision
        done.told += tells
        done.events += events
        done.end = number + 1

    def _compare_batch(self, games: Games, number: int, state: State, error: RuleError | None) -> None:
        """Compares how a match went with how a batch plays it.

        Raises:
            Differs: it is not the same.
        """
        (played,) = games.play(number, number + 1)
        if error is not None:
            if played.error is None:
                raise Differs(f"no rule error in the batch, should be `{error.message}`")
            return
        if played.error is not None:
            raise Differs(f"a rule error in the batch that is none: {played.error.message}")
        pair = self._pair
        if pair.decision == DECISIONS_LIMIT:
            return
        # A batch tells how a match ended only where it did by its rules.
        outcome = pair.interpreter.outcome(state)
        for what, found, wanted in (
            ("decisions", played.decisions, pair.decision),
            ("greatest number of options", played.most, pair.most),
            ("turns", played.turns, state.cells[lay.TURNS]),
            ("number of options and choices, as a hash", played.hashed, pair.hashed),
            ("outcome", played.outcome, outcome if outcome is not None and outcome.finished else None),
        ):
            if found != wanted:
                raise Differs(f"{what} in the batch: {found}, should be {wanted}")

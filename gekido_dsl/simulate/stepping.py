"""What takes many matches on: one after the other behind the engine contract, or all in one call of a module.

Invariants:
    Both come to the same, decision by decision.
"""

from dataclasses import replace
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from gekido_dsl.backend.ends import Ends
from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.backend.plans import CompiledState
from gekido_dsl.backend.vector import Vector, VectorModule
from gekido_dsl.engine import Executor, Outcome, RuleError, Setting, State
from gekido_dsl.program.addresses import region
from gekido_dsl.simulate.streams import Numbers, Seeds

Errors = dict[int, RuleError]
"""By match, the rule that could not be carried out."""

_ROOM: Final = 1 << 29
"""Bytes for the matches of a module, at most."""
_AT_ONCE: Final = 256
"""Choices at random of a match in one call, at most."""


class Stepper(Protocol):
    """Many matches of one setting, by number."""

    def begin(self, at: Numbers, seeds: Seeds) -> Errors:
        """Sets matches up."""
        ...

    def step(self, at: Numbers, choices: Numbers) -> Errors:
        """Takes choices, one in each of some matches that are not over; a match with an error is as it was."""
        ...

    def run(self, at: Numbers, streams: NDArray[np.uint32], left: Numbers) -> NDArray[np.bool_]:
        """Has matches that are not over take choices at random.

        Args:
            streams: of all matches, from which each chooses.
            left: of all matches, how many choices each may take; what was taken is taken off.
        Returns:
            which of the matches were taken on: as far as they may, or not. The others are as they were.
        """
        ...

    def look(self, at: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Tells who decides in some matches, among how many choices (0 when it is over), and how many turns began."""
        ...

    def outcome(self, at: int) -> Outcome | None:
        """Tells how a match ended."""
        ...

    def state(self, at: int) -> State | None:
        """Gives the position of a match; None where it was not set up. Not to be changed."""
        ...

    def copy(self, at: Numbers) -> "Stepper":
        """Gives independent copies of some matches, in order."""
        ...


def stepper(executor: Executor, setting: Setting, size: int) -> Stepper:
    """Gives what takes so many matches on."""
    if isinstance(executor, CompiledExecutor):
        plan = executor.plan(setting)
        if size * len(region(plan.lowered.program.arrays)) <= _ROOM:
            return Together(executor, setting, size)
    return OneByOne(executor, setting, [None] * size)


class OneByOne:
    """Takes matches on behind the engine contract."""

    def __init__(self, executor: Executor, setting: Setting, states: list[State | None]) -> None:
        self._executor, self._setting = executor, setting
        self._states = states

    def begin(self, at: Numbers, seeds: Seeds) -> Errors:
        """Sets matches up."""
        errors: Errors = {}
        for one, seed in zip(at.tolist(), seeds.tolist(), strict=True):
            self._states[one] = None
            try:
                self._states[one] = self._executor.initial(replace(self._setting, seed=seed))[0]
            except RuleError as error:
                errors[one] = error
        return errors

    def step(self, at: Numbers, choices: Numbers) -> Errors:
        """Takes choices."""
        errors: Errors = {}
        for one, choice in zip(at.tolist(), choices.tolist(), strict=True):
            try:
                self._executor.apply(self._states[one], choice)
            except RuleError as error:
                errors[one] = error
        return errors

    def run(self, at: Numbers, streams: NDArray[np.uint32], left: Numbers) -> NDArray[np.bool_]:
        """Leaves every choice to `step`."""
        return np.zeros(len(at), np.bool_)

    def look(self, at: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Tells where matches stand."""
        rows = np.zeros((3, len(at)), np.int64)
        for column, one in enumerate(at.tolist()):
            state = self._states[one]
            asked = self._executor.asked(state)
            seat, count = (-1, 0) if asked is None else (asked.seat, asked.count)
            rows[:, column] = seat, count, self._executor.turn(state)[0]
        return rows[0], rows[1], rows[2]

    def outcome(self, at: int) -> Outcome | None:
        """Tells how a match ended."""
        return self._executor.outcome(self._states[at])

    def state(self, at: int) -> State | None:
        """Gives the position of a match."""
        return self._states[at]

    def copy(self, at: Numbers) -> "OneByOne":
        """Gives copies."""
        states = [self._states[one] for one in at.tolist()]
        copies = [None if state is None else state.copy() for state in states]
        return OneByOne(self._executor, self._setting, copies)


class Together:
    """Takes matches on in the slots of a module.

    A match whose turn is too long for its slot goes on by itself behind the engine contract.
    """

    def __init__(
        self, executor: CompiledExecutor, setting: Setting, size: int, module: VectorModule | None = None
    ) -> None:
        plan = executor.plan(setting)
        self._executor, self._setting, self._plan = executor, setting, plan
        if module is None:
            ends = Ends(plan.lowered, plan.blank)
            turns = plan.lowered.memory.system["turns"]
            module = VectorModule(plan.lowered.program, size, [turns], ends.arrays)
        self._ends = Ends(plan.lowered, plan.blank)
        self._vector = vector = Vector(module, size)
        self._module = module
        self._width = len(vector.ended) // size if size else 0
        self._which = np.frombuffer(vector.which, np.int32)
        self._seeds = np.frombuffer(vector.seeds, np.uint64)
        self._choices = np.frombuffer(vector.choices, np.int32)
        self._streams = np.frombuffer(vector.streams, np.uint32).reshape(size, 4)
        self._left = np.frombuffer(vector.left, np.int32)
        self._seats = np.frombuffer(vector.seats, np.int32)
        self._counts = np.frombuffer(vector.counts, np.int32)
        self._turns = np.frombuffer(vector.watched, np.int32)
        self._alone: dict[int, CompiledState] = {}
        self._missing: set[int] = set()
        """Matches that were not set up."""

    def begin(self, at: Numbers, seeds: Seeds) -> Errors:
        """Sets matches up."""
        self._seeds[at] = seeds
        errors: Errors = {}
        if self._alone or self._missing:
            for one in at.tolist():
                self._alone.pop(one, None)
                self._missing.discard(one)
        self._only(at)
        for one in self._vector.start():
            try:
                self._alone[one] = self._executor.initial(replace(self._setting, seed=int(self._seeds[one])))[
                    0
                ]
            except RuleError as error:
                self._missing.add(one)
                errors[one] = error
        return errors

    def step(self, at: Numbers, choices: Numbers) -> Errors:
        """Takes choices."""
        self._choices[at] = choices
        self._only(at)
        errors: Errors = {}
        for one in [*self._vector.step(), *self._by_themselves(at)]:
            state = self.state(one)
            assert state is not None
            try:
                self._executor.apply(state, int(self._choices[one]))
            except RuleError as error:
                errors[one] = error
            else:
                self._alone[one] = state
        return errors

    def run(self, at: Numbers, streams: NDArray[np.uint32], left: Numbers) -> NDArray[np.bool_]:
        """Has matches take choices at random; those that come to an error, or are by themselves, take none."""
        self._only(at)
        self._streams[:] = streams
        self._left[:] = most = np.minimum(left, _AT_ONCE)
        self._which[self._vector.run()] = 0
        moved: NDArray[np.bool_] = self._which[at] == 1
        done = at[moved]
        streams[done] = self._streams[done]
        left[done] -= most[done] - self._left[done]
        return moved

    def look(self, at: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Tells where matches stand."""
        seats, counts, turns = (x[at].astype(np.int64) for x in (self._seats, self._counts, self._turns))
        seats[counts == 0] = -1
        for one in self._by_themselves(at):
            column = int(np.flatnonzero(at == one)[0])
            state = self._alone[one]
            asked = self._executor.asked(state)
            seats[column], counts[column] = (-1, 0) if asked is None else (asked.seat, asked.count)
            turns[column] = self._executor.turn(state)[0]
        return seats, counts, turns

    def outcome(self, at: int) -> Outcome | None:
        """Tells how a match ended."""
        if at in self._alone:
            return self._executor.outcome(self._alone[at])
        if self._counts[at]:
            return None
        return self._ends.of(self._vector.ended[at * self._width : (at + 1) * self._width])

    def state(self, at: int) -> CompiledState | None:
        """Gives the position of a match."""
        if at in self._missing:
            return None
        alone = self._alone.get(at)
        return CompiledState(self._plan, self._setting, self._vector.stand(at)) if alone is None else alone

    def copy(self, at: Numbers) -> "Together":
        """Gives copies."""
        made = Together(self._executor, self._setting, len(at), self._module)
        for mine, copied in zip(self._vector.rows, made._vector.rows, strict=True):
            if len(at):
                rows = np.frombuffer(mine, np.uint8).reshape(self._vector.count, -1)
                np.frombuffer(copied, np.uint8).reshape(len(at), -1)[:] = rows[at]
        for place, one in enumerate(at.tolist()):
            if one in self._alone:
                made._alone[place] = self._alone[one].copy()
            if one in self._missing:
                made._missing.add(place)
        return made

    def _only(self, at: Numbers) -> None:
        """Names the matches that the next call is about: some, without those that go on by themselves."""
        self._which[:] = 0
        self._which[at] = 1
        if self._alone:
            self._which[list(self._alone)] = 0

    def _by_themselves(self, at: Numbers) -> list[int]:
        return [one for one in at.tolist() if one in self._alone] if self._alone else []

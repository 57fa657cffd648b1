"""Many matches of one ruleset are stepped together, and what can be told of them in numbers stands in arrays of numpy.

Invariants:
    Match `number` is game `number` of the experiment with the same seed: the same chance, and, where it is stepped with
    `random_choices` alone, the same choices.
    A step takes one choice in every match that is not over, or none at all.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gekido_dsl.engine import (
    Decision,
    Executor,
    IllegalChoice,
    Outcome,
    RuleError,
    Seat,
    Setting,
    State,
    View,
)
from gekido_dsl.simulate import streams
from gekido_dsl.simulate.stepping import stepper

Numbers = NDArray[np.int64]

_MANY: Final = 1 << 62
"""More choices than a match has."""


class Matches:
    """Several matches that go on side by side; see `Ruleset.matches`.

    Every array has a row for each match. They are changed in place by `step`, `begin` and `roll_out`: copy what is to
    be kept, and write into none of them.
    """

    numbers: Numbers
    """Which game of the experiment each one is."""
    seats: Numbers
    """Who decides, from 0; -1 when the match is over."""
    counts: Numbers
    """Among how many choices; 0 when the match is over."""
    done: NDArray[np.bool_]
    """Whether it is over, by its rules, a limit or a rule error."""
    ranks: Numbers
    """By seat, from 1, of a match that ended by its rules; else 0."""
    won: NDArray[np.bool_]
    """By seat: whether it won, alone or with its side; a first rank that is shared otherwise is no win."""
    turns: Numbers
    """How many have begun."""
    decisions: Numbers
    """How many were taken."""
    errors: list[RuleError | None]
    """The rule that could not be carried out, which ended the match."""

    def __init__(
        self, executor: Executor, setting: Setting, size: int, first: int = 0, played_by: str = ""
    ) -> None:
        """Sets up matches.

        Args:
            setting: of the experiment.
            first: the number of the first match.
            played_by: which executor that is, in words.
        """
        if size < 1:
            raise ValueError(f"{size} matches cannot be played")
        self.executor = executor
        self.played_by = played_by
        """Which executor steps them: `compiled`, or `interpreted, because ...`."""
        self.setting = setting
        self.numbers = np.zeros(size, np.int64)
        self.seats = np.full(size, -1, np.int64)
        self.counts = np.zeros(size, np.int64)
        self.done = np.ones(size, np.bool_)
        self.ranks = np.zeros((size, setting.players), np.int64)
        self.won = np.zeros((size, setting.players), np.bool_)
        self.turns = np.zeros(size, np.int64)
        self.decisions = np.zeros(size, np.int64)
        self.errors = [None] * size
        self._stepper = stepper(executor, setting, size)
        self._streams = np.zeros((size, 4), np.uint32)
        self._next = first
        self.begin()

    def __len__(self) -> int:
        return len(self.numbers)

    # ------------------------------------------------------------ going on

    def begin(self, which: ArrayLike | None = None) -> None:
        """Sets up new matches, with the next numbers of the experiment.

        Args:
            which: true for the matches that are replaced; those that are over if it is left out.
        """
        at = np.flatnonzero(self.done if which is None else self._mask(which))
        if not len(at):
            return
        numbers = range(self._next, self._next + len(at))
        self._next = numbers.stop
        self.numbers[at] = numbers
        self.decisions[at] = 0
        for one in at.tolist():
            self.errors[one] = None
        seeds = streams.game_seeds(self.setting.seed, numbers)
        self._streams[at] = streams.first_states(seeds)
        failed = self._stepper.begin(at, seeds)
        self.turns[list(failed)] = 0
        self._look(at, failed)

    def step(self, choices: ArrayLike, *, again: bool = False) -> None:
        """Takes a choice in every match that is not over.

        A rule that cannot be carried out ends its match; see `errors`.

        Args:
            choices: a number for each match, below its count; what it says of a match that is over does not matter.
            again: whether a new match is set up in the place of each that was over before. So the end of a match
                stands in the arrays until the next step.
        Raises:
            IllegalChoice: there is no such choice in one of the matches; nothing was done in any.
        """
        wanted = np.asarray(choices)
        if wanted.shape != self.seats.shape or not np.issubdtype(wanted.dtype, np.integer):
            raise IllegalChoice(f"a whole number for each of {len(self)} matches is needed")
        wrong = np.flatnonzero(~self.done & ((wanted < 0) | (wanted >= self.counts)))
        if len(wrong):
            first = int(wrong[0])
            raise IllegalChoice(
                f"match {first} offers {self.counts[first]} choices, not one with the number {wanted[first]}"
            )
        over = self.done.copy() if again else None
        at = np.flatnonzero(~self.done)
        self._take(at, wanted[at])
        if over is not None:
            self.begin(over)

    def random_choices(self) -> Numbers:
        """Draws a choice for every match that is not over, each from its own stream; 0 for the others."""
        drawn = np.zeros(len(self), np.int64)
        at = np.flatnonzero(~self.done)
        drawn[at] = self._draw(at)
        return drawn

    def roll_out(self, decisions: int | None = None) -> None:
        """Plays on at random, up to the end of all matches or for so many decisions in each."""
        left = np.full(len(self), _MANY if decisions is None else decisions, np.int64)
        while True:
            at = np.flatnonzero(~self.done & (left > 0))
            if not len(at):
                return
            before = left[at]
            moved = self._stepper.run(at, self._streams, left)
            self.decisions[at] += before - left[at]
            self._look(at[moved], {})
            others = at[~moved]
            left[others] -= 1
            self._take(others, self._draw(others))

    def copy(self, which: ArrayLike | None = None) -> "Matches":
        """Gives independent copies, of all matches or of those where `which` is true.

        What a copy draws at random is what its match would have drawn.
        """
        at = np.flatnonzero(self._mask(which) if which is not None else np.ones(len(self), np.bool_))
        made = Matches.__new__(Matches)
        made.executor, made.setting, made._next = self.executor, self.setting, self._next
        for name in ("numbers", "seats", "counts", "done", "ranks", "won", "turns", "decisions", "_streams"):
            setattr(made, name, getattr(self, name)[at])
        made.errors = [self.errors[i] for i in at]
        made._stepper = self._stepper.copy(at)
        return made

    # ------------------------------------------------------------ one of them

    def decision(self, at: int) -> Decision | None:
        """Gives the open question of a match, in words; None when it is over."""
        return None if self.done[at] else self.executor.decision(self.state(at))

    def view(self, at: int, seat: Seat | None) -> View:
        """Gives everything that a seat of a match may see; None is a spectator."""
        return self.executor.observe(self.state(at), seat)

    def outcome(self, at: int) -> Outcome | None:
        """Tells how a match ended; None while it goes on, and when it came to a rule error."""
        return None if self.errors[at] is not None else self._stepper.outcome(at)

    def state(self, at: int) -> State:
        """Gives the position of a match; not to be changed.

        Raises:
            ValueError: its set-up could not be carried out.
        """
        state = self._stepper.state(at)
        if state is None:
            raise ValueError(f"match {at} was not set up: {self.errors[at]}")
        return state

    @property
    def outcomes(self) -> Sequence[Outcome | None]:
        """How each match ended."""
        return [self.outcome(at) for at in range(len(self))]

    # ------------------------------------------------------------ keeping the arrays

    def _take(self, at: Numbers, choices: Numbers) -> None:
        """Takes a choice in each of some matches that are not over."""
        if not len(at):
            return
        failed = self._stepper.step(at, choices)
        self.decisions[at] += 1
        self.decisions[list(failed)] -= 1
        self._look(at, failed)

    def _draw(self, at: Numbers) -> Numbers:
        """Draws a choice for each of some matches that are not over."""
        some = self._streams[at]
        drawn = streams.below(some, self.counts[at])
        self._streams[at] = some
        return drawn

    def _look(self, at: Numbers, failed: Mapping[int, RuleError]) -> None:
        """Notes in the arrays where some matches stand, of which some came to an error."""
        if failed:
            at = at[~np.isin(at, list(failed))]
        seats, counts, turns = self._stepper.look(at)
        self.seats[at], self.counts[at], self.turns[at] = seats, counts, turns
        self.done[at] = counts == 0
        self.ranks[at], self.won[at] = 0, False
        for one in at[counts == 0].tolist():
            outcome = self._stepper.outcome(one)
            if outcome is not None and outcome.finished:
                self.ranks[one] = outcome.ranks
                self.won[one, list(() if outcome.shared else outcome.winners)] = True
        for one, error in failed.items():
            self.errors[one] = error
            self.done[one], self.seats[one], self.counts[one] = True, -1, 0
            self.ranks[one], self.won[one] = 0, False

    def _mask(self, which: ArrayLike) -> NDArray[np.bool_]:
        mask: NDArray[Any] = np.asarray(which)
        if mask.dtype != np.bool_ or mask.shape != self.seats.shape:
            raise ValueError(f"true or false for each of {len(self)} matches is needed")
        return mask
